// Writing and reading a bundle's manifest.
#include "bundle/manifest.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/toolchain/sha256.h"
#include "store/facts.h"

#include <jansson.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FORMAT = 1, MANIFEST_LIMIT = 1 << 28 };

// ---- Hashes

// The hash of a file, or of "link TARGET" for a symbolic link; "" for a folder and the manifest.
static bool hash_entry(struct arena *arena, const char *folder, const char *name,
                       char hex[static 65], struct error *error)
{
    struct stat status;
    char target[4097];
    const char *path = path_join(arena, folder, name);
    *hex = '\0';
    if (lstat(path, &status))
        return failed_errno(error, "cannot read '%s'", path);
    if (S_ISDIR(status.st_mode) || text_equal(name, MANIFEST_FILE))
        return true;
    if (S_ISREG(status.st_mode))
        return sha256_file(path, hex) || failed_errno(error, "cannot read '%s'", path);
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return failed_errno(error, "cannot read the link '%s'", path);
    struct sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, "link ", strlen("link "));
    sha256_add(&hash, target, (size_t)length);
    sha256_end(&hash, hex);
    return true;
}

// {path: SHA-256} of all in a folder; NULL: failed.
static json_t *hash_tree(struct arena *arena, const char *folder, struct error *error)
{
    struct text_list names;
    char hex[65];
    if (!tree_list(arena, folder, &names, error))
        return NULL;
    json_t *files = json_object();
    bool good = true;
    for (size_t i = 0; good && i < names.count; i++) {
        good = hash_entry(arena, folder, names.items[i], hex, error);
        if (good && *hex && json_object_set_new(files, names.items[i], json_string(hex)))
            good =
                failed(error, EXIT_USAGE,
                       "the name '%s' is not UTF-8, as those in a bundle must be", names.items[i]);
    }
    if (good)
        return files;
    json_decref(files);
    return NULL;
}

// ---- Writing

static json_t *list_value(const struct text_list *list)
{
    json_t *array = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(array, json_string(list->items[i]));
    return array;
}

static json_t *provenances_value(const struct manifest *manifest)
{
    json_t *array = json_array();
    for (size_t i = 0; i < manifest->provenance_count; i++) {
        const struct manifest_provenance *provenance = &manifest->provenances[i];
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:s?}", "folder", provenance->folder, "commit",
                                        provenance->commit, "patch", provenance->patch));
    }
    return array;
}

// {name: value} of the facts "KIND.name".
static bool set_facts(struct arena *arena, struct store *store, const char *kind, json_t *root,
                      struct error *error)
{
    struct stored_fact *facts;
    size_t count;
    if (!store_facts(store, arena, arena_printf(arena, "%s.", kind), &facts, &count, error))
        return false;
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, facts[i].key, json_string(facts[i].value));
    json_object_set_new(root, kind, object);
    return true;
}

static const char *fact(struct store *store, struct arena *arena, const char *key)
{
    const char *value = store_get(store, arena, key);
    return value ? value : "";
}

static bool dump(const json_t *root, const char *path, struct error *error)
{
    char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
    bool written = text ? file_write(path, text, strlen(text), error)
                        : failed(error, EXIT_FAILED, "a name in the bundle is not UTF-8");
    free(text);
    return written;
}

bool manifest_write(struct arena *arena, const char *folder, const struct manifest *manifest,
                    struct store *store, struct error *error)
{
    static const char *const kinds[] = {"machine", "toolchain", "program", "randomized",
                                        "revision"};
    json_t *files = hash_tree(arena, folder, error);
    if (!files)
        return false;
    json_t *root = json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "bundle", FORMAT, "eswexp",
        fact(store, arena, FACT_VERSION), "experiment", manifest->experiment, "spec",
        manifest->spec, "seed", fact(store, arena, FACT_SEED), "started",
        fact(store, arena, FACT_STARTED), "origins", provenances_value(manifest), "named",
        list_value(&manifest->named), "notes", list_value(&manifest->notes), "files", files);
    bool good = true;
    for (size_t i = 0; root && good && i < sizeof kinds / sizeof *kinds; i++)
        good = set_facts(arena, store, kinds[i], root, error);
    good = good && store_is_read(store, error) &&
           dump(root, path_join(arena, folder, MANIFEST_FILE), error);
    json_decref(root);
    return good;
}

// ---- Reading

static bool compare_files(struct arena *arena, const char *folder, const json_t *files,
                          struct text_list *differences, struct error *error)
{
    json_t *now = hash_tree(arena, folder, error);
    const char *name;
    json_t *was;
    if (!now)
        return false;
    json_object_foreach((json_t *)files, name, was)
    {
        const json_t *is = json_object_get(now, name);
        if (!is || !json_equal(was, is))
            text_list_printf(differences, arena, "'%s' is %s", name,
                             is ? "not the one that was bundled" : "missing");
        json_object_del(now, name);
    }
    json_object_foreach(now, name, was)
        text_list_printf(differences, arena, "'%s' was not in the bundle", name);
    json_decref(now);
    return true;
}

static const char *text_at(struct arena *arena, const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));
    return text ? arena_strdup(arena, text) : "";
}

static bool read_root(struct arena *arena, const char *path, const json_t *root,
                      struct manifest *manifest, struct error *error)
{
    json_int_t format = json_integer_value(json_object_get(root, "bundle"));
    if (format > FORMAT)
        return failed(error, EXIT_USAGE, "'%s' is of a newer eswexp: use that one", path);
    *manifest = (struct manifest){.experiment = text_at(arena, root, "experiment"),
                                  .spec = text_at(arena, root, "spec")};
    return (format == FORMAT && path_is_plain(manifest->experiment) &&
            !strchr(manifest->experiment, '/') && path_is_plain(manifest->spec) &&
            json_is_object(json_object_get(root, "files"))) ||
           failed(error, EXIT_USAGE, "'%s' is no manifest of a bundle", path);
}

bool manifest_read(struct arena *arena, const char *folder, struct manifest *manifest,
                   struct text_list *differences, struct error *error)
{
    json_error_t problem;
    TEXT_CLEANUP struct text text = {0};
    const char *path = path_join(arena, folder, MANIFEST_FILE);
    if (!file_exists(path))
        return failed(error, EXIT_USAGE, "'%s' is no bundle: it has no " MANIFEST_FILE, folder);
    if (!file_read(path, MANIFEST_LIMIT, &text, error))
        return false;
    json_t *root = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, &problem);
    bool good =
        root ? read_root(arena, path, root, manifest, error) &&
                   compare_files(arena, folder, json_object_get(root, "files"), differences, error)
             : failed(error, EXIT_USAGE, "'%s' is no manifest of a bundle: %s", path, problem.text);
    json_decref(root);
    return good;
}
