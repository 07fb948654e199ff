// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/gltf/gltf_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/io/failures.h"
#include "core/io/worker/color_runs.h"
#include "core/io/worker/gltf/gltf_paint.h"

namespace ww::io::worker {
namespace {

using Json = nlohmann::json;
constexpr const char* kDraco = "KHR_draco_mesh_compression";
constexpr std::uint32_t kNowhere = CornerTable::kNone - 1;  // a vertex at no place

// Where the accessor asks for more than its view holds, with the numbers.
Status longer(const Json& gltf, std::uint64_t index, const std::string& mesh, Status found) {
  if (found.failure == nullptr || found.failure->row != &failures::kGltfAccessorOutside) return found;
  const auto accessor = gltfAccessor(gltf, index);
  const Json& in = gltfEntry(gltf, "accessors", index);
  const auto view = gltfNumber(in, "bufferView");
  const std::uint64_t offset = gltfNumber(in, "byteOffset").value_or(0);
  constexpr std::uint64_t kMost = 1ull << 40;
  const bool sound = !in.contains("byteOffset") || in["byteOffset"].is_number_unsigned();
  if (!accessor.ok() || !view || !sound || accessor->count > kMost || offset > kMost) return found;
  const Json& in_view = gltfEntry(gltf, "bufferViews", *view);
  const std::uint64_t size = gltfBytes(*accessor), held = gltfNumber(in_view, "byteLength").value_or(0);
  const std::uint64_t stride = std::max(size, gltfNumber(in_view, "byteStride").value_or(0));
  const std::uint64_t needed = offset + stride * (accessor->count - 1) + size;
  if (needed <= held) return found;
  return fail(failures::kGltfAccessorLong, {{"index", arg::Count{index}},
                                            {"mesh", arg::Name{mesh}},
                                            {"count", arg::Count{accessor->count}},
                                            {"needed", arg::Count{needed}},
                                            {"view", arg::Count{*view}},
                                            {"held", arg::Count{held}}});
}

Eigen::Vector3f unit(const Eigen::Vector3f& n) {
  const float length = n.norm();
  return std::isfinite(length) && length > 0.0f ? Eigen::Vector3f(n / length) : Eigen::Vector3f(0, 0, 1);
}

Vec3 pointOf(const GltfElements& elements, std::uint64_t i) {
  std::array<float, 3> v{};
  elements.floats(i, v.data());
  return {v[0], v[1], v[2]};
}

}  // namespace

struct GltfMeshes::Source {
  GltfElements positions;
  GltfPaint paint;
  std::optional<GltfElements> normals;
  GltfTriangles triangles;
  std::vector<Target> targets;
  std::optional<GltfElements> joints, weights;
  const std::vector<Eigen::Affine3d>* bones = nullptr;

  bool isBent() const { return !targets.empty() || bones != nullptr; }
  Vec3 place(std::uint32_t vertex) const {
    Vec3 p = pointOf(positions, vertex);
    for (const Target& target : targets) p += target.weight * pointOf(target.positions, vertex);
    if (bones == nullptr) return p;
    std::array<float, 4> joint{}, weight{};
    joints->floats(vertex, joint.data());
    weights->floats(vertex, weight.data());
    Vec3 out = Vec3::Zero();
    double sum = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      const auto w = static_cast<double>(weight[k]);
      if (!(w > 0.0) || !(joint[k] >= 0.0f) || !(joint[k] < static_cast<float>(bones->size()))) continue;
      out += w * ((*bones)[static_cast<std::size_t>(joint[k])] * p);
      sum += w;
    }
    return sum > 0.0 ? Vec3(out / sum) : p;
  }
};

GltfTriangles gltfTriangles(std::uint64_t mode, std::vector<std::uint32_t> in) {
  GltfTriangles out;
  const std::size_t count = in.size();
  switch (mode) {
    case 0: out.lines = count; break;
    case 1: out.lines = count / 2; break;
    case 2: out.lines = count; break;
    case 3: out.lines = count < 2 ? 0 : count - 1; break;
    case 4:
      out.left = count % 3;
      in.resize(count - out.left);
      out.corners = std::move(in);
      break;
    default:
      out.left = count < 3 ? count : 0;
      for (std::size_t i = 2; i < count; ++i) {
        // The corners of a strip change sides with each triangle.
        const std::size_t a = mode == 6 ? 0 : i - 2 + i % 2, b = mode == 6 ? i - 1 : i - 1 - i % 2;
        out.corners.insert(out.corners.end(), {in[a], in[b], in[i]});
      }
  }
  return out;
}

Status GltfMeshes::countTriangles(std::uint64_t more) {
  const std::uint64_t most = context_.options.max_triangles;
  if (more > most - std::min(most, triangles_)) return fail(failures::kMoreTrianglesThan, {{"most", arg::Count{most}}});
  triangles_ += more;
  return okStatus();
}

std::optional<GltfElements> GltfMeshes::look(const Json& attributes, const char* name, std::uint64_t count) {
  const auto index = gltfNumber(attributes, name);
  if (!index || gltfEntry(document_.json, "accessors", *index).is_null()) return std::nullopt;  // which was told
  auto read = GltfElements::read(document_, *index, kMaxGltfBytes);
  if (read.ok() && read->count() >= count) return *std::move(read);
  context_.report.warn("gltf-look", read.ok() ? damagedGltf(failures::kGltfAccessorKind, *index) : read.status(), name);
  return std::nullopt;
}

Result<GltfMeshes::Source> GltfMeshes::plainSource(const Json& primitive, const GltfLook& look_of) {
  const Json& attributes = gltfMember(primitive, "attributes");
  const std::uint64_t most = std::min<std::uint64_t>(3 * context_.options.max_triangles, kMaxGltfBytes);
  const auto index = gltfNumber(attributes, "POSITION");
  WW_ASSIGN(GltfElements positions, GltfElements::read(document_, *index, most));
  if (positions.components() != 3) return damagedGltf(failures::kGltfAccessorKind, *index);
  const std::uint64_t count = positions.count();
  Source out{std::move(positions), {}, look(attributes, "NORMAL", count), {}, {}, {}, {}};
  out.paint.colors = look(attributes, "COLOR_0", count);
  if (look_of.picture != nullptr) out.paint.places = look(attributes, GltfPaint::nameOfPlaces(look_of).c_str(), count);
  std::vector<std::uint32_t> corners;
  if (const auto indices = gltfNumber(primitive, "indices")) {
    WW_ASSIGN(const GltfElements elements, GltfElements::read(document_, *indices, most));
    WW_ASSIGN(corners, elements.wholes());
  } else {
    corners.resize(static_cast<std::size_t>(count));
    std::iota(corners.begin(), corners.end(), 0u);
  }
  out.triangles = gltfTriangles(gltfNumber(primitive, "mode").value_or(4), std::move(corners));
  return out;
}

Result<const DracoMesh*> GltfMeshes::draco(std::uint64_t view) {
  auto known = draco_.find(view);
  if (known == draco_.end()) {
    WW_ASSIGN(const GltfDocument::View packed, document_.view(view));
    WW_ASSIGN(DracoMesh mesh, DracoMesh::decode(packed.bytes, context_.options.max_triangles));
    known = draco_.emplace(view, std::move(mesh)).first;
  }
  return &known->second;
}

Result<GltfMeshes::Source> GltfMeshes::dracoSource(const Json& primitive, const GltfLook& look_of) {
  const Json& extension = gltfMember(gltfMember(primitive, "extensions"), kDraco);
  const auto view = gltfNumber(extension, "bufferView");
  if (!view) return fail(failures::kDracoNoView);
  WW_ASSIGN(const DracoMesh* mesh, draco(*view));
  const Json &attributes = gltfMember(primitive, "attributes"), &ids = gltfMember(extension, "attributes");
  const auto read = [&, mesh](const std::string& name) -> Result<std::optional<GltfElements>> {
    const auto id = gltfNumber(ids, name.c_str()), index = gltfNumber(attributes, name.c_str());
    if (!id || !index) return std::optional<GltfElements>();
    WW_ASSIGN(const GltfAccessor accessor, gltfAccessor(document_.json, *index));
    WW_ASSIGN(DracoMesh::Attribute attribute, mesh->attribute(*id));
    for (float& v : attribute.values) v = gltfValue(v, accessor.type, accessor.normalized);
    return std::optional(GltfElements(std::move(attribute.values), attribute.components));
  };
  WW_ASSIGN(std::optional<GltfElements> positions, read("POSITION"));
  if (!positions) return fail(failures::kDracoNoPositions);
  if (positions->components() != 3)
    return damagedGltf(failures::kGltfAccessorKind, gltfNumber(attributes, "POSITION").value_or(0));
  Source out{*std::move(positions), {}, {}, {}, {}, {}, {}};
  WW_ASSIGN(out.normals, read("NORMAL"));
  WW_ASSIGN(out.paint.colors, read("COLOR_0"));
  WW_ASSIGN(out.paint.places, read(out.paint.nameOfPlaces(look_of)));
  // Of strips Draco makes triangles, too.
  out.triangles = gltfTriangles(4, mesh->indices());
  return out;
}

Status GltfMeshes::addBends(const Json& mesh, const Json& primitive, const GltfBend& bend, Source& source) {
  const std::uint64_t count = source.positions.count();
  const Json &targets = gltfMember(primitive, "targets"), &own = gltfMember(mesh, "weights");
  const std::size_t weights = bend.weights.empty() ? own.size() : bend.weights.size();
  for (std::size_t i = 0; i < std::min(targets.size(), weights); ++i) {
    const double weight = !bend.weights.empty() ? bend.weights[i] : own[i].is_number() ? own[i].get<double>() : 0.0;
    const auto index = gltfNumber(targets[i], "POSITION");
    if (weight == 0.0 || !index) continue;
    WW_ASSIGN(GltfElements positions, GltfElements::read(document_, *index, kMaxGltfBytes));
    if (positions.components() != 3 || positions.count() < count)
      return damagedGltf(failures::kGltfAccessorKind, *index);
    source.targets.push_back({weight, std::move(positions)});
  }
  if (bend.joints.empty()) return okStatus();
  const Json& attributes = gltfMember(primitive, "attributes");
  source.joints = look(attributes, "JOINTS_0", count);
  source.weights = look(attributes, "WEIGHTS_0", count);
  if (source.joints && source.weights && source.joints->components() == 4 && source.weights->components() == 4)
    source.bones = &bend.joints;
  return okStatus();
}

std::uint32_t GltfMeshes::corner(const Source& source, std::uint32_t vertex, bool normals, geometry::Mesh& mesh) {
  if (const std::uint32_t known = corners_.known(vertex); known != CornerTable::kNone) return known;
  const Vec3 p = source.place(vertex);
  if (!p.allFinite() || p.cwiseAbs().maxCoeff() > farthest_) {
    corners_.forget(vertex, kNowhere);
    return kNowhere;
  }
  Eigen::Vector3f n = Eigen::Vector3f::Zero();
  if (normals) {
    source.normals->floats(vertex, n.data());
    n = unit(n);
  }
  const Eigen::Vector3f f = p.cast<float>();
  const std::size_t before = corners_.size();
  const std::uint32_t out = corners_.put(vertex, {f.x(), f.y(), f.z(), n.x(), n.y(), n.z()});
  if (corners_.size() == before) return out;
  mesh.vertices.push_back(p);
  if (normals) mesh.normals.push_back(n);
  return out;
}

Result<std::optional<GltfShape>> GltfMeshes::shape(const Source& source, const GltfLook& look) {
  losses_.lines += source.triangles.lines;
  losses_.cut += source.triangles.left > 0 ? 1 : 0;
  const std::vector<std::uint32_t>& corners = source.triangles.corners;
  WW_TRY(countTriangles(corners.size() / 3));
  const std::uint64_t count = source.positions.count();
  // Bent, they would have to be turned.
  const bool normals = source.normals && source.normals->components() == 3 && !source.isBent();
  geometry::Mesh mesh;
  mesh.triangles.reserve(corners.size() / 3);
  std::vector<geometry::Color> colors;
  const bool painted = source.paint.varies(look);
  corners_.begin(static_cast<std::size_t>(count), corners.size());
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const std::array<std::uint32_t, 3> in = {corners[i], corners[i + 1], corners[i + 2]};
    if (in[0] >= count || in[1] >= count || in[2] >= count) {
      ++losses_.loose;
      continue;
    }
    const geometry::Triangle t = {corner(source, in[0], normals, mesh), corner(source, in[1], normals, mesh),
                                  corner(source, in[2], normals, mesh)};
    if (std::ranges::find(t, kNowhere) != t.end()) {
      ++losses_.dropped;
      continue;
    }
    mesh.triangles.push_back(t);
    if (painted) colors.push_back(source.paint.on(in, look));
  }
  if (mesh.triangles.empty()) return std::optional<GltfShape>();
  GltfShape out;
  out.finish = look.finish;
  out.color = painted ? colorTriangles(colors, mesh) : source.paint.plain(look);
  auto made = std::make_shared<geometry::Shape>();
  made->mesh = std::make_shared<geometry::Mesh>(std::move(mesh));
  out.shape = std::move(made);
  return std::optional(std::move(out));
}

Result<GltfMeshes::Source> GltfMeshes::source(const std::string& mesh, const Json& primitive, const GltfLook& look_of) {
  const bool packed = gltfMember(gltfMember(primitive, "extensions"), kDraco).is_object();
  auto out = packed ? dracoSource(primitive, look_of) : plainSource(primitive, look_of);
  if (out.ok()) return out;
  Status found = out.status();
  for (const auto& index :
       {gltfNumber(gltfMember(primitive, "attributes"), "POSITION"), gltfNumber(primitive, "indices")}) {
    if (index) found = longer(document_.json, *index, mesh, std::move(found));
  }
  return found;
}

Result<std::vector<GltfShape>> GltfMeshes::shapes(std::uint64_t index, const GltfBend& bend) {
  std::vector<GltfShape> out;
  const Json& mesh = gltfEntry(document_.json, "meshes", index);
  const std::string name = gltfName(mesh);
  for (const Json& primitive : gltfMember(mesh, "primitives")) {
    if (!gltfNumber(gltfMember(primitive, "attributes"), "POSITION")) {  // which was told
      ++losses_.nowhere;
      continue;
    }
    const GltfLook look_of = looks.of(primitive);
    WW_ASSIGN(Source read, source(name.empty() ? std::to_string(index) : name, primitive, look_of));
    WW_TRY(addBends(mesh, primitive, bend, read));
    WW_ASSIGN(std::optional<GltfShape> made, shape(read, look_of));
    if (made) out.push_back(*std::move(made));
  }
  return out;
}

}  // namespace ww::io::worker
