// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/occt/step_models.h"

#include <gp_Quaternion.hxx>

#include <algorithm>

namespace ww::io::worker {
namespace {

constexpr double kPartMetre = 1e-3;  // per millimetre

// A transformation of the kernel is a rigid motion and one factor: -1 for a mirror image.
Pose rigidPart(const gp_Trsf& t) {
  const gp_Quaternion q = t.GetRotation();
  const gp_XYZ& p = t.TranslationPart();
  return {Vec3(p.X(), p.Y(), p.Z()) * kPartMetre, Quat(q.W(), q.X(), q.Y(), q.Z()).normalized()};
}

Eigen::Affine3d wholeTransform(const gp_Trsf& t) {
  Eigen::Affine3d out = Eigen::Affine3d::Identity();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) out.linear()(row, column) = t.Value(row + 1, column + 1);
    out.translation()[row] = t.Value(row + 1, 4) * kPartMetre;
  }
  return out;
}

class StepModels {
 public:
  StepModels(const StepTree& tree, const StepOrigin& origin) : tree_(tree), origin_(origin) { findShown(); }

  std::vector<Model> make(PartMode mode) const {
    if (std::ranges::none_of(shown_, [](bool s) { return s; })) return {};
    switch (mode) {
      case PartMode::kOne: return {asOne()};
      case PartMode::kLinks: return {asLinks()};
      case PartMode::kObjects: return asObjects();
    }
    return {asOne()};
  }

 private:
  const CadUse& use(std::size_t i) const { return tree_.uses()[i]; }
  const CadPart* partOf(const CadUse& use) const {
    return use.part < 0 ? nullptr : &tree_.parts()[static_cast<std::size_t>(use.part)];
  }
  bool isShownPart(std::size_t i) const { return shown_[i] && use(i).part >= 0; }

  // Parts with something to show, and the assemblies above them.
  void findShown() {
    shown_.assign(tree_.uses().size(), false);
    for (std::size_t i = shown_.size(); i-- > 0;) {
      const CadPart* part = partOf(use(i));
      if (part != nullptr && part->mesh && !use(i).hidden) shown_[i] = true;
      if (shown_[i] && use(i).parent >= 0) shown_[static_cast<std::size_t>(use(i).parent)] = true;
    }
  }

  PlacedShape placed(const CadUse& use, const Eigen::Affine3d& link_t_shape, std::string name) const {
    const CadPart& part = *partOf(use);
    return {std::move(name), part.mesh, link_t_shape, use.color ? use.color : part.color, {}, use.color.has_value()};
  }

  // The link of one part, which stands where the part does.
  LinkPart linkOf(const CadUse& use) const {
    LinkPart link;
    link.collide_with_visuals = true;
    Eigen::Affine3d link_t_shape = Eigen::Affine3d::Identity();
    link_t_shape.linear() *= use.root_t_this.ScaleFactor();
    link.visuals.push_back(placed(use, link_t_shape, use.part_name.empty() ? use.name : use.part_name));
    return link;
  }

  Model asOne() const {
    LinkPart link;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (isShownPart(i)) link.visuals.push_back(placed(use(i), wholeTransform(use(i).root_t_this), use(i).path));
    }
    return singleLink(origin_.name, std::move(link));
  }

  void addSource(std::size_t node, const CadUse& use, const char* mode, Model& out) const {
    out.sources.mode = mode;
    out.sources.file = origin_.file;
    out.sources.sha256 = origin_.sha256;
    out.sources.resolution = origin_.resolution;
    out.sources.parts.push_back({{}, use.path, use.part_name});
    out.source_nodes.push_back(node);
  }

  std::size_t shownRoots(std::size_t& only) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!shown_[i] || use(i).parent != CadUse::kNone) continue;
      only = i;
      ++count;
    }
    return count;
  }

  // A link for each part and each assembly, below each other as in the file. Where several stand in the file by
  // themselves, they hang on a link of their own.
  Model asLinks() const {
    Model out;
    out.name = origin_.name;
    std::size_t only = 0;
    std::vector<int> node_of(shown_.size(), -1);
    if (shownRoots(only) != 1) out.nodes.push_back({"base", -1, Pose::identity(), LinkPart()});
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!shown_[i]) continue;
      const CadUse& here = use(i);
      const bool on_root = here.parent == CadUse::kNone;
      const int parent = !on_root ? node_of[static_cast<std::size_t>(here.parent)] : out.nodes.empty() ? -1 : 0;
      const Pose root_t_parent = on_root ? Pose::identity() : rigidPart(use(std::size_t(here.parent)).root_t_this);
      node_of[i] = static_cast<int>(out.nodes.size());
      addSource(out.nodes.size(), here, "links", out);
      out.nodes.push_back({here.name, parent, root_t_parent.inverse() * rigidPart(here.root_t_this),
                           here.part < 0 ? LinkPart() : linkOf(here)});
    }
    return out;
  }

  std::vector<Model> asObjects() const {
    std::vector<Model> out;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      if (!isShownPart(i)) continue;
      Model model = singleLink(use(i).name, linkOf(use(i)));
      model.file_t_model = rigidPart(use(i).root_t_this);
      addSource(0, use(i), "objects", model);
      out.push_back(std::move(model));
    }
    return out;
  }

  const StepTree& tree_;
  const StepOrigin& origin_;
  std::vector<bool> shown_;
};

}  // namespace

std::vector<Model> stepModels(const StepTree& tree, PartMode mode, const StepOrigin& origin) {
  return StepModels(tree, origin).make(mode);
}

}  // namespace ww::io::worker
