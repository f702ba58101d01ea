// The error of a build's step: short, with the path of the whole log.
#include "build/internal.h"

#include "base/files/trees.h"
#include "build/toolchain/complaint.h"

bool step_failed(struct arena *arena, const struct workshop *workshop, const struct tool_end *end,
                 const char *step, const char *command, struct error *error)
{
    struct error ignored;
    const char *cut = command ? cut_at_word(arena, command, COMPLAINT_LINE) : NULL;
    bool whole = cut == command && complaint_of(arena, end->output.bytes, end->output.length).whole;
    tool_failed(end, cut ? arena_printf(arena, "'%s: %s'", step, cut) : step, error);
    if (error->code != EXIT_INTERRUPTED && !whole && workshop->kept_log &&
        file_copy(workshop->log, workshop->kept_log, &ignored))
        failed(error, error->code, "%s\n(whole command and output: '%s')", error->text,
               workshop->kept_log);
    return false;
}
