// Finding the programs of meson.build files.
#include "commands/init/project/internal.h"

#include "base/files/paths.h"
#include "commands/init/project/calls.h"
#include "commands/init/project/programs.h"

#include <string.h>

enum { DEPTH_MAX = 8 };

struct place {
    struct arena *arena;
    const char *sub; // "" for the project's own folder
    struct choice *choice;
};

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
                  struct choice *choice)
{
    const char *here = path_join(arena, folder, sub);
    const char *text =
        depth < DEPTH_MAX ? project_read_uncommented(arena, here, "meson.build") : NULL;
    const struct place place = {arena, sub, choice};
    struct call call;
    for (const char *cursor = text; cursor && call_next(&cursor, &call);) {
        bool quoted = false;
        const char *name = call_argument(arena, &call, 0, &quoted);
        if (name && quoted && call_is(&call, "subdir"))
            visit(arena, folder, path_join(arena, sub, name), depth + 1, choice);
        else if (name && quoted && call_is(&call, "executable"))
            consider(&place, name);
        else if (name && call_is(&call, "executable"))
            consider_loop(&place, text, name);
    }
    return text != NULL;
}

bool guess_meson(struct arena *arena, const char *folder, struct guess *guess)
{
    struct choice choice = {.names = project_names(arena, folder)};
    bool found = visit(arena, folder, "", 0, &choice);
    const struct candidate *best = &choice.best;
    *guess = (struct guess){
        .found = "meson.build",
        .program = best->name,
        .setup = "meson setup " BUILD_FOLDER " --buildtype=release --default-library=static",
        .build = "ninja -C " BUILD_FOLDER,
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
