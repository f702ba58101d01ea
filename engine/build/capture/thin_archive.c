// Reads the members of thin archives, as GNU ar and llvm-ar write them.
#include "build/capture/thin_archive.h"

#include "base/files/files.h"
#include "base/files/paths.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static const char magic[] = "!<thin>\n";
enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE = 10 };

static uint64_t number_at(const char *text, size_t length)
{
    char digits[24] = "";
    memcpy(digits, text, length < sizeof digits ? length : sizeof digits - 1);
    return strtoull(digits, NULL, 10);
}

// The name of a member: "/12" is where it begins in the table of names, which ends each with "/\n".
static const char *name_of(struct arena *arena, const char *header, const char *names,
                           size_t names_length)
{
    size_t at = header[0] == '/' ? number_at(header + 1, NAME - 1) : 0, length = 0;
    const char *text = header[0] == '/' ? names + at : header;
    size_t room = header[0] != '/' ? NAME : at < names_length ? names_length - at : 0;
    while (length < room && text[length] != '\n' && !(header[0] != '/' && text[length] == '/'))
        length++;
    length -= length && text[length - 1] == '/';
    return length ? arena_strndup(arena, text, length) : NULL;
}

static struct text_list read_members(struct arena *arena, FILE *file, const char *folder)
{
    struct text_list members = {0};
    char header[HEADER], *names = NULL;
    size_t names_length = 0;
    while (fread(header, 1, HEADER, file) == HEADER) {
        uint64_t size = number_at(header + SIZE_AT, SIZE);
        bool table = text_starts(header, "// "),
             index = header[0] == '/' && !table && !isdigit((unsigned char)header[1]);
        if (table && size < 1 << 28) {
            names = arena_alloc(arena, size + 1);
            names_length = fread(names, 1, size, file);
            if (size % 2)
                fgetc(file);
        } else if (index || table) {
            if (fseeko(file, (off_t)(size + size % 2), SEEK_CUR) != 0)
                break;
        } else {
            const char *name = name_of(arena, header, names, names_length);
            if (name)
                text_list_add(&members, arena, path_normal(arena, path_join(arena, folder, name)));
        }
    }
    return members;
}

struct text_list thin_members(struct arena *arena, const char *archive, const char *folder)
{
    struct text_list members = {0};
    char begin[MAGIC];
    FILE_CLEANUP FILE *file = fopen(archive, "re");
    if (file && fread(begin, 1, MAGIC, file) == MAGIC && memcmp(begin, magic, MAGIC) == 0)
        members = read_members(arena, file, folder);
    return members;
}
