// Digests a tree, entry by entry.
#include "build/code/tree_digest.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/toolchain/sha256.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MODE_BITS = 0777 };

// "f755" and the digest of a file, "l" and the target of a link, "d" for a folder.
static bool describe(struct arena *scratch, const char *path, const char **text,
                     struct error *error)
{
    char hex[65], target[PATH_MAX];
    struct stat status;
    if (lstat(path, &status) != 0)
        return failed_errno(error, "cannot read '%s'", path);
    ssize_t length = S_ISLNK(status.st_mode) ? readlink(path, target, sizeof target) : 0;
    bool read = S_ISREG(status.st_mode) && sha256_file(path, hex);
    *text = S_ISDIR(status.st_mode) ? "d"
            : S_ISLNK(status.st_mode) && length > 0
                ? arena_printf(scratch, "l%.*s", (int)length, target)
            : read ? arena_printf(scratch, "f%o%s", status.st_mode & MODE_BITS, hex)
                   : NULL;
    return *text || failed(error, EXIT_FAILED, "'%s' is no file that can be read", path);
}

bool tree_digest(const char *folder, char hex[static 65], struct error *error)
{
    struct arena scratch = {0}, each = {0};
    struct text_list names;
    struct sha256 hash;
    bool good = tree_list(&scratch, folder, &names, error);
    sha256_begin(&hash);
    for (size_t i = 0; good && i < names.count; i++) {
        const char *text = NULL;
        good = describe(&each, path_join(&each, folder, names.items[i]), &text, error);
        if (good) {
            sha256_add(&hash, names.items[i], strlen(names.items[i]) + 1);
            sha256_add(&hash, text, strlen(text) + 1);
        }
        arena_release(&each);
    }
    sha256_end(&hash, hex);
    arena_release(&scratch);
    return good;
}
