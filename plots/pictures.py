# The pictures that an experiment asks for: curves with intervals, or violins of samples.
from common.command import Plot, main
from common.drawings import drawings
from common.drawn_curves import curve_picture
from common.drawn_violins import violin_picture
from common.tables import NotApplicable

MAKERS = {"curve": curve_picture, "violin": violin_picture}


def draw(campaign):
    """Yields nothing where the experiment asks for none."""
    reasons = []
    for drawing in drawings(campaign):
        try:
            picture = MAKERS[drawing.kind](campaign, drawing)
        except NotApplicable as reason:
            reasons.append(f"{drawing.name}: {reason}")
        else:
            yield picture
    if reasons:
        raise NotApplicable("; ".join(reasons))


PLOT = Plot("pictures", "Draw the pictures that the experiment asks for.", draw)

if __name__ == "__main__":
    main(PLOT)
