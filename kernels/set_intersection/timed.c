// The algorithms as they are timed.
#define COMPARED() ((void)0)
#define SET_ALGORITHMS set_algorithms
#include "algorithms.h"
