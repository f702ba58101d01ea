// Finds the preloaded library, and programs that do not load it.
#include "run/start/preload.h"

#include "base/files/files.h"
#include "base/files/installation.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { HEADERS_MOST = 64, INTERPRETERS_MOST = 4 };

bool preload_path(struct arena *arena, char **path, struct error *error)
{
    if (!installation_helper(arena, "eswexp-heap.so", path, error))
        return false;
    return !strpbrk(*path, " :") ||
           failed(error, EXIT_FAILED,
                  "LD_PRELOAD cannot name '%s': install eswexp in a folder "
                  "without blanks and colons in its path",
                  *path);
}

const char *preload_error(struct arena *arena)
{
    char *path;
    struct error error;
    return preload_path(arena, &path, &error) ? NULL : arena_strdup(arena, error.text);
}

struct segments {
    ElfW(Phdr) headers[HEADERS_MOST];
    size_t count;
};

static bool read_segments(int fd, const ElfW(Ehdr) * header, struct segments *segments)
{
    size_t count = header->e_phnum < HEADERS_MOST ? header->e_phnum : HEADERS_MOST;
    ssize_t bytes =
        pread(fd, segments->headers, count * sizeof *segments->headers, (off_t)header->e_phoff);
    segments->count = bytes > 0 ? (size_t)bytes / sizeof *segments->headers : 0;
    return bytes >= 0;
}

static const ElfW(Phdr) * find_segment(const struct segments *segments, uint32_t type)
{
    for (size_t i = 0; i < segments->count; i++)
        if (segments->headers[i].p_type == type)
            return &segments->headers[i];
    return NULL;
}

// Where the byte of an address lies in the file; 0: nowhere.
static off_t file_offset(const struct segments *segments, ElfW(Addr) address)
{
    for (size_t i = 0; i < segments->count; i++) {
        const ElfW(Phdr) *at = &segments->headers[i];
        if (at->p_type == PT_LOAD && address >= at->p_vaddr && address - at->p_vaddr < at->p_filesz)
            return (off_t)(at->p_offset + (address - at->p_vaddr));
    }
    return 0;
}

// Is it the runtime of a sanitizer, which must be the first library?
static bool must_be_first(int fd, off_t name)
{
    static const char *const runtimes[] = {"libasan.so", "libtsan.so", "libhwasan.so",
                                           "libclang_rt."};
    char text[32] = "";
    ssize_t length = name ? pread(fd, text, sizeof text - 1, name) : 0;
    bool is = false;
    for (size_t i = 0; length > 0 && i < sizeof runtimes / sizeof *runtimes; i++)
        is = is || strncmp(text, runtimes[i], strlen(runtimes[i])) == 0;
    return is;
}

static bool loads_sanitizer(int fd, const struct segments *segments)
{
    enum { ENTRIES_MOST = 512 };
    ElfW(Dyn) entries[ENTRIES_MOST];
    const ElfW(Phdr) *dynamic = find_segment(segments, PT_DYNAMIC);
    size_t size =
        dynamic && dynamic->p_filesz < sizeof entries ? dynamic->p_filesz : sizeof entries;
    ssize_t bytes = dynamic ? pread(fd, entries, size, (off_t)dynamic->p_offset) : 0;
    size_t count = bytes > 0 ? (size_t)bytes / sizeof *entries : 0;
    off_t strings = 0;
    bool loads = false;
    for (size_t i = 0; i < count; i++)
        if (entries[i].d_tag == DT_STRTAB)
            strings = file_offset(segments, entries[i].d_un.d_ptr);
    for (size_t i = 0; strings && i < count && entries[i].d_tag != DT_NULL; i++)
        if (entries[i].d_tag == DT_NEEDED)
            loads = loads || must_be_first(fd, strings + (off_t)entries[i].d_un.d_val);
    return loads;
}

static bool is_native(const ElfW(Ehdr) * header)
{
    static const union {
        uint16_t number;
        unsigned char bytes[2];
    } one = {.number = 1};
    return header->e_ident[EI_CLASS] == (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) &&
           header->e_ident[EI_DATA] == (one.bytes[0] ? ELFDATA2LSB : ELFDATA2MSB);
}

// The dynamic linker ignores LD_PRELOAD where a program has more rights than who starts it.
static bool has_more_rights(int fd)
{
    struct stat status;
    if (fstat(fd, &status) != 0)
        return false;
    bool user = (status.st_mode & S_ISUID) && status.st_uid != getuid();
    bool group = (status.st_mode & S_ISGID) && status.st_gid != getgid();
    return user || group || (getuid() != 0 && fgetxattr(fd, "security.capability", NULL, 0) > 0);
}

// The interpreter of a script, cut out of its first bytes; or NULL.
static const char *interpreter_of(char *first)
{
    char *end;
    if (strncmp(first, "#!", 2) != 0)
        return NULL;
    first += 2 + strspn(first + 2, " \t");
    end = first + strcspn(first, " \t\n");
    *end = '\0';
    return *first ? first : NULL;
}

static const char *refusal(const char *path, int depth)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    union {
        ElfW(Ehdr) header;
        char text[256];
    } first = {.text = ""};
    if (fd < 0 || read(fd, first.text, sizeof first.text - 1) <= 0)
        return NULL; // its execution says why
    const char *interpreter = interpreter_of(first.text);
    if (interpreter)
        return depth < INTERPRETERS_MOST ? refusal(interpreter, depth + 1) : NULL;
    if (memcmp(first.header.e_ident, ELFMAG, SELFMAG) != 0)
        return NULL;
    if (!is_native(&first.header))
        return "is of another architecture than eswexp";
    struct segments segments;
    if (!read_segments(fd, &first.header, &segments))
        return NULL; // its execution says why
    if (!find_segment(&segments, PT_INTERP))
        return "is linked statically";
    if (loads_sanitizer(fd, &segments))
        return "must load the runtime of a sanitizer first";
    return has_more_rights(fd) ? "has the rights of another user" : NULL;
}

const char *preload_refusal(const char *path)
{
    return refusal(path, 0);
}

bool program_has_more_rights(const char *path)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd >= 0 && has_more_rights(fd);
}
