// Which columns are levels, by their names and by how their labels nest.
#include "analysis/import/level_columns.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ROOM_FIRST = 64, SURELY_WITHIN = 33 };

static const char *const level_names[] = {"build", "execution", "iteration"};

// ---- Rows

uint64_t row_hash(uint64_t hash, const char *text)
{
    hash = hash ? hash : 0xcbf29ce484222325;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
    return (hash ^ 0xff) * 0x100000001b3; // texts end here
}

static void put(struct row_set *set, uint64_t hash)
{
    size_t at = (size_t)(hash >> 7) & (set->room - 1);
    while (set->slots[at])
        at = (at + 1) & (set->room - 1);
    set->slots[at] = hash;
    set->count++;
}

static bool has(const struct row_set *set, uint64_t hash)
{
    size_t at = (size_t)(hash >> 7) & (set->room - 1);
    while (set->slots[at] && set->slots[at] != hash)
        at = (at + 1) & (set->room - 1);
    return set->slots[at];
}

bool row_set_add(struct row_set *set, uint64_t hash)
{
    hash = hash ? hash : 1;
    if (2 * set->count >= set->room) {
        struct row_set more = {.room = set->room ? 2 * set->room : ROOM_FIRST};
        more.slots = calloc(more.room, sizeof *more.slots);
        if (!more.slots)
            out_of_memory();
        for (size_t i = 0; i < set->room; i++)
            if (set->slots[i])
                put(&more, set->slots[i]);
        free(set->slots);
        *set = more;
    }
    if (has(set, hash))
        return false;
    put(set, hash);
    return true;
}

bool row_set_has(const struct row_set *set, uint64_t hash)
{
    return set->count && has(set, hash ? hash : 1);
}

void row_set_release(struct row_set *set)
{
    free(set->slots);
    *set = (struct row_set){0};
}

// ---- Names

static const struct {
    const char *name;
    enum column_level level;
    int depth;
} known[] = {
    {"build", COLUMN_BLOCK, 10},           {"compile", COLUMN_BLOCK, 10},
    {"compilation", COLUMN_BLOCK, 10},     {"binary", COLUMN_BLOCK, 11},
    {"session", COLUMN_EXECUTION, 20},     {"trial", COLUMN_EXECUTION, 21},
    {"run", COLUMN_EXECUTION, 22},         {"exec", COLUMN_EXECUTION, 23},
    {"launch", COLUMN_EXECUTION, 23},      {"invocation", COLUMN_EXECUTION, 23},
    {"fork", COLUMN_EXECUTION, 23},        {"pexec", COLUMN_EXECUTION, 23},
    {"processexec", COLUMN_EXECUTION, 23}, {"process", COLUMN_EXECUTION, 24},
    {"proc", COLUMN_EXECUTION, 24},        {"pid", COLUMN_EXECUTION, 24},
    {"round", COLUMN_ITERATION, 30},       {"repeat", COLUMN_ITERATION, 31},
    {"repetition", COLUMN_ITERATION, 31},  {"rep", COLUMN_ITERATION, 31},
    {"replicate", COLUMN_ITERATION, 31},   {"replication", COLUMN_ITERATION, 31},
    {"epoch", COLUMN_ITERATION, 32},       {"iter", COLUMN_ITERATION, 33},
    {"it", COLUMN_ITERATION, 33},          {"inprocessiteration", COLUMN_ITERATION, 33},
    {"loop", COLUMN_ITERATION, 32},        {"sample", COLUMN_ITERATION, 35},
    {"measurement", COLUMN_ITERATION, 35}, {"observation", COLUMN_ITERATION, 35},
    {"obs", COLUMN_ITERATION, 35},         {"seed", COLUMN_EXECUTION, 21},
    {"attempt", COLUMN_EXECUTION, 22},     {"try", COLUMN_EXECUTION, 22},
    {"vm", COLUMN_EXECUTION, 23},          {"jvm", COLUMN_EXECUTION, 23},
};

// "Run_ID", "run no." and "run" are one name: what numbers it is left out. Counts, as "runs", are
// other names.
static bool is_name(const char *name, const char *level)
{
    static const char *const numbers[] = {"", "id", "index", "idx", "number", "num", "no", "nr"};
    char letters[32];
    size_t length = 0;
    for (; *name; name++)
        if (isalnum((unsigned char)*name) && length + 1 < sizeof letters)
            letters[length++] = (char)tolower((unsigned char)*name);
        else if (!strchr("_-. #", *name))
            return false;
    letters[length] = '\0';
    if (!text_starts(letters, level))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (text_equal(letters + strlen(level), numbers[i]))
            return true;
    return false;
}

bool level_columns_take(struct level_columns *columns, const char *name, size_t place)
{
    size_t i = 0, count = sizeof known / sizeof *known;
    while (i < count && !is_name(name, known[i].name))
        i++;
    if (i == count)
        return false;
    if (columns->count < LEVEL_COLUMNS_MOST)
        columns->items[columns->count] = (struct level_column){
            .name = name, .place = place, .level = known[i].level, .depth = known[i].depth};
    columns->count++;
    return true;
}

// ---- Labels

// "3", "03", "2024-05-01 10:00", and behind the first letters of the column's name "r3" and
// "run-3": others, such as "O2" and "release", may be what is compared.
static bool is_number(const struct level_column *column, const char *label)
{
    size_t lead = 0;
    while (label[lead] && column->name[lead] &&
           tolower((unsigned char)label[lead]) == tolower((unsigned char)column->name[lead]))
        lead++;
    lead += lead && label[lead] ? strspn(label + lead, "_-. #") : 0;
    const char *digits = label + lead;
    return isdigit((unsigned char)*digits) &&
           !digits[strspn(digits, strlen(digits) > 8 ? "0123456789-:TZ_ " : "0123456789")];
}

static struct row_set *pair_of(struct level_columns *columns, size_t a, size_t b)
{
    return &columns->pairs[a + b - 1];
}

void level_columns_add(struct level_columns *columns, struct arena *arena, char *const *fields,
                       size_t count, size_t value)
{
    uint64_t row = 0;
    for (size_t i = 0; i < columns->count; i++) {
        struct level_column *column = &columns->items[i];
        const char *label = fields[column->place];
        uint64_t hash = row_hash(0, label);
        bool added = row_set_add(&column->labels, hash);
        column->changes += hash != column->latest;
        column->latest = hash;
        if (!column->first)
            column->first = arena_strdup(arena, label);
        if (added && !column->word && !is_number(column, label))
            column->word = arena_strdup(arena, label);
        for (size_t j = 0; j < i; j++)
            row_set_add(pair_of(columns, j, i),
                        row_hash(row_hash(0, fields[columns->items[j].place]), label));
    }
    for (size_t i = 0; i < count; i++)
        if (i != value)
            row = row_hash(row, fields[i]);
    columns->has_equal_rows |= !row_set_add(&columns->rows, row);
}

void level_columns_release(struct level_columns *columns)
{
    for (size_t i = 0; i < LEVEL_COLUMNS_MOST; i++) {
        row_set_release(&columns->items[i].labels);
        row_set_release(&columns->pairs[i]);
    }
    row_set_release(&columns->rows);
}

// ---- The choice

struct choice {
    struct arena *arena;
    struct level_columns *columns;
    size_t order[LEVEL_COLUMNS_MOST]; // from the outermost
    enum column_level levels[LEVEL_COLUMNS_MOST];
    size_t count;
    const char *why;
};

static const struct level_column *at(const struct choice *choice, size_t i)
{
    return &choice->columns->items[choice->order[i]];
}

// Does each label of the inner one lie in one label of the outer one?
static bool lies_within(const struct choice *choice, size_t inner, size_t outer)
{
    size_t a = choice->order[inner], b = choice->order[outer];
    return pair_of(choice->columns, a, b)->count == choice->columns->items[a].labels.count;
}

static bool is_outside_in(const struct choice *choice, size_t i, size_t j)
{
    return lies_within(choice, i, j) && !lies_within(choice, j, i);
}

// Orders columns by their names, and those of one level by how their labels nest.
static void order(struct choice *choice)
{
    for (size_t i = 1; i < choice->count && i < LEVEL_COLUMNS_MOST; i++)
        for (size_t j = i; j > 0; j--) {
            const struct level_column *outer = at(choice, j - 1), *inner = at(choice, j);
            bool nested = outer->level == inner->level &&
                          (is_outside_in(choice, j - 1, j) || is_outside_in(choice, j, j - 1));
            if (nested ? !is_outside_in(choice, j - 1, j) : outer->depth <= inner->depth)
                continue;
            size_t moved = choice->order[j];
            choice->order[j] = choice->order[j - 1];
            choice->order[j - 1] = moved;
        }
}

// Columns that vary, with labels that number them.
static void take_columns(struct choice *choice)
{
    for (size_t i = 0; i < choice->columns->count; i++) {
        const struct level_column *column = &choice->columns->items[i];
        if (column->labels.count < 2)
            continue;
        if (column->word)
            choice->why = arena_printf(
                choice->arena,
                "'%s' is named like a level, but '%.40s' is no number: rename it, to 'variant' if "
                "its values are compared, to '%s' if they are repetitions",
                column->name, column->word,
                column->level == COLUMN_BLOCK ? "block" : level_names[column->level]);
        choice->order[choice->count++] = i;
    }
}

static void check_nesting(struct choice *choice)
{
    for (size_t j = 1; j < choice->count && !choice->why; j++)
        for (size_t i = 0; i < j && !choice->why; i++)
            if (is_outside_in(choice, i, j))
                choice->why = arena_printf(
                    choice->arena,
                    "each '%s' lies in one '%s': rename the outer one 'block' and the inner one "
                    "'execution' or 'iteration'",
                    at(choice, i)->name, at(choice, j)->name);
}

// Of names that stand for either level, such as "round" and "run", the rows must say which is the
// inner one: with two of it or more to each outer one, it changes twice as often. In the other
// order, and mostly in one by chance, it changes less often.
static void check_crossing(struct choice *choice)
{
    for (size_t j = 1; j < choice->count && !choice->why; j++) {
        const struct level_column *outer = at(choice, j - 1), *inner = at(choice, j);
        size_t halves = inner->labels.count > 3 ? 4 : 3;
        bool is_sure = outer->level == COLUMN_BLOCK ||
                       (outer->level == COLUMN_EXECUTION && inner->depth >= SURELY_WITHIN);
        if (is_sure || lies_within(choice, j, j - 1) ||
            2 * inner->changes >= halves * outer->changes)
            continue;
        choice->why = arena_printf(
            choice->arena,
            "'%s' may lie within '%s', or the other way round: rename the outer one 'block' or "
            "'execution', and the inner one 'execution' or 'iteration'",
            outer->name, inner->name);
    }
}

// The levels that the names say; of several columns of one level, from the outermost on.
static void name_levels(struct choice *choice)
{
    bool distinct = true, inner = true;
    for (size_t i = 0; i < choice->count; i++) {
        choice->levels[i] = at(choice, i)->level;
        distinct = distinct && (!i || choice->levels[i] > choice->levels[i - 1]);
        inner = inner && choice->levels[i] == COLUMN_ITERATION;
    }
    bool within = choice->count == 2 && inner;
    for (size_t i = 0; !distinct && i < choice->count; i++) {
        choice->levels[i] = (enum column_level)(i + within);
        if (at(choice, i)->level == COLUMN_BLOCK && choice->levels[i] != COLUMN_BLOCK)
            choice->why = arena_printf(choice->arena,
                                       "'%s' and '%s' are both named like a build: rename one of "
                                       "them 'execution' or 'variant'",
                                       at(choice, i - 1)->name, at(choice, i)->name);
    }
}

// Rows that agree in an innermost level are its iterations: it lies one further out.
static void make_room(struct choice *choice, const bool given[COLUMN_LEVELS])
{
    size_t last = choice->count - 1;
    if (!choice->columns->has_equal_rows || choice->levels[last] != COLUMN_ITERATION)
        return;
    bool room = !given[COLUMN_EXECUTION] && (!last || choice->levels[last - 1] == COLUMN_BLOCK);
    if (room)
        choice->levels[last] = COLUMN_EXECUTION;
    else
        choice->why = arena_printf(choice->arena,
                                   "rows agree in all columns but the value, '%s' too: add a "
                                   "column that tells them apart, or rename '%s'",
                                   at(choice, last)->name, at(choice, last)->name);
}

static void check_given(struct choice *choice, const bool given[COLUMN_LEVELS])
{
    for (size_t i = 0; i < choice->count && !choice->why; i++)
        if (given[choice->levels[i]])
            choice->why = arena_printf(
                choice->arena,
                "'%s' and '%s' are both the %s: rename '%s', to 'variant' if its values are "
                "compared",
                at(choice, i)->name,
                choice->levels[i] == COLUMN_BLOCK ? "block" : level_names[choice->levels[i]],
                level_names[choice->levels[i]], at(choice, i)->name);
}

static const char *sentence(const struct choice *choice)
{
    const char *words = "";
    for (size_t i = 0; i < choice->count; i++)
        words = arena_printf(choice->arena, "%s%s'%s' as %s", words,
                             i ? ", " : "columns read as levels: ", at(choice, i)->name,
                             level_names[choice->levels[i]]);
    for (size_t i = 0; i < choice->columns->count; i++)
        if (choice->columns->items[i].labels.count < 2)
            words = arena_printf(choice->arena, "%s%s'%s' is always '%.40s' and left out", words,
                                 *words ? "; " : "", choice->columns->items[i].name,
                                 choice->columns->items[i].first);
    return words;
}

const char *level_columns_choose(struct level_columns *columns, struct arena *arena,
                                 const bool given[COLUMN_LEVELS], size_t places[COLUMN_LEVELS],
                                 const char **why)
{
    struct choice *choice = arena_new(arena, struct choice);
    *choice = (struct choice){.arena = arena, .columns = columns};
    if (columns->count > LEVEL_COLUMNS_MOST) {
        columns->count = LEVEL_COLUMNS_MOST;
        *why = "more than 3 columns are named like levels: name three of them 'block', 'execution' "
               "and 'iteration', and rename the others";
        return NULL;
    }
    take_columns(choice);
    order(choice);
    check_nesting(choice);
    name_levels(choice);
    if (choice->count && !choice->why)
        make_room(choice, given);
    check_given(choice, given);
    check_crossing(choice);
    *why = choice->why;
    for (size_t i = 0; i < choice->count && !*why; i++)
        places[choice->levels[i]] = at(choice, i)->place + 1;
    return *why ? NULL : sentence(choice);
}
