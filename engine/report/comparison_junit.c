// A comparison as JUnit XML: verdicts as test cases.
#include "report/comparison_words.h"

#include "report/json_values.h"
#include "report/numbers.h"
#include "report/words.h"
#include "spec/values.h"

#include <math.h>
#include <string.h>

struct suite {
    const struct judgement *judgement;
    const struct comparison_frame *frame;
    struct arena *arena;
    FILE *out;
    bool several; // sides
};

enum result { PASSED, FAILED, BROKEN, SKIPPED, RESULTS };

static enum result result_of(const struct contrast *contrast)
{
    if (is_missing(contrast))
        return BROKEN;
    return contrast->outcome == OUTCOME_SLOWER         ? FAILED
           : contrast->outcome == OUTCOME_INCONCLUSIVE ? SKIPPED
                                                       : PASSED;
}

// Bytes of a character that XML must not contain, or that only steers a terminal; else 0.
static size_t unwanted(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x20 || c[0] == 0x7f)
        return 1;
    if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
        return 2;
    return c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe ? 3 : 0; // U+FFFE and U+FFFF
}

// For an attribute in double quotes or between tags.
static void escaped(FILE *out, const char *text)
{
    static const char special[] = "<>&\"";
    static const char *const names[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
    bool utf8 = is_utf8(text);
    while (*text) {
        const char *found = strchr(special, *text);
        size_t skipped = utf8 ? unwanted(text) : (unsigned char)*text < 0x20;
        if (skipped) {
            fputs(*text == '\n' || *text == '\t' ? " " : "", out);
            text += skipped;
            continue;
        }
        if (found)
            fputs(names[found - special], out);
        else
            fputc(!utf8 && *text & 0x80 ? '?' : *text, out);
        text++;
    }
}

static void attribute(FILE *out, const char *name, const char *value)
{
    fprintf(out, " %s=\"", name);
    escaped(out, value);
    fputc('"', out);
}

// "+3.1 % time [+2.2 %, +4.0 %], 12.34 → 12.72 ms, 2 of 30 layouts won; to decide: …".
static const char *message(const struct suite *suite, const struct contrast *contrast)
{
    struct arena *arena = suite->arena;
    const char *gap = gap_in_words(arena, contrast), *remedy = remedy_in_words(arena, contrast);
    if (gap)
        return gap;
    const char *won = contrast->pairs
                          ? arena_printf(arena, ", %s %s", wins_in_words(arena, contrast),
                                         wins_header(arena, contrast))
                          : "";
    return arena_printf(arena, "%s %s %s, %s%s%s%s", change_in_words(arena, &contrast->ratio),
                        subject_word(arena, contrast), limits_in_words(arena, &contrast->ratio),
                        means_in_words(arena, contrast), won, remedy ? "; " : "",
                        remedy ? remedy : "");
}

// Without an exponent, which the schema has not.
static const char *seconds_in_words(struct arena *arena, const struct contrast *contrast,
                                    double factor)
{
    double mean = contrast->new_estimate->components.mean * factor;
    return arena_printf(arena, "%.*f", decimals_for(fabs(mean), 6), mean);
}

static void test_case(const struct suite *suite, const struct contrast *contrast)
{
    static const char *const elements[] = {
        [FAILED] = "failure", [BROKEN] = "error", [SKIPPED] = "skipped"};
    const char *title = suite->frame->title;
    enum result result = result_of(contrast);
    double seconds;
    fputs("  <testcase", suite->out);
    attribute(suite->out, "classname", suite->several || !title ? contrast->new : title);
    attribute(suite->out, "name", contrast->benchmark);
    if (contrast->new_estimate && value_time_unit(contrast->unit, &seconds))
        attribute(suite->out, "time", seconds_in_words(suite->arena, contrast, seconds));
    if (result == PASSED) {
        fputs("/>\n", suite->out);
        return;
    }
    fprintf(suite->out, ">\n    <%s", elements[result]);
    attribute(suite->out, "message", message(suite, contrast));
    if (result == FAILED)
        attribute(suite->out, "type", outcome_word(contrast));
    fputs("/>\n  </testcase>\n", suite->out);
}

static void property(const struct suite *suite, const char *name, const char *value)
{
    if (!value)
        return;
    fputs("    <property", suite->out);
    attribute(suite->out, "name", name);
    attribute(suite->out, "value", value);
    fputs("/>\n", suite->out);
}

static void begin(const struct suite *suite)
{
    size_t counts[RESULTS] = {0}, all = 0;
    for (size_t i = 0; i < suite->judgement->contrast_count; i++) {
        const struct contrast *contrast = &suite->judgement->contrasts[i];
        counts[result_of(contrast)] += is_verdict(contrast);
        all += is_verdict(contrast);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite", suite->out);
    attribute(suite->out, "name", suite->frame->title ? suite->frame->title : "eswexp compare");
    fprintf(suite->out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", all,
            counts[FAILED], counts[BROKEN], counts[SKIPPED]);
    fputs("  <properties>\n", suite->out);
    property(suite, "seed", suite->frame->seed);
    property(suite, "folder", suite->frame->folder);
    property(suite, "method", method_in_words(suite->arena, suite->judgement));
    fputs("  </properties>\n", suite->out);
}

static void end(const struct suite *suite)
{
    const struct text_list *notes = suite->frame->notes;
    fputs("  <system-out>", suite->out);
    if (suite->frame->quick)
        fprintf(suite->out, "%s\n", QUICK_NOTE);
    for (size_t i = 0; notes && i < notes->count; i++) {
        escaped(suite->out, notes->items[i]);
        fputc('\n', suite->out);
    }
    fputs("</system-out>\n</testsuite>\n", suite->out);
}

void comparison_junit(const struct judgement *judgement, const struct comparison_frame *frame,
                      FILE *out)
{
    struct arena scratch = {0};
    struct suite suite = {judgement, frame, &scratch, out, has_several_sides(judgement)};
    begin(&suite);
    for (size_t i = 0; i < judgement->contrast_count; i++)
        if (is_verdict(&judgement->contrasts[i]))
            test_case(&suite, &judgement->contrasts[i]);
    end(&suite);
    arena_release(&scratch);
}
