// function_alignment: randomizes padding before functions and their alignment.
#include "model/layout.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

#include <inttypes.h>

enum mode { AT_LINK, AT_COMPILE };
static const char *const modes[] = {"link", "compile", NULL};

enum { PAD, ALIGN, MODE };
static const struct randomizer_option options[] = {
    [PAD] = {.name = "pad",
             .help = "largest padding before a function, in steps of 16 (mode link)",
             .type = OPTION_SIZE,
             .high = 4096,
             .fallback = "48"},
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

static bool check(const struct randomizer_use *use, struct error *error)
{
    const struct option_value *align = &use->values[ALIGN];
    for (size_t i = 0; i < align->count; i++)
        if (align->numbers[i] & (align->numbers[i] - 1))
            return failed(error, EXIT_USAGE,
                          "'align' of 'function_alignment' takes powers of two, not %" PRIu64,
                          align->numbers[i]);
    return true;
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
    if (use->values[MODE].numbers[0] == AT_LINK && facts->linker == LINKER_UNKNOWN)
        return failed(error, EXIT_FAILED,
                      "function_alignment: this linker cannot set padding: use 'linker: bfd', lld, "
                      "gold or mold, or 'mode: compile'");
    return true;
}

static uint64_t pick(const struct option_value *values, struct stream *stream)
{
    return values->numbers[stream_below(stream, values->count)];
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    (void)address_layout;
    uint64_t seed = stream_next(stream);
    struct stream own = stream_from(seed);
    if (use->values[MODE].numbers[0] == AT_COMPILE) {
        layout->compile_alignment = (uint32_t)pick(&use->values[ALIGN], &own);
        draws_add_number(draws, build_draws[BYTES], layout->compile_alignment);
        return;
    }
    uint64_t most = use->values[PAD].numbers[0];
    for (size_t i = 0; i < layout->section_count; i++) {
        layout->sections[i].pad = (uint32_t)stream_multiple(&own, 0, most, 16);
        layout->sections[i].alignment = (uint32_t)pick(&use->values[ALIGN], &own);
    }
    layout->padded = true;
    draws_add_hex(draws, build_draws[SEED], seed);
}

const struct randomizer function_alignment_randomizer = {
    .name = "function_alignment",
    .summary = "padding before functions and their alignment",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODE,
    .build_draws = build_draws,
    .execution_draws = no_draws,
    .check = check,
    .draws_per_build = draws_per_build,
    .probe = probe,
    .draw_build = draw_build,
};
