"""What sources cite is in this repository: pages, and their headings."""
import functools
import re

import pages

FOLDERS = ("engine", "randomizers", "kernels", "tests", "plots", "docs", "experiments")
# Files that eswexp writes, or that tests make.
WRITTEN = {"report.md", "comparison.md"}
DOCUMENT = re.compile(r"[\w./-]*\w\.md\b")
HEADINGS = re.compile(r'(docs/\w[\w-]*\.md)((?:(?:,| and|, and) "[^"]+")+)')
INSTALLED = re.compile(r"^(?:share/)?doc/eswexp/")
# Shorthands of documents that are not here; [KJ 2013] is a reference of docs/method.md.
SHORTHANDS = re.compile(r"(?<![\w\[])(?:METHOD|DESIGN|KJ)(?!\.md)(?![\w-])")
COMMENTS = re.compile(r"\n[ \t]*(?://+|#+|\*|--)?[ \t]*")


def sources():
    here = pages.ROOT / "tests" / "docs"
    for folder in FOLDERS:
        for path in sorted((pages.ROOT / folder).rglob("*")):
            if path.is_file() and here not in path.parents and "__pycache__" not in path.parts:
                try:
                    yield path, path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    continue  # a picture, or damaged on purpose


@functools.cache
def golden_files():
    """Expected output that lies among the tests, by its name alone."""
    return {path.name for path in (pages.ROOT / "tests").rglob("*.md")}


def is_here(name, path):
    name = INSTALLED.sub("", name)
    if name.split("/")[-1] in WRITTEN:
        return True
    if path.is_relative_to(pages.ROOT / "tests") and name in golden_files():
        return True
    # Links in text for a page are relative to docs/.
    return any((folder / name).is_file() for folder in (pages.ROOT, path.parent, pages.ROOT / "docs"))


def lines_with(pattern, text):
    for number, line in enumerate(text.splitlines(), 1):
        for found in pattern.findall(line):
            yield number, found


def flaws():
    headings = {page.name: [heading for _, heading in page.headings] for page in pages.all_pages()}
    for path, text in sources():
        name = path.relative_to(pages.ROOT)
        for line, cited in lines_with(DOCUMENT, text) if ".md" in text else ():
            if not is_here(cited, path):
                yield f"{name}:{line}: there is no '{cited}'"
        if name.parts[0] != "docs":
            for line, cited in lines_with(SHORTHANDS, text):
                yield f"{name}:{line}: '{cited}' is no document of this repository"
        for cited, named in HEADINGS.findall(COMMENTS.sub(" ", text)) if "docs/" in text else ():
            for heading in re.findall(r'"([^"]+)"', named):
                if heading not in headings.get(cited, []):
                    yield f"{name}: {cited} has no heading \"{heading}\""
