// The mistakes of an experiment file.
#include "spec/yaml/mistakes.h"

#include "base/nearest.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_places(const struct place *a, const struct place *b)
{
    int by_setting = compare_numbers(a->setting, b->setting);
    int by_line = compare_numbers(a->line, b->line);
    if (by_setting)
        return by_setting;
    return by_line ? by_line : compare_numbers(a->column, b->column);
}

bool mistakes_full(const struct mistakes *mistakes)
{
    return mistakes->count == MISTAKES_MAX;
}

// Inserts behind mistakes of the same place, unless the same mistake is there.
static void insert(struct mistakes *mistakes, struct mistake new)
{
    struct mistake *items = mistakes->items;
    size_t at = mistakes->count;
    while (at > 0 && compare_places(&items[at - 1].place, &new.place) > 0)
        at--;
    for (size_t i = at; i > 0 && compare_places(&items[i - 1].place, &new.place) == 0; i--)
        if (text_equal(items[i - 1].message, new.message))
            return;
    if (mistakes_full(mistakes)) {
        mistakes->more = true;
        return;
    }
    memmove(&items[at + 1], &items[at], (mistakes->count - at) * sizeof *items);
    items[at] = new;
    mistakes->count++;
}

void mistake(struct mistakes *mistakes, struct place place, const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    text_make_plain(message);
    insert(mistakes, (struct mistake){place, arena_strdup(mistakes->arena, message)});
}

const char *did_you_mean(const struct mistakes *mistakes, const char *word,
                         const char *const *candidates)
{
    const char *nearest = mistakes_full(mistakes) ? NULL : text_nearest(word, candidates);
    return nearest ? arena_printf(mistakes->arena, "; did you mean '%s'?", nearest) : "";
}

static const char *place_wording(const struct mistakes *mistakes, const struct place *place)
{
    if (!place->setting)
        return arena_printf(mistakes->arena, "%s:%zu:%zu", mistakes->path, place->line,
                            place->column);
    const char *setting = mistakes->settings->items[place->setting - 1];
    return arena_printf(mistakes->arena, "--set %.*s", (int)strcspn(setting, "="), setting);
}

void mistakes_list(const struct mistakes *mistakes, struct text_list *list)
{
    for (size_t i = 0; i < mistakes->count; i++)
        text_list_printf(list, mistakes->arena, "%s: %s",
                         place_wording(mistakes, &mistakes->items[i].place),
                         mistakes->items[i].message);
}

void mistakes_report(const struct mistakes *mistakes, struct text *report)
{
    for (size_t i = 0; i < mistakes->count; i++)
        text_printf(report, "%s: error: %s\n", place_wording(mistakes, &mistakes->items[i].place),
                    mistakes->items[i].message);
    if (mistakes->more)
        text_printf(report, "%s: error: more than %d mistakes; the others are not shown\n",
                    mistakes->path, MISTAKES_MAX);
    if (report->bytes)
        text_make_plain_but(report->bytes, "\n");
}

static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    int by_text = strcmp(a->text, b->text);
    return by_text ? by_text : compare_numbers(a->order, b->order);
}

void mistakes_repeated(struct mistakes *mistakes, struct entry *entries, size_t count,
                       const char *what)
{
    if (count < 2)
        return;
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 1; i < count; i++)
        if (text_equal(entries[i].text, entries[i - 1].text))
            mistake(mistakes, entries[i].place, "duplicate %s '%s'", what, entries[i].text);
}
