// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_nodes.h"

#include <array>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMatrix = 16;

template <std::size_t N>
std::array<double, N> numbersOf(const Json& json, std::array<double, N> otherwise) {
  if (!json.is_array() || json.size() != N) return otherwise;
  for (std::size_t i = 0; i < N; ++i) otherwise[i] = json[i].get<double>();
  return otherwise;
}

Eigen::Affine3d placeOf(const std::array<double, 3>& t, const std::array<double, 4>& r,
                        const std::array<double, 3>& s) {
  Eigen::Quaterniond turn(r[3], r[0], r[1], r[2]);
  // Programs write them with few digits; one of length 0 turns nothing.
  turn = turn.norm() > 1e-9 ? turn.normalized() : Eigen::Quaterniond::Identity();
  Eigen::Affine3d out = Eigen::Affine3d::Identity();
  out.linear() = turn.toRotationMatrix() * Eigen::Vector3d(s[0], s[1], s[2]).asDiagonal();
  out.translation() = Eigen::Vector3d(t[0], t[1], t[2]);
  return out;
}

// Columns after each other, as the format has them.
Eigen::Affine3d placeOf(const std::array<double, 16>& m) {
  Eigen::Affine3d out = Eigen::Affine3d::Identity();
  for (std::size_t column = 0; column < 4; ++column) {
    for (std::size_t row = 0; row < 3; ++row)
      out.matrix()(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = m[4 * column + row];
  }
  return out;
}

struct Motion {
  const char* attribute;
  std::size_t components;
};
constexpr std::array<Motion, 3> kMotions = {{{"TRANSLATION", 3}, {"ROTATION", 4}, {"SCALE", 3}}};

}  // namespace

GltfNodes::GltfNodes(const Json& gltf) : nodes_(gltfMember(gltf, "nodes")), parents_(nodes_.size(), kNone) {
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    for (const Json& child : gltfMember(nodes_[i], "children")) parents_[child.get<std::size_t>()] = i;
  }
}

Eigen::Affine3d GltfNodes::parent_t(std::size_t node) const {
  const Json& in = nodes_[node];
  const Json& matrix = gltfMember(in, "matrix");
  if (matrix.is_array()) return placeOf(numbersOf<16>(matrix, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  return placeOf(numbersOf<3>(gltfMember(in, "translation"), {0, 0, 0}),
                 numbersOf<4>(gltfMember(in, "rotation"), {0, 0, 0, 1}),
                 numbersOf<3>(gltfMember(in, "scale"), {1, 1, 1}));
}

Eigen::Affine3d GltfNodes::scene_t(std::size_t node) const {
  Eigen::Affine3d out = parent_t(node);
  for (std::size_t above = parents_[node]; above != kNone; above = parents_[above]) out = parent_t(above) * out;
  return out;
}

Result<std::vector<Eigen::Affine3d>> gltfInstances(GltfDocument& document, const Json& node, std::uint64_t most) {
  const Json& attributes =
      gltfMember(gltfMember(gltfMember(node, "extensions"), "EXT_mesh_gpu_instancing"), "attributes");
  std::array<std::optional<GltfElements>, 3> motions;
  std::optional<std::uint64_t> count;
  for (std::size_t i = 0; i < kMotions.size(); ++i) {
    const auto index = gltfNumber(attributes, kMotions[i].attribute);
    if (!index) continue;
    WW_ASSIGN(motions[i], GltfElements::read(document, *index, kMaxGltfBytes));
    if (motions[i]->components() != kMotions[i].components ||
        motions[i]->count() != count.value_or(motions[i]->count()))
      return damagedGltf(failures::kGltfAccessorKind, *index);
    count = motions[i]->count();
  }
  if (count.value_or(1) > most) return fail(failures::kMorePartsThan, {{"most", arg::Count{most}}});
  std::vector<Eigen::Affine3d> out;
  for (std::uint64_t i = 0; i < count.value_or(0); ++i) {
    std::array<std::array<float, 4>, 3> v = {{{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 0}}};
    for (std::size_t k = 0; k < motions.size(); ++k) {
      if (motions[k]) motions[k]->floats(i, v[k].data());
    }
    out.push_back(
        placeOf({v[0][0], v[0][1], v[0][2]}, {v[1][0], v[1][1], v[1][2], v[1][3]}, {v[2][0], v[2][1], v[2][2]}));
  }
  if (!count) out.push_back(Eigen::Affine3d::Identity());
  return out;
}

Result<std::vector<Eigen::Affine3d>> gltfJoints(GltfDocument& document, const GltfNodes& nodes, const Json& node) {
  std::vector<Eigen::Affine3d> out;
  const auto index = gltfNumber(node, "skin");
  const Json& skin = index ? gltfEntry(document.json, "skins", *index) : gltfMember({}, "");
  const Json& joints = gltfMember(skin, "joints");
  if (!joints.is_array()) return out;
  std::optional<GltfElements> bound;
  if (const auto matrices = gltfNumber(skin, "inverseBindMatrices")) {
    WW_ASSIGN(bound, GltfElements::read(document, *matrices, kMaxGltfBytes));
    if (bound->components() != kMatrix || bound->count() < joints.size())
      return damagedGltf(failures::kGltfAccessorKind, *matrices);
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!joints[i].is_number_unsigned() || joints[i].get<std::size_t>() >= nodes.size())
      return fail(failures::kGltfMember,
                  {{"where", arg::Words{"skins"}}, {"member", arg::Words{"joints"}}, {"type", arg::Words{"uint"}}});
    // Without matrices, vertices are given as the joints see them.
    std::array<float, kMatrix> values = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (bound) bound->floats(i, values.data());
    std::array<double, kMatrix> matrix{};
    std::copy(values.begin(), values.end(), matrix.begin());
    out.push_back(nodes.scene_t(joints[i].get<std::size_t>()) * placeOf(matrix));
  }
  return out;
}

}  // namespace ww::io::worker
