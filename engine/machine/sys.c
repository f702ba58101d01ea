// The kernel's small files, below a root that may be a fake one.
#include "machine/sys.h"

#include "base/files/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 4 << 20 };

const char *machine_root(void)
{
    const char *root = getenv("ESWEXP_MACHINE_ROOT");
    return root ? root : "";
}

static bool full_path(const char *root, const char *path, char full[static PATH_MAX])
{
    int length = snprintf(full, PATH_MAX, "%s%s", root, path);
    if (length >= 0 && length < PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

bool sys_read(const char *root, const char *path, struct text *text)
{
    char full[PATH_MAX];
    struct error ignored;
    return full_path(root, path, full) && file_read(full, FILE_LIMIT, text, &ignored);
}

// The line that begins here, or NULL if nothing is on it.
static char *line_at(struct arena *arena, const char *text)
{
    size_t length = strcspn(text, "\n");
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return length ? arena_strndup(arena, text, length) : NULL;
}

char *sys_line(struct arena *arena, const char *root, const char *path)
{
    TEXT_CLEANUP struct text text = {0};
    return sys_read(root, path, &text) ? line_at(arena, text.bytes) : NULL;
}

char *sys_text(struct arena *arena, const char *root, const char *path)
{
    TEXT_CLEANUP struct text text = {0};
    return sys_read(root, path, &text) ? arena_strndup(arena, text.bytes, text.length) : NULL;
}

const char *sys_host(struct arena *arena, const char *root)
{
    const char *name = sys_line(arena, root, "/proc/sys/kernel/hostname");
    return name ? name : "";
}

bool sys_number(const char *root, const char *path, uint64_t *number)
{
    TEXT_CLEANUP struct text text = {0};
    if (!sys_read(root, path, &text) || !isdigit((unsigned char)*text.bytes))
        return false;
    char *end;
    errno = 0;
    *number = strtoull(text.bytes, &end, 10);
    return !errno && end[strspn(end, " \t")] == (*end ? '\n' : '\0');
}

size_t sys_counts(const char *line, uint64_t *counts, size_t most)
{
    size_t count = 0;
    for (char *end; count < most; line = end) {
        line += strspn(line, " \t");
        if (!isdigit((unsigned char)*line))
            break;
        counts[count++] = strtoull(line, &end, 10);
    }
    return count;
}

char *sys_value(struct arena *arena, const char *root, const char *path, const char *key)
{
    TEXT_CLEANUP struct text text = {0};
    if (!sys_read(root, path, &text))
        return NULL;
    for (const char *line = text.bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!text_starts(line, key))
            continue;
        const char *colon = line + strlen(key) + strspn(line + strlen(key), " \t");
        if (*colon == ':')
            return line_at(arena, colon + 1 + strspn(colon + 1, " \t"));
    }
    return NULL;
}

bool sys_write(const char *root, const char *path, const char *text, struct error *error)
{
    char full[PATH_MAX];
    size_t length = strlen(text);
    if (!full_path(root, path, full))
        return failed_errno(error, "cannot write '%s'", path);
    FD_CLEANUP int fd = open(full, O_WRONLY | O_CLOEXEC);
    errno = fd < 0 ? errno : 0;
    if (fd >= 0 && write(fd, text, length) == (ssize_t)length) {
        (void)!ftruncate(fd, (off_t)length); // below a root; after what may be refused
        return true;
    }
    errno = errno ? errno : EIO;
    return failed_errno(error, "cannot write '%.*s' to '%s'", (int)strcspn(text, "\n"), text, full);
}

bool sys_exists(const char *root, const char *path)
{
    char full[PATH_MAX];
    return full_path(root, path, full) && access(full, F_OK) == 0;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct text_list sys_names(struct arena *arena, const char *root, const char *path)
{
    char full[PATH_MAX];
    struct text_list names = {0};
    DIR *folder = full_path(root, path, full) ? opendir(full) : NULL;
    for (const struct dirent *entry; folder && (entry = readdir(folder));)
        if (*entry->d_name != '.')
            text_list_add(&names, arena, arena_strdup(arena, entry->d_name));
    if (folder)
        closedir(folder);
    if (names.count)
        qsort(names.items, names.count, sizeof *names.items, by_bytes);
    return names;
}

bool sys_is_writable(const char *root, const char *path)
{
    char full[PATH_MAX];
    return full_path(root, path, full) && access(full, W_OK) == 0;
}
