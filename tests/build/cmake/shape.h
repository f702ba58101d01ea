// Shapes with an area, some of which refuse.
#pragma once

#include <memory>
#include <string>

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
    virtual std::string name() const;
};

std::unique_ptr<shape> make_circle(double radius);
std::unique_ptr<shape> make_square(double side);

// Throws std::invalid_argument where the size is not positive.
void check_size(double size);
