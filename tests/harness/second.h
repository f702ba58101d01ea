// The loop's condition, in another translation unit than the loop.
#pragma once

#include "eswexp.h"

bool more(struct esw_run *run);
