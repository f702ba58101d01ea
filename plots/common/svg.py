# SVG of few bytes that stands alone: its text stays text, and its colours follow a dark page.
import re
from xml.etree import ElementTree

from .style import FAINT, GRID, INK, PAPER

SVG = "http://www.w3.org/2000/svg"
HREF = "{http://www.w3.org/1999/xlink}href"
# The colours of the page around a picture, and what they are where a reader wants it dark.
DARK = {INK: "#E6E2DA", FAINT: "#A19B90", GRID: "#3A3732", PAPER: "#171614"}
# A rule of a style sheet beats an attribute; a viewer without style sheets shows the light picture.
# Only `color-scheme` gives a picture that a browser shows alone a dark ground.
STYLE = (":root{color-scheme:light dark}text{font-family:sans-serif}"
         "@media screen and (prefers-color-scheme:dark){%s}" % "".join(
             f'[{key}="{light.lower()}"]{{{key}:{dark}}}' for light, dark in DARK.items()
             for key in ("fill", "stroke")))
PLACES = ("d", "x", "y", "width", "height", "points")
UNWANTED = (f"{{{SVG}}}metadata", f"{{{SVG}}}style")
ElementTree.register_namespace("", SVG)


def standalone(svg, label):
    """The SVG that matplotlib wrote, as bytes; `label` says what it shows."""
    root = ElementTree.fromstring(svg)
    for parent in root.iter():
        for child in list(parent):
            if child.tag in UNWANTED or child.get("style") == "fill: none":
                parent.remove(child)
    ids = new_ids(root)
    for element in root.iter():
        if not element.tag.endswith("text"):
            element.text = None
        element.tail = None
        rewrite(element, ids)
    for element in root.iter():
        if len(element) > 1 and all(child.tag == f"{{{SVG}}}use" for child in element):
            share_look(element)
    root.attrib.pop("version", None)
    root.attrib.update({"role": "img", "aria-label": label,
                        "stroke-linejoin": "round", "stroke-linecap": "butt"})
    style = ElementTree.Element(f"{{{SVG}}}style")
    style.text = STYLE
    root.insert(0, style)
    return ElementTree.tostring(root) + b"\n"


def new_ids(root):
    """{old: new} of the ids that something refers to; the others are left out."""
    text = " ".join(value for element in root.iter() for value in element.attrib.values())
    wanted = set(re.findall(r"url\(#([^)]+)\)", text))
    wanted |= {element.get(HREF, "")[1:] for element in root.iter()}
    found = [element.get("id") for element in root.iter() if element.get("id") in wanted]
    return {old: f"i{number}" for number, old in enumerate(found, 1)}


def rewrite(element, ids):
    """Ids, numbers, and the style as attributes."""
    own = element.attrib
    if "id" in own:
        own["id"] = ids.get(own["id"], "")
    if HREF in own:
        own["href"] = "#" + ids[own.pop(HREF)[1:]]
    for part in filter(None, own.pop("style", "").split("; ")):
        own.update(attributes_of(*part.split(": ", 1)))
    for key, value in own.items():
        own[key] = re.sub(r"url\(#([^)]+)\)", lambda found: f"url(#{ids[found[1]]})", value)
        if key in PLACES:
            own[key] = re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}",
                              " ".join(value.split()))
    if own.get("transform", "").startswith("rotate(-0 "):
        del own["transform"]
    for key in [key for key, value in own.items() if not value and key != "d"]:
        del own[key]


def attributes_of(key, value):
    """A property of a style as attributes; the font is that of the style sheet."""
    if key == "font":
        weight, size = re.match(r"(?:(\w+) )?([\d.]+px)", value).groups()
        return {"font-size": size, "font-weight": weight or ""}
    return {} if key == "font-family" else {key: value}


def share_look(group):
    """Marks that look alike say so once."""
    looks = [{key: value for key, value in child.items() if key not in ("x", "y", "href")}
             for child in group]
    look = looks[0]
    if any(other != look for other in looks) or look.keys() & {"opacity", *group.attrib}:
        return
    group.attrib.update(look)
    for child in group:
        for key in look:
            del child.attrib[key]
