// SPDX-License-Identifier: Apache-2.0
// Single configurations of a robot, ours and FCL's dynamic tree manager on the same shapes in one run; thread CPU time.
// WW_SPEED=1 asks for what is aimed at: five times as fast; else only that we are not slower.
#include <fmt/format.h>
#include <time.h>

#include <QtTest>
#include <map>
#include <set>

#include "cell.h"
#include "core/collision/check.h"
#include "core/kinematics/joint_tree.h"
#include "core/kinematics/random.h"
#include "core/model/anchors.h"
#include "fcl_bodies.h"
#include "resources/samples/samples.h"

using namespace ww;
using namespace ww::collision;
using namespace ww::test;
using kinematics::Random;

namespace {

constexpr std::size_t kConfigurations = 200;

double cpuMicroseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

// A piece of a body, as FCL has it.
struct FclPiece {
  EntityId entity;
  int mover = -1;
  Pose entity_t_piece;
  std::unique_ptr<fcl::CollisionObjectd> object;
};

// The bodies of a checker's scene in two trees: what moves, and what stands.
class FclCell {
 public:
  FclCell(const Scene& scene, const std::vector<EntityId>& movers) : scene_(scene) {
    model::Anchors anchors(scene.model(), movers);
    scene.world().forEachObject([&](const world::Object& object) {
      for (const auto& entity : object.entities) {
        if (scene.body(entity->id)) addEntity(*entity, anchors.of(entity->id).mover);
      }
    });
    for (const auto& piece : pieces_) (piece.mover >= 0 ? moving_ : standing_).registerObject(piece.object.get());
    moving_.setup();
    standing_.setup();
    exclude();
  }
  bool collides(const model::State& state) {
    for (auto& piece : pieces_) {
      if (piece.mover < 0) continue;
      piece.object->setTransform(fclPose(state.rootT(piece.entity) * piece.entity_t_piece));
      piece.object->computeAABB();
    }
    moving_.update();
    Question q{this, false};
    standing_.collide(&moving_, &q, &FclCell::meet);
    if (!q.hit) moving_.collide(&q, &FclCell::meet);
    return q.hit;
  }
  std::size_t pieces() const { return pieces_.size(); }

 private:
  struct Question {
    FclCell* cell;
    bool hit;
  };
  void addEntity(const world::Entity& entity, int mover) {
    for (const auto& placed : entity.collision) {
      const Eigen::Affine3d& at = placed.ref_t_shape;
      if (placed.geometry->shape.mesh) {
        geometry::Mesh mesh = *placed.geometry->shape.mesh;
        for (Vec3& v : mesh.vertices) v = at * v;
        add(entity.id, mover, Pose(), fclMesh(mesh));
      }
      for (const auto& primitive : placed.geometry->shape.primitives) {
        const Eigen::Affine3d t = at * primitive.ref_t_shape;
        add(entity.id, mover, {t.translation(), Quat(t.linear())}, fclPrimitive(primitive.primitive));
      }
    }
  }
  void add(EntityId entity, int mover, const Pose& at, const FclGeometry& geometry) {
    FclPiece& piece = pieces_.emplace_back();
    piece.entity = entity;
    piece.mover = mover;
    piece.entity_t_piece = at;
    piece.object = std::make_unique<fcl::CollisionObjectd>(geometry, fclPose(scene_.world().rootT(entity) * at));
    piece.object->setUserData(reinterpret_cast<void*>(pieces_.size() - 1));
  }
  void exclude() {
    checked_.assign(pieces_.size() * pieces_.size(), 0);
    for (std::size_t a = 0; a < pieces_.size(); ++a) {
      for (std::size_t b = 0; b < pieces_.size(); ++b) {
        const auto &one = pieces_[a], &other = pieces_[b];
        const bool rigid = one.entity == other.entity || one.mover == other.mover;
        checked_[a * pieces_.size() + b] = !rigid && !scene_.rules().explain(one.entity, other.entity).excluded ? 1 : 0;
      }
    }
  }
  static bool meet(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
    auto& q = *static_cast<Question*>(data);
    const auto i = reinterpret_cast<std::size_t>(a->getUserData()), j = reinterpret_cast<std::size_t>(b->getUserData());
    if (q.cell->checked_[i * q.cell->pieces_.size() + j] == 0) return false;
    fcl::CollisionResultd result;
    q.hit = fcl::collide(a, b, fcl::CollisionRequestd(1, false), result) > 0;
    return q.hit;
  }

  Scene scene_;
  std::vector<FclPiece> pieces_;
  std::vector<char> checked_;
  fcl::DynamicAABBTreeCollisionManagerd moving_, standing_;
};

// A ball with dents: closed, and not convex.
geometry::Mesh dented(int segments, double radius, int dents) {
  geometry::Mesh out = geometry::tessellate(geometry::Sphere{radius}, segments);
  for (Vec3& v : out.vertices)
    v *= 1.0 + 0.15 * std::sin(dents * std::acos(std::clamp(v.z() / radius, -1.0, 1.0))) *
                   std::cos(dents * std::atan2(v.y(), v.x()));
  return out;
}

Cell sampleCell() {
  Cell cell;
  cell.world = samples::makeSample("pick_and_place", *cell.store).value();
  return cell;
}

// The sample's robot among 30 meshes of about 200,000 triangles in all.
Cell amongMeshes() {
  Cell cell;
  cell.addArm("robot", 6);
  for (int i = 0; i < 30; ++i) {
    geometry::Shape shape;
    shape.mesh = std::make_shared<const geometry::Mesh>(dented(82, 0.07 + 0.002 * (i % 10), 3 + i % 5));
    const double angle = 2.4 * i, away = 0.55 + 0.1 * (i % 5);
    cell.addShape(fmt::format("mesh {}", i), shape,
                  Pose::translation(away * std::cos(angle), away * std::sin(angle), 0.1 + 0.15 * (i % 7)));
  }
  return cell;
}

}  // namespace

class TestFclSpeed : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void besideFcl_data() {
    QTest::addColumn<bool>("meshes");
    QTest::newRow("sample cell") << false;
    QTest::newRow("among meshes") << true;
  }
  void besideFcl() {
    QFETCH(bool, meshes);
    const Cell cell = meshes ? amongMeshes() : sampleCell();
    const auto tree = kinematics::JointTree::make(cell.world, cell.id("robot")).value();
    const Scene scene = Scene::make(tree.mechanism().model());
    Checker checker(scene, tree.movers());
    FclCell peer(scene, tree.movers());
    model::State state(scene.model());
    const auto at = [&](const JointVector& q) -> const model::State& {
      state.set(tree.mechanism(), q);
      state.forward(tree.mechanism());
      return state;
    };
    Random random(1);
    std::vector<JointVector> free, hits;
    int drawn = 0, differ = 0;
    while ((free.size() < kConfigurations || hits.size() < kConfigurations) && drawn < 100'000) {
      JointVector q(static_cast<Eigen::Index>(tree.size()));
      for (std::size_t i = 0; i < tree.size(); ++i)
        q[static_cast<Eigen::Index>(i)] = random.uniform(tree.limits()[i].lower, tree.limits()[i].upper);
      const bool hit = checker.collides(at(q));
      if (drawn++ < 2000) differ += peer.collides(state) != hit ? 1 : 0;
      auto& list = hit ? hits : free;
      if (list.size() < kConfigurations) list.push_back(q);
    }
    QVERIFY(free.size() >= 20 && hits.size() >= 20);
    qInfo("%zu pieces; FCL tells %d of %d configurations otherwise", peer.pieces(), differ, std::min(drawn, 2000));
    QVERIFY2(differ < 20, "not the same cell");
    compare(
        "free", free, [&](const JointVector& q) { return checker.collides(at(q)); },
        [&](const JointVector& q) { return peer.collides(at(q)); });
    compare(
        "colliding", hits, [&](const JointVector& q) { return checker.collides(at(q)); },
        [&](const JointVector& q) { return peer.collides(at(q)); });
  }

 private:
  // Median of rounds over all configurations, in turn; microseconds for each.
  template <typename Ours, typename Theirs>
  static void compare(const char* what, const std::vector<JointVector>& some, const Ours& ours, const Theirs& theirs) {
    std::vector<double> a, b;
    int count = 0;
    const auto time = [&](const auto& ask) {
      const double start = cpuMicroseconds();
      for (const JointVector& q : some) count += ask(q) ? 1 : 0;
      return (cpuMicroseconds() - start) / static_cast<double>(some.size());
    };
    for (int round = 0; round < 15; ++round) {
      a.push_back(time(ours));
      b.push_back(time(theirs));
    }
    std::ranges::sort(a);
    std::ranges::sort(b);
    const double x = a[a.size() / 2], y = b[b.size() / 2];
    qInfo("%s: ours %.2f us, FCL %.2f us, %.1f times (%d)", what, x, y, y / x, count);
    const double wanted = qEnvironmentVariableIntValue("WW_SPEED") != 0 ? 5.0 : 1.0;
    QVERIFY2(y > wanted * x, qPrintable(QString("%1: %2 and %3 us").arg(what).arg(x).arg(y)));
  }
};

QTEST_GUILESS_MAIN(TestFclSpeed)
#include "test_fcl_speed.moc"
