// What a key takes, in words.
#include "spec/reference/wording.h"

#include "base/text.h"

#include <string.h>

static const char *const types[VALUE_TYPES] = {
    [TYPE_TEXT] = "text",
    [TYPE_NAME] = "name",
    [TYPE_COUNT] = "whole number",
    [TYPE_SHARE] = "share such as 5% or 0.05",
    [TYPE_DURATION] = "duration such as 10ms or 2h",
    [TYPE_SIZE] = "size in bytes such as 4096 or 64Ki",
    [TYPE_AMOUNT] = "number, or size such as 64Ki",
    [TYPE_WORDS] = "words",
};

static const char *size_wording(struct arena *arena, double bytes)
{
    static const char *const suffixes[] = {"", "Ki", "Mi", "Gi", "Ti"};
    size_t i = 0;
    while (bytes >= 1024 && i + 1 < sizeof suffixes / sizeof *suffixes) {
        bytes /= 1024;
        i++;
    }
    return arena_printf(arena, "%.10g%s", bytes, suffixes[i]);
}

static const char *duration_wording(struct arena *arena, double seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}};
    size_t i = 0;
    while (i + 1 < sizeof units / sizeof *units && seconds < units[i].seconds)
        i++;
    return seconds > 0 ? arena_printf(arena, "%.10g%s", seconds / units[i].seconds, units[i].name)
                       : "0";
}

static const char *number_wording(struct arena *arena, enum value_type type, double number)
{
    if (type == TYPE_SHARE)
        return arena_printf(arena, "%.10g%%", number * 100);
    if (type == TYPE_DURATION)
        return duration_wording(arena, number);
    return type == TYPE_SIZE ? size_wording(arena, number) : arena_printf(arena, "%.0f", number);
}

static const char *choices_wording(struct arena *arena, const char *const *choices)
{
    const char *all = "";
    for (size_t i = 0; choices[i]; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", choices[i]);
    return all;
}

static const char *scalar_wording(struct arena *arena, const struct keyword *keyword)
{
    const char *words = types[keyword->type];
    const char *choices = keyword->choices ? choices_wording(arena, keyword->choices) : NULL;
    if (keyword->type == TYPE_CHOICE)
        return arena_printf(arena, "one of %s", choices);
    if (keyword->high > 0 && keyword->high < 0x1p63 && keyword->type != TYPE_TEXT &&
        keyword->type != TYPE_AMOUNT)
        words = arena_printf(arena, "%s, from %s to %s", words,
                             number_wording(arena, keyword->type, keyword->low),
                             number_wording(arena, keyword->type, keyword->high));
    return choices ? arena_printf(arena, "%s, or %s", choices, words) : words;
}

const char *reference_value(struct arena *arena, const struct keyword *keyword)
{
    const char *words = keyword->shapes & SCALAR ? scalar_wording(arena, keyword) : "";
    if (keyword->shapes & LIST)
        words = *words ? arena_printf(arena, "%s; or a list", words) : "list";
    if (keyword->shapes & MAP)
        words = *words ? arena_printf(arena, "%s; or a map of keys", words)
                       : (keyword->entry ? "map of names" : "map of keys");
    return words;
}

const char *reference_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

const char *reference_example(struct arena *arena, const char *path, const struct keyword *keyword)
{
    return text_ends(path, "[]")
               ? arena_printf(arena, "- %s", keyword->example)
               : arena_printf(arena, "%s: %s", reference_name(path), keyword->example);
}
