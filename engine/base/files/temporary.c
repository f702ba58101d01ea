// Makes a temporary folder.
#include "base/files/temporary.h"

#include <stdlib.h>

bool temporary_make(struct arena *arena, char **path, struct error *error)
{
    const char *given = getenv("TMPDIR");
    *path = arena_printf(arena, "%s/eswexp-XXXXXX", given && *given == '/' ? given : "/tmp");
    return mkdtemp(*path) || failed_errno(error, "cannot make the folder '%s'", *path);
}
