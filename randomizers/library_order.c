// library_order: randomizes the order in which shared libraries are loaded, and so their addresses.
// docs/projects.md, "Shared libraries".
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

static const char *const build_draws[] = {"library_order_seed", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use;
    return linked;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    (void)use;
    return facts->builds ||
           failed(error, EXIT_FAILED,
                  "library_order: eswexp does not link a command: give 'sources', or 'directory' "
                  "with 'build'");
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)use, (void)address_layout;
    layout->library_seed = stream_next(stream);
    layout->libraries_drawn = true;
    draws_add_hex(draws, build_draws[0], layout->library_seed);
}

const struct randomizer library_order_randomizer = {
    .name = "library_order",
    .summary = "order in which shared libraries are loaded",
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
