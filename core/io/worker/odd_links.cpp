// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_links.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>

#include "core/io/failures.h"
#include "core/io/plausible.h"
#include "core/io/size_words.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

using plausible::kHeaviest, plausible::kLightest;
constexpr double kPlastic = 1000.0;  // kg/m^3
// Times what is usual, for inertia: wrong units make 1e4 (kg cm2) or more, figures that were guessed some hundreds.
constexpr double kFarOff = 1000.0;

// A kind of oddness: the link that has most of it, and the names of all.
struct OddMass {
  double by = -1.0;
  std::string worst;
  std::vector<std::string> links;
  std::vector<FailureArg> args;  // of the worst
};

class MassLook {
 public:
  explicit MassLook(double scale) : scale_(scale) {}

  void add(const std::string& name, const Inertial& inertial, LinkLook look) {
    name_ = cleanUtf8(name, 200);
    if (look.bounds.empty()) return addUnseen(inertial);
    look.bounds.min *= scale_;
    look.bounds.max *= scale_;
    look.volume *= scale_ * scale_ * scale_;
    const Vec3 size = look.bounds.size();
    if (!(size.maxCoeff() > 1e-6) || !size.allFinite()) return;
    if (isGround(size)) return;  // as large as anybody likes
    if (!(inertial.mass_kg > 0.0)) {
      if (inertial.mass_kg == 0.0) found(failures::kMassZero, 1.0, {});
      return;
    }
    addMass(inertial.mass_kg, look, size);
    addCentre(inertial, look, size);
    if (!inertial.is_mass_alone) addInertia(inertial, look, size);
  }

  void tell(Reporter& report) {
    for (auto& [row, odd] : found_) {
      const bool is_of_moments = row == &failures::kInertiaTriangle || row == &failures::kInertiaOfNone;
      if (is_of_moments && odd.links.size() == 1 && isTold(report, odd.worst)) continue;
      const std::string code(row->code.substr(row->code.find('.') + 1));
      report.note(code, withAll(*row, odd), "link " + odd.links.front());
    }
  }

 private:
  // sdformat warns of the same.
  static bool isTold(const Reporter& report, const std::string& name) {
    return std::ranges::any_of(report.diagnostics(), [&](const Diagnostic& d) {
      if (!d.failure || d.failure->row != &failures::kSdfLinkInertia) return false;
      const auto* link = std::get_if<arg::Name>(d.failure->find("link"));
      return link != nullptr && link->text == name;
    });
  }

  void found(const FailureRow& row, double by, std::vector<FailureArg> args) {
    OddMass& odd = found_[&row];
    odd.links.push_back(name_);
    if (by <= odd.by) return;
    odd.by = by;
    odd.worst = name_;
    odd.args = std::move(args);
  }

  static Status withAll(const FailureRow& row, const OddMass& odd) {
    // No row has more.
    const FailureArg link{"link", arg::Name{odd.worst}}, all{"links", arg::Names{odd.links}};
    const auto at = [&](std::size_t i) -> const FailureArg& { return i < odd.args.size() ? odd.args[i] : all; };
    return fail(row, {link, at(0), at(1), at(2), at(3), all});
  }

  // Three digits that count, and no powers of ten where people write masses.
  static arg::Words figure(double v) {
    const double size = std::abs(v);
    if (!(size >= 1000.0 && size < 1e12)) return {fmt::format("{:.3g}", v)};
    const double unit = std::pow(10.0, std::floor(std::log10(size)) - 2.0);
    return {fmt::format("{:.0f}", std::round(v / unit) * unit)};
  }

  void addMass(double mass, const LinkLook& look, const Vec3& size) {
    const double box = size.cwiseMax(1e-4).prod(), least = mass / box;
    if (least > kHeaviest)
      found(failures::kMassHigh, least,
            {{"mass", figure(mass)},
             {"size", arg::Words{boxOf(size)}},
             {"density", figure(least)},
             {"less", figure(mass / 1000.0)}});
    const double most = look.volume > 0.0 ? mass / look.volume : kLightest;
    if (most < kLightest)
      found(failures::kMassLow, 1.0 / most,
            {{"mass", figure(mass)},
             {"size", arg::Words{boxOf(size)}},
             {"density", figure(most)},
             {"more", figure(look.volume * kPlastic)}});
  }

  // Of no shape that it could be too heavy for.
  void addUnseen(const Inertial& inertial) {
    constexpr double kHeavy = 100'000.0;  // kg: more than any robot or part of a machine
    if (inertial.mass_kg > kHeavy)
      found(failures::kMassHuge, inertial.mass_kg,
            {{"mass", figure(inertial.mass_kg)}, {"less", figure(inertial.mass_kg / 1000.0)}});
    const Eigen::Matrix3d i = inertial.inertia * (scale_ * scale_);
    if (inertial.is_mass_alone || !i.allFinite()) return;
    if (i.isZero(0.0)) {
      if (inertial.mass_kg > 1.0) found(failures::kInertiaZero, inertial.mass_kg, {{"mass", figure(inertial.mass_kg)}});
      return;
    }
    addMoments(failures::kInertiaOfNone, i, {});
  }

  // Of no mass wherever it is.
  void addMoments(const FailureRow& row, const Eigen::Matrix3d& inertia, const std::vector<FailureArg>& more) {
    const Eigen::Vector3d m = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia).eigenvalues();
    constexpr double kSlack = 0.05;
    if (m[0] >= -1e-3 * m[2] && m[0] + m[1] >= (1.0 - kSlack) * m[2]) return;
    std::vector<FailureArg> args{{"first", figure(m[0])}, {"second", figure(m[1])}, {"third", figure(m[2])}};
    args.insert(args.end(), more.begin(), more.end());
    found(row, m[2] / std::max(1e-12, m[0] + m[1]), std::move(args));
  }

  void addCentre(const Inertial& inertial, const LinkLook& look, const Vec3& size) {
    const Vec3 com = inertial.link_t_com.p * scale_;
    const double away = (com - com.cwiseMax(look.bounds.min).cwiseMin(look.bounds.max)).norm();
    if (away < 10.0 * size.norm() || away < 1.0) return;
    found(failures::kCentreFarAway, away / size.norm(),
          {{"distance", arg::Length{away}}, {"size", arg::Length{size.norm()}}});
  }

  void addInertia(const Inertial& inertial, const LinkLook& look, const Vec3& size) {
    const Eigen::Matrix3d i = inertial.inertia * (scale_ * scale_);
    if (!i.allFinite()) return;
    if (i.isZero(0.0)) {
      if (inertial.mass_kg > 1.0) found(failures::kInertiaZero, inertial.mass_kg, {{"mass", figure(inertial.mass_kg)}});
      return;
    }
    const double usual = inertial.mass_kg * size.squaredNorm() / 12.0 * 2.0 / 3.0;
    const FailureArg block{"usual", arg::Words{fmt::format("{:.2g}", usual)}};
    addMoments(failures::kInertiaTriangle, i, {block});
    // The mean square distance of its mass from the centre: at most that of the farthest corner.
    const double gyration = i.trace() / (2.0 * inertial.mass_kg);
    const Vec3 com = inertial.link_t_com.p * scale_;
    const double farthest = (look.bounds.max - com).cwiseAbs().cwiseMax((com - look.bounds.min).cwiseAbs()).norm();
    const double large = gyration / (farthest * farthest), small = size.squaredNorm() / 12.0 / gyration;
    if (large > kFarOff) found(failures::kInertiaLarge, large, {{"times", figure(large)}});
    if (gyration > 0.0 && small > kFarOff) found(failures::kInertiaSmall, small, {{"times", figure(small)}, block});
  }

  static std::string boxOf(const Vec3& size) {
    return fmt::format("{:.3g} x {:.3g} x {:.3g} m", size.x(), size.y(), size.z());
  }

  double scale_;
  std::string name_;
  std::map<const FailureRow*, OddMass> found_;
};

}  // namespace

LinkLook lookAt(const LinkPart& link, ShapeLooks& looks) {
  LinkLook out;
  double volumes[2] = {0.0, 0.0};
  const auto add = [&](const std::vector<PlacedShape>& shapes, double& volume) {
    for (const PlacedShape& placed : shapes) {
      const ShapeLook& shape = looks.of(placed.shape);
      if (!shape.bounds.empty()) out.bounds.add(shape.bounds.transformed(placed.link_t_shape));
      out.has_mesh = out.has_mesh || shape.is_mesh;
      const double stretch = std::abs(placed.link_t_shape.linear().determinant());
      volume = shape.volume < 0.0 || volume < 0.0 ? -1.0 : volume + shape.volume * stretch;
    }
  };
  add(link.visuals, volumes[0]);
  add(link.collisions, volumes[1]);
  // The smaller one: hulls for collisions hold more than there is.
  const bool both = volumes[0] > 0.0 && volumes[1] > 0.0;
  out.volume = both ? std::min(volumes[0], volumes[1]) : std::max(volumes[0], volumes[1]);
  return out;
}

void tellOddMasses(const Scene& scene, ShapeLooks& looks, double scale, Reporter& report) {
  MassLook masses(scale);
  for (const Model& model : scene.models) {
    for (const Node& node : model.nodes) {
      const auto* link = std::get_if<LinkPart>(&node.part);
      if (!link || !link->inertial || model.is_static) continue;
      // What all stands on need not have a mass.
      const bool stands = node.parent < 0 && model.nodes.size() > 1 && link->inertial->mass_kg == 0.0;
      if (!stands) masses.add(node.name, *link->inertial, lookAt(*link, looks));
    }
  }
  masses.tell(report);
}

}  // namespace ww::io::worker
