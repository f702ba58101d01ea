// link_order: randomizes the order of functions or object files in the program's text.
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"
#include "randomizers/section_order.h"

enum mode { BY_FUNCTION, BY_OBJECT };
static const char *const modes[] = {"function", "object", NULL};

enum { MODE };
static const struct randomizer_option options[] = {
    [MODE] = {.name = "mode",
              .help = "permute single functions, or whole object files",
              .type = OPTION_CHOICE,
              .choices = modes,
              .fallback = "function"},
};

static const char *const build_draws[] = {"link_order_seed", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use;
    return linked;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    if (!facts->builds)
        return failed(error, EXIT_FAILED,
                      "link_order: eswexp does not link a command: give 'sources', or "
                      "'directory' with 'build'");
    if (facts->cannot.order_functions)
        return failed(error, EXIT_FAILED, "link_order: %s cannot set the order: %s", facts->linker,
                      facts->order_instead);
    if (facts->cannot.order_objects && use->values[MODE].numbers[0] == BY_OBJECT)
        return failed(error, EXIT_FAILED,
                      "link_order: %s cannot permute whole object files: use 'mode: function', "
                      "or %s",
                      facts->linker, facts->instead);
    return true;
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)address_layout;
    uint64_t seed = stream_next(stream);
    sections_order(layout->sections, layout->section_count, seed,
                   use->values[MODE].numbers[0] == BY_OBJECT);
    layout->order_seed = seed;
    layout->reordered = true;
    draws_add_hex(draws, build_draws[0], seed);
}

const struct randomizer link_order_randomizer = {
    .name = "link_order",
    .summary = "order of functions or object files in the program's text",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODE,
    .arranges = true,
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
