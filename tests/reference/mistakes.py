"""The mistakes that the tests of `eswexp check` hold, read from those tests."""
import pathlib
import re
from dataclasses import dataclass

TESTS = pathlib.Path(__file__).resolve().parent.parent

# A mistake is structural if one value, or the keys of one map, show it: an unknown or missing key, a
# wrong shape, a value that is not of its type, out of its range, or not among its choices.
STRUCTURAL = [
    r"^unknown key '", r"^'\w+' stands in '", r"^'.*' is missing$", r"^'.*' is empty$",
    r"^'.*' is given on the command line", r"^'.*' stands beside '",
    r"holds for all variants: set it in", r"^a variant cannot have a 'summary'",
    r"^'each' is a key of benchmarks, not of variant '",
    r"must be (one value|one name|a value|a list|a map of keys)", r"^an experiment is a map of keys",
    r"^a value of an axis must be one value$", r"^an axis is a list of values, or",
    r"^an entry of 'exclude' is a map", r"^a picture is a map", r"^a claim is a text such as",
    r"^a derived quantity is a formula such as", r"^a metric is a name, or a map",
    r"must be one of", r"must be between", r"must be from -?\d+ to \d+",
    r"must be a (duration|share|number of bytes|number or a size|whole number|size like)",
    r"must be a (nice value|number of 64 bits)", r"must be auto or a number",
    r"must be any, local, remote", r"must be (true or false|the number of a block)",
    r"^CPUs must be numbers or ranges", r"^'(auto|node)' takes",
    r"^'\w+' cannot be '\w*', did you mean", r"^'\w+' of '?\w+'? (takes|cannot be|must be one of)",
    r"^'(times|step)' must be above", r"needs either 'times' or 'step'",
    r"is not a requirement such as", r"^the pattern must have exactly one group.* not 0$",
]

# Names of axes, benchmarks and the like are choices that the file itself makes.
NAMED_IN_THE_FILE = r"^'(x|by|panels)' must be one of"

# It is semantic if it takes more: other keys, other files, the machine, or the meaning of a text.
SEMANTIC = [
    r"^'samples_file' of benchmark '.*' needs 'samples'",
    # the text of the file
    r"^duplicate ", r"^(aliases|anchors|tags) are not allowed", r"^a file holds one document$",
    r"^the file is empty$", r"^a key must be one word$", r"did not find expected",
    r"NUL character", r"is not plain UTF-8",
    # names: whether they can be one, and whether they are known
    r"cannot be the (name|unit)( of|:)", r"cannot be a value of an axis", r"^there is no ",
    r"^unknown (metric|randomizer|requirement|function|revision|\$\{)", r"^the sweep has no axis",
    r"has no value '", r"^'y' must be a metric", r"is an axis: its value", r"is a metric: it stands",
    r"is not derived before", r"may stand in args, command and env only", r"cannot hold \$\{…\}",
    r"^'\$\{' is never closed",
    # several keys, or several values
    r"^'\w+' is of a whole execution", r"^'[\w: ]+' needs ", r"^benchmark '.*' needs ", r"does not go with", r"has no effect(:| on)",
    r"^no (variant|benchmark) uses the axis", r"does not use the axis", r"^'.*' is the same as '",
    r"^remove '", r"cannot be compared with", r"is fixed, but", r"^the axis '.*' is empty$",
    r"the range is empty", r"^'from' must be above", r"make more than \d+ combinations",
    r"^the range has more than", r"^all combinations together take",
    r"replaced the text is longer",
    r"^'exclude' (needs|excludes)|^this entry excludes nothing", r"measure in '.*', but less is better",
    r"is '.*' already$", r"combines variants, so", r"has no value at each point",
    r"is derived and has no samples", r"takes 'kind: violin'", r"has no logarithms",
    r"is an option of (metrics|wall_time)", r"^'against' belongs to",
    # files, programs and the machine
    r"is not executable", r"is no (source|program)", r"must be the same for every execution",
    r"is outside the repository", r"is not available here", r"does not link a command",
    r"at least \d+ to hold this environment",
    # the meaning of a text: commands, patterns, requirements, claims and formulas
    r"needs a shell", r"^the shell('s script does not read| takes) '", r"^the quote . is never closed", r"^the pattern (is|must)",
    r"is not known here", r"^'\w+' (takes|is one of|is a word)", r"(is|are) missing here",
    r"should end here", r"^too many", r"has too (few|many) names", r"is compared with",
    r"^a (share|margin|mean) is ", r"is no time, but a number", r"is in '\S*'[,:]", r"is written ",
    r"has no level", r"^this claim covers no cell", r"the metric stands before", r"divides by 0",
    r"are no numbers|is no number", r"^in benchmark '", r"^steps\(…\) takes an axis",
]


@dataclass
class Mistake:
    source: str  # of the test
    yaml: str
    line: int
    column: int
    message: str


def is_structural(message):
    """True, False, or None: the rules say nothing of it."""
    if re.search(NAMED_IN_THE_FILE, message):
        return False
    if any(re.search(rule, message) for rule in STRUCTURAL):
        return True
    return False if any(re.search(rule, message) for rule in SEMANTIC) else None


def unescaped(literal):
    body = literal[1:-1]
    out = bytearray()
    i = 0
    simple = {"n": 10, "t": 9, "r": 13, "0": 0, "\\": 92, '"': 34, "'": 39}
    while i < len(body):
        if body[i] != "\\":
            out += body[i].encode()
            i += 1
        elif body[i + 1] == "x":
            out.append(int(body[i + 2 : i + 4], 16))
            i += 4
        else:
            out.append(simple[body[i + 1]])
            i += 2
    return out.decode(errors="surrogateescape")


TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|[A-Za-z_]\w*|//[^\n]*|\S')


def text_tokens(path):
    """Texts (adjacent literals and macros of texts joined), and all else as single tokens."""
    code = re.sub(r"\\\n", " ", path.read_text())
    header = re.sub(r"\\\n", " ", (path.parent / "spec_reading.h").read_text())
    macros = {}
    for name, body in re.findall(r'^#define (\w+)((?:\s*(?:"(?:\\.|[^"\\])*"|[A-Z_]+))+)$',
                                 header + "\n" + code, re.M):
        macros[name] = "".join(unescaped(t) if t[0] == '"' else macros.get(t, "")
                               for t in TOKEN.findall(body))
    code = re.sub(r"^#define.*$", "", code, flags=re.M)
    around = re.search(r'text_printf\(&yaml, (\w+) "([^"]*)%s"', code) # of each text of the table
    before = macros[around[1]] + around[2] if around else ""
    joined, open_text = [], False
    for token in TOKEN.findall(code):
        if token.startswith("//"):
            continue
        text = unescaped(token) if token[0] == '"' else macros.get(token)
        if text is None:
            joined.append((token, None))
        elif open_text:
            joined[-1] = ("", joined[-1][1] + text)
        else:
            joined.append(("", text))
        open_text = text is not None
    return before, joined


def in_tables(before, tokens):
    """Rows {FILE, REPORT} of a test's table."""
    for a, b, c, d in zip(tokens, tokens[1:], tokens[2:], tokens[3:]):
        if a[0] == "{" and b[1] is not None and c[0] == "," and d[1]:
            yield before + b[1], d[1]


def in_calls(tokens):
    """read_yaml(&READING, FILE), and later assert_string_equal(READING.report.bytes, REPORT)."""
    files = {}
    for i, (word, _) in enumerate(tokens):
        rest = tokens[i + 1 : i + 9]
        if word == "read_yaml" and len(rest) > 4 and rest[4][1]:
            files[rest[2][0]] = rest[4][1]
        elif word == "assert_string_equal" and len(rest) > 7 and rest[3][0] == "report" and rest[7][1]:
            yield files.get(rest[1][0], ""), rest[7][1]


def of_unit_test(path):
    before, tokens = text_tokens(path)
    for yaml, report in (*in_tables(before, tokens), *in_calls(tokens)):
        for line in report.splitlines():
            place = re.match(r"(?:x.yaml:)?(\d+):(\d+): (?:error: )?(.*)", line)
            if place and yaml:
                yield Mistake(path.name, yaml, int(place[1]), int(place[2]), place[3])


def of_case(path):
    files, name, lines = {}, None, path.read_text().splitlines()
    for line in lines:
        header = re.match(r"--- (\w+) ?(.*)", line)
        if header:
            name = header[2] if header[1] == "file" and header[2].endswith(".yaml") else None
            if name:
                files[name] = []
        elif name:
            files[name].append(line)
    for line in lines:
        told = re.match(r"(?:\S*/)?([\w.-]+\.yaml):(\d+):(\d+): error: (.*)", line)
        if told and told[1] in files:
            yield Mistake(path.name, "\n".join(files[told[1]]), int(told[2]), int(told[3]), told[4])


def all_mistakes():
    for path in sorted((TESTS / "unit").glob("test_spec*.c")):
        yield from of_unit_test(path)
    for path in sorted((TESTS / "commands").glob("*.case")):
        yield from of_case(path)
