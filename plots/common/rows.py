# Rows of a forest: a line per variant, under a heading per cell where there are several of both.
from .campaign import grouped
from .style import plain
from .units import parameter

ROW = 0.34
ROWS_PER_PICTURE = 36


def cell_label(cell, benchmark=True):
    axes = ", ".join(f"{plain(name, 20)} = {plain(parameter(value), 20)}"
                     for name, value in cell.axes)
    if not benchmark:
        return axes or "all"
    return plain(cell.benchmark, 40) + (f", {axes}" if axes else "")


def ordered(campaign, records):
    return sorted(records, key=lambda r: (campaign.cell_order(r["cell"]),
                                          campaign.variant_order(r["variant"])))


def pages(records):
    """Splits ordered records between cells into pictures that stay readable."""
    page, rows = [], 0
    for group in grouped(records, lambda r: r["cell"]).values():
        height = len({r["variant"] for r in group})
        if page and rows + height > ROWS_PER_PICTURE:
            yield page
            page, rows = [], 0
        page += group
        rows += height
    if page:
        yield page


def page_name(name, number, count):
    return name if count == 1 else (*name, str(number + 1))


class Rows:
    """Places for (cell, label) entries on the y axis, the first on top. `flat`: a row per cell,
    all with the same label, so that the cell alone names the row."""

    def __init__(self, entries, benchmark=True):
        groups = grouped(entries, lambda entry: entry[0])
        self.flat = len(groups) == len(entries) > 1 and len({label for _, label in entries}) == 1
        self.places, self._ticks, self._labels, self._headings = [], [], [], []
        y = 0.0
        for cell, group in groups.items():
            if len(groups) > 1 and not self.flat:
                self._tick(y, cell_label(cell, benchmark), True)
                y += 0.95
            for _, label in group:
                self.places.append(y)
                self._tick(y, cell_label(cell, benchmark) if self.flat else plain(label, 36), False)
                y += 1
            y += 0 if self.flat else 0.25
        self.span = y

    def _tick(self, y, label, heading):
        self._headings += [len(self._ticks)] if heading else []
        self._ticks.append(y)
        self._labels.append(label)

    def height(self):
        """Inches for the axes with their x label."""
        return ROW * self.span + 0.75

    def apply(self, axes, labels=True):
        axes.set_ylim(self.span - 0.4, -0.6)
        axes.grid(False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_yticks(self._ticks, self._labels if labels else [""] * len(self._ticks))
        for place in self._headings if labels else ():
            axes.get_yticklabels()[place].set_weight("bold")
        for y in self.places:
            axes.axhline(y, color="#EDEDED", linewidth=0.8, zorder=0)
