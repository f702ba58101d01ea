// Builds a variant once, and links its programs with many layouts.
#include "build/internal.h"

#include "base/clock.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/project.h"
#include "build/stand_in/shim.h"
#include "build/toolchain/sha256.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "spec/target.h"

#include <string.h>

static bool empty_workshop(const struct workshop *workshop, struct error *error)
{
    return tree_remove(workshop->folder, error) && folder_make(workshop->folder, error);
}

void build_settings_add(struct arena *arena, struct text_list *settings)
{
    // a fixed __DATE__; an outer make must not pass flags to the project's make; cargo builds in
    // the copy
    static const char *const more[] = {"SOURCE_DATE_EPOCH=315532800",
                                       "LC_ALL=C",
                                       "MAKEFLAGS",
                                       "MFLAGS",
                                       "MAKELEVEL",
                                       "CARGO_TARGET_DIR",
                                       "CARGO_BUILD_TARGET_DIR",
                                       "CARGO_BUILD_BUILD_DIR"};
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        text_list_add(settings, arena, more[i]);
}

// Lets the build's compilers find the shim, which records links in `records`.
static bool install_shim(struct arena *arena, struct program *program, const char *records,
                         struct error *error)
{
    struct recipe *recipe = &program->recipe;
    return shim_install(arena, recipe->toolchain, recipe->target->kind == TARGET_PROJECT,
                        recipe->workshop->linker_shim, program_place(arena, program, SHIM_FOLDER),
                        records, &recipe->settings, error);
}

static bool make_project(struct arena *arena, struct program *program, struct error *error)
{
    const struct target *target = &program->target;
    program->folder = target->commit ? target->directory : program_place(arena, program, "tree");
    return (target->commit && build_reuse(program)) ||
           ((target->commit || project_copy(target->directory, program->folder, error)) &&
            project_build(arena, &program->recipe, program->folder, error));
}

static bool make_sources(struct arena *arena, struct program *program, struct error *error)
{
    const struct recipe *recipe = &program->recipe;
    const char *run = program_place(arena, program, "run");
    const char *objects = program_place(arena, program, "objects");
    program->folder = recipe->target->directory ? recipe->target->directory : run;
    return folder_make(run, error) && sources_compile(arena, recipe, objects, 0, error) &&
           sources_link(arena, recipe, objects, path_join(arena, run, recipe->target->benchmark),
                        error);
}

static bool build(struct arena *arena, struct program *program, struct error *error)
{
    struct target *target = &program->target;
    const char *records = program_place(arena, program, "records");
    const char *checkout = program_place(arena, program, "checkout");
    bool links = target_is_built(target);
    if ((links && !toolchain_resolve(arena, target, &program->toolchain, error)) ||
        !empty_workshop(&program->workshop, error) ||
        (target->commit && !target_checkout(arena, target, checkout, error)) ||
        (links && !install_shim(arena, program, records, error)))
        return false;
    build_settings_add(arena, &program->recipe.settings);
    if (!(target->kind == TARGET_PROJECT ? make_project : make_sources)(arena, program, error))
        return false;
    if (links && (!links_read(arena, records, &program->links, &program->library_links, error) ||
                  !links_locate(arena, &program->links, program->workshop.folder, records, error)))
        return false;
    clock_gettime(CLOCK_REALTIME, &program->built);
    build_keep(program); // without the inputs, which are no part of its key
    program->workshop.limit = program->workshop.layouts_limit;
    program->workshop.setup_s = NULL;
    return target_take_inputs(arena, program->asked, checkout, error);
}

static bool within(const struct program *program, struct error *error)
{
    return failed_within(error, "variant '%s' of '%s'", program->asked->variant,
                         program->asked->benchmark);
}

struct program *program_build(struct arena *arena, const struct target *target,
                              const struct workshop *workshop, struct error *error)
{
    struct program *program = arena_new(arena, struct program);
    program->arena = arena;
    program->asked = target;
    program->target = *target;
    program->workshop = *workshop;
    program->workshop.folder = path_absolute(arena, workshop->folder);
    program->workshop.log = path_absolute(arena, workshop->log);
    program->recipe = (struct recipe){.target = &program->target,
                                      .workshop = &program->workshop,
                                      .toolchain = &program->toolchain};
    pthread_mutex_init(&program->making, NULL);
    return build(arena, program, error) || within(program, error) ? program : NULL;
}

struct text_list program_outputs(const struct program *program, struct arena *arena)
{
    struct text_list outputs = {0};
    for (size_t i = 0; i < program->links.count; i++)
        if (file_can_run(program->links.items[i].output))
            text_list_add_once(&outputs, arena, program->links.items[i].output);
    return outputs;
}

struct program *program_prepare(struct arena *arena, const struct target *target,
                                const struct workshop *workshop, struct error *error)
{
    struct program *program = program_build(arena, target, workshop, error);
    return program && (programs_choose(program, error) || within(program, error)) ? program : NULL;
}

size_t program_count(const struct program *program)
{
    return program->linked_count;
}

int64_t program_kept_since(const struct program *program)
{
    return program->kept_since;
}

const char *program_kept_note(const struct program *program)
{
    return program->kept_note;
}

static struct section *copy_sections(struct arena *arena, const struct placed_sections *placed)
{
    struct section *sections = arena_new_array(arena, struct section, placed->count);
    for (size_t i = 0; i < placed->count; i++)
        sections[i] = placed->items[i];
    return sections;
}

struct layout *program_layouts(const struct program *program, struct arena *arena)
{
    struct layout *layouts = arena_new_array(arena, struct layout, program->linked_count);
    for (size_t i = 0; i < program->linked_count; i++) {
        const struct linked *linked = &program->linked[i];
        layouts[i] = (struct layout){
            .sections = copy_sections(arena, &linked->placed),
            .section_count = linked->placed.count,
            .data = copy_sections(arena, &linked->placed_data),
            .data_count = linked->placed_data.count,
            .heap_is_fixed = linked->capture.linker->cannot.move_heap,
        };
    }
    return layouts;
}

const char *program_path(const struct program *program, size_t index)
{
    return program->linked[index].capture.output;
}

const char *program_tree(const struct program *program)
{
    const char *checkout = program_place(program->arena, program, "checkout");
    return path_within(program->folder, checkout) ? checkout : program->folder;
}

struct timespec program_modified(const struct program *program, size_t index)
{
    return program->linked[index].modified;
}

const char *program_output(struct arena *arena, const char *output, size_t index)
{
    return index ? arena_printf(arena, "%s.%zu", output, index) : output;
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
    struct size sum = {0};
    for (size_t i = 0; i < program->linked_count; i++) {
        sum.file_bytes += program->linked[i].size.file_bytes;
        sum.text_bytes += program->linked[i].size.text_bytes;
    }
    return sum;
}

const char *program_linker_version(const struct program *program, size_t index)
{
    return program->linked[index].capture.linker_version;
}

const struct text_list *program_notes(const struct program *program)
{
    return &program->notes;
}

const struct text_list *program_whole_objects(const struct program *program)
{
    return &program->whole_objects;
}

void digests_combine(const struct digest *digests, size_t count, char hex[static 65])
{
    struct sha256 hash;
    sha256_begin(&hash);
    for (size_t i = 0; i < count; i++)
        sha256_add(&hash, digests[i].hex, strlen(digests[i].hex));
    sha256_end(&hash, hex);
    if (count == 1)
        memcpy(hex, digests->hex, sizeof digests->hex);
}

bool program_link(struct program *program, const struct layout *layouts, const char *output,
                  struct build_result *result, struct error *error)
{
    struct arena scratch = {0};
    size_t count = program->linked_count;
    struct digest *layout_ids = arena_new_array(&scratch, struct digest, count);
    struct digest *binaries = arena_new_array(&scratch, struct digest, count);
    int64_t start_ns = clock_boot_ns();
    bool good = true;
    result->functions_moved = 0;
    for (size_t i = 0; good && i < count; i++) {
        struct build_result one = {.functions_moved = 0};
        good = linked_link(program, &program->linked[i], &layouts[i],
                           program_output(&scratch, output, i), &one, error);
        memcpy(layout_ids[i].hex, one.layout_id, sizeof one.layout_id);
        memcpy(binaries[i].hex, one.binary_sha256, sizeof one.binary_sha256);
        result->functions_moved += one.functions_moved;
    }
    digests_combine(layout_ids, count, result->layout_id);
    digests_combine(binaries, count, result->binary_sha256);
    result->seconds = (double)(clock_boot_ns() - start_ns) / 1e9;
    arena_release(&scratch);
    return good;
}

bool program_script(const struct program *program, size_t index, const struct layout *layout,
                    const char *output, struct arena *arena, struct text_list *arguments,
                    struct error *error)
{
    struct rendering rendering;
    if (!layout_render(arena, layout, program->linked[index].capture.linker, output, &rendering,
                       error))
        return false;
    *arguments = rendering.arguments;
    return true;
}

// Those that a layout arranges, of all that the program defines (startup code included).
static const char *amount_of(struct arena *arena, const struct linked *linked)
{
    size_t whole = linked->placed.whole_objects, arranged = linked->placed.count - whole, all = 0;
    for (size_t i = 0; i < linked->first.count; i++)
        all += linked->first.items[i].function;
    const char *functions = text_counted(arena, arranged, "function");
    if (arranged < all)
        functions = arena_printf(arena, "%s of %zu", functions, all);
    return whole ? arena_printf(arena, "%s, %s", functions, text_counted(arena, whole, "object"))
                 : functions;
}

const char *program_relinked(const struct program *program, struct arena *arena)
{
    const char *all = program->idle ? NULL : "";
    for (size_t i = 0; all && i < program->linked_count; i++)
        all = arena_printf(arena, "%s%s%s (%s)", all, i ? ", " : "", program->linked[i].name,
                           amount_of(arena, &program->linked[i]));
    return all;
}
