// SPDX-License-Identifier: Apache-2.0
extern "C" {
#include <libqhull_r/qhull_ra.h>
}

#include <cstdio>
#include <unordered_map>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/failures.h"
#include "core/geometry/weld.h"

namespace ww::geometry::collision_making {
namespace {

// One run of the library, which frees what it has whatever happens. Where it tells how far it is, it is told whether to
// go on.
class HullRun {
 public:
  explicit HullRun(std::stop_token stop) : stop_(std::move(stop)) {
    cookie_io_functions_t functions{};
    functions.write = told;
    nowhere_ = fopencookie(this, "w", functions);
    if (nowhere_ != nullptr) std::setvbuf(nowhere_, nullptr, _IONBF, 0);
    qh_zero(&qh_, nowhere_);
  }
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
    char command[] = "qhull Qt Pp TF200";  // it tells of each 200 triangles
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
  static ssize_t told(void* self, const char*, std::size_t size) {
    HullRun& run = *static_cast<HullRun*>(self);
    // It ends when so many points are in, which they are.
    if (run.stop_.stop_requested()) run.qh_.STOPadd = 1;
    return static_cast<ssize_t>(size);
  }

  qhT qh_;
  std::stop_token stop_;
  std::FILE* nowhere_ = nullptr;
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

Result<Mesh> convexHull(const std::vector<Vec3>& points, std::stop_token stop) {
  const std::vector<std::uint32_t> first = weld(points);
  std::vector<Vec3> distinct;
  std::vector<double> coordinates;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (first[i] != i) continue;
    distinct.push_back(points[i]);
    coordinates.insert(coordinates.end(), {points[i].x(), points[i].y(), points[i].z()});
  }
  if (distinct.size() < 4) return fail(failures::kTooFlat);
  if (stop.stop_requested()) return cancelledMaking();
  HullRun run(stop);
  const bool made = run.make(coordinates);
  if (stop.stop_requested()) return cancelledMaking();
  if (!made) return fail(failures::kTooFlat);
  Mesh mesh = run.mesh(distinct);
  if (mesh.triangles.size() < 4) return fail(failures::kTooFlat);
  faceOutwards(mesh);
  return mesh;
}

double volumeOf(const Mesh& hull) {
  double six = 0.0;
  const Vec3& o = hull.vertices.front();
  for (const Triangle& t : hull.triangles)
    six += (hull.vertices[t[0]] - o).dot((hull.vertices[t[1]] - o).cross(hull.vertices[t[2]] - o));
  return six / 6.0;
}

double hullVolume(const std::vector<Vec3>& points, std::stop_token stop) {
  const Result<Mesh> hull = convexHull(points, std::move(stop));
  return hull.ok() ? volumeOf(*hull) : 0.0;
}

Made hull(const Mesh& mesh, const CollisionWish&, std::stop_token stop, const Progress&) {
  WW_ASSIGN(Mesh made, convexHull(mesh.vertices, std::move(stop)));
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(std::move(made));
  return std::vector<Shape>{std::move(shape)};
}

}  // namespace ww::geometry::collision_making
