// Writes the experiment of one measurement as overrides of the bisection's.
#include "campaign/bisection/measurement_spec.h"

#include "plan/levels.h"
#include "spec/keys/experiment.h"
#include "spec/yaml/flow.h"
#include "spec/yaml/nodes.h"

#include <string.h>

enum { EXECUTIONS = 3, ITERATIONS = 5, WARMUP = 1, SHORT_ID = 8 };

struct writing {
    struct arena *arena;
    const struct measurement_request *request;
    const struct cell *cell;
    const struct node *root;
    struct text_list settings;
};

static void set(struct writing *writing, const char *key, const char *value)
{
    text_list_printf(&writing->settings, writing->arena, "%s=%s", key, value);
}

// With the variant's own keys, but for its revision.
static void add_variant(const struct writing *writing, struct text *text, size_t index,
                        const char *name, const char *id)
{
    const struct node *own =
        node_child(node_child(writing->root, "variants"), writing->request->spec->variants[index]);
    flow_word(text, name);
    text_add(text, ": {revision: ");
    flow_word(text, id);
    for (const struct node *child = own ? own->first : NULL; child; child = child->next) {
        if (text_equal(child->key, "revision"))
            continue;
        text_add(text, ", ");
        flow_node(text, child, true);
    }
    text_add(text, "}");
}

// The last commit keeps the name that it has: its folder, and so its kept build, is that of the
// name.
static void set_variants(struct writing *writing)
{
    const struct measurement_request *request = writing->request;
    const struct target *ends = writing->cell->targets;
    bool last = text_equal(request->id, ends[1].commit);
    const char *name =
        last ? request->spec->variants[1] : arena_strndup(writing->arena, request->id, SHORT_ID);
    if (text_equal(name, request->spec->variants[0]))
        name = request->id;
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "{");
    add_variant(writing, &text, 0, request->spec->variants[0], ends[0].commit);
    text_add(&text, ", ");
    add_variant(writing, &text, 1, name, request->id);
    text_add(&text, "}");
    set(writing, "variants", text.bytes);
}

static void set_cell(struct writing *writing)
{
    const struct spec *spec = writing->request->spec;
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "{");
    flow_node(&text, node_child(node_child(writing->root, "benchmarks"), writing->cell->benchmark),
              true);
    text_add(&text, "}");
    set(writing, "benchmarks", text.bytes);
    for (size_t axis = 0; axis < spec->axis_count; axis++) {
        TEXT_CLEANUP struct text value = {0};
        text_add(&value, "[");
        flow_word(&value, writing->cell->point[axis]);
        text_add(&value, "]");
        set(writing, arena_printf(writing->arena, "sweep.%s", spec->axes[axis].name), value.bytes);
    }
    set(writing, "exclude", "[]");
}

// All counts are fixed, so there is no pilot.
static void set_repetitions(struct writing *writing)
{
    const struct measurement_request *request = writing->request;
    const struct repeat *repeat = &request->spec->repeat;
    struct arena *arena = writing->arena;
    bool built = cell_has_builds(request->spec, writing->cell);
    size_t executions = repeat->real[1] && built ? repeat->real[1] : EXECUTIONS;
    const char *counts =
        built ? arena_printf(arena, "builds: %zu, executions: %zu", request->blocks, executions)
              : arena_printf(arena, "executions: %zu", request->blocks);
    if (cell_has_iterations(request->spec, writing->cell))
        counts = arena_printf(arena, "%s, iterations: %zu", counts,
                              repeat->real[0] ? repeat->real[0] : ITERATIONS);
    set(writing, "repeat.real", arena_printf(arena, "{%s}", counts));
    if (cell_warmup_is_open(request->spec, writing->cell))
        set(writing, "repeat.warmup", arena_printf(arena, "%d", WARMUP));
}

struct spec *measurement_spec(struct arena *arena, const struct measurement_request *request,
                              struct text *report, struct error *error)
{
    const struct spec *spec = request->spec;
    struct spec_overrides overrides = spec_overrides_of(arena, spec->text);
    struct writing writing = {.arena = arena,
                              .request = request,
                              .cell = &spec->cells[request->cell],
                              .root = experiment_nodes(arena, spec->text, &overrides),
                              .settings = overrides.settings};
    if (!writing.root) {
        (void)!failed(error, EXIT_USAGE, "the experiment of the bisection cannot be read");
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
