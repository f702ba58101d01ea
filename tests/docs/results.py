"""Files and columns that docs/results.md describes, against those that a campaign writes; both ways."""
import csv
import json
import re

import pages
from tables import differences

SPEC = """
experiment: columns
benchmarks:
  work: {sources: [work.c], args: [--count, "${n}"], ldflags: "-Wl,--no-as-needed", libs: [-lm], cflags: -O0}
variants:
  linked: {randomize: {link_order: true, function_alignment: link, environment_size: true,
    data_order: true, library_order: true, heap: {blocks: 4}, aslr: seeded, hash_seed: true}}
  compiled: {randomize: {function_alignment: compile, environment_size: {level: execution}, aslr: kernel}}
  moved: {randomize: {aslr: {level: execution}, heap: {level: execution, blocks: 4}, hash_seed: {level: execution}}}
  natural: {randomize: {as_built: true}}
sweep: {n: [100, 200]}
measure: [wall_time]
repeat:
  minimum_time: 0
  pilot: {builds: 2, executions: 2, iterations: 2}
  real: {builds: 2, executions: 1, iterations: 2}
derive: {cost: line(linked over n)}
claims: [mean(linked) > 0 s]
pictures: {cost: {x: n}}
"""
ATTRIBUTED = """
experiment: attributed
benchmarks:
  work: {sources: [work.c], args: [--count, "${n}"], cflags: -O0}
sweep: {n: [100]}
repeat:
  minimum_time: 0
  pilot: {builds: 2, executions: 2, iterations: 2}
  real: {builds: 2, executions: 1, iterations: 2}
attribute: {factors: [aslr.stack]}
"""
SWEPT = """
experiment: swept
benchmarks:
  work: {command: ["true", "${n}"], samples: process}
variants: {one: {}, two: {}}
sweep: {n: [100, 200, 300]}
repeat: {real: {executions: 2}}
"""
FAILING = """
experiment: failing
benchmarks:
  work: {command: sh -c "exit 1", samples: process}
  fine: {command: "true"}
repeat: {real: {executions: 2}}
"""
PLACE = ["experiment", "benchmark", "variant", "n"]
# Files whose rows have another place than most.
POINT = ["experiment", "benchmark", "n"]
PLACES = {"claims.csv": PLACE[:1], "derived.csv": POINT, "attribution.csv": POINT, "explained.csv": POINT,
          "functions.csv": POINT, "pictures.csv": []}
# What --json has for a campaign without CSV files of these names.
OBJECTS = ("events", "failures", "verdicts", "derived_words", "attribution_words")


def documented():
    """{file: (columns in their order, columns of the draws)} of docs/results.md."""
    page, files = pages.page("docs/results.md"), {}
    for _, heading in page.headings:
        name = re.match(r"(\w+\.csv)\b", heading)
        if name:
            columns = [[], []]
            for row in page.tables(heading):
                if row[0] in ("column", "draw"):
                    part = columns[row[0] == "draw"]
                else:
                    part += pages.code(row[0])
            files[name[1]] = columns
    return files


def measure(eswexp, folder):
    """A campaign that fills every column but those of an attribution and of a sweep over a factor, one
    that fails, and those two."""
    work = next(block for block in pages.page("docs/tutorial.md").blocks if block.file_name() == "sum.c")
    (folder / "work.c").write_text(work.text + "int spare[4] = {1};\n")  # data to arrange
    (folder / "columns.yaml").write_text(SPEC)
    (folder / "failing.yaml").write_text(FAILING)
    eswexp.output("run", "--quiet", "--out", folder / "out", folder / "columns.yaml")
    (folder / "swept.yaml").write_text(SWEPT)
    eswexp.output("bias", "--quiet", "--out", folder / "swept", folder / "swept.yaml", "--over", "n", "--repeat", "5")
    done = eswexp.run("run", "--quiet", "--json", "--out", folder / "failed", folder / "failing.yaml")
    (folder / "attributed.yaml").write_text(ATTRIBUTED)
    eswexp.output("run", "--quiet", "--out", folder / "attributed", folder / "attributed.yaml")
    return folder / "out", json.loads(done.stdout), folder / "attributed", folder / "swept"


def header(path):
    with open(path, newline="", encoding="utf-8") as file:
        return next(csv.reader(file))


def in_files(campaign, attributed, swept):
    described = documented()
    paths = sorted([*(campaign / "csv").iterdir(), *(swept / "csv").glob("bias*")])
    written = {path.name: header(path) for path in paths}
    written["attribution.csv"] = header(attributed / "csv" / "attribution.csv")
    yield from differences("results.md, csv/", described, written)
    for name in sorted(set(described) & set(written)):
        (fixed, drawn), columns = described[name], written[name]
        place = PLACES.get(name, PLACE)
        if columns[:len(place)] != place:
            yield f"results.md, {name}: begins with {columns[:len(PLACE)]}, not {place}"
        rest = columns[len(place):]
        if rest[:len(fixed)] != fixed:
            yield f"results.md, {name}: columns {rest}, described are {fixed}"
        yield from differences(f"results.md, {name}", drawn, rest[len(fixed):])


def keys_of(rows):
    return list(rows[0]) if rows else []


def in_json(report, failed):
    """--json: the keys of the report, and those of its objects that are no CSV file's."""
    yield from differences("results.md, JSON", pages.column("docs/results.md", "JSON"), report)
    for row in pages.page("docs/results.md").tables("JSON")[1:]:
        key = pages.code(row[0])[0]
        if key in OBJECTS:
            found = keys_of(failed[key] if key == "failures" else report.get(key))
            place = [name for name in found if name in PLACE]
            yield from differences(f"results.md, JSON, {key}", pages.code(row[1]), found[len(place):])


def in_comparison(comparison):
    yield from differences("compare.md, JSON", pages.column("docs/compare.md", "JSON"), comparison)
    yield from differences("compare.md, comparisons in JSON",
                           pages.column("docs/compare.md", "Comparisons in JSON"),
                           keys_of(comparison["comparisons"]))


def in_doctor(doctor):
    return differences("machine.md, JSON", pages.column("docs/machine.md", "Is it fit?"), doctor)


def in_folder(campaign):
    """Files of a campaign's folder, after a comparison; pictures need matplotlib, and copies for
    spreadsheets are asked for."""
    described = [name.rstrip("/") for name in pages.column("docs/results.md", "The campaign's folder")
                 if name not in ("plots/", "spreadsheet/", "comparison.*")]
    described += pages.column("docs/compare.md", "Output for programs", 1)
    return differences("a campaign's folder", described, [path.name for path in campaign.iterdir()])


def flaws(eswexp, folder):
    campaign, failed, attributed, swept = measure(eswexp, folder)
    yield from in_files(campaign, attributed, swept)
    report, own, bias = (json.loads(eswexp.output("report", one, "--json"))
                         for one in (campaign, attributed, swept))
    report |= {key: own[key] for key in ("attribution", "attribution_words")}
    yield from in_json(bias | report, failed)
    # a threshold that no chance passes: "slower" has an exit code of its own
    yield from in_comparison(json.loads(eswexp.output("compare", campaign, "--threshold", "99%",
                                                      "--json")))
    yield from in_doctor(json.loads(eswexp.output("doctor", "--quick", "--json")))
    yield from in_folder(campaign)
