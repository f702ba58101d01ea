// A benchmark of Google Benchmark: a vector that grows, and one whose memory was reserved.
#if __has_include(<benchmark/benchmark.h>)
#include <benchmark/benchmark.h>
#else
#error "Google Benchmark is missing: install its headers and library (Debian: libbenchmark-dev)"
#endif

#include <vector>

static void push_back(benchmark::State &state, bool reserved)
{
    const auto n = static_cast<int>(state.range(0));
    for (auto _ : state) {
        std::vector<int> values;
        if (reserved)
            values.reserve(static_cast<std::size_t>(n));
        for (int i = 0; i < n; i++)
            values.push_back(i);
        benchmark::DoNotOptimize(values.data());
        benchmark::ClobberMemory();
    }
}

BENCHMARK_CAPTURE(push_back, grown, false)->RangeMultiplier(8)->Range(8, 4096);
BENCHMARK_CAPTURE(push_back, reserved, true)->RangeMultiplier(8)->Range(8, 4096);
BENCHMARK_MAIN();
