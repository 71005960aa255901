"""Find who wins: by brute force on small games, by the native search, or by a formula.

Brute force and the search end with a proof, which the stand-alone checker checks; only then the
answer is called proved. The answer of a solver is printed as its own, unless --proof asks for a
proof, in which the solver is asked for each of the winner's moves. Exit code: 10 Black or Maker
wins, 20 not, 0 unknown, 3 solvers contradict each other.

--all-moves gives the verdict after each first move: + where it wins for the player who makes it, =
a draw, - where it loses. --shortest gives the fewest stones (of both players) with which the winner
wins, and shows that he does not win with fewer. --swap tells, for Hex, which first stones the
second player should take over if he may. The line is one of play: the winner's moves as
the proof has them, against those that delay him longest.

With - in place of GAME, games are read from the standard input, one a line, and each result
is printed as one line of JSON.

Examples:
  harary solve tippy@3x3
  harary solve tippy@3x3 --proof tippy.proof
  harary solve tippy@4x4 --all-moves
  harary solve hex@5x5 --swap
  harary solve tippy@5x5 --shortest --proof tippy.proof
  harary solve tippy@5x5:torus --method qbf --length 7 --solver caqe --preprocess bloqqer
  harary solve tippy@4x4 --method qbf --deepen
  harary solve tippy@4x4 --method qbf --deepen --view black --solver depqbf,caqe/bloqqer
  harary solve row3@3x3 --json --timeout 30s
  harary solve - --method qbf < games.txt

"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from harary.cli.common import (
    Progress,
    add_game,
    add_json,
    add_length,
    add_limits,
    length_of,
    limits_of,
    load_game,
    print_json,
    whole_number,
)
from harary.cli.encode import add_encoding_options, encoding_options

if TYPE_CHECKING:
    from harary.games import PositionalGame
    from harary.qbf import Question
    from harary.solve import Fact, Result, Step

SUMMARY = "find who wins, with which first moves, and how soon"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The game, the bound, the method, the limits."""
    add_game(parser)
    parser.add_argument(
        "--method",
        choices=("auto", "oracle", "pns", "dfs", "dfpn", "qbf"),
        default="auto",
        help="brute force by the plain rules (oracle), one of the native searches, which are "
        "proof-number search (pns), depth-first search (dfs) and depth-first proof-number search "
        "(dfpn), or formulas and solvers (qbf); auto, the default, is brute force where the game "
        "is small, else pns",
    )
    add_length(parser)
    add_limits(parser)
    add_json(parser)
    add_progress(parser)
    parser.add_argument(
        "--proof", metavar="FILE", help="keep the proof in this file (compressed if it ends in .gz)"
    )
    parser.add_argument(
        "--no-check", action="store_true", help="make no proof: the answer is not checked"
    )
    more = parser.add_mutually_exclusive_group()
    more.add_argument(
        "--all-moves",
        action="store_true",
        help="the verdict after each first move as well (brute force and the search)",
    )
    more.add_argument(
        "--swap",
        action="store_true",
        help="Hex with the swap rule: the second player may take over the first stone; the verdict "
        "after each first move as well",
    )
    more.add_argument(
        "--shortest",
        action="store_true",
        help="the fewest stones of both players with which the winner wins (the search)",
    )
    parser.add_argument(
        "--threads",
        type=whole_number,
        default=0,
        metavar="N",
        help="cores that a search may use (default: all)",
    )
    add_resume(
        parser,
        "keep what is found in this file, and go on with it: the answers of solvers, or, in files "
        "whose names begin so, the native search",
    )
    group = add_solvers(parser)
    group.add_argument(
        "--deepen",
        action="store_true",
        help="short lengths first, asking for wins and for blocks; with --view, how soon that "
        "player wins",
    )
    group.add_argument(
        "--first-move", action="store_true", help="ask for a winning first move as well"
    )
    add_encoding_options(parser)


def add_progress(parser: argparse.ArgumentParser) -> None:
    """How much is said on the way."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--progress", action="store_true", help="say what is going on, a line each time"
    )
    group.add_argument("--quiet", action="store_true", help="say nothing before the result")


def add_solvers(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Which formulas, and who is asked."""
    group = parser.add_argument_group("formulas and solvers")
    group.add_argument("--encoding", metavar="NAME", help="default cor-plus; see 'encodings'")
    group.add_argument(
        "--solver",
        metavar="NAME[,NAME...]",
        help="default depqbf; several run side by side, and each may have preprocessors of its "
        "own: caqe/bloqqer ('doctor' lists what there is)",
    )
    group.add_argument(
        "--preprocess", default="", metavar="NAME[+NAME...]", help="preprocessors, in this order"
    )
    return group


def add_resume(parser: argparse._ActionsContainer, help_text: str) -> None:
    """What is kept for another time."""
    parser.add_argument("--resume", metavar="FILE", help=help_text)


def _method(options: argparse.Namespace) -> str:
    """The method that was named, or the one that the other options are for."""
    from harary.errors import InputError

    given = [
        f"--{name.replace('_', '-')}"
        for name in [
            "encoding",
            "solver",
            "preprocess",
            "deepen",
            "first_move",
            "view",
            "form",
            "no_symmetry",
            "ordered",
            "without",
        ]
        if getattr(options, name)
    ]
    if given and options.method not in ("auto", "qbf"):
        raise InputError(f"{given[0]} is for --method qbf")
    method: str = "qbf" if given else options.method
    if options.resume and method not in ("auto", "pns", "qbf"):
        raise InputError("--resume is for --method pns or qbf")
    if options.threads and method in ("oracle", "dfs", "dfpn", "qbf"):
        raise InputError("--threads is for --method pns")
    if (options.all_moves or options.swap) and method == "qbf":
        asked = "--swap" if options.swap else "--all-moves"
        raise InputError(f"{asked} is for --method oracle, pns, dfs or dfpn")
    if options.shortest and method in ("oracle", "qbf"):
        raise InputError(
            "--shortest is for --method pns, dfs or dfpn; solvers are asked with --deepen"
        )
    return method


def run(options: argparse.Namespace) -> int:
    """Solve and print."""
    from harary.errors import InputError

    if options.no_check and options.proof:
        raise InputError("--no-check makes no proof: --proof is for the other way")
    if options.game == "-":
        if options.proof:
            raise InputError("--proof is for one game, not for many")
        return _stream(options)
    game = load_game(options)
    result = _solved(options, game)
    if options.json:
        print_json(_facts(options, result))
    else:
        print(_sentence(result))
        if result.moves:
            print(_first_moves(game, result))
        if options.swap:
            print(_swap(game, result))
    return result.exit_code


def _facts(options: argparse.Namespace, result: Result) -> dict[str, object]:
    """The result as JSON has it."""
    swap = {"swap": list(result.first_moves)} if options.swap else {}
    return result.as_json() | swap


def _solved(options: argparse.Namespace, game: PositionalGame) -> Result:
    from harary.solve import Step, solve

    length = length_of(options, game)
    if options.swap:
        _check_swap(game, length)
    progress = Progress(enabled=False if options.quiet else None)
    chosen = encoding_options(options)
    chosen.pop("view", None)

    known = ""

    def told(news: Step | Fact) -> None:
        nonlocal known
        line = step_line(news) if isinstance(news, Step) else fact_line(news)
        known = "" if isinstance(news, Step) else f"{news}; "
        if options.progress:
            progress.clear()
            print(line, file=sys.stderr, flush=True)
        else:
            progress.show(line, at_once=True)

    try:
        return solve(
            game,
            length=length,
            method=_method(options),
            limits=limits_of(options),
            progress=lambda nodes: progress.show(f"{known}{nodes:,} positions"),
            encoding=options.encoding or "cor-plus",
            options=chosen,
            solvers=pairs_of(options),
            deepen=options.deepen,
            view=options.view,
            first_moves=options.first_move,
            all_moves=options.all_moves or options.swap,
            shortest=options.shortest,
            told=told,
            asking=lambda question: progress.show(question_line(question)),
            resume=options.resume,
            threads=options.threads,
            proof=options.proof,
            check=not options.no_check,
        )
    finally:
        progress.clear()


def pairs_of(options: argparse.Namespace) -> list[str]:
    """The solvers with their preprocessors."""
    pairs = []
    for name in (options.solver or "depqbf").split(","):
        own = "/" in name or not options.preprocess
        pairs.append(name if own else f"{name}/{options.preprocess}")
    return pairs


def question_line(question: Question) -> str:
    """A question that is open."""
    stones = f"{question.length} stone{'s' * (question.length != 1)}"
    return f"{stones}, {question.encoding}: no answer yet"


def step_line(step: Step) -> str:
    """One question and its answer."""
    said = {True: "true", False: "false", None: f"unknown ({step.reason})"}[step.truth]
    by = f"{step.solver}/{step.preprocess}" if step.preprocess else step.solver
    stones = f"{step.length} stone{'s' * (step.length != 1)}"
    of_white = step.view == "white" and step.encoding != "pairing"
    way = f"{step.encoding}, White's view" if of_white else step.encoding
    return f"{stones}, {way}: {said} ({by}, {step.seconds:.2f} s)"


def fact_line(fact: Fact) -> str:
    """One answer of the native search."""
    positions = f"{fact.nodes:,} position{'s' * (fact.nodes != 1)}"
    return f"{fact} ({positions}, {fact.seconds:.2f} s)"


def _stream(options: argparse.Namespace) -> int:
    """Each game of the standard input; one that is wrong does not stop the others."""
    from harary.errors import DisagreementError, InputError
    from harary.text import game

    code = 0
    for line in sys.stdin:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            facts = _facts(options, _solved(options, game(text, rule=options.rule)))
        except InputError as error:
            facts = {"game": text, "error": str(error)}
            code = code or 2
        except DisagreementError as error:
            facts = {"game": text, "error": str(error)}
            print(f"harary: error: {text}: {error}", file=sys.stderr)
            code = 3
        print(json.dumps(facts), flush=True)
    return code


def _sentence(result: Result) -> str:
    if result.method != "qbf":
        by = f"{result.method}, {result.nodes} positions"
    else:
        solver = "/".join(part for part in (result.solver, result.preprocessor) if part)
        by = f"{result.encoding} by {solver or 'no solver'}, {result.seconds:.1f} s"
    if result.verdict == "unknown":
        said = f"{result.game}: unknown ({_reason(result.reason)}; {by})"
        return "\n".join([said, *_ruled_out(result), *_shortest(result)])
    lines = [f"{result.game}: {result.claim} ({by}, {'proved' if result.proved else 'not proved'})"]
    if result.reason is not None:
        lines.append(_reason(result.reason))
    lines += _shortest(result)
    if result.first_moves:
        # Only brute force has looked at all of them, unless they were asked for.
        every = result.method == "oracle" or result.moves is not None
        what = "winning first moves" if every else "a winning first move"
        lines.append(f"{what}: {' '.join(result.first_moves)}")
    if result.line is not None:
        lines.append(_line(result.line, result.then))
    if result.proof is not None:
        lines.append(f"proof: {result.proof}")
    return "\n".join(lines)


def _line(line: Sequence[str], then: str | None) -> str:
    if not line:
        return f"line: none, at once {then or 'it is won'}"
    stones = f"{len(line)} stone{'s' * (len(line) != 1)}"
    return f"line: {' '.join(line)} ({stones}{', then ' + then if then else ''})"


def _shortest(result: Result) -> list[str]:
    """The fewest stones, or what is known of them."""
    lines = []
    for fewest in result.shortest or ():
        known = fewest.stones if fewest.stones is not None else fewest.at_least
        stones = f"{known} stone{'s' * (known != 1)}"
        who = ""
        if fewest.stones is None:
            stones = f"at least {stones}"
            who = f"{_name(result, fewest.player)}: " if result.verdict.winner is None else ""
        if fewest.not_within is not None:
            stones += f", not within {fewest.not_within}"
            stones += "" if fewest.proved else " (not proved)"
        lines.append(f"shortest: {who}{stones}")
    return lines


def _name(result: Result, player: str) -> str:
    return "Maker" if result.rule == "weak" and player == "black" else player.capitalize()


def _check_swap(game: PositionalGame, length: int | None) -> None:
    """The swap rule is for Hex: somebody always wins there, and stones come one by one."""
    from harary.boards import HexBoard
    from harary.errors import InputError
    from harary.games import Rule

    plain = game.schedule.parameters is not None and game.schedule.parameters[1:] == (1, 1, 1)
    hexagonal = game.text is not None and isinstance(game.board, HexBoard)
    if not (plain and hexagonal and game.rule is Rule.STRONG) or length is not None:
        raise InputError(
            f"--swap: {game}: expected Hex with one stone a turn and no bound, such as hex@5x5"
        )


def _swap(game: PositionalGame, result: Result) -> str:
    """What the second player does if he may take over the first stone."""
    moves = result.moves or ()
    takes = set(result.first_moves)
    leaves = {
        cell
        for move in moves
        if move.verdict.winner is not None
        for cell in move.cells
        if cell not in takes
    }
    if not moves:
        return "swap rule: nobody has a move"

    def named(cells: set[str]) -> str:
        return " ".join(game.names(sorted(map(game.index, cells)))) or "nothing"

    every = len(takes) + len(leaves) == sum(len(move.cells) for move in moves)
    wins = "the second player wins" if every else "not all is known"
    return f"swap rule: {wins}; he takes over {named(takes)}, and leaves {named(leaves)}"


def _first_moves(game: PositionalGame, result: Result) -> str:
    """The first moves by their verdicts, and on the board if there is one."""
    from dataclasses import replace

    from harary.games import Position, Verdict, drawn_on, picture

    moves = result.moves or ()
    position = Position(game)
    proved = sum(move.proved for move in moves)
    lines = [f"first moves: {proved} of {len(moves)} verdicts proved, one of each class"]
    if proved == len(moves):
        lines = [f"first moves: {proved} verdict{'s' * (proved != 1)} proved, one of each class"]
    signs: dict[str, str] = {}
    for verdict in Verdict:
        cells = [cell for move in moves if move.verdict is verdict for cell in move.cells]
        if not cells:
            continue
        if verdict.winner is not None:
            sign = "+" if verdict.winner is position.to_move else "-"
        else:
            sign = "=" if verdict is Verdict.DRAW else "?"
        signs |= dict.fromkeys(cells, sign)
        named = game.names(sorted(map(game.index, cells)))
        lines.append(f"{sign} {replace(result, verdict=verdict).claim}: {' '.join(named)}")
    if drawn_on(game) is not None:
        lines.append(picture(position, lambda mark, cell: signs.get(game.cells[cell], mark)))
    return "\n".join(lines)


def _ruled_out(result: Result) -> list[str]:
    """What solvers had answered before they were stopped."""
    from harary.games import within_text

    if result.reason not in ("time", "memory"):
        return []
    no = [step for step in result.steps if step.truth is False and step.encoding != "pairing"]
    lengths = {step.view: step.length for step in no if step.encoding != "cover"}
    names = {"black": "Maker" if result.rule == "weak" else "Black", "white": "White"}
    return [f"{names[view]} does not win {within_text(length)}" for view, length in lengths.items()]


def _reason(reason: str | None) -> str:
    if reason in ("time", "memory"):
        return f"stopped by the limit on {reason}"
    return "the solver does not know" if reason == "unknown" else reason or "no reason given"
