// Finds the preloaded library, and programs that do not load it.
#include "run/preload.h"

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

static bool has_interpreter(int fd, const ElfW(Ehdr) * header)
{
    ElfW(Phdr) headers[HEADERS_MOST];
    size_t count = header->e_phnum < HEADERS_MOST ? header->e_phnum : HEADERS_MOST;
    ssize_t bytes = pread(fd, headers, count * sizeof *headers, (off_t)header->e_phoff);
    for (size_t i = 0; bytes >= 0 && i < (size_t)bytes / sizeof *headers; i++)
        if (headers[i].p_type == PT_INTERP)
            return true;
    return false;
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
    if (!has_interpreter(fd, &first.header))
        return "is linked statically";
    return has_more_rights(fd) ? "has the rights of another user" : NULL;
}

const char *preload_refusal(const char *path)
{
    return refusal(path, 0);
}
