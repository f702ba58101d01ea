// Fuzzes the journal of --tune: it names only files that --tune sets, or is refused.
#include "fuzz.h"
#include "machine/tune/journal.h"
#include "machine/tune/knobs.h"

#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct error error = {0};
    struct journal journal = journal_of(&arena, fuzzed_folder());
    bool outdated;
    const char *place =
        fuzzed_place(&arena, path_within(journal.path, fuzzed_folder()), data, size);
    if (chmod(place, 0600) != 0)
        abort();
    if (!journal_read(&journal, &outdated, &error) && error.code != EXIT_UNFIT)
        abort();
    for (size_t i = 0; i < journal.count; i++)
        if (!knob_knows(journal.files[i].path) || journal.files[i].length > size)
            abort();
    arena_release(&arena);
    return 0;
}
