// Parsing single words of an experiment file.
#include "spec/values.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAME_BYTES_MAX = 100 };

struct unit {
    const char *name;
    double factor;
};

static const struct unit times[] = {
    {"ns", 1e-9}, {"us", 1e-6}, {"\u00b5s", 1e-6}, {"\u03bcs", 1e-6}, {"ms", 1e-3},
    {"s", 1},     {"min", 60},  {"h", 3600},       {"d", 86400},
};

bool value_time_unit(const char *word, double *seconds)
{
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        if (text_equal(word, times[i].name)) {
            *seconds = times[i].factor;
            return true;
        }
    }
    return false;
}

// strtod() without inf, nan, hexadecimal numbers and leading blanks.
static bool leading_number(const char *word, double *number, const char **rest)
{
    const char *digits = word + (*word == '-' || *word == '+');
    if (!(isdigit((unsigned char)*digits) || *digits == '.') || text_starts(digits, "0x") ||
        text_starts(digits, "0X"))
        return false;
    char *end = NULL;
    *number = strtod(word, &end);
    *rest = end;
    return end > word && isfinite(*number);
}

bool value_number(const char *word, double *number)
{
    const char *rest = NULL;
    return leading_number(word, number, &rest) && !*rest;
}

static bool whole_number(const char *word, int base, uint64_t *number, const char **rest)
{
    if (!isxdigit((unsigned char)*word))
        return false;
    char *end = NULL;
    errno = 0;
    *number = strtoull(word, &end, base);
    *rest = end;
    return end > word && !errno;
}

bool value_count(const char *word, size_t *count)
{
    const char *rest = NULL;
    return whole_number(word, 10, count, &rest) && !*rest;
}

bool value_seed(const char *word, uint64_t *seed)
{
    bool hexadecimal = text_starts(word, "0x");
    const char *rest = NULL;
    return whole_number(word + (hexadecimal ? 2 : 0), hexadecimal ? 16 : 10, seed, &rest) && !*rest;
}

bool value_size(const char *word, uint64_t *size)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi", "Ti"};
    const char *rest = NULL;
    if (!whole_number(word, 10, size, &rest))
        return false;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (text_equal(rest, suffixes[i]))
            return !__builtin_mul_overflow(*size, UINT64_C(1) << (10 * i), size);
    return false;
}

bool value_amount(const char *word, double *amount)
{
    uint64_t bytes = 0;
    if (!value_size(word, &bytes))
        return value_number(word, amount);
    *amount = (double)bytes;
    return true;
}

bool value_fraction(const char *word, double *fraction)
{
    const char *rest = NULL;
    if (!leading_number(word, fraction, &rest))
        return false;
    if (text_equal(rest, "%"))
        *fraction /= 100;
    else if (*rest)
        return false;
    return true;
}

bool value_duration(const char *word, double *seconds)
{
    const char *rest = NULL;
    double factor = 0;
    if (!leading_number(word, seconds, &rest))
        return false;
    if (*seconds == 0 && !*rest)
        return true;
    rest += strspn(rest, " ");
    if (!value_time_unit(rest, &factor))
        return false;
    *seconds *= factor;
    return isfinite(*seconds);
}

bool value_span(const char *word, double *seconds)
{
    return value_duration(word, seconds) && *seconds >= 0 && *seconds <= SPAN_MOST_S;
}

const char *label_problem(const char *label)
{
    if (!*label)
        return "it must not be empty";
    if (strlen(label) > NAME_BYTES_MAX)
        return "it must not be longer than 100 bytes";
    for (const char *c = label; *c; c++) {
        if (*c == '$')
            return "it must not contain '$'";
        if (iscntrl((unsigned char)*c))
            return "it must not contain control characters";
    }
    return NULL;
}

#define MEANT(unit) "did you mean '" unit "'?"

// Spellings of known units, which would be units of their own; without a plural's s.
static const struct {
    const char *spelling, *problem;
} spellings[] = {
    {"nsec", MEANT("ns")},        {"nano", MEANT("ns")},        {"nanosec", MEANT("ns")},
    {"nanosecond", MEANT("ns")},  {"usec", MEANT("us")},        {"\u00b5sec", MEANT("us")},
    {"\u03bcsec", MEANT("us")},   {"micro", MEANT("us")},       {"microsec", MEANT("us")},
    {"microsecond", MEANT("us")}, {"msec", MEANT("ms")},        {"milli", MEANT("ms")},
    {"millisec", MEANT("ms")},    {"millisecond", MEANT("ms")}, {"sec", MEANT("s")},
    {"second", MEANT("s")},       {"minute", MEANT("min")},     {"hr", MEANT("h")},
    {"hour", MEANT("h")},         {"day", MEANT("d")},          {"ns", MEANT("ns")},
    {"us", MEANT("us")},          {"ms", MEANT("ms")},          {"s", MEANT("s")},
    {"min", MEANT("min")},        {"kib", MEANT("KiB")},        {"mib", MEANT("MiB")},
    {"gib", MEANT("GiB")},        {"tib", MEANT("TiB")},        {"lower", MEANT("less")},
    {"smaller", MEANT("less")},   {"higher", MEANT("more")},    {"greater", MEANT("more")},
};

static bool is_spelling(const char *unit, const char *spelling)
{
    size_t length = strlen(spelling);
    return strncasecmp(unit, spelling, length) == 0 &&
           (!unit[length] || (length > 1 && strcasecmp(unit + length, "s") == 0));
}

const char *unit_problem(const char *unit)
{
    static const char *const sizes[] = {"KiB", "MiB", "GiB", "TiB"};
    double seconds;
    const char *problem = label_problem(unit);
    bool known = value_time_unit(unit, &seconds);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        known = known || text_equal(unit, sizes[i]);
    for (size_t i = 0; !problem && !known && i < sizeof spellings / sizeof *spellings; i++)
        if (is_spelling(unit, spellings[i].spelling))
            problem = spellings[i].problem;
    return problem;
}

const char *name_problem(const char *name)
{
    if (text_equal(name, ".") || text_equal(name, ".."))
        return "it must not be '.' or '..'";
    if (strchr(name, '/'))
        return "it must not contain '/', because it names files";
    return label_problem(name);
}
