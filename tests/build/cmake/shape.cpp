// What all shapes share.
#include "shape.h"

#include <stdexcept>

const char *shape::name() const
{
    return "shape";
}

void check_size(double size)
{
    if (size <= 0)
        throw std::invalid_argument("a size must be positive");
}
