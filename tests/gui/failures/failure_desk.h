// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTranslator>
#include <map>

#include "tests/gui/editor/window_test.h"
#include "tests/gui/failures/seen.h"

class QDialog;
class QListView;

namespace ww::test {
class Cell;
}
namespace ww::ui {
class MotionPanel;
class ProblemsPanel;
class PropertiesPanel;
class QuantityField;
}  // namespace ww::ui

namespace ww::editor {

// A way to fail; what a person must be told of it stands under its name in the list beside this file.
struct Way {
  const char* name;
  std::function<QString()> told;  // fails as a user would, and gives what is seen of it
  // Presses the button that is offered: empty when it has helped, else what is wrong with it.
  std::function<QString()> helps = {};
};

// A table of ways to fail, all in one window for each language.
class FailureDesk : public WindowTest {
  Q_OBJECT
 protected:
  virtual std::vector<Way> ways() = 0;

 private Q_SLOTS:
  void initTestCase();
  void init() {}
  void cleanup();
  void cleanupTestCase();
  void theListIsComplete();
  void genericAnswersDoNotPass();
  void isAnswered_data();
  void isAnswered();

 protected:
  // ---- what is seen; each is empty when nothing comes
  QString notice();    // the newest notice
  QString problems();  // the Problems panel
  QString said();      // the line at the foot of the window
  QString dialog(const char* name);
  QString importer();  // the wizard, when it has something to say
  QString card();      // of the Motion panel
  QString seen(const QWidget* part);
  QString tipOf(const char* action_id);  // of an action that is off

  // ---- what is done
  void drop(const QStringList& files);
  bool until(const std::function<bool()>& done, int ms = 20000);
  void show(const char* dock);
  QPushButton* button(const QWidget* in, const QString& text);
  // Presses it; false when there is none that can be pressed.
  bool press(QAbstractButton* button);
  QString pressNotice(const char* context, const char* text);  // why it cannot be pressed
  void enter(QLineEdit* edit, const QString& text, Qt::Key key = Qt::Key_Return);
  QString tr_(const char* context, const char* text) const;  // as the program says it
  void add(const char* name, double x = 0, double size = 0.2);
  void select(const std::vector<world::NodeRef>& nodes);
  ObjectId object(const char* name) { return world()->find(name); }
  // The world of the cell, in the window.
  bool open(const test::Cell& cell);
  ui::ProblemsPanel& problemsPanel();
  ui::PropertiesPanel& properties();
  ui::MotionPanel& motion();

  std::shared_ptr<geometry::GeometryStore> store_;
  QStringList cut_;

 private:
  void speak(const QString& language);
  void makeWindow();
  bool clear();
  // What a person must be told, as patterns.
  struct Wanted {
    QString cause, place, remedy;
  };
  void readList();
  QStringList judge(const QString& name, const QString& text, bool german) const;

  QString language_;
  QTranslator translator_;
  std::map<QString, QString> english_;
  std::vector<Way> ways_;
  std::map<QString, Wanted> wanted_;
};

}  // namespace ww::editor
