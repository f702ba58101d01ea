// The size of a program, by libelf.
#include "build/toolchain/size.h"

#include "base/files/files.h"

#include <fcntl.h>
#include <gelf.h>
#include <sys/stat.h>

static uint64_t text_of(Elf *elf)
{
    uint64_t bytes = 0;
    Elf_Scn *section = NULL;
    while (elf && (section = elf_nextscn(elf, section))) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_flags & SHF_EXECINSTR)
            bytes += header.sh_size;
    }
    return bytes;
}

struct size size_of(const char *path)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status = {0};
    if (fd < 0 || fstat(fd, &status) != 0)
        return (struct size){0};
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    struct size size = {(uint64_t)status.st_size, text_of(elf)};
    elf_end(elf);
    return size;
}
