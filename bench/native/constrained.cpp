// Pinocchio's forward dynamics of robots with loops, timed without Python around it: loops are contacts of points.
#define BENCH_LOOPS
#include "model.hpp"

#include <memory>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/proximal.hpp>
#include <vector>

#include "clock.h"

#define BENCH_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

typedef Eigen::VectorXd Vector;
typedef pinocchio::RigidConstraintModelTpl<double, 0> Contact;
typedef pinocchio::RigidConstraintDataTpl<double, 0> Seen;

struct Constrained {
  explicit Constrained(const bench::Model<double> &m) : model(m), data(m) {}
  bench::Model<double> model;
  bench::Data<double> data;
  std::vector<Contact> contacts;
  std::vector<Seen> seen;
  std::vector<Vector> q, qd, tau;

  void run(size_t s) {
    pinocchio::ProximalSettingsTpl<double> settings(1e-14, 1e-8, 20);
    pinocchio::constraintDynamics(model, data, q[s], qd[s], tau[s], contacts, seen, settings);
  }
};

}  // namespace

// Contacts, point by point: the joints of the two links, then the placements of the two frames in them.
BENCH_EXPORT void *constrained(int joints, const int *parent, const int *axis, const double *placement,
                               const double *inertia, const double *gravity, const double *end, int points,
                               const int *links, const double *frames, const double *q, const double *qd,
                               const double *tau, long states) {
  std::unique_ptr<Constrained> m(
      new Constrained(bench::model({joints, parent, axis, placement, inertia, gravity, end})));
  for (int k = 0; k < points; ++k) {
    m->contacts.emplace_back(pinocchio::CONTACT_3D, m->model, links[2 * k], bench::placed(frames + 24 * k),
                             links[2 * k + 1], bench::placed(frames + 24 * k + 12), pinocchio::LOCAL);
    m->seen.emplace_back(m->contacts.back());
  }
  const int nq = m->model.nq, nv = m->model.nv;
  for (long s = 0; s < states; ++s) {
    m->q.push_back(Eigen::Map<const Vector>(q + s * nq, nq));
    m->qd.push_back(Eigen::Map<const Vector>(qd + s * nv, nv));
    m->tau.push_back(Eigen::Map<const Vector>(tau + s * nv, nv));
  }
  pinocchio::initConstraintDynamics(m->model, m->data, m->contacts, m->seen);
  return m.release();
}

// The accelerations of every state, once.
BENCH_EXPORT void values(void *p, double *out) {
  auto &m = *static_cast<Constrained *>(p);
  const int nv = m.model.nv;
  for (size_t s = 0; s < m.q.size(); ++s, out += nv) {
    m.run(s);
    Eigen::Map<Vector>(out, nv) = m.data.ddq;
  }
}

// Nanoseconds per state of `rounds` passes over the states.
BENCH_EXPORT double timed(void *p, long rounds) {
  auto &m = *static_cast<Constrained *>(p);
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (size_t s = 0; s < m.q.size(); ++s) m.run(s);
  return (clock_ns() - start) / (double(rounds) * double(m.q.size()));
}
