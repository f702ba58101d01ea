// Fuzzes the check of pictures: a safe one is whole, and nothing stands around it.
#include "fuzz.h"
#include "report/pictures/picture_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    char *svg = fuzzed_text(&arena, data, size);
    if (!picture_flaw(svg, size)) {
        char *more = arena_printf(&arena, "%s<svg/>", svg), *less = strrchr(svg, '>');
        if (!picture_flaw(more, strlen(more)) || !picture_flaw(svg, (size_t)(less - svg)))
            abort();
    }
    arena_release(&arena);
    return 0;
}
