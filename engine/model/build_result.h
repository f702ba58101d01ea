// The result of linking one build.
#pragma once

#include <stddef.h>

struct build_result {
    char layout_id[65]; // SHA-256 over sorted (symbol, address, size), before strip
    char binary_sha256[65];
    size_t functions_moved; // functions whose address differs from the first link's
    double seconds;         // of the link, with verification; callers add other costs
};
