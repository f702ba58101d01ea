# The command line that all plots share: a folder of CSV files in, pictures out.
import argparse
import contextlib
import io
import os
import re
import secrets
import stat
import sys
from functools import partial
from typing import Callable, NamedTuple

from .campaign import Campaign, grouped
from .medium import COLUMN, SCREEN, use
from .parallel import in_parallel
from .svg import standalone
from .tables import NotApplicable, Problem, number

# What each format is drawn for.
FORMATS = {"svg": SCREEN, "png": SCREEN, "pdf": COLUMN}
USUAL = "svg"


class Plot(NamedTuple):
    """What a plot module exposes; `draw` takes a Campaign and yields functions that make a Picture
    each."""
    name: str
    summary: str
    draw: Callable


class Folder:
    """A folder opened once; files below it are written whole or not at all, through no link."""

    def __init__(self, path, descriptor=None):
        self.path = path
        try:
            if descriptor is None:
                os.makedirs(path, exist_ok=True)
                descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as failure:
            raise Problem(f"{path}: {failure.strerror}") from None
        self._descriptor = descriptor

    def write(self, name, content):
        """Returns the file's path."""
        path, temporary = os.path.join(self.path, name), f"{secrets.token_hex(8)}.tmp"
        if self._is_link(name):
            raise Problem(f"'{path}' is a symbolic link: no picture is written through it; "
                          "remove it")
        try:
            self._create(temporary, content)
            os.rename(temporary, name, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)
        except OSError as failure:
            with contextlib.suppress(OSError):
                os.unlink(temporary, dir_fd=self._descriptor)
            raise Problem(f"{path}: {failure.strerror}") from None
        return path

    def _is_link(self, name):
        try:
            mode = os.stat(name, dir_fd=self._descriptor, follow_symlinks=False).st_mode
        except OSError:
            return False
        return stat.S_ISLNK(mode)

    def _create(self, name, content):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        descriptor = os.open(name, flags, 0o666, dir_fd=self._descriptor)
        with open(descriptor, "wb") as file:
            file.write(content)


class Drawn(NamedTuple):
    """A picture of a plot: the parts of its name and its bytes by format, or why there is none."""
    plot: str
    name: tuple = ()
    contents: dict = {}
    failure: Exception = None


def drawn(plot, make, formats):
    try:
        picture = make()
        figure = picture.finish()
    except (NotApplicable, Problem) as failure:
        return Drawn(plot.name, failure=failure)
    return Drawn(plot.name, picture.name,
                 {kind: content_of(picture, figure, kind) for kind in formats})


def tasks_of(plots, campaign, formats):
    """Functions that return a Drawn each. What the pictures rest on is read here, once for all."""
    for plot in plots:
        try:
            for make in plot.draw(campaign):
                yield partial(drawn, plot, make, formats)
        except (NotApplicable, Problem) as failure:
            yield partial(Drawn, plot.name, failure=failure)


class Output:
    """Writes pictures into one folder under safe and distinct names."""

    def __init__(self, folder):
        self.folder, self.written, self._used = folder, 0, set()

    def write(self, drawn):
        name = self._free_name("-".join(safe(part) for part in drawn.name))
        for kind, content in drawn.contents.items():
            tell(self.folder.write(f"{name}.{kind}", content))
            self.written += 1

    def _free_name(self, name):
        free, count = name, 1
        while free.lower() in self._used:
            count += 1
            free = f"{name}-{count}"
        self._used.add(free.lower())
        return free


def content_of(picture, figure, kind):
    """Without a date and a version: equal data, equal bytes."""
    metadata = {"png": {"Software": None}, "svg": None,
                "pdf": {"Title": picture.title, "Subject": picture.subtitle,
                        "Creator": "eswexp", "Producer": None, "CreationDate": None}}
    drawn = io.BytesIO()
    figure.savefig(drawn, format=kind, metadata=metadata[kind], transparent=kind == "svg")
    return (standalone(drawn.getvalue(), f"{picture.title}. {picture.subtitle}") if kind == "svg"
            else drawn.getvalue())


def tell(path):
    """Prints it; a reader that has read enough, as head(1), stops no drawing."""
    try:
        print(path, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def safe(part):
    return re.sub(r"[^A-Za-z0-9._+]+", "_", part)[:60] or "_"


def formats(text):
    chosen = [kind.strip().lower() for kind in text.split(",")]
    for kind in chosen:
        if kind not in FORMATS:
            raise argparse.ArgumentTypeError(f"'{kind}' is not one of {', '.join(FORMATS)}")
    return list(dict.fromkeys(chosen))


def threshold(text):
    """2% or 0.02 as 0.02."""
    value = number(text[:-1]) / 100 if text.endswith("%") else number(text)
    if not 0 <= value < 1:
        raise ValueError
    return value


def arguments(summary):
    parser = argparse.ArgumentParser(description=summary)
    parser.add_argument("folder", metavar="CSVDIR", help="a campaign's folder of CSV files")
    parser.add_argument("--out", required=True, metavar="DIR", help="where pictures are written")
    parser.add_argument("--out-fd", type=int, help=argparse.SUPPRESS)  # the same, open already
    parser.add_argument("--format", type=formats, default=formats(USUAL), metavar="LIST",
                        help=f"some of {', '.join(FORMATS)} (default: {USUAL}): pdf fits a "
                             "paper's column")
    parser.add_argument("--phase", choices=("real", "pilot"), default="real",
                        help="samples of the real experiment (default) or of the pilot")
    parser.add_argument("--threshold", type=threshold, default=0.0, metavar="PERCENT",
                        help="changes up to this do not matter: shaded around a ratio of 1")
    return parser


def draw(plots, campaign, formats, output, problems, reasons):
    """Draws the plots that apply: adds to the problems and reasons why not (each once)."""
    with contextlib.closing(in_parallel(list(tasks_of(plots, campaign, formats)))) as pictures:
        for picture in pictures:
            try:
                if picture.failure:
                    raise picture.failure
                output.write(picture)
            except NotApplicable as reason:
                reasons.setdefault(f"{picture.plot}: not drawn: {reason}")
            except Problem as problem:
                problems.setdefault(str(problem))


def run(options, plots_of):
    """Draws the plots that `plots_of` a Campaign returns; returns the exit code: 2 if input is bad
    or none applies."""
    if not os.path.isdir(options.folder):
        return complain(f"there is no folder '{options.folder}'")
    try:
        folder = Folder(options.out, options.out_fd)
    except Problem as problem:
        return complain(problem)
    campaign = Campaign(options.folder, options.phase, options.threshold)
    problems, reasons, pictures = {}, {}, 0
    for medium, kinds in grouped(options.format, FORMATS.get).items():
        use(medium)
        output = Output(folder)
        draw(plots_of(campaign), campaign, kinds, output, problems, reasons)
        pictures += output.written
    for reason in reasons:
        print(reason, file=sys.stderr)
    for problem in problems:
        complain(problem)
    if not problems and not pictures:
        complain(f"'{options.folder}' has nothing to draw")
    return 0 if pictures and not problems else 2


def complain(problem):
    print(f"error: {problem}", file=sys.stderr)
    return 2


def main(*plots):
    """A plot's script, run alone."""
    sys.exit(run(arguments(plots[0].summary).parse_args(), lambda _: plots))
