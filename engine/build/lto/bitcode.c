// Reads the headers of archives: ar(5), as GNU and LLVM write it.
#include "build/lto/bitcode.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/elf/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 8, HEADER = 60, NAME = 16, SIZE_AT = 48, SIZE_DIGITS = 10, MEMBER_MOST = 1 << 30 };

static bool is_bitcode(const char *bytes, size_t length)
{
    return length >= 4 &&
           (memcmp(bytes, "BC\xC0\xDE", 4) == 0 || memcmp(bytes, "\xDE\xC0\x17\x0B", 4) == 0);
}

static bool is_archive(const char *bytes, size_t length)
{
    return length >= MAGIC &&
           (memcmp(bytes, "!<arch>\n", MAGIC) == 0 || memcmp(bytes, "!<thin>\n", MAGIC) == 0);
}

struct archive {
    const struct image *file;
    const char *path;
    const char *names; // the table of long names, or NULL
    size_t names_length, at;
    bool thin;
};

struct member {
    const char *header;
    const char *data; // of the archive, or of the file that a thin archive names
    size_t size;
    bool is_index, is_names;
};

static bool read_named(struct arena *arena, const struct archive *archive, struct text *data,
                       const char *header, struct error *error)
{
    char digits[NAME] = "";
    memcpy(digits, header + 1, NAME - 1);
    size_t begin = strtoull(digits, NULL, 10);
    if (header[0] != '/' || begin >= archive->names_length)
        return failed(error, EXIT_FAILED, "'%s' names no file for a member", archive->path);
    const char *name = archive->names + begin;
    const char *end = memchr(name, '\n', archive->names_length - begin);
    size_t length = end ? (size_t)(end - name) : archive->names_length - begin;
    length -= length && name[length - 1] == '/';
    return file_read(
        path_join(arena, path_folder(arena, archive->path), arena_strndup(arena, name, length)),
        MEMBER_MOST, data, error);
}

// The next member; false at the end, or with an error. `data` holds what a thin archive names.
static bool next_member(struct arena *arena, struct archive *archive, struct member *member,
                        struct text *data, struct error *error)
{
    const struct image *file = archive->file;
    if (archive->at + HEADER > file->size)
        return false;
    const char *header = file->bytes + archive->at;
    char digits[SIZE_DIGITS + 1] = "";
    memcpy(digits, header + SIZE_AT, SIZE_DIGITS);
    *member = (struct member){.header = header,
                              .data = header + HEADER,
                              .size = strtoull(digits, NULL, 10),
                              .is_index = memcmp(header, "/ ", 2) == 0 ||
                                          memcmp(header, "/SYM64/ ", 8) == 0,
                              .is_names = memcmp(header, "// ", 3) == 0};
    archive->at += HEADER;
    data->length = 0;
    if (archive->thin && !member->is_index && !member->is_names) {
        bool read = read_named(arena, archive, data, header, error);
        member->data = data->bytes;
        member->size = data->length;
        return read;
    }
    if (member->size > file->size - archive->at)
        return failed(error, EXIT_FAILED, "'%s' is cut off", archive->path);
    if (member->is_names) {
        archive->names = member->data;
        archive->names_length = member->size;
    }
    archive->at += member->size + member->size % 2;
    return true;
}

static struct archive archive_of(const char *path, const struct image *file)
{
    return (struct archive){
        .file = file, .path = path, .at = MAGIC, .thin = memcmp(file->bytes, "!<thin>", 7) == 0};
}

static enum content content_of_archive(const char *path)
{
    struct arena scratch = {0};
    struct error error = {0};
    IMAGE_CLEANUP struct image file = {0};
    TEXT_CLEANUP struct text data = {0};
    size_t bitcode = 0, other = 0;
    if (!image_map(path, "", &file))
        return CONTENT_OTHER;
    struct archive archive = archive_of(path, &file);
    for (struct member member; next_member(&scratch, &archive, &member, &data, &error);)
        if (!member.is_index && !member.is_names)
            ++*(is_bitcode(member.data, member.size) ? &bitcode : &other);
    arena_release(&scratch);
    return !bitcode ? CONTENT_OTHER : other ? CONTENT_BOTH : CONTENT_BITCODE;
}

enum content content_of(const char *path)
{
    char magic[MAGIC];
    FILE_CLEANUP FILE *stream = fopen(path, "re");
    size_t length = stream ? fread(magic, 1, sizeof magic, stream) : 0;
    if (is_archive(magic, length))
        return content_of_archive(path);
    return is_bitcode(magic, length) ? CONTENT_BITCODE : CONTENT_OTHER;
}

// With its size: that of a thin archive's member is the one when it was added.
static void add_member(struct text *copy, const struct member *member)
{
    char header[HEADER + 1], size[SIZE_DIGITS + 1];
    memcpy(header, member->header, HEADER);
    snprintf(size, sizeof size, "%-10zu", member->size);
    memcpy(header + SIZE_AT, size, SIZE_DIGITS);
    text_add_bytes(copy, header, HEADER);
    text_add_bytes(copy, member->data, member->size);
    if (member->size % 2)
        text_add_bytes(copy, "\n", 1);
}

bool archive_copy_other(const char *path, const char *copy, struct error *error)
{
    struct arena scratch = {0};
    IMAGE_CLEANUP struct image file = {0};
    TEXT_CLEANUP struct text data = {0}, written = {0};
    error->code = EXIT_FINE;
    if (!image_map(path, "", &file))
        return failed_errno(error, "cannot read '%s'", path);
    if (!is_archive(file.bytes, file.size))
        return failed(error, EXIT_FAILED, "'%s' is no archive", path);
    struct archive archive = archive_of(path, &file);
    text_add(&written, "!<arch>\n");
    for (struct member member; next_member(&scratch, &archive, &member, &data, error);)
        if (!member.is_index && (member.is_names || !is_bitcode(member.data, member.size)))
            add_member(&written, &member);
    arena_release(&scratch);
    return error->code == EXIT_FINE && file_write(copy, written.bytes, written.length, error);
}
