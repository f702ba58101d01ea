// Any text is an experiment or a list of mistakes.
#include "spec/keys/experiment.h"
#include "spec/spec.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    TEXT_CLEANUP struct text report = {0};
    struct error error = {0};
    const struct spec *spec =
        spec_parse(&arena, "fuzz.yaml", (const char *)data, size, NULL, &report, &error);
    if (!spec && (!report.length || error.code != EXIT_USAGE))
        abort(); // refused without a reason
    if (spec) {  // the text that the store keeps means the same
        struct spec_overrides overrides = spec_overrides_of(&arena, spec->text);
        const struct spec *again = spec_parse(&arena, "fuzz.yaml", spec->text, strlen(spec->text),
                                              &overrides, &report, &error);
        if (!again || again->seed != spec->seed || again->cell_count != spec->cell_count)
            abort();
    }
    arena_release(&arena);
    return 0;
}
