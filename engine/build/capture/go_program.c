// Reads the build id that Go writes into a note of its programs, by libelf.
#include "build/capture/go_program.h"

#include "base/files/files.h"
#include "build/capture/go_link.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>

enum { GO_BUILD_ID = 4 }; // the type of the note

// The description of a note of Go among those of a section; *length: of what is found.
static const char *find_note(Elf_Data *data, size_t *length)
{
    GElf_Nhdr note;
    size_t name, description;
    for (size_t at = 0; (at = gelf_getnote(data, at, &note, &name, &description)) > 0;)
        if (note.n_type == GO_BUILD_ID && note.n_namesz >= sizeof "Go" &&
            memcmp((const char *)data->d_buf + name, "Go", sizeof "Go") == 0) {
            *length = note.n_descsz;
            return (const char *)data->d_buf + description;
        }
    return NULL;
}

static const char *read_id(struct arena *arena, Elf *elf)
{
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_NOTE)
            continue;
        size_t length = 0;
        Elf_Data *data = elf_getdata(section, NULL);
        const char *id = data ? find_note(data, &length) : NULL;
        if (id)
            return go_lasting_part(arena, id, length);
    }
    return NULL;
}

const char *go_program_id(struct arena *arena, const char *path)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    const char *id = elf && elf_kind(elf) == ELF_K_ELF ? read_id(arena, elf) : NULL;
    elf_end(elf);
    return id;
}
