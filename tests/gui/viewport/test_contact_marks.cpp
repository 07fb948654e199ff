// SPDX-License-Identifier: Apache-2.0
// What the view shows of pairs of bodies: hatch and outline of what collides, lengths, margins, the ribbon of a path.
#include <QTest>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "core/geometry/offset.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "stage.h"
#include "ui/scene/frame_graph.h"
#include "ui/scene/scene_window.h"
#include "ui/scene/theme.h"

namespace ww::test {

using geometry::Box;
using geometry::Color;
using ui::scene::Measure;
using ui::scene::MeasureOf;

namespace {

const Color kBlue{0.30f, 0.45f, 0.75f, 1};

double luminance(const QColor& c) { return 0.2126 * c.redF() + 0.7152 * c.greenF() + 0.0722 * c.blueF(); }

bool isNear(const QColor& a, const QColor& b, int slack) {
  return std::abs(a.red() - b.red()) <= slack && std::abs(a.green() - b.green()) <= slack &&
         std::abs(a.blue() - b.blue()) <= slack;
}

int different(const QImage& a, const QImage& b, const QRect& where) {
  int count = 0;
  const QRect in = where.intersected(a.rect());
  for (int y = in.top(); y <= in.bottom(); ++y)
    for (int x = in.left(); x <= in.right(); ++x) count += a.pixel(x, y) != b.pixel(x, y);
  return count;
}

}  // namespace

class TestContactMarks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup() { stage_.reset(); }
  void whatCollidesIsHatchedAndOutlined_data();
  void whatCollidesIsHatchedAndOutlined();
  void theHatchIsOnTheCollisionShapes();
  void whatIsHiddenIsHatchedThinly();
  void theHatchGoesWithWhatIsDragged();
  void nothingIsDrawnWhileNothingCollides();
  void aDepthIsAnArrowWithItsLength();
  void aDistanceIsALineWithItsLength();
  void marginsAreShells();
  void aPathThatComesNearIsWider();

 private:
  EntityId body(ObjectId id) const { return stage_->session->snapshot().world->object(id)->rootEntity(); }
  ui::scene::ViewMarks& marks() { return stage_->viewport->marks(); }
  void collide() { marks().setContacts({{Vec3(0.1, -0.2, 0.3), Vec3(0.1, -0.2, 0.3), body(one_), body(two_), false}}); }
  // The pixels between two places of the front face of the first box.
  std::vector<QColor> row(const QImage& image, double from, double to, double y = -0.2, double z = 0.3) const {
    const QPoint a = stage_->pixelOf(Vec3(from, y, z)).toPoint(), b = stage_->pixelOf(Vec3(to, y, z)).toPoint();
    std::vector<QColor> out;
    for (int x = a.x(); x <= b.x(); ++x) out.push_back(image.pixelColor(x, a.y()));
    return out;
  }
  // How often the row changes between the colour of contacts and another one.
  static int changes(const std::vector<QColor>& row, const QColor& contact) {
    int count = 0;
    for (std::size_t i = 1; i < row.size(); ++i)
      count += isNear(row[i], contact, 60) != isNear(row[i - 1], contact, 60);
    return count;
  }

  std::unique_ptr<Stage> stage_;
  ObjectId one_, two_;
};

void TestContactMarks::init() {
  stage_ = std::make_unique<Stage>(QSize(900, 640));
  stage_->viewport->setShown(ui::ViewLayer::kGrid, false);
  stage_->viewport->setShown(ui::ViewLayer::kEdges, false);
  one_ = stage_->add("one", Box{{0.4, 0.4, 0.4}}, kBlue, Pose::translation(0, 0, 0.3));
  two_ = stage_->add("two", Box{{0.4, 0.4, 0.4}}, kBlue, Pose::translation(0.3, 0.2, 0.3));
  ui::CameraState camera;
  camera.eye = Vec3(0, -2, 0.3);
  camera.target = Vec3(0, 0, 0.3);
  stage_->viewport->setCamera(camera);
  QVERIFY(stage_->settle());
  QTest::qWait(250);
}

void TestContactMarks::whatCollidesIsHatchedAndOutlined_data() {
  QTest::addColumn<bool>("dark");
  QTest::newRow("dark") << true;
  QTest::newRow("light") << false;
}

void TestContactMarks::whatCollidesIsHatchedAndOutlined() {
  QFETCH(bool, dark);
  stage_->viewport->setTheme(dark);
  const QColor contact = ui::scene::sceneTheme(dark).contact;
  const QImage plain = stage_->picture();
  collide();
  const QImage hatched = stage_->shot(QStringLiteral("contact_%1").arg(dark ? "dark" : "light"));
  const auto before = row(plain, -0.15, 0.05), after = row(hatched, -0.15, 0.05);
  QCOMPARE(changes(before, contact), 0);
  QVERIFY2(changes(after, contact) >= 6, qPrintable(QString::number(changes(after, contact))));
  // Without colours, too: the stripes are light and dark.
  const auto [least, most] = std::ranges::minmax(after, {}, &luminance);
  QVERIFY2(luminance(most) - luminance(least) > 0.2,
           qPrintable(QStringLiteral("%1 %2").arg(luminance(least)).arg(luminance(most))));
  // Around it, just outside of its left edge.
  const QPoint edge = stage_->pixelOf(Vec3(-0.2, -0.2, 0.3)).toPoint();
  int outline = 0;
  for (int x = 1; x <= 5; ++x) outline += isNear(hatched.pixelColor(edge - QPoint(x, 0)), contact, 60);
  QVERIFY2(outline >= 1, "an outline");
  for (int x = 1; x <= 5; ++x) QVERIFY(!isNear(plain.pixelColor(edge - QPoint(x, 0)), contact, 60));
}

// What is seen is small, what collides a large box around it.
void TestContactMarks::theHatchIsOnTheCollisionShapes() {
  const auto box = [](const char* purpose, double size) {
    return fmt::format(
        "named_geometries {{ key: '{}' value {{ named_geometries {{ key: 'box' value {{ geometry {{ "
        "inline_geometry_data {{ exact_geometry {{ primitive_set {{ primitives {{ shape {{ box {{ size "
        "{{ x: {} y: {} z: {} }} }} }} }} }} }} }} }} }} }} }} }} ",
        purpose, size, size, size);
  };
  intrinsic_proto::scene_object::v1::SceneObject object;
  QVERIFY(google::protobuf::TextFormat::ParseFromString(
      "name: 'hull' entities { name: 'body' link { geometry_component { " + box("Intrinsic_Visual", 0.1) +
          box("Intrinsic_Collision", 0.4) + "} } }",
      &object));
  const ObjectId both[] = {one_, two_};
  stage_->commit(session::deleteObjects(both, true));
  stage_->commit(session::createFromSceneObject(world::kRootObject, world::kRootEntity, "hull", object,
                                                Pose::translation(0, 0, 0.3)));
  one_ = two_ = stage_->session->snapshot().world->childNamed(world::kRootObject, "hull");
  QVERIFY(one_);
  const QColor contact = ui::scene::sceneTheme(true).contact;
  const QImage plain = stage_->picture();
  collide();
  const QImage hatched = stage_->shot(QStringLiteral("contact_hull"));
  // Beside what is seen, though the collision shape is not shown.
  QCOMPARE(changes(row(plain, -0.18, -0.06), contact), 0);
  QVERIFY2(changes(row(hatched, -0.18, -0.06), contact) >= 3, "hatched");
  // And with the collision shapes shown in the place of the others.
  stage_->viewport->setShown(ui::ViewLayer::kCollision, true);
  QVERIFY(changes(row(stage_->picture(), -0.18, -0.06), contact) >= 3);
}

void TestContactMarks::whatIsHiddenIsHatchedThinly() {
  const auto share = [this](const QImage& image) {
    const auto pixels = row(image, -0.15, 0.05, -0.6);
    const auto reddish = [&](const QColor& c) { return c.red() > c.blue() + 10; };
    return static_cast<double>(std::ranges::count_if(pixels, reddish)) / static_cast<double>(pixels.size());
  };
  collide();
  const double open = share(stage_->picture());
  stage_->add("wall", Box{{1.2, 0.02, 1.0}}, kBlue, Pose::translation(0, -0.6, 0.3));
  const double hidden = share(stage_->shot(QStringLiteral("contact_hidden")));
  QVERIFY2(hidden > 0.04 && hidden < 0.3 && open > 1.5 * hidden,
           qPrintable(QStringLiteral("%1 %2").arg(open).arg(hidden)));
}

void TestContactMarks::theHatchGoesWithWhatIsDragged() {
  collide();
  const QColor contact = ui::scene::sceneTheme(true).contact;
  QVERIFY(changes(row(stage_->picture(), -0.15, 0.05), contact) >= 6);
  stage_->poses->setRootTObject(one_, Pose::translation(-0.45, 0, 0.3));
  QTest::qWait(300);
  const QImage moved = stage_->picture();
  QVERIFY2(changes(row(moved, -0.6, -0.4), contact) >= 6, "where it is shown");
  QVERIFY2(changes(row(moved, -0.15, -0.1, -0.2, 0.3), contact) <= 1, "and no longer where it was");
  stage_->poses->clear();
}

void TestContactMarks::nothingIsDrawnWhileNothingCollides() {
  const auto& graph = stage_->viewport->surface()->frameGraph();
  QVERIFY(!graph.drawsContacts());
  const QImage before = stage_->picture();
  collide();
  const QImage there = stage_->picture();
  QVERIFY(graph.drawsContacts());
  QVERIFY(different(before, there, before.rect()) > 1000);
  marks().setContacts({});
  QTest::qWait(100);
  const QImage after = stage_->picture();
  QVERIFY(!graph.drawsContacts());
  QCOMPARE(different(before, after, before.rect()), 0);
  // Many are painted, but not without end.
  std::vector<ui::scene::Contact> many(500, {Vec3::Zero(), Vec3::Zero(), body(one_), body(two_), false});
  marks().setContacts(many);
  QVERIFY(!stage_->picture().isNull());
}

void TestContactMarks::aDepthIsAnArrowWithItsLength() {
  const QImage before = stage_->picture();
  // One and two overlap by 0.1 m: the second goes to the right.
  marks().setMeasures(MeasureOf::kContact, {{Measure::Kind::kDepth, Vec3(0.2, -0.2, 0.3), Vec3(0.1, -0.2, 0.3),
                                             Vec3::UnitX(), QStringLiteral("100 mm deep")}});
  const QImage after = stage_->shot(QStringLiteral("contact_depth"));
  const QPoint a = stage_->pixelOf(Vec3(0.2, -0.2, 0.3)).toPoint(), b = stage_->pixelOf(Vec3(0.1, -0.2, 0.3)).toPoint();
  QVERIFY(different(before, after, QRect(b, a).adjusted(-3, -3, 3, 3)) > 20);
  // Its head is above and below the line, at the end to where it points.
  QVERIFY(different(before, after, QRect(a.x() - 6, a.y() - 7, 12, 3)) > 2);
  const auto labels = ui::ViewProbe(*stage_->viewport).labels();
  QVERIFY(std::ranges::any_of(labels, [](const auto& l) { return l.text == QLatin1String("100 mm deep"); }));
  marks().setMeasures(MeasureOf::kContact, {});
  QTest::qWait(50);
  QCOMPARE(different(before, stage_->picture(), before.rect()), 0);
}

void TestContactMarks::aDistanceIsALineWithItsLength() {
  const QImage before = stage_->picture();
  const Vec3 from(-0.2, -0.2, 0.6), to(0.4, -0.2, 0.6);
  marks().setMeasures(MeasureOf::kClearance,
                      {{Measure::Kind::kDistance, from, to, Vec3::UnitX(), QStringLiteral("600 mm")}});
  const QImage after = stage_->picture();
  const QColor accent = ui::scene::sceneTheme(true).accent;
  int colored = 0;
  const QPoint a = stage_->pixelOf(from).toPoint(), b = stage_->pixelOf(to).toPoint();
  for (int x = a.x(); x <= b.x(); ++x) colored += isNear(after.pixelColor(x, a.y()), accent, 70);
  QVERIFY2(colored > (b.x() - a.x()) * 3 / 4, qPrintable(QString::number(colored)));
  // Beside those of contacts: each has its own.
  marks().setMeasures(MeasureOf::kContact, {});
  QTest::qWait(50);
  QVERIFY(different(before, stage_->picture(), before.rect()) > 100);
}

void TestContactMarks::marginsAreShells() {
  const QImage before = stage_->picture();
  geometry::Geometry shell;
  shell.ref = "margin:test";
  shell.mesh = std::make_shared<const geometry::Mesh>(
      geometry::offsetMesh(geometry::tessellate(geometry::Primitive(Box{{0.4, 0.4, 0.4}})), 0.08));
  shell.shape.mesh = shell.mesh;
  shell.bounds = shell.mesh->bounds();
  marks().setShells({{body(one_), std::make_shared<const geometry::Geometry>(shell)}});
  QTest::qWait(100);
  const QImage after = stage_->shot(QStringLiteral("margin_shell"));
  // Beside the box, above it, and what is in it is seen through it.
  for (const Vec3& p : {Vec3(-0.25, -0.28, 0.3), Vec3(0, -0.28, 0.55)}) {
    const QPoint at = stage_->pixelOf(p).toPoint();
    QVERIFY2(after.pixelColor(at).red() > before.pixelColor(at).red() + 8, "the shell");
  }
  const QPoint inside = stage_->pixelOf(Vec3(-0.1, -0.2, 0.3)).toPoint();
  QVERIFY(after.pixelColor(inside).blue() > 60);
  // It goes with what it is around.
  stage_->poses->setRootTObject(one_, Pose::translation(-0.45, 0, 0.3));
  QTest::qWait(300);
  const QPoint there = stage_->pixelOf(Vec3(-0.7, -0.28, 0.3)).toPoint();
  QVERIFY(stage_->picture().pixelColor(there).red() > before.pixelColor(there).red() + 8);
  stage_->poses->clear();
  marks().setShells({});
  QTest::qWait(300);
  QCOMPARE(different(before, stage_->picture(), before.rect()), 0);
}

void TestContactMarks::aPathThatComesNearIsWider() {
  std::vector<Vec3> path;
  for (int i = 0; i <= 100; ++i) path.emplace_back(-0.6 + 0.012 * i, -0.5, 0.6);
  marks().setTrace(path);
  const QImage plain = stage_->picture();
  marks().setTraceNearness(std::vector<float>(path.size(), 0.0f));
  QCOMPARE(different(plain, stage_->picture(), plain.rect()), 0);
  std::vector<float> near(path.size(), 0.0f);
  std::fill(near.begin() + 50, near.end(), 1.0f);
  marks().setTraceNearness(near);
  const QImage ribbon = stage_->shot(QStringLiteral("ribbon"));
  const auto around = [&](double from, double to) {
    const QPoint a = stage_->pixelOf(Vec3(from, -0.5, 0.6)).toPoint(),
                 b = stage_->pixelOf(Vec3(to, -0.5, 0.6)).toPoint();
    return different(plain, ribbon, QRect(a - QPoint(0, 8), b + QPoint(0, 8)));
  };
  QVERIFY2(around(0.1, 0.5) > 500, qPrintable(QString::number(around(0.1, 0.5))));
  QCOMPARE(around(-0.5, -0.1), 0);
  // Striped where it is too near: its rim is there and is not.
  const QPoint a = stage_->pixelOf(Vec3(0.1, -0.5, 0.6)).toPoint(), b = stage_->pixelOf(Vec3(0.5, -0.5, 0.6)).toPoint();
  int turns = 0;
  for (int x = a.x() + 1; x <= b.x(); ++x) {
    const auto rim = [&](int column) { return ribbon.pixel(column, a.y() - 7) != plain.pixel(column, a.y() - 7); };
    turns += rim(x) != rim(x - 1);
  }
  QVERIFY2(turns >= 6, qPrintable(QString::number(turns)));
  // Of another path there is nothing to tell.
  path.pop_back();
  marks().setTrace(path);
  QTest::qWait(50);
  QVERIFY(different(ribbon, stage_->picture(), ribbon.rect()) > 300);
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestContactMarks)
#include "test_contact_marks.moc"
