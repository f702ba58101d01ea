# The look of every plot: colours by variant, text that stays text, one frame with head and notes.
import textwrap
import warnings

import matplotlib
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

# Okabe and Ito's palette, safe for the colour-blind; a marker each, so that grey print works too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
# Levels are ordered and must not be taken for variants: one hue, from light to dark.
LEVEL_COLOURS = {"iteration": "#D9DEE4", "execution": "#A5B1BE", "build": "#5F7183",
                 "machine": "#28343F"}
INK, FAINT, BAND = "#222222", "#767676", "#F1F1F1"
WIDTH = 9.0
SMALL, NORMAL, LARGE = 9.0, 10.5, 13.0

# Names may be in a script that the font lacks; the SVG shows them all the same.
warnings.filterwarnings("ignore", message="Glyph .* missing from current font")
matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.fonttype": "none",
    "svg.hashsalt": "eswexp",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": NORMAL,
    "axes.titlesize": NORMAL,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": NORMAL,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.formatter.useoffset": False,
    "axes.formatter.limits": (-9, 12),
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#E3E3E3",
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "legend.frameon": False,
    "legend.fontsize": NORMAL,
    "savefig.dpi": 150,
})


def plain(text, limit=60):
    """User text fit for a picture: no control characters, its middle left out if too long."""
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    half = limit // 2
    return text if len(text) <= limit else f"{text[:half]}…{text[half + 1 - limit:]}"


def wrapped(text, columns=1):
    """A panel's title in lines that its column can hold."""
    return "\n".join(textwrap.wrap(text, 80 // columns))


class Look:
    """Colour and marker of a variant: by its place in the experiment, so equal in all plots."""

    def __init__(self, place):
        self.colour = COLOURS[place % len(COLOURS)]
        self.marker = MARKERS[place % len(MARKERS)]


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
        self._body = sum(heights)
        self.figure = Figure(figsize=(WIDTH, self._body))
        self.axes = self.figure.subplots(len(heights), columns, squeeze=False,
                                         gridspec_kw={"height_ratios": heights}, **grid)

    def note(self, text):
        if text and text not in self.notes:
            self.notes.append(text)

    def finish(self):
        """Adds title, legend and notes around the axes and returns the figure."""
        subtitle = textwrap.wrap(self.subtitle, 105)
        legend_columns = 4
        legend_rows = -(-len(self.handles) // legend_columns)
        notes = [line for note in self.notes for line in textwrap.wrap(note, 132)]
        head = 0.46 + 0.22 * len(subtitle) + 0.25 * legend_rows + 0.08
        foot = 0.17 * len(notes) + 0.14
        height = head + self._body + foot
        self.figure.set_size_inches(WIDTH, height)
        self.figure.set_layout_engine("constrained", rect=(
            0.008, foot / height, 0.984, self._body / height), hspace=0.04, wspace=0.03)
        self._write(0.13, self.title, height, LARGE, weight="bold")
        self._write(0.41, "\n".join(subtitle), height, NORMAL, color=FAINT)
        if self.handles:
            top = 1 - (0.43 + 0.22 * len(subtitle)) / height
            self.figure.legend(handles=self.handles, loc="upper left", ncol=legend_columns,
                               bbox_to_anchor=(0.014, top), borderaxespad=0, borderpad=0,
                               handletextpad=0.5, columnspacing=1.8).set_in_layout(False)
        self._write(height - foot + 0.06, "\n".join(notes), height, SMALL, color=FAINT)
        return self.figure

    def _write(self, inches, text, height, size, **how):
        self.figure.text(0.014, 1 - inches / height, text, size=size, va="top", linespacing=1.3,
                         **how).set_in_layout(False)
