// A hash function (Fowler, Noll and Vo's 1a) and a table that counts keys.
#include "machine.h"

uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 1099511628211u;
}

void op_mix(struct machine *machine)
{
    uint64_t value = (uint64_t)machine_pop(machine), hash = (uint64_t)machine_pop(machine);
    machine_push(machine, (int64_t)hash_mix(hash, value));
}

// How often the key has been counted, this time included; 0 if the table is full.
int64_t hash_count(struct machine *machine, int64_t key)
{
    size_t bucket = hash_mix(0, (uint64_t)key) >> 56;
    for (size_t probes = 0; probes < BUCKETS; probes++, bucket = (bucket + 1) % BUCKETS) {
        if (machine->counts[bucket] && machine->keys[bucket] != key)
            continue;
        machine->keys[bucket] = key;
        return ++machine->counts[bucket];
    }
    return 0;
}

void op_count(struct machine *machine)
{
    int64_t count = hash_count(machine, machine_pop(machine));
    if (count == 0)
        machine_fault(machine, "hash table is full");
    machine_push(machine, count);
}
