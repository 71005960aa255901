"""The plane: lattices, pairings, refutations, their checker, families, the commands."""

from __future__ import annotations

import gzip
import io
import itertools
import json
import random
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harary import Player, game
from harary.errors import FormatError, GameTextError, InputError, TimeLimitReached
from harary.limits import Limits
from harary.plane import (
    Bounds,
    Lattice,
    PeriodicPairing,
    Refutation,
    Status,
    Targets,
    classify,
    coloured,
    decide,
    drawing,
    family,
    lattices,
    smallest,
    svg,
)
from harary.plane.certificate import checked
from harary.plane.children import ChildError, Job, run_jobs
from harary.plane.classification import open_store
from harary.plane.families import canonical, ground_set, implies, parts, set_text
from harary.plane.jobs import JOBS
from harary.plane.model import Rectangle, Region
from harary.plane.page import page
from harary.plane.refutation import refuted
from harary.plane.store import LARGEST_REFUTATION, Store
from harary.plane.symmetry import SYMMETRIES, Symmetry
from harary.plane.targets import Form, at_corner, contains
from harary.proofs import check, check_none
from harary.search.engine import decide as decide_game
from harary.shapes import Shape
from tests import naive
from tests.test_cli import run

ROOT = Path(__file__).parents[1]

# ---- a second program: pairings by trying, on tori and boards ----------------


def class_of(lattice: Lattice, x: int, y: int) -> tuple[int, int]:
    """The class of a point modulo a lattice, by the adjugate of its basis."""
    area = lattice.width * lattice.height
    return (x * lattice.height - y * lattice.shift) % area, y * lattice.width % area


def exists(forms: list[Form], region: Region, dominoes: bool) -> bool:
    """Whether the region has a pairing that stops the forms: take a placement, try its pairs."""

    def place(x: int, y: int) -> tuple[int, int]:
        return class_of(region, x, y) if isinstance(region, Lattice) else (x, y)

    if isinstance(region, Lattice):
        corners = {place(x, y): (x, y) for x in range(12) for y in range(12)}
        assert len(corners) == region.area
        placed = [
            [(x + dx, y + dy) for x, y in form] for form in forms for dx, dy in corners.values()
        ]
    else:
        placed = [
            moved
            for form in forms
            for dx in range(region.width)
            for dy in range(region.height)
            for moved in [[(x + dx, y + dy) for x, y in form]]
            if all(x < region.width and y < region.height for x, y in moved)
        ]

    def search(partner: dict[tuple[int, int], tuple[int, int]]) -> bool:
        """Steps to partners, by class."""
        for cells in placed:
            if any(
                (x + partner[place(x, y)][0], y + partner[place(x, y)][1]) in cells
                for x, y in cells
                if place(x, y) in partner
            ):
                continue
            for (x, y), (u, v) in itertools.combinations(cells, 2):
                one, two = place(x, y), place(u, v)
                if one == two or one in partner or two in partner:
                    continue
                if dominoes and abs(x - u) + abs(y - v) != 1:
                    continue
                if search({**partner, one: (u - x, v - y), two: (x - u, y - v)}):
                    return True
            return False
        return True

    return search({})


forms = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=4).map(
    at_corner
)
few = st.lists(forms, min_size=1, max_size=2, unique=True)
periods = st.integers(1, 6).flatmap(lambda area: st.sampled_from(list(lattices(area))))
boards = st.builds(Rectangle, st.integers(2, 4), st.integers(2, 4))


# ---- lattices and symmetries -------------------------------------------------


def test_lattices_are_counted() -> None:
    for area in range(1, 30):
        found = list(lattices(area))
        assert len(set(found)) == len(found) == sum(d for d in range(1, area + 1) if area % d == 0)
        assert all(lattice.area == area for lattice in found)
        assert all(len({class_of(each, *c) for c in each.cells}) == area for each in found)


@given(periods, st.integers(-20, 20), st.integers(-20, 20))
def test_a_point_is_reduced_within_its_class(lattice: Lattice, x: int, y: int) -> None:
    home = lattice.reduced((x, y))
    assert home in lattice.cells
    assert class_of(lattice, *home) == class_of(lattice, x, y)


@given(periods, st.sampled_from(SYMMETRIES), st.integers(-9, 9), st.integers(-9, 9))
def test_the_image_of_a_lattice(lattice: Lattice, symmetry: Symmetry, x: int, y: int) -> None:
    assert symmetry.inverse(symmetry((x, y))) == (x, y)
    own = class_of(lattice, x, y) == (0, 0)
    assert (class_of(lattice.image(symmetry), *symmetry((x, y))) == (0, 0)) is own


def test_lattices_up_to_a_group() -> None:
    for area in range(1, 13):
        fewer = set(lattices(area, list(SYMMETRIES)))
        images = {one.image(symmetry) for one in fewer for symmetry in SYMMETRIES}
        assert images == set(lattices(area))


# ---- targets -----------------------------------------------------------------


def test_targets() -> None:
    assert Targets.parse("row3+tic").drawn == "XXX+row3"
    assert len(Targets.parse("row3").forms) == 4
    assert len(Targets.parse("snaky").forms) == 8
    # Who stops an El stops every Fatty, too.
    assert set(Targets.parse("el+fatty").least) == set(Targets.parse("el").forms)
    assert len(Targets.parse("snaky").group) == 8
    assert [len(Targets.parse(text).group) for text in ("XXX=", "XX./.XX=")] == [4, 2]
    assert Targets.parse("X../XXX=+X/X/X/X=") == Targets.of_forms(
        [((0, 0), (0, 1), (1, 0), (2, 0)), ((0, 0), (0, 1), (0, 2), (0, 3))]
    )


@given(forms, forms)
def test_contains(form: Form, part: Form) -> None:
    cells = set(form)
    moves = itertools.product(range(-3, 4), repeat=2)
    assert contains(form, part) is any(
        {(x + dx, y + dy) for x, y in part} <= cells for dx, dy in moves
    )


@pytest.mark.parametrize("text", ["", "el+", "tippy@3x3", "nosuch", "row0", "row101", "X" * 101])
def test_targets_that_are_none(text: str) -> None:
    with pytest.raises(InputError):
        Targets.parse(text)


# ---- pairings and refutations against the second program ---------------------


@given(few, periods, st.booleans())
@settings(max_examples=150)
def test_a_lattice_is_decided(own: list[Form], lattice: Lattice, dominoes: bool) -> None:
    found = refuted(own, lattice, dominoes)
    assert (found is None) is exists(own, lattice, dominoes)
    if found is not None:
        drawn = Targets.of_forms(own).drawn
        again = refuted(Targets.of_forms(own).listed, lattice, dominoes)
        assert again is not None
        report = check_none.check(io.BytesIO(again.proof(drawn).encode()))
        assert report.claim.startswith("no ")


@given(few, boards, st.booleans())
@settings(max_examples=100)
def test_a_board_is_decided(own: list[Form], board: Rectangle, dominoes: bool) -> None:
    targets = Targets.of_forms(own)
    found = refuted(targets.listed, board, dominoes)
    assert (found is None) is exists(own, board, dominoes)
    if found is not None:
        checked(targets, found)


@given(few, st.integers(1, 5), st.booleans())
@settings(max_examples=60)
def test_the_smallest_area(own: list[Form], most: int, dominoes: bool) -> None:
    targets = Targets.of_forms(own)
    records = list(JOBS["lattices"](targets.text, dominoes, 1, most))
    least = next(
        (
            area
            for area in range(1, most + 1)
            if any(exists(own, lattice, dominoes) for lattice in lattices(area))
        ),
        None,
    )
    if least is None:
        assert records == [{"area": area} for area in range(1, most + 1)]
    else:
        assert records[:-1] == [{"area": area} for area in range(1, least)]
        found = PeriodicPairing.read(records[-1]["pairing"])
        assert found.lattice.area == least
        assert all(found.stops(form) for form in own)
        assert found.dominoes or not dominoes
        checked(targets, found)


@given(few, periods, st.sampled_from(SYMMETRIES), st.booleans())
@settings(max_examples=60)
def test_the_image_of_a_pairing(
    own: list[Form],
    lattice: Lattice,
    symmetry: Symmetry,
    dominoes: bool,
) -> None:
    given_sets = [[list(map(list, form)) for form in own]]
    period = [[lattice.width, lattice.height, lattice.shift]]
    for record in JOBS["family"](given_sets, period, dominoes):
        pairing = PeriodicPairing.read(record["pairing"])
        image = pairing.image(symmetry)
        turned = [at_corner(map(symmetry, form)) for form in own]
        assert all(image.stops(form) for form in turned)
        checked(Targets.of_forms(turned), image)
        assert image.image(symmetry.inverse) == pairing


def test_many_sets_are_decided_as_each_alone() -> None:
    sets = family("pairs:4")
    periods = [lattice for area in (1, 2, 3, 4) for lattice in lattices(area)]
    written = [[list(map(list, form)) for form in forms] for forms in sets]
    for dominoes in (True, False):
        records = JOBS["family"](
            written, [[each.width, each.height, each.shift] for each in periods], dominoes
        )
        stopped = {number for record in records for number in record["sets"]}
        for number, forms in enumerate(sets):
            alone = any(refuted(forms, lattice, dominoes) is None for lattice in periods)
            assert alone is (number in stopped)


# ---- the decision ------------------------------------------------------------


def test_decide() -> None:
    progress: list[tuple[int, int]] = []
    fatty = decide(Targets.parse("fatty"), dominoes=True, progress=lambda *at: progress.append(at))
    assert fatty.exists
    assert fatty.pairing is not None
    assert fatty.pairing.lattice.area == 2
    assert smallest(fatty) == 1
    assert progress
    tippy = decide(Targets.parse("tippy"))
    assert tippy.exists is False
    assert tippy.refutation is not None
    assert tippy.refutation.region == Rectangle(3, 3)
    with pytest.raises(AssertionError):
        smallest(tippy)


def test_undecided_says_how_far_it_came() -> None:
    snakes = Targets.parse("X./X./X./X./XX=+XX.../.XXXX=")
    found = decide(snakes, area=4, side=5)
    assert (found.exists, found.area, found.side, found.reason) == (None, 4, 5, "bound")
    late = decide(snakes, limits=Limits(seconds=0.01))
    assert (late.exists, late.reason) == (None, "time")
    with pytest.raises(TimeLimitReached):
        smallest(decide(Targets.parse("l-hexomino"), dominoes=True), limits=Limits(seconds=0.01))


def test_a_pairing_where_there_is_no_paving() -> None:
    """Paper 002 knows no set for which pairs other than dominoes help."""
    targets = Targets.parse(".X/XX/X.=+XXX/XXX=")
    assert decide(targets, dominoes=True).exists is False
    found = decide(targets)
    assert found.pairing is not None
    assert not found.pairing.dominoes


def test_what_maker_achieves_alone() -> None:
    """The ground set of paper 002: what is left out is won, what is in it is stopped."""
    for text in ("X=@1x1", "XX=@3x1", "XX/X.=@4x4"):
        assert decide_game(game(f"{text}:weak"), Player.BLACK).attacker_wins
    singles = {canonical([form]) for form in ground_set(6)}
    found, _ = classify("pairs:6", bounds=Bounds(area=4, side=1, dominoes_only=True))
    alone = [known for known in found.store.known.values() if len(known.forms) == 1]
    assert {known.forms for known in alone} == singles
    assert all(found.status(set_text(known.forms)) is Status.PAVING for known in alone)


def test_a_child_that_fails() -> None:
    with pytest.raises(ChildError, match="KeyError"):
        run_jobs([Job("nothing", {})], lambda _job, _record: False)


def test_a_solver_that_finds_what_it_denied_is_a_fault() -> None:
    answer = decide(Targets.parse("fatty"), dominoes=True)
    assert answer.pairing is not None
    larger = answer.pairing.written
    larger[0] = [2, 2, 0]
    larger[1] = [[0, 0, 0, 1], [1, 1, 0, 1]]
    worse = PeriodicPairing.read(larger)
    checked(answer.targets, worse)
    from dataclasses import replace

    with pytest.raises(ChildError, match="smaller area was missed"):
        smallest(replace(answer, pairing=worse))


# ---- the checker of refutations ----------------------------------------------

SMALL = """\
harary refutation 1
shapes X/X=+XX=
pairs dominoes
board 2x2
lemma by 1 3
end 1
"""


def verdict(text: str) -> check_none.Report:
    return check_none.check(io.BytesIO(text.encode()))


def rejected(text: str, reason: str) -> None:
    with pytest.raises(check_none.Invalid, match=reason):
        verdict(text)


def test_a_refutation() -> None:
    report = verdict(SMALL)
    assert report.shapes == "X/X=+XX="
    assert report.claim == "no paving by dominoes of the plane stops it: there is none of board 2x2"
    assert report.lemmas == 1
    assert verdict(SMALL.replace("dominoes", "any")).claim.startswith("no pairing of the plane")
    packed = gzip.compress(SMALL.encode())
    assert check_none.check(io.BytesIO(packed)) == report


def test_the_refutation_in_the_documentation() -> None:
    page_text = (ROOT / "docs/proof-format.md").read_text()
    found = page_text.partition("```text\nharary refutation 1\n")[2].partition("```")[0]
    verdict("harary refutation 1\n" + found)
    docstring = (check_none.__doc__ or "").replace("    ", "")
    found = docstring.partition("harary refutation 1\n")[2].partition("\n\n")[0]
    verdict("harary refutation 1\n" + found + "\n")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("by 1 3", "by 1", "the hints end before a contradiction"),
        ("by 1 3", "by", "the hints end before a contradiction"),
        ("by 1 3", "by 1 5", "clause 5 is not known"),
        ("by 1 3", "by 1 0", "clause 0 is not known"),
        ("by 1 3", "by 1 -3", "'-3' is no number"),
        ("by 1 3", "1 3", "expected: lemma NUMBERS by NUMBERS"),
        ("lemma by 1 3", "lemma 5 by 1 3", "a pair that there is not"),
        ("lemma by 1 3", "lemma 0 by 1 3", "a pair that there is not"),
        ("lemma by 1 3", "lemma x by 1 3", "'x' is no number"),
        ("lemma by 1 3\nend 1", "lemma 1 by 1 3\nend 1", "nothing is refuted"),
        ("lemma by 1 3\nend 1", "end 0", "nothing is refuted"),
        ("end 1", "end 2", "the end counts 2 lemmas, there were 1"),
        ("end 1", "end", "'' is no number"),
        ("end 1\n", "end 1\nx\n", "something follows the end"),
        ("end 1\n", "", "ends too early"),
        ("board 2x2", "board 2x1", "clause 3 is not known|leaves|before a contradiction"),
        ("board 2x2", "board 2", "expected: board"),
        ("board 2x2", "board 0x2", "expected 1 to"),
        ("board 2x2", "board 999x999", "expected 1 to"),
        ("board 2x2", "lattice 2x2+2", "a shift below the width"),
        ("X/X=+XX=", "X/X/X=+XX=", "clause 3 is not known"),
        ("X/X=+XX=", "fatty", "'fatty' is no drawing"),
        ("X/X=+XX=", "....", "a shape of 0 cells"),
        ("X/X=+XX=", "row9999", "too many pairs"),
        ("X/X=+XX=", "XX/XX", "leaves more than one possibility"),
        ("pairs dominoes", "pairs two", "expected: pairs"),
        ("pairs dominoes\n", "", "expected: pairs"),
        ("shapes", "shape", "expected: shapes"),
        ("X/X=", "Ä=", "not ASCII"),
    ],
)
def test_a_refutation_that_is_none(old: str, new: str, reason: str) -> None:
    assert old in SMALL
    rejected(SMALL.replace(old, new), reason)


def test_what_the_checker_of_refutations_cannot_read(tmp_path: Path) -> None:
    for text in ("", "harary proof 1\n", "harary refutation 2\n"):
        with pytest.raises(check_none.Unreadable):
            verdict(text)
    with pytest.raises(check_none.Unreadable, match="No such file"):
        check_none.check_file(str(tmp_path / "none"))
    broken = gzip.compress(SMALL.encode())[:-9]
    with pytest.raises((check_none.Unreadable, check_none.Invalid)):
        check_none.check(io.BytesIO(broken))


def numbers_in(text: str) -> list[int]:
    return [at for at, word in enumerate(text.split(" ")) if word.lstrip("-").isdigit()]


def test_no_changed_refutation_shows_something_false() -> None:
    """Random changes: what the checker still accepts is true, and most changes are rejected."""
    chance = random.Random(7)
    accepted = refused = 0
    cases: list[tuple[str, Region, bool]] = [
        ("tippy", Rectangle(3, 3), False),
        ("XXX=+X/X/X=", Rectangle(4, 4), True),
        (".X/XX/X.=+XX/XX=", Lattice(3, 2, 1), False),
        ("XXX=+X/X/X=", Lattice(3, 1, 1), True),
    ]
    for shapes, region, dominoes in cases:
        targets = Targets.parse(shapes)
        found = refuted(targets.listed, region, dominoes)
        assert found is not None, shapes
        text = found.proof(targets.drawn)
        verdict(text)
        for _ in range(150):
            lines = text.splitlines()
            at = chance.randrange(3, len(lines) - 1)
            kind = chance.randrange(4)
            if kind == 0:
                del lines[at]
                lines[-1] = f"end {len(lines) - 5}"
            elif kind == 1:
                words = lines[at].replace("x", " x ").replace("+", " + ").split(" ")
                places = [i for i, word in enumerate(words) if word.lstrip("-").isdigit()]
                if not places:
                    continue
                place = chance.choice(places)
                words[place] = str(int(words[place]) + chance.choice((-1, 1, 2)))
                lines[at] = " ".join(words).replace(" x ", "x").replace(" + ", "+")
            elif kind == 2:
                words = lines[at].split(" ")
                del words[chance.randrange(1, len(words))]
                lines[at] = " ".join(words)
            else:
                lines[2] = "pairs any" if dominoes else "pairs dominoes"
            changed = "\n".join(lines) + "\n"
            try:
                report = verdict(changed)
            except check_none.Invalid:
                refused += 1
                continue
            accepted += 1
            where = changed.splitlines()[3]
            kind_now = changed.splitlines()[2] == "pairs dominoes"
            assert not exists(list(targets.forms), region_of(where), kind_now), (report, changed)
    assert refused > 200
    assert accepted > 10


def region_of(line: str) -> Region:
    word, _, text = line.partition(" ")
    size, _, shift = text.partition("+")
    width, height = map(int, size.split("x"))
    return Rectangle(width, height) if word == "board" else Lattice(width, height, int(shift))


def test_the_checkers_stand_alone(tmp_path: Path) -> None:
    file = tmp_path / "small.refutation"
    file.write_text(SMALL)
    program = ROOT / "src/harary/proofs/check_none.py"
    command = [sys.executable, "-I", str(program), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VALID X/X=+XX=@plane:weak: no paving")
    file.write_text(SMALL.replace("by 1 3", "by 1"))
    done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["valid"] is False
    imports = [line for line in program.read_text().splitlines() if "harary." in line]
    assert not any(line.startswith(("import", "from")) for line in imports)
    assert subprocess.run(command[:3], capture_output=True, check=False).returncode == 2


# ---- families and the store --------------------------------------------------


def naive_sets(cells: int, size: int) -> int:
    """How many sets of fixed polyominoes there are up to symmetry, by another program."""
    ground = {shape for n in range(4, cells + 1) for shape in naive.fixed(n)}
    line = frozenset({(0, 0), (1, 0), (2, 0)})
    ground |= {naive.normal(shape) for shape in naive.turns(line)}

    def images(chosen: tuple[naive.Shape, ...]) -> frozenset[frozenset[naive.Shape]]:
        found = set()
        for flip in (1, -1):
            moved = [frozenset((flip * x, y) for x, y in shape) for shape in chosen]
            for _ in range(4):
                moved = [frozenset((-y, x) for x, y in shape) for shape in moved]
                found.add(frozenset(map(naive.normal, moved)))
        return frozenset(found)

    return len({images(chosen) for chosen in itertools.combinations(ground, size)})


def test_families_have_the_papers_sizes() -> None:
    assert naive_sets(4, 2) == len(family("pairs:4")) == 42
    assert naive_sets(5, 2) == len(family("pairs:5")) == 502
    assert naive_sets(4, 3) == len(family("triples:4")) == 208
    assert len(family("pairs:6")) == 5915
    assert len(family("subsets:snaky")) == 42
    assert len(family("free:6")) == 1 + 1 + 2 + 5 + 12 + 35


@pytest.mark.parametrize("name", ["pairs:5", "triples:4", "subsets:snaky", "free:5"])
def test_each_set_of_a_family_once(name: str) -> None:
    sets = family(name)
    assert len(set(sets)) == len(sets)
    assert all(canonical(forms) == forms for forms in sets)
    for forms in sets[:: len(sets) // 20 or 1]:
        assert canonical(Targets.parse(set_text(forms)).forms) == forms
        assert all(len(part) == len(forms) - 1 for part in parts(forms))


@pytest.mark.parametrize(
    "name",
    ["pairs", "pairs:", "pairs:x", "pairs:9", "pairs:0", "triples:6", "subsets:nosuch",
     "subsets:row5", "subsets:snaky+l-hexomino+p-pentomino", "quads:4", "free:9"],
)  # fmt: skip
def test_families_that_are_none(name: str) -> None:
    with pytest.raises(InputError):
        family(name)


def test_implies() -> None:
    line4, line3 = (
        canonical([((0, 0), (1, 0), (2, 0), (3, 0))]),
        canonical([((0, 0), (1, 0), (2, 0))]),
    )
    assert implies(line4, line3)
    assert not implies(line3, line4)
    small, large = family("pairs:4")[0], family("subsets:snaky")[-1]
    assert set_text(small) == "X/X/X=+XXX="
    assert implies(large, small)


PUBLISHED = {"pairs:4": (42, 21), "pairs:5": (502, 80), "subsets:snaky": (42, 36)}


@pytest.mark.parametrize("name", PUBLISHED)
def test_what_the_paper_left_undecided_has_no_paving(name: str) -> None:
    found, limit = classify(name, bounds=Bounds(dominoes_only=True))
    counts = found.counts()
    assert limit is None
    assert (counts["sets"], counts["no paving"]) == PUBLISHED[name]
    assert counts["paving"] == counts["sets"] - counts["no paving"]


def test_harary_s_losers_are_paved() -> None:
    """All losers up to six cells but Snaky have pavings; Snaky and the winners have none."""
    from harary.shapes import gallery

    found, _ = classify("free:6", bounds=Bounds(dominoes_only=True))
    for entry in gallery():
        text = set_text(canonical(entry.shape.orientations))
        paved = found.status(text) is Status.PAVING
        assert paved is (entry.status.value == "loser"), entry.name
        assert found.refuted(text, "dominoes") is not paved


def test_a_classification_goes_on_where_it_was(tmp_path: Path) -> None:
    path = str(tmp_path / "pairs.jsonl.gz")
    first, _ = classify("pairs:4", path=path, bounds=Bounds(dominoes_only=True))
    assert first.counts()["no pairing"] == 0
    said: list[str] = []
    second, _ = classify("pairs:4", path=path, bounds=Bounds(wins=4), progress=said.append)
    assert not any("dominoes" in line for line in said)
    assert second.counts() == {
        "sets": 42,
        "paving": 21,
        "pairing": 0,
        "won": 5,
        "open": 16,
        "no paving": 21,
        "no pairing": 21,
        "no pairing, not kept": 0,
        "new": 5,
    }
    said.clear()
    third, _ = classify("pairs:4", path=path, bounds=Bounds(wins=4), progress=said.append)
    assert third.counts() == second.counts()
    assert said == []
    assert page(third).count("<figure>") == 2
    assert "Maker wins on 4x4" in page(third)


def test_a_classification_that_is_stopped_keeps_what_it_knows(tmp_path: Path) -> None:
    path = str(tmp_path / "pairs.jsonl")
    found, limit = classify("pairs:4", path=path, limits=Limits(seconds=0.001))
    assert isinstance(limit, TimeLimitReached)
    assert found.counts()["open"] == 42
    assert open_store("pairs:4", path).counts()["open"] == 42


def lines_of(path: str) -> Iterator[dict[str, object]]:
    for line in Path(path).read_text().splitlines():
        yield json.loads(line)


def test_a_store_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "pairs.jsonl")
    classify("pairs:4", path=path, bounds=Bounds(area=4, side=4, wins=4))
    good = list(lines_of(path))
    pavings = [n for n, line in enumerate(good) if "pairing" in line]
    refutations = [n for n, line in enumerate(good) if "refutation" in line]
    decided = [n for n, line in enumerate(good) if {"certificate", "sets"} <= set(line)]
    wins = [n for n, line in enumerate(good) if "won" in line]
    open_set = good[wins[0]]["sets"]

    def refuse(at: int, change: dict[str, object], reason: str) -> None:
        bad = [dict(line) for line in good]
        bad[at] |= change
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in bad))
        with pytest.raises(FormatError, match=reason):
            open_store("pairs:4", path)

    refuse(0, {"family": "pairs:5"}, "expected a classification of pairs:4")
    refuse(pavings[0], {"pairing": [[1, 1, 0], []]}, "not shown")
    refuse(refutations[0], {"refutation": ["9x9", True, [[[], []]]]}, "not shown")
    refuse(refutations[0], {"refutation": ["2x2+0", True, [[[], []]]]}, "line")
    refuse(decided[0], {"sets": open_set}, "not shown")
    refuse(decided[0], {"sets": ["XX="]}, "a set that is none of pairs:4")
    refuse(decided[0], {"certificate": 999}, "expected a line")
    refuse(decided[-1], {"question": "dominoes"}, "certificate of another question")
    refuse(wins[0], {"proof": "harary proof 1\n"}, "not shown")
    refuse(wins[0], {"won": 9}, "expected a line")
    refuse(wins[0], {"as": open_set[0], "proof": ""}, "expected a line")  # type: ignore[index]
    Path(path).write_bytes(b"\x1f\x8bnothing")
    with pytest.raises(FormatError, match="damaged"):
        open_store("pairs:4", path)
    Path(path).write_text("{}\n")
    with pytest.raises(FormatError, match="expected a classification"):
        open_store("pairs:4", path)


def test_a_small_store_leaves_long_refutations_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LARGEST_REFUTATION > 10_000
    monkeypatch.setattr("harary.plane.store.LARGEST_REFUTATION", 100)
    path = str(tmp_path / "pairs.jsonl")
    whole, _ = classify("pairs:4", path=path, small=True)
    read = open_store("pairs:4", path)
    counts = read.counts()
    assert 0 < counts["no pairing"] < whole.counts()["no pairing"] == 21
    assert counts["no pairing"] + counts["no pairing, not kept"] == 21
    assert "which is not kept here" in page(read)
    again, _ = classify("pairs:4", path=path)
    assert again.counts() == whole.counts()


def test_wins_spread_to_parts() -> None:
    sets = family("pairs:5")
    known = Store("pairs:5", sets)
    by_text = {set_text(forms): forms for forms in sets}
    known.known["X/X/X=+XXXX="].won = 5
    assert implies(by_text["X/X/X=+XXXX="], by_text["X/X/X=+XXX="])
    known.won_as("X/X/X=+XXXX=", "X/X/X=+XXX=")
    assert known.known["X/X/X=+XXX="].won == 5
    with pytest.raises(AssertionError):
        known.won_as("X/X/X=+XXXX=", "X/X/X=+XXXXX=")


# ---- pictures ----------------------------------------------------------------

BRICKS = PeriodicPairing.of(Lattice(2, 1, 1), [((0, 0), (1, 0))])
KNIGHTS = PeriodicPairing.of(Lattice(4, 1, 0), [((0, 0), (1, 2)), ((2, 0), (3, 0))])


def test_a_picture_shows_each_pair() -> None:
    rows = drawing(BRICKS, 6, 3).splitlines()[::-1]
    assert rows == ["<><><>", "><><><", "<><><>"]
    rows = drawing(KNIGHTS, 8, 4).splitlines()[::-1]
    cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    for (x, y), sign in cells.items():
        partner = KNIGHTS.partner((x, y))
        assert partner is not None
        if sign.isalpha():
            assert cells.get(partner, sign) == sign
        else:
            assert sign == "<>"[partner[0] < x]
    bare = coloured(KNIGHTS, 8, 4)
    for code in range(30, 100):
        bare = bare.replace(f"\033[{code}m", "")
    assert bare.replace("\033[0m", "") == drawing(KNIGHTS, 8, 4)
    assert "." in drawing(PeriodicPairing.of(Lattice(3, 1, 0), [((0, 0), (1, 0))]), 3, 1)


def test_an_svg_is_well_formed() -> None:
    for pairing in (BRICKS, KNIGHTS):
        root = ET.fromstring(svg(pairing, Targets.parse("snaky")))
        space = "{http://www.w3.org/2000/svg}"
        assert root.tag == f"{space}svg"
        shapes = [r for r in root.findall(f"{space}rect") if r.get("fill") == "#345"]
        assert len(shapes) == 8 * 6


# ---- the commands ------------------------------------------------------------


def test_pave(tmp_path: Path) -> None:
    proof, picture = tmp_path / "a.proof", tmp_path / "a.svg"
    done = run("pave", "fatty", "--smallest", "--proof", str(proof), "--svg", str(picture), code=10)
    assert "a paving of period 2x1+1 stops it (area 2, and no smaller one does; proved)" in (
        done.stdout
    )
    assert check.check_file(proof).claims == ["a pairing of period 2x1+1 stops it on the plane"]
    ET.parse(picture)
    none = run("pave", "tippy", "--proof", str(proof), code=20)
    assert "no pairing of the plane stops it: the board 3x3 has none" in none.stdout
    assert run("check", str(proof)).stdout.startswith("VALID XX./.XX@plane:weak: no pairing")
    both = run("check", str(proof), str(ROOT / "vectors/proofs/fatty-plane.proof")).stdout
    assert [line.split()[1] for line in both.splitlines()] == ["VALID", "VALID"]
    open_ = run("pave", "X./X./X./X./XX=+XX.../.XXXX=", "--area", "3", "--side", "4")
    assert "undecided: no pairing of a period of area up to 3, but one of the board 4x4" in (
        open_.stdout
    )


def test_pave_json() -> None:
    facts = json.loads(run("pave", ".X/XX/X.=+XXX/XXX=", "--json", code=10).stdout)
    assert facts["dominoes"]["exists"] is False
    assert facts["dominoes"]["board"] == "5x5"
    assert facts["pairs"]["exists"] is facts["pairs"]["proved"] is True
    assert facts["pairs"]["area"] == 4
    text = "".join(f"pair {' '.join(map(str, pair))}\n" for pair in facts["pairs"]["pairs"])
    lattice = " ".join(map(str, facts["pairs"]["lattice"]))
    count = len(facts["pairs"]["pairs"])
    file = f"harary proof 1\nplane {facts['shapes']}\nlattice {lattice}\n{text}end {count}\n"
    check.check(io.BytesIO(file.encode()))
    only = json.loads(run("pave", "tippy", "--domino-only", "--json", code=20).stdout)
    assert set(only) == {"shapes", "dominoes", "smaller_excluded", "proof"}
    late = json.loads(run("pave", "snaky", "--timeout", "1ms", "--json").stdout)
    assert late["pairs"]["reason"] == "time"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pave", "tippy@3x3"], "expected shapes without a board"),
        (["pave", "nosuch"], "no shape 'nosuch'"),
        (["pave", "row500"], "expected 1 to 100 cells"),
        (["pave", "el", "--area", "x"], "expected a whole number"),
        (["pave", "el", "--proof", "/none/at/all"], "/none/at/all: cannot be written"),
        (["classify", "pairs:40"], "expected a number of cells from 1 to 8"),
        (["classify", "nothing"], "expected pairs:N"),
        (["classify", "pairs:4", "--small"], "--small goes with --store"),
        (["classify", "pairs:4", "--store", "/none/at/all"], "cannot be written"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], said: str) -> None:
    done = run(*arguments, code=2)
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_classify_command(tmp_path: Path) -> None:
    store, shown = tmp_path / "s.jsonl", tmp_path / "p.html"
    arguments = ["classify", "pairs:4", "--store", str(store), "--side", "5", "--wins", "4"]
    done = run(*arguments, "--list", "--page", str(shown))
    assert "paving                      21" in done.stdout
    assert "X/X/X=+XXX=: Maker wins on 4x4, new; no pairing" in done.stdout
    assert shown.read_text().startswith("<!doctype html>")
    facts = json.loads(run(*arguments, "--json").stdout)
    assert facts["counts"]["won"] == 5
    assert facts["stopped"] is None
    assert sum(row["new"] is True for row in facts["sets"]) == 5
    late = run("classify", "pairs:5", "--timeout", "1ms")
    assert "stopped by the limit on time" in late.stdout


def test_rows_are_targets_too() -> None:
    with pytest.raises(GameTextError):
        Targets.parse("row0")
    assert decide(Targets.parse("row3"), dominoes=True).exists is False


def test_the_shape_and_its_forms_agree() -> None:
    shape = Shape([(0, 0), (1, 0), (1, 1), (1, 2)])
    assert set(Targets([shape]).forms) == set(shape.orientations)
    assert isinstance(refuted([((0, 0),)], Rectangle(1, 1), False), Refutation)
