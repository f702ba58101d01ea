// One program of a build: its first link, and links with layouts.
#include "build/internal.h"

#include "base/files/files.h"
#include "build/elf/dynamic.h"
#include "build/elf/loaded.h"
#include "build/elf/repeated.h"
#include "build/elf/runpath.h"
#include "build/layout/libraries.h"
#include "build/linkers/linker.h"
#include "build/lto/lto.h"
#include "build/toolchain/sha256.h"
#include "model/build_result.h"
#include "model/layout.h"

#include <string.h>
#include <sys/stat.h>

enum { MANY_SECTIONS = 8, SCRIPT_MOST = 1 << 20 };

// ---- Which there are

bool program_has_linked(const struct program *program, const char *path)
{
    for (size_t i = 0; i < program->linked_count; i++)
        if (text_equal(program->linked[i].capture.output, path))
            return true;
    return false;
}

// Another array, so that none of a fixed size limits what plug-ins a command opens.
static struct linked *new_linked(struct program *program)
{
    if ((program->linked_count & (program->linked_count + 1)) == 0) {
        struct linked *all =
            arena_new_array(program->arena, struct linked, program->linked_count * 2 + 1);
        for (size_t i = 0; i < program->linked_count; i++)
            all[i] = program->linked[i];
        program->linked = all;
    }
    return &program->linked[program->linked_count++];
}

static struct timespec modified(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_mtim : (struct timespec){.tv_nsec = UTIME_NOW};
}

bool program_add_linked(struct program *program, const struct recorded_link *link, const char *path,
                        struct error *error)
{
    if (program_has_linked(program, path))
        return true;
    struct linked *linked = new_linked(program);
    *linked = (struct linked){
        .name = program_name_of(program, path), .size = size_of(path), .modified = modified(path)};
    linked->is_library = link_kind(&link->record.arguments, link->record.folder) == LINK_LIBRARY;
    return capture_link(program->arena, link, path, &linked->capture, error);
}

void linked_renew(struct program *program, const char *path)
{
    for (size_t i = 0; i < program->linked_count; i++)
        if (text_equal(program->linked[i].capture.output, path))
            program->linked[i].modified = (struct timespec){.tv_nsec = UTIME_NOW};
}

void program_digest_first(struct program *program)
{
    struct digest *digests = arena_new_array(program->arena, struct digest, program->linked_count);
    for (size_t i = 0; i < program->linked_count; i++)
        digests[i] = program->linked[i].first_sha256;
    digests_combine(digests, program->linked_count, program->first_sha256);
}

// ---- Links

struct relink relink_of(const struct program *program, const struct linked *linked)
{
    return (struct relink){.capture = &linked->capture,
                           .folder = linked->capture.record.folder,
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

// A member of a thin archive is named by its own path, and a script with that path opens the file
// again. A pattern matches only files that are open, so makes the path a pattern.
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

static void note_whole_objects(struct program *program, const struct linked *linked)
{
    const char *whose =
        program->linked_count > 1 ? arena_printf(program->arena, "'%s': ", linked->name) : "";
    if (linked->placed.whole_objects)
        text_list_printf(&program->whole_objects, program->arena,
                         "%s%zu of %zu units of code are whole objects, compiled without "
                         "-ffunction-sections: their functions move together (set 'cflags' to "
                         "compile with it)",
                         whose, linked->placed.whole_objects, linked->placed.count);
}

// Functions with sections of their own lie there, or the linker gave these a place of their own.
static bool has_split_functions(const struct linked *linked, const char *first)
{
    IMAGE_CLEANUP struct image image = {0};
    return linked->placed.whole_objects < linked->placed.count ||
           (image_map(first, "", &image) && image_has_section(&image, ".text."));
}

// Code that was compiled for such a script may lie elsewhere than its author meant.
static void note_script(struct program *program, const struct linked *linked, const char *first)
{
    struct arena *arena = program->arena;
    const char *script = linked->capture.own_script;
    TEXT_CLEANUP struct text text = {0};
    struct error ignored;
    if (script && has_split_functions(linked, first) &&
        file_read(path_join(arena, linked->capture.record.folder, script), SCRIPT_MOST, &text,
                  &ignored) &&
        script_has_text_alone(text.bytes))
        text_list_printf(&program->notes, arena,
                         "'%s': its linker script '%s' places .text alone, but functions "
                         "have sections of their own (.text.NAME) and lie elsewhere: let "
                         "it place .text.*, too, or compile with -fno-function-sections",
                         linked->name, script);
}

// Lets code be generated once, if the link generates code.
static bool generate_code(struct program *program, struct linked *linked, struct error *error)
{
    struct arena *arena = program->arena;
    const char *note;
    struct relink relink = relink_of(program, linked);
    linked->recorded = linked->capture;
    relink.capture = &linked->recorded;
    const struct lto_place place = {.folder =
                                        program_output(arena, program_place(arena, program, "lto"),
                                                       (size_t)(linked - program->linked)),
                                    .stand_in = program->workshop.linker_shim};
    if (!lto_generate(arena, &relink, &place, &linked->capture, &note, error))
        return false;
    if (note)
        text_list_printf(&program->notes, arena, "'%s': %s", linked->name, note);
    return true;
}

// An installation may change the run path of its copy: builds that take its place find the same
// libraries.
static bool take_runpath(struct program *program, struct linked *linked, const char *first,
                         struct error *error)
{
    struct dynamic own, linked_now;
    if (!dynamic_read(program->arena, linked->capture.output, &own) ||
        !dynamic_read(program->arena, first, &linked_now) ||
        text_equal(own.runpath, linked_now.runpath))
        return true;
    linked->runpath = own.runpath;
    linked->runpath_differs = true;
    return runpath_set(first, own.runpath, error) || failed_within(error, "'%s'", linked->name);
}

// A build may change a program behind its link, or put that of another link in its place; layouts
// would be those of another program. Code that LLVM generates once lies elsewhere.
static bool is_own(struct program *program, struct linked *linked, const char *first,
                   struct error *error)
{
    linked->difference = repeated_difference(program->arena, linked->capture.output, first,
                                             !linked->capture.is_generated);
    return !linked->difference ||
           failed(error, EXIT_FAILED,
                  "'%s' is not what its link makes: repeated, it has %s; let the build keep what "
                  "its link makes",
                  linked->name, linked->difference);
}

// Repeats the link without a layout, to read the sections and their addresses.
bool linked_prepare(struct program *program, struct linked *linked, struct error *error)
{
    struct arena *arena = program->arena;
    const char *first = program_output(arena, program_place(arena, program, "first"),
                                       (size_t)(linked - program->linked));
    const char *map = arena_printf(arena, "%s.map", first);
    struct relink relink = relink_of(program, linked);
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    struct text_list options = {0};
    const struct linker *linker = linked->capture.linker;
    bool replaced = linker->expands_percent && strchr(map, '%');
    if (linker->read_row)
        text_list_printf(&options, arena, "-Map=%s", replaced ? "%.map" : map);
    if ((linked->is_library && !library_keep(program, linked, error)) ||
        !generate_code(program, linked, error) || !link_plain(&relink, first, &options, error) ||
        (linker->read_row && !sections_read(arena, map, relink.folder, linker, &linked->placed,
                                            &linked->placed_data, error)) ||
        !is_own(program, linked, first, error) || !take_runpath(program, linked, first, error) ||
        !symbols_read(first, &symbols, error))
        return false;
    if (linker->opens_named_files) {
        mark_thin_members(arena, &linked->capture, &linked->placed);
        mark_thin_members(arena, &linked->capture, &linked->placed_data);
    }
    if (linker->arranges_symbols)
        sections_of_symbols(arena, &symbols, &linked->placed);
    linked->anchors = anchors_find(arena, &linked->placed, &linked->placed_data, &symbols);
    linked->first = symbols_copy(arena, &symbols);
    symbols_hash_file(&symbols, linked->first_sha256.hex);
    note_whole_objects(program, linked);
    note_script(program, linked, first);
    return true;
}

bool linked_leave_out(struct program *program, size_t index, const struct error *error)
{
    struct linked *linked = &program->linked[index];
    if (!linked->difference || program->linked_count == 1)
        return false;
    text_list_add_once(&program->beside, program->arena, linked->capture.output);
    program_note(program, arena_printf(program->arena,
                                       "'%s' runs, too, and has one layout in all builds: %s",
                                       linked->name, error->text));
    program->linked_count--;
    memmove(linked, linked + 1, (program->linked_count - index) * sizeof *linked);
    return true;
}

static bool is_possible(const struct linked *linked, const struct layout *layout,
                        struct error *error)
{
    const struct capture *capture = &linked->capture;
    bool arranged = layout->reordered || layout->padded || layout->data_arranged;
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
    if (layout->image_base && capture->base_refusal)
        return failed(error, EXIT_FAILED, "%s", capture->base_refusal);
    if (layout->compile_alignment && capture->is_generated)
        return failed(error, EXIT_FAILED,
                      "'function_alignment: {mode: compile}' cannot align code that LLVM generates "
                      "at the link: set 'mode: link', or compile without -flto");
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
                         const struct linked *linked, const struct layout *layout,
                         struct relink *relink, struct error *error)
{
    bool good = true;
    pthread_mutex_lock(&program->making);
    if (layout->compile_alignment) {
        relink->capture = &linked->recorded;
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

static bool identify(const struct linked *linked, const struct rendering *rendering,
                     const char *output, struct build_result *result, struct error *error)
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    if (!symbols_read(output, &symbols, error) ||
        !layout_verify(&rendering->layout, linked->capture.linker, &linked->anchors, &symbols,
                       error))
        return false;
    symbols_identify(&symbols, result->layout_id);
    symbols_hash_file(&symbols, result->binary_sha256);
    result->functions_moved = symbols_moved(&linked->first, &symbols);
    // mold's order is unpredictable, but among many functions some must move
    if (rendering->layout.reordered && linked->placed.count >= MANY_SECTIONS &&
        !result->functions_moved)
        return failed(error, EXIT_FAILED, "the linker did not follow the layout: nothing moved");
    return true;
}

const char *program_library_path(const struct program *program)
{
    const struct text_list *environment = &program->target.environment;
    for (size_t i = 0; i < environment->count; i++)
        if (text_starts(environment->items[i], "LD_LIBRARY_PATH="))
            return environment->items[i];
    return NULL;
}

// The symbols of two layouts may have the same addresses and other libraries before each other.
static void add_names(const struct text_list *names, struct build_result *result)
{
    struct sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, result->layout_id, strlen(result->layout_id));
    for (size_t i = 0; i < names->count; i++)
        sha256_add(&hash, names->items[i], strlen(names->items[i]) + 1);
    sha256_end(&hash, result->layout_id);
}

static bool arrange_libraries(struct arena *scratch, const struct program *program,
                              const struct linked *linked, const struct layout *layout,
                              const char *output, struct text_list *names, struct error *error)
{
    const struct library_order order = {
        .program = output,
        .folder = program->folder,
        .seed = layout->library_seed,
        .differs = layout->libraries_differ,
        .library_path =
            library_path_at(scratch, output, linked->capture.output, program_library_path(program)),
        .timeout_s = program->workshop.timeout_s,
        .stop = program->workshop.stop};
    return libraries_arrange(scratch, &order, names, error);
}

bool linked_link(struct program *program, const struct linked *linked, const struct layout *layout,
                 const char *output, struct build_result *result, struct error *error)
{
    struct arena scratch = {0};
    struct rendering rendering;
    struct relink relink = relink_of(program, linked);
    const char *absolute = path_absolute(&scratch, output);
    struct text_list names = {0};
    bool good = is_possible(linked, layout, error) &&
                make_objects(&scratch, program, linked, layout, &relink, error) &&
                link_layout(&scratch, &relink, layout, absolute, &rendering, error) &&
                (!linked->runpath_differs || runpath_set(absolute, linked->runpath, error)) &&
                (!layout->libraries_drawn ||
                 arrange_libraries(&scratch, program, linked, layout, absolute, &names, error)) &&
                identify(linked, &rendering, absolute, result, error);
    if (good && layout->libraries_drawn)
        add_names(&names, result);
    arena_release(&scratch);
    return good;
}
