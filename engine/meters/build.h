// Which meters are of builds.
#pragma once

#include "meters/meter.h"

bool meter_is_of_build(const struct meter *meter);

// Of builds, and a time: no two builds have the same.
bool meter_times_builds(const struct meter *meter);
