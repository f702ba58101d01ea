// Tests a randomizer on a program by one draw and one link.
#include "build/probe.h"

#include "build/internal.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "model/toolchain_facts.h"

static const char *const trial_name = "trial";

static bool is_reordered(const struct layout *layout)
{
    for (size_t i = 0; i < layout->section_count; i++)
        if (layout->sections[i].ordinal != i)
            return true;
    return false;
}

// Draws a layout; for a randomizer of the order, one that differs from the first link's.
static struct layout draw_trial(const struct program *program, const struct randomizer_use *use,
                                struct arena *arena)
{
    enum { TRIES = 64 }; // two units keep their order in half of the draws
    struct layout layout = {0};
    for (uint64_t seed = 0; seed < TRIES; seed++) {
        struct stream stream = stream_from(seed);
        struct address_layout address_layout = {0};
        struct draws draws = {0};
        layout = program_layout(program, arena);
        use->kind->draw_build(use, &stream, &layout, &address_layout, &draws);
        if (!layout.reordered || is_reordered(&layout))
            break;
    }
    return layout;
}

// Are there enough units of code for this layout?
static bool has_units(const struct program *program, const struct layout *layout,
                      struct error *error)
{
    size_t units = layout->section_count;
    if (layout->reordered ? is_reordered(layout) : units || !layout->padded)
        return true;
    if (units > 1)
        return failed(error, EXIT_FAILED,
                      "all code is in one object file: use several object files, or "
                      "'link_order: function'");
    return failed(error, EXIT_FAILED,
                  "the program has %zu unit%s of code to arrange, which is too few: %s", units,
                  units == 1 ? "" : "s",
                  program->target.kind == TARGET_SOURCES
                      ? "inlined functions and, from -O2 on, main do not count; set it to 'off'"
                      : "compile it (with LTO: link it too) with -ffunction-sections (set "
                        "'cflags'), or set it to 'off'");
}

// Does the linker of this program support the factor?
static bool is_supported(const struct program *program, const struct randomizer_use *use,
                         struct error *error)
{
    const struct toolchain_facts facts = {.linker = program->capture.kind,
                                          .builds = true,
                                          .compiles = program->target.kind == TARGET_SOURCES,
                                          .personality = true};
    return use->kind->probe(use, &facts, error);
}

static bool link_trial(struct program *program, const struct layout *layout, struct error *error)
{
    struct arena scratch = {0};
    struct build_result result;
    bool good =
        program_link(program, layout, program_place(&scratch, program, trial_name), &result, error);
    program->is_tried = program->is_tried || good;
    program->trial_s = good ? result.seconds : program->trial_s;
    arena_release(&scratch);
    return good;
}

bool program_probe(struct program *program, const struct randomizer_use *use, struct error *error)
{
    if (!is_supported(program, use, error))
        return false;
    if (!use->kind->draw_build)
        return true;
    struct arena scratch = {0};
    struct layout layout = draw_trial(program, use, &scratch);
    bool good = (has_units(program, &layout, error) && link_trial(program, &layout, error)) ||
                failed_within(error, "%s", use->kind->name);
    arena_release(&scratch);
    return good;
}

// Draws one layout of all uses; false if one of them is not possible.
static bool draw_all(const struct program *program, const struct randomizer_use *uses, size_t count,
                     struct arena *arena, struct layout *layout)
{
    struct error ignored;
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    *layout = program_layout(program, arena);
    for (size_t i = 0; i < count; i++) {
        struct stream stream = stream_from(i);
        if (!is_supported(program, &uses[i], &ignored))
            return false;
        if (!uses[i].kind->draw_build)
            continue;
        struct layout own = draw_trial(program, &uses[i], arena);
        if (!has_units(program, &own, &ignored))
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
    bool good =
        draw_all(program, uses, count, &scratch, &layout) && link_trial(program, &layout, &ignored);
    arena_release(&scratch);
    return good;
}

bool program_trial(struct program *program, struct arena *arena, struct trial_link *link,
                   struct error *error)
{
    struct layout plain = program_layout(program, arena);
    if (!program->is_tried && !link_trial(program, &plain, error))
        return false;
    *link = (struct trial_link){.binary = program_place(arena, program, trial_name),
                                .seconds = program->trial_s,
                                .units = plain.section_count};
    return true;
}
