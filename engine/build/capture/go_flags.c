// Splits GOFLAGS as the go command does: nothing is escaped.
#include "build/capture/go_flags.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

struct text_list go_fields(struct arena *arena, const char *text)
{
    struct text_list fields = {0};
    while (*(text += strspn(text, blanks))) {
        char quote[] = {*text, '\0'};
        bool quoted = *text == '\'' || *text == '"';
        size_t length = strcspn(text + quoted, quoted ? quote : blanks);
        text_list_add(&fields, arena, arena_strndup(arena, text + quoted, length));
        text += quoted + length;
        text += quoted && *text;
    }
    return fields;
}

const char *go_user_tool(struct arena *arena, const char *flags)
{
    static const char option[] = "-toolexec=";
    struct text_list fields = go_fields(arena, flags);
    const char *tool = NULL;
    for (size_t i = 0; i < fields.count; i++) {
        const char *field = fields.items[i];
        field += text_starts(field, "--");
        if (text_starts(field, option))
            tool = field + strlen(option);
    }
    return tool && *tool ? tool : NULL;
}
