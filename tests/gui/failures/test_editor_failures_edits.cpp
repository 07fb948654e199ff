// SPDX-License-Identifier: Apache-2.0
// Numbers that are no poses, joint positions or limits.
#include <QClipboard>
#include <QComboBox>
#include <QMenu>

#include "cell.h"
#include "tests/gui/failures/failure_desk.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/joint_row.h"
#include "ui/widgets/section.h"

using namespace ww;
using namespace ww::editor;

namespace {
constexpr int kPanelPause = 100;  // ms: the panel is made anew a moment after the turn of a change
}

class TestEditorFailuresEdits : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  ui::PoseEditor& pose() { return *properties().poseEditor(); }
  // What is shown at a field, with what it is called.
  QString at(const ui::QuantityField& field) {
    return field.hasError() ? field.edit()->accessibleName() + QStringLiteral(": ") + seen(&field) : QString();
  }
  // That text, typed as the X of a crate.
  std::function<QString()> typed(const char* text) {
    return [this, text] {
      add("crate");
      select({object("crate")});
      show("properties");
      auto* field = pose().positionField(0);
      enter(field->edit(), QString::fromUtf8(text));
      return at(*field);
    };
  }
  void notation(int index);
  std::vector<ui::QuantityField*> orientation();
  std::function<QString()> pasted(const char* text);
  std::function<QString()> jogged(const char* text);
  std::function<QString()> limited(int field, const char* text, double stands = 0.2);
  QString joints();
  std::vector<ui::QuantityField*> limits();
  std::vector<Way> numberWays();
  std::vector<Way> poseWays();
  std::vector<Way> jointWays();
};

void TestEditorFailuresEdits::notation(int index) {
  for (auto* box : pose().findChildren<QComboBox*>())
    if (box->count() > 2) box->setCurrentIndex(index);
}

std::vector<ui::QuantityField*> TestEditorFailuresEdits::orientation() {
  std::vector<ui::QuantityField*> out;
  for (auto* field : pose().findChildren<ui::QuantityField*>())
    if (field != pose().positionField(0) && field != pose().positionField(1) && field != pose().positionField(2))
      out.push_back(field);
  return out;
}

// By the menu beside the pose.
std::function<QString()> TestEditorFailuresEdits::pasted(const char* text) {
  return [this, text] {
    add("crate");
    select({object("crate")});
    show("properties");
    QApplication::clipboard()->setText(QString::fromUtf8(text));
    pose().findChild<QMenu*>()->actions().last()->trigger();
    return notice();
  };
}

// An arm whose second joint stands at 0.2 rad, selected.
QString TestEditorFailuresEdits::joints() {
  test::Cell cell;
  cell.store = store_;
  const ObjectId arm = cell.addArm("arm", 6);
  cell.setJoints(arm, test::joints({0, 0.2, 0.3, 0, 0, 0}));
  if (!open(cell)) return QStringLiteral("not open");
  select({arm});
  return {};
}

std::function<QString()> TestEditorFailuresEdits::jogged(const char* text) {
  return [this, text] {
    joints();
    show("joints");
    auto* row = window_->findChildren<ui::JointRow*>().value(1);
    if (!row) return QString();
    enter(row->field()->edit(), QString::fromUtf8(text));
    return row->field()->hasError() ? seen(row) : QString();
  };
}

// As a user finds them: a long list is folded at first.
std::vector<ui::QuantityField*> TestEditorFailuresEdits::limits() {
  std::vector<ui::QuantityField*> out;
  for (auto* section : properties().findChildren<ui::Section*>())
    if (!section->head()->isChecked()) section->head()->click();
  for (auto* field : properties().findChildren<ui::QuantityField*>())
    if (field->isVisible() && field->edit()->accessibleName().contains(QStringLiteral("joint_2"))) out.push_back(field);
  return out;
}

// Field 0: the lower limit of joint_2.
std::function<QString()> TestEditorFailuresEdits::limited(int which, const char* text, double) {
  return [this, which, text] {
    joints();
    show("properties");
    QTest::qWait(kPanelPause);
    if (limits().size() != 2) return QString();
    auto* field = limits()[static_cast<std::size_t>(which)];
    enter(field->edit(), QString::fromUtf8(text));
    QTest::qWait(kPanelPause);
    if (limits().size() != 2) return QString();
    return at(*limits()[static_cast<std::size_t>(which)]);
  };
}

std::vector<Way> TestEditorFailuresEdits::numberWays() {
  return {
      {"no number", typed("abc")},
      {"nothing typed", typed(" ")},
      {"unknown unit", typed("5 furlong")},
      {"an angle for a length", typed("30deg")},
      {"length and angle", typed("10mm + 3deg")},
      {"division by zero", typed("1/0")},
      {"bracket open", typed("(1+2")},
      {"something too much", typed("1 2")},
      {"ends in the middle", typed("10mm +")},
      {"ambiguous comma", typed("1,234.5")},
      {"too far away", typed("99999 km")},
      {"not finite", typed("10^999")},
  };
}

std::vector<Way> TestEditorFailuresEdits::poseWays() {
  return {
      {"quaternion of zeros",
       [this] {
         add("crate");
         select({object("crate")});
         show("properties");
         notation(3);
         QTest::qWait(50);
         const auto fields = orientation();
         for (std::size_t i = 0; i < fields.size(); ++i)
           enter(fields[i]->edit(), QStringLiteral("0"), i + 1 == fields.size() ? Qt::Key_Return : Qt::Key_Tab);
         const QString text = at(*fields.front());
         notation(0);
         return text;
       }},
      {"garbage pasted", pasted("hello world")},
      {"six numbers without units", pasted("1 2 3 4 5 6")},
      {"quaternion of length 5", pasted("0 0 0 5 0 0 0")},
      {"matrix that scales", pasted("2 0 0 0  0 2 0 0  0 0 2 0  0 0 0 1")},
      {"a pose in millimetres", pasted("45000 0 500 1 0 0 0")},
      {"typed for two that differ",
       [this] {
         add("crate");
         add("post", 3);
         select({object("crate"), object("post")});
         show("properties");
         auto* field = pose().positionField(0);
         if (!field->isMixed()) return QString();
         enter(field->edit(), QStringLiteral("5 furlong"));
         return at(*field);
       }},
  };
}

std::vector<Way> TestEditorFailuresEdits::jointWays() {
  return {
      {"joint beyond its limit", jogged("200")},
      {"joint below its limit", jogged("-200")},
      {"joint no number", jogged("home")},
      {"joint as a length", jogged("20mm")},
      {"limits reversed", limited(0, "150")},
      {"limits beyond the robot", limited(1, "170")},
      {"limit passes the joint", limited(1, "5")},
      {"limits of several",
       [this] {
         test::Cell cell;
         cell.store = store_;
         const ObjectId left = cell.addArm("left", 6), right = cell.addArm("right", 6, Pose::translation(3, 0, 0));
         if (!open(cell)) return QString();
         select({left, right});
         show("properties");
         QTest::qWait(kPanelPause);
         if (limits().size() != 2) return QString();
         enter(limits()[0]->edit(), QStringLiteral("150"));
         return at(*limits()[0]);
       }},
  };
}

std::vector<Way> TestEditorFailuresEdits::ways() {
  std::vector<Way> all;
  for (auto part : {numberWays(), poseWays(), jointWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresEdits>(argc, argv); }
#include "test_editor_failures_edits.moc"
