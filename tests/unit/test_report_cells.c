// Reports of many cells: which of them differ, and what holds in how many.
#include "golden.h"
#include "reported.h"

#include "report/wording/estimates.h"
#include "store/events.h"

static void nothing_in_many_cells(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct spec *spec = stored_spec(&arena, 2, CELLS_SHOWN_WHOLE + 1);
    const struct stored_truth none = {{0, 0}, 0, 0, 0, 0}, one = {{1e-3, 0}, 0, 0, 0, 0};
    struct imported imported = stored_campaign(spec, (struct repetitions){1, 1, 1, 0, 1}, &none);
    assert_golden("cells-all-failed.txt", as_text(&imported.findings, 100, false));
    imported_free(&imported);
    imported = stored_campaign(spec, (struct repetitions){1, 1, 1, 0, 1}, &one);
    assert_golden("cells-one-variant-failed.txt", as_text(&imported.findings, 100, false));
    assert_golden("cells-one-variant-failed.md", as_markdown(&imported.findings));
    imported_free(&imported);
    imported = stored_campaign(spec, (struct repetitions){0}, &one);
    struct error error = {0};
    static const char *const events[] = {"sort: ±1.5 % is to be expected",
                                         "sort: ±2 % is to be expected", "sort: no steady state",
                                         "sort: ±12 % is to be expected"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        assert_done(store_event(imported.store, "precision", events[i], &error), error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_golden("cells-events.txt", as_text(&imported.findings, 100, false));
    imported_free(&imported);
    arena_release(&arena);
}

static void many_cells(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "n,variant,block,value\n");
    for (int n = 0; n < 400; n++)
        for (int block = 0; block < 20; block++)
            text_printf(&csv, "%d,old,%d,%d\n%d,new,%d,%d\n", n, block, 100 + block % 5, n, block,
                        (n == 7 || n > 390 ? 50 : 100) + 2 * block % 5);
    struct imported imported = imported_from(csv.bytes);
    char *text = as_text(&imported.findings, 60, false);
    size_t lines = 0;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_true(lines < 25);
    assert_true(longest_line(text) <= 60);
    assert_golden("cells-many.txt", text);
    assert_golden("cells-many.md", as_markdown(&imported.findings));
    imported_free(&imported);
}

// Cells of two axes: 6 x 5 of them, where `ratio` says what the new variant takes.
static struct imported imported_grid(double ratio(int n, int size), const char *benchmarks)
{
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "benchmark,n,size,variant,block,metric,unit,value\n");
    for (const char *name = benchmarks; *name; name++)
        for (int cell = 0; cell < 30; cell++)
            for (int i = 0; i < 40; i++) {
                int n = cell / 5, size = cell % 5, block = i / 2;
                double value = i % 2 ? (1000 + 2 * block % 5) * ratio(n, size) : 1000 + block % 5;
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
    assert_golden("cells-whole-row.txt", as_text(&imported.findings, 100, true));
    imported_free(&imported);
    imported = imported_grid(slow, "st");
    assert_golden("cells-whole-benchmarks.txt", as_text(&imported.findings, 100, false));
    imported_free(&imported);
}

int tests_of_report_cells(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_many_cells),
        cmocka_unit_test(many_cells),
        cmocka_unit_test(whole_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
