# SVG that stands inside a web page: ids of its own, the page's colours, nothing from elsewhere.
import re
from xml.etree import ElementTree

from .style import FAINT, GRID, INK, PAPER

SVG = "http://www.w3.org/2000/svg"
HREF = "{http://www.w3.org/1999/xlink}href"
VARIABLES = {colour.lower(): f"var(--{name}, {colour})" for name, colour in (
    ("ink", INK), ("faint", FAINT), ("grid", GRID), ("paper", PAPER))}
PLACES = ("d", "x", "y", "width", "height", "points")
UNWANTED = (f"{{{SVG}}}metadata", f"{{{SVG}}}style")
ElementTree.register_namespace("", SVG)


def inline(svg, name, label):
    """The SVG that matplotlib wrote, to be put into HTML as it is."""
    root = ElementTree.fromstring(svg)
    for parent in root.iter():
        for child in list(parent):
            if child.tag in UNWANTED or child.get("style") == "fill: none":
                parent.remove(child)
    ids = new_ids(root, name)
    for element in root.iter():
        if not element.tag.endswith("text"):
            element.text = None
        element.tail = None
        rewrite(element, ids)
    for element in root.iter():
        if len(element) > 1 and all(child.tag == f"{{{SVG}}}use" for child in element):
            share_style(element)
    for attribute in ("version", "height"):
        root.attrib.pop(attribute, None)
    # What matplotlib says in a style sheet, which would hold for the whole page.
    root.attrib.update({"width": "100%", "role": "img", "aria-label": label,
                        "stroke-linejoin": "round", "stroke-linecap": "butt"})
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def new_ids(root, name):
    """{old: new} of the ids that something refers to; the others are left out."""
    text = " ".join(value for element in root.iter() for value in element.attrib.values())
    wanted = set(re.findall(r"url\(#([^)]+)\)", text))
    wanted |= {element.get(HREF, "")[1:] for element in root.iter()}
    found = [element.get("id") for element in root.iter() if element.get("id") in wanted]
    return {old: f"{name}-{number}" for number, old in enumerate(found, 1)}


def rewrite(element, ids):
    """Ids, colours and fonts of one element."""
    own = element.attrib
    if "id" in own:
        own["id"] = ids.get(own["id"], "")
    if HREF in own:
        own["href"] = "#" + ids[own.pop(HREF)[1:]]
    for key, value in own.items():
        own[key] = re.sub(r"url\(#([^)]+)\)", lambda found: f"url(#{ids[found[1]]})", value)
        if key in PLACES:
            own[key] = re.sub(r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", value)
    # A variable may stand in a style only.
    parts = [f"{key}: {own.pop(key)}" for key in ("fill", "stroke") if key in own]
    if parts:
        own["style"] = "; ".join([*parts, *([own["style"]] if "style" in own else [])])
    if "style" in own:
        own["style"] = "; ".join(restyled(*part.split(": ", 1))
                                 for part in own["style"].split("; ") if part)
    if own.get("transform", "").startswith("rotate(-0 "):
        del own["transform"]
    for key in [key for key, value in own.items() if not value and key != "d"]:
        del own[key]


def restyled(key, value):
    if key == "font":
        value = re.sub(r"(\d+(?:\.\d+)?)px .*", r"\1px sans-serif", value)
    if key == "font-family":  # Matplotlib 3.7 and newer
        value = "sans-serif"
    return f"{key}: {VARIABLES.get(value.lower(), value)}"


def share_style(group):
    """Marks that look alike say so once."""
    styles = {child.get("style") for child in group}
    if len(styles) == 1 and None not in styles and "style" not in group.attrib:
        style, = styles
        if "opacity: " not in style.replace("-opacity: ", ""):
            group.set("style", style)
            for child in group:
                del child.attrib["style"]
