// Sorting in C++: std::sort and std::stable_sort, whose comparison is inlined, beside qsort, which
// calls it.
#include "eswexp.h"

#include "parts/choice.h"
#include "parts/random.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

namespace
{

constexpr std::uint64_t most_inputs = 1 << 16, elements_of_all = 1 << 18;

int compare(const void *left, const void *right)
{
    int a = *static_cast<const int *>(left), b = *static_cast<const int *>(right);
    return (a > b) - (a < b);
}

void by_qsort(std::vector<int> &values)
{
    std::qsort(values.data(), values.size(), sizeof(int), compare);
}

void by_sort(std::vector<int> &values)
{
    std::sort(values.begin(), values.end());
}

void by_stable_sort(std::vector<int> &values)
{
    std::stable_sort(values.begin(), values.end());
}

struct sorting {
    std::uint64_t n = 1000;
    const char *algorithm = "sort";
    void (*sort)(std::vector<int> &values) = nullptr;
    std::vector<std::vector<int>> inputs; // more than branch predictors learn
    std::size_t last = 0;                 // the input that `sorted` came from
    std::vector<int> sorted;
};

void choose(sorting &s)
{
    static const char *const words[] = {"qsort", "sort", "stable_sort", nullptr};
    const decltype(&by_qsort) sorts[] = {by_qsort, by_sort, by_stable_sort};
    s.sort = sorts[choice_of("algorithm", s.algorithm, words)];
}

bool set_up(esw_kernel *kernel)
{
    sorting &s = *static_cast<sorting *>(kernel->context);
    choose(s);
    option_require(s.n <= 1 << 28, "'--n' is at most 268435456");
    std::uint64_t random = 42;
    s.inputs.resize(std::min(elements_of_all / s.n + 2, most_inputs));
    for (std::vector<int> &input : s.inputs)
        std::generate_n(std::back_inserter(input), s.n,
                        [&random] { return static_cast<int>(random_next(&random) >> 33); });
    s.sorted = s.inputs[0];
    kernel->operations = static_cast<double>(s.n);
    return true;
}

void run(void *context, std::uint64_t iterations)
{
    sorting &s = *static_cast<sorting *>(context);
    for (; iterations > 0; iterations--) {
        s.last = (s.last + 1) % s.inputs.size();
        std::copy(s.inputs[s.last].begin(), s.inputs[s.last].end(), s.sorted.begin());
        s.sort(s.sorted);
        ESW_CLOBBER();
    }
}

// A tree has them in order, too.
bool check(void *context)
{
    const sorting &s = *static_cast<const sorting *>(context);
    const std::multiset<int> tree(s.inputs[s.last].begin(), s.inputs[s.last].end());
    return std::equal(s.sorted.begin(), s.sorted.end(), tree.begin(), tree.end());
}

} // namespace

int main(int argc, char **argv)
{
    sorting s;
    const esw_option options[] = {
        {"n", "elements to sort (1000)", &s.n, 1, nullptr},
        {"algorithm", "qsort, sort or stable_sort (sort)", nullptr, 0, &s.algorithm},
        {nullptr, nullptr, nullptr, 0, nullptr},
    };
    esw_kernel kernel = {};
    kernel.name = "sort_cpp";
    kernel.iteration = "one copy of a shuffled vector, and sorting it";
    kernel.operation = "element";
    kernel.options = options;
    kernel.context = &s;
    kernel.setup = set_up;
    kernel.run = run;
    kernel.check = check;
    return esw_main(&kernel, argc, argv);
}
