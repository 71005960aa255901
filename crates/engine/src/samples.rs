//! Games for the tests: a few known ones, and random ones.

use crate::chance::Chance;
use crate::rules::{Description, Player, Player::Black, Player::White};

/// Black and White in turn.
pub fn alternating(stones: usize) -> Vec<Player> {
    (0..stones)
        .map(|k| if k % 2 == 0 { Black } else { White })
        .collect()
}

/// All lines of `length` cells in a row on a board, in the four directions.
pub fn rows(length: usize, width: usize, height: usize) -> Vec<Vec<u16>> {
    let mut lines = Vec::new();
    for (dx, dy) in [(1i32, 0i32), (0, 1), (1, 1), (1, -1)] {
        for y in 0..height as i32 {
            for x in 0..width as i32 {
                let line: Vec<(i32, i32)> = (0..length as i32)
                    .map(|i| (x + i * dx, y + i * dy))
                    .collect();
                let inside = |&(x, y): &(i32, i32)| {
                    (0..width as i32).contains(&x) && (0..height as i32).contains(&y)
                };
                if line.iter().all(inside) {
                    let cell = |(x, y): (i32, i32)| (y * width as i32 + x) as u16;
                    lines.push(line.into_iter().map(cell).collect());
                }
            }
        }
    }
    lines
}

/// A strong game that both players play for the same sets.
pub fn strong(cells: usize, sets: Vec<Vec<u16>>) -> Description {
    Description {
        cells,
        black_sets: sets.clone(),
        white_sets: sets,
        movers: alternating(cells),
        ..Description::default()
    }
}

pub fn tic_tac_toe() -> Description {
    strong(9, rows(3, 3, 3))
}

/// All placements of a pattern of cells in its eight attitudes, on a rectangle or
/// wrapped around a torus.
pub fn placements(pattern: &[(i32, i32)], width: i32, height: i32, torus: bool) -> Vec<Vec<u16>> {
    let mut sets = Vec::new();
    for attitude in 0..8 {
        let turned = pattern.iter().map(|&(x, y)| {
            let (x, y) = if attitude & 1 == 0 { (x, y) } else { (y, x) };
            let x = if attitude & 2 == 0 { x } else { -x };
            (x, if attitude & 4 == 0 { y } else { -y })
        });
        let turned: Vec<(i32, i32)> = turned.collect();
        for dy in -height..2 * height {
            for dx in -width..2 * width {
                let moved = turned.iter().map(|&(x, y)| (x + dx, y + dy));
                let inside =
                    |(x, y): (i32, i32)| (0..width).contains(&x) && (0..height).contains(&y);
                if !torus && !moved.clone().all(inside) {
                    continue;
                }
                let wrap = |(x, y): (i32, i32)| {
                    (y.rem_euclid(height) * width + x.rem_euclid(width)) as u16
                };
                let mut set: Vec<u16> = moved.map(wrap).collect();
                set.sort_unstable();
                sets.push(set);
            }
        }
    }
    sets.sort();
    sets.dedup();
    sets
}

pub const SNAKY: [(i32, i32); 6] = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (4, 1)];

/// The 76 lines of four in the cube of side four.
pub fn qubic() -> Vec<Vec<u16>> {
    let mut lines = Vec::new();
    for start in 0..64i32 {
        for step in 0..27i32 {
            let (step, at) = (
                [step % 3 - 1, step / 3 % 3 - 1, step / 9 - 1],
                [start % 4, start / 4 % 4, start / 16],
            );
            let point = |i: i32| [0, 1, 2].map(|axis: usize| at[axis] + i * step[axis]);
            let line: Vec<[i32; 3]> = (0..4).map(point).collect();
            if step != [0; 3] && line.iter().flatten().all(|x| (0..4).contains(x)) {
                let cell = |p: &[i32; 3]| (p[0] + 4 * p[1] + 16 * p[2]) as u16;
                let mut line: Vec<u16> = line.iter().map(cell).collect();
                line.sort_unstable();
                lines.push(line);
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// A random family, sets repeated and unsorted now and then.
pub fn random_family(chance: &mut Chance, cells: usize, most: u64) -> Vec<Vec<u16>> {
    if cells == 0 {
        return Vec::new();
    }
    let mut sets: Vec<Vec<u16>> = Vec::new();
    for _ in 0..chance.below(most + 1) {
        let size = 1 + chance.below(cells.min(5) as u64) as usize;
        let mut set = chance.subset(size, cells);
        if chance.below(2) == 0 {
            set.reverse();
        }
        sets.push(set);
        if chance.below(6) == 0 {
            sets.push(sets[0].clone());
        }
    }
    sets
}

/// A random game with a random schedule, stones and first moves; it may be one
/// that the rules refuse.
pub fn random_game(chance: &mut Chance, cells: usize) -> Description {
    let weak = chance.below(3) == 0;
    let most = 3 * cells as u64;
    let black_sets = random_family(chance, cells, most);
    let white_sets = match chance.below(3) {
        _ if weak => Vec::new(),
        0 => black_sets.clone(),
        _ => random_family(chance, cells, most),
    };
    let (first, then) = (1 + chance.below(3), 1 + chance.below(3));
    let mut movers = Vec::new();
    let mut player = *chance.pick(&Player::BOTH);
    let stones = chance.below(cells as u64 + 3) as usize;
    while movers.len() < stones {
        let turn = if movers.is_empty() { first } else { then };
        movers.extend((0..turn).map(|_| player));
        player = player.other();
    }
    movers.truncate(stones);
    let given = (chance.below(4) * chance.below(2)) as usize;
    let mut given = chance.subset(given.min(cells), cells);
    chance.shuffle(&mut given);
    let black = given.split_off(given.len() / 2);
    let first_moves = (cells > 0 && chance.below(3) == 0).then(|| {
        let size = 1 + chance.below(cells.min(6) as u64) as usize;
        chance.subset(size, cells)
    });
    let first_any = chance.below(2) == 0;
    Description {
        cells,
        black_sets,
        white_sets,
        movers,
        black,
        white: given,
        first_moves,
        first_any,
        weak,
    }
}
