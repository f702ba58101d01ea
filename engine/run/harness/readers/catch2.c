// The XML reporter of Catch2. It has one mean a benchmark, and no single values.
#include "run/harness/harness.h"
#include "run/harness/lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 20, COUNT_MOST = 1 << 30 };

static const char opening[] = "<Catch2TestRun";

static bool accepts(const struct harness_input *input)
{
    return memmem(input->bytes, input->length, opening, strlen(opening)) ||
           memmem(input->bytes, input->length, "<BenchmarkResults", strlen("<BenchmarkResults"));
}

// ---- Just enough XML: tags, attributes, entities

// The end of a tag or comment: '>' outside of quotes; NULL: there is none.
static char *tag_end(char *tag)
{
    if (text_starts(tag, "<!--")) {
        char *end = strstr(tag, "-->");
        return end ? end + 2 : NULL;
    }
    char quote = '\0';
    for (; *tag && (quote || *tag != '>'); tag++)
        if (quote ? *tag == quote : (*tag == '"' || *tag == '\''))
            quote = quote ? '\0' : *tag;
    return *tag ? tag : NULL;
}

static bool is_tag(const char *tag, const char *name)
{
    size_t length = strlen(name);
    return strncmp(tag, name, length) == 0 && (!tag[length] || strchr(" \t\r\n/>", tag[length]));
}

// Replaces the five entities of XML, in place. Others stay.
static void decode(char *text)
{
    static const struct {
        const char *name;
        char character;
    } entities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *out = text;
    while (*text) {
        size_t e = 0;
        while (e < sizeof entities / sizeof *entities && !text_starts(text, entities[e].name))
            e++;
        bool known = e < sizeof entities / sizeof *entities;
        *out++ = known ? entities[e].character : *text;
        text += known ? strlen(entities[e].name) : 1;
    }
    *out = '\0';
}

// The value of an attribute of a tag that ends with NUL, or "".
static const char *attribute(struct arena *arena, const char *tag, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = tag; (at = strstr(at, name)); at++) {
        char quote = at[length] == '=' ? at[length + 1] : '\0';
        const char *value = at + length + 2;
        const char *end = quote == '"' || quote == '\'' ? strchr(value, quote) : NULL;
        if (at > tag && isspace((unsigned char)at[-1]) && end) {
            char *copy = arena_strndup(arena, value, (size_t)(end - value));
            decode(copy);
            return copy;
        }
    }
    return "";
}

// ---- Results

struct reading {
    struct harness_output *output;
    const char *path[DEPTH_MOST]; // test case and sections
    size_t depth;
    const char *benchmark; // whose results these are, without the path; NULL: none
    uint64_t iterations;
};

static void enter(struct reading *reading, const char *tag)
{
    const char *name = attribute(reading->output->arena, tag, "name");
    if (reading->depth == DEPTH_MOST)
        harness_fail(reading->output, "more than %d sections within each other", DEPTH_MOST);
    else if (strlen(name) > HARNESS_NAME_MOST)
        harness_fail(reading->output, "a name has more than %d bytes", HARNESS_NAME_MOST);
    else
        reading->path[reading->depth++] = name;
}

// With its test case and sections. Only what has a mean or failed has a name, and there are bounds
// for both.
static const char *full_name(const struct reading *reading)
{
    TEXT_CLEANUP struct text name = {0};
    for (size_t i = 0; i < reading->depth; i++)
        text_printf(&name, "%s/", reading->path[i]);
    text_add(&name, reading->benchmark);
    return arena_strdup(reading->output->arena, name.bytes);
}

static void begin_benchmark(struct reading *reading, const char *tag)
{
    struct arena *arena = reading->output->arena;
    reading->benchmark = attribute(arena, tag, "name");
    uint64_t samples, iterations;
    bool known = harness_whole(attribute(arena, tag, "samples"), &samples) &&
                 harness_whole(attribute(arena, tag, "iterations"), &iterations) &&
                 samples <= COUNT_MOST && iterations <= COUNT_MOST;
    reading->iterations = known ? samples * iterations : 0;
}

static void take_mean(struct reading *reading, const char *tag)
{
    struct harness_output *output = reading->output;
    const char *value = attribute(output->arena, tag, "value"), *name = full_name(reading);
    double ns;
    if (harness_is_twice(output, name, &harness_wall_time,
                         "give each benchmark and section a name of its own"))
        return;
    if (!harness_number(value, &ns))
        harness_fail(output, "the mean of '%s' is '%s', no number", name, value);
    else if (harness_add(output, name, &harness_wall_time,
                         &(struct harness_value){ns * 1e-9, reading->iterations, 0}))
        harness_result(output, name, &harness_wall_time)->summarized = true;
}

static void take_tag(struct reading *reading, const char *tag)
{
    if (is_tag(tag, "TestCase") || is_tag(tag, "Section"))
        enter(reading, tag);
    else if (is_tag(tag, "/TestCase") || is_tag(tag, "/Section"))
        reading->depth -= reading->depth > 0;
    else if (is_tag(tag, "BenchmarkResults"))
        begin_benchmark(reading, tag);
    else if (is_tag(tag, "/BenchmarkResults"))
        reading->benchmark = NULL;
    else if (reading->benchmark && is_tag(tag, "mean"))
        take_mean(reading, tag);
    else if (reading->benchmark && is_tag(tag, "failed"))
        harness_fault(reading->output, full_name(reading), "failed: %s",
                      attribute(reading->output->arena, tag, "message"));
}

static const char *read_catch2(const struct harness_input *input, struct harness_output *output)
{
    struct reading reading = {.output = output};
    char *const begin = harness_lines(output->arena, input).next, *text = begin, *end;
    for (char *tag; !output->why && (tag = strchr(text, '<')); text = end + 1) {
        harness_at(output, "byte %td", tag - begin);
        if (!(end = tag_end(tag))) {
            harness_fail(output, "the XML ends within a tag");
            break;
        }
        *end = '\0';
        take_tag(&reading, tag + 1);
    }
    if (reading.depth)
        harness_fail(output, "the XML ends within '%s'", reading.path[reading.depth - 1]);
    return output->why;
}

extern const struct harness_reader catch2_reader;
const struct harness_reader catch2_reader = {
    .title = "Catch2",
    .choose = "choose one by its test case, with -c for its section",
    .accepts = accepts,
    .read = read_catch2,
};
