// Running Slurm's client programs: environment, timeout, messages.
#include "executor/slurm/client.h"

#include "build/toolchain/tool.h"

#include <string.h>
#include <unistd.h>

// They take 9 s to find that the controller is down, a minute that there is no configuration.
static const double TIMEOUT_S = 90;

static const char SILENCE[] = "no answer within 90 s";

// The engine's, without variables that change the output of squeue and scancel.
static char **environment(struct arena *arena)
{
    struct text_list unwanted = {0};
    for (char **variable = environ; *variable; variable++)
        if (text_starts(*variable, "SQUEUE_") || text_starts(*variable, "SCANCEL_"))
            text_list_add(&unwanted, arena,
                          arena_strndup(arena, *variable, strcspn(*variable, "=")));
    return environment_with(arena, &unwanted).items;
}

bool slurm_ask(struct arena *arena, const char *const *arguments, struct slurm_answer *answer,
               struct error *error)
{
    const struct tool tool = {.arguments = (char *const *)arguments,
                              .environment = environment(arena),
                              .timeout_s = TIMEOUT_S};
    struct tool_end end = {0};
    bool ended = tool_run(&tool, NULL, &end, error);
    if (ended)
        *answer = (struct slurm_answer){
            .text = arena_strdup(arena, end.timed_out ? SILENCE : end.output.bytes),
            .success = tool_succeeded(&end)};
    text_release(&end.output);
    return ended;
}

const char *slurm_message(struct arena *arena, const struct slurm_answer *answer)
{
    TEXT_CLEANUP struct text line = {0};
    text_add(&line, "");
    char *rest = NULL;
    char *copy = arena_strdup(arena, answer->text);
    for (char *part = strtok_r(copy, "\n", &rest); part; part = strtok_r(NULL, "\n", &rest))
        text_printf(&line, "%s%s", line.length ? "; " : "", part);
    return arena_strdup(arena, line.bytes);
}

bool slurm_is_away(const struct slurm_answer *answer)
{
    static const char *const signs[] = {SILENCE,
                                        "Unable to contact slurm controller",
                                        "Socket timed out",
                                        "temporarily unable",
                                        "Transport endpoint is not connected",
                                        "Zero Bytes were transmitted"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(answer->text, signs[i]))
            return true;
    return false;
}
