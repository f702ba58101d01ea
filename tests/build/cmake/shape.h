// Shapes with an area, some of which refuse.
#pragma once

struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
    virtual const char *name() const;
};

shape *make_circle(double radius);
shape *make_square(double side);

// Throws std::invalid_argument where the size is not positive.
void check_size(double size);
