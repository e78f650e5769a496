// Pinocchio's algorithms, timed without Python around them. One shared library per compiler and set of flags.
#include "algorithms.hpp"

#include <algorithm>
#include <memory>

#include "clock.h"

#define BENCH_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

typedef bench::Vector<double> Vector;

struct Measured {
  explicit Measured(const bench::Model<double> &m) : work(m) {}
  bench::Work<double> work;
  std::vector<Vector> q, qd, x;
  double (*timed)(Measured &, long);
  void (*values)(Measured &, double *);
};

template <typename A>
double timed_passes(Measured &m, long rounds) {
  const size_t states = m.q.size();
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (size_t s = 0; s < states; ++s) A::run(m.work, m.q[s], m.qd[s], m.x[s]);
  return (clock_ns() - start) / (double(rounds) * double(states));
}

template <typename A>
void all_values(Measured &m, double *out) {
  for (size_t s = 0; s < m.q.size(); ++s) {
    bench::Sink<double> sink;
    A::run(m.work, m.q[s], m.qd[s], m.x[s]);
    A::read(m.work, sink);
    out = std::copy(sink.values.begin(), sink.values.end(), out);
  }
}

}  // namespace

// What is measured: an algorithm of a model on these states. Null if there is no such algorithm.
BENCH_EXPORT void *measured(const char *algorithm, int joints, const int *parent, const int *axis,
                            const double *placement, const double *inertia, const double *gravity, const double *end,
                            const double *q, const double *qd, const double *x, long states) {
  std::unique_ptr<Measured> m(
      new Measured(bench::model({joints, parent, axis, placement, inertia, gravity, end})));
  const int nq = m->work.model.nq, nv = m->work.model.nv;
  for (long s = 0; s < states; ++s) {
    m->q.push_back(Eigen::Map<const Vector>(q + s * nq, nq));
    m->qd.push_back(Eigen::Map<const Vector>(qd + s * nv, nv));
    m->x.push_back(Eigen::Map<const Vector>(x + s * nv, nv));
  }
  const bool known = bench::with_algorithm(algorithm, [&](auto a) {
    typedef decltype(a) A;
    m->timed = timed_passes<A>;
    m->values = all_values<A>;
  });
  return known ? m.release() : nullptr;
}

// The results of every state, once.
BENCH_EXPORT void values(void *p, double *out) {
  auto &m = *static_cast<Measured *>(p);
  m.values(m, out);
}

// Nanoseconds per state of `rounds` passes over the states.
BENCH_EXPORT double timed(void *p, long rounds) {
  auto &m = *static_cast<Measured *>(p);
  return m.timed(m, rounds);
}
