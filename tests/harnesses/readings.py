"""What harnesses wrote, read by Python alone: (benchmark, metric, unit, execution, number).

Files with a version in their names are of that version of the harness.
"""
import csv
import json
import pathlib
import re
import xml.etree.ElementTree as xml

OUTPUT = pathlib.Path(__file__).parent / "output"
UNITS = {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1}


def wall(benchmark, seconds, execution=0):
    return benchmark, "wall_time", "s", execution, seconds


def google(path):
    own = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads",
           "iterations", "real_time", "cpu_time"}
    for run in json.loads(path.read_text())["benchmarks"]:
        if "aggregate_name" in run or run.get("error_occurred") or run.get("skipped"):
            continue
        unit = UNITS[run["time_unit"]]
        yield wall(run["run_name"], run["real_time"] * unit)
        yield run["run_name"], "cpu_time", "s", 0, run["cpu_time"] * unit
        for key, number in run.items():
            if isinstance(number, (int, float)) and key not in own:
                yield run["run_name"], key, "B/s" if key == "bytes_per_second" else "", 0, number


def hyperfine(path):
    for result in json.loads(path.read_text())["results"]:
        name = result.get("name", result["command"])
        for i, run in enumerate(result.get("measurements", [])):
            yield wall(name, run["time_wall_clock"]["value"], i)
            yield name, "cpu_time", "s", i, run["time_cpu"]["value"]
            yield name, "memory_peak_resident", "B", i, run["memory_peak_resident"]["value"]
        if "measurements" in result:
            continue
        for i, time in enumerate(result["times"]):
            yield wall(result["command"], time, i)
        yield result["command"], "cpu_time", "s", 0, result["user"] + result["system"]


def go(path):
    lines = path.read_text().splitlines()
    packages = {line.split()[1] for line in lines if line.startswith("pkg: ")}
    package, processes, began = None, {}, False
    for line in lines:
        key = line.split(":")[0]
        if key in ("goos", "goarch", "pkg", "cpu"):
            began = True
        if key == "pkg":
            package = line.split()[1]
        match = re.match(r"Benchmark(\S*)\s+(\d+)\s+(.*)", line)
        if not match:
            continue
        processes[package] = processes.get(package, -1) + began
        began = False
        name = f"{package}.{match[1]}" if len(packages) > 1 else match[1]
        words = match[3].split()
        for number, unit in zip(words[::2], words[1::2]):
            if unit == "ns/op":
                yield wall(name, float(number) * 1e-9, processes[package])
            else:
                yield name, unit.replace("/", "_per_"), unit, processes[package], float(number)


def criterion_folder(path):
    for sample in sorted(path.rglob("new/sample.json")):
        name = json.loads((sample.parent / "benchmark.json").read_text())["full_id"]
        taken = json.loads(sample.read_text())
        for time, count in zip(taken["times"], taken["iters"]):
            yield wall(name, time * 1e-9 / count)


def criterion_csv(path):
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            name = "/".join(filter(None, (row["group"], row["function"], row["value"])))
            yield wall(name, float(row["sample_measured_value"]) * UNITS[row["unit"]] /
                       int(row["iteration_count"]))


def cargo_criterion(path):
    for line in path.read_text().splitlines():
        message = json.loads(line)
        if message["reason"] == "benchmark-complete":
            for time, count in zip(message["measured_values"], message["iteration_count"]):
                yield wall(message["id"], time * UNITS[message["unit"]] / count)


def criterion_text(path):
    before = ""
    for line in path.read_text().splitlines():
        name, mark, words = line.partition("time:   [")
        if mark:
            _, _, number, unit, *_ = words.split()
            yield wall(name.strip() or before, float(number) * UNITS[unit])
        before = line.strip()


def divan(path):
    names = {}
    for line in path.read_text().splitlines():
        if "fastest" in line:
            names[0] = line.split()[0]
        branch = re.search(r"[├╰]─ (.*?)(?:  +|$)", line)
        if not branch:
            continue
        depth = branch.start() // 3 + 1
        names[depth] = branch[1]
        mean = line.count("│") >= 5 and line.split("│")[-3].strip()
        if mean:
            number, unit = mean.split()
            yield wall("/".join(names[i] for i in range(depth + 1)), float(number) * UNITS[unit])


def catch2(path):
    def walk(node, names):
        for child in node:
            inside = [*names, child.get("name")] if child.tag in ("TestCase", "Section") else names
            if child.tag == "BenchmarkResults":
                name = "/".join([*names, child.get("name")])
                yield wall(name, float(child.find("mean").get("value")) * 1e-9)
            yield from walk(child, inside)
    yield from walk(xml.parse(path).getroot(), [])


def nanobench(path):
    counters = ("instructions", "cpucycles", "branchinstructions", "branchmisses", "pagefaults",
                "contextswitches")
    for result in json.loads(path.read_text())["results"]:
        name = result["name"] if result["title"] == "benchmark" else f"{result['title']}/{result['name']}"
        epochs = result["measurements"]
        for epoch in epochs:
            yield wall(name, epoch["elapsed"])
            if epochs[0]["instructions"]:
                yield from ((name, counter, "", 0, epoch[counter]) for counter in counters)


def pytest(path):
    for benchmark in json.loads(path.read_text())["benchmarks"]:
        for second in benchmark["stats"]["data"]:
            yield wall(benchmark["fullname"], second)


def pyperf(path):
    file = json.loads(path.read_text())
    for benchmark in file["benchmarks"]:
        metadata = {**file["metadata"], **benchmark["metadata"]}
        runs = [run for run in benchmark["runs"] if run.get("values")]
        for execution, run in enumerate(runs):
            for value in run["values"]:
                if metadata["unit"] == "byte":
                    yield metadata["name"], "memory", "B", execution, value
                else:
                    yield wall(metadata["name"], value, execution)


def jmh(path):
    profiled = set()
    for entry in json.loads(path.read_text()):
        name, primary = entry["benchmark"], entry["primaryMetric"]
        if entry.get("params"):
            name += " (" + ", ".join(f"{key}={value}" for key, value in entry["params"].items()) + ")"
        if entry["mode"] in ("sample", "ss"):
            name += " " + entry["mode"]
        first, second = primary["scoreUnit"].split("/")
        for fork, histograms in enumerate(primary.get("rawDataHistogram", [])):
            for buckets in histograms:
                mean = sum(time * count for time, count in buckets) / sum(count for _, count in buckets)
                yield wall(name, mean * UNITS[first], fork)
        for fork, numbers in enumerate(primary.get("rawData", [])):
            for number in numbers:
                if first == "ops":
                    yield name, "throughput", "ops/s", fork, number * (1 / UNITS[second])
                else:
                    yield wall(name, number * UNITS[first], fork)
        for key, metric in entry["secondaryMetrics"].items():
            complete = all(isinstance(number, float) for numbers in metric["rawData"] for number in numbers)
            if not complete or (name, key) in profiled:
                continue
            profiled.add((name, key))
            for fork, numbers in enumerate(metric["rawData"]):
                yield from ((name, key, metric["scoreUnit"], fork, number) for number in numbers)


def benchmarkdotnet(path):
    entries = json.loads(path.read_text())["Benchmarks"]
    names = [entry["FullName"] for entry in entries]
    for entry in entries:
        name = entry["FullName"]
        name = f"{name} [{entry['DisplayInfo']}]" if names.count(name) > 1 else name
        results = [one for one in entry["Measurements"]
                   if (one["IterationMode"], one["IterationStage"]) == ("Workload", "Result")]
        for one in results:
            yield wall(name, one["Nanoseconds"] * 1e-9 / one["Operations"], one["LaunchIndex"] - 1)
        if results:
            yield name, "allocated", "B/op", 0, entry["Memory"]["BytesAllocatedPerOperation"]


def julia(path):
    def walk(kind, fields, names):
        if kind.endswith("Trial"):
            name = "/".join(names)
            yield from (wall(name, time * 1e-9) for time in fields["times"])
            yield name, "memory", "B", 0, fields["memory"]
            yield name, "allocs", "", 0, fields["allocs"]
        else:
            for key, child in fields["data"].items():
                yield from walk(*child, [*names, key])
    for one in json.loads(path.read_text())[1]:
        yield from walk(*one, [])


READERS = {
    "google.json": google, "hyperfine.json": hyperfine, "go.txt": go, "go_two.txt": go,
    "go_units.txt": go, "criterion-0.3": criterion_folder, "criterion.csv": criterion_csv,
    "cargo_criterion.json": cargo_criterion, "criterion.txt": criterion_text, "divan.txt": divan, "catch2.xml": catch2,
    "nanobench.json": nanobench, "pytest.json": pytest, "pyperf.json": pyperf, "jmh.json": jmh,
    "benchmarkdotnet.json": benchmarkdotnet, "julia.json": julia,
    "google-1.9.json": google, "hyperfine-2.0.json": hyperfine, "go-1.27.txt": go, "criterion-0.5": criterion_folder,
    "criterion-0.5.txt": criterion_text, "divan-0.1.21.txt": divan, "catch2-3.7.xml": catch2,
    "pytest-5.2.json": pytest, "jmh-1.37.json": jmh, "nanobench-4.0.json": nanobench, "pyperf_one.json": pyperf,
}


def values(name):
    """Those of a file, by benchmark and metric, in the order of the file."""
    groups = {}
    for benchmark, metric, unit, execution, number in READERS[name](OUTPUT / name):
        groups.setdefault((benchmark, metric), []).append((unit, execution, number))
    return groups


def lines(name):
    """The same as text."""
    return [f"{benchmark}\t{metric}\t{unit}\t{execution}\t{number!r}\n"
            for (benchmark, metric), group in values(name).items() for unit, execution, number in group]
