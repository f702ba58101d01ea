// Finds and orders the DT_NEEDED entries of a program in place.
#include "build/layout/needed.h"

#include "base/files/files.h"
#include "base/text.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

// The bytes [offset, offset + size) of the file, or NULL if it is shorter.
static void *part(const struct needed *needed, uint64_t offset, uint64_t size)
{
    bool inside = offset <= needed->image_size && size <= needed->image_size - offset;
    return inside ? (char *)needed->image + offset : NULL;
}

static const ElfW(Phdr) *
    find_segment(const struct needed *needed, ElfW(Word) type, ElfW(Addr) address)
{
    const ElfW(Ehdr) *header = part(needed, 0, sizeof *header);
    const ElfW(Phdr) *segments =
        header ? part(needed, header->e_phoff, header->e_phnum * sizeof *segments) : NULL;
    for (size_t i = 0; segments && i < header->e_phnum; i++) {
        bool holds = address - segments[i].p_vaddr < segments[i].p_filesz;
        if (segments[i].p_type == type && (type != PT_LOAD || holds))
            return &segments[i];
    }
    return NULL;
}

static const char *text_at(const struct needed *needed, uint64_t offset)
{
    const char *text = part(needed, offset, 1);
    return text && memchr(text, '\0', needed->image_size - offset) ? text : NULL;
}

// lld names the loader itself, too, which is there before all others.
static bool is_loader(const struct needed *needed, const char *name)
{
    const char *slash = needed->loader ? strrchr(needed->loader, '/') : NULL;
    return slash && text_equal(slash + 1, name);
}

static bool read_entries(struct needed *needed)
{
    const ElfW(Phdr) *dynamic = find_segment(needed, PT_DYNAMIC, 0);
    const ElfW(Phdr) *interpreter = find_segment(needed, PT_INTERP, 0);
    if (!dynamic || !interpreter)
        return true;
    ElfW(Dyn) *entries = part(needed, dynamic->p_offset, dynamic->p_filesz);
    size_t count = entries ? dynamic->p_filesz / sizeof *entries : 0;
    ElfW(Addr) strings = 0;
    for (size_t i = 0; i < count; i++)
        if (entries[i].d_tag == DT_STRTAB)
            strings = entries[i].d_un.d_ptr;
    const ElfW(Phdr) *holder = find_segment(needed, PT_LOAD, strings);
    needed->loader = text_at(needed, interpreter->p_offset);
    for (size_t i = 0; holder && i < count && needed->count < NEEDED_MOST; i++) {
        if (entries[i].d_tag != DT_NEEDED)
            continue;
        uint64_t offset = holder->p_offset + (strings - holder->p_vaddr) + entries[i].d_un.d_val;
        const char *name = text_at(needed, offset);
        if (!name)
            return false;
        if (is_loader(needed, name))
            continue;
        needed->values[needed->count] = entries[i].d_un.d_val;
        needed->entries[needed->count] = &entries[i];
        needed->names[needed->count++] = name;
    }
    return needed->loader != NULL;
}

bool needed_open(const char *program, struct needed *needed, struct error *error)
{
    *needed = (struct needed){0};
    FD_CLEANUP int fd = open(program, O_RDWR | O_CLOEXEC);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return failed_errno(error, "cannot read '%s'", program);
    void *image = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (image == MAP_FAILED)
        return failed_errno(error, "cannot read '%s'", program);
    needed->image = image;
    needed->image_size = (size_t)status.st_size;
    return read_entries(needed) ||
           failed(error, EXIT_FAILED, "the table of libraries of '%s' is damaged", program);
}

void needed_close(struct needed *needed)
{
    if (needed->image)
        munmap(needed->image, needed->image_size);
    *needed = (struct needed){0};
}

void needed_write(struct needed *needed, const size_t *order)
{
    for (size_t i = 0; i < needed->count; i++)
        needed->entries[i]->d_un.d_val = needed->values[order ? order[i] : i];
}
