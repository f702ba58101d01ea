# The pictures that an experiment asks for: curves with intervals, or violins of samples.
from functools import partial

from common.command import Plot, main
from common.drawings import drawings
from common.drawn_curves import curve_picture
from common.drawn_violins import violin_picture
from common.tables import NotApplicable

MAKERS = {"curve": curve_picture, "violin": violin_picture}


def picture_of(campaign, drawing):
    try:
        return MAKERS[drawing.kind](campaign, drawing)
    except NotApplicable as reason:
        raise NotApplicable(f"{drawing.name}: {reason}") from None


def draw(campaign):
    """Yields nothing where the experiment asks for none."""
    for drawing in drawings(campaign):
        yield partial(picture_of, campaign, drawing)


PLOT = Plot("pictures", "Draw the pictures that the experiment asks for.", draw)

if __name__ == "__main__":
    main(PLOT)
