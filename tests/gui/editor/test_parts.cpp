// SPDX-License-Identifier: Apache-2.0
// Parts of an assembly: a frame on a bore that is clicked.
#include "core/session/user_data.h"
#include "tests/gui/editor/view_test.h"
#include "tests/support/folders.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

class TestParts : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void aFrameComesOntoTheBoreThatWasClicked();
  void theNextClickIsWaitedFor();

 private:
  void importMachine();
  std::optional<QPointF> wallPixel();
  void clickAt(const QPointF& p) {
    QTest::mouseMove(surface(), p.toPoint());
    QTest::mousePress(surface(), Qt::LeftButton, {}, p.toPoint());
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, p.toPoint());
    QTest::qWait(30);
  }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about") == QStringLiteral("feature")) return chip;
    return nullptr;
  }
  void checkFrame();

  ObjectId machine_;
  Pose root_t_machine_;
};

// The bore of the green plate goes from 50 to 60 mm, about the axis through (20, 15) mm, and is 8 mm wide.
static const Vec3 kMouth(0.02, 0.015, 0.06);

void TestParts::importMachine() {
  window_->openFiles({test::sourceFolder() + QStringLiteral("/tests/contract/io/machine.step")});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 2 && !wizard(), 20000);
  world()->forEachObject([&](const world::Object& o) {
    if (o.id != world::kRootObject) machine_ = o.id;
  });
  root_t_machine_ = world()->rootT(machine_);
  settle();
  ui::CameraState camera = view().camera();
  camera.target = root_t_machine_ * kMouth;
  camera.eye = camera.target + root_t_machine_.q * Vec3(0.03, 0.0, 0.08);
  view().setCamera(camera);
  settle();
  window_->selection().clear();
}

// A pixel where the wall of the bore is seen.
std::optional<QPointF> TestParts::wallPixel() {
  const QPointF middle = pixelOf(root_t_machine_ * kMouth);
  for (int dx = -160; dx <= 160; dx += 4) {
    for (int dy = -60; dy <= 60; dy += 4) {
      const QPointF at = (middle + QPointF(dx, dy)).toPoint();
      const auto p = view().surfaceAt(at);
      if (!p) continue;
      const Vec3 d = root_t_machine_.inverse() * *p - kMouth;
      const double off_axis = std::hypot(d.x(), d.y());
      if (d.z() < -0.001 && d.z() > -0.004 && off_axis > 0.0037 && off_axis < 0.0041) return at;
    }
  }
  return std::nullopt;
}

// At the mouth of the bore, z along its axis and out; and it is told which bore it is on.
void TestParts::checkFrame() {
  const auto active = window_->selection().active();
  QVERIFY(active && std::holds_alternative<FrameId>(*active));
  const FrameId frame = std::get<FrameId>(*active);
  const Pose machine_t_frame = root_t_machine_.inverse() * world()->rootT(frame);
  QVERIFY2((machine_t_frame.p - kMouth).norm() < 1e-9,
           qPrintable(QString::number((machine_t_frame.p - kMouth).norm())));
  QVERIFY((machine_t_frame.q * Vec3(Vec3::UnitZ()) - Vec3::UnitZ()).norm() < 1e-9);
  const QString key = QStringLiteral("feature_of_") + QString::fromStdString(world()->frame(frame)->name);
  std::string link;
  for (const session::UserDatum& datum : session::userData(*world()->object(machine_)))
    if (QString::fromStdString(datum.key) == key) link = datum.text.text;
  QVERIFY2(link.find("kind: bore") != std::string::npos && link.find("exact: yes") != std::string::npos, link.c_str());
}

void TestParts::aFrameComesOntoTheBoreThatWasClicked() {
  importMachine();
  const auto pixel = wallPixel();
  QVERIFY2(pixel, "the wall of the bore is seen");
  clickAt(*pixel);
  const auto before = window_->bridge().session().history().position;
  run("add.feature-frame");
  QTRY_COMPARE_WITH_TIMEOUT(window_->bridge().session().history().position, before + 1, 20000);
  checkFrame();
  const auto made = world();
  run("edit.undo");
  QVERIFY(world()->framesOf(*world()->object(machine_)).empty());
  for (const session::UserDatum& datum : session::userData(*world()->object(machine_)))
    QVERIFY(!QString::fromStdString(datum.key).startsWith(QLatin1String("feature_of_")));
}

void TestParts::theNextClickIsWaitedFor() {
  importMachine();
  const auto pixel = wallPixel();
  QVERIFY2(pixel, "the wall of the bore is seen");
  run("add.feature-frame");
  QVERIFY(chip() && !chip()->isHidden());
  QVERIFY(action("add.feature-frame")->isChecked());
  run("add.feature-frame");  // once more ends it
  QVERIFY(chip()->isHidden());
  run("add.feature-frame");
  const auto before = window_->bridge().session().history().position;
  clickAt(*pixel);
  QTRY_COMPARE_WITH_TIMEOUT(window_->bridge().session().history().position, before + 1, 20000);
  QVERIFY(chip()->isHidden());
  checkFrame();
}

int main(int argc, char** argv) { return runWindowTest<TestParts>(argc, argv); }
#include "test_parts.moc"
