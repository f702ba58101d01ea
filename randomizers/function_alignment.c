// function_alignment: randomizes the addresses of functions modulo a power of two.
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

#include <inttypes.h>

enum mode { AT_LINK, AT_COMPILE };
static const char *const modes[] = {"link", "compile", NULL};

enum { MODULUS, ALIGN, MODE };
static const struct randomizer_option options[] = {
    [MODULUS] = {.name = "modulus",
                 .help = "power of two modulo which addresses are drawn (mode link)",
                 .type = OPTION_SIZE,
                 .low = 16,
                 .high = 4096,
                 .fallback = "64"},
    [ALIGN] = {.name = "align",
               .help = "alignments to draw from, powers of two",
               .type = OPTION_SIZES,
               .low = 1,
               .high = 4096,
               .fallback = "16, 32, 64"},
    [MODE] = {.name = "mode",
              .help = "link: each function separately; compile: all alike, recompiled",
              .type = OPTION_CHOICE,
              .choices = modes,
              .fallback = "link"},
};

enum { SEED, BYTES };
static const char *const build_draws[] = {
    [SEED] = "function_alignment_seed", [BYTES] = "function_alignment_bytes", NULL};
static const char *const no_draws[] = {NULL};

static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    (void)use;
    return linked;
}

static bool are_powers(const struct randomizer_use *use, size_t option, struct error *error)
{
    const struct option_value *value = &use->values[option];
    for (size_t i = 0; i < value->count; i++)
        if (value->numbers[i] & (value->numbers[i] - 1))
            return failed(error, EXIT_USAGE,
                          "'%s' of 'function_alignment' takes powers of two, not %" PRIu64,
                          options[option].name, value->numbers[i]);
    return true;
}

static bool check(const struct randomizer_use *use, struct error *error)
{
    return are_powers(use, MODULUS, error) && are_powers(use, ALIGN, error);
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    if (!facts->builds)
        return failed(error, EXIT_FAILED,
                      "function_alignment: eswexp does not link a command: give 'sources', or "
                      "'directory' with 'build'");
    if (use->values[MODE].numbers[0] != AT_LINK && !facts->compiles)
        return failed(error, EXIT_FAILED,
                      "function_alignment: a project compiles itself: use 'mode: link', or "
                      "-falign-functions in the 'cflags' of variants");
    if (use->values[MODE].numbers[0] == AT_LINK && facts->cannot.set_offsets)
        return failed(error, EXIT_FAILED, "function_alignment: %s cannot set padding: %s%s",
                      facts->linker, facts->instead, facts->compiles ? ", or 'mode: compile'" : "");
    return true;
}

static uint64_t pick(const struct option_value *values, struct stream *stream)
{
    return values->numbers[stream_below(stream, values->count)];
}

// The address is drawn, not a distance to the function before it, so that functions which another
// variant lacks move no other one across a boundary.
static void draw_offset(const struct randomizer_use *use, uint64_t seed, struct section *section)
{
    struct stream own = stream_from(seed_from_number(seed, section->symbol));
    uint64_t boundary = pick(&use->values[ALIGN], &own), modulus = use->values[MODULUS].numbers[0];
    section->modulus = (uint32_t)(modulus > boundary ? modulus : boundary);
    section->offset = (uint32_t)stream_multiple(&own, 0, section->modulus - boundary, boundary);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)address_layout;
    uint64_t seed = stream_next(stream);
    if (use->values[MODE].numbers[0] == AT_COMPILE) {
        struct stream own = stream_from(seed);
        layout->compile_alignment = (uint32_t)pick(&use->values[ALIGN], &own);
        draws_add_number(draws, build_draws[BYTES], layout->compile_alignment);
        return;
    }
    for (size_t i = 0; i < layout->section_count; i++)
        draw_offset(use, seed, &layout->sections[i]);
    layout->offset_seed = seed;
    layout->padded = true;
    draws_add_hex(draws, build_draws[SEED], seed);
}

const struct randomizer function_alignment_randomizer = {
    .name = "function_alignment",
    .summary = "addresses of functions modulo a power of two",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODE,
    .arranges = true,
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .check = check,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
