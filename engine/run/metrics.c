// Custom metrics: 'METRIC name=value unit' on a benchmark's stdout, or esw_metric() in C.
#include "run/metrics.h"

#include "base/characters.h"
#include "base/text.h"
#include "model/better.h"
#include "run/tail.h"
#include "stats/moments.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TEXT_SHOWN = 100, WORDS_MOST = 3, MALFORMED_SHOWN = 5 };

static const char blanks[] = " \t\r";

void metrics_add(struct arena *arena, struct reported_metrics *metrics,
                 const struct reported_metric *metric)
{
    if ((metrics->count & (metrics->count + 1)) == 0) { // grows at 0, 1, 3, 7, …
        struct reported_metric *items =
            arena_new_array(arena, struct reported_metric, metrics->count * 2 + 1);
        if (metrics->count)
            memcpy(items, metrics->items, metrics->count * sizeof *items);
        metrics->items = items;
    }
    metrics->items[metrics->count++] = *metric;
}

// Accepts only plain decimals; strtod() accepts more.
static bool read_number(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end) + 0.0; // -0 is 0
    return end > word && !*end && !word[strspn(word, "+-.0123456789eE")] && moments_takes(*value);
}

// Cuts off and returns the next word, or NULL.
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, blanks);
    if (!*word)
        return NULL;
    *rest = word + strcspn(word, blanks);
    if (**rest)
        *(*rest)++ = '\0';
    return word;
}

static bool read_better(const char *word, enum better *better)
{
    *better = text_equal(word, "less")   ? BETTER_LESS
              : text_equal(word, "more") ? BETTER_MORE
                                         : BETTER_UNKNOWN;
    return *better != BETTER_UNKNOWN;
}

static const char *why_no_number(const char *word)
{
    size_t signs = word ? strspn(word, "+-.") : 0,
           digits = word ? strspn(word, "+-.0123456789") : 0;
    if (digits > signs && strchr(word, ','))
        return "has a ',' in its number: leave it out, or write '.'";
    return digits > signs && isgraph((unsigned char)word[digits]) && !strchr("eExX_", word[digits])
               ? "has no blank between its number and its unit"
               : "has no finite decimal number behind '='";
}

// Reads number, unit and direction behind the '='. NULL, or what is wrong.
static const char *read_words(char *rest, struct reported_metric *metric)
{
    char *words[WORDS_MOST] = {NULL}, *word;
    size_t count = 0;
    for (; (word = next_word(&rest)); count++)
        if (count < WORDS_MOST)
            words[count] = word;
    if (!words[0] || !read_number(words[0], &metric->value))
        return why_no_number(words[0]);
    metric->unit = words[1] && !read_better(words[1], &metric->better) ? words[1] : "";
    bool surplus = count > WORDS_MOST ||
                   (words[2] && (metric->better || !read_better(words[2], &metric->better)));
    return surplus ? "has more than a number, a unit, and less or more" : NULL;
}

static bool is_utf8(const struct reported_metric *metric)
{
    return characters_are_valid(metric->name) && characters_are_valid(metric->unit);
}

// Why a line that begins as a metric's is none; `sign`: behind its name.
static const char *why_malformed(const char *word, const char *name, const char *end,
                                 const char *sign)
{
    if (strchr(word, ':'))
        return "has a ':' behind METRIC";
    if (end == name)
        return "has no name in front of '='";
    if (*sign == '=')
        return NULL;
    return strchr(sign, '=') ? "has a blank in its name" : "has no '=' behind its name";
}

static const char *quoted(struct arena *arena, const char *line, size_t length, const char *fault)
{
    size_t shown = length < TEXT_SHOWN ? length : TEXT_SHOWN;
    return arena_printf(arena, "'%s' %s", tail_of(arena, line, shown, 1, TEXT_SHOWN), fault);
}

static void note_malformed(struct arena *arena, const char *line, size_t length, const char *why,
                           struct reported_metrics *metrics)
{
    const char *fault = quoted(arena, line, length, why);
    if (!metrics->malformed)
        metrics->malformed =
            arena_printf(arena, "%s: a metric is written METRIC name=value unit", fault);
    else if (metrics->malformed_count < MALFORMED_SHOWN)
        metrics->malformed = arena_printf(arena, "%s; %s, too", metrics->malformed, fault);
    metrics->malformed_count++;
}

// `line` starts with METRIC and a blank or ':', in any case, after optional blanks and `ahead`
// bytes of other text.
static void read_line(struct arena *arena, const char *line, size_t length, size_t ahead,
                      bool whole, struct reported_metrics *metrics)
{
    char *text = arena_strndup(arena, line + ahead, length - ahead), *rest = text;
    const char *word = next_word(&rest);
    struct reported_metric metric = {.name = rest + strspn(rest, blanks), .unit = ""};
    char *end = rest + strspn(rest, blanks);
    end += strcspn(end, " \t\r=");
    char *sign = end + strspn(end, blanks);
    const char *malformed = why_malformed(word, metric.name, end, sign);
    const char *other = ahead                         ? "has other text in front of METRIC"
                        : text_starts(word, "METRIC") ? NULL
                                                      : "has METRIC in small letters";
    if (malformed) {
        if (!other && whole && *metric.name)
            note_malformed(arena, line, length, malformed, metrics);
        return;
    }
    bool apart = sign > end;
    *end = *sign = '\0';
    const char *fault = read_words(sign + 1, &metric);
    if (other) { // a sentence, unless all the rest is as in a metric's line
        if (!fault && whole && !apart)
            note_malformed(arena, line, length, other, metrics);
        return;
    }
    if (!fault && !is_utf8(&metric))
        fault = "is not UTF-8";
    if (!whole)
        fault = "has no newline: it may be incomplete";
    if (fault)
        metric.fault = quoted(arena, line, length, fault);
    metrics_add(arena, metrics, &metric);
}

static bool begins_report(const char *line, size_t length)
{
    static const char word[] = "METRIC";
    for (; length && (*line == ' ' || *line == '\t'); length--)
        line++;
    return length > sizeof word && strncasecmp(line, word, sizeof word - 1) == 0 &&
           strchr(" \t:", line[sizeof word - 1]) && line[sizeof word - 1] &&
           !memchr(line, '\0', length);
}

// Where METRIC begins: at 0, or behind what a logger puts there; SIZE_MAX: nowhere.
static size_t report_at(const char *line, size_t length)
{
    if (begins_report(line, length))
        return 0;
    const char *word = memmem(line, length, " METRIC ", 8);
    size_t at = word ? (size_t)(word - line) : length;
    return begins_report(line + at, length - at) ? at : SIZE_MAX;
}

static void find_within(struct arena *arena, const char *line, size_t length, bool whole,
                        struct reported_metrics *metrics)
{
    size_t ahead = report_at(line, length);
    if (ahead != SIZE_MAX)
        read_line(arena, line, length, ahead, whole, metrics);
}

// A carriage return begins a line anew, as progress in percent does.
void metrics_find(struct arena *arena, const char *output, size_t length,
                  struct reported_metrics *metrics)
{
    for (size_t at = 0; at < length;) {
        const char *line = output + at, *end = memchr(line, '\n', length - at), *again;
        size_t count = end ? (size_t)(end - line) : length - at;
        at += count + 1;
        for (; (again = memchr(line, '\r', count)); line = again + 1) {
            size_t part = (size_t)(again - line);
            find_within(arena, line, part, true, metrics);
            count -= part + 1;
        }
        find_within(arena, line, count, end != NULL, metrics);
    }
}

void metrics_take(struct arena *arena, const struct esw_header *header,
                  struct reported_metrics *metrics)
{
    for (uint32_t i = 0; i < header->metric_count && i < ESW_METRICS; i++) {
        const struct esw_value *report = &header->metrics[i];
        struct reported_metric metric = {
            .name = arena_strndup(arena, report->name, strnlen(report->name, sizeof report->name)),
            .unit = arena_strndup(arena, report->unit, strnlen(report->unit, sizeof report->unit)),
            .value = report->value,
            .better = report->better == ESW_MORE   ? BETTER_MORE
                      : report->better == ESW_LESS ? BETTER_LESS
                                                   : BETTER_UNKNOWN,
        };
        if (!moments_takes(report->value))
            metric.fault =
                arena_printf(arena, "esw_metric() of '%s' has no finite number",
                             tail_of(arena, metric.name, strlen(metric.name), 1, TEXT_SHOWN));
        else if (!is_utf8(&metric))
            metric.fault =
                arena_printf(arena, "the name or unit of esw_metric() '%s' is not UTF-8",
                             tail_of(arena, metric.name, strlen(metric.name), 1, TEXT_SHOWN));
        metrics_add(arena, metrics, &metric);
    }
}
