r"""What is known about the sets of a family, and its file of JSON lines.

::

    {"harary":"classify 1","family":"pairs:4"}
    {"certificate":1,"pairing":[[2,1,1],[[0,0,1,0]]]}
    {"question":"dominoes","certificate":1,"sets":["X./XX/.X=+XXX=", ...]}
    {"question":"dominoes","area":24,"sets":[...]}      no period of area up to 24
    {"question":"dominoes","side":9,"sets":[...]}       the board 9x9 has one
    {"certificate":2,"refutation":["4x4",true,[[[1,-3],[4,7]], ...]]}
    {"question":"dominoes","certificate":2,"sets":[...]}
    {"question":"any","refuted":10,"sets":[...]}       the board 10x10 has none, shown when needed
    {"won":5,"proof":"harary proof 1\\n...","sets":[...]}  Maker wins on 5x5
    {"won":5,"as":"X/X/X=+XXX=","sets":[...]}           the members of that set contain theirs
    {"lost":4,"sets":[...]}                             Breaker wins on 4x4

Every certificate that is added or read has been accepted by its stand-alone checker, for the sets
that it is said to decide. The file is written anew as a whole, so nobody finds half of it. A
*small* file leaves out long refutations: of these it only has the board, and whoever goes on from
the file makes them again.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harary.errors import FormatError
from harary.formats.files import read_bytes, replaced
from harary.limits import Watch
from harary.plane.certificate import Certificate, checked
from harary.plane.families import FormSet, implies, set_text
from harary.plane.model import Rectangle
from harary.plane.pairing import PeriodicPairing
from harary.plane.refutation import Refutation
from harary.plane.targets import Targets
from harary.proofs.check import Invalid, Unreadable, check
from harary.proofs.check_none import Invalid as InvalidRefutation

__all__ = ["Known", "Question", "Store"]

Question = str
"""``dominoes`` or ``any``."""
QUESTIONS = ("dominoes", "any")
HEAD = "classify 1"
#: A small file has no refutations of more numbers than these.
LARGEST_REFUTATION = 60_000


@dataclass
class Known:
    """About one set: for each question the certificate and the bounds, and Maker's boards."""

    forms: FormSet
    certificates: dict[Question, int] = field(default_factory=dict)
    area: dict[Question, int] = field(default_factory=dict)
    side: dict[Question, int] = field(default_factory=dict)
    refuted: dict[Question, int] = field(default_factory=dict)
    won: int | None = None
    lost: int = 0


class Store:
    """Sets and certificates, with a file behind them where a path is given."""

    def __init__(
        self,
        family: str,
        sets: Iterable[FormSet],
        path: str | None = None,
        *,
        small: bool = False,
        watch: Watch | None = None,
    ) -> None:
        self.family = family
        self.watch = watch or Watch()
        self.small = small
        self.known = {set_text(forms): Known(forms) for forms in sets}
        self.certificates: list[Certificate] = []
        self._numbers: dict[Certificate, int] = {}
        self.path = path
        self._lines: list[str] = []
        self._write({"harary": HEAD, "family": family})

    # Facts that come in.

    def decided(self, question: Question, certificate: Certificate, sets: Sequence[str]) -> None:
        """A certificate, checked here, for some sets."""
        self._check(certificate, sets)
        number = self._numbers.get(certificate)
        for text in sets:
            if isinstance(certificate, Refutation):
                assert isinstance(certificate.region, Rectangle)
                self.known[text].refuted[question] = certificate.region.width
        if number is None:
            self.certificates.append(certificate)
            number = self._numbers[certificate] = len(self.certificates)
            kind = "pairing" if isinstance(certificate, PeriodicPairing) else "refutation"
            self._write({"certificate": number, kind: certificate.written})
        for text in sets:
            self.known[text].certificates[question] = number
        self._write({"question": question, "certificate": number, "sets": list(sets)})

    def bounded(self, question: Question, kind: str, value: int, sets: Sequence[str]) -> None:
        """Nothing found up to this ``area``, or a pairing of the board of this ``side``."""
        fresh = [text for text in sets if getattr(self.known[text], kind).get(question, 0) < value]
        for text in fresh:
            getattr(self.known[text], kind)[question] = value
        if fresh:
            self._write({"question": question, kind: value, "sets": fresh})

    def refuted(self, question: Question, side: int, sets: Sequence[str]) -> None:
        """This board had no pairing when somebody looked; what shows it was not kept."""
        for text in sets:
            self.known[text].refuted[question] = side
        self._write({"question": question, "refuted": side, "sets": list(sets)})

    def won_as(self, other: str, text: str) -> None:
        """Maker wins, because the members of a set with which he wins contain theirs."""
        side = self.known[other].won
        assert side is not None
        assert implies(self.known[other].forms, self.known[text].forms), (other, text)
        self.known[text].won = side
        self._write({"won": side, "as": other, "sets": [text]})

    def won(self, side: int, proof: str, text: str) -> None:
        """Maker wins on this board; the proof is checked here."""
        report = check(io.BytesIO(proof.encode()))
        assert report.claims == ["Maker wins"], report
        assert report.game == f"{text}@{side}x{side}:weak", report
        self.known[text].won = side
        self._write({"won": side, "proof": proof, "sets": [text]})

    def lost(self, side: int, text: str) -> None:
        """Breaker wins on this board."""
        if side > self.known[text].lost:
            self.known[text].lost = side
            self._write({"lost": side, "sets": [text]})

    def certificate(self, text: str, question: Question) -> Certificate | None:
        """What decides a set."""
        number = self.known[text].certificates.get(question)
        return None if number is None else self.certificates[number - 1]

    def _check(self, certificate: Certificate, sets: Sequence[str]) -> None:
        if isinstance(certificate, PeriodicPairing):
            every = {form for text in sets for form in self.known[text].forms}
            checked(Targets.of_forms(every), certificate)
        else:
            for text in sets:
                checked(Targets.of_forms(self.known[text].forms), certificate, self.watch.check)

    # The file.

    def _write(self, record: dict[str, Any]) -> None:
        self._lines.append(json.dumps(record, separators=(",", ":")) + "\n")

    def save(self) -> None:
        """Write the file anew: what is known, and nothing that was learned on the way."""
        if self.path is None:
            return
        text = "".join(self._short() if self.small else self._lines).encode()
        with replaced(self.path) as temporary, Path(temporary).open("wb") as file:
            if self.path.endswith(".gz"):
                # No time and no name in it: equal results are equal files.
                with gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
                    packed.write(text)
            else:
                file.write(text)

    def _short(self) -> Iterator[str]:
        """The lines of a small file."""
        large: dict[int, int] = {}
        for line in self._lines:
            record = json.loads(line)
            if "refutation" in record:
                certificate = self.certificates[record["certificate"] - 1]
                assert isinstance(certificate, Refutation)
                assert isinstance(certificate.region, Rectangle)
                if certificate.size > LARGEST_REFUTATION:
                    large[record["certificate"]] = certificate.region.width
                    continue
            elif record.get("certificate") in large:
                record["refuted"] = large[record.pop("certificate")]
            yield json.dumps(record, separators=(",", ":")) + "\n"

    def load(self, told: Callable[[int], object] | None = None) -> None:
        """Read the file, if there is one, and check what it says."""
        if self.path is None or not Path(self.path).exists():
            return
        data = read_bytes(self.path)
        if data[:2] == b"\x1f\x8b":
            try:
                data = gzip.decompress(data)
            except (OSError, EOFError, ValueError) as error:
                raise FormatError(f"a damaged file: {error}", self.path) from None
        certificates: dict[int, Certificate] = {}
        for number, line in enumerate(data.split(b"\n")[:-1], 1):
            if told is not None:
                told(number)
            try:
                self._read(json.loads(line), certificates, number == 1)
            except (Invalid, InvalidRefutation, Unreadable) as error:
                raise FormatError(f"not shown: {error}", self.path, number) from None
            except FormatError as error:
                raise FormatError(str(error), self.path, number) from None
            except (AssertionError, KeyError, TypeError, ValueError, AttributeError) as error:
                said = f"expected a line of a classification ({type(error).__name__})"
                raise FormatError(said, self.path, number) from None

    def _read(
        self, record: dict[str, Any], certificates: dict[int, Certificate], first: bool
    ) -> None:
        if first or "harary" in record:
            if record != {"harary": HEAD, "family": self.family}:
                raise FormatError(f"expected a classification of {self.family}")
            return
        if "certificate" in record and "question" not in record:
            read = PeriodicPairing.read if "pairing" in record else Refutation.read
            found = record.get("pairing") or record["refutation"]
            certificates[record["certificate"]] = read(found)
            return
        texts = [text for text in record["sets"] if text in self.known]
        if len(texts) < len(record["sets"]):
            raise FormatError(f"a set that is none of {self.family}")
        if "won" in record:
            for text in texts:
                if "as" in record:
                    self.won_as(record["as"], text)
                else:
                    self.won(record["won"], record["proof"], text)
        elif "lost" in record:
            for text in texts:
                self.lost(record["lost"], text)
        elif "refuted" in record:
            self.refuted(record["question"], record["refuted"], texts)
        elif "certificate" in record:
            certificate = certificates[record["certificate"]]
            question = record["question"]
            stops = isinstance(certificate, PeriodicPairing)
            if certificate.dominoes != (question == "dominoes") and not (
                stops and question == "any"
            ):
                raise FormatError("a certificate of another question")
            self.decided(question, certificate, texts)
        else:
            for kind in ("area", "side"):
                if kind in record:
                    self.bounded(record["question"], kind, record[kind], texts)
