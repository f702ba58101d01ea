// Which direction of a metric is better.
#pragma once

enum better { BETTER_UNKNOWN, BETTER_LESS, BETTER_MORE };
