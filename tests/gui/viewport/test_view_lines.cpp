// SPDX-License-Identifier: Apache-2.0
// Lines that tell one thing from another: where a part ends before one of its colour, edges of CAD, the grid and its
// numbers.
#include <QScopeGuard>
#include <QTest>
#include <algorithm>
#include <cmath>

#include "stage.h"
#include "ui/scene/overlays/text.h"
#include "ui/scene/scene_window.h"
#include "ui/settings/preferences.h"
#include "ui/settings/units.h"

namespace ww::test {

using geometry::Box;
using geometry::Color;

class TestViewLines : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void aPartEndsVisiblyBeforeOneOfItsColour_data();
  void aPartEndsVisiblyBeforeOneOfItsColour();
  void aFlatFaceHasNoLines();
  void edgesHaveInBetweenValues();
  void theGridIsFaintOverWhatIsBelowTheFloor();
  void numbersOfTheGridAreWholeAndApart();
  void theFloorLiesBeforeWhatIsBelowIt();
  void theGridIsRoundInTheUnitOfTheUser_data();
  void theGridIsRoundInTheUnitOfTheUser();

 private:
  void look(const Vec3& eye, const Vec3& target, bool ortho = false);
  int greenAt(const QImage& image, const QPointF& p) const { return image.pixelColor(p.toPoint()).green(); }

  std::unique_ptr<Stage> stage_;
};

void TestViewLines::init() { stage_ = std::make_unique<Stage>(QSize(900, 640)); }
void TestViewLines::cleanup() { stage_.reset(); }

void TestViewLines::look(const Vec3& eye, const Vec3& target, bool ortho) {
  ui::CameraState camera;
  camera.eye = eye;
  camera.target = target;
  camera.ortho = ortho;
  stage_->viewport->setCamera(camera);
  QVERIFY(stage_->settle());
  QTest::qWait(350);  // at rest
}

void TestViewLines::aPartEndsVisiblyBeforeOneOfItsColour_data() {
  QTest::addColumn<bool>("dark");
  QTest::addColumn<float>("grey");
  QTest::addColumn<bool>("ortho");
  for (const bool dark : {true, false})
    for (const float grey : {0.04f, 1.0f})
      for (const bool ortho : {false, true})
        QTest::addRow("%s, %.2f, %s", dark ? "dark" : "light", double(grey), ortho ? "parallel" : "perspective")
            << dark << grey << ortho;
}

void TestViewLines::aPartEndsVisiblyBeforeOneOfItsColour() {
  QFETCH(bool, dark);
  QFETCH(float, grey);
  QFETCH(bool, ortho);
  auto& s = *stage_;
  s.viewport->setTheme(dark);
  s.viewport->setShown(ui::ViewLayer::kEdges, false);
  const Color color{grey, grey, grey, 1};
  s.add("wall", Box{{3.0, 0.05, 3.0}}, color, Pose::translation(0, 1.2, 0.5));
  s.add("part", Box{{0.4, 0.2, 0.6}}, color, Pose::translation(0, 0, 0.5));
  look(Vec3(0, -2.4, 0.5), Vec3(0, 0, 0.5), ortho);
  const QImage image = s.shot(QStringLiteral("lines_ends"));
  const QPointF rim = s.pixelOf(Vec3(-0.2, -0.1, 0.55));
  const int face = greenAt(image, rim + QPointF(8, 0)), wall = greenAt(image, rim - QPointF(8, 0));
  int least = 255, most = 0;
  for (int x = -3; x <= 3; ++x) {
    least = std::min(least, greenAt(image, rim + QPointF(x, 0)));
    most = std::max(most, greenAt(image, rim + QPointF(x, 0)));
  }
  qInfo("%d before %d: %d to %d between", face, wall, least, most);
  QVERIFY(std::abs(face - wall) < 40);
  QVERIFY(std::min(face, wall) - least > 25 || most - std::max(face, wall) > 10);
}

// Seen at a flat angle its depth changes much from pixel to pixel, though evenly.
void TestViewLines::aFlatFaceHasNoLines() {
  auto& s = *stage_;
  s.viewport->setTheme(false);
  s.viewport->setShown(ui::ViewLayer::kGrid, false);
  s.add("plate", Box{{4.0, 4.0, 0.02}}, {1, 1, 1, 1}, Pose::translation(0, 0, 0.01));
  look(Vec3(0, -3.0, 0.25), Vec3(0, 0, 0.02));
  const QImage image = s.shot(QStringLiteral("lines_flat"));
  const QPointF near = s.pixelOf(Vec3(0, -1.8, 0.02)), far = s.pixelOf(Vec3(0, 1.8, 0.02));
  QVERIFY(near.y() > far.y() + 40);
  for (double y = far.y(); y + 1 < near.y(); ++y)
    QVERIFY(std::abs(greenAt(image, QPointF(near.x(), y)) - greenAt(image, QPointF(near.x(), y + 1))) < 8);
}

// The edge in the middle of a leaning post crosses the pixels of each row somewhere.
void TestViewLines::edgesHaveInBetweenValues() {
  auto& s = *stage_;
  s.viewport->setTheme(false);
  const Pose leaning = Pose::fromRpy(Vec3(0, 0, 0.6), 0, 0.12, 0) * Pose::rotation(Vec3::UnitZ(), 0.8);
  s.add("post", Box{{0.3, 0.3, 0.8}}, {0.95f, 0.8f, 0.3f, 1}, leaning);
  look(Vec3(0, -2.2, 0.6), Vec3(0, 0, 0.6));
  const QImage image = s.shot(QStringLiteral("lines_edges"));
  const auto edge = [&](double t) { return s.pixelOf(leaning * Vec3(0.15, -0.15, -0.3 + 0.6 * t)); };
  const auto otherEdge = [&](double t) { return s.pixelOf(leaning * Vec3(-0.15, -0.15, -0.3 + 0.6 * t)); };
  // The one of them that is nearer to the eye lies in the middle.
  const auto middle = std::abs(edge(0.5).x() - 450) < std::abs(otherEdge(0.5).x() - 450);
  int rows = 0, between = 0, dark = 0;
  for (int i = 0; i <= 200; ++i) {
    const QPointF p = middle ? edge(i / 200.0) : otherEdge(i / 200.0);
    const int left = greenAt(image, p - QPointF(6, 0)), right = greenAt(image, p + QPointF(6, 0));
    const int face = std::min(left, right);
    int least = 255;
    for (int x = -3; x <= 3; ++x) least = std::min(least, greenAt(image, p + QPointF(x, 0)));
    ++rows;
    if (face - least < 20) continue;
    ++dark;
    // Beside the darkest pixel one that is neither as dark as it nor as bright as a face.
    int soft = 0;
    for (int x = -3; x <= 3; ++x) {
      const int v = greenAt(image, p + QPointF(x, 0));
      soft += v > least + (face - least) / 6 && v < face - (face - least) / 6;
    }
    between += soft > 0;
  }
  qInfo("of %d rows the edge shows in %d, with values between in %d", rows, dark, between);
  QVERIFY(dark > 0.9 * rows);
  QVERIFY(between > 0.4 * rows);
}

void TestViewLines::theGridIsFaintOverWhatIsBelowTheFloor() {
  auto& s = *stage_;
  s.viewport->setShown(ui::ViewLayer::kEdges, false);
  s.add("block", Box{{1, 1, 1}}, {0.75f, 0.45f, 0.2f, 1}, Pose::translation(0.5, 0.5, -0.7));
  look(Vec3(0.5, 0.2, 4.0), Vec3(0.5, 0.5, 0));
  const QImage image = s.shot(QStringLiteral("lines_below"));
  // How much the line at y stands out from what is beside it, at its strongest place.
  const auto contrast = [&](double y) {
    int most = 0;
    for (const double x : {0.25, 0.35, 0.45, 0.65}) {
      const QPointF on = s.pixelOf(Vec3(x, y, 0)), off = s.pixelOf(Vec3(x, y + 0.05, 0));
      for (int d = -1; d <= 1; ++d)
        most = std::max(most, std::abs(greenAt(image, on + QPointF(0, d)) - greenAt(image, off)));
    }
    return most;
  };
  const int over = contrast(0.4), beside = contrast(1.4);
  qInfo("%d over the block, %d beside it", over, beside);
  QVERIFY(beside > 5);
  QVERIFY(3 * over <= beside);
}

// What is sunk does not look as if it stood on it.
void TestViewLines::theFloorLiesBeforeWhatIsBelowIt() {
  auto& s = *stage_;
  const Color bright{0.95f, 0.9f, 0.2f, 1.0f};
  const auto seen = [&](double z) {
    const ObjectId box = s.add("sunk", Box{Vec3(0.4, 0.4, 0.4)}, bright, Pose::translation(3, 3, z));
    ui::CameraState camera;
    camera.target = Vec3(3, 3, z + 0.2);
    camera.eye = camera.target + Vec3(0, -1, 2);
    s.viewport->setCamera(camera);
    s.settle();
    const QImage image = s.shot(QStringLiteral("floor_%1").arg(z));
    const QPointF p = s.pixelOf(Vec3(3, 3, z + 0.2)) * image.devicePixelRatio();
    s.commit(session::deleteObject(box, true));
    return image.pixelColor(p.toPoint());
  };
  const QColor on = seen(0.2), below = seen(-0.6);
  const auto strength = [](const QColor& c) { return c.red() + c.green() - 2 * c.blue(); };
  QVERIFY2(strength(below) > 10 && strength(below) < strength(on) * 6 / 10,
           qPrintable(on.name() + QLatin1Char(' ') + below.name()));
}

void TestViewLines::numbersOfTheGridAreWholeAndApart() {
  auto& s = *stage_;
  s.add("part", Box{{0.2, 0.2, 0.2}}, {0.8f, 0.3f, 0.2f, 1}, Pose::translation(0, 0, 0.1));
  const QRectF surface(QPointF(0, 0),
                       QSizeF(s.viewport->surface()->size()) * s.viewport->surface()->devicePixelRatio());
  int all = 0;
  for (const Vec3& eye : {Vec3(1.0, -1.4, 1.0), Vec3(0.4, -3.0, 0.5), Vec3(2.5, -2.5, 0.4), Vec3(0.1, 0.1, 9.0)}) {
    look(eye, Vec3(0, 0, 0.05));
    (void)s.shot(QStringLiteral("lines_numbers"));
    std::vector<ui::scene::Label> numbers;
    for (const auto& label : ui::ViewProbe(*s.viewport).labels())
      if (label.on_floor) numbers.push_back(label);
    all += static_cast<int>(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      QVERIFY2(surface.contains(numbers[i].box), qPrintable(numbers[i].text));
      for (std::size_t j = i + 1; j < numbers.size(); ++j) {
        const Vec3 a = numbers[i].anchor, b = numbers[j].anchor;
        if ((a.x() == 0.0) != (b.x() == 0.0)) continue;  // not on one axis
        const QPointF apart = s.pixelOf(a) - s.pixelOf(b);
        QVERIFY2(std::hypot(apart.x(), apart.y()) > 36.0, qPrintable(numbers[i].text + numbers[j].text));
      }
    }
  }
  QVERIFY(all > 12);
}

void TestViewLines::theGridIsRoundInTheUnitOfTheUser_data() {
  QTest::addColumn<QString>("symbol");
  QTest::addColumn<double>("cell");  // metres
  QTest::addColumn<double>("distance");
  for (const double distance : {0.6, 4.0}) {
    QTest::addRow("mm from %g m", distance) << "mm" << 0.1 << distance;
    QTest::addRow("m from %g m", distance) << "m" << 0.1 << distance;
    QTest::addRow("in from %g m", distance) << "in" << 0.254 << distance;
    QTest::addRow("ft from %g m", distance) << "ft" << 0.3048 << distance;
  }
}

// Also far from the origin, and when the unit is chosen while the view is there.
void TestViewLines::theGridIsRoundInTheUnitOfTheUser() {
  QFETCH(QString, symbol);
  QFETCH(double, cell);
  QFETCH(double, distance);
  auto& s = *stage_;
  const Vec3 target(3.07, 0.02, 0);
  look(target + Vec3(0, -0.05, 1) * distance, target);
  ui::PreferenceValues values = ui::Preferences::instance().values();
  values.length_unit = symbol;
  ui::Preferences::instance().set(values);
  const auto restore = qScopeGuard([] { ui::Preferences::instance().set({}); });
  QTest::qWait(350);
  const QImage image = s.shot(QStringLiteral("lines_unit_%1_%2").arg(symbol).arg(distance));
  const double line = distance < 1.0 ? 0.1 * cell : cell, si = ui::findUnit(symbol)->si;
  int numbers = 0;
  for (const auto& label : ui::ViewProbe(*s.viewport).labels()) {
    if (!label.on_floor) continue;
    const QStringList words = label.text.split(u' ');
    QCOMPARE(words.value(1), symbol);
    const double value = words[0].toDouble(), place = label.anchor.x() == 0.0 ? label.anchor.y() : label.anchor.x();
    QVERIFY2(std::abs(value * si - place) < 1e-6, qPrintable(label.text));
    QVERIFY2(std::abs(std::remainder(place, line)) < 1e-6, qPrintable(label.text));
    ++numbers;
  }
  QVERIFY2(numbers >= 3, qPrintable(QString::number(numbers)));
  // A line stands out there from what is beside it, at some place between the lines across.
  const auto contrast = [&](double x) {
    int most = 0;
    for (const double part : {4.3, 4.5, 4.7}) {  // beside the numbers
      const QPointF on = s.pixelOf(Vec3(x, part * line, 0)), off = s.pixelOf(Vec3(x + 0.25 * line, part * line, 0));
      for (int d = -1; d <= 1; ++d)
        most = std::max(most, std::abs(greenAt(image, on + QPointF(d, 0)) - greenAt(image, off)));
    }
    return most;
  };
  const double first = line * std::ceil(3.0 / line);
  for (int i = 0; i < 3; ++i) {
    const int on = contrast(first + i * line), beside = contrast(first + (i + 0.5) * line);
    QVERIFY2(on > 2 && on >= 2 * beside, qPrintable(QStringLiteral("%1 %2").arg(on).arg(beside)));
  }
}

}  // namespace ww::test

QTEST_MAIN(ww::test::TestViewLines)
#include "test_view_lines.moc"
