//! A search on disk, to go on with later.
//!
//! The file has the whole graph and all that is decided, as 64-bit words, compressed:
//! a head with a number that stands for game and claim, the open nodes, the decided
//! positions, a checksum. It is written beside the old one and then renamed. A file
//! of another game, an unfinished or a damaged one is refused, and so is whatever in
//! it would lead outside the graph.

use super::{Edge, Ground, Key, Known, Node, PASS, Pns, Position, Solved, Stage};
use crate::bits::Bits;
use crate::prove::sight::Sight;
use crate::prove::table::Words;
use crate::rules::Player;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs::File;
use std::hash::Hasher;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const MAGIC: &[u8; 16] = b"harary search 1\n";
/// The least time between two times that a search is kept.
const LEAST_PAUSE: Duration = Duration::from_secs(30);
/// Keeping takes at most one part in so many of the time.
const SHARE: u32 = 20;

/// Where a search is kept, and when the next time is.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    /// Stands for the game, the claim and the form of positions.
    question: u64,
    due: Instant,
    /// Why the search could not be kept.
    pub failure: Option<String>,
}

impl Keeper {
    pub fn new(path: &Path, question: u64) -> Self {
        Self {
            path: path.to_owned(),
            question,
            due: Instant::now() + LEAST_PAUSE,
            failure: None,
        }
    }

    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }
}

fn bad(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

struct Out<W: Write> {
    to: W,
    sum: Words,
}

impl<W: Write> Out<W> {
    fn word(&mut self, word: u64) -> io::Result<()> {
        self.sum.write_u64(word);
        self.to.write_all(&word.to_le_bytes())
    }

    fn bits<const N: usize>(&mut self, bits: &Bits<N>) -> io::Result<()> {
        bits.words().iter().try_for_each(|&word| self.word(word))
    }

    fn key<const N: usize>(&mut self, key: &Key<N>) -> io::Result<()> {
        self.bits(&key.at.stones[0])?;
        self.bits(&key.at.stones[1])?;
        self.word(u64::from(key.at.moment) << 1 | u64::from(key.passed))
    }

    fn ground<const N: usize>(&mut self, ground: &Ground<N>) -> io::Result<()> {
        self.bits(&ground.support)?;
        self.word(ground.race.into())
    }
}

struct In<R: Read> {
    from: R,
    sum: Words,
}

impl<R: Read> In<R> {
    fn word(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.from.read_exact(&mut bytes)?;
        let word = u64::from_le_bytes(bytes);
        self.sum.write_u64(word);
        Ok(word)
    }

    fn below(&mut self, bound: u64) -> io::Result<u64> {
        let word = self.word()?;
        if word < bound {
            Ok(word)
        } else {
            Err(bad("a number is out of range"))
        }
    }

    fn bits<const N: usize>(&mut self, inside: &Bits<N>) -> io::Result<Bits<N>> {
        let mut words = [0; N];
        for word in &mut words {
            *word = self.word()?;
        }
        let bits = Bits::from_words(words);
        if bits.is_subset(inside) {
            Ok(bits)
        } else {
            Err(bad("a cell is off the board"))
        }
    }

    fn ground<const N: usize>(&mut self, inside: &Bits<N>) -> io::Result<Ground<N>> {
        Ok(Ground {
            support: self.bits(inside)?,
            race: self.below(1 << 16)? as u16,
        })
    }
}

impl<'a, const W: usize, J: Sight<'a, W>> Pns<'a, W, J> {
    /// Keeps the search on disk from now on, and goes on with what is there.
    pub fn keep(&mut self, mut keeper: Keeper) -> Result<(), String> {
        match File::open(&keeper.path) {
            Ok(file) => {
                self.read(
                    BufReader::new(GzDecoder::new(BufReader::new(file))),
                    keeper.question,
                )
                .map_err(|error| format!("not a search of this game that was kept: {error}"))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.to_string()),
        }
        keeper.due = Instant::now() + LEAST_PAUSE;
        self.keeper = Some(keeper);
        Ok(())
    }

    /// Writes the file anew; false if that fails.
    pub fn save(&mut self) -> bool {
        let Some(mut keeper) = self.keeper.take() else {
            return true;
        };
        let start = Instant::now();
        let mut beside = keeper.path.clone().into_os_string();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let written = self
            .write(&beside, keeper.question)
            .and_then(|()| std::fs::rename(&beside, &keeper.path));
        if let Err(error) = &written {
            let _ = std::fs::remove_file(&beside);
            keeper.failure = Some(error.to_string());
        }
        keeper.due = Instant::now() + LEAST_PAUSE.max(start.elapsed() * SHARE);
        self.keeper = Some(keeper);
        written.is_ok()
    }

    fn write(&self, path: &Path, question: u64) -> io::Result<()> {
        let file = BufWriter::new(File::create(path)?);
        let mut out = Out {
            to: BufWriter::new(GzEncoder::new(file, Compression::fast())),
            sum: Words::default(),
        };
        out.to.write_all(MAGIC)?;
        out.word(question)?;
        out.word(W as u64)?;
        let open = (0..self.nodes.len()).filter(|&number| self.nodes[number].used);
        out.word(open.clone().count() as u64)?;
        // Numbers without the free places between them.
        let mut new = vec![0u64; self.nodes.len()];
        for (place, number) in open.clone().enumerate() {
            new[number] = place as u64;
        }
        for number in open {
            let node = &self.nodes[number];
            out.key(&Key {
                at: node.at,
                passed: node.passed,
            })?;
            out.ground(&node.lost)?;
            out.word(u64::from(node.numbers[0]) << 32 | u64::from(node.numbers[1]))?;
            out.word(u64::from(node.visits) << 2 | node.stage as u64)?;
            out.word(node.edges.len() as u64)?;
            for edge in &node.edges {
                out.word(u64::from(edge.element) << 16 | u64::from(edge.cell))?;
                out.word(new[edge.node as usize])?;
            }
        }
        let mut decided: u64 = 0;
        self.for_each_decided(|_, _| {
            decided += 1;
            Ok(())
        })?;
        out.word(decided)?;
        self.for_each_decided(|key, solved| {
            out.key(key)?;
            out.ground(&solved.ground)?;
            let cell = solved.cell.unwrap_or(PASS);
            let winner = solved.winner.index() as u64;
            out.word(u64::from(cell) << 2 | winner << 1 | u64::from(solved.useless))
        })?;
        let sum = out.sum.finish();
        out.word(sum)?;
        let encoder = out
            .to
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?;
        encoder
            .finish()?
            .into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()
    }

    /// What this thread and the others have decided, each position once.
    fn for_each_decided(
        &self,
        mut what: impl FnMut(&Key<W>, &Solved<W>) -> io::Result<()>,
    ) -> io::Result<()> {
        for (key, known) in &self.table {
            if let Known::Solved(solved) = known {
                what(key, solved)?;
            }
        }
        let mut result = Ok(());
        if let Some(together) = self.together {
            together.for_each(|key, solved| {
                // Where it is open here, it stands among the open ones.
                if result.is_ok() && !self.table.contains_key(key) {
                    result = what(key, solved);
                }
            });
        }
        result
    }

    fn read(&mut self, from: impl Read, question: u64) -> io::Result<()> {
        let mut from = In {
            from,
            sum: Words::default(),
        };
        let mut magic = [0; MAGIC.len()];
        from.from.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(bad("it begins otherwise"));
        }
        if from.word()? != question || from.word()? != W as u64 {
            return Err(bad("it is of another game, claim or setting"));
        }
        let all = self.game.everything;
        let moments = self.game.times.len() as u64 + 1;
        let count = from.below(1 << 32)?;
        for number in 0..count {
            let key = read_key(&mut from, &all, moments)?;
            let lost = from.ground(&all)?;
            let numbers = from.word()?;
            let visits = from.word()?;
            let stage = match visits & 3 {
                0 => Stage::New,
                1 => Stage::Passing,
                2 => Stage::Zone,
                _ => Stage::All,
            };
            let edges = from.below(1 << 16)?;
            let edges: io::Result<Vec<Edge>> = (0..edges)
                .map(|_| {
                    let word = from.below(1 << 48)?;
                    let cell = word as u16;
                    let element = (word >> 16) as u32;
                    let off = usize::from(cell) >= 64 * W || !all.test(cell.into());
                    if (off && cell != PASS) || element as usize >= self.group.order() {
                        return Err(bad("a move is none"));
                    }
                    Ok(Edge {
                        cell,
                        node: from.below(count)? as u32,
                        element,
                    })
                })
                .collect();
            let edges = edges?;
            let passing = stage == Stage::Passing;
            let starts_with_pass = edges.first().is_some_and(|edge| edge.cell == PASS);
            let grown = stage != Stage::New;
            if passing != starts_with_pass || grown == edges.is_empty() {
                return Err(bad("a position has the wrong moves"));
            }
            if self.game.mover(&key.at).is_none() {
                return Err(bad("an open position has no mover"));
            }
            self.lists += super::bytes(&edges);
            self.nodes.push(Node {
                at: key.at,
                lost,
                edges,
                parents: Vec::new(),
                numbers: [(numbers >> 32) as u32, numbers as u32]
                    .map(|number| number.clamp(1, super::MOST)),
                visits: (visits >> 2) as u32,
                stage,
                passed: key.passed,
                used: true,
            });
            if self.table.insert(key, Known::Open(number as u32)).is_some() {
                return Err(bad("a position stands twice"));
            }
        }
        for number in 0..self.nodes.len() {
            for place in 0..self.nodes[number].edges.len() {
                self.check(number, place)?;
                let child = self.nodes[number].edges[place].node as usize;
                let parents = &mut self.nodes[child].parents;
                if !parents.contains(&(number as u32)) {
                    let before = super::bytes(parents);
                    parents.push(number as u32);
                    self.lists += super::bytes(parents) - before;
                }
            }
        }
        for _ in 0..from.word()? {
            let key = read_key(&mut from, &all, moments)?;
            let ground = from.ground(&all)?;
            let word = from.below(1 << 18)?;
            let cell = (word >> 2) as u16;
            if cell != PASS && (usize::from(cell) >= 64 * W || !all.test(cell.into())) {
                return Err(bad("a move is none"));
            }
            let solved = Solved {
                winner: Player::BOTH[(word >> 1 & 1) as usize],
                cell: (cell != PASS).then_some(cell),
                ground,
                useless: word & 1 == 1,
            };
            if self.table.insert(key, Known::Solved(solved)).is_some() {
                return Err(bad("a position stands twice"));
            }
            if let Some(together) = self.together {
                together.insert(key, solved);
            }
        }
        let sum = from.sum.finish();
        if from.word()? != sum {
            return Err(bad("its checksum is wrong"));
        }
        Ok(())
    }

    /// Does a move lead where the graph says? Then each way through the graph ends.
    fn check(&self, number: usize, place: usize) -> io::Result<()> {
        let node = &self.nodes[number];
        let edge = node.edges[place];
        let child = &self.nodes[edge.node as usize];
        let mover = self.mover(&node.at);
        let cell = (edge.cell != PASS).then_some(edge.cell);
        let free = self.game.free(&node.at);
        let (form, element) = self.judge.form(&self.game.after(&node.at, mover, cell));
        let passed = cell.is_none() && self.game.times.mover(form.moment as usize) != Some(mover);
        if cell.is_some_and(|cell| !free.test(cell.into()))
            || (place > 0 && cell.is_none())
            || (child.at, child.passed) != (form, passed)
            || edge.element as usize != element
        {
            return Err(bad("a move leads elsewhere"));
        }
        Ok(())
    }
}

fn read_key<const W: usize>(
    from: &mut In<impl Read>,
    all: &Bits<W>,
    moments: u64,
) -> io::Result<Key<W>> {
    let stones = [from.bits(all)?, from.bits(all)?];
    let word = from.below(2 * moments)?;
    Ok(Key {
        at: Position {
            stones,
            moment: (word >> 1) as u32,
        },
        passed: word & 1 == 1,
    })
}
