// Draws the order of a program's libraries, and asks its loader what each symbol is bound to.
// docs/projects.md, "Shared libraries".
#include "build/layout/libraries.h"

#include "base/stream.h"
#include "base/text.h"
#include "build/layout/needed.h"
#include "build/toolchain/tool.h"

#include <stdlib.h>
#include <string.h>

enum { TRIES = 32 };

// What the loader says of all symbols: a sum of hashes, because the order of its lines follows that
// of the libraries.
struct bindings {
    uint64_t sum;
    size_t count;
};

struct keyed {
    uint64_t key;
    size_t index;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *one = a, *other = b;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

// Returns whether it is another order than that of the link.
static bool draw_order(const struct needed *needed, uint64_t seed, size_t *order)
{
    struct keyed keyed[NEEDED_MOST];
    bool other = false;
    for (size_t i = 0; i < needed->count; i++)
        keyed[i] = (struct keyed){seed_from(seed, needed->names[i]), i};
    qsort(keyed, needed->count, sizeof *keyed, by_key);
    for (size_t i = 0; i < needed->count; i++) {
        order[i] = keyed[i].index;
        other = other || order[i] != i;
    }
    return other;
}

// "1234:	binding file A [0] to B [0]: normal symbol `f' [VERSION]", without the process.
static void add_binding(const char *line, struct bindings *bindings)
{
    const char *binding = strstr(line, "binding file ");
    if (!binding || strstr(binding, "linux-vdso"))
        return;
    bindings->sum += seed_from(0, binding);
    bindings->count++;
}

static bool read_bindings(char *output, struct bindings *bindings, struct error *error)
{
    *bindings = (struct bindings){0};
    for (char *line; output && (line = strsep(&output, "\n"));) {
        if (strstr(line, "=> not found"))
            return failed(error, EXIT_FAILED,
                          "the loader does not find '%.*s' from where the program is linked: set "
                          "LD_LIBRARY_PATH in machine.env, or an absolute -rpath",
                          (int)strcspn(line + 1, " "), line + 1);
        add_binding(line, bindings);
    }
    return bindings->count ||
           failed(error, EXIT_FAILED,
                  "the program's loader does not say which library a symbol comes from; that of "
                  "the GNU C library does");
}

// Does the loader map the libraries in the order of the file? It says "\tNAME => PATH (ADDRESS)" of
// each as it comes. `order` NULL: not asked.
static bool follows(struct arena *arena, const char *output, const struct needed *needed,
                    const size_t *order, struct error *error)
{
    for (size_t i = 0; order && i < needed->count; i++) {
        const char *name = needed->names[order[i]];
        const char *line = strstr(output, arena_printf(arena, "\t%s ", name));
        if (!line)
            return failed(error, EXIT_FAILED,
                          "the loader did not follow the order of libraries: '%s' is not where its "
                          "order puts it",
                          name);
        output = line + 1;
    }
    return true;
}

// The loader traces the program and does not run it.
static bool ask_loader(struct arena *arena, const struct library_order *wanted,
                       const struct needed *needed, const size_t *order, struct bindings *bindings,
                       struct error *error)
{
    struct text_list environment = {0}, arguments = {0};
    static const char *const settings[] = {"LD_TRACE_LOADED_OBJECTS=1", "LD_WARN=1",
                                           "LD_BIND_NOW=1", "LD_DEBUG=bindings", "LC_ALL=C"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        text_list_add(&environment, arena, settings[i]);
    if (wanted->library_path)
        text_list_add(&environment, arena, wanted->library_path);
    text_list_add(&arguments, arena, needed->loader);
    text_list_add(&arguments, arena, wanted->program);
    struct tool tool = {.arguments = arguments.items,
                        .environment = environment.items,
                        .folder = wanted->folder,
                        .timeout_s = wanted->timeout_s,
                        .stop = wanted->stop};
    struct tool_end end = {0};
    bool good = tool_run(&tool, NULL, &end, error);
    if (good && (end.interrupted || end.timed_out))
        good = tool_failed(&end, "asking the program's loader for its libraries", error);
    const char *output = end.output.bytes ? arena_strdup(arena, end.output.bytes) : "";
    good = good && read_bindings(end.output.bytes, bindings, error) &&
           follows(arena, output, needed, order, error);
    text_release(&end.output);
    return good;
}

// Tries orders until one binds all symbols as before.
static bool find_order(struct arena *arena, const struct library_order *wanted,
                       struct needed *needed, size_t *order, bool *found, struct error *error)
{
    struct bindings before, now;
    if (!ask_loader(arena, wanted, needed, NULL, &before, error))
        return false;
    for (uint64_t try = 0; !*found && try < TRIES; try++) {
        bool other = draw_order(needed, seed_from_number(wanted->seed, try), order);
        if (!other && wanted->differs)
            continue;
        needed_write(needed, order);
        if (other && !ask_loader(arena, wanted, needed, order, &now, error))
            return false;
        *found = !other || (now.sum == before.sum && now.count == before.count);
    }
    return true;
}

bool libraries_arrange(struct arena *arena, const struct library_order *wanted,
                       struct text_list *names, struct error *error)
{
    NEEDED_CLEANUP struct needed needed;
    size_t order[NEEDED_MOST];
    bool found = false;
    if (!needed_open(wanted->program, &needed, error))
        return false;
    if (needed.count < 2 && wanted->differs)
        return failed(error, EXIT_FAILED,
                      "the program names %zu shared %s, too few to order: set it to 'off'",
                      needed.count, needed.count == 1 ? "library" : "libraries");
    if (needed.count > 1 && !find_order(arena, wanted, &needed, order, &found, error))
        return false;
    if (!found && wanted->differs)
        return failed(error, EXIT_FAILED,
                      "each other order of its %zu shared libraries changes which of them a symbol "
                      "comes from: set it to 'off'",
                      needed.count);
    if (!found)
        needed_write(&needed, NULL);
    for (size_t i = 0; i < needed.count; i++)
        text_list_add(names, arena, needed.names[found ? order[i] : i]);
    return true;
}
