// What is better of a metric.
#pragma once

enum better { BETTER_UNKNOWN, BETTER_LESS, BETTER_MORE };
