// Installs the linker shim.
#include "build/capture/shim.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/record.h"
#include "build/capture/stand_in.h"
#include "build/toolchain/linker.h"

#include <stdlib.h>
#include <unistd.h>

bool shim_install(struct arena *arena, const struct toolchain *toolchain, const char *shim,
                  const char *folder, const char *records, struct text_list *settings,
                  struct error *error)
{
    if (access(shim, X_OK) != 0)
        return failed_errno(error, "cannot run the linker shim '%s'", shim);
    if (!folder_make(folder, error) || !folder_make(records, error))
        return false;
    for (size_t i = 0; linker_names[i]; i++) {
        char *link = path_join(arena, folder, linker_names[i]);
        if (symlink(shim, link) != 0)
            return failed_errno(error, "cannot make '%s'", link);
        const char *real = toolchain->linkers[i];
        text_list_add(settings, arena,
                      arena_printf(arena, "%s=%s", linker_variable(arena, linker_names[i]),
                                   real ? real : ""));
    }
    if (!stand_ins_install(arena, shim, folder, settings, error))
        return false;
    const char *before = getenv("COMPILER_PATH");
    text_list_add(settings, arena,
                  arena_printf(arena, "COMPILER_PATH=%s%s%s", folder, before ? ":" : "",
                               before ? before : ""));
    text_list_add(settings, arena, arena_printf(arena, RECORDS_VARIABLE "=%s", records));
    return true;
}
