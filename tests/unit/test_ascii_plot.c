// Values drawn with characters: columns, stacks, bars, many sets.
#include "testing.h"

#include "report/ministat/ascii_plot.h"

#include <stdlib.h>
#include <string.h>

static void expect(const struct plotted *sets, size_t count, size_t width, bool apart,
                   const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    ascii_plot(out, sets, count, width, apart);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static const double odd[] = {1, 5, 5, 9}, many[] = {1, 5, 5, 5, 5, 9};
static const struct plotted pair[] = {{odd, 4, 5, 3.2659863, 5}, {many, 6, 5, 2.5298221, 5}};

static void one_set(void **state)
{
    (void)state;
    expect(pair, 1, 9, false,
           "+---------+\n"
           "|    x    |\n"
           "|x   x   x|\n"
           "| |__A__| |\n"
           "+---------+\n");
}

static void two_sets(void **state)
{
    (void)state;
    expect(pair, 2, 17, true,
           "+-----------------+\n"
           "|        +        |\n"
           "|        +        |\n"
           "|        *        |\n"
           "|*       *       *|\n"
           "| |______A______| |\n"
           "|   |____A____|   |\n"
           "+-----------------+\n");
}

static void three_sets(void **state)
{
    (void)state;
    double a[] = {0, 8}, b[] = {4, 8}, c[] = {0, 6};
    struct plotted sets[] = {{a, 2, 4, 1, 4}, {b, 2, 4, 1, 4}, {c, 2, 4, 1, 4}};
    expect(sets, 3, 9, false, // 1 or 3 is 3, 1 or 2 too
           "+---------+\n"
           "|*   + * *|\n"
           "|   |A|   |\n"
           "+---------+\n");
}

static void eight_sets(void **state)
{
    (void)state;
    double values[8][2];
    struct plotted sets[8];
    for (size_t k = 0; k < 8; k++) {
        values[k][0] = (double)k;
        values[k][1] = 8;
        sets[k] = (struct plotted){values[k], 2, 4, 1, 4};
    }
    expect(sets, 8, 9, false,
           "+---------+\n"
           "|x+*%#@Oa&|\n"
           "|   |A|   |\n"
           "+---------+\n");
}

static void high_stacks(void **state)
{
    (void)state;
    double *values = calloc(1002, sizeof *values);
    values[1000] = values[1001] = 1;
    char *text = NULL;
    size_t length = 0, lines = 0;
    FILE *out = open_memstream(&text, &length);
    ascii_plot(out, &(struct plotted){values, 1002, 0, 0, 0}, 1, 10, false);
    fclose(out);
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 1 + 1 + PLOT_ROWS_MOST + 1 + 1);
    assert_non_null(strstr(text, "[a mark stands for up to 10 values]\n+"));
    assert_non_null(strstr(text, "|x         |\n|x        x|\n|A         |\n+"));
    free(text);
    free(values);
}

static void no_span(void **state)
{
    (void)state;
    double same[] = {7, 7};
    expect(&(struct plotted){same, 2, 7, 0, 7}, 1, 10, false, "[no plot, span is zero width]\n");
}

int tests_of_ascii_plot(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_set),    cmocka_unit_test(two_sets),    cmocka_unit_test(three_sets),
        cmocka_unit_test(eight_sets), cmocka_unit_test(high_stacks), cmocka_unit_test(no_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
