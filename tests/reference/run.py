#!/usr/bin/env python3
"""The reference of the experiment file, against the file's own tables, experiments and mistakes."""
import argparse
import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

import jsonschema
import yaml

import mistakes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}")


class Loader(yaml.SafeLoader):
    """YAML 1.2, as editors read it: yes, no, on and off are texts."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{pattern})$"),
                                 [c if c != "\0" else "" for c in first])


class Document:
    """A file's value, and where each part of it stands."""

    def __init__(self, text):
        self.values, self.keys = {}, {}
        loader = Loader(text)
        self.loader = loader
        self.value = self.convert(loader.get_single_node(), ())

    def convert(self, node, path):
        self.values[path] = (node.start_mark.line + 1, node.start_mark.column + 1)
        if isinstance(node, yaml.MappingNode):
            # of a key that is there twice, the first
            return {key.value: self.entry(key, value, path) for key, value in reversed(node.value)}
        if isinstance(node, yaml.SequenceNode):
            return [self.convert(item, path + (i,)) for i, item in enumerate(node.value)]
        return self.loader.construct_object(node)

    def entry(self, key, value, path):
        self.keys[path + (key.value,)] = (key.start_mark.line + 1, key.start_mark.column + 1)
        return self.convert(value, path + (key.value,))

    def places(self, error):
        """Where an error of the schema is shown."""
        path = tuple(error.absolute_path)
        found = {self.values[path], self.keys.get(path)}
        if error.validator == "additionalProperties" and error.validator_value is False:
            known = error.schema["properties"]
            found |= {self.keys[path + (key,)] for key in error.instance if key not in known}
        for inner in error.context:
            found |= self.places(inner)
        return found


def output(program, *arguments):
    return subprocess.run([program, "list", *arguments], stdout=subprocess.PIPE, text=True,
                          check=True).stdout


def schema_accepts_experiments(validator):
    files = sorted((ROOT / "experiments").glob("*.yaml"))
    check(len(files) > 10, "there are experiments to try the schema with")
    for path in files:
        for loader in (Loader, yaml.SafeLoader):
            for error in validator.iter_errors(yaml.load(path.read_text(), loader)):
                check(False, f"the schema refuses {path.name}: {error.message} at {error.json_path}")


def schema_refuses_mistakes(validator):
    told = list(mistakes.all_mistakes())
    caught, missed, refused = [], [], 0
    for mistake in told:
        structural = mistakes.is_structural(mistake.message)
        check(structural is not None, f"no rule tells of what kind this is: {mistake.message}")
        if not structural:
            continue
        try:
            document = Document(mistake.yaml)
        except yaml.YAMLError:
            continue # the text itself is another mistake
        places = set()
        for error in validator.iter_errors(document.value):
            places |= document.places(error)
        refused += bool(places)
        (caught if (mistake.line, mistake.column) in places else missed).append(mistake)
    count = len(caught) + len(missed)
    print(f"{len(told)} mistakes, {count} of them structural; the schema shows {len(caught)} at "
          f"their places and refuses the file of {refused}")
    for mistake in missed:
        print(f"  not shown: {mistake.source}:{mistake.line}:{mistake.column}: {mistake.message}")
    check(count >= 60, "the tests hold structural mistakes to count")
    check(len(caught) >= 0.9 * count, "the schema shows at least nine tenths of them")


def on_terminal(program, columns, *which):
    """What `list` prints on a terminal that is so wide."""
    controller, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    child = subprocess.Popen([program, "list", *which], stdout=terminal, env=environment)
    os.close(terminal)
    text = b""
    try:
        while piece := os.read(controller, 65536):
            text += piece
    except OSError: # the terminal is closed
        pass
    os.close(controller)
    check(child.wait() == 0, f"list {' '.join(which)} ends well on a terminal")
    return text.decode().replace("\r\n", "\n")


def lists_are_readable(program):
    for columns in (80, 60):
        for which, shown in (((), "library_order"), (("keys",), "repeat.real.builds"),
                             (("kernels",), "vecadd"), (("experiments",), "quickstart")):
            text, name = on_terminal(program, columns, *which), " ".join(("list", *which))
            wide = [line for line in text.splitlines()
                    if len(line) > columns and not line.startswith("    /sys/")]  # one word stays whole
            check(not wide, f"{name} fits into {columns} columns: {wide[:3]}")
            check(shown in text, f"{name} has {shown} at {columns} columns")


def keys_and_json_agree(program):
    rows = json.loads(output(program, "keys", "--json"))
    paths = [row["key"] for row in rows]
    plain = re.findall(r"^(\S+)$", output(program, "keys"), re.M)
    check(paths == plain, "list keys and its JSON have the same keys")
    for key in ("measure[].unit", "sweep.AXIS.times", "machine.require", "quick",
                "randomize.aslr.mode", "benchmarks.BENCHMARK.samples.pattern"):
        check(key in paths, f"list keys shows {key}")


def page_is_current(program):
    page = ROOT / "docs" / "experiment-file.md"
    check(page.read_text() == output(program, "reference"),
          "docs/experiment-file.md is that of this program: "
          "eswexp list reference > docs/experiment-file.md")


def manual_is_clean(program):
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], stdout=subprocess.PIPE,
                          input=output(program, "manual"), text=True)
    check(lint.returncode == 0, f"mandoc has nothing against the manual page: {lint.stdout}")


def init_is_of_the_schema(program, validator):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "bench.py").touch()
        subprocess.run([program, "init", "--no-build", folder], stdout=subprocess.PIPE, check=True)
        text = (pathlib.Path(folder) / "eswexp.yaml").read_text()
    check(not re.search(r"[ =]/", text), "init writes no path of this machine")
    check(validator.is_valid(yaml.load(text, Loader)), "the schema accepts what init writes")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    program = parser.parse_args().program
    schema = json.loads(output(program, "schema"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    schema_accepts_experiments(validator)
    schema_refuses_mistakes(validator)
    init_is_of_the_schema(program, validator)
    lists_are_readable(program)
    keys_and_json_agree(program)
    page_is_current(program)
    manual_is_clean(program)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
