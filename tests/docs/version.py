"""The version is the same wherever it stands; CMakeLists.txt has it."""
import pathlib
import re

import pages

NUMBER = r"\d+\.\d+\.\d+"


def stated():
    """That of CMakeLists.txt."""
    return re.search(rf"^project\(eswexp VERSION ({NUMBER}) ", (pages.ROOT / "CMakeLists.txt").read_text(), re.M)[1]


def in_changelog():
    """The number of the first release; above it only what is not released."""
    headings = re.findall(r"^## (.*)$", (pages.ROOT / "CHANGELOG.md").read_text(), re.M)
    if headings[0] != "Unreleased":
        yield "CHANGELOG.md", f"begins with '{headings[0]}' instead of 'Unreleased'"
    for heading in headings[1:]:
        if not re.fullmatch(rf"{NUMBER} \(\d{{4}}-\d\d-\d\d\)", heading):
            yield "CHANGELOG.md", f"heading '{heading}' is no version with its date"
    yield "CHANGELOG.md", headings[1].split()[0]


def in_program(eswexp):
    yield "eswexp --version", eswexp.output("--version").removeprefix("eswexp ").strip()
    for words in (("--man",), ("list", "manual")):
        yield f"eswexp {' '.join(words)}", re.search(r"^\.Os eswexp (\S+)$", eswexp.output(*words), re.M)[1]


def in_packages(eswexp):
    """As cpack will name them."""
    config = pathlib.Path(eswexp.path).parent / "CPackConfig.cmake"
    names = re.findall(r'set\((CPACK_(?:PACKAGE_VERSION|PACKAGE_FILE_NAME|DEBIAN_PACKAGE_VERSION)) "(.*)"\)',
                       config.read_text() if config.exists() else "")
    for name, text in names:
        yield name, re.search(NUMBER, text)[0]


def in_pages():
    """Every `eswexp-1.2.3`, `eswexp_1.2.3`, `eswexp 1.2.3` and `@v1.2.3` of the documentation."""
    for page in pages.all_pages():
        for number, line in enumerate(page.text.splitlines(), 1):
            for found in re.findall(rf"(?:\beswexp[ _/-]v?|@v)({NUMBER})\b", line):
                yield f"{page.name}:{number}", found


def flaws(eswexp):
    expected = stated()
    for where, found in [*in_changelog(), *in_program(eswexp), *in_packages(eswexp), *in_pages()]:
        if found != expected:
            yield f"{where}: {found}, but CMakeLists.txt says {expected}"
