// The table of divan. It has one mean a benchmark, and no single values.
#include "run/harness/harness.h"
#include "run/harness/lines.h"
#include "run/harness/units.h"

#include <string.h>

enum { DEPTH_MOST = 30, COLUMNS = 6, MEAN = 3, ITERATIONS = 5, STEP = 3 };

static const char bar[] = "│"; // between columns, and in the tree

// "crate   fastest │ slowest │ median │ mean │ samples │ iters"
static bool is_head(const char *line)
{
    static const char *const words[] = {"fastest", "slowest", "median", "mean", "samples", "iters"};
    const char *at = line;
    for (size_t i = 0; at && i < sizeof words / sizeof *words; i++)
        at = strstr(at, words[i]);
    return at && strstr(line, bar);
}

static bool accepts(const struct harness_input *input)
{
    struct arena scratch = {0};
    struct harness_lines lines = harness_lines(&scratch, input);
    bool found = false;
    for (char *line; !found && (line = harness_line(&lines));)
        found = is_head(line);
    arena_release(&scratch);
    return found;
}

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xc0) != 0x80;
}

// Characters before `end`.
static size_t width_of(const char *text, const char *end)
{
    size_t width = 0;
    for (; text < end; text++)
        width += begins_character(*text);
    return width;
}

// The place behind `width` characters, or the end.
static char *behind(char *text, size_t width)
{
    for (; *text; text++)
        if (begins_character(*text) && width-- == 0)
            return text;
    return text;
}

static char *trimmed(char *text)
{
    text += strspn(text, " ");
    for (size_t length = strlen(text); length && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
    return text;
}

struct reading {
    struct harness_output *output;
    size_t name_width;            // of the first column
    const char *path[DEPTH_MOST]; // crate, groups, benchmark
};

static void begin_table(struct reading *reading, char *line)
{
    char *fastest = strstr(line, "fastest");
    reading->name_width = width_of(line, fastest);
    *fastest = '\0';
    reading->path[0] = trimmed(line);
}

static size_t cut_columns(char *row, char **columns)
{
    size_t count = 0;
    for (char *at = row, *next; at && count < COLUMNS; at = next) {
        next = strstr(at, bar);
        if (next) {
            *next = '\0';
            next += strlen(bar);
        }
        columns[count++] = trimmed(at);
    }
    return count;
}

// "1.2 ns"; of divan's first versions "1.2ns".
static bool read_time(char *field, double *seconds)
{
    double scale;
    size_t digits = strspn(field, "0123456789.");
    if (!harness_unit(field + digits + strspn(field + digits, " "), &scale))
        return false;
    field[digits] = '\0';
    if (!harness_number(field, seconds))
        return false;
    *seconds *= scale;
    return true;
}

static const char *name_at(struct reading *reading, size_t depth)
{
    TEXT_CLEANUP struct text name = {0};
    for (size_t i = 0; i <= depth; i++)
        text_printf(&name, "%s%s", i ? "/" : "", reading->path[i] ? reading->path[i] : "");
    return arena_strdup(reading->output->arena, name.bytes);
}

static void take_columns(struct reading *reading, size_t depth, char *row)
{
    char *columns[COLUMNS];
    struct harness_output *output = reading->output;
    struct harness_value value = {0};
    if (cut_columns(row, columns) < COLUMNS || !*columns[MEAN])
        return; // a group
    const char *name = name_at(reading, depth);
    if (!harness_whole(columns[ITERATIONS], &value.iterations))
        value.iterations = 0;
    if (harness_is_twice(output, name, &harness_wall_time, "keep each run in a file of its own"))
        return;
    if (!read_time(columns[MEAN], &value.number))
        harness_fail(output, "the mean of '%s' is no time", name);
    else if (harness_add(output, name, &harness_wall_time, &value))
        harness_result(output, name, &harness_wall_time)->summarized = true;
}

// "│  ├─ name   1.2 ns │ …"; rows without a branch have counters or allocations.
static void take_row(struct reading *reading, char *line)
{
    char *branch = strstr(line, "├─ "), *last = strstr(line, "╰─ ");
    branch = branch && (!last || branch < last) ? branch : last;
    if (!branch)
        return;
    size_t depth = width_of(line, branch) / STEP + 1;
    if (depth >= DEPTH_MOST) {
        harness_fail(reading->output, "more than %d groups within each other", DEPTH_MOST);
        return;
    }
    char *row = behind(line, reading->name_width);
    char *name = branch + strlen("├─ ");
    if (row < name)
        return;
    if (strlen(name) > HARNESS_NAME_MOST + strlen(row)) {
        harness_fail(reading->output, "a name has more than %d bytes", HARNESS_NAME_MOST);
        return;
    }
    char *columns = arena_strdup(reading->output->arena, row);
    *row = '\0';
    reading->path[depth] = trimmed(name);
    take_columns(reading, depth, columns);
}

static const char *read_divan(const struct harness_input *input, struct harness_output *output)
{
    struct reading reading = {.output = output};
    struct harness_lines lines = harness_lines(output->arena, input);
    for (char *line; !output->why && (line = harness_line(&lines));) {
        harness_at(output, "line %zu", lines.number);
        if (is_head(line))
            begin_table(&reading, line);
        else if (reading.path[0])
            take_row(&reading, line);
    }
    return output->why;
}

extern const struct harness_reader divan_reader;
const struct harness_reader divan_reader = {
    .title = "divan",
    .choose = "choose one by its name behind '--'",
    .accepts = accepts,
    .read = read_divan,
};
