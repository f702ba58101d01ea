"""Experiment files: those that are installed, with a mistake."""
import random

from .yard import Case

VALUES = ("", "~", "[]", "{}", "[[[[]]]]", "{{}: {}}", "-1", "0", "1e999", "-1e-300", ".nan", "0x1p-9",
          "99999999999999999999", "1e-300 s", "yes", "*here", "&here [*here]", "!!binary x", "|", ">-",
          "'${n}${n}${n}'", "${${}}", "'%s%n'", "\"\\0\\x1b[31m\"", "../../../etc/passwd", "/dev/zero",
          "\u202e", "\udcff", "'" + "x" * 70000 + "'", "[" * 5000, "{from: 1, to: 1e9, step: 1e-9}",
          "{from: 1, to: 10, step: 1e-300}", "[" + "a," * 3000 + "]", "{pattern: '(a*)*b'}",
          "{pattern: '((((x{1,90}){1,90}){1,90}){1,90})'}")
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9))


def mutated(text, chance):
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(9)
    key, colon, _ = lines[at].partition(":")
    if kind < 4 and colon:
        lines[at] = f"{key}: {chance.choice(VALUES)}"
    elif kind == 4:
        lines.insert(at, lines[chance.randrange(len(lines))])
    elif kind == 5:
        del lines[at]
    elif kind == 6:
        lines[at] = " " * chance.choice((1, 2, 3, 8, 5000)) + lines[at]
    elif kind == 7:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        data = bytearray("\n".join(lines).encode(errors="surrogateescape"))
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        return bytes(data)
    return "\n".join(lines).encode(errors="surrogateescape")


def cases(texts, count, chance):
    wholes = [b"", b"\0", b"\xff\xfe", BOMB.encode(), b"experiment: x\n" + BOMB.encode(),
              b"a: " * 5000, b"- " * 100000, b"x" * (1 << 20), b"# " + b"x" * (2 << 20)]
    for number in range(count):
        if number < len(wholes):
            data = wholes[number]
        else:
            draw = random.Random(chance.randrange(1 << 32))
            data = mutated(draw.choice(texts), draw)
        yield Case(f"file {number}", lambda yard, data=data: (yard.here / "x.yaml").write_bytes(data),
                   (("check", "x.yaml"),))
