// Finding differences between two campaigns other than those of their programs.
#include "campaign/origin/comparability.h"

#include "machine/fingerprint.h"
#include "spec/overrides.h"
#include "spec/spec.h"
#include "store/facts.h"

struct facts {
    struct stored_fact *items;
    size_t count;
};

static const char *find(const struct facts *facts, const char *key)
{
    for (size_t i = 0; i < facts->count; i++)
        if (text_equal(facts->items[i].key, key))
            return facts->items[i].value;
    return NULL;
}

bool comparability_facts(struct arena *arena, struct store *old, struct store *new,
                         const char *what, struct text_list *differences, struct error *error)
{
    struct facts own = {0}, others = {0};
    const char *prefix = arena_printf(arena, "%s.", what);
    if (!store_facts(old, arena, prefix, &own.items, &own.count, error) ||
        !store_facts(new, arena, prefix, &others.items, &others.count, error))
        return false;
    for (size_t i = 0; i < own.count; i++) {
        const char *key = own.items[i].key, *was = own.items[i].value, *is = find(&others, key);
        if (is && !machine_facts_alike(was, is))
            text_list_printf(differences, arena, "%s, %s: '%s' and '%s'", what, key, was, is);
    }
    return true;
}

static void differ_in_file(struct arena *arena, struct store *old, struct store *new,
                           struct text_list *differences)
{
    const char *was = store_get(old, arena, FACT_SPEC), *is = store_get(new, arena, FACT_SPEC);
    if (!was || !is)
        return;
    struct spec_overrides before = spec_overrides_of(arena, was);
    struct spec_overrides after = spec_overrides_of(arena, is);
    if (!text_equal(spec_text_alone(arena, was), spec_text_alone(arena, is)))
        text_list_add(differences, arena, "their experiment files differ");
    if (!text_lists_equal(&before.settings, &after.settings) || before.quick != after.quick)
        text_list_add(differences, arena, "they were run with different --set or --quick");
}

bool comparability_differences(struct arena *arena, struct store *old, struct store *new,
                               struct text_list *differences, struct error *error)
{
    differ_in_file(arena, old, new, differences);
    return store_is_read(old, error) && store_is_read(new, error) &&
           comparability_facts(arena, old, new, "machine", differences, error) &&
           comparability_facts(arena, old, new, "toolchain", differences, error);
}
