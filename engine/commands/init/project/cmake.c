// Finding the programs of CMakeLists.txt files, and where CMake puts them.
#include "commands/init/project/internal.h"

#include "base/files/paths.h"
#include "commands/init/project/calls.h"
#include "commands/init/project/programs.h"

#include <string.h>

enum { CONDITIONS_MAX = 32, DEPTH_MAX = 8 };

#define CONFIGURE "cmake -B " BUILD_FOLDER " -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF"
#define BUILD "cmake --build " BUILD_FOLDER " -j2"

struct walk {
    struct arena *arena;
    const char *folder, *top; // `top`: text of the uppermost file
    struct text_list off;     // options that are off by default
    struct choice choice;
    struct suites suites;
};

// One CMakeLists.txt and the conditions around where it is being read.
struct listing {
    const char *sub, *text; // folder below the top, "" for itself
    const char *option;     // that is off by default, around the whole of it; or NULL
    const char *output;     // where programs go; NULL: into its own part of the build folder
    const char *conditions[CONDITIONS_MAX];
    size_t condition_count, depth;
    const char *loop_name, *loop_value; // of a foreach() that is gone through; or NULL
};

static bool is_off(const struct walk *walk, const char *option)
{
    for (size_t i = 0; option && i < walk->off.count; i++)
        if (text_equal(walk->off.items[i], option))
            return true;
    return false;
}

static const char *option_around(const struct walk *walk, const struct listing *listing)
{
    for (size_t i = 0; !listing->option && i < listing->condition_count; i++)
        if (is_off(walk, listing->conditions[i]))
            return listing->conditions[i];
    return listing->option;
}

static const char *variable_in(struct arena *arena, const char *text, const char *name)
{
    bool is_project = text_ends(name, "PROJECT_NAME");
    return is_project ? call_find(arena, text, "project", NULL, 0)
                      : call_find(arena, text, "set", name, 1);
}

static const char *variable(const struct walk *walk, const struct listing *listing,
                            const char *name)
{
    if (text_equal(name, "CMAKE_CURRENT_BINARY_DIR"))
        return path_join(walk->arena, BUILD_FOLDER, listing->sub);
    if (text_equal(name, "CMAKE_BINARY_DIR") || text_equal(name, "PROJECT_BINARY_DIR"))
        return BUILD_FOLDER;
    if (text_equal(name, "CMAKE_SOURCE_DIR") || text_equal(name, "PROJECT_SOURCE_DIR"))
        return ".";
    if (text_equal(name, listing->loop_name))
        return listing->loop_value;
    const char *here = variable_in(walk->arena, listing->text, name);
    return here ? here : variable_in(walk->arena, walk->top, name);
}

// Every ${name} replaced; NULL where one is not known.
static const char *resolve(const struct walk *walk, const struct listing *listing, const char *text,
                           size_t depth)
{
    const char *start = text ? strstr(text, "${") : NULL, *end = start ? strchr(start, '}') : NULL;
    if (!start)
        return text;
    if (!end || depth == DEPTH_MAX)
        return NULL;
    const char *name = arena_strndup(walk->arena, start + 2, (size_t)(end - start - 2));
    const char *value = variable(walk, listing, name);
    if (!value)
        return NULL;
    return resolve(walk, listing,
                   arena_printf(walk->arena, "%.*s%s%s", (int)(start - text), text, value, end + 1),
                   depth + 1);
}

static const char *path_of(const struct walk *walk, const struct listing *listing, const char *name)
{
    const char *folder =
        listing->output ? listing->output : path_join(walk->arena, BUILD_FOLDER, listing->sub);
    return path_join(walk->arena, folder, name);
}

static void add_suite(struct walk *walk, const struct listing *listing, const char *name,
                      const struct suite_harness *harness)
{
    if (harness)
        suites_add(walk->arena, &walk->suites,
                   (struct suite){.name = name,
                                  .path = path_of(walk, listing, name),
                                  .build = arena_printf(walk->arena, BUILD " --target %s", name),
                                  .option = option_around(walk, listing),
                                  .harness = harness});
}

static void consider_name(struct walk *walk, const struct listing *listing, const char *raw)
{
    const char *name = resolve(walk, listing, raw, 0);
    if (!name)
        return;
    choice_consider(&walk->choice, (struct candidate){.name = name,
                                                      .goal = name,
                                                      .path = path_of(walk, listing, name),
                                                      .option = option_around(walk, listing)});
}

// add_executable(NAME SOURCE …): which harness do the sources use?
static void consider_sources(struct walk *walk, const struct listing *listing,
                             const struct call *call, const char *raw)
{
    const struct suite_harness *harness = NULL;
    const char *name = resolve(walk, listing, raw, 0), *source;
    for (size_t n = 1; name && !harness && (source = call_argument(walk->arena, call, n, NULL));
         n++) {
        const char *file = resolve(walk, listing, source, 0);
        const char *here = path_join(walk->arena, walk->folder, listing->sub);
        const char *text = file ? project_read(walk->arena, here, file) : NULL;
        harness = text ? harness_of_source(text) : NULL;
    }
    add_suite(walk, listing, name, harness);
}

static void consider(struct walk *walk, struct listing *listing, const struct call *call)
{
    const char *kind = call_argument(walk->arena, call, 1, NULL);
    const char *raw = call_argument(walk->arena, call, 0, NULL);
    if (!raw || text_equal(kind, "ALIAS") || text_equal(kind, "IMPORTED"))
        return;
    const char *loop =
        text_starts(raw, "${") ? arena_strndup(walk->arena, raw + 2, strcspn(raw + 2, "}")) : NULL;
    const char *item = loop ? call_find(walk->arena, listing->text, "foreach", loop, 1) : NULL;
    if (!item) {
        consider_name(walk, listing, raw);
        consider_sources(walk, listing, call, raw);
    }
    for (size_t n = 1; item; item = call_find(walk->arena, listing->text, "foreach", loop, ++n)) {
        listing->loop_name = loop;
        listing->loop_value = item;
        consider_name(walk, listing, raw);
        consider_sources(walk, listing, call, raw);
        listing->loop_name = NULL;
    }
}

static void visit(struct walk *walk, struct listing listing);

static void descend(struct walk *walk, const struct listing *listing, const char *sub)
{
    visit(walk, (struct listing){.sub = path_join(walk->arena, listing->sub, sub),
                                 .option = option_around(walk, listing),
                                 .output = listing->output,
                                 .depth = listing->depth + 1});
}

static void set_variable(struct walk *walk, struct listing *listing, const struct call *call)
{
    const char *name = call_argument(walk->arena, call, 0, NULL);
    if (text_equal(name, "CMAKE_RUNTIME_OUTPUT_DIRECTORY"))
        listing->output = resolve(walk, listing, call_argument(walk->arena, call, 1, NULL), 0);
}

static void add_option(struct walk *walk, const struct call *call)
{
    const char *name = call_argument(walk->arena, call, 0, NULL);
    const char *value = call_argument(walk->arena, call, 2, NULL);
    if (name && (!value || strcasecmp(value, "OFF") == 0))
        text_list_add(&walk->off, walk->arena, name);
}

static void follow(struct walk *walk, struct listing *listing, const struct call *call)
{
    const char *first = call_argument(walk->arena, call, 0, NULL);
    size_t *count = &listing->condition_count;
    if (call_is(call, "if") && *count < CONDITIONS_MAX) {
        listing->conditions[(*count)++] = first;
    } else if ((call_is(call, "else") || call_is(call, "elseif")) && *count) {
        listing->conditions[*count - 1] = NULL;
    } else if (call_is(call, "endif") && *count) {
        (*count)--;
    } else if (call_is(call, "set")) {
        set_variable(walk, listing, call);
    } else if (call_is(call, "option")) {
        add_option(walk, call);
    } else if (call_is(call, "add_executable")) {
        consider(walk, listing, call);
    } else if (call_is(call, "add_subdirectory") && first) {
        descend(walk, listing, first);
    }
}

static void visit(struct walk *walk, struct listing listing)
{
    const char *folder = path_join(walk->arena, walk->folder, listing.sub);
    if (listing.depth < DEPTH_MAX)
        listing.text = project_read_uncommented(walk->arena, folder, "CMakeLists.txt");
    if (!listing.text)
        return;
    if (!walk->top)
        walk->top = listing.text;
    const char *cursor = listing.text;
    for (struct call call; call_next(&cursor, &call);)
        follow(walk, &listing, &call);
}

// The options that the suites need, and where no suite is known the one that seems to be for them.
static const char *configure_all(const struct walk *walk)
{
    static const char *const words[] = {"bench", NULL};
    struct text_list on = {0};
    for (size_t i = 0; i < walk->suites.count; i++)
        if (walk->suites.items[i].option)
            text_list_add_once(&on, walk->arena, walk->suites.items[i].option);
    for (size_t i = 0; !walk->suites.count && i < walk->off.count; i++)
        if (contains_any(walk->off.items[i], words) && is_plain(walk->off.items[i]))
            text_list_add_once(&on, walk->arena, walk->off.items[i]);
    const char *line = CONFIGURE;
    for (size_t i = 0; i < on.count; i++)
        line = arena_printf(walk->arena, "%s -D%s=ON", line, on.items[i]);
    return line;
}

bool guess_cmake(struct arena *arena, const char *folder, struct guess *guess)
{
    struct walk walk = {
        .arena = arena, .folder = folder, .choice.names = project_names(arena, folder)};
    visit(&walk, (struct listing){.sub = ""});
    const struct candidate *best = &walk.choice.best;
    *guess = (struct guess){
        .found = "CMakeLists.txt",
        .program = best->name,
        .setup = CONFIGURE,
        .build = BUILD,
        .suites = walk.suites,
        .cflags = "-ffunction-sections",
        .command = BUILD_FOLDER "/program",
    };
    guess->setup_of_all = configure_all(&walk);
    guess->build_of_all = guess->build;
    if (best->option)
        guess->setup = arena_printf(arena, "%s -D%s=ON", guess->setup, best->option);
    if (best->name) {
        guess->build = arena_printf(arena, "%s --target %s", guess->build, best->goal);
        guess->command = best->path;
    }
    return walk.top != NULL;
}
