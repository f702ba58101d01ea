// Sums areas, catches the refusals, and says how long that took.
#include "shape.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

static double total(int rounds, int &refused)
{
    std::map<std::string, double> sums;
    for (int i = 0; i < rounds; i++) {
        try {
            std::unique_ptr<shape> one(i % 2 ? make_circle(i % 11 - 1) : make_square(i % 7 - 1));
            sums[one->name()] += one->area();
        } catch (const std::invalid_argument &) {
            refused++;
        }
    }
    return sums["circle"] + sums["square"];
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? std::atoi(argv[1]) : 1000, refused = 0;
    auto start = std::chrono::steady_clock::now();
    double sum = total(rounds, refused);
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf("sum %.3f, %d refused\ntook %.6f ms\n", sum, refused, took.count());
}
