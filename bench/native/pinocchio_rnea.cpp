// Pinocchio's rnea, timed without Python around it. One shared library per compiler and set of flags.
#include "model.hpp"

#include <memory>
#include <pinocchio/algorithm/rnea.hpp>
#include <vector>

#include "clock.h"

namespace {

struct Measured {
  bench::Model<double> model;
  std::unique_ptr<bench::Data<double>> data;
  std::vector<Eigen::VectorXd> q, qd, qdd;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) void *measured(
    int joints, const int *parent, const int *axis, const double *placement, const double *inertia,
    const double *gravity, const double *q, const double *qd, const double *qdd, long states) {
  auto *x = new Measured;
  x->model = bench::model({joints, parent, axis, placement, inertia, gravity});
  x->data.reset(new bench::Data<double>(x->model));
  for (long s = 0; s < states; ++s) {
    x->q.push_back(Eigen::Map<const Eigen::VectorXd>(q + s * joints, joints));
    x->qd.push_back(Eigen::Map<const Eigen::VectorXd>(qd + s * joints, joints));
    x->qdd.push_back(Eigen::Map<const Eigen::VectorXd>(qdd + s * joints, joints));
  }
  return x;
}

// The efforts of every state, once.
extern "C" __attribute__((visibility("default"))) void values(void *p, double *tau) {
  auto &x = *static_cast<Measured *>(p);
  for (size_t s = 0; s < x.q.size(); ++s, tau += x.model.nv)
    Eigen::Map<Eigen::VectorXd>(tau, x.model.nv) = pinocchio::rnea(x.model, *x.data, x.q[s], x.qd[s], x.qdd[s]);
}

// Nanoseconds per state of `rounds` passes over the states. The result stays in Pinocchio's data, as users leave it.
extern "C" __attribute__((visibility("default"))) double timed(void *p, long rounds) {
  auto &x = *static_cast<Measured *>(p);
  const size_t states = x.q.size();
  const double start = clock_ns();
  for (long r = 0; r < rounds; ++r)
    for (size_t s = 0; s < states; ++s) pinocchio::rnea(x.model, *x.data, x.q[s], x.qd[s], x.qdd[s]);
  return (clock_ns() - start) / (double(rounds) * double(states));
}
