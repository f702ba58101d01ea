// Programs built from sources, and linked with layouts.
#pragma once

#include "scratch.h"
#include "testing.h"

#include "base/stream.h"
#include "build/draw.h"
#include "build/layout/symbols.h"
#include "build/program.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "randomizers/options.h"

#include <stdio.h>

// A target and where it is built; every test starts with own sources and the default linker.
struct build {
    struct scratch *scratch;
    struct target target;
    struct workshop workshop;
    struct program *program;
    struct error error;
};

static inline struct build build_of(struct scratch *scratch)
{
    struct build build = {.scratch = scratch};
    build.target = (struct target){.benchmark = "bench", .variant = "O1"};
    build.workshop = (struct workshop){.folder = scratch_path(scratch, "shop"),
                                       .log = scratch_path(scratch, "log"),
                                       .linker_shim = ESWEXP_SHIM,
                                       .headers = ESWEXP_HEADERS,
                                       .timeout_s = 120};
    return build;
}

static inline struct build two_files(struct scratch *scratch, const char *linker, const char *first,
                                     const char *second)
{
    struct build build = build_of(scratch);
    build.target.linker = linker;
    text_list_add(&build.target.cflags, &scratch->arena, "-O1");
    text_list_add(&build.target.sources, &scratch->arena, scratch_file(scratch, "1.c", first));
    text_list_add(&build.target.sources, &scratch->arena, scratch_file(scratch, "2.c", second));
    return build;
}

// False where a tool that the test needs is not installed.
static inline bool is_here(const char *tool)
{
    char line[128];
    snprintf(line, sizeof line, "command -v %s >/dev/null 2>&1", tool);
    bool here = system(line) == 0;
    if (!here)
        printf("skipped: %s is not installed\n", tool);
    return here;
}

static inline void prepare(struct build *build)
{
    build->program =
        program_prepare(&build->scratch->arena, &build->target, &build->workshop, &build->error);
    if (!build->program)
        fail_msg("%s", build->error.text);
}

static inline const char *output_path(struct build *build, size_t index)
{
    return arena_printf(&build->scratch->arena, "%s/b%zu", build->scratch->folder, index);
}

// Links one layout by the randomizers named; an error is left in `build`.
static inline bool try_link(struct build *build, const char *const *names, uint64_t seed,
                            const char *output, struct build_result *result)
{
    struct arena arena = {0};
    struct layout *layouts = program_layouts(build->program, &arena);
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    for (; *names; names++) {
        struct randomizer_use use = randomizer_use_default(randomizer_find(*names));
        struct stream stream = stream_from(seed_from(seed, *names));
        program_draw(build->program, &use, &stream, layouts, &address_layout, &draws);
    }
    bool good = program_link(build->program, layouts, output, result, &build->error);
    arena_release(&arena);
    return good;
}

static inline void assert_prints(struct build *build, const char *program, const char *expected)
{
    char line[4096] = "";
    FILE *pipe = popen(program, "r");
    assert_non_null(pipe);
    size_t length = fread(line, 1, sizeof line - 1, pipe);
    line[length] = '\0';
    assert_int_equal(pclose(pipe), 0);
    if (!strstr(line, expected))
        fail_msg("'%s' of %s printed '%s'", program, build->target.benchmark, line);
}

static inline uint64_t address_of(const char *program, const char *name)
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    struct error error = {0};
    if (!symbols_read(program, &symbols, &error))
        fail_msg("%s", error.text);
    const struct symbol *symbol = symbols_find(&symbols, name, "");
    assert_non_null(symbol);
    return symbol->address;
}
