// Functions as lines of a fact, and counted in words.
#include "analysis/compare/functions.h"

#include "base/text.h"
#include "store/facts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 5, NAME_BYTES = 80, FIELDS = 6 };

const char *function_change_name(enum function_change change)
{
    static const char *const names[] = {
        [FUNCTION_DIFFERS] = "differs",   [FUNCTION_DATA] = "data",
        [FUNCTION_VARIABLE] = "variable", [FUNCTION_ADDED] = "added",
        [FUNCTION_REMOVED] = "removed",   [FUNCTION_RENAMED] = "renamed",
        [FUNCTION_MOVED] = "moved"};
    return names[change];
}

bool functions_are_same(const struct function_difference *difference)
{
    return !difference->of[FUNCTION_DIFFERS] && !difference->elsewhere && !difference->uncompared;
}

bool data_is_same(const struct function_difference *difference)
{
    return !difference->of[FUNCTION_DATA] && !difference->of[FUNCTION_VARIABLE];
}

// ---- Facts

const char *functions_text(struct arena *arena, const struct function_difference *difference)
{
    TEXT_CLEANUP struct text text = {0};
    text_printf(&text, "%zu\t%s\t%s\n", difference->same,
                difference->elsewhere ? difference->elsewhere : "",
                difference->uncompared ? difference->uncompared : "");
    for (size_t i = 0; i < difference->count; i++) {
        const struct changed_function *function = &difference->items[i];
        text_printf(&text, "%s\t%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64,
                    function_change_name(function->change), function->program, function->name,
                    function->new_name, function->old_size, function->new_size);
        if (function->title || function->new_title)
            text_printf(&text, "\t%s\t%s", function->title ? function->title : "",
                        function->new_title ? function->new_title : "");
        text_add(&text, "\n");
    }
    return arena_strdup(arena, text.bytes);
}

static bool read_change(const char *word, enum function_change *change)
{
    for (int i = 0; i < FUNCTION_CHANGES; i++)
        if (text_equal(word, function_change_name(i))) {
            *change = i;
            return true;
        }
    return false;
}

// Older campaigns have no titles.
static const char *read_words(char **line)
{
    const char *words = strsep(line, "\t");
    return words && *words ? words : NULL;
}

static bool read_line(char *line, struct changed_function *function)
{
    const char *fields[FIELDS];
    for (size_t i = 0; i < FIELDS; i++) {
        fields[i] = strsep(&line, "\t");
        if (!fields[i])
            return false;
    }
    *function = (struct changed_function){.program = fields[1],
                                          .name = fields[2],
                                          .new_name = fields[3],
                                          .old_size = strtoull(fields[4], NULL, 10),
                                          .new_size = strtoull(fields[5], NULL, 10)};
    function->title = read_words(&line);
    function->new_title = read_words(&line);
    return read_change(fields[0], &function->change);
}

struct function_difference *functions_of_text(struct arena *arena, const char *text)
{
    struct function_difference *difference = arena_new(arena, struct function_difference);
    char *rest = arena_strdup(arena, text), *line = strsep(&rest, "\n");
    size_t lines = 1;
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    difference->items = arena_new_array(arena, struct changed_function, lines);
    if (text_equal(line, FUNCTIONS_UNKNOWN))
        return NULL;
    difference->same = strtoull(line, &line, 10);
    read_words(&line); // behind the number
    difference->elsewhere = read_words(&line);
    // earlier versions compared no symbols without a size, and no data of their own
    difference->uncompared = line ? read_words(&line) : "code whose symbols have no size";
    while ((line = strsep(&rest, "\n")) && *line) {
        struct changed_function *function = &difference->items[difference->count];
        if (!read_line(line, function))
            return NULL;
        difference->of[function->change]++;
        difference->count++;
    }
    return difference;
}

// What makes a time beside the machine code: files that differ.
static const char *other_files(struct arena *arena, const struct doubts *doubts, size_t place)
{
    if (doubts->inputs && doubts->inputs[place])
        return "the inputs, which differ";
    if (doubts->scripts && doubts->scripts[place])
        return arena_printf(arena, "'%s', which differs", doubts->scripts[place]);
    return doubts->files && doubts->files[place] ? "the benchmark's files, which differ" : NULL;
}

bool functions_load(struct arena *arena, struct store *store, const struct catalogue *catalogue,
                    const struct doubts *doubts,
                    const struct function_difference *const **functions, struct error *error)
{
    struct stored_fact *facts;
    size_t count = 0, variants = catalogue->variant_count;
    struct function_difference **all =
        arena_new_array(arena, struct function_difference *, catalogue->cell_count * variants);
    *functions = NULL;
    if (!store_facts(store, arena, FACTS_FUNCTIONS, &facts, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        char *end;
        size_t cell = strtoull(facts[i].key, &end, 10);
        size_t variant = *end == '.' ? strtoull(end + 1, NULL, 10) : variants;
        const char *as = text_starts(facts[i].value, FUNCTIONS_AS)
                             ? facts[i].value + strlen(FUNCTIONS_AS)
                             : NULL;
        const char *value =
            as ? store_get(store, arena, arena_printf(arena, FACTS_FUNCTIONS "%s", as))
               : facts[i].value;
        if (cell < catalogue->cell_count && variant < variants && value)
            all[cell * variants + variant] = functions_of_text(arena, value);
    }
    for (size_t i = 0; i < catalogue->cell_count * variants; i++)
        if (all[i] && !all[i]->uncompared)
            all[i]->uncompared = other_files(arena, doubts, i);
    *functions = count ? (const struct function_difference *const *)all : NULL;
    return true;
}

// ---- Words

static const char *shortened(struct arena *arena, const char *whole)
{
    size_t bytes = NAME_BYTES;
    if (strlen(whole) <= bytes)
        return whole;
    while (bytes && (whole[bytes] & 0xc0) == 0x80) // within a character
        bytes--;
    return arena_printf(arena, "%.*s…", (int)bytes, whole);
}

static const char *name_of(struct arena *arena, const struct changed_function *function)
{
    const char *title = function->title ? function->title : function->name,
               *new_title = function->new_title ? function->new_title : function->new_name;
    if (function->change != FUNCTION_RENAMED)
        return shortened(arena, title);
    bool same = text_equal(title, new_title); // titles leave out numbers that symbols have
    return arena_printf(arena, "%s to %s", shortened(arena, same ? function->name : title),
                        shortened(arena, same ? function->new_name : new_title));
}

// " (a, b and 3 more)" of one change.
static const char *names_of(struct arena *arena, const struct function_difference *difference,
                            enum function_change change)
{
    size_t named = 0, count = difference->of[change];
    const char *names = "";
    for (size_t i = 0; i < difference->count && named < NAMES_MOST; i++)
        if (difference->items[i].change == change)
            names = arena_printf(arena, "%s%s%s", names, named++ ? ", " : "",
                                 name_of(arena, &difference->items[i]));
    return count > named ? arena_printf(arena, " (%s and %zu more)", names, count - named)
                         : arena_printf(arena, " (%s)", names);
}

// What differs, up to the functions that only one side has.
static const char *what_differs(struct arena *arena, const struct function_difference *difference,
                                bool inputs_known)
{
    size_t count = difference->of[FUNCTION_DIFFERS];
    const char *cause = !inputs_known              ? ""
                        : data_is_same(difference) ? ": any difference is placement"
                                                   : ": any difference is placement or data";
    const char *words =
        count ? arena_printf(arena, "%zu function%s%s", count, count == 1 ? " differs" : "s differ",
                             names_of(arena, difference, FUNCTION_DIFFERS))
        : functions_are_same(difference)
            ? arena_printf(arena, "no function's machine code differs%s", cause)
        : difference->elsewhere ? ""
                                : "no compared function differs, but not everything was compared";
    if (difference->elsewhere)
        words = arena_printf(arena, "'%s' has other code or data%s%s", difference->elsewhere,
                             *words ? "; " : "", words);
    return difference->uncompared
               ? arena_printf(arena, "%s; not compared: %s", words, difference->uncompared)
               : words;
}

const char *functions_wording(struct arena *arena, const struct function_difference *difference,
                              bool inputs_known)
{
    static const char *const words[] = {[FUNCTION_DATA] = "with other constants",
                                        [FUNCTION_VARIABLE] = "variables with another content",
                                        [FUNCTION_ADDED] = "added",
                                        [FUNCTION_REMOVED] = "removed",
                                        [FUNCTION_RENAMED] = "renamed",
                                        [FUNCTION_MOVED] = "moved only"};
    const size_t *of = difference->of;
    const char *all = what_differs(arena, difference, inputs_known);
    const char *between = of[FUNCTION_DIFFERS] && !difference->uncompared ? ", " : "; ";
    for (int change = FUNCTION_DATA; change < FUNCTION_CHANGES; change++) {
        if (!of[change])
            continue;
        bool one = change == FUNCTION_VARIABLE && of[change] == 1;
        all = arena_printf(arena, "%s%s%zu %s%s", all, between, of[change],
                           one ? "variable with another content" : words[change],
                           change == FUNCTION_MOVED ? "" : names_of(arena, difference, change));
        between = ", ";
    }
    return all;
}
