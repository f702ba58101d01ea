# The look of every plot: colours by variant, text that stays text, one frame with head and notes.
import textwrap
import warnings

from .medium import SCREEN, letters, medium, narrow, use

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

# Okabe and Ito's palette with its light colours and black replaced, so that the colour-blind tell
# them apart on white and on black paper; a marker each, so that grey print works too.
COLOURS = ("#147FC0", "#D55E00", "#009E73", "#CC79A7", "#8A5CF0", "#C01830", "#DB9600")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
# Levels are ordered and must not be taken for variants: one hue, from light to dark.
LEVEL_COLOURS = {"iteration": "#CBD3DB", "execution": "#9AA8B6", "build": "#6C7E90",
                 "machine": "#4A5D70"}
# These four follow the page that a picture stands in (svg.py).
INK, FAINT, GRID, PAPER = "#222222", "#767676", "#E3E3E3", "#FFFFFF"
BAND = GRID + "80"
HATCH = "/////"  # of what is not known
# On a coloured ground, which is the same on all pages.
DARK_ON_COLOUR, LIGHT_ON_COLOUR = "#202020", "#FDFDFD"
SMALL = "small"

# Names may be in a script that the font lacks; the SVG shows them all the same.
warnings.filterwarnings("ignore", message="Glyph .* missing from current font")
matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.fonttype": "none",
    "svg.hashsalt": "eswexp",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-9, 12),
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "savefig.dpi": 150,
})
use(SCREEN)


def plain(text, limit=60):
    """User text fit for a picture: no control characters, its middle left out if too long."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    limit = 2 * limit // 3 if narrow() else limit
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[half + 1 - limit:]}"


def wrapped(text, columns=1, wide=80):
    """A panel's title in lines that its column can hold; `wide`: letters of one in a wide line."""
    return "\n".join(textwrap.wrap(text, letters(wide) // columns))


class Look:
    """Colour and marker of a variant: by its place in the experiment, so equal in all plots."""

    def __init__(self, place):
        self.colour = COLOURS[place % len(COLOURS)]
        self.marker = MARKERS[place % len(MARKERS)]
        self.line = "-" if place < len(COLOURS) else (0, (5, 2))


def variant_handles(campaign, variants, line="none"):
    handles = []
    for variant in sorted(variants, key=campaign.variant_order):
        look = Look(campaign.variant_order(variant))
        handles.append(Line2D([], [], color=look.colour, marker=look.marker, linestyle=line,
                              markersize=7, label=plain(variant, 30)))
    return handles


def level_handles(levels):
    return [Patch(facecolor=LEVEL_COLOURS[level], label=level) for level in levels]


class Picture:
    """A figure under construction. `name` are the parts of its file name, from coarse to fine."""

    def __init__(self, name, title, subtitle, heights, columns=1, **grid):
        self.name, self.notes, self.handles = name, [], []
        self.title, self.subtitle, self.columns = title, subtitle, columns
        self._body = sum(heights) * medium().scale
        self.figure = Figure(figsize=(medium().width, self._body))
        self.axes = self.figure.subplots(len(heights), columns, squeeze=False,
                                         gridspec_kw={"height_ratios": heights}, **grid)

    def note(self, text):
        if text and text not in self.notes:
            self.notes.append(text)

    def finish(self):
        """Adds title, legend and notes around the axes and returns the figure. A paper's caption is
        in place of the title."""
        title, subtitle = ([] if narrow() else textwrap.wrap(text, letters(size))
                           for text, size in ((self.title, 76), (self.subtitle, 105)))
        notes = [line for note in self.notes
                 for line in textwrap.wrap(note, letters(126))]
        longest = max([len(handle.get_label()) for handle in self.handles], default=0)
        legend_columns = min(8, max(1, letters(105) // (longest + 7)))
        legend_rows = -(-len(self.handles) // legend_columns)
        scale = medium().scale
        large, normal, small = (1.4 * size / 72 for size in (
            medium().large, medium().normal, medium().small))
        under_title = (0.13 if title else 0.06) * scale + large * len(title)
        over_legend = under_title + (0.04 * scale + normal) * len(subtitle)
        head = over_legend + 0.1 * scale + 1.15 * normal * legend_rows
        foot = 0.14 * scale + small * len(notes)
        height = head + self._body + foot
        self.figure.set_size_inches(medium().width, height)
        self.figure.set_layout_engine("constrained", rect=(
            0.008, foot / height, 0.984, self._body / height), hspace=0.04, wspace=0.03)
        for axes in self.figure.axes if narrow() else ():
            axes.set_xlabel("\n".join(textwrap.wrap(axes.get_xlabel(), 30)))
        for artist in self._drawn() if scale != 1 else ():
            thin(artist, scale)
        self._write(0.13 * scale, title, height, medium().large, weight="bold")
        self._write(under_title, subtitle, height, medium().normal, color=FAINT)
        if self.handles:
            self.figure.legend(handles=self.handles, loc="upper left", ncol=legend_columns,
                               bbox_to_anchor=(0.014, 1 - over_legend / height), borderaxespad=0,
                               borderpad=0, handletextpad=0.5,
                               columnspacing=1.8).set_in_layout(False)
        self._write(height - foot + 0.06 * scale, notes, height, medium().small, color=FAINT)
        self.settle()
        return self.figure

    def settle(self):
        """The layout once for all formats, without the last bits that its solver leaves to chance:
        SVG has names made from them."""
        self.figure.get_layout_engine().execute(self.figure)
        # With any engine, even "none", savefig draws everything twice.
        self.figure.set_layout_engine(None)
        for axes in self.figure.axes:
            bounds = axes.get_position(original=True).bounds
            axes.set_position([round(bound, 6) for bound in bounds])

    def _drawn(self):
        for axes in self.figure.axes:
            yield from (*axes.lines, *axes.collections, *axes.patches)
        yield from self.handles

    def _write(self, inches, lines, height, size, **how):
        self.figure.text(0.014, 1 - inches / height, "\n".join(lines), size=size, va="top",
                         linespacing=1.3, **how).set_in_layout(False)


def thin(artist, scale):
    """Lines and marks of an artist at the scale of its picture."""
    artist.set_linewidth(artist.get_linewidth() * scale)
    if isinstance(artist, Line2D):
        artist.set_markersize(artist.get_markersize() * scale)
        artist.set_markeredgewidth(artist.get_markeredgewidth() * scale)
