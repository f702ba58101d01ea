// A comparison as JUnit XML: verdicts as test cases.
#include "report/compare/comparison_junit.h"

#include "analysis/compare/outcome.h"
#include "base/text.h"
#include "report/compare/comparison_method.h"
#include "report/compare/comparison_wording.h"
#include "report/layouts/explanation_wording.h"
#include "report/wording/changes.h"
#include "report/wording/notes.h"
#include "report/wording/numbers.h"
#include "spec/values.h"

#include <math.h>
#include <string.h>

struct suite {
    const struct comparison_set *comparison_set;
    const struct comparison_frame *frame;
    struct arena *arena;
    FILE *out;
    bool several; // sides
};

enum result { PASSED, FAILED, BROKEN, SKIPPED, RESULTS };

static enum result result_of(const struct comparison *comparison)
{
    if (comparison->withheld || comparison->only)
        return SKIPPED;
    if (is_missing(comparison))
        return BROKEN;
    return comparison->outcome == OUTCOME_SLOWER         ? FAILED
           : comparison->outcome == OUTCOME_INCONCLUSIVE ? SKIPPED
           : is_identical(comparison)                    ? SKIPPED
                                                         : PASSED;
}

// For an attribute in double quotes or between tags.
static void escaped(const struct suite *suite, const char *text)
{
    static const char special[] = "<>&\"\n\t";
    static const char *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;", " ", " "};
    char *plain = arena_strdup(suite->arena, text);
    text_make_plain_but(plain, "\n\t");
    for (; *plain; plain++) {
        const char *found = strchr(special, *plain);
        if (found)
            fputs(names[found - special], suite->out);
        else
            fputc(*plain, suite->out);
    }
}

static void attribute(const struct suite *suite, const char *name, const char *value)
{
    fprintf(suite->out, " %s=\"", name);
    escaped(suite, value);
    fputc('"', suite->out);
}

// "+3.1 % time [+2.2 %, +4.0 %], 12.34 → 12.72 ms, 2 of 30 layouts won; to decide: …".
static const char *message(const struct suite *suite, const struct comparison *comparison)
{
    struct arena *arena = suite->arena;
    const char *gap = gap_wording(arena, comparison),
               *remedy = remedy_wording(arena, suite->comparison_set, suite->frame, comparison);
    if (gap)
        return gap;
    const char *won = comparison->pairs
                          ? arena_printf(arena, ", %s %s", wins_wording(arena, comparison),
                                         wins_header(arena, comparison))
                          : "";
    const char *attribution = attribution_of(comparison);
    return arena_printf(arena, "%s%s%s %s %s, %s%s%s%s", attribution ? attribution : "",
                        attribution ? ": " : "", change_wording(arena, &comparison->ratio),
                        subject_word(comparison), limits_wording(arena, &comparison->ratio),
                        means_wording(arena, comparison), won, remedy ? "; " : "",
                        remedy ? remedy : "");
}

// "equal within ±1 %: +0.1 % time [-0.2 %, +0.4 %], …".
static const char *equal_wording(const struct suite *suite, const struct comparison *comparison)
{
    return arena_printf(suite->arena, "%s: %s", named_verdict(suite->arena, comparison),
                        message(suite, comparison));
}

// Prints no exponent: the schema does not allow one.
static const char *seconds_wording(struct arena *arena, const struct comparison *comparison,
                                   double factor)
{
    double mean = comparison->new_estimate->components.mean * factor;
    return arena_printf(arena, "%.*f", decimals_for(fabs(mean), 6), mean);
}

// Of the worst five.
static struct text_list reservations_on(const struct suite *suite,
                                        const struct comparison *comparison)
{
    enum { MOST = 5 };
    struct text_list texts = {0};
    size_t index = (size_t)(comparison - suite->comparison_set->comparisons);
    const struct notes *notes =
        suite->frame->reservations ? &suite->frame->reservations[index] : &(struct notes){0};
    for (size_t i = 0; i < notes->count && i < MOST; i++)
        text_list_printf(&texts, suite->arena, "%s%s",
                         note_weight(notes->items[i].kind) == WEIGHT_BIASES ? "may bias: " : "",
                         notes->items[i].text);
    if (notes->count > MOST)
        text_list_printf(&texts, suite->arena, "and %zu more, which --json lists",
                         notes->count - MOST);
    return texts;
}

static void said(const struct suite *suite, const struct text_list *lines)
{
    if (!lines->count)
        return;
    fputs("    <system-out>", suite->out);
    for (size_t i = 0; i < lines->count; i++) {
        escaped(suite, lines->items[i]);
        fputc('\n', suite->out);
    }
    fputs("</system-out>\n", suite->out);
}

static void test_case(const struct suite *suite, const struct comparison *comparison)
{
    static const char *const elements[] = {
        [FAILED] = "failure", [BROKEN] = "error", [SKIPPED] = "skipped"};
    const char *title = suite->frame->title;
    enum result result = result_of(comparison);
    double seconds;
    fputs("  <testcase", suite->out);
    attribute(suite, "classname", suite->several || !title ? comparison->new : title);
    attribute(suite, "name", comparison->benchmark);
    if (comparison->new_estimate && value_time_unit(comparison->unit, &seconds))
        attribute(suite, "time", seconds_wording(suite->arena, comparison, seconds));
    struct text_list reservations = reservations_on(suite, comparison),
                     lines = explanation_lines(suite->arena, NULL, comparison);
    if (comparison->outcome == OUTCOME_EQUIVALENT)
        text_list_add(&reservations, suite->arena, equal_wording(suite, comparison));
    for (size_t i = 0; i < lines.count; i++)
        text_list_add(&reservations, suite->arena, lines.items[i]);
    if (result == PASSED && !reservations.count) {
        fputs("/>\n", suite->out);
        return;
    }
    fputs(">\n", suite->out);
    if (result != PASSED) {
        fprintf(suite->out, "    <%s", elements[result]);
        attribute(suite, "message", message(suite, comparison));
        if (result == FAILED)
            attribute(suite, "type", outcome_word(comparison));
        fputs("/>\n", suite->out);
    }
    said(suite, &reservations);
    fputs("  </testcase>\n", suite->out);
}

static void property(const struct suite *suite, const char *name, const char *value)
{
    if (!value)
        return;
    fputs("    <property", suite->out);
    attribute(suite, "name", name);
    attribute(suite, "value", value);
    fputs("/>\n", suite->out);
}

static void begin(const struct suite *suite)
{
    size_t counts[RESULTS] = {0}, all = 0;
    for (size_t i = 0; i < suite->comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &suite->comparison_set->comparisons[i];
        counts[result_of(comparison)] += is_verdict(comparison);
        all += is_verdict(comparison);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", suite->out);
    attribute(suite, "name", suite->frame->title ? suite->frame->title : "eswexp compare");
    fprintf(suite->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", all,
            counts[FAILED], counts[BROKEN], counts[SKIPPED]);
    fputs("  <properties>\n", suite->out);
    property(suite, "seed", suite->frame->seed);
    property(suite, "folder", suite->frame->folder);
    property(suite, "method", method_wording(suite->arena, suite->comparison_set));
    property(suite, "look", look_wording(suite->arena, suite->comparison_set));
    fputs("  </properties>\n", suite->out);
}

static void end(const struct suite *suite)
{
    const struct text_list *notes = suite->frame->notes;
    fputs("  <system-out>", suite->out);
    if (suite->frame->quick)
        fprintf(suite->out, "%s\n", QUICK_NOTE);
    for (size_t i = 0; notes && i < notes->count; i++) {
        escaped(suite, notes->items[i]);
        fputc('\n', suite->out);
    }
    fputs("</system-out>\n</testsuite>\n", suite->out);
}

void comparison_junit(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, FILE *out)
{
    struct arena scratch = {0};
    struct suite suite = {comparison_set, frame, &scratch, out, has_several_sides(comparison_set)};
    begin(&suite);
    for (size_t i = 0; i < comparison_set->comparison_count; i++)
        if (is_verdict(&comparison_set->comparisons[i]))
            test_case(&suite, &comparison_set->comparisons[i]);
    end(&suite);
    arena_release(&scratch);
}
