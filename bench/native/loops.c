/* Timed loops over prepared states, one for every way to call a kernel. Each returns nanoseconds per state and leaves
   the results in the outputs. The clock is read here, so that no Python is in the measured time.

   A port is an array with one row per state: its first row and the numbers from row to row. Inputs come first. The
   step of an output is 0 if each result may take the place of the last one. */
#include "clock.h"
#include <stddef.h>

#define MOST 9 /* ports */

typedef double *row;

/* The emitted C, and the machine code of lw.compile for one state: every port is an argument. (Numbers are folded in, so
   that what lw.compile's kernel holds, its first argument, is a null pointer with the step 0.) */
#define CALLS(N, TYPES, ROWS)                                          \
  case N:                                                              \
    for (r = 0; r < rounds; ++r) {                                     \
      START                                                            \
      for (s = 0; s < states; ++s) {                                   \
        ((void(*) TYPES)kernel) ROWS;                                  \
        STEP                                                           \
      }                                                                \
    }                                                                  \
    break;
#define START for (k = 0; k < MOST; ++k) p[k] = first[k];
#define STEP p[0] += d[0], p[1] += d[1], p[2] += d[2], p[3] += d[3], p[4] += d[4], p[5] += d[5], p[6] += d[6], p[7] += d[7], p[8] += d[8];

double timed_scalar(void *kernel, int ports, const row *at, const long *step, long states, long rounds) {
  row p[MOST], first[MOST] = {0};
  long d[MOST] = {0}, r, s;
  int k;
  double start;
  if (ports > MOST) return -1;
  for (k = 0; k < ports; ++k) first[k] = at[k], d[k] = step[k];
  start = clock_ns();
  switch (ports) {
    CALLS(2, (row, row), (p[0], p[1]))
    CALLS(3, (row, row, row), (p[0], p[1], p[2]))
    CALLS(4, (row, row, row, row), (p[0], p[1], p[2], p[3]))
    CALLS(5, (row, row, row, row, row), (p[0], p[1], p[2], p[3], p[4]))
    CALLS(6, (row, row, row, row, row, row), (p[0], p[1], p[2], p[3], p[4], p[5]))
    CALLS(7, (row, row, row, row, row, row, row), (p[0], p[1], p[2], p[3], p[4], p[5], p[6]))
    CALLS(8, (row, row, row, row, row, row, row, row), (p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]))
    CALLS(9, (row, row, row, row, row, row, row, row, row), (p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]))
    default: return -1;
  }
  return (clock_ns() - start) / ((double)rounds * (double)states);
}

/* CasADi's calling convention with one output, without the work that a caller does once. */
typedef int (*casadi_kernel)(const double **arg, double **res, long long *iw, double *w, int memory);

double timed_casadi(casadi_kernel f, int n, long states, const double *q, const double *qd, const double *x,
                    double *out, long step, long rounds, const double **arg, double **res, long long *iw, double *w) {
  const double start = clock_ns();
  long r, s;
  for (r = 0; r < rounds; ++r)
    for (s = 0; s < states; ++s) {
      arg[0] = q + s * n, arg[1] = qd + s * n, arg[2] = x + s * n, res[0] = out + s * step;
      f(arg, res, iw, w, 0);
    }
  return (clock_ns() - start) / ((double)rounds * (double)states);
}

/* The machine code of lw.compile for all states in one call, state after state in memory. */
typedef void (*batch_kernel)(long states, const double *held, row *in, const long *strides, row *out);

double timed_batch(batch_kernel f, int inputs, row *at, const long *step, long states, long rounds) {
  const double start = clock_ns();
  long r;
  for (r = 0; r < rounds; ++r) f(states, NULL, at, step, at + inputs);
  return (clock_ns() - start) / ((double)rounds * (double)states);
}
