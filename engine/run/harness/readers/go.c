// The text of `go test -bench` (benchfmt). A process begins with its header: goos, pkg, …
#include "run/harness/harness.h"
#include "run/harness/lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORDS_MOST = 64,
    PACKAGES_MOST = 1000,
    GROUPS_MOST = 1000,
    SETTINGS_MOST = 256,
    HEADERS_MOST = 100000,
    LOST_NAMED = 5,
};

// Results of a package with the same settings.
struct group {
    size_t package;
    const char *suffix;
    size_t processes;
};

// A key of the configuration but `pkg`: "goarch: arm64". It holds until it is set again.
struct setting {
    const char *key, *value; // the current value; "": none
    const char *first;       // at the first result
    bool varies;             // from result to result
};

struct unit {
    const char *name;
    enum better better;
};

// `Unit` lines and packages are read first: they hold for the whole file.
struct format {
    struct harness_output *output;
    const char *packages[PACKAGES_MOST];
    size_t package_count;
    struct group groups[GROUPS_MOST];
    size_t group_count;
    struct setting settings[SETTINGS_MOST];
    size_t setting_count;
    bool changed; // a setting or the package, since the last result
    bool has_results;
    struct unit units[WORDS_MOST];
    size_t unit_count;
    size_t package, group; // the current ones
    size_t lost;           // lines that begin as a result does
    const char *variant;   // of `eswexp report --format benchfmt`; NULL: none
    const char *procs;     // "-8" behind each name; "": several, or none; NULL: no result yet
    bool own;              // written by report/exchange/benchfmt.c
    bool in_header;
};

static bool is_name(const char *word)
{
    return text_starts(word, "Benchmark") && !islower((unsigned char)word[strlen("Benchmark")]);
}

static bool is_benchmark(char *const *words, size_t count)
{
    uint64_t iterations;
    return count >= 4 && is_name(words[0]) && harness_whole(words[1], &iterations);
}

// "BenchmarkA-4 0 164 ns/op"
static bool has_no_iterations(char *const *words, size_t count)
{
    return count >= 4 && is_name(words[0]) && text_equal(words[1], "0");
}

// "--- FAIL: BenchmarkA-4", "--- SKIP: BenchmarkA-4", also behind the name that Go has printed
// before the benchmark ran.
static bool is_fault(char *const *words, size_t count)
{
    size_t at = count && is_name(words[0]);
    return count >= at + 3 && text_equal(words[at], "---") &&
           (text_equal(words[at + 1], "FAIL:") || text_equal(words[at + 1], "SKIP:")) &&
           text_starts(words[at + 2], "Benchmark");
}

// Go prints the name before the benchmark runs; what that prints cuts its result off. The name
// alone, without a blank behind it, is of the option -v.
static bool begins_result(const char *line)
{
    return is_name(line) && line[strlen("Benchmark")] && strpbrk(line, " \t") &&
           !isblank((unsigned char)line[strlen("Benchmark")]);
}

static bool accepts(const struct harness_input *input)
{
    struct arena scratch = {0};
    struct harness_lines lines = harness_lines(&scratch, input);
    bool found = false, header = false;
    for (char *line, *words[4]; !found && (line = harness_line(&lines));) {
        bool begins = begins_result(line);
        size_t count = harness_words(line, words, 4);
        header = header || (count == 2 && text_equal(words[0], "goos:"));
        found = is_benchmark(words, count) || has_no_iterations(words, count) || (header && begins);
    }
    arena_release(&scratch);
    return found;
}

// ---- Configuration lines

static size_t find_package(struct format *format, const char *name)
{
    size_t i = 0;
    while (i < format->package_count && !text_equal(format->packages[i], name))
        i++;
    if (i == PACKAGES_MOST) {
        harness_fail(format->output, "more than %d packages", PACKAGES_MOST);
        return 0;
    }
    if (i == format->package_count)
        format->packages[format->package_count++] = arena_strdup(format->output->arena, name);
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

// "key: value", where the key begins with a lower-case letter and has no upper-case one. Returns
// the value and cuts the line behind the key; NULL: it is no such line, or sets the package.
static char *cut_setting(char *line)
{
    size_t key = 0;
    while (line[key] && line[key] != ':' && !isupper((unsigned char)line[key]) &&
           !isspace((unsigned char)line[key]))
        key++;
    char *value = line + key + 1;
    if (!islower((unsigned char)*line) || line[key] != ':' || (*value && !strchr(" \t", *value)) ||
        text_starts(line, "pkg:"))
        return NULL;
    line[key] = '\0';
    value += strspn(value, " \t");
    for (size_t length = strlen(value); length && strchr(" \t", value[length - 1]); length--)
        value[length - 1] = '\0';
    return value;
}

static void take_setting(struct format *format, const char *key, const char *value)
{
    static const char *const own[] = {"experiment", "variant", NULL};
    struct arena *arena = format->output->arena;
    size_t i = 0, o = 0;
    while (own[o] && !text_equal(own[o], key))
        o++;
    while (i < format->setting_count && !text_equal(format->settings[i].key, key))
        i++;
    if (own[o])
        return;
    if (i == SETTINGS_MOST) {
        harness_fail(format->output, "more than %d keys of the configuration, 'KEY: VALUE'",
                     SETTINGS_MOST);
        return;
    }
    if (i == format->setting_count)
        format->settings[format->setting_count++] =
            (struct setting){arena_strdup(arena, key), "", "", false};
    if (!text_equal(format->settings[i].value, value)) {
        format->settings[i].value = arena_strdup(arena, value);
        format->changed = true;
    }
}

// Which settings vary from result to result?
static void compare_settings(struct format *format)
{
    for (size_t i = 0; format->changed && i < format->setting_count; i++) {
        struct setting *setting = &format->settings[i];
        if (!format->has_results)
            setting->first = setting->value;
        if (!setting->varies && !text_equal(setting->value, setting->first)) {
            setting->varies = true;
            harness_note(format->output,
                         "%s: '%s' changes from '%.100s' to '%.100s': results are told apart by "
                         "it",
                         format->output->place, setting->key, setting->first, setting->value);
        }
    }
    format->changed = false;
    format->has_results = true;
}

// What the whole file was measured with.
static void set_conditions(struct format *format)
{
    static const char *const machine[] = {"goos", "goarch", "cpu", NULL};
    for (size_t i = 0; i < format->setting_count; i++) {
        const struct setting *setting = &format->settings[i];
        size_t m = 0;
        while (machine[m] && !text_equal(machine[m], setting->key))
            m++;
        if (!format->own)
            harness_condition(format->output, machine[m], setting->key,
                              setting->varies ? "several" : setting->first);
    }
    for (size_t i = 0; i < format->setting_count; i++)
        format->settings[i].value = "";
    format->changed = true;
}

// The results of the current package and settings.
static void enter_group(struct format *format)
{
    TEXT_CLEANUP struct text suffix = {0};
    const char *before = " (";
    if (!format->changed)
        return;
    format->changed = false;
    text_add(&suffix, "");
    for (size_t i = 0; i < format->setting_count; i++) {
        const struct setting *setting = &format->settings[i];
        if (setting->varies)
            text_printf(&suffix, "%s%s=%s", before, setting->key, setting->value);
        before = setting->varies ? ", " : before;
    }
    text_add(&suffix, suffix.length ? ")" : "");
    size_t i = 0;
    while (i < format->group_count && (format->groups[i].package != format->package ||
                                       !text_equal(format->groups[i].suffix, suffix.bytes)))
        i++;
    format->group = i < GROUPS_MOST ? i : 0;
    if (i == GROUPS_MOST)
        harness_fail(format->output, "more than %d configurations", GROUPS_MOST);
    else if (i == format->group_count)
        format->groups[format->group_count++] =
            (struct group){format->package, arena_strdup(format->output->arena, suffix.bytes), 0};
}

// GOMAXPROCS, which Go writes behind a name if it is not 1.
static void take_procs(struct format *format, const char *name)
{
    const char *dash = strrchr(name, '-');
    uint64_t procs;
    const char *suffix = dash && harness_whole(dash + 1, &procs) ? dash : "";
    if (!format->procs)
        format->procs = arena_strdup(format->output->arena, suffix);
    else if (!text_equal(format->procs, suffix))
        format->procs = "";
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
        const char *value = cut_setting(line);
        if (value) {
            take_setting(format, line, value);
            continue;
        }
        size_t count = harness_words(line, words, WORDS_MOST);
        if (is_benchmark(words, count))
            take_procs(format, words[0]);
        if (is_benchmark(words, count) || is_fault(words, count))
            compare_settings(format);
        else if (count >= 2 && text_equal(words[0], "pkg:") && ++headers > HEADERS_MOST)
            harness_fail(format->output, "more than %d lines 'pkg:'", HEADERS_MOST);
        else if (count >= 2 && text_equal(words[0], "pkg:"))
            find_package(format, words[1]);
        else if (count >= 3 && text_equal(words[0], "Unit"))
            take_unit(format, words, count);
    }
    format->own = format->own && format->variant && !format->package_count;
    set_conditions(format);
}

static bool is_header(const char *key)
{
    return text_equal(key, "goos") || text_equal(key, "goarch") || text_equal(key, "cpu");
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
    const char *name = word + strlen("Benchmark"), *suffix = format->groups[format->group].suffix;
    if (format->own)
        return decoded(format->output->arena, name + (*name == '_'));
    name = *name ? name : word;
    if (format->package_count < 2)
        return *suffix ? arena_printf(format->output->arena, "%s%s", name, suffix) : name;
    return arena_printf(format->output->arena, "%s.%s%s", format->packages[format->package], name,
                        suffix);
}

static void take_benchmark(struct format *format, char *const *words, size_t count)
{
    struct harness_value value;
    struct group *group = &format->groups[format->group];
    harness_whole(words[1], &value.iterations);
    if (format->in_header || !group->processes)
        group->processes++;
    format->in_header = false;
    value.execution = group->processes - 1;
    if (count % 2)
        harness_fail(format->output, "'%s' has a number without a unit", words[0]);
    for (size_t i = 2; i + 1 < count && !format->output->why; i += 2) {
        if (!harness_number(words[i], &value.number))
            harness_fail(format->output, "'%s' is no number", words[i]);
        else
            add(format, name_of(format, words[0]), words[i + 1], &value);
    }
}

// A benchmark that ends in its first iteration has its name without GOMAXPROCS.
static void take_fault(struct format *format, char *const *words)
{
    size_t at = is_name(words[0]);
    const char *name = words[at ? 0 : 2], *procs = format->procs ? format->procs : "";
    if (!at && !text_ends(name, procs))
        name = arena_printf(format->output->arena, "%s%s", name, procs);
    enter_group(format);
    harness_fault(format->output, name_of(format, name),
                  text_equal(words[at + 1], "FAIL:") ? "failed" : "was skipped");
}

static void note_lost(struct format *format, const char *name)
{
    if (format->lost++ == LOST_NAMED)
        harness_note(format->output, "further lines have no result behind a name");
    else if (format->lost <= LOST_NAMED)
        harness_note(format->output, "%s: no result behind '%.200s': other output cut it off",
                     format->output->place, name);
}

static void take_line(struct format *format, char *line)
{
    char *words[WORDS_MOST], *value = cut_setting(line);
    bool begins = begins_result(line);
    if (value) {
        take_setting(format, line, value);
        format->in_header = format->in_header || is_header(line);
        return;
    }
    size_t count = harness_words(line, words, WORDS_MOST);
    if (count && text_equal(words[0], "pkg:")) {
        format->package = count > 1 ? find_package(format, words[1]) : 0;
        format->in_header = format->changed = true;
    } else if (is_fault(words, count)) {
        take_fault(format, words);
    } else if (count > 1 && text_equal(words[0], "FAIL")) { // "FAIL example.com/a [build failed]"
        harness_note(format->output, "%s: package '%.200s' failed: it may lack benchmarks",
                     format->output->place, words[1]);
    } else if (is_benchmark(words, count)) {
        enter_group(format);
        take_benchmark(format, words, count);
    } else if (has_no_iterations(words, count)) {
        enter_group(format);
        harness_fault(format->output, name_of(format, words[0]), "has a result of 0 iterations");
    } else if (begins) {
        note_lost(format, words[0]);
    }
}

static const char *read_go(const struct harness_input *input, struct harness_output *output)
{
    struct format *format = arena_new(output->arena, struct format);
    format->output = output;
    read_settings(format, input);
    if (!format->package_count)
        format->packages[format->package_count++] = "";
    else if (format->package_count == 1)
        output->package = format->packages[0];
    output->has_packages = format->package_count > 1;
    struct harness_lines lines = harness_lines(output->arena, input);
    for (char *line; !output->why && (line = harness_line(&lines));) {
        harness_at(output, "line %zu", lines.number);
        take_line(format, line);
    }
    *output->place = '\0';
    if (format->lost && !output->values && !output->fault_count)
        harness_fail(output, "%s", output->notes.items[output->notes.count - 1]);
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
