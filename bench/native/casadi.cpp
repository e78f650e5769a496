// Pinocchio's algorithms on casadi::SX, written as C by CasADi's own code generator: plainly, and after CasADi's own
// elimination of common sub-expressions.
#include <pinocchio/autodiff/casadi.hpp>

#include "algorithms.hpp"

#include <exception>
#include <iostream>

using casadi::Function;
using casadi::SX;
typedef bench::Vector<SX> Vector;

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
    const char *algorithm, int joints, const int *parent, const int *axis, const double *placement,
    const double *inertia, const double *gravity, const double *end, const char *folder, const char *name) {
  try {
    const bench::Model<double> numbers = bench::model({joints, parent, axis, placement, inertia, gravity, end});
    bench::Work<SX> work(numbers.cast<SX>());
    Vector q, qd, x;
    const SX inputs[] = {symbols("q", joints, q), symbols("qd", joints, qd), symbols("x", joints, x)};
    bench::Sink<SX> sink;
    const bool known = bench::with_algorithm(algorithm, [&](auto a) {
      typedef decltype(a) A;
      A::run(work, q, qd, x);
      A::read(work, sink);
    });
    if (!known) throw std::invalid_argument(std::string("no algorithm ") + algorithm);
    const SX result = SX::densify(SX::vertcat(sink.values));
    write(name, inputs, result, folder);
    write(std::string(name) + "_cse", inputs, cse(result), folder);
    return 0;
  } catch (const std::exception &e) {
    std::cerr << e.what() << std::endl;
    return 1;
  }
}
