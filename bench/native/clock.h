/* Monotonic time in nanoseconds. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H
#include <time.h>
static inline double clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}
#endif
