// Where a control group can be made that counts the memory of all processes in it.
#include "machine/memory_group.h"

#include "base/files/paths.h"
#include "base/text.h"
#include "machine/sys.h"

#include <string.h>

// The lines of a file.
static struct text_list lines_of(struct arena *arena, const char *root, const char *path)
{
    struct text_list lines = {0};
    char *rest = sys_text(arena, root, path), *line;
    while ((line = strsep(&rest, "\n")))
        if (*line)
            text_list_add(&lines, arena, line);
    return lines;
}

// Is the word in a list with `between` its words?
static bool has_word(const char *list, const char *word, const char *between)
{
    size_t length = strlen(word);
    for (; list && *list; list += strspn(list, between)) {
        size_t span = strcspn(list, between);
        if (span == length && strncmp(list, word, span) == 0)
            return true;
        list += span;
    }
    return false;
}

// Our group as /proc/self/cgroup has it, "NUMBER:CONTROLLERS:PATH". Version 2 has no controllers
// there, and does not count memory where a hierarchy of version 1 does.
static const char *own_group(struct arena *arena, const char *root, bool *second)
{
    struct text_list lines = lines_of(arena, root, "/proc/self/cgroup");
    const char *unified = NULL;
    *second = false;
    for (size_t i = 0; i < lines.count; i++) {
        char *controllers = strchr(lines.items[i], ':');
        char *path = controllers ? strchr(++controllers, ':') : NULL;
        if (!path)
            continue;
        *path++ = '\0';
        if (has_word(controllers, "memory", ","))
            return path;
        if (!*controllers)
            unified = path;
    }
    *second = unified != NULL;
    return unified;
}

// Where that path is mounted (proc(5), mountinfo: root and place are fields 4 and 5, type and
// options follow a dash), or NULL.
static const char *folder_of(struct arena *arena, const char *root, const char *group, bool second)
{
    struct text_list lines = lines_of(arena, root, "/proc/self/mountinfo");
    for (size_t i = 0; i < lines.count; i++) {
        char *line = lines.items[i], *type = strstr(line, " - "), *fields[5];
        for (size_t field = 0; field < 5; field++)
            fields[field] = strsep(&line, " ");
        if (!line || !type || !text_starts(type += 3, second ? "cgroup2 " : "cgroup "))
            continue;
        const char *top = text_equal(fields[3], "/") ? "" : fields[3];
        if ((second || has_word(strrchr(type, ' '), "memory", ", ")) && text_starts(group, top))
            return arena_printf(arena, "%s%s", fields[4],
                                text_equal(group + strlen(top), "/") ? "" : group + strlen(top));
    }
    return NULL;
}

// Makes groups, and moves processes into them and out again.
static bool is_ours(struct arena *arena, const char *root, const char *folder)
{
    return sys_is_writable(root, folder) &&
           sys_is_writable(root, arena_printf(arena, "%s/cgroup.procs", folder));
}

static bool hands_on(struct arena *arena, const char *root, const char *folder)
{
    const char *file = arena_printf(arena, "%s/cgroup.subtree_control", folder);
    return has_word(sys_line(arena, root, file), "memory", " ");
}

const char *memory_group_place(struct arena *arena, const char *root, const char **why)
{
    bool second;
    const char *group = own_group(arena, root, &second);
    const char *folder = group ? folder_of(arena, root, group, second) : NULL;
    const char *sign = second ? "cgroup.controllers" : "memory.max_usage_in_bytes";
    *why = "no control group counts memory here";
    if (!folder || !sys_exists(root, arena_printf(arena, "%s/%s", folder, sign)))
        return NULL;
    if (second && !hands_on(arena, root, folder))
        folder = path_folder(arena, folder);
    if (second && !hands_on(arena, root, folder))
        *why = "no group to divide (try systemd-run --user --scope)";
    else if (!is_ours(arena, root, folder))
        *why = "only root may divide its control group";
    else
        return folder;
    return NULL;
}
