// The errors of a build's steps: short, with the path of the whole log.
#include "build/internal.h"

#include "base/clock.h"
#include "base/files/trees.h"
#include "build/choice.h"
#include "build/toolchain/complaint.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

double step_limit_s(const struct workshop *workshop)
{
    static const double least_s = 1e-3; // 0 would be no limit
    return fmax(fmin(workshop->timeout_s, time_limit_left_s(&workshop->limit)), least_s);
}

// Older versions of Go, such as 1.19, split the variable at blanks, quoted or not.
static const char *remedy_of(const struct workshop *workshop, const struct text *output)
{
    bool split = output->length && strstr(output->bytes, "parsing $GOFLAGS") &&
                 strpbrk(workshop->folder, " \t\n");
    return split
               ? "\n(this Go takes no blank in GOFLAGS: set XDG_CACHE_HOME to a folder without one)"
               : "";
}

bool step_failed(struct arena *arena, const struct workshop *workshop, const struct tool_end *end,
                 const char *step, const char *command, struct error *error)
{
    struct error ignored;
    const char *cut = command ? cut_at_word(arena, command, COMPLAINT_LINE) : NULL;
    if (end->timed_out && time_limit_left_s(&workshop->limit) <= 0)
        return failed(error, EXIT_DEADLINE, "the %s in '%s%s%s'",
                      workshop->limit.is_deadline ? "deadline came" : "budget ended", step,
                      cut ? ": " : "", cut ? cut : "");
    bool whole = cut == command && complaint_of(arena, end->output.bytes, end->output.length).whole;
    tool_failed(end, cut ? arena_printf(arena, "'%s: %s'", step, cut) : step, error);
    const char *remedy = remedy_of(workshop, &end->output);
    if (*remedy)
        failed(error, error->code, "%s%s", error->text, remedy);
    if (error->code != EXIT_INTERRUPTED && !whole && workshop->kept_log &&
        file_copy(workshop->log, workshop->kept_log, &ignored))
        failed(error, error->code, "%s\n(whole command and output: '%s')", error->text,
               workshop->kept_log);
    return false;
}

static bool is_older(const char *path, const char *other)
{
    struct stat one, two;
    if (stat(path, &one) != 0 || stat(other, &two) != 0)
        return false;
    return one.st_mtim.tv_sec != two.st_mtim.tv_sec ? one.st_mtim.tv_sec < two.st_mtim.tv_sec
                                                    : one.st_mtim.tv_nsec < two.st_mtim.tv_nsec;
}

bool nothing_linked(const struct program *program, const char *command, struct error *error)
{
    if (!is_older(command, program_place(program->arena, program, SHIM_FOLDER)))
        return links_missing(program->arena, program->folder, error);
    return failed(error, EXIT_FAILED,
                  "the build linked nothing: '%s' was there before it; let 'build' begin by "
                  "removing it, as 'make clean' does",
                  program_name_of(program, command));
}
