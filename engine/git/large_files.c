// Large files (git LFS): finds the bytes of a pointer.
#include "git/large_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { POINTER_BYTES_MOST = 1024 };

static const char beginning[] = "version https://git-lfs.github.com/spec/v1";

static bool is_pointer(const struct snapshot *snapshot, const git_blob *blob, const char *path)
{
    const char *value = NULL, *bytes = git_blob_rawcontent(blob);
    git_object_size_t size = git_blob_rawsize(blob);
    return size < POINTER_BYTES_MOST && size >= strlen(beginning) &&
           memcmp(bytes, beginning, strlen(beginning)) == 0 &&
           git_attr_get(&value, snapshot->git, GIT_ATTR_CHECK_INDEX_ONLY, path, "filter") == 0 &&
           git_attr_value(value) == GIT_ATTR_VALUE_STRING && strcmp(value, "lfs") == 0;
}

bool large_file_pointer(const char *bytes, size_t length, char name[static LARGE_FILE_NAME + 1],
                        off_t *size)
{
    char text[POINTER_BYTES_MOST] = {0};
    if (length >= sizeof text)
        return false;
    memcpy(text, bytes, length);
    const char *oid = strstr(text, "\noid sha256:"), *number = strstr(text, "\nsize ");
    if (!oid || !number)
        return false;
    oid += strlen("\noid sha256:");
    if (strspn(oid, "0123456789abcdef") != LARGE_FILE_NAME)
        return false;
    memcpy(name, oid, LARGE_FILE_NAME);
    name[LARGE_FILE_NAME] = '\0';
    *size = strtoll(number + strlen("\nsize "), NULL, 10);
    return true;
}

// lfs.storage, relative to git's folder.
static void add_store(const struct snapshot *snapshot, struct text *path)
{
    GIT_CLEANUP(config) *config = NULL;
    const char *storage = NULL;
    if (git_repository_config_snapshot(&config, snapshot->git) ||
        git_config_get_string(&storage, config, "lfs.storage"))
        storage = "lfs";
    if (*storage != '/')
        text_printf(path, "%s/", snapshot->place->common);
    text_add(path, storage);
}

bool large_file_find(const struct snapshot *snapshot, const git_blob *blob, const char *path,
                     struct text *stored, struct error *error)
{
    char name[LARGE_FILE_NAME + 1];
    off_t size = 0;
    struct stat status;
    const char *outer = snapshot->place->name;
    if (!is_pointer(snapshot, blob, path))
        return true;
    if (!large_file_pointer(git_blob_rawcontent(blob), (size_t)git_blob_rawsize(blob), name, &size))
        return failed(error, EXIT_FAILED,
                      "'%s' of commit %s is not a valid pointer to a large file (LFS)", path,
                      snapshot->commit);
    add_store(snapshot, stored);
    text_printf(stored, "/objects/%.2s/%.2s/%s", name, name + 2, name);
    if (stat(stored->bytes, &status) == 0 && status.st_size == size)
        return true;
    return failed(error, EXIT_FAILED,
                  "'%s%s%s' is a missing large file (LFS): git%s%s lfs fetch origin %s", outer,
                  *outer ? "/" : "", path, *outer ? " -C " : "", outer, snapshot->commit);
}
