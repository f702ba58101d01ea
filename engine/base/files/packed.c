// Data that zlib packed: streams of git's objects, and files of gzip.
#include "base/files/packed.h"

#include "base/files/files.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { PACKED_BYTES = 1 << 14, PLAIN_BYTES = 1 << 16, GZIP_ONLY = 16 + MAX_WBITS };

// Z_STREAM_END where it is whole.
static int unpack_block(z_stream *stream, unsigned char plain[static PLAIN_BYTES])
{
    stream->next_out = plain;
    stream->avail_out = PLAIN_BYTES;
    int code = inflate(stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR)
        out_of_memory();
    return code;
}

// What cannot be read is for its next reader to report.
static bool is_whole_stream(int fd, z_stream *stream)
{
    unsigned char packed[PACKED_BYTES], plain[PLAIN_BYTES];
    int code = Z_OK;
    while (code == Z_OK) {
        if (!stream->avail_in) {
            ssize_t length = read(fd, packed, sizeof packed);
            if (length <= 0)
                return length < 0;
            stream->next_in = packed;
            stream->avail_in = (unsigned)length;
        }
        code = unpack_block(stream, plain);
    }
    return code == Z_STREAM_END;
}

bool packed_is_whole(const char *path)
{
    FD_CLEANUP int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    z_stream stream = {0};
    if (fd < 0)
        return true;
    if (inflateInit(&stream) != Z_OK)
        out_of_memory();
    bool whole = is_whole_stream(fd, &stream);
    inflateEnd(&stream);
    return whole;
}

// ---- gzip

static bool is_gzip(const unsigned char *bytes, size_t length)
{
    return length >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

// All members of a file that follow each other.
static bool unpack_members(z_stream *stream, size_t limit, struct text *plain)
{
    unsigned char block[PLAIN_BYTES];
    int code = Z_OK;
    while (code == Z_OK && plain->length <= limit) {
        code = unpack_block(stream, block);
        text_add_bytes(plain, (const char *)block, sizeof block - stream->avail_out);
        if (code == Z_STREAM_END && is_gzip(stream->next_in, stream->avail_in))
            code = inflateReset(stream);
    }
    return code == Z_STREAM_END;
}

bool packed_gunzip(struct text *bytes, const char *path, size_t limit, struct error *error)
{
    if (!is_gzip((const unsigned char *)bytes->bytes, bytes->length))
        return true;
    struct text plain = {0};
    z_stream stream = {.next_in = (unsigned char *)bytes->bytes,
                       .avail_in = (unsigned)bytes->length};
    if (inflateInit2(&stream, GZIP_ONLY) != Z_OK)
        out_of_memory();
    bool whole = unpack_members(&stream, limit, &plain);
    inflateEnd(&stream);
    text_release(bytes);
    *bytes = plain;
    if (plain.length > limit)
        return failed(error, EXIT_USAGE, "'%s' holds more than %zu MiB", path, limit >> 20);
    return whole || failed(error, EXIT_USAGE, "'%s' is damaged: 'gzip -t' says where", path);
}
