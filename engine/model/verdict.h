// What a confidence interval decides about a ratio.
#pragma once

enum verdict {
    VERDICT_INCONCLUSIVE,
    VERDICT_FASTER,
    VERDICT_SLOWER,
    VERDICT_EQUAL, // of a ratio without error
    VERDICTS
};
