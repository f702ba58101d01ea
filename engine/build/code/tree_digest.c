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

// "f755" and the digest of a file, "l" and the target of a link, "d" for a folder; NULL: an error.
static const char *describe(struct arena *scratch, const char *path, struct error *error)
{
    char hex[65], target[PATH_MAX];
    struct stat status;
    ssize_t length = 0;
    if (lstat(path, &status) != 0)
        failed_errno(error, "cannot read '%s'", path);
    else if (S_ISDIR(status.st_mode))
        return "d";
    else if (S_ISLNK(status.st_mode) && (length = readlink(path, target, sizeof target)) > 0)
        return arena_printf(scratch, "l%.*s", (int)length, target);
    else if (S_ISREG(status.st_mode) && sha256_file(path, hex))
        return arena_printf(scratch, "f%o%s", status.st_mode & MODE_BITS, hex);
    else
        failed(error, EXIT_FAILED, "'%s' is no file that can be read", path);
    return NULL;
}

bool tree_digest(const char *folder, char hex[static 65], struct error *error)
{
    struct arena scratch = {0}, each = {0};
    struct text_list names;
    struct sha256 hash;
    bool good = tree_list(&scratch, folder, &names, error);
    sha256_begin(&hash);
    for (size_t i = 0; good && i < names.count; i++) {
        const char *text = describe(&each, path_join(&each, folder, names.items[i]), error);
        good = text != NULL;
        if (text) {
            sha256_add(&hash, names.items[i], strlen(names.items[i]) + 1);
            sha256_add(&hash, text, strlen(text) + 1);
        }
        arena_release(&each);
    }
    sha256_end(&hash, hex);
    arena_release(&scratch);
    return good;
}
