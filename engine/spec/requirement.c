// `machine.require`: what the machine must be like before anything is built or measured.
#include "spec/requirement.h"

#include "base/nearest.h"
#include "base/text.h"
#include "spec/values.h"

#include <string.h>

static const struct {
    const char *sign;
    enum requirement_relation relation;
} relations[] = {
    {"<=", AT_MOST}, {">=", AT_LEAST}, {"!=", IS_NOT}, {"=", IS}, {"<", BELOW}, {">", ABOVE},
};

static const char *trimmed(struct arena *arena, const char *from, size_t length)
{
    while (length && *from == ' ') {
        from++;
        length--;
    }
    while (length && from[length - 1] == ' ')
        length--;
    return arena_strndup(arena, from, length);
}

static const char *hint(struct arena *arena, const char *word, const char *const *known)
{
    const char *near = text_nearest(word, known);
    return near ? arena_printf(arena, "; did you mean '%s'?", near) : "";
}

static const struct requirement_subject *find_subject(const char *name)
{
    const struct requirement_subject *subject = requirement_subjects;
    while (subject->name && !text_equal(subject->name, name))
        subject++;
    return subject->name ? subject : NULL;
}

static const char *unknown(struct arena *arena, const char *name)
{
    const char *names[REQUIREMENT_SUBJECTS_MOST + 1] = {NULL};
    for (size_t i = 0; requirement_subjects[i].name; i++)
        names[i] = requirement_subjects[i].name;
    return arena_printf(arena, "unknown requirement '%s'%s", name, hint(arena, name, names));
}

static const char *read_word(struct arena *arena, const char *value,
                             struct requirement *requirement)
{
    const struct requirement_subject *subject = requirement->subject;
    const char *all = "";
    bool known = !subject->words && *value;
    if (requirement->relation > IS_NOT)
        return arena_printf(arena, "'%s' is a word: it takes = or !=", subject->name);
    for (size_t i = 0; subject->words && subject->words[i]; i++) {
        known = known || text_equal(value, subject->words[i]);
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", subject->words[i]);
    }
    requirement->word = value;
    if (known)
        return NULL;
    return subject->words ? arena_printf(arena, "'%s' is one of %s, not '%s'%s", subject->name, all,
                                         value, hint(arena, value, subject->words))
                          : arena_printf(arena, "'%s' takes a word", subject->name);
}

static const char *read_number(struct arena *arena, const char *value,
                               struct requirement *requirement)
{
    static const char *const examples[] = {[QUANTITY_NUMBER] = "a number such as 4",
                                           [QUANTITY_SHARE] = "a share such as 5%",
                                           [QUANTITY_BYTES] = "a size such as 8Gi"};
    enum quantity quantity = requirement->subject->quantity;
    bool read = quantity == QUANTITY_SHARE   ? value_fraction(value, &requirement->number)
                : quantity == QUANTITY_BYTES ? value_amount(value, &requirement->number)
                                             : value_number(value, &requirement->number);
    return read && requirement->number >= 0
               ? NULL
               : arena_printf(arena, "'%s' takes %s, not '%s'", requirement->subject->name,
                              examples[quantity], value);
}

const char *requirement_read(struct arena *arena, const char *text, struct requirement *requirement)
{
    size_t name = strcspn(text, "<>=!"), i = 0;
    const size_t count = sizeof relations / sizeof *relations;
    while (i < count && !text_starts(text + name, relations[i].sign))
        i++;
    *requirement = (struct requirement){.text = arena_strdup(arena, text)};
    if (i == count)
        return arena_printf(arena,
                            "'%s' is not a requirement such as governor=performance, load<5%% "
                            "or memory>=8Gi",
                            text);
    const char *behind = text + name + strlen(relations[i].sign);
    const char *value = trimmed(arena, behind, strlen(behind));
    const char *subject = trimmed(arena, text, name);
    requirement->subject = find_subject(subject);
    requirement->relation = relations[i].relation;
    if (!requirement->subject)
        return unknown(arena, subject);
    return requirement->subject->quantity == QUANTITY_WORD ? read_word(arena, value, requirement)
                                                           : read_number(arena, value, requirement);
}
