# The canary's picture: levels with their changes, single probes, several machines.
from plotting import Experiment, PlotTest, main


def probe(rows, machine, minute, seconds, level, level_seconds, alone="no", cpus="1"):
    rows.add("canary", ["demo", "sort", ""], "real", machine, minute + 1, cpus,
             f"2026-11-21T09:{minute:02}:00.000000Z", repr(seconds), 0, level, level_seconds, alone)


def with_probes(count=30):
    rows = Experiment()
    for minute in range(count):
        slow = 10 <= minute < 20
        probe(rows, "node1", minute, 0.0026 * (1.07 if slow else 1), 1 + minute // 10,
             repr(0.0026 * (1.07 if slow else 1)))
    return rows


class Canary(PlotTest):
    def test_levels_and_their_changes(self):
        rows = with_probes()
        for minute in range(8):
            probe(rows, "node2", minute, 0.003, 1, "0.003", "yes" if minute == 4 else "no", "")
        rows.write(self.csv)
        texts = self.texts("canary")
        for text in ("7 % slower", "6.5 % faster", "node1, CPU 1: 30 probes", "node2: 8 probes",
                     "reference workload (ms)", "time since the first probe (min)", "block"):
            self.assertIn(text, texts)
        self.assertIn("single probe far above its neighbours", " ".join(texts))

    def test_steady_machine_has_no_labels(self):
        rows = Experiment()
        for minute in range(8):
            probe(rows, "node1", minute, 0.003 + minute * 1e-6, 1, "0.003")
        rows.write(self.csv)
        texts = " ".join(self.texts("canary"))
        self.assertNotIn("slower", texts)
        self.assertNotIn("single probe", texts)

    def test_too_few_probes_are_not_drawn(self):
        with_probes(7).write(self.csv)
        self.refused("canary", f"'{self.csv}' has nothing to draw")

    def test_garbage_is_named(self):
        with_probes().write(self.csv)
        self.damage("canary", "0.0026,", "fast,")
        self.refused("canary", f"{self.csv}/canary.csv:2: seconds 'fast' is not a finite number")


if __name__ == "__main__":
    main()
