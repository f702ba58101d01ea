"""What a toolchain case is; the modules of this folder have lists of them, CASES."""
import dataclasses
from collections.abc import Callable

RANDOMIZERS = ("link_order", "function_alignment", "aslr")


@dataclasses.dataclass(frozen=True)
class Case:
    """A project, how it is built, and what eswexp must be able to move of it.

    Each is measured twice with one seed, in folders of its own, or once and one layout replayed (`--quick`); its
    program must print in each layout what it prints without eswexp.
    """

    name: str
    toolchain: str  # as the table names it: 'gcc', 'clang ThinLTO', 'rustc'
    linker: str
    files: dict | Callable  # {path: text}, or a function that writes them into a folder
    build: str
    command: str
    # Programs on PATH; or functions that return why the case cannot run here, or an empty text.
    needs: tuple = ()
    setup: str = ""
    kept_command: str = ""  # of a tree that eswexp kept, if not `command`
    keys: str = ""  # of the benchmark: lines of YAML
    more: str = ""  # of the file's top level: lines of YAML
    randomizers: tuple = RANDOMIZERS
    missing: tuple = ()  # randomizers that must be recorded as not possible
    least: float = 0.0  # share of functions that a layout arranges, at the least
    verified: str = "order and addresses"  # what the engine compares in the binary
    # Files of the built tree whose functions must be in another order in another layout; by
    # default the program that the command begins with.
    programs: tuple = ()
    refused: str = ""  # a pattern of the error with which eswexp must end instead of measuring
    said: tuple = ()  # patterns that eswexp must print, or its report
    layouts: int = 3
    quick: int = 0  # layouts in ./bootstrap test; 0: it runs in prove alone
