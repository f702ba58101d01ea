// Locks of the engine that the test refuses, with the error of a broken disk.
#pragma once

#include <stdbool.h>

extern bool locks_are_refused;
