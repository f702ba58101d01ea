// Campaigns of real experiment files with made-up values, for what reports say of their making.
#pragma once

#include "reported.h"

#include "spec/keys/experiment.h"
#include "spec/spec.h"
#include "store/facts.h"

// The experiment of a text, its overrides noted at the end.
static inline struct spec *campaigned_spec(struct arena *arena, const char *text,
                                           const char *setting)
{
    struct error error = {0};
    TEXT_CLEANUP struct text mistakes = {0};
    struct spec_overrides overrides = {.seed = "42", .elsewhere = true};
    if (setting)
        text_list_add(&overrides.settings, arena, setting);
    struct spec *spec =
        spec_parse(arena, "/lab/sorting.yaml", text, strlen(text), &overrides, &mistakes, &error);
    if (!spec)
        fail_msg("%s%s", mistakes.bytes ? mistakes.bytes : "", error.text);
    return spec;
}

// Facts come in pairs of key and value, the last is NULL.
static inline void campaigned_facts(struct imported *imported, const char *const *facts)
{
    struct error error = {0};
    for (size_t i = 0; facts[i]; i += 2)
        assert_done(store_set(imported->store, facts[i], facts[i + 1], &error), error);
}
