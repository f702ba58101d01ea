// Sets the options of randomizers: parses words of the file into checked numbers.
#include "randomizers/options.h"

#include "base/nearest.h"
#include "base/text.h"
#include "randomizers/randomizer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// "4096", "4k", "4Ki", "1MiB": a whole number of bytes.
static bool parse_size(const char *word, uint64_t *size)
{
    static const struct {
        const char *suffix;
        uint64_t factor;
    } units[] = {{"", 1},           {"B", 1},        {"k", 1000},     {"Ki", 1 << 10},
                 {"KiB", 1024},     {"M", 1000000},  {"Mi", 1 << 20}, {"MiB", 1 << 20},
                 {"G", 1000000000}, {"Gi", 1 << 30}, {"GiB", 1 << 30}};
    if (word[0] < '0' || word[0] > '9')
        return false;
    char *end;
    errno = 0;
    uint64_t number = strtoull(word, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (text_equal(end, units[i].suffix))
            return errno == 0 && !__builtin_mul_overflow(number, units[i].factor, size);
    return false;
}

static bool parse_number(const char *word, uint64_t *number)
{
    errno = 0;
    *number = strtoull(word, NULL, 10);
    return *word && strspn(word, "0123456789") == strlen(word) && errno == 0;
}

static bool set_number(const struct randomizer *kind, const struct randomizer_option *option,
                       const char *word, uint64_t *number, struct error *error)
{
    bool plain = option->type == OPTION_NUMBER;
    if (!(plain ? parse_number : parse_size)(word, number))
        return failed(error, EXIT_USAGE, "'%s' of '%s' must be a %s, not '%s'", option->name,
                      kind->name, plain ? "whole number" : "size like 4096 or 4Ki", word);
    if (*number < option->low || *number > option->high)
        return failed(error, EXIT_USAGE,
                      "'%s' of '%s' must be from %" PRIu64 " to %" PRIu64 ", not %s", option->name,
                      kind->name, option->low, option->high, word);
    return true;
}

static bool find_choice(const struct randomizer_option *option, const char *word, uint64_t *index)
{
    for (*index = 0; option->choices[*index]; ++*index)
        if (text_equal(option->choices[*index], word))
            return true;
    return false;
}

// Of an option, or of the randomizer itself (option NULL).
static bool wrong_choice(const char *option, const char *name, const char *const *choices,
                         const char *word, struct error *error)
{
    const char *near = text_nearest(word, choices);
    TEXT_CLEANUP struct text all = {0};
    for (const char *const *choice = choices; *choice && !near; choice++)
        text_printf(&all, "%s%s", choice == choices ? "must be one of " : ", ", *choice);
    if (near)
        failed(error, EXIT_USAGE, "'%s' cannot be '%s', did you mean '%s'?", name, word, near);
    else
        failed(error, EXIT_USAGE, "'%s' %s, not '%s'", name, all.bytes, word);
    return option && failed(error, EXIT_USAGE, "'%s' of %s", option, error->text);
}

bool randomizer_set(struct randomizer_use *use, size_t index, const char *const *words,
                    size_t count, struct error *error)
{
    const struct randomizer_option *option = &use->kind->options[index];
    struct option_value value = {.count = count};
    size_t most = option->type == OPTION_SIZES ? OPTION_VALUES_MAX : 1;
    if (count < 1 || count > most)
        return failed(error, EXIT_USAGE, "'%s' of '%s' takes %s, not %zu", option->name,
                      use->kind->name, most == 1 ? "one value" : "1 to 16 values", count);
    for (size_t i = 0; i < count; i++) {
        if (option->type != OPTION_CHOICE) {
            if (!set_number(use->kind, option, words[i], &value.numbers[i], error))
                return false;
        } else if (!find_choice(option, words[i], &value.numbers[i])) {
            return wrong_choice(option->name, use->kind->name, option->choices, words[i], error);
        }
    }
    use->values[index] = value;
    return true;
}

static void set_fallback(struct randomizer_use *use, size_t index)
{
    struct arena scratch = {0};
    struct text_list words = {0};
    char *rest = arena_strdup(&scratch, use->kind->options[index].fallback);
    for (char *word = strtok_r(rest, ", ", &rest); word; word = strtok_r(NULL, ", ", &rest))
        text_list_add(&words, &scratch, word);
    struct error error;
    if (!randomizer_set(use, index, (const char *const *)words.items, words.count, &error))
        abort(); // a default violates its own range; the unit test checks all defaults
    arena_release(&scratch);
}

struct randomizer_use randomizer_use_default(const struct randomizer *kind)
{
    struct randomizer_use use = {.kind = kind};
    for (size_t i = 0; i < kind->option_count; i++)
        if (kind->options[i].fallback)
            set_fallback(&use, i);
    return use;
}

// For `name: WORD`, which may also be true or false.
static bool wrong_short(const struct randomizer_use *use, const char *const *choices,
                        const char *word, struct error *error)
{
    struct arena scratch = {0};
    struct text_list all = {0};
    for (; *choices; choices++)
        text_list_add(&all, &scratch, *choices);
    text_list_add(&all, &scratch, "true");
    text_list_add(&all, &scratch, "false");
    wrong_choice(NULL, use->kind->name, (const char *const *)all.items, word, error);
    arena_release(&scratch);
    return false;
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words && !text_equal(*words, word))
        words++;
    return *words != NULL;
}

bool randomizer_set_short(struct randomizer_use *use, const char *word, bool *off,
                          struct error *error)
{
    static const char *const yes[] = {"true", "yes", "on", NULL};
    static const char *const no[] = {"false", "no", "off", NULL};
    static const char *const none[] = {NULL};
    static const struct randomizer_option no_option = {.type = OPTION_CHOICE, .choices = none};
    const struct randomizer_option *option =
        use->kind->option_count ? &use->kind->options[use->kind->shorthand] : &no_option;
    uint64_t choice;
    bool is_choice = option->type == OPTION_CHOICE && find_choice(option, word, &choice);
    *off = !is_choice && is_one_of(word, no);
    if (!is_choice && (*off || is_one_of(word, yes)))
        return true;
    if (!is_choice && option->type == OPTION_CHOICE)
        return wrong_short(use, option->choices, word, error);
    return randomizer_set(use, use->kind->shorthand, &word, 1, error);
}
