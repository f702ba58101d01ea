// Results without who measured them and where.
#include "commands/shared/anonymous.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <string.h>

enum { FILE_MOST = 1 << 30 };

bool anonymous_copy(struct store *store, const struct identity *identity, const char *to,
                    struct error *error)
{
    const char *path = path_join(identity->arena, to, "campaign.db");
    struct store *copy = store_copy(store, path, error) ? store_reopen(path, error) : NULL;
    bool done = copy && store_anonymise(copy, identity, error);
    store_close(copy);
    return done;
}

static bool check_file(const struct identity *identity, const char *folder, const char *name,
                       struct error *error)
{
    TEXT_CLEANUP struct text bytes = {0};
    const char *path = path_join(identity->arena, folder, name),
               *named = identity_found(identity, name, strlen(name));
    if (!named && !folder_exists(path) && !file_read(path, FILE_MOST, &bytes, error))
        return false;
    named = named ? named : identity_found(identity, bytes.bytes, bytes.length);
    return !named || failed(error, EXIT_FAILED, "not anonymous: '%s' is in '%s'", named, name);
}

bool anonymous_check(const struct identity *identity, const char *folder, struct error *error)
{
    struct text_list names;
    if (!tree_list(identity->arena, folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++)
        if (!check_file(identity, folder, names.items[i], error))
            return false;
    return true;
}
