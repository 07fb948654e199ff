// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/render/failures.h"
#include "core/render/png.h"
#include "core/render/render.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using render::RenderOptions;

namespace {

world::World worldWith(const std::vector<std::pair<std::string, std::pair<geometry::Primitive, Pose>>>& things,
                       geometry::GeometryStore& store) {
  world::World world;
  for (const auto& [name, thing] : things) {
    const auto edits =
        session::createPrimitive(world::kRootObject, world::kRootEntity, name, thing.first, {}, thing.second);
    world = world::apply(world, *edits, store).value();
  }
  return world;
}

RenderOptions lookingAlongY(double distance, bool ortho) {
  RenderOptions o;
  o.width = 200;
  o.height = 160;
  o.camera.eye = Vec3(0, -distance, 0);
  o.camera.target = Vec3::Zero();
  o.camera.ortho = ortho;
  return o;
}

}  // namespace

class TestRender : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void silhouetteOfABoxIsRightWithinOnePixel() {
    geometry::GeometryStore store;
    const auto world = worldWith({{"box", {geometry::Box{Vec3(0.4, 0.2, 0.6)}, {}}}}, store);
    const RenderOptions o = lookingAlongY(2.0, false);
    const auto picture = render::renderIds(world, o);
    QVERIFY(picture.ok());
    const auto view = render::View::make(o.camera, o.width, o.height);
    const auto low = *view->project(Vec3(-0.2, -0.1, 0.3)), high = *view->project(Vec3(0.2, -0.1, -0.3));
    checkExtent(*picture, o, low.x(), high.x(), low.y(), high.y());
  }

  void silhouetteOfASphereIsRightWithinOnePixel() {
    geometry::GeometryStore store;
    const double radius = 0.3, distance = 2.0;
    const auto world = worldWith({{"ball", {geometry::Sphere{radius}, {}}}}, store);
    const RenderOptions o = lookingAlongY(distance, false);
    const auto picture = render::renderIds(world, o);
    QVERIFY(picture.ok());
    const double tangent = radius / std::sqrt(distance * distance - radius * radius);
    const double r = tangent / std::tan(0.5 * o.camera.vertical_fov) * 0.5 * o.height;
    checkExtent(*picture, o, 0.5 * o.width - r, 0.5 * o.width + r, 0.5 * o.height - r, 0.5 * o.height + r);
  }

  void parallelViewsHaveTheSizeOfTheTarget() {
    geometry::GeometryStore store;
    const auto world = worldWith({{"box", {geometry::Box{Vec3(0.4, 1.0, 0.6)}, {}}}}, store);
    const RenderOptions o = lookingAlongY(2.0, true);
    const auto picture = render::renderIds(world, o);
    QVERIFY(picture.ok());
    const double scale = 0.5 * o.height / (2.0 * std::tan(0.5 * o.camera.vertical_fov));
    checkExtent(*picture, o, 100 - 0.2 * scale, 100 + 0.2 * scale, 80 - 0.3 * scale, 80 + 0.3 * scale);
  }

  void idsNameTheNearestObject() {
    geometry::GeometryStore store;
    const auto world = worldWith({{"near_box", {geometry::Box{Vec3::Constant(0.1)}, Pose::translation(0, -0.5, 0)}},
                                  {"far_box", {geometry::Box{Vec3::Constant(0.6)}, Pose::translation(0, 0.5, 0)}}},
                                 store);
    const auto picture = render::renderIds(world, lookingAlongY(2.0, false));
    QVERIFY(picture.ok());
    QCOMPARE(picture->ids[80 * 200 + 100], world.find("near_box").value);
    QCOMPARE(picture->ids[80 * 200 + 100 + 12], world.find("far_box").value);
    QCOMPARE(picture->ids[0], std::uint64_t{0});
    QVERIFY(std::isinf(picture->depth[0]));
    const auto mask = render::idMask(*picture, 200, 160);
    QVERIFY(mask.ok());
    QCOMPARE(std::uint64_t{mask->rgb[3 * (80 * 200 + 100) + 2]}, world.find("near_box").value);
  }

  void depthOfATiltedPlaneIsTheAnalyticOne() {
    geometry::GeometryStore store;
    const Pose tilted = Pose::translation(3000, 4000, 5) * Pose::rotation(Vec3::UnitX(), 0.5);
    const auto world = worldWith({{"plate", {geometry::Box{Vec3(2, 2, 0.02)}, tilted}}}, store);
    RenderOptions o;
    o.width = 64;
    o.height = 48;
    o.camera.eye = tilted.p + Vec3(0.2, -0.4, 2.5);
    o.camera.target = tilted.p;
    const auto picture = render::renderIds(world, o);
    QVERIFY(picture.ok());
    const auto view = render::View::make(o.camera, o.width, o.height);
    const Vec3 normal = tilted.q * Vec3::UnitZ(), on_top = tilted * Vec3(0, 0, 0.01);
    for (int y = 0; y < o.height; ++y) {
      for (int x = 0; x < o.width; ++x) {
        const auto at = static_cast<std::size_t>(y * o.width + x);
        const render::Ray ray = view->rayAt(x + 0.5, y + 0.5);
        const double t = (on_top - ray.origin).dot(normal) / ray.dir.dot(normal);
        const Vec3 p = tilted.inverse() * Vec3(ray.origin + t * ray.dir);
        if (p.head<2>().cwiseAbs().maxCoeff() > 0.99) continue;
        QVERIFY(std::abs(static_cast<double>(picture->depth[at]) - view->depthOf(ray.origin + t * ray.dir)) < 1e-5);
      }
    }
  }

  void theSameWorldGivesTheSamePictureOnOneOrTwoThreads() {
    geometry::GeometryStore store;
    const auto world = samples::makeSample("pick_and_place", store);
    QVERIFY(world.ok());
    RenderOptions o;
    o.width = 160;
    o.height = 120;
    o.frames = true;
    o.traces = {{Vec3(0.5, 0, 1), Vec3(0.5, 0.4, 1.2), Vec3(0.2, 0.6, 1)}};
    o.highlight = {world->find("robot")};
    o.camera = render::standardView(*world, "iso", 4.0 / 3.0).value();
    o.threads = 1;
    const auto one = render::render(*world, o);
    o.threads = 2;
    const auto two = render::render(*world, o);
    QVERIFY(one.ok() && two.ok());
    QCOMPARE(one->color.rgb, two->color.rgb);
    const auto png = render::toPng(one->color);
    QVERIFY(png.ok());
    const auto back = render::fromPng(*png);
    QVERIFY(back.ok());
    QCOMPARE(back->rgb, one->color.rgb);
  }

  void standardViewsShowAllOfTheWorld() {
    geometry::GeometryStore store;
    const auto world = samples::makeSample("pick_and_place", store);
    QVERIFY(world.ok());
    for (const std::string_view name : render::viewNames()) {
      RenderOptions o;
      o.width = 160;
      o.height = 100;
      o.camera = render::standardView(*world, name, 1.6).value();
      const auto picture = render::renderIds(*world, o);
      QVERIFY(picture.ok());
      for (int i = 0; i < 160; ++i) {
        QCOMPARE(picture->ids[static_cast<std::size_t>(i)], std::uint64_t{0});
        QCOMPARE(picture->ids[static_cast<std::size_t>(99 * 160 + i)], std::uint64_t{0});
      }
    }
  }

  void aCameraSensorLooksAlongItsZAxis() {
    geometry::GeometryStore store;
    intrinsic_proto::scene_object::v1::SceneObject object;
    object.set_name("camera");
    auto* link = object.add_entities();
    link->set_name("housing");
    link->mutable_link();
    auto* sensor = object.add_entities();
    sensor->set_name("eye");
    sensor->set_parent_name("housing");
    geometry::toWire(Pose::translation(0, 0, 0.1), sensor->mutable_parent_t_this());
    sensor->mutable_sensor()->mutable_sensor_component()->mutable_camera()->mutable_properties()->set_horizontal_fov(
        1.0);
    const auto edits = session::createFromSceneObject(world::kRootObject, world::kRootEntity, "camera", object,
                                                      Pose::translation(1, 2, 3));
    const world::World world = world::apply({}, *edits, store).value();
    for (const char* name : {"camera:camera", "camera:eye", "camera:camera:eye"}) {
      const auto camera = render::cameraFor(world, name, 2.0);
      QVERIFY2(camera.ok(), camera.status().line().c_str());
      QVERIFY((camera->eye - Vec3(1, 2, 3.1)).norm() < 1e-12);
      QVERIFY((camera->target - Vec3(1, 2, 4.1)).norm() < 1e-12);
      QVERIFY((camera->up - Vec3(0, -1, 0)).norm() < 1e-12);
      QVERIFY(std::abs(camera->vertical_fov - 2.0 * std::atan(std::tan(0.5) / 2.0)) < 1e-12);
    }
  }

  void whatCannotBeIsRefused() {
    const world::World empty;
    RenderOptions o;
    o.width = 0;
    QCOMPARE(render::render(empty, o).status().code, Code::kInvalidArgument);
    o.width = 16;
    o.height = 16;
    o.camera.eye = o.camera.target;
    QCOMPARE(render::render(empty, o).status().code, Code::kInvalidArgument);
    o.camera.eye = Vec3(std::nan(""), 0, 0);
    QCOMPARE(render::render(empty, o).status().code, Code::kInvalidArgument);
    QCOMPARE(render::cameraFor(empty, "nowhere", 1.0).status().code, Code::kNotFound);
    QCOMPARE(render::cameraFor(empty, "camera:eye", 1.0).status().code, Code::kNotFound);
    const Status typed = render::cameraFor(empty, "frnt", 1.0).status();
    QVERIFY(typed.failure->row == &render::failures::kNoView);
    QVERIFY2(typed.hint.starts_with("did you mean 'front'? use one of iso, front, "), typed.hint.c_str());
    QVERIFY(render::cameraFor(empty, "camera:eye", 1.0).status().failure->row == &render::failures::kNoCameras);
  }

  void endingsOfOtherFormatsAreRefused() {
    const Status jpeg = render::checkPictureName("views/top.v2.JPG");
    QCOMPARE(jpeg.code, Code::kInvalidArgument);
    QVERIFY(jpeg.failure->row == &render::failures::kUnknownEnding);
    QCOMPARE(jpeg.hint, std::string("name it 'views/top.v2.png'"));
    for (const char* fine : {"a.png", "a.PNG", "-", "a", "/dev/null", "/dev/stdout"})
      QVERIFY2(render::checkPictureName(fine).ok(), fine);
  }

  void aStopEndsThePicture() {
    const world::World empty;
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(render::render(empty, RenderOptions{}, stopped.get_token()).status().code, Code::kCancelled);
  }

  // From above: the shadow of a box lies where the key light throws it, softly, and wanders when the box is lifted.
  void aLiftedBoxThrowsItsShadowElsewhere() {
    RenderOptions o;
    o.width = o.height = 200;
    o.camera = {Vec3(0, 0, 4.0), Vec3::Zero(), Vec3::UnitY()};
    o.camera.ortho = true;
    const Vec3 side = render::keyLightFrom() / render::keyLightFrom().z();
    const double at_floor = groundUnderBox(o, 0.06, 0.9 * side), lifted = groundUnderBox(o, 0.9, 0.9 * side);
    QVERIFY2(lifted < 0.85 * at_floor, qPrintable(QString("%1 of %2").arg(lifted).arg(at_floor)));
    // On a surface just as on the floor.
    QVERIFY(groundUnderBox(o, 0.9, 0.9 * side, true) < 0.85 * groundUnderBox(o, 0.06, 0.9 * side, true));
  }

  // A white part before another, seen along the axis of both: only a line tells where the nearer one ends.
  void whatEndsBeforeSomethingOfItsColourHasALine() {
    for (const bool ortho : {false, true}) {
      for (const double wall_y : {0.65, -0.04}) {  // far behind; a box that stands out of it by 10 mm
        geometry::GeometryStore store;
        const auto world = worldWith({{"wall", {geometry::Box{Vec3(3, 0.1, 3)}, Pose::translation(0, wall_y, 0)}},
                                      {"box", {geometry::Box{Vec3(0.4, 0.2, 0.6)}, {}}}},
                                     store);
        RenderOptions o = lookingAlongY(2.0, ortho);
        o.theme = render::Theme::kLight;
        o.edges = o.grid = false;
        o.sky_rays = 0;
        const auto picture = render::render(world, o);
        QVERIFY(picture.ok());
        const auto id = world.find("box").value;
        // Along the row in the middle: the first pixel of the box, beside those of its face.
        int x = 0;
        while (picture->ids[static_cast<std::size_t>(80 * o.width + x)] != id) ++x;
        const auto green = [&](int at) {
          return picture->color.rgb[3 * static_cast<std::size_t>(80 * o.width + at) + 1];
        };
        const int line = green(x), face = green(x + 5), wall = green(x - 5);
        QVERIFY2(wall_y > 0 ? line < 0.85 * std::min(face, wall) : line > 0.93 * std::min(face, wall),
                 qPrintable(QString("%1 between %2 and %3").arg(line).arg(face).arg(wall)));
      }
    }
  }

  // Below the floor a part is seen through it, and the grid is no more than a hint on it.
  void theGridIsFaintOverWhatIsBelowTheFloor() {
    geometry::GeometryStore store;
    const auto world = worldWith({{"block", {geometry::Box{Vec3(1, 1, 1)}, Pose::translation(0.5, 0.5, -0.7)}}}, store);
    RenderOptions o;
    o.width = o.height = 200;
    o.camera = {Vec3(0.5, 0.5, 4.0), Vec3(0.5, 0.5, 0), Vec3::UnitY()};
    o.edges = false;
    const auto picture = render::render(world, o);
    QVERIFY(picture.ok());
    const auto view = render::View::make(o.camera, o.width, o.height);
    const auto contrastOf = [&](double x, double y) {  // of the line at y = 0.4 or 1.4 to what is beside it
      const auto on = *view->project(Vec3(x, y, 0)), off = *view->project(Vec3(x, y + 0.05, 0));
      const auto green = [&](const Eigen::Vector2d& p) {
        const auto at = static_cast<std::size_t>(static_cast<int>(p.y()) * o.width + static_cast<int>(p.x()));
        return static_cast<double>(picture->color.rgb[3 * at + 1]);
      };
      return std::abs(green(on) - green(off)) / green(off);
    };
    double over = 0, beside = 0;
    for (const double x : {0.24, 0.35, 0.44, 0.65}) over += contrastOf(x, 0.4), beside += contrastOf(x, 1.5);
    QVERIFY2(beside > 0.1 && over < 0.4 * beside, qPrintable(QString("%1 over, %2 beside").arg(over).arg(beside)));
  }

  // Where all neighbours agree no more rays are thrown: what is wholly lit stays so, and a shadow has its place.
  void aShadowIsAsSharpAsItsLight() {
    RenderOptions o;
    o.width = o.height = 240;
    o.camera = {Vec3(0, 0, 2.0), Vec3::Zero(), Vec3::UnitY()};
    o.camera.ortho = true;
    o.grid = false;
    geometry::GeometryStore store;
    const auto world = worldWith({{"plate", {geometry::Box{Vec3(4, 4, 0.02)}, Pose::translation(0, 0, -0.01)}},
                                  {"post", {geometry::Box{Vec3(0.2, 0.2, 0.4)}, Pose::translation(0, 0, 0.2)}}},
                                 store);
    const auto picture = render::render(world, o);
    QVERIFY(picture.ok());
    const auto view = render::View::make(o.camera, o.width, o.height);
    const Vec3 side = render::keyLightFrom() / render::keyLightFrom().z();
    // Beside the shadow of the post's upper left edge.
    const auto green = [&](double along, double aside) {
      const auto at = *view->project(Vec3(-0.1 - 0.4 * side.x() + aside, along - 0.4 * side.y(), 0));
      const int pixel = static_cast<int>(at.y()) * o.width + static_cast<int>(at.x());
      return static_cast<int>(picture->color.rgb[3 * static_cast<std::size_t>(pixel) + 1]);
    };
    for (const double along : {-0.05, 0.0, 0.05}) {
      const int lit = green(along, -0.15), shaded = green(along, 0.05), just_lit = green(along, -0.05);
      QVERIFY2(shaded < 0.85 * lit, qPrintable(QString("%1 of %2").arg(shaded).arg(lit)));
      QVERIFY2(just_lit > 0.96 * lit, qPrintable(QString("%1 of %2").arg(just_lit).arg(lit)));
    }
  }

  void raysThatAreNotFiniteHitNothing() {
    geometry::GeometryStore store;
    const auto world = worldWith({{"box", {geometry::Box{Vec3::Ones()}, {}}}}, store);
    const auto scene = render::RayScene::make(world, render::Shown::kVisual);
    QVERIFY(scene.ok());
    QVERIFY(!scene->trace({Vec3(std::nan(""), 0, 0), Vec3::UnitX()}));
    QVERIFY(!scene->trace({Vec3(-3, 0, 0), Vec3::Zero()}));
    QVERIFY(scene->trace({Vec3(-3, 0, 0), Vec3::UnitX()}));
    const std::array<Eigen::Vector3f, 3> dirs = {Eigen::Vector3f(std::nanf(""), 0, 0), Eigen::Vector3f::UnitX(),
                                                 -Eigen::Vector3f::UnitX()};
    QCOMPARE(scene->blocked(Vec3(-3, 0, 0), dirs, 10.0), 1);
    QCOMPARE(scene->blocked(Vec3(-3, 0, 0), dirs, 1.0), 0);
    QCOMPARE(scene->blocked(Vec3(std::nan(""), 0, 0), dirs, 10.0), 0);
  }

 private:
  // Mean brightness of 5 x 5 pixels round the place that is `aside` from under a box which floats at `height`.
  static double groundUnderBox(const RenderOptions& o, double height, const Vec3& aside, bool on_plate = false) {
    geometry::GeometryStore store;
    Pose up, down;
    up.p = Vec3(0, 0, height), down.p = Vec3(0, 0, -0.05);
    std::vector<std::pair<std::string, std::pair<geometry::Primitive, Pose>>> things = {
        {"box", {geometry::Box{Vec3(0.1, 0.1, 0.1)}, up}}};
    if (on_plate) things.push_back({"plate", {geometry::Box{Vec3(4.0, 4.0, 0.02)}, down}});
    const auto picture = render::render(worldWith(things, store), o);
    const auto at = *render::View::make(o.camera, o.width, o.height)->project(Vec3(-aside.x(), -aside.y(), 0.0));
    double sum = 0;
    for (int y = -2; y <= 2; ++y) {
      for (int x = -2; x <= 2; ++x) {
        const int pixel = (static_cast<int>(at.y()) + y) * o.width + static_cast<int>(at.x()) + x;
        sum += picture->color.rgb[3 * static_cast<std::size_t>(pixel) + 1];
      }
    }
    return sum / 25.0;
  }

  static void checkExtent(const render::Picture& picture, const RenderOptions& o, double left, double right, double top,
                          double bottom) {
    int x0 = o.width, x1 = -1, y0 = o.height, y1 = -1;
    for (int y = 0; y < o.height; ++y) {
      for (int x = 0; x < o.width; ++x) {
        if (picture.ids[static_cast<std::size_t>(y * o.width + x)] == 0) continue;
        x0 = std::min(x0, x), x1 = std::max(x1, x), y0 = std::min(y0, y), y1 = std::max(y1, y);
      }
    }
    QVERIFY(std::abs(x0 - left) <= 1.0 && std::abs(x1 + 1 - right) <= 1.0);
    QVERIFY(std::abs(y0 - top) <= 1.0 && std::abs(y1 + 1 - bottom) <= 1.0);
  }
};

QTEST_GUILESS_MAIN(TestRender)
#include "test_render.moc"
