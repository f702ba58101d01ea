// A byte-code machine over many small functions in several files, sensitive to the code's layout.
#include "eswexp.h"
#include "interpreter/machine.h"

enum { MOST_PROGRAMS = 8 };

struct interpreter {
    const char *chosen;
    size_t count;
    const struct program *programs[MOST_PROGRAMS];
    struct code code[MOST_PROGRAMS];
    struct machine machine;
    bool wrong;
};

static bool set_up(struct esw_kernel *kernel)
{
    struct interpreter *interpreter = kernel->context;
    bool all = strcmp(interpreter->chosen, "all") == 0;
    for (const struct program *program = programs; program->name; program++) {
        if (!all && strcmp(interpreter->chosen, program->name) != 0)
            continue;
        if (!assemble(program->assembly, &interpreter->code[interpreter->count]))
            return false;
        interpreter->programs[interpreter->count++] = program;
    }
    if (interpreter->count == 0)
        fprintf(stderr, "interpreter: unknown program '%s'\n", interpreter->chosen);
    return interpreter->count > 0;
}

static void run(void *context, uint64_t iterations)
{
    struct interpreter *interpreter = context;
    struct machine *machine = &interpreter->machine;
    for (; iterations > 0; iterations--)
        for (size_t i = 0; i < interpreter->count; i++) {
            const struct program *program = interpreter->programs[i];
            bool right = machine_run(machine, &interpreter->code[i], program->text) &&
                         machine_pop(machine) == program->result;
            interpreter->wrong |= !right;
        }
}

static bool check(void *context)
{
    const struct interpreter *interpreter = context;
    return !interpreter->wrong;
}

int main(int argc, char **argv)
{
    static struct interpreter interpreter = {.chosen = "all"};
    const struct esw_option options[] = {
        {.name = "program",
         .help = "sieve, fibonacci, collatz, sorting, words (all)",
         .text = &interpreter.chosen},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "interpreter",
        .iteration = "one run of the chosen byte-code programs",
        .options = options,
        .context = &interpreter,
        .setup = set_up,
        .run = run,
        .check = check,
    };
    return esw_main(&kernel, argc, argv);
}
