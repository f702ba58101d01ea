// The table of a paper: structure, names that stay text, many cells.
#include "golden.h"
#include "reported.h"

#include "report/paper/latex.h"
#include "store/facts.h"

static char *as_latex(const struct findings *findings)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    report_latex(findings, out);
    fclose(out);
    return bytes;
}

// No brace is open at the end or closed too early, and every environment that begins ends.
static void assert_balanced(const char *latex)
{
    int depth = 0, environments = 0;
    for (const char *at = latex; *at; at++) {
        if (*at == '\\') {
            environments += text_starts(at, "\\begin{");
            environments -= text_starts(at, "\\end{");
            at++;
        } else {
            depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        }
        assert_true(depth >= 0 && environments >= 0);
    }
    assert_int_equal(depth, 0);
    assert_int_equal(environments, 0);
}

static size_t times(const char *text, const char *word)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

static void literal(void **state)
{
    (void)state;
    struct arena arena = {0};
    static const char *const cases[][2] = {
        {"plain-name", "plain-name"},
        {"a_b&c#d%e$f", "a\\_b\\&c\\#d\\%e\\$f"},
        {"\\input{x}", "\\textbackslash{}input\\{x\\}"},
        {"<script>|\"~^", "\\textless{}script\\textgreater{}\\textbar{}\\char34{}"
                          "\\textasciitilde{}\\textasciicircum{}"},
        {"--O3 ?`", "-{}-O3 ?{}`"},
        {"1 ± 2 µs, 3×", "1 $\\pm$ 2 $\\mu$s, 3$\\times$"},
        {"line\nbreak\x1b", "line?break?"},
        {"Größe", "Größe"},
        {"[x] *y", "{}[x] *y"},
        {"*y", "{}*y"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(latex_literal(&arena, cases[i][0]), cases[i][1]);
    arena_release(&arena);
}

static void one_cell(void **state)
{
    (void)state;
    struct imported imported = imported_pair(10, 0.1, 9, 0.1);
    char *latex = as_latex(&imported.findings);
    assert_balanced(latex);
    assert_golden("latex-one-cell.tex", latex);
    imported_free(&imported);
}

static void pilot_alone(void **state)
{
    (void)state;
    struct imported imported = imported_from("block,value,phase\n1,5,pilot\n2,6,pilot\n");
    assert_golden("latex-pilot.tex", as_latex(&imported.findings));
    imported_free(&imported);
}

static void mixed_summaries(void **state)
{
    (void)state;
    struct error error = {0};
    struct imported imported = imported_from("benchmark,variant,block,value\n"
                                             "p,a,1,5\np,a,2,6\np,b,1,5\np,b,2,7\n"
                                             "q,a,1,5\nq,a,2,6\nq,b,1,5\nq,b,2,7\n");
    assert_done(store_set(imported.store, "summary.q", "median", &error), error);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_golden("latex-mixed-summaries.tex", as_latex(&imported.findings));
    imported_free(&imported);
}

static void ratios_without_ends(void **state)
{
    (void)state;
    struct imported imported = imported_pair(10, 12, 30, 5);
    assert_says(as_latex(&imported.findings), "& \\textbf{3.00} [1.33, $\\infty$) \\\\");
    imported_free(&imported);
    imported = imported_pair(10, 12, 9, 10);
    assert_says(as_latex(&imported.findings), "& undetermined \\\\");
    imported_free(&imported);
    imported = imported_pair(10, 1, 9, 0.9);
    assert_says(as_latex(&imported.findings), "& 0.90 [0.78, 1.04] \\\\");
    imported_free(&imported);
}

static void names_stay_text(void **state)
{
    (void)state;
    struct imported imported = imported_from("benchmark,variant,block,value,unit,metric\n"
                                             "\\end{table},a,1,1,%,m_1\n\\end{table},a,2,2,%,m_1\n"
                                             "x&y,b{,1,1,%,m_1\nx&y,b{,2,2,%,m_1\n");
    char *latex = as_latex(&imported.findings);
    assert_balanced(latex);
    assert_non_null(strstr(latex, "\\emph{\\textbackslash{}end\\{table\\}}"));
    assert_non_null(strstr(latex, "    b\\{ & 1.5 \\% (at most 7.9 \\%) &"));
    assert_int_equal(times(latex, "\\end{table}"), 1);
    free(latex);
    imported_free(&imported);
}

static void many_cells(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct spec *spec = stored_spec(&arena, 2, 30);
    struct stored_truth differ = {{1, 2}, 0.01, 0.001, 0.001, 0}, same = {{1, 1}, 0.2, 0.1, 0.1, 0};
    struct imported imported = stored_campaign(spec, (struct repetitions){5, 2, 2, 0, 0}, &differ);
    char *latex = as_latex(&imported.findings);
    assert_balanced(latex);
    assert_non_null(strstr(latex, "30 of 30 cells differ: those that differ most are shown"));
    assert_int_equal(times(latex, "\\emph{"), 2 * LATEX_CELLS_MOST); // two metrics
    assert_non_null(strstr(latex, ", seed 42, by"));
    free(latex);
    imported_free(&imported);

    imported = stored_campaign(spec, (struct repetitions){2, 2, 2, 0, 0}, &same);
    latex = as_latex(&imported.findings);
    assert_balanced(latex);
    assert_non_null(strstr(latex, "of 30 cells differ: these are shown"));
    assert_true(times(latex, "\\emph{") < (size_t)2 * LATEX_CELLS_MOST);
    free(latex);
    imported_free(&imported);
    arena_release(&arena);
}

// The difference grows with n; those of n = 1 to 5 are too small.
static void largest_first(void **state)
{
    (void)state;
    TEXT_CLEANUP struct text csv = {0};
    text_add(&csv, "n,variant,block,value,unit,metric\n");
    for (int n = 1; n <= 30; n++)
        for (int block = 1; block <= 4; block++)
            text_printf(&csv, "%d,a,%d,%d,s,t\n%d,b,%d,%g,s,t\n", n, block, 100 + block, n, block,
                        100 + block + (n > 5 ? 10.0 * n : 0));
    struct imported imported = imported_from(csv.bytes);
    char *latex = as_latex(&imported.findings);
    assert_non_null(strstr(latex, "n=11}"));
    assert_null(strstr(latex, "n=10}"));
    assert_golden("latex-largest-first.tex", latex);
    imported_free(&imported);
}

int tests_of_latex(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literal),
        cmocka_unit_test(one_cell),
        cmocka_unit_test(pilot_alone),
        cmocka_unit_test(mixed_summaries),
        cmocka_unit_test(ratios_without_ends),
        cmocka_unit_test(names_stay_text),
        cmocka_unit_test(many_cells),
        cmocka_unit_test(largest_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
