// A Pinocchio model from plain arrays, over any scalar and with the few joints that the measured arms have.
//
// A reduced joint collection is an ordinary option of Pinocchio's users; the algorithms are the same, and a build takes
// half a minute instead of three. With BENCH_FREE_BASE there is a free joint too: for floating bases, and not for arms,
// whose joints would take more memory with it; with BENCH_LOOPS there are sliding and ball joints.
#pragma once
#include <boost/variant.hpp>
#include <pinocchio/multibody.hpp>
#include <string>

namespace bench {

template <typename S, int O>
struct Joints {
  typedef S Scalar;
  static constexpr int Options = O;
  typedef pinocchio::JointModelRevoluteTpl<S, O, 0> JointModelRX;
  typedef pinocchio::JointModelRevoluteTpl<S, O, 1> JointModelRY;
  typedef pinocchio::JointModelRevoluteTpl<S, O, 2> JointModelRZ;
  typedef pinocchio::JointDataRevoluteTpl<S, O, 0> JointDataRX;
  typedef pinocchio::JointDataRevoluteTpl<S, O, 1> JointDataRY;
  typedef pinocchio::JointDataRevoluteTpl<S, O, 2> JointDataRZ;
#ifdef BENCH_FREE_BASE
  typedef pinocchio::JointModelFreeFlyerTpl<S, O> JointModelFreeFlyer;
  typedef pinocchio::JointDataFreeFlyerTpl<S, O> JointDataFreeFlyer;
#endif
#ifdef BENCH_LOOPS
  typedef pinocchio::JointModelPrismaticTpl<S, O, 2> JointModelPZ;
  typedef pinocchio::JointDataPrismaticTpl<S, O, 2> JointDataPZ;
  typedef pinocchio::JointModelSphericalTpl<S, O> JointModelSpherical;
  typedef pinocchio::JointDataSphericalTpl<S, O> JointDataSpherical;
#endif
  // Pinocchio's headers name these two; no model here has them.
  typedef pinocchio::JointModelCompositeTpl<S, O, Joints> JointModelComposite;
  typedef pinocchio::JointDataCompositeTpl<S, O, Joints> JointDataComposite;
  typedef pinocchio::JointModelMimicTpl<S, O, Joints> JointModelMimic;
  typedef pinocchio::JointDataMimicTpl<S, O, Joints> JointDataMimic;
#ifdef BENCH_FREE_BASE
  typedef boost::variant<JointModelRX, JointModelRY, JointModelRZ, JointModelFreeFlyer> JointModelVariant;
  typedef boost::variant<JointDataRX, JointDataRY, JointDataRZ, JointDataFreeFlyer> JointDataVariant;
#elif defined(BENCH_LOOPS)
  typedef boost::variant<JointModelRZ, JointModelPZ, JointModelSpherical> JointModelVariant;
  typedef boost::variant<JointDataRZ, JointDataPZ, JointDataSpherical> JointDataVariant;
#else
  typedef boost::variant<JointModelRX, JointModelRY, JointModelRZ> JointModelVariant;
  typedef boost::variant<JointDataRX, JointDataRY, JointDataRZ> JointDataVariant;
#endif
};

template <typename S>
using Model = pinocchio::ModelTpl<S, 0, Joints>;
template <typename S>
using Data = pinocchio::DataTpl<S, 0, Joints>;

// What bench/peers.py hands over, joint by joint: parent (0 is the base), axis (0 x, 1 y, 2 z, 3 free; 4 slides
// along z, 5 ball), placement (rotation row by row, then translation) and inertia (mass, lever, xx xy yy xz yz zz at the centre of mass); and the placement of an
// end frame in that of the last joint.
struct Arrays {
  int joints;
  const int *parent, *axis;
  const double *placement, *inertia, *gravity, *end;
};

inline pinocchio::SE3 placed(const double *p) {
  Eigen::Matrix3d R;
  R << p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8];
  return pinocchio::SE3(R, Eigen::Vector3d(p[9], p[10], p[11]));
}

inline Model<double> model(const Arrays &x) {
  using namespace pinocchio;
  typedef Joints<double, 0> J;
  Model<double> m;
  m.gravity.linear() << x.gravity[0], x.gravity[1], x.gravity[2];
  for (int k = 0; k < x.joints; ++k) {
    const double *i = x.inertia + 10 * k;
    const SE3 M = placed(x.placement + 12 * k);
    const std::string name = "joint" + std::to_string(k + 1);
    JointIndex id;
#ifdef BENCH_FREE_BASE
    if (x.axis[k] == 3) id = m.addJoint(x.parent[k], typename J::JointModelFreeFlyer(), M, name);
    else
#endif
#ifdef BENCH_LOOPS
    if (x.axis[k] == 4) id = m.addJoint(x.parent[k], typename J::JointModelPZ(), M, name);
    else if (x.axis[k] == 5) id = m.addJoint(x.parent[k], typename J::JointModelSpherical(), M, name);
    else
#else
    if (x.axis[k] == 0) id = m.addJoint(x.parent[k], typename J::JointModelRX(), M, name);
    else if (x.axis[k] == 1) id = m.addJoint(x.parent[k], typename J::JointModelRY(), M, name);
    else
#endif
    id = m.addJoint(x.parent[k], typename J::JointModelRZ(), M, name);
    const Inertia I(i[0], Eigen::Vector3d(i[1], i[2], i[3]), Symmetric3(i[4], i[5], i[6], i[7], i[8], i[9]));
    m.appendBodyToJoint(id, I, SE3::Identity());
  }
  m.addFrame(Frame("end", x.joints, 0, placed(x.end), OP_FRAME));
  return m;
}

// The frame that was added last.
template <typename S>
inline pinocchio::FrameIndex end_frame(const Model<S> &m) {
  return m.frames.size() - 1;
}

}  // namespace bench
