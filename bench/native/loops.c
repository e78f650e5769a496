/* Timed loops over prepared states, one for every way to call a kernel. Each returns nanoseconds per state and leaves
   the efforts of all states in `tau`. The clock is read here, so that no Python is in the measured time. */
#include "clock.h"

typedef void (*scalar_kernel)(const double *q, const double *qd, const double *qdd, double *tau);

double timed_scalar(scalar_kernel f, int n, long states, const double *q, const double *qd, const double *qdd,
                    double *tau, long rounds) {
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (long s = 0; s < states * n; s += n) f(q + s, qd + s, qdd + s, tau + s);
  return (clock_ns() - start) / ((double)rounds * (double)states);
}

/* CasADi's calling convention, without the work that a caller does once. */
typedef int (*casadi_kernel)(const double **arg, double **res, long long *iw, double *w, int memory);

double timed_casadi(casadi_kernel f, int n, long states, const double *q, const double *qd, const double *qdd,
                    double *tau, long rounds, const double **arg, double **res, long long *iw, double *w) {
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (long s = 0; s < states * n; s += n) {
      arg[0] = q + s, arg[1] = qd + s, arg[2] = qdd + s, res[0] = tau + s;
      f(arg, res, iw, w, 0);
    }
  return (clock_ns() - start) / ((double)rounds * (double)states);
}

/* The machine code of lw.compile for one state (numbers are folded in, so that nothing is held) ... */
typedef void (*held_kernel)(const double *held, const double *q, const double *qd, const double *qdd, double *tau);

double timed_held(held_kernel f, int n, long states, const double *q, const double *qd, const double *qdd, double *tau,
                  long rounds) {
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (long s = 0; s < states * n; s += n) f(0, q + s, qd + s, qdd + s, tau + s);
  return (clock_ns() - start) / ((double)rounds * (double)states);
}

/* ... and for all states in one call, state after state in memory. */
typedef void (*batch_kernel)(long states, const double *held, const double **in, const long *strides, double **out);

double timed_batch(batch_kernel f, int n, long states, const double *q, const double *qd, const double *qdd, double *tau,
                   long rounds) {
  const double *in[] = {q, qd, qdd};
  const long strides[] = {n, n, n};
  double *out[] = {tau};
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r) f(states, 0, in, strides, out);
  return (clock_ns() - start) / ((double)rounds * (double)states);
}
