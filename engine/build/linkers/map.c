// Rows of linkers' maps.
#include "build/linkers/map.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// GNU ld and gold: " .text.f  0xADDRESS  0xSIZE FILE", the name alone on a line if it is long.
bool map_row_of_gnu(struct arena *arena, char *line, char **pending, struct map_row *row)
{
    if (line[0] == ' ' && line[1] == '.') {
        size_t length = strcspn(line + 1, " ");
        *pending = arena_strndup(arena, line + 1, length);
        line += 1 + length;
    }
    line += strspn(line, " ");
    if (!*pending || !*line)
        return false;
    row->name = *pending;
    *pending = NULL;
    char *end;
    row->address = strtoull(line, &end, 16);
    line = end + strspn(end, " ");
    if (!text_starts(line, "0x"))
        return false;
    row->size = strtoull(line, &end, 16);
    row->file = end + strspn(end, " ");
    return *row->file != '\0';
}

bool map_row_of_llvm(char *line, bool has_load_address, int base, struct map_row *row)
{
    size_t length = strlen(line);
    char *name = strstr(line, ":(.");
    if (!name || line[length - 1] != ')')
        return false;
    char *at = line;
    row->address = strtoull(at, &at, 16);
    if (has_load_address)
        strtoull(at, &at, 16);
    row->size = strtoull(at, &at, base);
    strtoull(at, &at, 10);
    line[length - 1] = '\0';
    name[0] = '\0';
    row->name = name + 2;
    row->file = at + strspn(at, " ");
    return true;
}
