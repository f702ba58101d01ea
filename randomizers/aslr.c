// aslr: randomizes the addresses of image, heap, stack and mappings. docs/layouts.md, "Address
// space".
#include "model/layout.h"
#include "model/level.h"
#include "model/toolchain_facts.h"
#include "randomizers/randomizer.h"

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
static const uint64_t page = 4 * KIB;
#if defined __x86_64__
#define IMAGE_PAGE (4 * KIB)
#else
#define IMAGE_PAGE (64 * KIB) // the largest page size of kernels, to which linkers align
#endif

enum mode { SEEDED, KERNEL, OFF };
static const char *const modes[] = {"seeded", "kernel", "off", NULL};

enum { MODE, LEVEL };
static const struct randomizer_option options[] = {
    [MODE] = {.name = "mode",
              .help = "seeded: drawn; kernel: by the kernel, recorded; off: fixed",
              .type = OPTION_CHOICE,
              .choices = modes,
              .fallback = "seeded"},
    [LEVEL] = {.name = "level",
               .help = "draw stack and mappings for every build, or every execution",
               .type = OPTION_CHOICE,
               .choices = draw_levels,
               .fallback = "build"},
};

enum { IMAGE, HEAP, STACK, LIMIT }; // the draws, each a part
static const char *const parts[] = {
    [IMAGE] = "image", [HEAP] = "heap", [STACK] = "stack", [LIMIT] = "mappings", NULL};
static const char *const build_draws[] = {[IMAGE] = "image_base",
                                          [HEAP] = "heap_offset",
                                          [STACK] = "stack_offset",
                                          [LIMIT] = "stack_limit",
                                          NULL};

static uint64_t mode_of(const struct randomizer_use *use)
{
    return use->values[MODE].numbers[0];
}

static enum draw_level level(const struct randomizer_use *use)
{
    return (enum draw_level)use->values[LEVEL].numbers[0];
}

// Image and heap are set at the link, whatever the level of the stack.
static bool draws_per_build(const struct randomizer_use *use, bool linked)
{
    return mode_of(use) == SEEDED && (linked || level(use) == DRAW_BUILD);
}

static bool is_fixed(const struct randomizer_use *use)
{
    return mode_of(use) == OFF;
}

static bool probe(const struct randomizer_use *use, const struct toolchain_facts *facts,
                  struct error *error)
{
    if (mode_of(use) != KERNEL && !facts->personality)
        return failed(error, EXIT_FAILED,
                      "aslr: personality(ADDR_NO_RANDOMIZE) is refused here: allow it (docker: "
                      "--security-opt seccomp=unconfined), or use 'aslr: kernel'");
    if (facts->has_more_rights)
        return failed(error, EXIT_FAILED,
                      "aslr: the program has the rights of another user: the kernel chooses its "
                      "addresses, and it loses these rights where it is traced: leave 'aslr' out");
    if (mode_of(use) == SEEDED && facts->low_stack_limit)
        return failed(error, EXIT_FAILED,
                      "aslr: the hard limit of the stack is below 143 MiB, which moves the "
                      "mappings: raise it (ulimit -H -s), or use 'aslr: kernel'");
    if (mode_of(use) == SEEDED && facts->builds && facts->cannot.set_image_base)
        return failed(error, EXIT_FAILED,
                      "aslr: %s cannot set the image base: %s, or 'aslr: kernel'", facts->linker,
                      facts->instead);
    return true;
}

static void draw_stack(const struct randomizer_use *use, uint64_t seed,
                       struct address_layout *address_layout, struct draws *draws)
{
    struct stream stack = part_stream(use, seed, STACK), limit = part_stream(use, seed, LIMIT);
    address_layout->stack_offset = stream_multiple(&stack, 0, 2048, 16);
    address_layout->stack_limit =
        stream_multiple(&limit, STACK_LIMIT_LEAST, STACK_LIMIT_MOST, page);
    draws_add_number(draws, build_draws[STACK], address_layout->stack_offset);
    draws_add_number(draws, build_draws[LIMIT], address_layout->stack_limit);
}

// Below 2 GiB for the small code model, and above the usual image base.
static void draw_image(const struct randomizer_use *use, uint64_t seed, struct layout *layout,
                       struct draws *draws)
{
    struct stream image = part_stream(use, seed, IMAGE), heap = part_stream(use, seed, HEAP);
    layout->image_base = stream_multiple(&image, 16 * MIB, 1024 * MIB, IMAGE_PAGE);
    if (!layout->heap_is_fixed)
        layout->heap_offset = stream_multiple(&heap, 16, 64 * KIB, 16);
    draws_add_number(draws, build_draws[IMAGE], layout->image_base);
    if (!layout->heap_is_fixed)
        draws_add_number(draws, build_draws[HEAP], layout->heap_offset);
}

static void draw_build(const struct randomizer_use *use, struct stream *stream,
                       struct layout *layout, struct address_layout *address_layout,
                       struct draws *draws)
{
    address_layout->aslr = mode_of(use) == KERNEL ? ASLR_KERNEL : ASLR_FIXED;
    address_layout->record_addresses = mode_of(use) == KERNEL;
    uint64_t seed = stream_next(stream);
    if (mode_of(use) == SEEDED && layout)
        draw_image(use, seed, layout, draws);
    if (mode_of(use) == SEEDED && level(use) == DRAW_BUILD)
        draw_stack(use, seed, address_layout, draws);
}

static void draw_execution(const struct randomizer_use *use, struct stream *stream,
                           struct address_layout *address_layout, struct draws *draws)
{
    if (mode_of(use) == SEEDED && level(use) == DRAW_EXECUTION)
        draw_stack(use, stream_next(stream), address_layout, draws);
}

const struct randomizer aslr_randomizer = {
    .name = "aslr",
    .summary = "addresses of image, heap, stack and mappings",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .shorthand = MODE,
    .build_draws = build_draws,
    .execution_draws = &build_draws[STACK],
    .parts = parts,
    .linked_parts = STACK,
    .draws_per_build = draws_per_build,
    .is_fixed = is_fixed,
    .probe = probe,
    .draw_build = draw_build,
    .draw_execution = draw_execution,
};
