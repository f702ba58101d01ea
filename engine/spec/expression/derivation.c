// `derive`: quantities computed from the means of variants.
#include "spec/expression/derivation.h"

const char *const derive_against_words[] = {
    [AGAINST_NOTHING] = "", [AGAINST_CACHES] = "caches", [AGAINST_LINE] = "line", NULL};
