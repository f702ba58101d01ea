// `samples`: where the values of a benchmark come from.
#include "spec/keys/benchmark/samples.h"

#include "model/better.h"
#include "run/harness/harness.h"
#include "spec/keys/benchmark/internal.h"
#include "spec/values.h"

#include <ctype.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { PATTERN_BYTES_MAX = 1000, PATTERN_PIECES_MAX = 2000 };

#define WORD(symbol, name) name,
const char *const sample_sources[] = {[SAMPLING_ESWEXP] = "eswexp",
                                      [SAMPLING_PROCESS] = "process",
                                      EVERY_HARNESS(WORD) NULL}; // from SAMPLING_HARNESS on

// The largest number of "2,10}" at the cursor, which moves behind it.
static size_t most_repeated(const char **cursor)
{
    size_t most = 1;
    for (; isdigit((unsigned char)**cursor) || **cursor == ','; ++*cursor)
        if (**cursor != ',') {
            char *end;
            size_t number = strtoul(*cursor, &end, 10);
            most = number > most ? number : most;
            *cursor = end - 1;
        }
    *cursor += **cursor == '}';
    return most;
}

static const char *behind_bracket(const char *c)
{
    c += *c == '^';
    c += *c == ']';
    for (; *c && *c != ']'; c++)
        if (*c == '[' && c[1] && strchr(":.=", c[1])) {
            const char *end = strstr(c + 2, (char[]){c[1], ']', '\0'});
            c = end ? end + 1 : c;
        }
    return c + (*c == ']');
}

// glibc's regcomp() copies what is repeated by {…}, and once more by '+'. Returns the number of
// copies of single characters, at most one more than PATTERN_PIECES_MAX.
static size_t pieces_of(const char **cursor)
{
    size_t all = 0, last = 1;
    while (**cursor && **cursor != ')' && all <= PATTERN_PIECES_MAX) {
        char c = *(*cursor)++;
        if (c == '*' || c == '?')
            continue;
        size_t before = last;
        if (c == '(') {
            last = pieces_of(cursor);
            *cursor += **cursor == ')';
        } else if (c == '{' || c == '+') {
            size_t times = c == '+' ? 2 : most_repeated(cursor);
            last = before * (times < PATTERN_PIECES_MAX ? times : PATTERN_PIECES_MAX);
            all -= all < before ? all : before;
        } else {
            last = 1;
            *cursor += c == '\\' && **cursor;
            *cursor = c == '[' ? behind_bracket(*cursor) : *cursor;
        }
        all += last;
    }
    return all > PATTERN_PIECES_MAX ? PATTERN_PIECES_MAX + 1 : all;
}

static bool is_too_large(const char *pattern)
{
    size_t pieces = 0, length = strlen(pattern);
    for (const char *at = pattern; *at && pieces <= PATTERN_PIECES_MAX; at += *at == ')')
        pieces += 1 + pieces_of(&at);
    return length > PATTERN_BYTES_MAX || pieces > PATTERN_PIECES_MAX;
}

// The first backslash before a letter or digit, such as \d: a class in other dialects, but in POSIX
// undefined.
static const char *foreign_escape(const char *pattern)
{
    const char *slash = strchr(pattern, '\\');
    while (slash && slash[1] && !isalnum((unsigned char)slash[1]))
        slash = strchr(slash + 2, '\\');
    return slash && slash[1] ? slash : NULL;
}

static void note_foreign_escape(struct reading *reading, const struct node *node,
                                const char *escape)
{
    static const char *const remedies[][2] = {
        {"d", "write [0-9]"},       {"D", "write [^0-9]"},       {"w", "write [A-Za-z0-9_]"},
        {"s", "write [[:space:]]"}, {"S", "write [^[:space:]]"}, {"W", "write [^A-Za-z0-9_]"},
    };
    const char *remedy = "'\\' goes before signs such as '.' only";
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++)
        if (escape[1] == remedies[i][0][0])
            remedy = remedies[i][1];
    mistake(&reading->mistakes, node->place, "'%.2s' is not known here: %s", escape, remedy);
}

static void read_pattern(struct reading *reading, const struct keyword *keyword,
                         const struct node *node, void *at)
{
    (void)keyword;
    struct sampling *sampling = at;
    regex_t compiled;
    sampling->pattern = node->text;
    if (is_too_large(node->text)) {
        mistake(&reading->mistakes, node->place,
                "the pattern is too large: at most %d characters, %d once '+' and {…} are written "
                "out",
                PATTERN_BYTES_MAX, PATTERN_PIECES_MAX);
        return;
    }
    const char *escape = foreign_escape(node->text);
    if (escape) {
        note_foreign_escape(reading, node, escape);
        return;
    }
    int code = regcomp(&compiled, node->text, REG_EXTENDED | REG_NEWLINE);
    if (code == REG_ESPACE)
        out_of_memory();
    if (code) {
        char problem[256];
        regerror(code, &compiled, problem, sizeof problem);
        mistake(&reading->mistakes, node->place, "the pattern is no regular expression: %s",
                problem);
        return;
    }
    if (compiled.re_nsub != 1)
        mistake(&reading->mistakes, node->place,
                "the pattern must have exactly one group (…) for the number, not %zu",
                compiled.re_nsub);
    regfree(&compiled);
}

static void read_unit(struct reading *reading, const struct keyword *keyword,
                      const struct node *node, void *at)
{
    (void)keyword;
    struct sampling *sampling = at;
    const char *problem = unit_problem(node->text);
    if (problem)
        mistake(&reading->mistakes, node->place, "'%s' cannot be the unit: %s", node->text,
                problem);
    sampling->scale = 1;
    sampling->unit = value_time_unit(node->text, &sampling->scale) ? "s" : node->text;
}

const char *const better_directions[] = {"less", "more", NULL};

void read_better(struct reading *reading, const struct keyword *keyword, const struct node *node,
                 void *at)
{
    int more = 0;
    read_index(reading, keyword, node, &more);
    *(enum better *)at = more ? BETTER_MORE : BETTER_LESS;
}

const struct keyword pattern_keys[] = {
    {"pattern", SCALAR | REQUIRED, TYPE_TEXT, .read = read_pattern,
     .pattern = "(.|\n)*\\((.|\n)*\\)(.|\n)*", .example = "'took ([0-9.]+) ms'",
     .help = "An extended regular expression (POSIX) with one group (…) for the number; each match "
             "in the output is a sample."},
    {"unit", SCALAR | REQUIRED, TYPE_NAME, .read = read_unit, .example = "ms",
     .help = "The unit of the number. Times may be in ns, us, ms, s, min, h or d."},
    {"better", SCALAR, TYPE_CHOICE, .offset = offsetof(struct sampling, better),
     .read = read_better, .choices = better_directions, .fallback = "less, of times",
     .example = "more",
     .help = "Which numbers are better. Without it, results that are no times read higher or "
             "lower."},
    {0},
};

void read_samples(struct reading *reading, const struct keyword *keyword, const struct node *node,
                  void *at)
{
    struct sampling *sampling = at;
    if (node->kind == NODE_MAP) {
        *sampling = (struct sampling){
            .kind = SAMPLING_PATTERN, .unit = "s", .scale = 1, .file = sampling->file};
        grammar_apply(reading, node, pattern_keys, sampling);
        if (!sampling->better && text_equal(sampling->unit, "s"))
            sampling->better = BETTER_LESS;
        return;
    }
    int source = SAMPLING_ESWEXP;
    read_index(reading, keyword, node, &source);
    *sampling = (struct sampling){.kind = SAMPLING_ESWEXP,
                                  .unit = "s",
                                  .scale = 1,
                                  .better = BETTER_LESS,
                                  .file = sampling->file};
    if (source < SAMPLING_HARNESS) {
        sampling->kind = (enum sampling_kind)source;
    } else {
        sampling->kind = SAMPLING_HARNESS;
        sampling->harness = harness_readers[source - SAMPLING_HARNESS];
    }
}
