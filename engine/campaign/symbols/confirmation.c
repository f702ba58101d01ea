// Writes the experiment that sets and unsets suspected addresses.
#include "campaign/symbols/confirmation.h"

#include "randomizers/randomizer.h"
#include "spec/keys/experiment.h"
#include "spec/target.h"
#include "spec/yaml/flow.h"

#include <inttypes.h>
#include <string.h>

enum { LINE = 64, ITERATIONS = 5 };

struct writing {
    struct arena *arena;
    const struct confirmation_request *request;
    const struct node *root; // of the campaign's experiment
    const struct target *target;
    struct text_list settings;
};

static void set(struct writing *writing, const char *key, const char *value)
{
    text_list_printf(&writing->settings, writing->arena, "%s=%s", key, value);
}

static void set_text(struct writing *writing, const char *key, struct text *value)
{
    set(writing, key, value->bytes);
    text_release(value);
}

// ---- Places

static void add_place(struct text *text, const char *function, const char *where)
{
    text_add(text, text_ends(text->bytes, "{") ? "" : ", ");
    flow_word(text, function);
    text_printf(text, ": %s", where);
}

static const char *address_words(struct arena *arena, bool avoided, uint32_t offset,
                                 uint32_t modulus)
{
    return arena_printf(arena, "%s%u modulo %u", avoided ? "not " : "", offset, modulus);
}

// In whole lines, so that the address modulo 64 is 0 with and without the boundary.
static uint32_t across_page(const struct searched_function *function)
{
    uint32_t lines = (uint32_t)function->size / (2 * LINE);
    return PAGE_BYTES - (uint32_t)LINE * (lines ? lines : 1);
}

static void add_suspect(const struct writing *writing, struct text *text,
                        const struct hypothesis *suspect, bool there)
{
    struct arena *arena = writing->arena;
    const struct searched_function *functions = writing->request->search->functions;
    const struct searched_function *function = &functions[suspect->function];
    switch (suspect->property) {
    case PROPERTY_ADDRESS:
        add_place(text, function->name,
                  address_words(arena, !there, suspect->offset, suspect->modulus));
        return;
    case PROPERTY_PAGE:
        add_place(text, function->name,
                  address_words(arena, false, there ? across_page(function) : 0, PAGE_BYTES));
        return;
    case PROPERTY_SETS:
        add_place(text, function->name, address_words(arena, false, 0, PAGE_BYTES));
        add_place(text, functions[suspect->other].name,
                  address_words(arena, false, there ? 0 : PAGE_BYTES / 2, PAGE_BYTES));
        return;
    }
}

static bool is_suspected(const struct symbol_search *search, const char *function)
{
    for (size_t i = 0; i < search->suspect_count; i++)
        if (text_equal(search->functions[search->suspects[i]->function].name, function) ||
            text_equal(search->functions[search->suspects[i]->other].name, function))
            return true;
    return false;
}

// `there`: of the suspects, from 0; suspect_count: none.
static void add_places(const struct writing *writing, struct text *text, size_t there)
{
    const struct symbol_search *search = writing->request->search;
    text_add(text, "place: {");
    for (size_t i = 0; i < writing->target->function_address_count; i++) {
        const struct function_address *own = &writing->target->function_addresses[i];
        if (!is_suspected(search, own->function))
            add_place(text, own->function,
                      address_words(writing->arena, own->avoided, own->offset, own->modulus));
    }
    for (size_t i = 0; i < search->suspect_count; i++)
        add_suspect(writing, text, search->suspects[i], i == there);
    text_add(text, "}");
}

// ---- Variants

// Whether the address of every function is drawn at least modulo a line, so that one which is
// placed moves no other modulo a line.
static bool draws_addresses(const struct target *target)
{
    struct layout layout = {.sections = &(struct section){.size = 1}, .section_count = 1};
    struct address_layout address_layout = {0};
    struct draws draws = {.count = 0};
    struct stream stream = stream_from(1);
    for (size_t i = 0; i < target->use_count; i++)
        if (text_equal(target->uses[i].kind->name, "function_alignment"))
            target->uses[i].kind->draw_build(&target->uses[i], &stream, &layout, &address_layout,
                                             &draws);
    return layout.sections->modulus >= LINE;
}

static void add_children(struct text *text, const struct node *map, const char *const *without)
{
    for (const struct node *child = map ? map->first : NULL; child; child = child->next) {
        const char *const *name = without;
        while (*name && !text_equal(*name, child->key))
            name++;
        if (*name)
            continue;
        flow_node(text, child, true);
        text_add(text, ", ");
    }
}

static void add_variant(const struct writing *writing, struct text *text, const struct node *own,
                        const char *name, size_t there)
{
    static const char *const of_variant[] = {"randomize", "revision", NULL},
                             *const of_randomize[] = {"place", "couple", NULL},
                             *const fully[] = {"place", "couple", "function_alignment", NULL};
    bool drawn = draws_addresses(writing->target);
    flow_word(text, name);
    text_add(text, ": {");
    add_children(text, own, of_variant);
    if (writing->target->revision) {
        text_add(text, "revision: ");
        flow_word(text,
                  writing->target->commit ? writing->target->commit : writing->target->revision);
        text_add(text, ", ");
    }
    text_add(text, "randomize: {");
    add_children(text, node_child(own, "randomize"), drawn ? of_randomize : fully);
    text_add(text, drawn ? "couple: true, " : "couple: true, function_alignment: {modulus: 64}, ");
    add_places(writing, text, there);
    text_add(text, "}}");
}

static void set_variants(struct writing *writing)
{
    const struct symbol_search *search = writing->request->search;
    const struct spec *spec = writing->request->spec;
    const char *studied = spec->attribution.variant; // of which those of the campaign were made
    const struct node *own =
        node_child(node_child(writing->root, "variants"),
                   studied ? studied : spec->variants[writing->request->variant]);
    struct text text = {0};
    text_add(&text, "{");
    add_variant(writing, &text, own, "elsewhere", search->suspect_count);
    for (size_t i = 0; i < search->suspect_count; i++) {
        text_add(&text, ", ");
        add_variant(writing, &text, own,
                    hypothesis_wording(writing->arena, search, search->suspects[i]), i);
    }
    text_add(&text, "}");
    set_text(writing, "variants", &text);
}

// ---- The rest

static void set_cell(struct writing *writing)
{
    const struct spec *spec = writing->request->spec;
    const struct cell *cell = &spec->cells[writing->request->cell];
    struct text text = {0};
    text_add(&text, "{");
    flow_node(&text, node_child(node_child(writing->root, "benchmarks"), cell->benchmark), true);
    text_add(&text, "}");
    set_text(writing, "benchmarks", &text);
    for (size_t axis = 0; axis < spec->axis_count; axis++) {
        struct text value = {0};
        text_add(&value, "[");
        flow_word(&value, cell->point[axis]);
        text_add(&value, "]");
        set_text(writing, arena_printf(writing->arena, "sweep.%s", spec->axes[axis].name), &value);
    }
    if (spec->attribution.variant)
        set(writing, "attribute", "");
    set(writing, "exclude", "[]");
    set(writing, "claims", "[]");
    set(writing, "derive", "{}");
    set(writing, "pictures", "{}");
    set(writing, "question", "Which of these addresses change the result?");
}

// All counts are fixed, so there is no pilot.
static void set_repetitions(struct writing *writing)
{
    const struct confirmation_request *request = writing->request;
    struct arena *arena = writing->arena;
    const char *counts =
        arena_printf(arena, "builds: %zu, executions: %zu", request->builds, request->executions);
    if (target_has_iterations(writing->target))
        counts = arena_printf(arena, "%s, iterations: %zu", counts,
                              request->iterations ? request->iterations : ITERATIONS);
    set(writing, "repeat.real", arena_printf(arena, "{%s}", counts));
    if (request->spec->repeat.warmup_auto && target_has_iterations(writing->target))
        set(writing, "repeat.warmup", arena_printf(arena, "%zu", request->warmup));
}

struct spec *confirmation_spec(struct arena *arena, const struct confirmation_request *request,
                               struct text *report, struct error *error)
{
    const struct spec *spec = request->spec;
    struct spec_overrides overrides = spec_overrides_of(arena, spec->text);
    struct writing writing = {.arena = arena,
                              .request = request,
                              .root = experiment_nodes(arena, spec->text, &overrides),
                              .target = &spec->cells[request->cell].targets[request->variant],
                              .settings = overrides.settings};
    if (!writing.root) {
        (void)!failed(error, EXIT_USAGE, "the experiment of the campaign cannot be read");
        return NULL;
    }
    set_variants(&writing);
    set_cell(&writing);
    set_repetitions(&writing);
    overrides.settings = writing.settings;
    overrides.seed = request->seed;
    overrides.quick = false; // the counts are as given
    return spec_parse(arena, spec->path, spec->text, strlen(spec->text), &overrides, report, error);
}

size_t confirmation_facts(struct arena *arena, const struct symbol_search *search,
                          struct stored_fact *facts)
{
    size_t count = 0;
    facts[count++] =
        (struct stored_fact){FACT_SYMBOLS_HYPOTHESES, arena_printf(arena, "%zu", search->count)};
    facts[count++] = (struct stored_fact){FACT_SYMBOLS_FUNCTIONS,
                                          arena_printf(arena, "%zu", search->function_count)};
    facts[count++] =
        (struct stored_fact){FACT_SYMBOLS_BUILDS, arena_printf(arena, "%zu", search->build_count)};
    for (size_t i = 0; i < search->suspect_count; i++) {
        const struct hypothesis *suspect = search->suspects[i];
        facts[count++] = (struct stored_fact){arena_printf(arena, FACT_SYMBOLS_SUSPECT, i + 1),
                                              search->functions[suspect->function].name};
        if (suspect->other != suspect->function)
            facts[count++] = (struct stored_fact){arena_printf(arena, FACT_SYMBOLS_OTHER, i + 1),
                                                  search->functions[suspect->other].name};
    }
    return count;
}
