"""Rewrites a C source so that each of its mutants can be chosen while the program runs.

clang's syntax tree says where the expressions are and which of them are arithmetic. A mutant is one
change of one of them:

    a + b, a - b, a += b, a -= b, i++, i--    the other sign; -a: without it
    a * b, a / b, a *= b, a /= b              the other operation
    a ± 1, a ± 2 (degrees of freedom)         the number is 0
    a[i]                                      a[i + 1], a[i - 1];  pointer + i: pointer + i + 1
    for (i = 0; …), for (i = 1; …)            starts at 1, at 0

The increment of a for loop, sizeof and constants of the compiler stay as they are.
"""
import dataclasses
import json
import re

OTHER = {"+": "-", "-": "+", "*": "/", "/": "*", "++": "--", "--": "++"}
OTHER.update({sign + "=": other + "=" for sign, other in list(OTHER.items())[:4]})
CONSTANT = ("ConstantExpr", "UnaryExprOrTypeTraitExpr", "RecordDecl", "EnumDecl",
            "StaticAssertDecl")
TRANSPARENT = ("ImplicitCastExpr", "ParenExpr", "CStyleCastExpr")
AFTER_INNER, OPENING, REPLACED = range(3)


@dataclasses.dataclass(frozen=True)
class Mutant:
    id: int
    file: str
    function: str
    number: int  # of the line
    line: str
    change: str

    def __str__(self):
        return f"{self.file}:{self.number}: {self.function}: {self.line}\n           {self.change}"


class Elsewhere(Exception):
    """The expression comes from a macro or a header."""


class Source:
    """A source, the edits that rewrite it, and its mutants."""

    def __init__(self, file, text, first_id):
        self.file, self.text, self.next_id = file, text, first_id
        self.edits, self.mutants, self.done = [], [], set()
        self.function = ""

    # ---- Places

    def offset(self, place):
        """(offset, length, whether a macro begins there)"""
        macro = "expansionLoc" in place
        if macro:
            argument = place["expansionLoc"].get("isMacroArgExpansion")
            place = place["spellingLoc" if argument else "expansionLoc"]
            macro = not argument
        if "offset" not in place or "includedFrom" in place:
            raise Elsewhere
        return place["offset"], place["tokLen"], macro

    def span(self, node):
        begin, _, macro = self.offset(node["range"]["begin"])
        last, length, also = self.offset(node["range"]["end"])
        end = last + length
        if also and self.text[end:end + 1] == b"(":
            end = self.closing(end)
        return begin, end, macro and also and begin == last

    def closing(self, at):
        depth = 0
        while True:
            depth += {b"(": 1, b")": -1}.get(self.text[at:at + 1], 0)
            at += 1
            if depth == 0:
                return at

    def words(self, begin, end):
        return " ".join(self.text[begin:end].decode().split())

    # ---- Edits

    def add(self, at, change):
        """A new mutant of the line at this offset; its id."""
        begin = self.text.rfind(b"\n", 0, at) + 1
        line = self.text[begin:self.text.find(b"\n", at)].decode().strip()
        number = self.text.count(b"\n", 0, at) + 1
        self.mutants.append(Mutant(self.next_id, self.file, self.function, number, line, change))
        self.next_id += 1
        return self.next_id - 1

    def before(self, begin, end, text):
        self.edits.append((begin, OPENING, (-end, len(self.edits)), 0, text))

    def after(self, begin, end, text):
        self.edits.append((end, AFTER_INNER, (-begin, -len(self.edits)), 0, text))

    def replace(self, at, length, text):
        self.edits.append((at, REPLACED, (), length, text))

    def rewritten(self):
        parts, done = [], 0
        for at, _, _, length, text in sorted(self.edits, key=lambda edit: edit[:3]):
            parts += [self.text[done:at], text.encode()]
            done = at + length
        return b"".join([*parts, self.text[done:]])

    # ---- Expressions

    def operator_before(self, at, operator):
        """Where the operator stands that precedes the operand at this offset."""
        before = re.sub(rb"(\s|/\*.*?\*/)*$", b"", self.text[:at])
        if not before.endswith(operator.encode()):
            raise Elsewhere
        return len(before) - len(operator)

    def binary(self, node):
        operator, (left, right) = node["opcode"], node["inner"]
        if operator not in OTHER:
            return
        begin, end, inside = self.span(node)
        if inside or self.is_done(node, begin, end):
            return
        at = self.operator_before(self.span(right)[0], operator)
        if is_pointer(left) or is_pointer(right):
            if operator in ("+", "+="):
                self.shifted(self.span(left if is_pointer(right) else right), begin, end)
            return
        a, b = self.words(begin, at), self.words(at + len(operator), end)
        one = self.add(at, f"{a} {operator} {b} -> {a} {OTHER[operator]} {b}")
        address, value = ("&", "*") if "=" in operator else ("", "")
        self.before(begin, end, f"({{ __auto_type m_a{one} = {address}(")
        self.replace(at, len(operator), f"); __auto_type m_b{one} = (")
        self.after(begin, end, f"); mutated({one}) ? ({value}m_a{one} {OTHER[operator]} m_b{one}) "
                               f": ({value}m_a{one} {operator} m_b{one}); }})")
        if operator.rstrip("=") in "+-":
            for operand, change in ((left, f"0 {operator} {b}"), (right, f"{a} {operator} 0")):
                self.degree(operand, f"{a} {operator} {b} -> {change}")

    def degree(self, operand, change):
        if number_of(operand) in (1, 2):
            begin, end, macro = self.span(innermost(operand))
            if not macro:
                self.number(begin, end, change, "0")

    def number(self, begin, end, change, other):
        one = self.add(begin, change)
        self.replace(begin, end - begin,
                     f"(mutated({one}) ? {other} : {self.text[begin:end].decode()})")

    def shifted(self, index, begin, end):
        """Pointer and offset: one further."""
        a, b, _ = index
        one = self.add(a, f"{self.words(begin, end)} -> one further")
        self.before(a, b, "((")
        self.after(a, b, f") + mutated({one}))")

    def subscript(self, node):
        begin, end, inside = self.span(node)
        if inside or self.is_done(node, begin, end):
            return
        a, b, _ = self.span(node["inner"][1])
        base, index = self.words(begin, a), self.words(a, b)
        more = self.add(a, f"{base}{index}] -> {base}{index} + 1]")
        less = self.add(a, f"{base}{index}] -> {base}{index} - 1]")
        self.before(a, b, "((")
        self.after(a, b, f") + mutated({more}) - mutated({less}))")

    def unary(self, node):
        operator = node["opcode"]
        begin, end, inside = self.span(node)
        if operator not in ("-", "++", "--") or inside or self.is_done(node, begin, end):
            return
        whole = self.words(begin, end)
        if operator == "-":
            one = self.add(begin, f"{whole} -> {whole[1:].strip()}")
            self.before(begin, end, f"({{ __auto_type m_a{one} = (")
            self.replace(begin, 1, "")
            self.after(begin, end, f"); mutated({one}) ? m_a{one} : -m_a{one}; }})")
            return
        if is_pointer(node):
            return
        one = self.add(begin, f"{whole} -> {whole.replace(operator, OTHER[operator])}")
        postfix = node.get("isPostfix")
        self.before(begin, end, f"({{ __auto_type m_a{one} = &(")
        self.replace(end - 2 if postfix else begin, 2, "")
        value = f"(*m_a{one}){{0}}" if postfix else f"{{0}}(*m_a{one})"
        self.after(begin, end, f"); mutated({one}) ? {value.format(OTHER[operator])} "
                               f": {value.format(operator)}; }})")

    def start_of_loop(self, node):
        for declared in node["inner"][0].get("inner", ()):
            start = declared.get("inner", ())
            number = number_of(start[0]) if start else None
            if number in (0, 1):
                begin, end, macro = self.span(innermost(start[0]))
                if not macro and not self.is_done(node, begin, end):
                    name = declared["name"]
                    other = 1 - int(number)
                    self.number(begin, end, f"{name} = {1 - other} -> {name} = {other}", other)

    def is_done(self, node, begin, end):
        """An argument that a macro names twice stands in the tree twice."""
        key = node["kind"], begin, end
        found = key in self.done
        self.done.add(key)
        return found

    def visit(self, node):
        kind = node.get("kind")
        if kind in CONSTANT or (kind == "VarDecl" and node.get("storageClass") == "static"):
            return
        below = node.get("inner", ())
        try:
            if kind in ("BinaryOperator", "CompoundAssignOperator"):
                self.binary(node)
            elif kind == "UnaryOperator":
                self.unary(node)
            elif kind == "ArraySubscriptExpr":
                self.subscript(node)
            elif kind == "ForStmt":
                self.start_of_loop(node)
        except Elsewhere:
            pass
        for i, each in enumerate(below):
            if kind == "ForStmt" and i == 3 and each.get("opcode") in ("++", "--"):
                each = each["inner"][0]
            self.visit(each)


def is_pointer(node):
    return any(mark in node["type"]["qualType"] for mark in "*[")


def innermost(node):
    while node["kind"] in TRANSPARENT:
        node = node["inner"][-1]
    return node


def number_of(node):
    node = innermost(node)
    return float(node["value"]) if node["kind"] in ("IntegerLiteral", "FloatingLiteral") else None


def rewrite(file, text, tree, first_id):
    """The Source of a file, of its bytes and of clang's syntax tree of it as JSON."""
    source = Source(file, text, first_id)
    for node in json.loads(tree)["inner"]:
        place = node["loc"]
        if node["kind"] != "FunctionDecl" or "includedFrom" in place or "offset" not in place:
            continue
        for part in node.get("inner", ()):
            if part["kind"] == "CompoundStmt":
                source.function = node["name"]
                source.visit(part)
    return source
