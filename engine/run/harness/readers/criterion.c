// Samples of criterion.rs: sample.json, raw.csv, and the messages of cargo criterion. Each sample
// is the time of a number of iterations. What it prints has one estimate a benchmark.
#include "run/harness/harness.h"
#include "run/harness/json.h"
#include "run/harness/lines.h"
#include "run/harness/units.h"

#include <string.h>

static const char csv_header[] = "group,function,value,";
enum { CSV_FIELDS = 8 };

static const char *const defining[] = {"throughput", NULL};

static bool has(const struct harness_input *input, const char *words)
{
    return memmem(input->bytes, input->length, words, strlen(words)) != NULL;
}

static const char time_mark[] = "time:   [";

static bool is_sample(const json_t *json)
{
    return json_is_array(json_object_get(json, "iters")) &&
           json_is_array(json_object_get(json, "times"));
}

static bool accepts(const struct harness_input *input)
{
    bool csv = input->length > strlen(csv_header) &&
               memcmp(input->bytes, csv_header, strlen(csv_header)) == 0;
    return csv || is_sample(input->json) || has(input, time_mark) ||
           (has(input, "\"benchmark-complete\"") && has(input, "\"reason\""));
}

static bool add(struct harness_output *output, const char *name, double time, double iterations)
{
    if (!(iterations >= 1 && iterations <= 1e18)) // not NaN either
        harness_fail(output, "'%s' has a sample without iterations", name);
    return !output->why &&
           harness_add(output, name, &harness_wall_time,
                       &(struct harness_value){time / iterations, (uint64_t)iterations, 0});
}

// `path`: of both arrays in the file, with %s for their keys.
static void add_arrays(struct harness_output *output, const char *name, const json_t *times,
                       const json_t *counts, double scale)
{
    if (!json_array_size(times) || json_array_size(times) != json_array_size(counts))
        harness_fail(output, "'%s' has %zu times and %zu counts of iterations", name,
                     json_array_size(times), json_array_size(counts));
    for (size_t i = 0; !output->why && i < json_array_size(times); i++) {
        const json_t *time = json_array_get(times, i), *count = json_array_get(counts, i);
        if (!json_is_number(time) || !json_is_number(count))
            harness_fail(output, "sample %zu of '%s' is no number", i + 1, name);
        else
            add(output, name, json_number_value(time) * scale, json_number_value(count));
    }
}

// ---- cargo criterion --message-format=json

static const char run_remedy[] = "keep each run, and each crate, in a file of its own";

static void take_message(struct harness_output *output, const json_t *message)
{
    double scale;
    const char *unit = harness_text(message, "unit"), *name = harness_text(message, "id");
    if (!text_equal(harness_text(message, "reason"), "benchmark-complete"))
        return;
    if (!harness_unit(unit, &scale))
        harness_fail(output, "'%s' is in '%s', which is no time", name, unit);
    else if (!harness_is_twice(output, name, &harness_wall_time, run_remedy))
        add_arrays(output, name, json_object_get(message, "measured_values"),
                   json_object_get(message, "iteration_count"), scale);
    harness_define(output, name, message, defining);
}

static void read_messages(const struct harness_input *input, struct harness_output *output)
{
    struct harness_lines lines = harness_lines(output->arena, input);
    for (char *line; !output->why && (line = harness_line(&lines));) {
        json_error_t trouble;
        harness_at(output, "line %zu", lines.number);
        if (*line != '{')
            continue;
        json_t *message = harness_json(output, line, strlen(line), &trouble);
        if (message)
            take_message(output, message);
        else
            harness_fail(output, "damaged JSON: %s", trouble.text);
        json_decref(message);
    }
}

// ---- raw.csv

// Cuts a row at its commas, but those within quotes; returns the number of fields.
static size_t cut_fields(char *row, char **fields)
{
    size_t count = 0;
    for (char *at = row; at && count < CSV_FIELDS;) {
        char *out = at;
        bool quoted = false;
        fields[count++] = at;
        for (; *at && (quoted || *at != ','); at++)
            if (*at == '"' && quoted && at[1] == '"')
                *out++ = *at++;
            else if (*at == '"')
                quoted = !quoted;
            else
                *out++ = *at;
        char *next = *at ? at + 1 : NULL;
        *out = '\0';
        at = next;
    }
    return count;
}

// The benchmark of the row before, and its iterations, which never become fewer.
struct row {
    char *name;
    double iterations;
};

// group,function,value,throughput_num,throughput_type,sample_measured_value,unit,iteration_count
static void take_row(struct harness_output *output, struct row *before, char *const *fields)
{
    double scale, time = 0, iterations = 0;
    TEXT_CLEANUP struct text name = {0};
    for (size_t i = 0; i < 3; i++)
        if (*fields[i])
            text_printf(&name, "%s%s", name.length ? "/" : "", fields[i]);
    if (!harness_unit(fields[6], &scale))
        harness_fail(output, "'%s' is no unit of time", fields[6]);
    else if (!harness_number(fields[5], &time) || !harness_number(fields[7], &iterations))
        harness_fail(output, "a sample is no number");
    if (output->why)
        return;
    text_add(&name, "");
    bool goes_on =
        before->name && text_equal(before->name, name.bytes) && iterations >= before->iterations;
    if (goes_on || !harness_is_twice(output, name.bytes, &harness_wall_time, run_remedy))
        add(output, name.bytes, time * scale, iterations);
    if (!goes_on)
        harness_condition_of(
            output, name.bytes, true, *defining,
            arena_printf(output->arena, "%s%s%s", fields[3], *fields[4] ? " " : "", fields[4]));
    *before =
        (struct row){goes_on ? before->name : arena_strdup(output->arena, name.bytes), iterations};
}

static void read_csv(const struct harness_input *input, struct harness_output *output)
{
    struct harness_lines lines = harness_lines(output->arena, input);
    char *line = harness_line(&lines), *fields[CSV_FIELDS];
    struct row before = {0};
    harness_at(output, "line 1");
    if (cut_fields(line, fields) < CSV_FIELDS)
        harness_fail(output, "it lacks the columns of criterion 0.3 and later");
    while (!output->why && (line = harness_line(&lines))) {
        harness_at(output, "line %zu", lines.number);
        if (*line && cut_fields(line, fields) < CSV_FIELDS)
            harness_fail(output, "it has fewer than %d fields", CSV_FIELDS);
        else if (*line)
            take_row(output, &before, fields);
    }
}

// ---- Text

// "12.922 µs 14.135 µs 16.831 µs]": the bounds of an interval around the estimate.
static void take_estimate(struct harness_output *output, const char *name, char *words)
{
    enum { ESTIMATE = 2, UNIT = 3, WORDS = 6 };
    char *parts[WORDS + 1];
    double number, scale;
    if (harness_words(words, parts, WORDS + 1) != WORDS ||
        !harness_number(parts[ESTIMATE], &number) || !harness_unit(parts[UNIT], &scale)) {
        harness_fail(output, "the estimate of '%s' is no time", name);
        return;
    }
    struct harness_value value = {.number = number * scale};
    if (!harness_is_twice(output, name, &harness_wall_time, run_remedy) &&
        harness_add(output, name, &harness_wall_time, &value))
        harness_result(output, name, &harness_wall_time)->summarized = true;
}

static void cut_blanks(char *line)
{
    size_t length = strlen(line);
    while (length && strchr(" \t\r", line[length - 1]))
        line[--length] = '\0';
}

// A long name has a line of its own, before that of the time.
static void read_text(const struct harness_input *input, struct harness_output *output)
{
    struct harness_lines lines = harness_lines(output->arena, input);
    const char *before = "";
    for (char *line; !output->why && (line = harness_line(&lines)); before = line) {
        char *mark = strstr(line, time_mark);
        if (mark && strchr(mark, '%')) // the change since the last run
            continue;
        harness_at(output, "line %zu", lines.number);
        if (mark)
            *mark = '\0';
        cut_blanks(line);
        if (mark)
            take_estimate(output, *line ? line : before, mark + strlen(time_mark));
    }
}

static const char *read_criterion(const struct harness_input *input, struct harness_output *output)
{
    if (is_sample(input->json)) {
        if (!harness_is_twice(output, input->name, &harness_wall_time,
                              "report the folder target/criterion of each crate on its own"))
            add_arrays(output, input->name, json_object_get(input->json, "times"),
                       json_object_get(input->json, "iters"), 1e-9);
    } else if (input->length && *input->bytes == *csv_header)
        read_csv(input, output);
    else if (has(input, "\"benchmark-complete\""))
        read_messages(input, output);
    else
        read_text(input, output);
    return output->why;
}

extern const struct harness_reader criterion_reader;
const struct harness_reader criterion_reader = {
    .title = "criterion",
    .choose = "choose one by its name behind '--'",
    .accepts = accepts,
    .read = read_criterion,
};
