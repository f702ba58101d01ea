// Finding the programs of meson.build files.
#include "commands/init/project/internal.h"

#include "base/files/paths.h"
#include "commands/init/project/calls.h"
#include "commands/init/project/programs.h"

#include <string.h>

#define BUILD "ninja -C " BUILD_FOLDER

enum { DEPTH_MAX = 8 };

struct place {
    struct arena *arena;
    const char *folder;
    const char *sub; // "" for the project's own folder
    struct choice *choice;
    struct suites *suites;
};

static const struct suite_harness *harness_of(const struct place *place, const char *source)
{
    const char *here = path_join(place->arena, place->folder, place->sub);
    const char *text = project_read(place->arena, here, source);
    return text ? harness_of_source(text) : NULL;
}

// executable('NAME', 'SOURCE', …)
static void consider_sources(const struct place *place, const struct call *call, const char *name)
{
    const struct suite_harness *harness = NULL;
    const char *path = path_join(place->arena, place->sub, name), *source;
    bool quoted = true;
    for (size_t n = 1;
         !harness && (source = call_argument(place->arena, call, n, &quoted)) && quoted; n++)
        harness = harness_of(place, source);
    if (harness)
        suites_add(place->arena, place->suites,
                   (struct suite){.name = name,
                                  .path = path_join(place->arena, BUILD_FOLDER, path),
                                  .build = arena_printf(place->arena, BUILD " %s", path),
                                  .harness = harness});
}

static void consider(const struct place *place, const char *name)
{
    const char *path = path_join(place->arena, place->sub, name);
    choice_consider(place->choice,
                    (struct candidate){.name = name,
                                       .goal = path,
                                       .path = path_join(place->arena, BUILD_FOLDER, path)});
}

// "foreach NAME : ['a', 'b']"
static void consider_loop(const struct place *place, const char *text, const char *name)
{
    const char *loop = strstr(text, arena_printf(place->arena, "foreach %s : [", name));
    if (!loop)
        return;
    const char *end = strchr(loop, ']'), *quote = strchr(loop, '\'');
    while (end && quote && quote < end) {
        size_t length = strcspn(quote + 1, "'");
        consider(place, arena_strndup(place->arena, quote + 1, length));
        quote = quote[1 + length] ? strchr(quote + 2 + length, '\'') : NULL;
    }
}

static bool visit(struct arena *arena, const char *folder, const char *sub, size_t depth,
                  struct choice *choice, struct suites *suites, bool *lists)
{
    const char *here = path_join(arena, folder, sub);
    const char *text =
        depth < DEPTH_MAX ? project_read_uncommented(arena, here, "meson.build") : NULL;
    const struct place place = {arena, folder, sub, choice, suites};
    struct call call;
    for (const char *cursor = text; cursor && call_next(&cursor, &call);) {
        bool quoted = false;
        const char *name = call_argument(arena, &call, 0, &quoted);
        if (name && quoted && call_is(&call, "subdir"))
            visit(arena, folder, path_join(arena, sub, name), depth + 1, choice, suites, lists);
        else if (call_is(&call, "benchmark"))
            *lists = true;
        else if (name && quoted && call_is(&call, "executable")) {
            consider(&place, name);
            consider_sources(&place, &call, name);
        } else if (name && call_is(&call, "executable"))
            consider_loop(&place, text, name);
    }
    return text != NULL;
}

bool guess_meson(struct arena *arena, const char *folder, struct guess *guess)
{
    struct choice choice = {.names = project_names(arena, folder)};
    struct suites suites = {0};
    bool lists = false, found = visit(arena, folder, "", 0, &choice, &suites, &lists);
    const struct candidate *best = &choice.best;
    *guess = (struct guess){
        .found = "meson.build",
        .program = best->name,
        .setup = "meson setup " BUILD_FOLDER " --buildtype=release --default-library=static",
        .build = BUILD,
        .suites = suites,
        .lists_benchmarks = lists,
        .cflags = "-ffunction-sections",
        .command = BUILD_FOLDER "/program",
    };
    guess->build_of_all = guess->build;
    if (best->name) {
        guess->build = arena_printf(arena, "%s %s", guess->build, best->goal);
        guess->command = best->path;
    }
    return found;
}
