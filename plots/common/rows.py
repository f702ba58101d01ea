# Rows of a forest: a line per variant, under a heading per cell where there are several of both.
from .campaign import grouped
from .medium import fitting, narrow
from .style import GRID, INK, PAPER, SMALL, plain
from .units import parameter

ROW, DENSE_ROW = 0.34, 0.2
# A row grows by this where its numbers stand under it.
UNDER = 1.45
ROWS_PER_PICTURE = 36
LONGEST_LABEL = 44


def cell_label(cell, benchmark=True):
    axes = ", ".join(f"{plain(name, 20)} = {plain(parameter(value), 20)}"
                     for name, value in cell.axes)
    if not benchmark:
        return axes or "all"
    return plain(cell.benchmark, 40) + (f", {axes}" if axes else "")


def place_words(records):
    """What all records share, for a subtitle: a cell, a benchmark or nothing."""
    cells = {r["cell"] for r in records}
    if len(cells) == 1:
        return f"{cell_label(*cells)}, "
    return "" if several_benchmarks(records) else f"{plain(records[0]['cell'].benchmark)}, "


def several_benchmarks(records):
    return len({r["cell"].benchmark for r in records}) > 1


def ordered(campaign, records):
    return sorted(records, key=lambda r: (campaign.cell_order(r["cell"]),
                                          campaign.variant_order(r["variant"])))


def pages(records):
    """Splits ordered records between cells into pictures that stay readable; a cell of very many
    variants takes several."""
    page, rows, most = [], 0, fitting(ROWS_PER_PICTURE)
    for group in grouped(records, lambda r: r["cell"]).values():
        variants = list(grouped(group, lambda r: r["variant"]).values())
        for part in (variants[start:start + most] for start in range(0, len(variants), most)):
            if page and rows + len(part) > most:
                yield page
                page, rows = [], 0
            page += [record for variant in part for record in variant]
            rows += len(part)
    if page:
        yield page


def page_name(name, number, count):
    return name if count == 1 else (*name, str(number + 1))


class Rows:
    """Places for (cell, label) entries on the y axis, the first on top. `flat`: a row per cell,
    all with the same label, so that the cell alone names the row. More of them are `dense`."""

    def __init__(self, entries, benchmark=True):
        groups = [(cell_label(cell, benchmark), group)
                  for cell, group in grouped(entries, lambda entry: entry[0]).items()]
        single = (len(groups) == len(entries) > 1
                  and len({label for _, label in entries}) == 1)
        self.dense = single and len(entries) > ROWS_PER_PICTURE
        self.flat = self.dense or (
            single and max(len(cell) for cell, _ in groups) <= LONGEST_LABEL)
        self.places, self._labels, self._headings, self.span = [], [], [], 0.0
        for cell, group in groups:
            if len(groups) > 1 and not self.flat:
                self._headings.append((self.span, cell))
                self.span += 0.95
            for _, label in group:
                self.places.append(self.span)
                self._labels.append(plain(cell if self.flat else label, LONGEST_LABEL))
                self.span += 1
            self.span += 0 if self.flat else 0.25

    def height(self):
        """Inches for the axes with their x label."""
        row = DENSE_ROW if self.dense else ROW
        return (UNDER * row if narrow() else row) * self.span + 0.75

    def apply(self, axes, labels=True):
        axes.set_ylim(self.span - 0.4, -0.6)
        axes.grid(False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_yticks(self.places, self._labels if labels else [""] * len(self.places))
        for y in self.places:
            axes.axhline(y, color=GRID, alpha=0.6, linewidth=0.8, zorder=0)
        if labels:
            self._write_headings(axes)
        # A heading may reach into the panel to the right, whose ground would hide it.
        axes.patch.set_visible(False)

    def _write_headings(self, axes):
        for y, cell in self._headings:
            axes.text(0, y + 0.12, plain(cell, 90), transform=axes.get_yaxis_transform(),
                      va="center", size=SMALL, weight="bold",
                      bbox={"color": PAPER, "pad": 1}).set_in_layout(False)


def write_beside(axes, y, text):
    """A row's numbers, on its right; under it where the picture is narrow."""
    under = narrow()
    axes.text(0.995 if under else 1.015, y + 0.46 if under else y, text, va="center",
              transform=axes.get_yaxis_transform(), ha="right" if under else "left", size=SMALL,
              color=INK, bbox={"color": PAPER, "pad": 0.4} if under else None)
