// Digests the loaded sections of a program, by libelf.
#include "build/elf/image.h"

#include "base/files/files.h"
#include "base/text.h"
#include "build/toolchain/sha256.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static void blank(struct image *image, const char *folder)
{
    size_t length = strlen(folder);
    char *at = image->bytes, *end = image->bytes + image->size;
    while (length && (at = memmem(at, (size_t)(end - at), folder, length))) {
        memset(at, ' ', length);
        at += length;
    }
}

bool image_map(const char *path, const char *folder, struct image *image)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    *image = (struct image){0};
    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if (status.st_size == 0)
        return true;
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return false;
    *image = (struct image){bytes, (size_t)status.st_size};
    blank(image, folder);
    return true;
}

void image_unmap(struct image *image)
{
    if (image->bytes)
        munmap(image->bytes, image->size);
    *image = (struct image){0};
}

bool images_equal(const struct image *a, const struct image *b)
{
    return a->size == b->size && (!a->size || memcmp(a->bytes, b->bytes, a->size) == 0);
}

static Elf *elf_of(const struct image *image)
{
    elf_version(EV_CURRENT);
    Elf *elf = image->size ? elf_memory(image->bytes, image->size) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF)
        return elf;
    elf_end(elf);
    return NULL;
}

static void add_number(struct sha256 *hash, uint64_t number)
{
    sha256_add(hash, &number, sizeof number);
}

static void add_section(struct sha256 *hash, Elf_Scn *section, const GElf_Shdr *header,
                        const char *name)
{
    sha256_add(hash, name, strlen(name) + 1);
    add_number(hash, header->sh_type);
    add_number(hash, header->sh_flags);
    add_number(hash, header->sh_addr);
    add_number(hash, header->sh_size);
    const Elf_Data *data = header->sh_type == SHT_NOBITS ? NULL : elf_rawdata(section, NULL);
    bool is_id = text_equal(name, ".note.gnu.build-id") || text_equal(name, ".note.go.buildid");
    if (data && !is_id)
        sha256_add(hash, data->d_buf, data->d_size);
}

static bool add_segments(struct sha256 *hash, Elf *elf)
{
    size_t count;
    if (elf_getphdrnum(elf, &count) != 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (!gelf_getphdr(elf, (int)i, &segment))
            return false;
        add_number(hash, segment.p_type);
        add_number(hash, segment.p_flags);
        add_number(hash, segment.p_vaddr);
        add_number(hash, segment.p_memsz);
        add_number(hash, segment.p_align);
    }
    return true;
}

// Which libraries are loaded, from where and how, in order.
static void add_loading(struct sha256 *hash, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Dyn entry;
    for (int i = 0; data && gelf_getdyn(data, i, &entry); i++) {
        bool is_name =
            entry.d_tag == DT_NEEDED || entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH;
        const char *name = is_name ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
        if (name)
            sha256_add(hash, name, strlen(name) + 1);
        if (entry.d_tag == DT_FLAGS || entry.d_tag == DT_FLAGS_1)
            add_number(hash, entry.d_un.d_val);
    }
}

static void add_imports(struct sha256 *hash, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    GElf_Sym symbol;
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        const char *name =
            symbol.st_shndx == SHN_UNDEF ? elf_strptr(elf, header->sh_link, symbol.st_name) : NULL;
        if (name)
            sha256_add(hash, name, strlen(name) + 1);
    }
}

static void add_bound(struct sha256 *hash, Elf *elf, Elf_Scn *section, const GElf_Shdr *header,
                      const char *name)
{
    if ((header->sh_flags & SHF_EXECINSTR) || text_equal(name, ".gcc_except_table"))
        add_section(hash, section, header, name);
    if (header->sh_type == SHT_DYNAMIC)
        add_loading(hash, elf, section, header);
    if (header->sh_type == SHT_DYNSYM)
        add_imports(hash, elf, section, header);
}

static bool add_sections(struct sha256 *loaded, struct sha256 *code, struct sha256 *bound,
                         struct sha256 *sizes, Elf *elf, uint64_t *names_bytes)
{
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0)
        return false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name)
            return false;
        if (header.sh_flags & SHF_ALLOC)
            add_section(loaded, section, &header, name);
        add_bound(bound, elf, section, &header, name);
        if (header.sh_flags & SHF_EXECINSTR) {
            add_section(code, section, &header, name);
            sha256_add(sizes, name, strlen(name) + 1);
            add_number(sizes, header.sh_size);
        }
        if (text_equal(name, ".dynstr"))
            *names_bytes = header.sh_size;
    }
    return true;
}

bool image_digest(const struct image *image, struct image_digest *digest)
{
    Elf *elf = elf_of(image);
    GElf_Ehdr header;
    struct sha256 loaded, code, bound, sizes;
    sha256_begin(&loaded);
    sha256_begin(&code);
    sha256_begin(&bound);
    sha256_begin(&sizes);
    digest->names_bytes = 0;
    bool linked =
        elf && gelf_getehdr(elf, &header) && (header.e_type == ET_EXEC || header.e_type == ET_DYN);
    if (linked) {
        add_number(&loaded, header.e_machine);
        add_number(&loaded, header.e_entry);
        add_number(&bound, header.e_entry);
        linked = add_segments(&loaded, elf) &&
                 add_sections(&loaded, &code, &bound, &sizes, elf, &digest->names_bytes);
    }
    sha256_end(&loaded, digest->loaded);
    sha256_end(&code, digest->code);
    sha256_end(&bound, digest->bound);
    sha256_end(&sizes, digest->sizes);
    elf_end(elf);
    return linked;
}

char *image_compilers(struct arena *arena, const struct image *image)
{
    Elf *elf = elf_of(image);
    size_t names;
    char *lines = arena_strdup(arena, "");
    bool known = elf && elf_getshdrstrndx(elf, &names) == 0;
    for (Elf_Scn *section = NULL; known && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) ||
            !text_equal(elf_strptr(elf, names, header.sh_name), ".comment"))
            continue;
        const Elf_Data *data = elf_rawdata(section, NULL);
        for (size_t at = 0; data && data->d_buf && at < data->d_size;) {
            const char *line = (const char *)data->d_buf + at;
            size_t length = strnlen(line, data->d_size - at);
            lines = arena_printf(arena, "%s%.*s\n", lines, (int)length, line);
            at += length + 1;
        }
    }
    elf_end(elf);
    return lines;
}

bool image_has_section(const struct image *image, const char *prefix)
{
    Elf *elf = elf_of(image);
    size_t names;
    bool found = false, known = elf && elf_getshdrstrndx(elf, &names) == 0;
    for (Elf_Scn *section = NULL; known && !found && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        found = name && text_starts(name, prefix);
    }
    elf_end(elf);
    return found;
}
