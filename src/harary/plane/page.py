"""A page of pictures: what stops the sets of a family, who wins, and what is open."""

from __future__ import annotations

from html import escape

from harary.plane.classification import Classification, Status
from harary.plane.pairing import PeriodicPairing
from harary.plane.picture import svg
from harary.plane.refutation import Refutation
from harary.plane.targets import Form, Targets

__all__ = ["page"]

#: So many shapes are drawn beside a pairing, and so many sets listed.
_SHAPES, _SETS = 24, 400

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; color: #222; }
figure { margin: 1.5rem 0; border-top: 1px solid #ddd; padding-top: 1rem; }
figcaption { margin: .3rem 0; }
code { font: 13px ui-monospace, monospace; }
details code { display: inline-block; margin-right: 1em; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: left; }
"""


def page(found: Classification) -> str:
    """The whole page, without anything from elsewhere."""
    name = escape(found.store.family)
    body = [f"<h1>{name}</h1>", _counts(found)]
    for status, title in (
        (Status.PAVING, "Stopped by a paving with dominoes"),
        (Status.PAIRING, "Stopped by a pairing, and by no paving"),
    ):
        figures = _figures(found, status)
        if figures:
            body += [f"<h2>{title}</h2>", *figures]
    body += _table(found, Status.WON, "Won by Maker")
    body += _table(found, Status.OPEN, "Open")
    head = f'<meta charset="utf-8"><title>{name}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(
        [*body, "</body></html>\n"]
    )


def _counts(found: Classification) -> str:
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{count:,}</td></tr>"
        for name, count in found.counts().items()
    )
    return f"<table>{rows}</table>"


def _figures(found: Classification, status: Status) -> list[str]:
    """A figure for each pairing, those that stop most sets first."""
    question = "dominoes" if status is Status.PAVING else "any"
    stopped: dict[PeriodicPairing, list[str]] = {}
    for text in found.texts:
        if found.status(text) is status:
            certificate = found.store.certificate(text, question)
            assert isinstance(certificate, PeriodicPairing)
            stopped.setdefault(certificate, []).append(text)
    figures = []
    for pairing, texts in sorted(stopped.items(), key=lambda item: -len(item[1])):
        forms: dict[Form, None] = {}
        for text in texts:
            forms |= dict.fromkeys(found.store.known[text].forms)
        shown = Targets.of_forms(list(forms)[:_SHAPES])
        more = f", {len(forms) - _SHAPES} more shapes" if len(forms) > _SHAPES else ""
        figures.append(
            f"<figure>{svg(pairing, shown)}<figcaption>period {pairing.lattice.text}, "
            f"area {pairing.lattice.area}: stops {len(texts):,} sets{more}</figcaption>"
            f"{_listed(texts)}</figure>"
        )
    return figures


def _listed(texts: list[str]) -> str:
    codes = " ".join(f"<code>{escape(text)}</code>" for text in texts[:_SETS])
    more = f" and {len(texts) - _SETS:,} more" if len(texts) > _SETS else ""
    return f"<details><summary>the sets</summary>{codes}{more}</details>"


def _table(found: Classification, status: Status, title: str) -> list[str]:
    """The sets of a status that no pairing stops, with what is known."""
    rows = []
    for text in found.texts:
        if found.status(text) is status:
            known = found.store.known[text]
            new = {True: "new", False: "", None: ""}[found.is_new(text)]
            won = f"Maker wins on {known.won}x{known.won} {new}" if known.won is not None else ""
            lost = f"Breaker wins on {known.lost}x{known.lost}" if known.lost else ""
            rows.append(
                f"<tr><td><code>{escape(text)}</code></td><td>{won or lost}</td>"
                f"<td>{escape(_pairings(found, text))}</td></tr>"
            )
    return [f"<h2>{title}</h2>", f"<table>{''.join(rows)}</table>"] if rows else []


def _pairings(found: Classification, text: str) -> str:
    """What is known about pairings of a set that none stops."""
    known = found.store.known[text]
    for question, what in (("any", "pairing"), ("dominoes", "paving")):
        certificate = found.store.certificate(text, question)
        if isinstance(certificate, Refutation):
            return f"no {what}: none of the board {certificate.region.text}"
        if question in known.refuted:
            side = known.refuted[question]
            return f"no {what}: none of the board {side}x{side}, which is not kept here"
    area, side = known.area.get("any", 0), known.side.get("any", 0)
    return f"no pairing of a period of area up to {area}, but one of the board {side}x{side}"
