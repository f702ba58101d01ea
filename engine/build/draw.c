// Draws the layouts of a build's programs from one stream, and places single functions.
#include "build/draw.h"

#include "build/internal.h"
#include "build/layout/function_address.h"
#include "build/layout/stable_name.h"

#include <stdlib.h>
#include <string.h>

bool linked_is_concerned(const struct linked *linked, const struct randomizer *kind)
{
    return !linked->is_library || kind->arranges;
}

bool linked_is_barred(const struct linked *linked, const struct randomizer *kind)
{
    for (size_t i = 0; i < linked->barred_count; i++)
        if (linked->barred[i] == kind)
            return true;
    return false;
}

// Each program or library that the command does not name has a stream of its own, by its name: what
// one variant runs or loads besides moves no draw of what both have.
static struct stream stream_of(const struct program *program, size_t index, uint64_t seed)
{
    struct arena scratch = {0};
    const char *name = stable_file(&scratch, program->linked[index].name);
    uint64_t number = 0;
    for (size_t i = 0; i < index; i++)
        number += text_equal(stable_file(&scratch, program->linked[i].name), name);
    uint64_t own = seed_from_number(seed_from(seed, name), number);
    arena_release(&scratch);
    return stream_from(own);
}

// Only the first draws are recorded, and apply to the processes, which all variants have alike:
// those of the others follow from the same seed.
void program_draw(const struct program *program, const struct randomizer_use *use,
                  struct stream *stream, struct layout *layouts,
                  struct address_layout *address_layout, struct draws *draws)
{
    bool drawn = false;
    struct stream whole = *stream;
    uint64_t seed = stream_next(&whole);
    for (size_t i = 0; i < program->linked_count; i++) {
        struct address_layout other_layout = *address_layout;
        struct draws other = {.count = 0};
        struct stream own = stream_of(program, i, seed);
        bool of_build = program->linked[i].is_named || (!drawn && !use->kind->arranges);
        if (!linked_is_concerned(&program->linked[i], use->kind) ||
            linked_is_barred(&program->linked[i], use->kind))
            continue;
        use->kind->draw_build(use, of_build ? stream : &own, &layouts[i],
                              drawn ? &other_layout : address_layout, drawn ? &other : draws);
        drawn = true;
    }
    if (!drawn && !use->kind->arranges) // a project of shared libraries only: its processes are
                                        // those of a ready command
        use->kind->draw_build(use, stream, NULL, address_layout, draws);
}

void functions_place(const struct program *program, const struct target *target,
                     struct layout *layouts)
{
    for (size_t i = 0; i < program->linked_count; i++)
        layout_set_addresses(&layouts[i], target->function_addresses,
                             target->function_address_count);
}

bool functions_can_be_placed(const struct program *program, const struct target *target,
                             struct error *error)
{
    struct arena scratch = {0};
    const struct layout *layouts = program_layouts(program, &scratch);
    bool good = true;
    for (size_t p = 0; good && p < target->function_address_count; p++) {
        const struct linker *refusing = NULL;
        bool found = false;
        for (size_t i = 0; i < program->linked_count; i++) {
            found = found || layout_has(&layouts[i], &target->function_addresses[p]);
            if (program->linked[i].capture.linker->cannot.place_functions)
                refusing = program->linked[i].capture.linker;
        }
        good = found && !refusing;
        if (refusing)
            failed(error, EXIT_FAILED, "%s places functions by itself: use another linker",
                   refusing->name);
        else if (!found)
            failed(error, EXIT_FAILED,
                   "the program has no function '%s' in a section of its own (inlined, or compiled "
                   "without -ffunction-sections)",
                   target->function_addresses[p].function);
    }
    arena_release(&scratch);
    return good || failed_within(error, "benchmark '%s', variant '%s': 'place'", target->benchmark,
                                 target->variant);
}

// ---- Which functions can be placed, and where they lie

static const char prefix[] = ".text.";

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct placeable *)a)->name, ((const struct placeable *)b)->name);
}

static int by_size(const void *a, const void *b)
{
    const struct placeable *one = a, *other = b;
    return one->size != other->size ? (one->size < other->size) - (one->size > other->size)
                                    : by_name(a, b);
}

static void add_program(const struct program *program, size_t index, struct arena *arena,
                        struct placeables *placeables)
{
    const struct linked *linked = &program->linked[index];
    for (size_t i = 0; i < linked->placed.count; i++) {
        const struct section *section = &linked->placed.items[i];
        if (text_starts(section->name, prefix) && section->size && linked->anchors.code[i].name)
            placeables->items[placeables->count++] = (struct placeable){
                stable_name(arena, section->name + strlen(prefix)), section->size, index, i};
    }
}

// `place` names all of the same name at once.
static void drop_repeated(struct placeables *placeables)
{
    struct placeable *items = placeables->items;
    size_t kept = 0, count = placeables->count;
    qsort(items, count, sizeof *items, by_name);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && text_equal(items[end].name, items[i].name); end++)
            ;
        if (end == i + 1)
            items[kept++] = items[i];
    }
    placeables->count = kept;
}

bool placeables_of(const struct program *program, struct arena *arena,
                   struct placeables *placeables, struct error *error)
{
    size_t room = 0;
    for (size_t i = 0; i < program->linked_count; i++) {
        const struct linker *linker = program->linked[i].capture.linker;
        if (linker->cannot.place_functions)
            return failed(error, EXIT_FAILED, "%s places functions by itself: use another linker",
                          linker->name);
        room += program->linked[i].placed.count;
    }
    *placeables = (struct placeables){.items = arena_new_array(arena, struct placeable, room)};
    for (size_t i = 0; i < program->linked_count; i++)
        add_program(program, i, arena, placeables);
    drop_repeated(placeables);
    qsort(placeables->items, placeables->count, sizeof *placeables->items, by_size);
    return true;
}

static bool locate_in(const struct program *program, size_t index,
                      const struct placeables *placeables, const char *path, uint64_t *addresses,
                      struct error *error)
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    if (!symbols_read(path, &symbols, error))
        return false;
    for (size_t i = 0; i < placeables->count; i++) {
        const struct placeable *item = &placeables->items[i];
        const struct anchor *anchor = &program->linked[index].anchors.code[item->section];
        if (item->program != index)
            continue;
        const struct symbol *symbol = symbols_find(&symbols, anchor->name, anchor->file);
        if (!symbol)
            return failed(error, EXIT_FAILED, "'%s' has no function '%s'", path, anchor->name);
        addresses[i] = symbol->address - anchor->offset;
    }
    return true;
}

bool placeables_locate(const struct program *program, const struct placeables *placeables,
                       const char *output, uint64_t *addresses, struct error *error)
{
    struct arena scratch = {0};
    bool good = true;
    for (size_t i = 0; good && i < program->linked_count; i++)
        good = locate_in(program, i, placeables, program_output(&scratch, output, i), addresses,
                         error);
    arena_release(&scratch);
    return good;
}
