# What pictures are drawn for: a screen or a column of a paper, which sets their sizes.
from typing import NamedTuple

import matplotlib


class Medium(NamedTuple):
    """Sizes in inches and points; `scale` is that of heights, lines and marks."""
    width: float
    scale: float
    normal: float
    small: float
    large: float
    text: float  # share of a wide line's text that fits a line
    panels: float  # share of a screen's panels and rows in one picture


# Its text is large enough for the half of its width, that of a phone.
SCREEN = Medium(8.0, 1.0, 11.5, 10.5, 14.0, text=0.79, panels=1.0)
# 84 mm, what a column is in most journals; drawn at the size in which it is printed.
COLUMN = Medium(84 / 25.4, 7 / 9, 8.0, 7.0, 8.0, text=0.46, panels=0.5)
# matplotlib's sizes by name are relative to font.size: "small" is this share of it.
SMALL_SHARE = 0.833

_used = [SCREEN]


def medium():
    return _used[-1]


def use(chosen):
    """All pictures begun from now on are for this medium."""
    _used[:] = [chosen]
    scale = chosen.scale
    matplotlib.rcParams.update({
        "font.size": chosen.small / SMALL_SHARE,
        "axes.titlesize": chosen.normal,
        "axes.labelsize": chosen.normal,
        "legend.fontsize": chosen.normal,
        "axes.linewidth": 0.8 * scale,
        "axes.labelpad": 4 * scale,
        "axes.titlepad": 6 * scale,
        "grid.linewidth": 0.8 * scale,
        "hatch.linewidth": 1.0 * scale,
        **{f"{axis}tick.{which}.{name}": value * scale for axis in "xy"
           for which, name, value in (("major", "size", 3.5), ("major", "width", 0.8),
                                      ("major", "pad", 3.5), ("minor", "size", 2.0))},
    })


def narrow():
    return medium() is COLUMN


def letters(count):
    """How many fit where so many fit a wide line."""
    return int(count * medium().text)


def side_by_side(columns):
    """How many of these panels stand beside each other."""
    return 1 if narrow() else columns


def fitting(count):
    return max(1, round(count * medium().panels))
