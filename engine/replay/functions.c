// Makes every build of a variant again, for the addresses of its functions.
#include "replay/functions.h"

#include "build/draw.h"
#include "build/layout/stable_name.h"
#include "replay/internal.h"
#include "spec/target.h"
#include "store/results/profiles.h"

#include <math.h>

// What is made again: one replay that turns from build to build.
struct location {
    struct replay replay;
    const struct chosen_builds *builds;
    struct placeables placeables;
    uint64_t *addresses; // by placeable, of the present build
};

// ---- Before anything is made

static bool draws_functions(const struct target *target)
{
    for (size_t i = 0; i < target->use_count && !target->as_built; i++)
        if (text_equal(target->uses[i].kind->name, "link_order") ||
            text_equal(target->uses[i].kind->name, "function_alignment"))
            return true;
    return false;
}

static bool can_search(const struct target *target, struct error *error)
{
    if (!target_is_built(target))
        return failed(error, EXIT_USAGE,
                      "variant '%s' is a ready command: eswexp does not link it, so its functions "
                      "have no drawn addresses",
                      target->variant);
    return draws_functions(target) ||
           failed(error, EXIT_USAGE,
                  "the builds of variant '%s' draw no addresses of functions: measure it with "
                  "'randomize: {link_order: true, function_alignment: true}'",
                  target->variant);
}

static bool are_enough(const struct chosen_builds *builds, struct error *error)
{
    return builds->count >= SEARCH_BUILDS_LEAST ||
           failed(error, EXIT_USAGE,
                  "the real experiment has %zu builds of this variant, too few for a search: "
                  "measure at least %d, better 60 ('repeat: {real: {builds: 60}}')",
                  builds->count, SEARCH_BUILDS_LEAST);
}

static bool take_times(const struct replay_request *request, const struct chosen_builds *builds,
                       struct located_functions *located, struct error *error)
{
    located->log_times = arena_new_array(request->arena, double, builds->count);
    for (size_t i = 0; i < builds->count; i++) {
        if (!(builds->means[i] > 0))
            return failed(
                error, EXIT_USAGE, "'%s' of build %zu is not positive: a search compares ratios",
                request->catalogue->metrics[builds->metric].name, builds->items[i].number);
        located->log_times[i] = log(builds->means[i]);
    }
    return true;
}

// ---- Which functions

static size_t placeable_named(const struct placeables *placeables, const char *name)
{
    size_t i = 0;
    while (i < placeables->count && !text_equal(placeables->items[i].name, name))
        i++;
    return i;
}

// Moves those of the variant's profile to the front, in its order. Returns how many.
static bool take_profile(struct location *location, size_t *hot, struct error *error)
{
    const struct replay_request *request = location->replay.request;
    struct placeable *items = location->placeables.items;
    struct profile_row *rows;
    size_t count;
    *hot = 0;
    if (!store_profiles(request->store, request->arena, &rows, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const char *name = stable_name(request->arena, rows[i].function);
        size_t at = placeable_named(&location->placeables, name);
        if (rows[i].cell != location->builds->cell ||
            rows[i].variant != location->builds->variant || at == location->placeables.count ||
            at < *hot)
            continue;
        struct placeable found = items[at];
        items[at] = items[*hot];
        items[(*hot)++] = found;
    }
    return true;
}

static bool choose_functions(struct location *location, size_t most,
                             struct located_functions *located, struct error *error)
{
    struct arena *arena = location->replay.request->arena;
    struct placeables *placeables = &location->placeables;
    size_t hot;
    if (!remade_functions(&location->replay.remade, arena, placeables, error) ||
        !take_profile(location, &hot, error))
        return false;
    located->profiled = hot > 0;
    located->count = hot ? hot : placeables->count;
    located->count = located->count < most ? located->count : most;
    placeables->count = located->count;
    location->addresses = arena_new_array(arena, uint64_t, located->count);
    located->items = arena_new_array(arena, struct searched_function, located->count);
    for (size_t i = 0; i < located->count; i++)
        located->items[i] = (struct searched_function){
            .name = placeables->items[i].name,
            .size = placeables->items[i].size,
            .addresses = arena_new_array(arena, uint64_t, location->builds->count)};
    return located->count > 0 ||
           failed(error, EXIT_FAILED,
                  "the program has no function in a section of its own (compiled without "
                  "-ffunction-sections)");
}

// ---- Making the builds

static bool make(struct location *location, size_t build, size_t most,
                 struct located_functions *located, struct error *error)
{
    if (*location->replay.request->stop)
        return failed(error, EXIT_INTERRUPTED, "interrupted");
    if (!replay_take(&location->replay, &location->builds->items[build], error) ||
        !replay_build(&location->replay, error) ||
        (build == 0 && !choose_functions(location, most, located, error)) ||
        !remade_addresses(&location->replay.remade, &location->placeables, location->addresses,
                          error))
        return false;
    const struct one_build *stored = &location->replay.stored;
    located->last = stored->executions[stored->execution_count - 1];
    for (size_t i = 0; i < located->count; i++)
        ((uint64_t *)located->items[i].addresses)[build] = location->addresses[i];
    return true;
}

static bool make_all(struct location *location, size_t most, struct located_functions *located,
                     struct error *error)
{
    bool made = true;
    for (size_t i = 0; made && i < location->builds->count; i++)
        made = make(location, i, most, located, error);
    return made;
}

bool replay_functions(const struct replay_request *request, size_t most,
                      struct located_functions *located, struct error *error)
{
    struct chosen_builds builds;
    const struct spec *spec = request->spec;
    if (!choose_builds(request->store, request->arena, request->log, request->catalogue,
                       &request->wish, &builds, error) ||
        !replay_fits(request, error) ||
        !can_search(&spec->cells[builds.cell].targets[builds.variant], error) ||
        !are_enough(&builds, error))
        return false;
    *located = (struct located_functions){.build_count = builds.count,
                                          .cell = builds.cell,
                                          .variant = builds.variant,
                                          .metric = builds.metric};
    struct location location = {.replay = {.request = request}, .builds = &builds};
    log_note(request->log, "making %zu builds of variant '%s' again", builds.count,
             request->catalogue->variants[builds.variant]);
    bool done =
        take_times(request, &builds, located, error) && make_all(&location, most, located, error);
    replay_close(&location.replay);
    return done;
}
