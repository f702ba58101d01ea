// Reads loader, names and symbols of a linked file, by libelf.
#include "build/elf/dynamic.h"

#include "base/files/files.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>

// A file that is read: its dynamic symbols, or those of a static program.
struct reading {
    struct arena *arena;
    Elf *elf;
    struct dynamic *dynamic;
    bool is_dynamic, has_symbols;
};

static void read_loader(struct reading *reading)
{
    size_t count, size;
    char *bytes = elf_rawfile(reading->elf, &size);
    if (!bytes || elf_getphdrnum(reading->elf, &count) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (gelf_getphdr(reading->elf, (int)i, &header) && header.p_type == PT_INTERP &&
            header.p_offset < size && header.p_filesz <= size - header.p_offset)
            reading->dynamic->loader =
                arena_strndup(reading->arena, bytes + header.p_offset, header.p_filesz);
    }
}

static void read_names(struct reading *reading, Elf_Data *data, const GElf_Shdr *header)
{
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    enum { UPPER_HALF = 32 };
    reading->is_dynamic = true;
    for (size_t i = 0; i < count; i++) {
        GElf_Dyn entry;
        if (!gelf_getdyn(data, (int)i, &entry))
            return;
        bool is_path = entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH;
        const char *text = is_path || entry.d_tag == DT_SONAME
                               ? elf_strptr(reading->elf, header->sh_link, entry.d_un.d_val)
                               : NULL;
        const char *library = entry.d_tag == DT_NEEDED
                                  ? elf_strptr(reading->elf, header->sh_link, entry.d_un.d_val)
                                  : NULL;
        if (entry.d_tag == DT_FLAGS || entry.d_tag == DT_FLAGS_1)
            reading->dynamic->flags |= entry.d_un.d_val
                                       << (entry.d_tag == DT_FLAGS ? 0 : UPPER_HALF);
        if (library)
            text_list_add(&reading->dynamic->needed, reading->arena, library);
        if (text && *text)
            *(is_path ? &reading->dynamic->runpath : &reading->dynamic->soname) =
                arena_strdup(reading->arena, text);
    }
}

static bool is_reaching(const char *name)
{
    static const char *const names[] = {"execve",      "execv",        "execvp", "execvpe",
                                        "execl",       "execle",       "execlp", "fexecve",
                                        "posix_spawn", "posix_spawnp", "system", "popen",
                                        "dlopen",      "dlmopen",      NULL};
    for (const char *const *item = names; *item; item++)
        if (text_equal(name, *item))
            return true;
    return false;
}

// A dynamic file names what it uses of others; a static program contains it.
static void read_symbols(struct reading *reading, Elf_Data *data, const GElf_Shdr *header)
{
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    reading->has_symbols = true;
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        const char *name;
        if (gelf_getsym(data, (int)i, &symbol) &&
            (symbol.st_shndx == SHN_UNDEF) == reading->is_dynamic &&
            (name = elf_strptr(reading->elf, header->sh_link, symbol.st_name)))
            reading->dynamic->reaches = reading->dynamic->reaches || is_reaching(name);
    }
}

static void read_sections(struct reading *reading, GElf_Word type,
                          void (*read)(struct reading *reading, Elf_Data *data,
                                       const GElf_Shdr *header))
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(reading->elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == type)
            read(reading, elf_getdata(section, NULL), &header);
    }
}

bool dynamic_read(struct arena *arena, const char *path, struct dynamic *dynamic)
{
    *dynamic = (struct dynamic){0};
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
    bool is_linked = elf && elf_kind(elf) == ELF_K_ELF;
    struct reading reading = {arena, elf, dynamic, .is_dynamic = false};
    if (is_linked) {
        read_loader(&reading);
        read_sections(&reading, SHT_DYNAMIC, read_names);
        read_sections(&reading, reading.is_dynamic ? SHT_DYNSYM : SHT_SYMTAB, read_symbols);
        dynamic->reaches = dynamic->reaches || !reading.has_symbols;
    }
    elf_end(elf);
    return is_linked;
}
