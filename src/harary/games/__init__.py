"""Positional games: the game, its positions and symmetries, the families, the game text."""

from harary.games.achievement import Row, Target, target_text, winning_sets
from harary.games.after import game_after
from harary.games.goals import MAX_LISTED_PATHS, CellSet, ConnectionGoal, Goal, SetsGoal
from harary.games.listing import digest, embedded, listing
from harary.games.normal import NormalGame, normal_form
from harary.games.notation import (
    GameOptions,
    achievement_game,
    drawn_text,
    hex_game,
    hex_goals,
    ordered_targets,
    parse_game,
    parse_targets,
)
from harary.games.picture import drawn_on, picture
from harary.games.position import Position
from harary.games.positional import PositionalGame
from harary.games.schedule import Schedule, Turn
from harary.games.stealing import white_cannot_win
from harary.games.symmetry import Symmetries, is_symmetry
from harary.games.words import Player, Rule, Verdict, within_text

__all__ = [
    "MAX_LISTED_PATHS",
    "CellSet",
    "ConnectionGoal",
    "GameOptions",
    "Goal",
    "NormalGame",
    "Player",
    "Position",
    "PositionalGame",
    "Row",
    "Rule",
    "Schedule",
    "SetsGoal",
    "Symmetries",
    "Target",
    "Turn",
    "Verdict",
    "achievement_game",
    "digest",
    "drawn_on",
    "drawn_text",
    "embedded",
    "game_after",
    "hex_game",
    "hex_goals",
    "is_symmetry",
    "listing",
    "normal_form",
    "ordered_targets",
    "parse_game",
    "parse_targets",
    "picture",
    "target_text",
    "white_cannot_win",
    "winning_sets",
    "within_text",
]
