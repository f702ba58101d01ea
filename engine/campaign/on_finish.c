// Running the user's command at the end.
#include "campaign/on_finish.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/toolchain/tool.h"

#include <fcntl.h>

const char *on_finish_word(enum exit_code code)
{
    switch (code) {
    case EXIT_FINE:
        return "finished";
    case EXIT_REGRESSION:
        return "regression";
    case EXIT_USAGE:
        return "refused";
    case EXIT_FAILED:
        return "failed";
    case EXIT_INCONCLUSIVE:
        return "inconclusive";
    case EXIT_UNFIT:
        return "unfit";
    case EXIT_DEADLINE:
        return "deadline";
    case EXIT_SKIP:
        return "inconclusive";
    case EXIT_ABORT:
        return "refused";
    case EXIT_INTERRUPTED:
        return "interrupted";
    }
    return "failed";
}

static struct text_list environment_of(struct arena *arena, const struct ending_told *ending)
{
    TEXT_CLEANUP struct text campaigns = {0};
    struct text_list settings = {0};
    text_add(&campaigns, "ESWEXP_CAMPAIGNS=");
    for (size_t i = 0; i < ending->campaigns.count; i++)
        text_printf(&campaigns, "%s%s", i ? "\n" : "",
                    path_absolute(arena, ending->campaigns.items[i]));
    text_list_add(&settings, arena, arena_strdup(arena, campaigns.bytes));
    text_list_printf(&settings, arena, "ESWEXP_RESULT=%s", on_finish_word(ending->code));
    text_list_printf(&settings, arena, "ESWEXP_EXIT=%d", (int)ending->code);
    text_list_printf(&settings, arena, "ESWEXP_MESSAGE=%s", ending->message ? ending->message : "");
    return environment_with(arena, &settings);
}

// All its output is passed on, so the error does not quote it.
static void pass_on(struct text *output)
{
    fwrite(output->bytes, 1, output->length, stderr);
    if (output->length && output->bytes[output->length - 1] != '\n')
        fputc('\n', stderr);
    output->length = 0;
}

static bool run(struct arena *arena, const struct tool *tool, struct error *error)
{
    struct tool_end end = {0};
    bool done = tool_run(tool, NULL, &end, error);
    if (done) {
        pass_on(&end.output);
        done = tool_succeeded(&end) ||
               tool_failed(&end, arena_printf(arena, "'%s'", tool->arguments[2]), error);
    }
    text_release(&end.output);
    return done;
}

void on_finish_run(const char *command, const struct ending_told *ending, double most_s,
                   const struct log *log, const volatile sig_atomic_t *stop)
{
    if (!command)
        return;
    struct arena arena = {0};
    struct error error = {.code = EXIT_FINE};
    struct text_list environment = environment_of(&arena, ending);
    struct text_list arguments = {0};
    text_list_add(&arguments, &arena, "/bin/sh");
    text_list_add(&arguments, &arena, "-c");
    text_list_add(&arguments, &arena, command);
    const struct tool tool = {
        .arguments = arguments.items,
        .environment = environment.items,
        .timeout_s = most_s,
        .stop = *stop ? NULL : stop, // the Ctrl-C that ended the campaign does not end the command
    };
    // If stdin is closed, /dev/null takes its descriptor, so that the command's output does not.
    FD_CLEANUP int in_place_of_stdin = open("/dev/null", O_RDONLY | O_CLOEXEC);
    (void)in_place_of_stdin;
    fflush(stdout); // the command may read our output
    if (!run(&arena, &tool, &error))
        log_warning(log, "the command of --on-finish: %s", error.text);
    arena_release(&arena);
}
