// SPDX-License-Identifier: Apache-2.0
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <array>
#include <cstdio>
#include <unordered_map>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/failures.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

// One run of the library, which frees what it has whatever happens.
class HullRun {
 public:
  HullRun() : nowhere_(std::fopen("/dev/null", "w")) { qh_zero(&qh_, nowhere_); }
  ~HullRun() {
    qh_.NOerrexit = True;
    qh_freeqhull(&qh_, !qh_ALL);
    int kept = 0, total = 0;
    qh_memfreeshort(&qh_, &kept, &total);
    if (nowhere_ != nullptr) std::fclose(nowhere_);
  }
  HullRun(const HullRun&) = delete;
  HullRun& operator=(const HullRun&) = delete;

  // Triangles of the hull; false when the points lie in a plane or fewer dimensions.
  bool make(std::vector<double>& coordinates) {
    char command[] = "qhull Qt Pp";
    const int count = static_cast<int>(coordinates.size() / 3);
    return qh_new_qhull(&qh_, 3, count, coordinates.data(), False, command, nowhere_, nowhere_) == 0;
  }

  Mesh mesh(const std::vector<Vec3>& points) {
    Mesh out;
    std::unordered_map<int, std::uint32_t> index;
    const auto vertexOf = [&](vertexT* vertex) {
      const int point = qh_pointid(&qh_, vertex->point);
      const auto [it, fresh] = index.emplace(point, static_cast<std::uint32_t>(out.vertices.size()));
      if (fresh) out.vertices.push_back(points[static_cast<std::size_t>(point)]);
      return it->second;
    };
    for (facetT* facet = qh_.facet_list; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      if (qh_setsize(&qh_, facet->vertices) != 3) continue;
      auto* const* corners = reinterpret_cast<vertexT* const*>(&facet->vertices->e[0].p);
      Triangle t{vertexOf(corners[0]), vertexOf(corners[1]), vertexOf(corners[2])};
      const bool turned = facet->toporient == qh_ORIENTclock;
      if (turned) std::swap(t[1], t[2]);
      out.triangles.push_back(t);
    }
    return out;
  }

 private:
  qhT qh_;
  std::FILE* nowhere_;
};

// Triangles that face the middle of the hull are turned.
void faceOutwards(Mesh& mesh) {
  Vec3 middle = Vec3::Zero();
  for (const Vec3& v : mesh.vertices) middle += v / static_cast<double>(mesh.vertices.size());
  for (Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    const Vec3 n = (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a);
    if (n.dot(a - middle) < 0.0) std::swap(t[1], t[2]);
  }
}

}  // namespace

Result<Mesh> convexHull(const std::vector<Vec3>& points) {
  const std::vector<std::uint32_t> first = weld(points);
  std::vector<Vec3> distinct;
  std::vector<double> coordinates;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first[i] != i) continue;
    distinct.push_back(points[i]);
    coordinates.insert(coordinates.end(), {points[i].x(), points[i].y(), points[i].z()});
  }
  if (distinct.size() < 4) return fail(failures::kTooFlat);
  HullRun run;
  if (!run.make(coordinates)) return fail(failures::kTooFlat);
  Mesh mesh = run.mesh(distinct);
  if (mesh.triangles.size() < 4) return fail(failures::kTooFlat);
  faceOutwards(mesh);
  return mesh;
}

double hullVolume(const std::vector<Vec3>& points) {
  const Result<Mesh> hull = convexHull(points);
  if (!hull.ok()) return 0.0;
  double six = 0.0;
  const Vec3& o = hull->vertices.front();
  for (const Triangle& t : hull->triangles)
    six += (hull->vertices[t[0]] - o).dot((hull->vertices[t[1]] - o).cross(hull->vertices[t[2]] - o));
  return six / 6.0;
}

Made hull(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress&) {
  if (stop.stop_requested()) return cancelledMaking();
  WW_ASSIGN(Mesh made, convexHull(mesh.vertices));
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(std::move(made));
  return std::vector<Shape>{std::move(shape)};
}

}  // namespace ww::geometry::collision_making
