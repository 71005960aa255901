"""Solvers and preprocessors: adapters by stand-ins, the real programs where they are."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from harary.cli import main
from harary.encodings import encode
from harary.errors import DisagreementError, FormatError, InputError
from harary.games import Player
from harary.limits import Limits
from harary.qbf import programs
from harary.qbf.answer import Answer
from harary.qbf.bloqqer import BrokenPrefix, parsed, repaired
from harary.qbf.bloqqer import Formula as Loose
from harary.qbf.examine import examine, tiny
from harary.qbf.formula import Formula
from harary.qbf.portfolio import run_portfolio
from harary.qbf.programs import MissingProgramError, Program, adapters, chain, solver
from harary.qbf.solver import Pair, decided, run_solver, write
from harary.search import Oracle
from harary.text import game
from tests.qbf_evaluator import Evaluator, evaluate
from tests.solvers import here, needs
from tests.test_process import folders, marked, wait_until_gone

STANDIN = Path(__file__).with_name("standin.py")
SOLVERS = ("depqbf", "caqe", "qute", "rareqs", "qfun")
#: Far more than anything here takes.
LIMITS = Limits(seconds=120)


@pytest.fixture(autouse=True)
def no_config_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HARARY_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "no-config"))


# ---- formulas -----------------------------------------------------------------------


def formula_of(prefix: Sequence[int], clauses: Sequence[Sequence[int]]) -> Formula:
    """Variables 1, 2, ... in this order; the signs say how each is quantified."""
    formula = Formula()
    x = formula.family("x", i=range(len(prefix)))
    for i, sign in enumerate(prefix):
        formula.exists(x[i : i + 1]) if sign > 0 else formula.forall(x[i : i + 1])
    formula.add_each("c", clauses)
    return formula


def random_formula(random_: random.Random, variables: int = 9) -> Formula:
    """About as often true as false, and with something to decide for everybody."""
    prefix = [random_.choice([1, 1, -1]) for _ in range(variables)]
    exists = [i + 1 for i, sign in enumerate(prefix) if sign > 0] or [1]
    clauses = []
    for _ in range(random_.randint(variables // 2, 2 * variables)):
        chosen = {random_.choice(exists), *random_.sample(range(1, variables + 1), 2)}
        clauses.append([variable * random_.choice([1, -1]) for variable in sorted(chosen)])
    return formula_of(prefix, clauses)


def with_assignment(formula: Formula, literals: Sequence[int]) -> bool:
    """The truth of a formula when these literals are true."""
    true = set(literals)
    clauses = [
        [literal for literal in clause if -literal not in true]
        for clause in formula.clauses()
        if not true & set(clause)
    ]
    return Evaluator(formula.variables, formula.prefix, clauses).truth()


def check_answer(formula: Formula, answer: Answer) -> None:
    truth = evaluate(formula)
    assert answer.truth is truth, answer
    assert answer.status == str(truth).lower()
    assert (answer.reason, answer.failed) == (None, False)
    if answer.assignment is not None:
        quantifier, first, last = formula.prefix[0]
        assert all(first <= abs(literal) <= last for literal in answer.assignment)
        assert (quantifier == "e") is truth
        assert with_assignment(formula, answer.assignment) is truth


@pytest.mark.parametrize(
    ("prefix", "clauses", "truth"),
    [
        ([], [], True),
        ([1, -1], [], True),
        ([1], [[]], False),
        ([1, -1, 1], [[1], []], False),
        ([1], [[1]], None),
    ],
)
def test_nothing_to_solve(prefix: list[int], clauses: list[list[int]], truth: bool | None) -> None:
    assert decided(formula_of(prefix, clauses)) is truth


# ---- stand-ins ------------------------------------------------------------------------


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def standins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Every program that an adapter knows is on PATH, as a stand-in, and no real one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    names = {name: name for name in (*SOLVERS, "qesto", "mpidepqbf", "bloqqer", "hqspre")}
    for file, name in {**names, "ghostq": "ghostq", "qratpre+": "qratpre"}.items():
        script(folder / file, f'exec {sys.executable} -I -S {STANDIN} {name} "$@"')
    script(folder / "mpirun", '[ "$1" = -n ] && [ "$2" -ge 1 ] || exit 1; shift 2; exec "$@"')
    converter = folder / "qcir-conv.py"
    converter.write_text("import sys; sys.stdout.write(open(sys.argv[1]).read())\n")
    converter.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setattr(programs, "_PYQBF", "no/such/folder")
    return folder


@pytest.mark.parametrize("name", [name for name, a in adapters().items() if a.kind == "solver"])
def test_each_solver_keeps_its_conventions(name: str, standins: Path) -> None:
    random_ = random.Random(name)
    for _ in range(4):
        formula = random_formula(random_, 6)
        for assignment in (False, True):
            answer = run_solver(formula, name, limits=LIMITS, assignment=assignment)
            check_answer(formula, answer)
            assert answer.solver == name
            (stage,) = answer.stages or [None]
            if stage is not None and assignment and (formula.prefix[0][0] == "e") is answer.truth:
                given = adapters()[name].assignment != "none"
                assert (answer.assignment is not None) is given
    assert solver(name).path.startswith(str(standins))


@pytest.mark.parametrize(
    "names", ["bloqqer", "hqspre", "qratpre", "qratpre+hqspre", "hqspre + qratpre+bloqqer"]
)
@pytest.mark.usefixtures("standins")
def test_each_preprocessor_keeps_its_conventions(names: str) -> None:
    random_ = random.Random(names)
    for _ in range(6):
        formula = random_formula(random_, 6)
        answer = run_solver(formula, "qfun", names, LIMITS, assignment=True)
        check_answer(formula, answer)
        assert answer.assignment is None
        assert answer.preprocess == names.replace(" ", "")
        known = [program.name for program in chain(names)] + ["qfun"]
        assert [stage.program for stage in answer.stages] == known[: len(answer.stages)]
        if answer.stages:
            assert answer.decided_by == answer.stages[-1].program


def test_the_version_decides_about_flags(standins: Path) -> None:
    assert solver("depqbf").version == "6.03"
    assert "--no-dynamic-nenofex" in solver("depqbf").command(Path("f"), assignment=True)
    text = (standins / "depqbf").read_text().replace("py depqbf", "py depqbf5")
    script(standins / "depqbf", text.partition("\n")[2])
    assert solver("depqbf").version == "5.01"
    command = solver("depqbf").command(Path("f"), assignment=True)
    assert command[1:] == ["--qdo", "f"]
    formula = formula_of([1, 1, -1, 1], [[1, 2], [-1, 2], [3, 4], [-3, -4]])
    answer = run_solver(formula, "depqbf", limits=LIMITS, assignment=True)
    check_answer(formula, answer)
    assert answer.assignment is not None


def test_a_helper_that_is_missing(standins: Path) -> None:
    (standins / "qcir-conv.py").unlink()
    with pytest.raises(MissingProgramError, match=r"solver 'ghostq' with qcir-conv\.py is not"):
        solver("ghostq")


def test_missing_and_unknown_programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "_PYQBF", "no/such/folder")
    for name, adapter in adapters().items():
        if adapter.kind == "solver":
            with pytest.raises(MissingProgramError) as raised:
                run_solver(tiny(True), name)
            assert adapter.get in str(raised.value)
            assert "\n" not in str(raised.value)
    with pytest.raises(InputError, match="no solver 'foo': expected one of depqbf, caqe"):
        run_solver(tiny(True), "foo")
    with pytest.raises(InputError, match="no preprocessor 'caqe'"):
        chain("caqe")
    with pytest.raises(InputError, match="no preprocessor ''"):
        chain("+")


# ---- programs that misbehave, and the configuration file ----------------------------------


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Describe a program of one's own, with a shell script."""
    config = tmp_path / "programs.toml"
    monkeypatch.setenv("HARARY_CONFIG", str(config))
    config.touch()

    def add(name: str, text: str, kind: str = "solver", **keys: object) -> None:
        path = script(tmp_path / f"{name}.sh", text)
        lines = [f"[{name}]", f'kind = "{kind}"', f'find = ["{path}"]']
        lines += [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
        config.write_text(config.read_text() + "\n".join(lines) + "\n")

    return add


ASKED = formula_of([1, 1, -1, 1], [[1, 2], [3, 4], [-3, -4]])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("exit 10", "true"),
        ("exit 20", "false"),
        ("echo s cnf 1; exit 10", "true"),
        ("echo s cnf 0 7 9; exit 20", "false"),
        ("exit 0", "unknown"),
        ("echo s cnf -1; exit 0", "unknown"),
        ("head -c 100000 /dev/urandom; exit 0", "unknown"),
        ("head -c 100000 /dev/urandom; exit 10", "true"),
        ("echo s cnf 0; exit 10", "ERROR (exit code 10 with the other answer line)"),
        ("echo s cnf 1; exit 20", "ERROR (exit code 20 with the other answer line)"),
        ("echo s cnf 1; echo s cnf 0; exit 10", "ERROR (two answers)"),
        ("echo s cnf 1; exit 0", "ERROR (answer line with exit code 0)"),
        ("echo s cnf 1; exit 1", "ERROR (answer line with exit code 1)"),
        ("echo garbage; exit 3", "ERROR (3)"),
        ("kill -SEGV $$", "SEGMENTATION FAULT"),
        ("kill -KILL $$", "KILLED BY SIGNAL 9"),
        ("echo std::bad_alloc >&2; kill -ABRT $$", "ABORTED"),
    ],
)
def test_what_a_solver_says(text: str, status: str, own: Callable[..., None]) -> None:
    own("own", text)
    answer = run_solver(ASKED, "own")
    assert answer.status == status
    assert answer.truth is {"true": True, "false": False}.get(status)
    assert answer.failed is (status not in ("true", "false", "unknown"))
    assert answer.decided_by == ("own" if answer.truth is not None else None)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("exit 10", "ERROR (exit code 10 with no answer line)"),
        ("echo YES; exit 10", "true"),
        ("echo NO; exit 10", "ERROR (exit code 10 with the other answer line)"),
        ("echo YES; echo s cnf 0; exit 10", "ERROR (two answers)"),
    ],
)
def test_an_answer_line_that_has_to_be_there(
    text: str, status: str, own: Callable[..., None]
) -> None:
    own("own", text, true_line="^YES", false_line="^NO")
    assert run_solver(ASKED, "own").status == status


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("echo YES", "true"),
        ("echo NO", "false"),
        ("echo perhaps", "unknown"),
        ("echo NO; exit 1", "ERROR (answer line with exit code 1)"),
    ],
)
def test_a_solver_with_one_exit_code(text: str, status: str, own: Callable[..., None]) -> None:
    own("own", text, true_line="^YES", false_line="^NO", true_code=0, false_code=0)
    assert run_solver(ASKED, "own").status == status


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("V 1 0", (1,)),
        ("V -2 1 0", (1, -2)),
        ("V +1 -2", (1, -2)),
        ("V 1 0\nV -2 0", (1, -2)),
        ("V 1 0\nV 4 0", (1,)),
        ("V", None),
        ("", None),
        ("V 1 0\nV -1 0", "ERROR (assignment: a variable is both true and false)"),
        ("V 5 0", "ERROR (assignment: no such variable)"),
        ("V one 0", "ERROR (assignment: no numbers)"),
    ],
)
def test_assignments(lines: str, expected: object, own: Callable[..., None]) -> None:
    own("own", f"printf 's cnf 1\\n{lines}\\n'; exit 10", assignment="V")
    answer = run_solver(ASKED, "own", assignment=True)
    assert (answer.status if isinstance(expected, str) else answer.assignment) == expected
    assert run_solver(ASKED, "own").assignment is None


def test_out_of_memory(own: Callable[..., None]) -> None:
    own("aborts", "echo std::bad_alloc >&2; kill -ABRT $$")
    own("exits", "echo Out of memory; exit 1")
    own("takes", f"exec {sys.executable} -I -S -c 'b = bytearray(10**9)'")
    for name in ("aborts", "exits", "takes"):
        answer = run_solver(ASKED, name, limits=Limits(memory=100 * 2**20))
        assert (answer.status, answer.reason) == ("OUT OF MEMORY", "memory")
        assert not answer.failed


def test_time_limits(own: Callable[..., None]) -> None:
    own("slow", "sleep 100")
    own("hangs", "trap '' TERM; while :; do :; done")
    own("polite", "trap 'exit 0' TERM; while :; do :; done")
    own("late", "trap 'echo s cnf 1; exit 10' TERM; while :; do :; done")
    own("same", 'sleep 0.2; cat "$1"', kind="preprocessor")
    for name in ("slow", "hangs", "polite", "late"):
        answer = run_solver(ASKED, name, limits=Limits(seconds=0.3))
        assert (answer.status, answer.reason, answer.failed) == ("TIMEOUT", "time", False)
    answer = run_solver(ASKED, "hangs", limits=LIMITS, cpu=0.2)
    assert answer.status == "TIMEOUT"
    # The time is that of the whole chain.
    answer = run_solver(ASKED, "slow", "same+same+same+same+same+same", Limits(seconds=0.5))
    assert answer.status == "TIMEOUT"
    assert len(answer.stages) < 5


HEADER = "p cnf 2 1\\na 1 0\\ne 2 0\\n"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("exit 10", "true"),
        ("exit 20", "false"),
        ("exit 1", "ERROR (1)"),
        ("printf 'p cnf 2 0\\na 1 2 0\\n'", "true"),
        (f"printf '{HEADER}0\\n'", "false"),
        ("exit 0", "ERROR (no formula: "),
        ("echo garbage", "ERROR (no formula: "),
        (f"printf '{HEADER}1 x 0\\n'", "ERROR (no formula: "),
        (f"printf '{HEADER}1 2 0\\n1 0\\n'", "ERROR (2 clauses where the header says 1)"),
        (f"printf '{HEADER}'", "ERROR (0 clauses where the header says 1)"),
        ("printf 'p cnf 2 1\\na 1 0\\n1 2 0\\n'", "ERROR (a variable is not quantified)"),
        ("kill -SEGV $$", "SEGMENTATION FAULT"),
    ],
)
def test_what_a_preprocessor_says(
    text: str, status: str, own: Callable[..., None], tmp_path: Path
) -> None:
    own("pre", text, kind="preprocessor")
    own("witness", f"touch {tmp_path}/was-asked; exit 10")
    answer = run_solver(ASKED, "witness", "pre+pre")
    assert answer.status.startswith(status)
    assert len(answer.stages) == 1
    assert answer.decided_by == (None if answer.truth is None else "pre")
    assert not (tmp_path / "was-asked").exists()


def test_a_full_disk_under_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "formula.qdimacs"
    path.symlink_to("/dev/full")
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write(ASKED, path)


@pytest.mark.parametrize("text", ['cat "$1" > /dev/full', 'rm -f "$2"; ln -s /dev/zero "$2"'])
def test_a_preprocessor_with_nowhere_to_write(text: str, own: Callable[..., None]) -> None:
    command = ["{program}", "{input}", "{output}"]
    own("pre", f"{text}; exit 0", kind="preprocessor", command=command, output="file")
    own("yes", "exit 10")
    assert run_solver(ASKED, "yes", "pre").status == "ERROR (no formula was written)"


def test_a_solver_gets_our_words_only(own: Callable[..., None], tmp_path: Path) -> None:
    """What solvers stumble over is legal: comments, line ends, gaps, adjacent scopes."""
    prefix = "c hi\\r\\np cnf  9 2\\r\\nc hi\\ne 7 0\\ne 9 0\\na 2 0\\n\\ne 5 0\\n"
    wild = prefix + "07\\n5 0 2 -5 9 0\\nc end"
    own("pre", f"printf '{wild}'", kind="preprocessor")
    own("reads", f'cp "$1" {tmp_path}/given; exit 10')
    assert run_solver(ASKED, "reads", "pre").status == "true"
    expected = "p cnf 4 2\ne 1 2 0\na 3 0\ne 4 0\n1 4 0\n3 -4 2 0\n"
    assert (tmp_path / "given").read_text() == expected


def test_a_preprocessor_that_names_another_file(own: Callable[..., None], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("c mine\np cnf 2 1\ne 1 2 0\n1 2 0\n")
    command = ["{program}", "{output}"]
    own("pre", f'ln -s {other} "$1"', kind="preprocessor", command=command, output="file")
    own("yes", "exit 10")
    assert run_solver(ASKED, "yes", "pre").status == "true"
    assert other.read_text().startswith("c mine\n")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x", "programs.toml: "),
        ("x = 1", "expected a table"),
        ("[Own]", "program 'Own'"),
        ("[own]", "the key 'kind' is missing"),
        ('[own]\nkind = "solver"', "the key 'find' is missing"),
        ('[own]\nkind = "program"\nfind = []', "expected solver or preprocessor"),
        ('[own]\nkind = "solver"\nfind = "x"', "[own] find: expected a list of texts"),
        ("[depqbf]\nflags = [1]", "[depqbf] flags: expected a list of texts"),
        ("[depqbf]\ntrue_code = true", "[depqbf] true_code: expected a number"),
        ("[depqbf]\ntested = 1", "[depqbf] tested: expected true or false"),
        ('[depqbf]\ntrue_line = "("', "[depqbf] true_line: "),
        ('[depqbf]\ncommand = ["{home}"]', "[depqbf] command: no {home} is known"),
        ('[depqbf]\nhome = ""', "[depqbf]: no key 'home' is known"),
        ("[depqbf]\nversions = 1", "[depqbf] versions: expected tables"),
        ('[depqbf.versions."("]', "[depqbf] versions: "),
        ('[depqbf.versions."5"]\nflags = 1', "[depqbf] flags: expected a list of texts"),
    ],
)
def test_a_configuration_that_is_wrong(
    text: str, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "programs.toml"
    path.write_text(text)
    monkeypatch.setenv("HARARY_CONFIG", str(path))
    with pytest.raises(FormatError) as raised:
        adapters()
    assert str(path) in str(raised.value)
    assert says in str(raised.value)


def test_the_configuration_changes_what_is_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "config" / "harary"
    folder.mkdir(parents=True)
    (folder / "programs.toml").write_text('[qesto]\nfind = ["/opt/qesto"]\n')
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert adapters()["qesto"].find == ("/opt/qesto",)
    assert adapters()["qesto"].kind == "solver"
    monkeypatch.setenv("HARARY_CONFIG", str(tmp_path / "missing.toml"))
    with pytest.raises(FormatError, match=r"missing\.toml: cannot be read"):
        adapters()


def test_answers_are_values() -> None:
    answer = run_solver(formula_of([1], []), "qfun") if here("qfun") else None
    if answer is not None:
        assert pickle.loads(pickle.dumps(answer)) == answer
        assert json.loads(json.dumps(answer.as_json()))["decided_by"] == "formula"


# ---- several at once ------------------------------------------------------------------------


def test_the_first_answer_wins(own: Callable[..., None]) -> None:
    own("slow", "sleep 100")
    own("hangs", "trap '' TERM; while :; do :; done")
    own("quick", "sleep 0.1; exit 10")
    own("dumb", "exit 0")
    answers = run_portfolio(ASKED, ["slow", "hangs", "dumb", "quick"], LIMITS, workers=4)
    assert [answer.pair for answer in answers if answer.truth] == ["quick"]
    assert answers[0].pair == "quick"
    assert {answer.pair: answer.status for answer in answers[1:]} == {
        "slow": "KILLED",
        "hangs": "KILLED",
        "dumb": "unknown",
    }


def test_nobody_waits_for_one_that_never_ends(own: Callable[..., None]) -> None:
    """Also with more pairs than cores."""
    own("slow", "sleep 100")
    own("quick", "exit 20")
    pairs = ["slow"] * (2 * len(os.sched_getaffinity(0)))
    assert run_portfolio(ASKED, [*pairs, "quick"], LIMITS)[0].pair == "quick"


def test_more_pairs_than_workers(own: Callable[..., None]) -> None:
    own("dumb", "exit 0")
    own("quick", "exit 20")
    answers = run_portfolio(ASKED, ["dumb", "dumb", "quick", "dumb"], workers=1)
    # The last one may have begun before it was called off.
    assert answers[0].status == "false"
    assert {answer.status for answer in answers[1:]} <= {"unknown", "KILLED"}
    answers = run_portfolio(ASKED, ["quick", "dumb", "quick"], workers=1, everybody=True)
    assert [answer.status for answer in answers] == ["false", "false", "unknown"]


def test_a_portfolio_keeps_to_its_limits(own: Callable[..., None]) -> None:
    own("slow", "sleep 100")
    answers = run_portfolio(ASKED, ["slow", "slow", "slow"], Limits(seconds=0.4), workers=2)
    assert [answer.status for answer in answers] == ["TIMEOUT"] * 3


PORTFOLIO = """
from harary.qbf import Formula, run_portfolio
formula = Formula()
x = formula.family("x", i=range(2))
formula.exists(x)
formula.add("one", x[:1], x[1:])
run_portfolio(formula, ["hangs", "hangs"], workers=2)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_portfolio_that_is_interrupted(
    number: int, own: Callable[..., None], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    own("hangs", f"trap '' TERM; echo $HARARY_RUN > {pipe}; while :; do sleep 1; done")
    process = subprocess.Popen([sys.executable, "-c", PORTFOLIO], stderr=subprocess.DEVNULL)
    name = pipe.read_text().partition(".")[0]
    process.send_signal(number)
    assert process.wait(timeout=60) == -number
    if number == signal.SIGINT:
        assert (marked(name), folders(name)) == ([], [])
    wait_until_gone(name)


def test_a_portfolio_is_stopped_from_another_thread(own: Callable[..., None]) -> None:
    own("slow", "sleep 100")
    stop = threading.Event()
    looks: list[int] = []

    def waiting() -> None:
        looks.append(1)
        if len(looks) == 3:
            stop.set()

    answers = run_portfolio(ASKED, ["slow"] * 3, workers=2, stop=stop, waiting=waiting)
    assert {answer.status for answer in answers} == {"KILLED"}


def test_solvers_that_disagree(own: Callable[..., None], tmp_path: Path) -> None:
    own("yes", "exit 10")
    own("no", "exit 20")
    with pytest.raises(DisagreementError, match="true by yes, false by no") as raised:
        run_portfolio(ASKED, ["yes", "no"], keep=tmp_path, everybody=True)
    (kept,) = tmp_path.glob("harary-disagreement-*")
    assert str(kept) in str(raised.value)
    formulas = sorted(kept.glob("*/formula.qdimacs"))
    assert len(formulas) == 2
    assert formulas[0].read_text().startswith("p cnf 4 3\n")
    assert "yes: true" in (kept / "answers.txt").read_text()


def test_a_disagreement_has_its_exit_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_options: object) -> int:
        raise DisagreementError("solvers contradict each other")

    monkeypatch.setattr("harary.cli.show.run", run)
    assert main.main(["show", "el@3x3"]) == 3
    assert capsys.readouterr().err == "harary: error: solvers contradict each other\n"


def test_a_portfolio_of_nobody(own: Callable[..., None]) -> None:
    own("yes", "exit 10")
    with pytest.raises(InputError, match="no solver is named"):
        run_portfolio(ASKED, [])
    with pytest.raises(InputError, match="no solver 'nobody'"):
        run_portfolio(ASKED, ["yes", "nobody"])
    assert str(Pair.parse("yes")) == "yes"


# ---- the doctor -----------------------------------------------------------------------------


def test_the_tiny_formulas() -> None:
    assert evaluate(tiny(True)) is True
    assert evaluate(tiny(False)) is False


def test_the_doctor_finds_stand_ins(standins: Path) -> None:
    findings = {finding.adapter.name: finding for finding in examine()}
    for name, finding in findings.items():
        if name != "bloqqer-pyqbf":
            assert (finding.works, finding.trouble) == (True, None), name
            assert finding.program is not None
            assert finding.program.path.startswith(str(standins))


def test_the_doctor_sees_what_is_wrong(
    own: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    own("yes", "exit 10")
    own("gone", "exit 10")
    own("junk", "echo junk", kind="preprocessor")
    Path(os.environ["HARARY_CONFIG"]).with_name("gone.sh").unlink()
    assert main.main(["doctor"]) == 1
    text = capsys.readouterr().out
    assert "yes            FAILS: a formula that is false gives true" in text
    assert "gone           missing" in text
    assert "junk           FAILS: a formula that is true gives ERROR" in text
    assert "untested with the real program" in text
    assert main.main(["doctor", "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    found = {program["name"]: program for program in facts["programs"]}
    assert found["yes"]["works"] is False
    assert found["gone"]["works"] is None
    assert found["qesto"]["tested"] is False
    assert found["qesto"]["get"]


# ---- the real programs ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in SOLVERS])
def test_real_solvers_on_random_formulas(name: str) -> None:
    random_ = random.Random(7)
    given = 0
    for _ in range(40):
        formula = random_formula(random_, random_.randint(4, 12))
        check_answer(formula, run_solver(formula, name, limits=LIMITS))
        answer = run_solver(formula, name, limits=LIMITS, assignment=True)
        check_answer(formula, answer)
        given += answer.assignment is not None
    assert (given > 5) is (name != "qfun")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(name)) for name in SOLVERS])
def test_real_solvers_are_sound_programs(name: str) -> None:
    program: Program = solver(name)
    assert program.version
    with Path(program.path).open("rb") as file:
        # A script would leave the solver running when it is ended.
        assert file.read(4) == b"\x7fELF"


PAIRS = [
    ("cor-plus", pair)
    for pair in (
        "depqbf", "caqe", "qute", "rareqs",
        "depqbf/bloqqer", "caqe/bloqqer", "qute/bloqqer", "rareqs/bloqqer",
    )
] + [("dys", pair) for pair in ("depqbf", "depqbf/bloqqer", "caqe/bloqqer")]  # fmt: skip
QUICK = ("tippy@3x3", "el@3x3:torus", "tic@3x3", "el@3x3:p=2,q=1")
SLOW = ("knobby@3x4", "tippy@3x4:torus", "fatty@3x4", "skinny@3x4", "elly@3x4:p=2,q=1")


@pytest.mark.parametrize(
    ("text", "encoding", "pair"),
    [
        pytest.param(text, encoding, pair, marks=needs(pair))
        for text in QUICK
        for encoding, pair in PAIRS
        if text in QUICK[:3] or pair in ("depqbf", "caqe/bloqqer")
    ]
    + [
        pytest.param("el@2x2", "cor-plus", pair, marks=needs(pair))
        for pair in ("qfun", "qfun/bloqqer")
    ]
    + [
        pytest.param(text, "cor-plus", pair, marks=[needs(pair), pytest.mark.slow])
        for text in SLOW
        for pair in ("depqbf", "depqbf/bloqqer", "caqe", "caqe/bloqqer")
    ],
)
def test_real_solvers_agree_with_the_oracle(text: str, encoding: str, pair: str) -> None:
    position = game(text)
    name, _, before = pair.partition("/")
    formula = encode(position, encoding)
    oracle = Oracle(position)
    answer = run_solver(formula, name, before, LIMITS, assignment=not before)
    if answer.status == "TIMEOUT":
        pytest.skip("no answer in time")
    assert answer.truth is (oracle.verdict().winner is Player.BLACK), answer
    question = formula.question
    if answer.assignment and question is not None and question.first_move is not None:
        moves = question.first_move.decode(answer.assignment)
        assert moves
        if position.schedule.stones_in(1) == 1:
            assert set(moves) <= set(oracle.best_moves())


@needs("depqbf", "qfun", "caqe/bloqqer")
def test_a_real_portfolio() -> None:
    formula = encode(game("tippy@3x3"), "cor-plus")
    answers = run_portfolio(formula, ["qfun", "caqe/bloqqer", "depqbf"], LIMITS)
    assert answers[0].truth is True


@needs("depqbf")
def test_a_real_solver_in_a_thread_is_cancelled() -> None:
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    formula = encode(game("elly@5x5"), "cor-plus")
    answer = run_solver(formula, "depqbf", limits=LIMITS, cancel=cancel)
    assert (answer.status, answer.reason) == ("KILLED", "cancelled")


@needs("depqbf")
def test_the_doctor_finds_the_real_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "harary", "doctor"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "depqbf         works, 6.03" in done.stdout or shutil.which("depqbf")


# ---- the repair of Bloqqer's binding ------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "clauses", "expected"),
    [
        # Nothing is lost.
        ([1, -2, 3], [1, -2, 3], [[1, 2, 3]], [1, -2, 3]),
        # Scope {3} had become equal to its outer neighbour when {2} was empty.
        ([1, -2, 3], [1, 0], [[1, 3]], [1, 3]),
        # A zero that no clause needs.
        ([1, -2, 3, 4], [1, 0, 0], [[1, 3]], [1, 3]),
        # In the middle: 3 stays outside of 4.
        ([1, -2, 3, -4, 5], [1, 0, -4, 5], [[1, 3, 4, 5]], [1, 3, -4, 5]),
        # Universal ones, too.
        ([-1, 2, -3, 4], [-1, 0, 4], [[1, 3, 4]], [-1, -3, 4]),
        # A new variable, which only one run can hold.
        ([1, -2, 3], [1, 0, 0], [[1, 9], [3, 9]], [1, 3, 9]),
        # Two runs, the first of them full: a new variable belongs to the second.
        (
            [1, -2, 3, -4, 5, -6, 7],
            [1, 0, -4, 5, 0, 0],
            [[1, 3, 4, 9, 5, 7]],
            [1, 3, -4, 5, 7, 9],
        ),
        # Two runs; each variable by its scope.
        (
            [1, -2, 3, -4, 5, -6, 7],
            [1, 0, -4, 5, 0],
            [[1, 3, 4, 5, 7]],
            [1, 3, -4, 5, 7],
        ),
    ],
)
def test_the_repair(
    before: list[int], after: list[int], clauses: list[list[int]], expected: list[int]
) -> None:
    assert repaired(before, after, clauses) == expected


@pytest.mark.parametrize(
    ("before", "after", "clauses", "says"),
    [
        ([1, 2], [0, 2], [[1, 2]], "begins with zeros"),
        ([1, 2], [1], [[1, 2]], "belongs to 0 runs"),
        ([1, 2, 3], [1, 0], [[2, 3]], "more variables are lost"),
        ([1, 2], [1, 1], [[1]], "quantified twice"),
        ([1, -2, 3], [1, 0], [[1, 2]], "the other quantifier"),
        ([1, -2, 3, -4, 5, -6, 7], [1, 0, -4, 5, 0], [[9]], "belongs to 2 runs"),
        ([1, -2, 3, -4, 5, -6, 7], [1, 0, -4, 5, 0], [[3, 7, 9]], "belongs to 0 runs"),
    ],
)
def test_a_prefix_beyond_repair(
    before: list[int], after: list[int], clauses: list[list[int]], says: str
) -> None:
    with pytest.raises(BrokenPrefix, match=says):
        repaired(before, after, clauses)


#: Games whose formulas Bloqqer leaves with zeros in the prefix, true and false ones.
BROKEN_BY_THE_BINDING = (
    ("domino@2x5", 5, True),
    ("domino@3x4", 5, True),
    ("domino@3x3", 7, True),
    ("XX=@3x3", 7, True),
    ("tic@3x3", 5, False),
    ("fatty@3x3", 7, False),
    ("el=@2x5", 5, False),
)

ZEROS = """
import sys, pyqbf_cpp
sys.path.insert(0, sys.argv[1])
from bloqqer import Formula, parsed
after = Formula()
pyqbf_cpp.preprocess(parsed(open(sys.argv[2]).read()), after)
print(after.prefix.count(0))
"""


def split_scopes(formula: Formula) -> str:
    """The text of a formula with a scope for each variable, so that neighbours are alike."""
    lines = [f"p cnf {formula.variables} {formula.clause_count}"]
    lines += [
        f"{quantifier} {variable} 0"
        for quantifier, first, last in formula.prefix
        for variable in range(first, last + 1)
    ]
    lines += [" ".join(map(str, clause)) + " 0" for clause in formula.clauses()]
    return "\n".join(lines) + "\n"


def truth_of(formula: Loose) -> bool:
    """The exact truth of a formula with variables in any order, all of them quantified."""
    number = {abs(entry): i for i, entry in enumerate(formula.prefix, 1)}
    prefix = [("e" if entry > 0 else "a", i, i) for i, entry in enumerate(formula.prefix, 1)]
    clauses = [
        [number[abs(literal)] * (1 if literal > 0 else -1) for literal in clause]
        for clause in formula.clauses
    ]
    return Evaluator(len(number), prefix, clauses).truth()


@needs("depqbf/bloqqer-pyqbf")
@pytest.mark.parametrize(("text", "length", "truth"), BROKEN_BY_THE_BINDING)
def test_the_binding_is_repaired(text: str, length: int, truth: bool, tmp_path: Path) -> None:
    formula = encode(game(text), "cor-plus", length)
    assert evaluate(formula) is truth
    path = tmp_path / "formula.qdimacs"
    path.write_text(split_scopes(formula))
    source = Path(programs.__file__).parent
    zeros = subprocess.run(
        [sys.executable, "-P", "-c", ZEROS, str(source), str(path)], capture_output=True, check=True
    )
    assert int(zeros.stdout) > 0
    done = subprocess.run(
        [sys.executable, "-P", str(source / "bloqqer.py"), str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert truth_of(parsed(done.stdout)) is truth
    assert run_solver(formula, "depqbf", "bloqqer-pyqbf", LIMITS).truth is truth
