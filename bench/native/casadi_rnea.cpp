// Pinocchio's rnea on casadi::SX, written as C by CasADi's own code generator: plainly, and after CasADi's own
// elimination of common sub-expressions.
#include <pinocchio/autodiff/casadi.hpp>

#include "model.hpp"

#include <exception>
#include <iostream>
#include <pinocchio/algorithm/rnea.hpp>

using casadi::Function;
using casadi::SX;
typedef Eigen::Matrix<SX, Eigen::Dynamic, 1> Vector;

static SX symbols(const char *name, int n, Vector &v) {
  const SX x = SX::sym(name, n);
  v.resize(n);
  for (int i = 0; i < n; ++i) v[i] = x(i);
  return x;
}

static void write(const std::string &name, const SX (&inputs)[3], const SX &result, const std::string &folder) {
  const Function f(name, std::vector<SX>(inputs, inputs + 3), std::vector<SX>{result});
  casadi::CodeGenerator c(name + ".c");
  c.add(f);
  c.generate(folder + "/");
}

// Writes <folder>/<name>.c and <folder>/<name>_cse.c; returns 0, or 1 with the reason on standard error.
extern "C" __attribute__((visibility("default"))) int generate(
    int joints, const int *parent, const int *axis, const double *placement, const double *inertia,
    const double *gravity, const char *folder, const char *name) {
  try {
    const bench::Model<SX> m = bench::model({joints, parent, axis, placement, inertia, gravity}).cast<SX>();
    bench::Data<SX> data(m);
    Vector q, qd, qdd;
    const SX sq = symbols("q", joints, q), sqd = symbols("qd", joints, qd), sqdd = symbols("qdd", joints, qdd);
    const Vector tau = pinocchio::rnea(m, data, q, qd, qdd);
    std::vector<SX> rows;
    for (int i = 0; i < joints; ++i) rows.push_back(tau[i]);
    const SX result = SX::densify(SX::vertcat(rows));
    const SX inputs[] = {sq, sqd, sqdd};
    write(name, inputs, result, folder);
    write(std::string(name) + "_cse", inputs, cse(result), folder);
    return 0;
  } catch (const std::exception &e) {
    std::cerr << e.what() << std::endl;
    return 1;
  }
}
