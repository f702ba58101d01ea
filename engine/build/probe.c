// Tests a randomizer on a program by one draw and one link.
#include "build/probe.h"

#include "base/clock.h"
#include "build/internal.h"
#include "build/linkers/linker.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "run/start/preload.h"

static const char *const trial_name = "trial";

static bool is_reordered(const struct section *sections, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (sections[i].kind == sections[i - 1].kind &&
            sections[i].ordinal < sections[i - 1].ordinal)
            return true;
    return false;
}

static bool is_code_reordered(const struct layout *layout)
{
    return is_reordered(layout->sections, layout->section_count);
}

// Is the data in another order, or has it addresses of its own?
static bool is_data_moved(const struct layout *layout)
{
    return is_reordered(layout->data, layout->data_count) ||
           (layout->data_count && layout->data->modulus);
}

// Draws a layout; for a randomizer of the order, one that differs from the first link's.
static struct layout draw_trial(const struct program *program, size_t index,
                                const struct randomizer_use *use, struct arena *arena)
{
    enum { TRIES = 64 }; // two units keep their order in half of the draws
    struct layout layout = {0};
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        struct stream stream = stream_from(seed);
        struct address_layout address_layout = {0};
        struct draws draws = {0};
        layout = program_layouts(program, arena)[index];
        use->kind->draw_build(use, &stream, &layout, &address_layout, &draws);
        layout.libraries_differ = layout.libraries_drawn;
        if ((!layout.reordered || is_code_reordered(&layout)) &&
            (!layout.data_arranged || is_data_moved(&layout)))
            break;
    }
    return layout;
}

static bool has_data(const char *what, const struct layout *layout, struct error *error)
{
    if (is_data_moved(layout))
        return true;
    return failed(error, EXIT_FAILED,
                  "the %s has %zu unit%s of data to arrange, which is too few: compile it with "
                  "-fdata-sections (set 'cflags'), or set it to 'off'",
                  what, layout->data_count, layout->data_count == 1 ? "" : "s");
}

// Why a program has so few units, and the way on. Where functions have sections of their own
// already, no option makes more.
static const char *few_units_remedy(const struct program *program, const struct linked *linked)
{
    const struct placed_sections *placed = &linked->placed;
    bool split =
        program->target.kind == TARGET_SOURCES || (!placed->whole_objects && !placed->lacks_whole);
    if (!split)
        return "compile it (with LTO: link it too) with -ffunction-sections (set 'cflags'), or set "
               "it to 'off'";
    return linked->is_library
               ? "inlined functions do not count; set it to 'off'"
               : "inlined functions and, from -O2 on, main do not count; set it to 'off'";
}

// Are there enough units for this layout?
static bool has_units(const struct program *program, size_t index, const struct layout *layout,
                      struct error *error)
{
    const struct linked *linked = &program->linked[index];
    const char *what = linked->is_library ? "library" : "program";
    size_t units = layout->section_count;
    if (layout->data_arranged)
        return has_data(what, layout, error);
    if (layout->reordered ? is_code_reordered(layout) : units || !layout->padded)
        return true;
    if (units > 1)
        return failed(error, EXIT_FAILED,
                      "all code is in one object file: use several object files, or "
                      "'link_order: function'");
    return failed(error, EXIT_FAILED,
                  "the %s has %zu unit%s of code to arrange, which is too few: %s", what, units,
                  units == 1 ? "" : "s", few_units_remedy(program, linked));
}

// Do this program and its linker support the factor?
static bool is_supported(const struct program *program, size_t index,
                         const struct randomizer_use *use, struct error *error)
{
    const struct capture *capture = &program->linked[index].capture;
    struct toolchain_facts facts = linker_facts(capture->linker);
    facts.builds = facts.personality = true;
    facts.compiles = program->target.kind == TARGET_SOURCES;
    facts.preload_error = preload_error(program->arena);
    facts.preload_refusal = preload_refusal(capture->output);
    return use->kind->probe(use, &facts, error);
}

// A linker that shuffles sets no addresses: its padding counts only where another randomizer draws
// the order.
static bool is_shuffled(const struct program *program, size_t index, const struct layout *layout,
                        struct arena *arena, struct error *error)
{
    const struct linker *linker = program->linked[index].capture.linker;
    const struct target *target = &program->target;
    bool shuffled = !linker->shuffles || !layout->padded || layout->reordered;
    for (size_t i = 0; i < target->use_count && !shuffled; i++)
        shuffled = target->uses[i].kind->arranges &&
                   draw_trial(program, index, &target->uses[i], arena).reordered;
    return shuffled || failed(error, EXIT_FAILED,
                              "%s moves functions only by their order: add 'link_order', or %s",
                              linker->name, linker->instead);
}

static bool link_trial(struct program *program, size_t index, const struct layout *layout,
                       struct error *error)
{
    struct arena scratch = {0};
    struct linked *linked = &program->linked[index];
    const char *first = program_place(&scratch, program, trial_name);
    struct build_result result;
    int64_t begin_ns = clock_boot_ns();
    bool good = linked_link(program, linked, layout, program_output(&scratch, first, index),
                            &result, error);
    if (good)
        linked->trial_s = (double)(clock_boot_ns() - begin_ns) * 1e-9;
    arena_release(&scratch);
    return good;
}

static bool probe_one(struct program *program, size_t index, const struct randomizer_use *use,
                      struct error *error)
{
    struct arena scratch = {0};
    if (!is_supported(program, index, use, error))
        return false;
    struct layout layout = draw_trial(program, index, use, &scratch);
    bool good = has_units(program, index, &layout, error) &&
                is_shuffled(program, index, &layout, &scratch, error) &&
                link_trial(program, index, &layout, error);
    arena_release(&scratch);
    return good || failed_within(error, "%s", use->kind->name);
}

// How many programs and libraries a use can change, and why it cannot change the others.
struct probing {
    size_t good, good_libraries, concerned;
    uint64_t library_bytes; // of machine code, of the good libraries
    struct error *errors;   // by program; code 0: none
};

// A driver has too little code to arrange, and less than the libraries that move.
static bool is_driver(const struct program *program, size_t index, const struct randomizer_use *use,
                      const struct probing *probing)
{
    struct arena scratch = {0};
    struct error ignored;
    const struct linked *linked = &program->linked[index];
    struct layout layout = draw_trial(program, index, use, &scratch);
    bool little = !has_units(program, index, &layout, &ignored);
    arena_release(&scratch);
    return little && !linked->is_library && linked->size.text_bytes < probing->library_bytes;
}

// Leaves one of several programs out.
static void bar(struct program *program, size_t index, const struct randomizer_use *use,
                const struct probing *probing)
{
    struct arena *arena = program->arena;
    struct linked *linked = &program->linked[index];
    if (linked_is_barred(linked, use->kind) || linked->barred_count == BARRED_MOST)
        return;
    bool driver = is_driver(program, index, use, probing);
    linked->barred[linked->barred_count++] = use->kind;
    text_list_add_once(driver ? &program->whole_objects : &program->notes, arena,
                       driver ? arena_printf(arena,
                                             "'%s' has too little code to arrange and keeps its "
                                             "addresses; its libraries, which have more, move",
                                             linked->name)
                              : arena_printf(arena, "not randomized: '%s': %s", linked->name,
                                             probing->errors[index].text));
}

static bool probe_each(struct program *program, const struct randomizer_use *use,
                       struct probing *probing)
{
    for (size_t i = 0; use->kind->draw_build && i < program->linked_count; i++) {
        if (!linked_is_concerned(&program->linked[i], use->kind))
            continue;
        probing->concerned++;
        if (probe_one(program, i, use, &probing->errors[i])) {
            probing->good++;
            probing->good_libraries += program->linked[i].is_library;
            if (program->linked[i].is_library)
                probing->library_bytes += program->linked[i].size.text_bytes;
        } else if (probing->errors[i].code == EXIT_INTERRUPTED) {
            return false;
        }
    }
    return true;
}

// One that must not be missing is refused by any program that it cannot change. A library that it
// cannot change is left out, and so is a program whose code lies in libraries that it can change.
static bool is_refused(const struct program *program, const struct randomizer_use *use,
                       const struct probing *probing, struct error *error)
{
    for (size_t i = 0; i < program->linked_count; i++) {
        const struct linked *linked = &program->linked[i];
        bool may_miss =
            probing->good && (use->allow_missing || linked->is_library || probing->good_libraries);
        if (!probing->errors[i].code || (may_miss && probing->errors[i].code != EXIT_INTERRUPTED))
            continue;
        *error = probing->errors[i];
        if (program->linked_count > 1 && (probing->good || !use->allow_missing) &&
            error->code != EXIT_INTERRUPTED)
            failed_within(error, "'%s'", linked->name);
        return true;
    }
    return false;
}

// Of several programs, those that the use cannot change are left out, if it may be missing and can
// change another.
bool program_probe(struct program *program, const struct randomizer_use *use, struct error *error)
{
    struct probing probing = {
        .errors = arena_new_array(program->arena, struct error, program->linked_count)};
    static const struct toolchain_facts command = {.personality = true};
    bool ended = !probe_each(program, use, &probing);
    if (!probing.concerned && use->kind->draw_build)
        return use->kind->probe(use, &command, error);
    if (is_refused(program, use, &probing, error) || ended)
        return false;
    for (size_t i = 0; i < program->linked_count; i++)
        if (probing.errors[i].code)
            bar(program, i, use, &probing);
    return true;
}

// Draws one layout of all uses; false if one of them is not possible.
static bool draw_all(const struct program *program, size_t index, const struct randomizer_use *uses,
                     size_t count, struct arena *arena, struct layout *layout)
{
    struct error ignored;
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    *layout = program_layouts(program, arena)[index];
    for (size_t i = 0; i < count; i++) {
        struct stream stream = stream_from(i);
        if (!linked_is_concerned(&program->linked[index], uses[i].kind))
            continue;
        if (!is_supported(program, index, &uses[i], &ignored))
            return false;
        if (!uses[i].kind->draw_build)
            continue;
        struct layout own = draw_trial(program, index, &uses[i], arena);
        if (!has_units(program, index, &own, &ignored))
            return false;
        uses[i].kind->draw_build(&uses[i], &stream, layout, &address_layout, &draws);
    }
    return true;
}

bool program_probe_all(struct program *program, const struct randomizer_use *uses, size_t count)
{
    struct arena scratch = {0};
    struct layout layout;
    struct error ignored;
    bool good = true;
    for (size_t i = 0; good && i < program->linked_count; i++)
        good = draw_all(program, i, uses, count, &scratch, &layout) &&
               link_trial(program, i, &layout, &ignored);
    arena_release(&scratch);
    return good;
}

bool program_trial(struct program *program, struct arena *arena, struct trial_link *link,
                   struct error *error)
{
    const struct layout *plain = program_layouts(program, arena);
    *link = (struct trial_link){.binary = program_place(arena, program, trial_name)};
    for (size_t i = 0; i < program->linked_count; i++) {
        if (program->linked[i].trial_s <= 0 && !link_trial(program, i, &plain[i], error))
            return false;
        link->seconds += program->linked[i].trial_s;
    }
    return true;
}
