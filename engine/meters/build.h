// Which meters are of builds.
#pragma once

#include "meters/meter.h"

bool meter_is_of_build(const struct meter *meter);
