// Reports of many cells: which of them differ, and what holds in how many.
#include "reported.h"

#include "report/wording/estimates.h"

static void nothing_in_many_cells(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct spec *spec = stored_spec(&arena, 2, CELLS_SHOWN_WHOLE + 1);
    const struct stored_truth none = {{0, 0}, 0, 0, 0, 0}, one = {{1e-3, 0}, 0, 0, 0, 0};
    struct imported imported = stored_campaign(spec, (struct repetitions){1, 1, 1, 0, 1}, &none);
    assert_says(as_text(&imported.findings, 200, false),
                "\nRemarks\n  - nothing was measured: no execution succeeded, O2 failed (exit 9), "
                "O3 failed (exit 9) (in all 21 cells)\n");
    assert_says(as_text(&imported.findings, 200, false),
                "All cells are in csv/estimates.csv and csv/ratios.csv.\n");
    imported_free(&imported);
    imported = stored_campaign(spec, (struct repetitions){1, 1, 1, 0, 1}, &one);
    assert_says(as_text(&imported.findings, 200, false),
                "\n  - O3 failed (exit 9) (in all 21 cells)\n  - fewer than 5 builds: intervals "
                "are wide and not robust (in all 21 cells)\n");
    assert_says(as_markdown(&imported.findings),
                "\n## Remarks\n\n- O3 failed (exit 9) (in all 21 cells)\n");
    imported_free(&imported);
    imported = stored_campaign(spec, (struct repetitions){0}, &one);
    struct error error = {0};
    static const char *const events[] = {"sort: ±1.5 % is to be expected",
                                         "sort: ±2 % is to be expected", "sort: no steady state",
                                         "sort: ±12 % is to be expected"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        assert_done(store_event(imported.store, "precision", events[i], &error), error);
    assert_done(findings_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_says(as_text(&imported.findings, 200, false),
                "\n  - sort: ±1.5 % is to be expected (and 2 more of the kind)\n"
                "  - sort: no steady state\n\n");
    assert_says(as_text(&imported.findings, 200, false),
                "nothing was measured: no execution was begun (in all 21 cells)\n");
    imported_free(&imported);
    arena_release(&arena);
}

static void many_cells(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "n,variant,block,value\n");
    for (int n = 0; n < 400; n++)
        for (int block = 0; block < 5; block++)
            text_printf(&csv, "%d,old,%d,%d\n%d,new,%d,%d\n", n, block, 100 + block, n, block,
                        (n == 7 || n > 390 ? 50 : 100) + block);
    struct imported imported = imported_from(csv.bytes);
    char *text = as_text(&imported.findings, 60, false);
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_true(lines < 25);
    assert_true(longest_line(text) <= 60);
    assert_says(text, "  - n=7: 0.51 [");
    static const char *const said[] = {"new against old, value, 400 cells\n",
                                       "  - 10 lower, 0 higher, 390 undecided, 0 not compared; if ",
                                       "  - lower for n=391 to 399 (9 cells): ratio 0.51 to 0.51\n",
                                       "  - new: 52.0 ± 2.0 (n=7) to 102.0 ± 2.0 (n=0)\n"};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        assert_says(as_text(&imported.findings, 200, false), said[i]);
    assert_says(as_markdown(&imported.findings), "\n- lower for n=391 to 399 (9 cells)");
    imported_free(&imported);
}

// Cells of two axes: 6 x 5 of them, where `ratio` says what the new variant takes.
static struct imported imported_grid(double ratio(int n, int size), const char *benchmarks)
{
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "benchmark,n,size,variant,block,metric,unit,value\n");
    for (const char *name = benchmarks; *name; name++)
        for (int cell = 0; cell < 30; cell++)
            for (int i = 0; i < 10; i++) {
                int n = cell / 5, size = cell % 5, block = i / 2;
                double value = (1000 + block) * (i % 2 ? ratio(n, size) : 1);
                if (value > 0)
                    text_printf(&csv, "%c,%d,%d,%s,%d,wall_time,s,%g\n", *name, n, size,
                                i % 2 ? "new" : "old", block, value);
            }
    return imported_from(csv.bytes);
}

static double slow_row(int n, int size)
{
    return n == 2 ? 1.5 : n == 5 && size < 2 ? 0 : size == 4 ? 0.5 : n == 4 && size == 1 ? 0.7 : 1;
}

static double slow(int n, int size)
{
    return 1.2 + 0.1 * n * size;
}

static void whole_values(void **state)
{
    (void)state;
    struct imported imported = imported_grid(slow_row, "s");
    assert_says(
        as_text(&imported.findings, 200, true),
        "new against old, wall_time, 30 cells\n"
        "  - 6 faster, 5 slower, 17 undecided, 2 not compared; if none differed, up to about 1 "
        "would by chance\n"
        "\033[31m  - slower for n=2 at every size (5 cells): ratio 1.50 to 1.50\n\033[0m"
        "\033[32m  - n=0, size=4: 0.500 [");
    imported_free(&imported);
    imported = imported_grid(slow, "st");
    assert_says(as_text(&imported.findings, 200, false),
                "  - slower in s at every point (30 cells): ratio 1.20 to 3.20\n"
                "  - slower in t at every point (30 cells): ratio 1.20 to 3.20\n\n"
                "wall_time, from the least mean to the largest\n  - old: ");
    imported_free(&imported);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_many_cells),
        cmocka_unit_test(many_cells),
        cmocka_unit_test(whole_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
