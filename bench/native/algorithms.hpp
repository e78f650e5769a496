// The algorithms of Pinocchio that are measured, over any scalar: how each is called, and the numbers that come of it.
#pragma once
#include "model.hpp"

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/regressor.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <string>
#include <vector>

namespace bench {

template <typename S>
using Vector = Eigen::Matrix<S, Eigen::Dynamic, 1>;

// A model, its data and room for a Jacobian. The results stay in Pinocchio's data, as users leave them.
template <typename S>
struct Work {
  explicit Work(const Model<S> &m) : model(m), data(m), J(6, m.nv) { J.setZero(); }
  Model<S> model;
  Data<S> data;
  Eigen::Matrix<S, 6, Eigen::Dynamic> J;
};

// Numbers row by row.
template <typename S>
struct Sink {
  std::vector<S> values;
  template <typename M>
  void operator()(const Eigen::MatrixBase<M> &x) {
    for (long r = 0; r < x.rows(); ++r)
      for (long c = 0; c < x.cols(); ++c) values.push_back(x(r, c));
  }
  // Pinocchio fills the upper triangle.
  template <typename M>
  void symmetric(const Eigen::MatrixBase<M> &x) {
    for (long r = 0; r < x.rows(); ++r)
      for (long c = 0; c < x.cols(); ++c) values.push_back(r < c ? x(r, c) : x(c, r));
  }
};

// Each algorithm: `run` is what is timed, `read` gives its results. x is the acceleration or the effort.
#define BENCH_ALGORITHM(NAME, RUN, READ)                                                               \
  struct NAME {                                                                                        \
    template <typename S>                                                                              \
    static void run(Work<S> &w, const Vector<S> &q, const Vector<S> &qd, const Vector<S> &x) { RUN; }  \
    template <typename S>                                                                              \
    static void read(const Work<S> &w, Sink<S> &out) { READ; }                                         \
  };

BENCH_ALGORITHM(Rnea, pinocchio::rnea(w.model, w.data, q, qd, x), out(w.data.tau))
BENCH_ALGORITHM(Crba, pinocchio::crba(w.model, w.data, q, pinocchio::Convention::LOCAL), out.symmetric(w.data.M))
BENCH_ALGORITHM(CrbaWorld, pinocchio::crba(w.model, w.data, q, pinocchio::Convention::WORLD), out.symmetric(w.data.M))
BENCH_ALGORITHM(Aba, pinocchio::aba(w.model, w.data, q, qd, x, pinocchio::Convention::LOCAL), out(w.data.ddq))
BENCH_ALGORITHM(AbaWorld, pinocchio::aba(w.model, w.data, q, qd, x, pinocchio::Convention::WORLD), out(w.data.ddq))
BENCH_ALGORITHM(NonLinearEffects, pinocchio::nonLinearEffects(w.model, w.data, q, qd), out(w.data.nle))
BENCH_ALGORITHM(RneaDerivatives, pinocchio::computeRNEADerivatives(w.model, w.data, q, qd, x),
                out(w.data.dtau_dq); out(w.data.dtau_dv); out.symmetric(w.data.M))
BENCH_ALGORITHM(AbaDerivatives, pinocchio::computeABADerivatives(w.model, w.data, q, qd, x),
                out(w.data.ddq_dq); out(w.data.ddq_dv); out.symmetric(w.data.Minv))
BENCH_ALGORITHM(Regressor, pinocchio::computeJointTorqueRegressor(w.model, w.data, q, qd, x),
                out(w.data.jointTorqueRegressor))
// Pose of the end frame, and its Jacobian with the world's axes at its origin.
BENCH_ALGORITHM(Kinematics,
                pinocchio::computeJointJacobians(w.model, w.data, q);
                pinocchio::updateFramePlacement(w.model, w.data, end_frame(w.model));
                pinocchio::getFrameJacobian(w.model, w.data, end_frame(w.model), pinocchio::LOCAL_WORLD_ALIGNED, w.J),
                out(w.data.oMf[end_frame(w.model)].toHomogeneousMatrix()); out(w.J))

#ifdef BENCH_FREE_BASE
// What users write for given joint accelerations of a base that nothing holds: the efforts without its acceleration, what
// this must be, and what it adds. Pinocchio has no call for it.
template <typename S>
void free_base(Work<S> &w, const Vector<S> &q, const Vector<S> &qd, const Vector<S> &x) {
  pinocchio::rnea(w.model, w.data, q, qd, x);
  pinocchio::crba(w.model, w.data, q, pinocchio::Convention::WORLD);
  const long n = w.model.nv - 6;
  const Eigen::Matrix<S, 6, 6> A = w.data.M.template topLeftCorner<6, 6>().template selfadjointView<Eigen::Upper>();
  const Eigen::Matrix<S, 6, 1> a = -A.ldlt().solve(w.data.tau.template head<6>());
  w.data.tau.tail(n).noalias() += w.data.M.topRightCorner(6, n).transpose() * a;
  w.data.tau.template head<6>() = a;
}

BENCH_ALGORITHM(FreeBase, free_base(w, q, qd, x), out(w.data.tau))
BENCH_ALGORITHM(Centroidal, pinocchio::computeCentroidalMomentum(w.model, w.data, q, qd), out(w.data.hg.toVector()))
#endif

// f(algorithm) for the one with this name; false if there is none.
template <typename F>
bool with_algorithm(const std::string &name, F &&f) {
  if (name == "rnea") f(Rnea());
  else if (name == "crba") f(Crba());
  else if (name == "crba_world") f(CrbaWorld());
  else if (name == "aba") f(Aba());
  else if (name == "aba_world") f(AbaWorld());
  else if (name == "nonLinearEffects") f(NonLinearEffects());
  else if (name == "computeRNEADerivatives") f(RneaDerivatives());
  else if (name == "computeABADerivatives") f(AbaDerivatives());
  else if (name == "computeJointTorqueRegressor") f(Regressor());
  else if (name == "computeJointJacobians") f(Kinematics());
#ifdef BENCH_FREE_BASE
  else if (name == "computeCentroidalMomentum") f(Centroidal());
  else if (name == "free_base") f(FreeBase());
#endif
  else return false;
  return true;
}

}  // namespace bench
