"""Links and anchors of the documentation lead somewhere; files that it names exist."""
import functools
import glob
import re

import pages

# Beginnings of paths in this repository; what follows may hold `*`.
PATHS = re.compile(r"(?:docs|engine|experiments|kernels|plots|randomizers|tests)/[\w.*/-]+")
EXTERNAL = ("http://", "https://", "mailto:")


def other_pages():
    return [pages.page("experiments/README.md"), pages.page("CHANGELOG.md")]


def in_links(page):
    for line, target in page.links():
        if target.startswith(EXTERNAL):
            continue
        name, _, anchor = target.partition("#")
        path = (page.path.parent / name).resolve() if name else page.path
        if not path.exists():
            yield f"{page.name}:{line}: there is no '{name}'"
        elif anchor and anchor not in pages.Page(path).anchors():
            yield f"{page.name}:{line}: '{path.name}' has no heading '#{anchor}'"


def in_paths(page):
    """Paths in code spans and in scripts, and unit tests by their names."""
    named = [(f"{page.name}:{line}", span) for line, span in page.spans()]
    named += [(str(block), block.text) for block in page.blocks if block.info == "sh"]
    for where, text in named:
        for path in re.findall(r"(?<![\w/.])" + PATHS.pattern, text):
            if "NAME" not in path and not glob.glob(str(pages.ROOT / path)):
                yield f"{where}: there is no '{path}'"
        if re.fullmatch(r"test_\w+", text) and not (pages.ROOT / "tests/unit" / f"{text}.c").exists():
            yield f"{where}: there is no unit test '{text}'"


@functools.cache
def variables():
    """Environment variables that the program or its tests read or set, and options of its build."""
    return {name for folder in ("engine", "kernels", "plots", "packaging", "tests/unit")
            for path in sorted((pages.ROOT / folder).rglob("*.*")) if path.suffix in (".c", ".h", ".py", ".cmake")
            for name in re.findall(r"\bESWEXP_[A-Z_]+", path.read_text(encoding="utf-8"))}


def in_variables(page):
    for line, span in page.spans():
        for name in re.findall(r"\bESWEXP_[A-Z_]+", span):
            if name not in variables():
                yield f"{page.name}:{line}: no source knows '{name}'"


def not_in_the_index():
    """Pages that README does not lead to."""
    reached = {target.partition("#")[0] for _, target in pages.page("README.md").links()}
    return [page.name for page in pages.all_pages()[1:] if page.name not in reached]


def flaws():
    for page in [*pages.all_pages(), *other_pages()]:
        yield from in_links(page)
        yield from in_paths(page)
        yield from in_variables(page)
