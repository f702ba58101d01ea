// Finding the programs of a project with a configure script.
#include "commands/init/project/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/init/project/programs.h"
#include "commands/init/project/rules.h"

#include <string.h>

enum { DEPTH_MAX = 4 };

// bin_PROGRAMS and the like are made by a plain make, these on demand.
static bool is_on_demand(const char *variable)
{
    return text_starts(variable, "check_") || text_starts(variable, "EXTRA_");
}

static void consider_variable(struct arena *arena, const char *sub, const char *variable,
                              const char *value, struct choice *choice)
{
    struct text_list names = words_of(arena, value);
    for (size_t i = 0; text_ends(variable, "_PROGRAMS") && i < names.count; i++) {
        const char *name = names.items[i];
        const char *goal = arena_printf(arena, "-C %s %s", *sub ? sub : ".", name);
        choice_consider(choice, (struct candidate){.name = name,
                                                   .path = path_join(arena, sub, name),
                                                   .goal = is_on_demand(variable) ? goal : NULL});
    }
}

// A Makefile.am and those of its SUBDIRS; false if there is none.
static bool consider_automake(struct arena *arena, const char *folder, const char *sub,
                              size_t depth, struct choice *choice)
{
    const char *text = project_read(arena, path_join(arena, folder, sub), "Makefile.am");
    if (!text)
        return false;
    struct rules rules = rules_read(arena, text);
    for (size_t i = 0; i < rules.variable_count; i++) {
        const char *name = rules.variables[i].name;
        consider_variable(arena, sub, name, rules_variable(arena, &rules, name), choice);
    }
    const char *subs = rules_variable(arena, &rules, "SUBDIRS");
    struct text_list folders = words_of(arena, subs ? subs : "");
    for (size_t i = 0; depth < DEPTH_MAX && i < folders.count; i++)
        if (!text_equal(folders.items[i], "."))
            consider_automake(arena, folder, path_join(arena, sub, folders.items[i]), depth + 1,
                              choice);
    return true;
}

static bool mentions(struct arena *arena, const char *folder, const char *name, const char *words)
{
    const char *text = project_read(arena, folder, name);
    return text && strstr(text, words);
}

// Of a shared build, libtool makes a script in the program's place.
static bool is_shared(struct arena *arena, const char *folder)
{
    return mentions(arena, folder, "configure", "enable_shared") ||
           mentions(arena, folder, "configure.ac", "LT_INIT") ||
           mentions(arena, folder, "configure.ac", "LIBTOOL");
}

static bool has_clean(struct arena *arena, const char *folder)
{
    const char *text = project_read(arena, folder, "Makefile.in");
    const struct rules rules = rules_read(arena, text ? text : "");
    return rules_find(&rules, "clean") != NULL;
}

bool guess_autotools(struct arena *arena, const char *folder, struct guess *guess)
{
    bool ready = file_exists(path_join(arena, folder, "configure"));
    if (!ready && !file_exists(path_join(arena, folder, "configure.ac")))
        return false;
    struct choice choice = {.names = project_names(arena, folder)};
    bool automake = consider_automake(arena, folder, "", 0, &choice);
    if (!automake)
        makefile_consider(arena, folder, "Makefile.in", &choice);
    const struct candidate *best = &choice.best;
    *guess = (struct guess){
        .found = ready ? "configure" : "configure.ac",
        .program = best->name,
        .setup = arena_printf(arena, "%s./configure%s%s", ready ? "" : "autoreconf -fi && ",
                              is_shared(arena, folder) ? " --disable-shared" : "",
                              automake || has_clean(arena, folder) ? " && " CLEAN : ""),
        .build = "make -j2",
        .build_of_all = "make -j2",
        .cflags = "-O2",
        .command = best->path ? best->path : "program",
    };
    if (best->goal)
        guess->build = automake ? arena_printf(arena, "make -j2 && make %s", best->goal)
                                : arena_printf(arena, "make %s", best->goal);
    return true;
}
