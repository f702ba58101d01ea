#!/usr/bin/env python3
"""SEED VARIANT --benchmark_…: as Google Benchmark, but the values follow from the words alone.

Variant two lacks a benchmark.
"""
import json
import sys
import zlib

options = dict(word.split("=", 1) for word in sys.argv[1:] if word.startswith("--benchmark"))
seed, variant = sys.argv[1:3]
names = ["BM_sort/8", "BM_sort/1024", "BM_copy<int, long>"][:2 if variant == "two" else 3]


def value(name, index):
    return 1 + zlib.crc32(f"{seed} {name} {index}".encode()) / 2 ** 32


entries = [{"name": name, "run_name": name, "run_type": "iteration", "iterations": 10,
            "real_time": value(name, i), "cpu_time": value(name, i), "time_unit": "ns"}
           for name in names for i in range(int(options.get("--benchmark_repetitions", 1)))]
with open(options["--benchmark_out"], "w", encoding="utf-8") as file:
    json.dump({"context": {}, "benchmarks": entries}, file)
