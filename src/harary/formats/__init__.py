"""Games in files: ``.pg`` and ``.hex``, one module each, a reader and a writer."""

from harary.formats.files import read_text, write_text
from harary.formats.hexfile import parse_hex, read_hex, write_hex
from harary.formats.pg import parse_pg, read_pg, write_pg

__all__ = [
    "parse_hex",
    "parse_pg",
    "read_hex",
    "read_pg",
    "read_text",
    "write_hex",
    "write_pg",
    "write_text",
]
