// Repeats links by calling the linker itself with the recorded arguments.
#include "build/layout/link.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/linkers/linker.h"
#include "build/toolchain/tool.h"
#include "model/layout.h"

#include <stdio.h>
#include <unistd.h>

// In .preinit_array, which runs before any library's constructor allocates memory.
const char heap_source[] =
    "extern void *sbrk(long);\n"
    "extern char eswexp_heap_offset[];\n"
    "static void move_heap(void)\n"
    "{\n"
    "    sbrk((long)eswexp_heap_offset);\n"
    "}\n"
    "__attribute__((section(\".preinit_array\"), used)) static void (*entry)(void) = move_heap;\n";

static bool run_linker(struct arena *arena, const struct relink *relink, const char *output,
                       bool fixed, const struct text_list *objects, const struct text_list *options,
                       struct error *error)
{
    struct text_list arguments =
        capture_arguments(arena, relink->capture, output, fixed, objects, options);
    struct tool tool = {.arguments = arguments.items,
                        .environment = relink->capture->record.environment.items,
                        .folder = relink->folder,
                        .timeout_s = relink->timeout_s,
                        .stop = relink->stop};
    struct tool_end end = {0};
    bool good = tool_run(&tool, NULL, &end, error);
    if (good && !tool_succeeded(&end))
        good = tool_log(relink->log, &tool, &end, error) &&
               tool_failed(&end, "linking with a layout", error);
    text_release(&end.output);
    unlink(arena_printf(arena, "%s.res", output));
    return good;
}

static bool move_output(struct arena *arena, const char *linked, const char *output,
                        struct error *error)
{
    rename(arena_printf(arena, "%s.map", linked), arena_printf(arena, "%s.map", output));
    return rename(linked, output) == 0 ||
           failed_errno(error, "cannot move '%s' to '%s'", linked, output);
}

// Links under the program's own name: linkers write it into programs with versions of symbols.
// Beside the output may lie a map, and what else the linker's options ask for.
static bool run_link(struct arena *arena, const struct relink *relink, const char *output,
                     bool fixed, const struct text_list *objects, const struct text_list *options,
                     struct error *error)
{
    const char *folder = arena_printf(arena, "%s.link", output);
    char *linked = path_join(arena, folder, path_base(relink->capture->output));
    struct error ignored;
    bool good = folder_make(folder, error) &&
                run_linker(arena, relink, linked, fixed, objects, options, error) &&
                move_output(arena, linked, output, error);
    bool removed = tree_remove(folder, good ? error : &ignored);
    return good && removed;
}

bool link_plain(const struct relink *relink, const char *output, const struct text_list *options,
                struct error *error)
{
    struct arena scratch = {0};
    const struct text_list none = {0};
    bool good = run_link(&scratch, relink, output, false, &none, options, error);
    arena_release(&scratch);
    return good;
}

bool text_compile(const char *compiler, const char *source, const char *suffix, const char *object,
                  const char *log, struct error *error)
{
    if (!compiler)
        return failed(
            error, EXIT_FAILED,
            "this layout needs a C compiler, and there is no 'cc' on this machine: install "
            "it (Debian: apt install build-essential)");
    struct arena scratch = {0};
    char *path = arena_printf(&scratch, "%s.%s", object, suffix);
    char *program = arena_strdup(&scratch, compiler), *target = arena_strdup(&scratch, object);
    char compile[] = "-c", optimise[] = "-O1", fixed[] = "-fno-pic", out[] = "-o";
    char *arguments[] = {program, compile, optimise, fixed, path, out, target, NULL};
    struct tool tool = {.arguments = arguments, .environment = environ, .timeout_s = 60};
    struct tool_end end = {0};
    bool good = scratch_write(path, source, error) && tool_run(&tool, NULL, &end, error);
    if (good && !tool_succeeded(&end))
        good = tool_log(log, &tool, &end, error) &&
               tool_failed(&end, "compiling a helper object", error);
    unlink(path);
    text_release(&end.output);
    arena_release(&scratch);
    return good;
}

bool link_layout(struct arena *arena, const struct relink *relink, const struct layout *layout,
                 const char *output, struct rendering *rendering, struct error *error)
{
    if (!layout_render(arena, layout, relink->capture->linker, output, rendering, error))
        return false;
    const char *pads = rendering->pads ? arena_printf(arena, "%s.pads.o", output) : NULL;
    if (pads && !text_compile(relink->assembler, rendering->pads, "s", pads, relink->log, error))
        return false;
    struct text_list objects = {0};
    if (layout->heap_offset)
        text_list_add(&objects, arena, relink->heap_object);
    if (pads)
        text_list_add(&objects, arena, pads);
    bool good = run_link(arena, relink, output, layout->image_base != 0, &objects,
                         &rendering->arguments, error);
    if (pads)
        unlink(pads);
    unlink(arena_printf(arena, "%s.script", output));
    return good;
}
