// Tells meters of builds from meters of executions.
#pragma once

#include "meters/meter.h"

bool meter_is_of_build(const struct meter *meter);

// Is it a meter of builds whose value is a time, and so differs in every build?
bool meter_times_builds(const struct meter *meter);
