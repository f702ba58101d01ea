// The text of `go test -bench` (benchfmt). A process begins with its header: goos, pkg, …
#include "run/harness/harness.h"
#include "run/harness/lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 64, PACKAGES_MOST = 1000, HEADERS_MOST = 100000 };

struct package {
    const char *name;
    size_t processes;
};

struct unit {
    const char *name;
    enum better better;
};

// `Unit` lines and packages are read first: they hold for the whole file.
struct format {
    struct harness_output *output;
    struct package packages[PACKAGES_MOST];
    size_t package_count;
    struct unit units[WORDS_MOST];
    size_t unit_count;
    size_t package;      // the current one
    const char *variant; // of `eswexp report --format benchfmt`; NULL: none
    bool own;            // written by report/exchange/benchfmt.c
    bool in_header;
};

static bool is_benchmark(char *const *words, size_t count)
{
    uint64_t iterations;
    return count >= 4 && text_starts(words[0], "Benchmark") &&
           !islower((unsigned char)words[0][strlen("Benchmark")]) &&
           harness_whole(words[1], &iterations);
}

static bool accepts(const struct harness_input *input)
{
    struct arena scratch = {0};
    struct harness_lines lines = harness_lines(&scratch, input);
    bool found = false;
    for (char *line, *words[4]; !found && (line = harness_line(&lines));)
        found = is_benchmark(words, harness_words(line, words, 4));
    arena_release(&scratch);
    return found;
}

// ---- Configuration lines

static size_t find_package(struct format *format, const char *name)
{
    size_t i = 0;
    while (i < format->package_count && !text_equal(format->packages[i].name, name))
        i++;
    if (i == PACKAGES_MOST) {
        harness_fail(format->output, "more than %d packages", PACKAGES_MOST);
        return 0;
    }
    if (i == format->package_count)
        format->packages[format->package_count++] =
            (struct package){arena_strdup(format->output->arena, name), 0};
    return i;
}

// "Unit ns/GC better=lower"
static void take_unit(struct format *format, char *const *words, size_t count)
{
    enum better better = BETTER_UNKNOWN;
    for (size_t i = 2; i < count; i++)
        better = text_equal(words[i], "better=lower")    ? BETTER_LESS
                 : text_equal(words[i], "better=higher") ? BETTER_MORE
                                                         : better;
    if (better && format->unit_count < WORDS_MOST)
        format->units[format->unit_count++] =
            (struct unit){arena_strdup(format->output->arena, words[1]), better};
}

// What `eswexp report --format benchfmt` wrote of several variants is not one of them.
static void take_variant(struct format *format, const char *variant)
{
    if (!format->variant)
        format->variant = arena_strdup(format->output->arena, variant);
    else if (!text_equal(format->variant, variant))
        harness_fail(
            format->output,
            "it has the variants '%s' and '%s': report the campaign's folder, or give each "
            "variant a file",
            format->variant, variant);
}

static void read_settings(struct format *format, const struct harness_input *input)
{
    struct harness_lines lines = harness_lines(format->output->arena, input);
    char *line, *words[WORDS_MOST];
    size_t headers = 0;
    while (!format->output->why && (line = harness_line(&lines))) {
        harness_at(format->output, "line %zu", lines.number);
        if (lines.number == 1)
            format->own = text_starts(line, "experiment: ");
        if (text_starts(line, "variant: "))
            take_variant(format, line + strlen("variant: "));
        size_t count = harness_words(line, words, WORDS_MOST);
        if (count >= 2 && text_equal(words[0], "pkg:") && ++headers > HEADERS_MOST)
            harness_fail(format->output, "more than %d lines 'pkg:'", HEADERS_MOST);
        else if (count >= 2 && text_equal(words[0], "pkg:"))
            find_package(format, words[1]);
        else if (count >= 3 && text_equal(words[0], "Unit"))
            take_unit(format, words, count);
    }
    format->own = format->own && format->variant && !format->package_count;
}

static bool is_header(const char *word)
{
    return text_equal(word, "goos:") || text_equal(word, "goarch:") || text_equal(word, "pkg:") ||
           text_equal(word, "cpu:");
}

// ---- Results

// "B/op" is the metric B_per_op in this unit: names of metrics name files, too.
static struct harness_metric metric_of(struct format *format, const char *unit)
{
    static const struct unit known[] = {
        {"B/op", BETTER_LESS}, {"allocs/op", BETTER_LESS}, {"MB/s", BETTER_MORE}};
    TEXT_CLEANUP struct text name = {0};
    enum better better = BETTER_UNKNOWN;
    for (const char *c = unit; *c; c++)
        text_add_bytes(&name, *c == '/' ? "_per_" : c, *c == '/' ? strlen("_per_") : 1);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        better = text_equal(known[i].name, unit) ? known[i].better : better;
    for (size_t i = 0; i < format->unit_count; i++)
        better = text_equal(format->units[i].name, unit) ? format->units[i].better : better;
    return (struct harness_metric){arena_strdup(format->output->arena, name.bytes), unit, better};
}

// Decodes "%2F" and the like.
static const char *decoded(struct arena *arena, const char *word)
{
    char *name = arena_strdup(arena, word), *to = name;
    for (const char *c = word; *c; c++) {
        char digits[3] = {0};
        if (*c == '%' && isxdigit((unsigned char)c[1]) && isxdigit((unsigned char)c[2])) {
            memcpy(digits, c + 1, 2);
            *to++ = (char)strtol(digits, NULL, 16);
            c += 2;
        } else {
            *to++ = *c;
        }
    }
    *to = '\0';
    return name;
}

// "cpu_time-sec/op", "size-KiB" or "hits", which eswexp wrote.
static struct harness_metric own_metric_of(struct format *format, const char *word)
{
    struct arena *arena = format->output->arena;
    struct harness_metric metric = metric_of(format, word); // for `better`
    size_t name = strcspn(word, "-");
    const char *unit = word[name] ? word + name + 1 : "";
    metric.name = decoded(arena, arena_strndup(arena, word, name));
    metric.unit = text_equal(unit, "sec/op") ? "s" : decoded(arena, unit);
    return metric;
}

// Each line of eswexp is of another build or execution.
static void add_own(struct format *format, const char *benchmark, const char *unit,
                    const struct harness_value *value)
{
    struct harness_metric metric =
        text_equal(unit, "sec/op") ? harness_wall_time : own_metric_of(format, unit);
    const struct harness_result *result = harness_result(format->output, benchmark, &metric);
    struct harness_value independent = *value;
    independent.execution = result ? result->count : 0;
    harness_add(format->output, benchmark, &metric, &independent);
}

static void add(struct format *format, const char *benchmark, const char *unit,
                const struct harness_value *value)
{
    struct harness_value seconds = *value;
    if (format->own) {
        add_own(format, benchmark, unit, value);
        return;
    }
    seconds.number *= text_equal(unit, "ns/op") ? 1e-9 : 1;
    if (text_equal(unit, "ns/op") || text_equal(unit, "sec/op")) {
        harness_add(format->output, benchmark, &harness_wall_time, &seconds);
    } else {
        struct harness_metric metric = metric_of(format, unit);
        harness_add(format->output, benchmark, &metric, value);
    }
}

// Without "Benchmark", and with its package if the file has several. eswexp's own are decoded.
static const char *name_of(const struct format *format, const char *word)
{
    const char *name = word + strlen("Benchmark");
    if (format->own)
        return decoded(format->output->arena, name + (*name == '_'));
    name = *name ? name : word;
    return format->package_count > 1 ? arena_printf(format->output->arena, "%s.%s",
                                                    format->packages[format->package].name, name)
                                     : name;
}

static void take_benchmark(struct format *format, char *const *words, size_t count)
{
    struct harness_value value;
    harness_whole(words[1], &value.iterations);
    if (format->in_header || !format->packages[format->package].processes)
        format->packages[format->package].processes++;
    format->in_header = false;
    value.execution = format->packages[format->package].processes - 1;
    if (count % 2)
        harness_fail(format->output, "'%s' has a number without a unit", words[0]);
    for (size_t i = 2; i + 1 < count && !format->output->why; i += 2) {
        if (!harness_number(words[i], &value.number))
            harness_fail(format->output, "'%s' is no number", words[i]);
        else
            add(format, name_of(format, words[0]), words[i + 1], &value);
    }
}

static const char *read_go(const struct harness_input *input, struct harness_output *output)
{
    struct format *format = arena_new(output->arena, struct format);
    char *line, *words[WORDS_MOST];
    format->output = output;
    read_settings(format, input);
    if (!format->package_count)
        format->packages[format->package_count++].name = "";
    else if (format->package_count == 1)
        output->package = format->packages[0].name;
    output->has_packages = format->package_count > 1;
    struct harness_lines lines = harness_lines(output->arena, input);
    while (!output->why && (line = harness_line(&lines))) {
        size_t count = harness_words(line, words, WORDS_MOST);
        harness_at(output, "line %zu", lines.number);
        if (count && text_equal(words[0], "pkg:"))
            format->package = count > 1 ? find_package(format, words[1]) : 0;
        if (count && is_header(words[0]))
            format->in_header = true;
        else if (count >= 3 && text_equal(words[0], "---") && text_equal(words[1], "FAIL:") &&
                 text_starts(words[2], "Benchmark"))
            harness_fault(output, name_of(format, words[2]), "failed");
        else if (is_benchmark(words, count))
            take_benchmark(format, words, count);
    }
    if (input->length && input->bytes[input->length - 1] != '\n')
        harness_note(output, "its last line has no end: is the file complete?");
    return output->why;
}

extern const struct harness_reader go_reader;
const struct harness_reader go_reader = {
    .title = "go test -bench",
    .choose = "choose one with -bench '^BenchmarkNAME$'",
    .accepts = accepts,
    .read = read_go,
};
