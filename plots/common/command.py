# The command line that all plots share: a folder of CSV files in, pictures out.
import argparse
import os
import re
import sys
from typing import Callable, NamedTuple

from .campaign import Campaign
from .tables import NotApplicable, Problem, number

FORMATS = ("png", "svg")
# No date and no version in a picture: equal data, equal bytes.
METADATA = {"png": {"Software": None}, "svg": {"Date": None, "Creator": "eswexp"}}


class Plot(NamedTuple):
    """What a plot module exposes as PLOT; `draw` takes a Campaign and yields Pictures."""
    name: str
    summary: str
    draw: Callable


class Output:
    """Writes pictures into one folder under safe and distinct names."""

    def __init__(self, folder, formats):
        self.folder, self.formats, self._used = folder, formats, set()
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as failure:
            raise Problem(f"{folder}: {failure.strerror}") from None

    def write(self, picture):
        name = self._free_name("-".join(safe(part) for part in picture.name))
        figure = picture.finish()
        for kind in self.formats:
            path = os.path.join(self.folder, f"{name}.{kind}")
            try:
                figure.savefig(path, format=kind, metadata=METADATA[kind])
            except OSError as failure:
                raise Problem(f"{path}: {failure.strerror}") from None
            print(path, flush=True)

    def _free_name(self, name):
        free, count = name, 1
        while free.lower() in self._used:
            count += 1
            free = f"{name}-{count}"
        self._used.add(free.lower())
        return free


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
    parser.add_argument("--format", type=formats, default=list(FORMATS), metavar="LIST",
                        help="png, svg or both (default: png,svg)")
    parser.add_argument("--phase", choices=("real", "pilot"), default="real",
                        help="samples of the real experiment (default) or of the pilot")
    parser.add_argument("--threshold", type=threshold, default=0.0, metavar="PERCENT",
                        help="changes up to this do not matter: shaded around a ratio of 1")
    return parser.parse_args()


def run(plots, summary):
    """Draws all plots that apply and returns the exit code: 2 if input is bad or none applies."""
    options = arguments(summary)
    if not os.path.isdir(options.folder):
        return complain(f"there is no folder '{options.folder}'")
    campaign = Campaign(options.folder, options.phase, options.threshold)
    problems, pictures = [], 0
    try:
        output = Output(options.out, options.format)
    except Problem as problem:
        return complain(problem)
    for plot in plots:
        try:
            for picture in plot.draw(campaign):
                output.write(picture)
                pictures += 1
        except NotApplicable as reason:
            print(f"{plot.name}: not drawn: {reason}", file=sys.stderr)
        except Problem as problem:
            if str(problem) not in problems:
                problems.append(str(problem))
    for problem in problems:
        complain(problem)
    if not problems and not pictures:
        complain(f"'{options.folder}' has nothing to draw")
    return 0 if pictures and not problems else 2


def complain(problem):
    print(f"error: {problem}", file=sys.stderr)
    return 2


def main(plot):
    """A plot's script, run alone."""
    sys.exit(run([plot], plot.summary))
