// What the languages of linkers share.
#include "build/linkers/rendering.h"

#include "base/files/files.h"

// Data stands behind what the linker puts there itself: so constants are not in a page of code, and
// data stays between the symbols that mark its bounds.
const struct output_section output_sections[] = {
    [SECTION_CODE] = {".text", "BEFORE", "\"axR\",@progbits"},
    [SECTION_CONSTANTS] = {".rodata", "AFTER", "\"aR\",@progbits"},
    [SECTION_DATA] = {".data", "AFTER", "\"awR\",@progbits"},
    [SECTION_BSS] = {".bss", "AFTER", "\"awR\",@nobits"}};

bool layout_arranges_code(const struct layout *layout)
{
    return layout->reordered || layout->padded;
}

bool scratch_write(const char *path, const char *text, struct error *error)
{
    FILE_CLEANUP FILE *file = fopen(path, "we");
    if (!file || fputs(text, file) < 0 || fflush(file) != 0)
        return failed_errno(error, "cannot write '%s'", path);
    return true;
}
