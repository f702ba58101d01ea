// Seeded streams of random numbers.
#include "base/stream.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t seed_from_number(uint64_t seed, uint64_t number)
{
    uint64_t state = seed;
    state = splitmix(&state) ^ number;
    return splitmix(&state);
}

uint64_t seed_from(uint64_t seed, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    return seed_from_number(seed, hash);
}

struct stream stream_from(uint64_t seed)
{
    struct stream stream;
    for (size_t i = 0; i < 4; i++)
        stream.state[i] = splitmix(&seed);
    return stream;
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t stream_next(struct stream *stream)
{
    uint64_t *s = stream->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t stream_below(struct stream *stream, uint64_t bound)
{
    uint64_t reject = -bound % bound; // smaller numbers would bias the result
    uint64_t number = stream_next(stream);
    while (number < reject)
        number = stream_next(stream);
    return number % bound;
}

uint64_t stream_multiple(struct stream *stream, uint64_t low, uint64_t high, uint64_t step)
{
    uint64_t first = (low + step - 1) / step, last = high / step;
    return last < first ? low : (first + stream_below(stream, last - first + 1)) * step;
}

void stream_shuffle(struct stream *stream, void *elements, size_t count, size_t size)
{
    char *base = elements, swap[256];
    for (size_t i = count; i > 1; i--) {
        char *a = base + (i - 1) * size, *b = base + stream_below(stream, i) * size;
        for (size_t done = 0; a != b && done < size; done += sizeof swap) {
            size_t part = size - done < sizeof swap ? size - done : sizeof swap;
            memcpy(swap, a + done, part);
            memcpy(a + done, b + done, part);
            memcpy(b + done, swap, part);
        }
    }
}

uint64_t seed_fresh(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = seed_from_number((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec);
    }
    return seed >> 32; // short, because users retype it
}
