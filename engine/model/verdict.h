// What an interval says of a ratio.
#pragma once

enum verdict { VERDICT_INCONCLUSIVE, VERDICT_FASTER, VERDICT_SLOWER };
