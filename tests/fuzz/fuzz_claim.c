// Any text is a claim or has a mistake within it.
#include "base/text.h"
#include "spec/expression/claim.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = {0};
    struct claim claim;
    struct word_mistake mistake = {0};
    const char *text = arena_strndup(&arena, (const char *)data, size);
    bool parsed = claim_parse(&arena, text, &claim, &mistake);
    if (!parsed && (!mistake.words || !*mistake.words || mistake.at > strlen(text)))
        abort();
    if (parsed && claim.function != CLAIM_MEAN && claim.function != CLAIM_SHARE && !claim.old.text)
        abort();
    arena_release(&arena);
    return 0;
}
