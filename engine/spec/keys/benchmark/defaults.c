// The randomizers of a file that names none: whatever can be drawn without changing the program.
#include "spec/keys/benchmark/defaults.h"

#include "base/text.h"
#include "spec/target.h"

static const struct {
    const char *name;
    bool built, command;
} defaults[] = {
    {"link_order", true, false},
    {"function_alignment", true, false},
    {"environment_size", true, true},
    {"heap", false, true},
    {"aslr", false, true},
    {"hash_seed", false, true},
};

enum { COUNT = sizeof defaults / sizeof *defaults };

static size_t find(const struct randomizer *kind)
{
    size_t i = 0;
    while (i < COUNT && !text_equal(defaults[i].name, kind->name))
        i++;
    return i;
}

const char *default_randomizer_wording(const struct randomizer *kind)
{
    size_t i = find(kind);
    if (i == COUNT)
        return NULL;
    return !defaults[i].command ? "true, of what is built"
           : defaults[i].built  ? "true"
                                : "true, of a ready command";
}

// Then an execution is the top level, as the file has it.
static bool counts_executions_alone(const struct spec *spec)
{
    const size_t *real = spec->repeat.real, *pilot = spec->repeat.pilot;
    return (real[1] || pilot[1]) && !real[2] && !pilot[2] && !spec->attribution.variant;
}

static void set_level(struct randomizer_use *use, enum draw_level level)
{
    for (size_t i = 0; i < use->kind->option_count; i++)
        if (text_equal(use->kind->options[i].name, "level"))
            use->values[i].numbers[0] = level;
}

bool default_randomizer(const struct spec *spec, const struct target *target,
                        struct randomizer_use *use)
{
    size_t i = find(use->kind);
    if (i < COUNT && !target_is_built(target) && counts_executions_alone(spec))
        set_level(use, DRAW_EXECUTION);
    return i < COUNT && (target_is_built(target) ? defaults[i].built : defaults[i].command);
}
