// Builds a program once, and links it with many layouts.
#include "build/internal.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/capture/own_library.h"
#include "build/capture/shim.h"
#include "model/build_result.h"
#include "model/layout.h"

#include <string.h>

enum { MANY_SECTIONS = 8 };

static bool empty_workshop(const struct workshop *workshop, struct error *error)
{
    return tree_remove(workshop->folder, error) && folder_make(workshop->folder, error);
}

void build_settings_add(struct arena *arena, struct text_list *settings)
{
    // a fixed __DATE__; an outer make must not pass flags to the project's make
    static const char *const more[] = {"SOURCE_DATE_EPOCH=315532800", "LC_ALL=C", "MAKEFLAGS",
                                       "MFLAGS", "MAKELEVEL"};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        text_list_add(settings, arena, more[i]);
}

// Builds up to the first link, which the shim records in `records`.
static bool build_once(struct arena *arena, struct program *program, const char *records,
                       struct error *error)
{
    struct recipe *recipe = &program->recipe;
    if (!shim_install(arena, recipe->toolchain, recipe->workshop->linker_shim,
                      program_place(arena, program, "shim"), records, &recipe->settings, error))
        return false;
    build_settings_add(arena, &recipe->settings);
    if (recipe->target->kind == TARGET_PROJECT) {
        bool here = recipe->target->commit != NULL;
        program->folder = here ? recipe->target->directory : program_place(arena, program, "tree");
        return (here || project_copy(recipe->target, program->folder, error)) &&
               project_build(arena, recipe, program->folder, error);
    }
    const char *run = program_place(arena, program, "run");
    const char *objects = program_place(arena, program, "objects");
    program->folder = recipe->target->directory ? recipe->target->directory : run;
    return folder_make(run, error) && sources_compile(arena, recipe, objects, 0, error) &&
           sources_link(arena, recipe, objects, path_join(arena, run, recipe->target->benchmark),
                        error);
}

struct relink relink_of(const struct program *program)
{
    return (struct relink){.capture = &program->capture,
                           .folder = program->capture.record.folder,
                           .assembler = program->toolchain.cc,
                           .log = program->workshop.log,
                           .timeout_s = program->workshop.timeout_s,
                           .stop = program->workshop.stop};
}

static bool is_named(const struct text_list *words, const char *file)
{
    for (size_t i = 0; i < words->count; i++)
        if (text_equal(words->items[i], file))
            return true;
    return false;
}

// GNU ld names a member of a thin archive by its own path, and a script with that path opens the
// file again. A pattern matches only files that are open, so makes the path a pattern.
static void mark_thin_members(struct arena *arena, const struct capture *capture,
                              struct placed_sections *placed)
{
    for (size_t i = 0; i < placed->count; i++) {
        const char *file = placed->items[i].file;
        size_t last = strlen(file) - 1;
        if (!strpbrk(file, ":*") && !is_named(&capture->record.arguments, file))
            placed->items[i].file = arena_printf(arena, "%.*s[%c]", (int)last, file, file[last]);
    }
}

static void add_notes(struct arena *arena, struct program *program)
{
    const char *library = own_library(arena, &program->capture.record, program->workshop.folder);
    if (program->placed.whole_objects)
        text_list_add(
            &program->notes, arena,
            arena_printf(arena,
                         "%zu of %zu units of code are whole objects, compiled without "
                         "-ffunction-sections: their functions move together (set 'cflags' to "
                         "compile with it)",
                         program->placed.whole_objects, program->placed.count));
    if (library)
        text_list_add(
            &program->notes, arena,
            arena_printf(arena,
                         "'%s' is a shared library of the project itself: it has one layout in "
                         "all builds, which may bias comparisons (link it statically: Meson "
                         "--default-library=static, CMake -DBUILD_SHARED_LIBS=OFF, configure "
                         "--disable-shared)",
                         library));
}

// Repeats the link without a layout, to read the sections and their addresses.
static bool link_first(struct arena *arena, struct program *program, struct error *error)
{
    const char *first = program_place(arena, program, "first");
    const char *map = program_place(arena, program, "first.map");
    struct relink relink = relink_of(program);
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    struct text_list options = {0};
    text_list_add(&options, arena, arena_printf(arena, "-Map=%s", map));
    if (!link_plain(&relink, first, &options, error) ||
        !sections_read(arena, map, relink.folder, program->capture.kind, &program->placed, error) ||
        !symbols_read(first, &symbols, error))
        return false;
    if (program->capture.kind == LINKER_BFD)
        mark_thin_members(arena, &program->capture, &program->placed);
    program->anchors = anchors_find(arena, &program->placed, &symbols);
    program->first = symbols_copy(arena, &symbols);
    symbols_hash_file(&symbols, program->first_sha256);
    add_notes(arena, program);
    return true;
}

static bool prepare(struct arena *arena, struct program *program, struct error *error)
{
    struct target *target = &program->target;
    const char *records = program_place(arena, program, "records");
    const char *checkout = program_place(arena, program, "checkout");
    if (!toolchain_resolve(arena, target, &program->toolchain, error) ||
        !empty_workshop(&program->workshop, error) ||
        (target->commit && !target_checkout(arena, target, checkout, error)) ||
        !build_once(arena, program, records, error))
        return false;
    const char *command =
        target->kind == TARGET_PROJECT && target->command.count ? target->command.items[0] : "";
    if (!capture_pick(arena, records, program->folder, command, &program->capture, error))
        return false;
    program->size = size_of(program->capture.output);
    return link_first(arena, program, error);
}

struct program *program_prepare(struct arena *arena, const struct target *target,
                                const struct workshop *workshop, struct error *error)
{
    struct program *program = arena_new(arena, struct program);
    program->asked = target;
    program->target = *target;
    program->workshop = *workshop;
    program->workshop.folder = path_absolute(arena, workshop->folder);
    program->workshop.log = path_absolute(arena, workshop->log);
    program->recipe = (struct recipe){.target = &program->target,
                                      .workshop = &program->workshop,
                                      .toolchain = &program->toolchain};
    pthread_mutex_init(&program->making, NULL);
    if (prepare(arena, program, error))
        return program;
    failed_within(error, "variant '%s' of '%s'", target->variant, target->benchmark);
    return NULL;
}

struct layout program_layout(const struct program *program, struct arena *arena)
{
    struct layout layout = {.section_count = program->placed.count};
    layout.sections = arena_new_array(arena, struct section, layout.section_count);
    for (size_t i = 0; i < layout.section_count; i++)
        layout.sections[i] = program->placed.items[i];
    return layout;
}

const char *program_path(const struct program *program)
{
    return program->capture.output;
}

const char *program_folder(const struct program *program)
{
    return program->folder;
}

const char *program_sha256(const struct program *program)
{
    return program->first_sha256;
}

struct size program_size(const struct program *program)
{
    return program->size;
}

const struct text_list *program_notes(const struct program *program)
{
    return &program->notes;
}

static bool is_possible(const struct program *program, const struct layout *layout,
                        struct error *error)
{
    const struct capture *capture = &program->capture;
    bool arranged = layout->reordered || layout->padded;
    if (arranged && capture->own_script)
        return failed(error, EXIT_FAILED,
                      "the program's own linker script ('%s') fixes the layout: link it "
                      "without -T",
                      capture->own_script);
    if (layout->image_base && capture->own_script)
        return failed(error, EXIT_FAILED,
                      "the program's own linker script ('%s') fixes its addresses: link it "
                      "without -T",
                      capture->own_script);
    if (layout->image_base && capture->static_pie)
        return failed(error, EXIT_FAILED,
                      "the image base of a static position-independent program cannot be set: "
                      "link it with -static -no-pie");
    return true;
}

// Compiles all sources with this alignment into `folder`, with the object names of the captured
// link.
static bool compile_aligned(struct arena *scratch, struct program *program, uint32_t alignment,
                            const char *folder, struct error *error)
{
    for (size_t i = 0; i < program->alignment_count; i++)
        if (program->alignments[i] == alignment)
            return true;
    if (!sources_compile(scratch, &program->recipe, folder, alignment, error))
        return false;
    program->alignments[program->alignment_count++] = alignment;
    return true;
}

// Makes objects that this layout needs and no earlier layout needed.
static bool make_objects(struct arena *scratch, struct program *program,
                         const struct layout *layout, struct relink *relink, struct error *error)
{
    bool good = true;
    pthread_mutex_lock(&program->making);
    if (layout->compile_alignment) {
        const char *name = arena_printf(scratch, "objects-%u", layout->compile_alignment);
        relink->folder = program_place(scratch, program, name);
        good = compile_aligned(scratch, program, layout->compile_alignment, relink->folder, error);
    }
    if (good && layout->heap_offset) {
        relink->heap_object = program_place(scratch, program, "heap.o");
        good = program->heap_made || text_compile(program->toolchain.cc, heap_source, "c",
                                                  relink->heap_object, relink->log, error);
        program->heap_made = good;
    }
    pthread_mutex_unlock(&program->making);
    return good;
}

static bool identify(const struct program *program, const struct rendering *rendering,
                     const char *output, struct build_result *result, struct error *error)
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    if (!symbols_read(output, &symbols, error) ||
        !layout_verify(&rendering->layout, program->capture.kind, program->anchors, &symbols,
                       error))
        return false;
    symbols_identify(&symbols, result->layout_id);
    symbols_hash_file(&symbols, result->binary_sha256);
    result->functions_moved = symbols_moved(&program->first, &symbols);
    // mold's order is unpredictable, but among many functions some must move
    if (rendering->layout.reordered && program->placed.count >= MANY_SECTIONS &&
        !result->functions_moved)
        return failed(error, EXIT_FAILED, "the linker did not follow the layout: nothing moved");
    return true;
}

bool program_link(struct program *program, const struct layout *layout, const char *output,
                  struct build_result *result, struct error *error)
{
    struct arena scratch = {0};
    struct rendering rendering;
    struct relink relink = relink_of(program);
    const char *absolute = path_absolute(&scratch, output);
    int64_t start_ns = clock_boot_ns();
    bool good = is_possible(program, layout, error) &&
                make_objects(&scratch, program, layout, &relink, error) &&
                link_layout(&scratch, &relink, layout, absolute, &rendering, error) &&
                identify(program, &rendering, absolute, result, error);
    result->seconds = (double)(clock_boot_ns() - start_ns) / 1e9;
    arena_release(&scratch);
    return good;
}
