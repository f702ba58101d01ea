"""A page of the documentation: its headings, anchors, links, code blocks and code spans."""
import pathlib
import re
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)(```+)(.*)$")


class Block(typing.NamedTuple):
    """A fenced code block; `info` is what follows the fence, `line` that of its first line."""
    page: "Page"
    info: str
    line: int
    text: str

    def __str__(self):
        return f"{self.page.name}:{self.line}"

    def file_name(self):
        """The file that a whole example is: its first comment names it, as `# NAME`."""
        for line in self.text.splitlines()[:2]:
            named = re.fullmatch(r"(?:#|//) ([\w-]+\.\w+)", line)
            if named:
                return named[1]
        return None


class Page:
    def __init__(self, path):
        self.path = path
        self.name = str(path.relative_to(ROOT))
        self.text = path.read_text(encoding="utf-8")
        self.blocks, self.prose = [], []  # prose: (number, line) outside of the blocks
        self._split(self.text.splitlines())
        self.headings = [(len(found[1]), found[2]) for _, line in self.prose
                         if (found := re.match(r"(#+) (.*)", line))]

    def _split(self, lines):
        fence, start = None, 0
        for number, line in enumerate(lines, 1):
            found = FENCE.match(line)
            if fence is None and found:
                fence, start = found, number
            elif fence and found and not found[3] and len(found[2]) >= len(fence[2]):
                inner = [text.removeprefix(fence[1]) for text in lines[start:number - 1]]
                self.blocks.append(Block(self, fence[3].strip(), start + 1, "\n".join(inner) + "\n"))
                fence = None
            elif fence is None:
                self.prose.append((number, line))
        if fence:
            raise ValueError(f"{self.name}:{start}: the code block does not end")

    def anchors(self):
        """As GitHub makes them of headings."""
        seen = {}
        for _, heading in self.headings:
            plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
            anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            count = seen[anchor] = seen.get(anchor, -1) + 1
            yield f"{anchor}-{count}" if count else anchor

    def paragraphs(self):
        """(number of the first line, text) of each paragraph, entry of a list and row of a table."""
        start, text = 0, ""
        for number, line in [*self.prose, (0, "")]:
            begins = not line.strip() or re.match(r"\s*([-*|#]|\d+\.) ?", line) or number != start + 1
            if begins and text:
                yield first, text
                text = ""
            if line.strip():
                first = first if text else number
                text = f"{text} {line.strip()}".strip()
            start = number

    def spans(self):
        """(line, text) of each code span; one may go over the end of a line."""
        for number, text in self.paragraphs():
            for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text):
                yield number, span

    def links(self):
        for number, text in self.paragraphs():
            plain = re.sub(r"`[^`]*`", "", text)
            for target in re.findall(r"\]\(([^)\s]+)\)", plain):
                yield number, target

    def tables(self, heading):
        """The rows of the tables below a heading, down to the next one; cells are Markdown."""
        below, rows = False, []
        for _, line in self.prose:
            found = re.match(r"#+ (.*)", line)
            if found:
                below = found[1] == heading
            elif below and line.startswith("|") and not re.fullmatch(r"[|:\- ]+", line):
                rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        return rows


def all_pages():
    return [Page(path) for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]]


def page(name):
    return Page(ROOT / name)


def code(cell):
    """The code spans of a cell of a table."""
    return re.findall(r"`([^`]+)`", cell)


def column(name, heading, number=0):
    """The code spans in a column of the tables below a heading of the page `name`."""
    return [span for row in page(name).tables(heading)[1:] for span in code(row[number])]
