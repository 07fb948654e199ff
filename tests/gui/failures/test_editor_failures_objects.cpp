// SPDX-License-Identifier: Apache-2.0
// Names, parents, deleting, undoing, and searching.
#include <QListWidget>
#include <QTimer>
#include <QToolTip>
#include <QTreeView>

#include "cell.h"
#include "core/session/rule_builders.h"
#include "tests/gui/failures/failure_desk.h"
#include "ui/models/scene_tree_model.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/scene_panel.h"

using namespace ww;
using namespace ww::editor;

class TestEditorFailuresObjects : public FailureDesk {
  Q_OBJECT
 protected:
  std::vector<Way> ways() override;

 private:
  QTreeView& tree() { return *window_->findChild<ui::ScenePanel*>()->tree(); }
  QModelIndex row(const world::NodeRef& node) {
    return static_cast<ui::SceneTreeModel*>(tree().model())->indexOf(node);
  }
  QLineEdit* nameField();
  // In the properties of a crate beside a post.
  std::function<QString()> renamed(const char* name);
  std::function<QString()> renamedInTree(const char* name);
  // What is told when the key of an action that is off is pressed in the tree.
  std::function<QString()> pressed(int key, Qt::KeyboardModifiers modifiers, const std::function<void()>& before = {});
  void dragOnto(const world::NodeRef& what, const world::NodeRef& target);
  QString searched(const QString& text);
  QString filtered(const QString& text);
  std::vector<Way> nameWays();
  std::vector<Way> treeWays();
  std::vector<Way> actionWays();
  std::vector<Way> searchWays();
};

QLineEdit* TestEditorFailuresObjects::nameField() {
  for (auto* edit : properties().findChildren<QLineEdit*>())
    if (edit->accessibleName() == tr_("ww::ui::PropertiesPanel", "Name")) return edit;
  return nullptr;
}

std::function<QString()> TestEditorFailuresObjects::renamed(const char* name) {
  return [this, name] {
    add("crate");
    add("post", 2);
    select({object("crate")});
    show("properties");
    enter(nameField(), QString::fromUtf8(name));
    const QString why = nameField()->accessibleDescription();
    (void)seen(&properties());  // notes what is cut off there
    return why.isEmpty() ? QString() : nameField()->text() + QStringLiteral(": ") + why;
  };
}

std::function<QString()> TestEditorFailuresObjects::renamedInTree(const char* name) {
  return [this, name] {
    add("crate");
    add("post", 2);
    select({object("crate")});
    run("edit.rename");
    QLineEdit* edit = nullptr;
    until([&] { return (edit = tree().viewport()->findChild<QLineEdit*>()) != nullptr; }, 3000);
    if (!edit) return QString();
    enter(edit, QString::fromUtf8(name));
    const QString tip = QToolTip::isVisible() ? QToolTip::text() : QString();
    QTest::keyClick(edit, Qt::Key_Escape);
    return tip;
  };
}

std::function<QString()> TestEditorFailuresObjects::pressed(int key, Qt::KeyboardModifiers modifiers,
                                                            const std::function<void()>& before) {
  return [this, key, modifiers, before] {
    if (before) before();
    show("scene");
    tree().setFocus();
    until([this] { return tree().hasFocus(); }, 3000);
    window_->actions().refresh();
    QTest::keyClick(&tree(), static_cast<Qt::Key>(key), modifiers);
    return said();
  };
}

// With the mouse: the tree takes drags of its own rows only.
void TestEditorFailuresObjects::dragOnto(const world::NodeRef& what, const world::NodeRef& target) {
  tree().expandAll();
  auto* view = tree().viewport();
  QWindow* window = view->nativeParentWidget()->windowHandle();
  const auto at = [&](const world::NodeRef& node) {
    return view->mapTo(view->nativeParentWidget(), tree().visualRect(row(node)).center());
  };
  const QPoint from = at(what), to = at(target);
  // The move that begins the drag comes back when it is over.
  QTimer goes;
  int step = 0;
  connect(&goes, &QTimer::timeout, &goes, [&] {
    if (++step < 4) return QTest::mouseMove(window, to + QPoint(step, 0));
    goes.stop();
    QTest::mouseRelease(window, Qt::LeftButton, {}, to + QPoint(3, 0));
  });
  QTest::mousePress(window, Qt::LeftButton, {}, from);
  QTest::mouseMove(window, from + QPoint(2, 0));
  goes.start(20);
  QTest::mouseMove(window, from + QPoint(QApplication::startDragDistance() * 2, 0));
  until([&] { return step >= 4; }, 5000);
}

// What the scene says where its filter shows nothing.
QString TestEditorFailuresObjects::filtered(const QString& text) {
  add("crate");
  run("edit.find");
  auto* edit = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (!edit) return {};
  QTest::keyClicks(edit, text);
  QString told;
  until(
      [&] {
        for (const auto* label : edit->parentWidget()->findChildren<QLabel*>())
          if (label->isVisible() && !label->text().isEmpty()) told = seen(label);
        return !told.isEmpty();
      },
      3000);
  edit->clear();
  QTest::qWait(50);
  return told;
}

// What the search of actions shows.
QString TestEditorFailuresObjects::searched(const QString& text) {
  run("edit.commands");
  auto* palette = window_->findChild<QFrame*>(QStringLiteral("commandPalette"));
  auto* edit = palette->findChild<QLineEdit*>();
  until([edit] { return edit->isVisible(); }, 3000);
  QTest::keyClicks(edit, text);
  QTest::keyClick(edit, Qt::Key_Return);
  const QString told = seen(palette);
  palette->hide();
  return told;
}

std::vector<Way> TestEditorFailuresObjects::nameWays() {
  return {
      {"name in use", renamed("post")},
      {"name that cannot be", renamed("2 boxes!")},
      {"empty name", renamed("")},
      {"name in use, in the tree", renamedInTree("post")},
      {"name that cannot be, in the tree", renamedInTree("a/b")},
      {"configuration without a name",
       [this] {
         test::Cell cell;
         cell.store = store_;
         const ObjectId arm = cell.addArm("arm", 6);
         if (!open(cell)) return QString();
         select({arm});
         show("properties");
         press(button(&properties(), tr_("ww::ui::PropertiesPanel", "Keep the current position...")));
         QLineEdit* edit = nullptr;
         for (auto* found : properties().findChildren<QLineEdit*>())
           if (found->isVisible() &&
               found->accessibleName() == tr_("ww::ui::PropertiesPanel", "Name of the configuration"))
             edit = found;
         if (!edit) return QString();
         enter(edit, QString());
         return notice();
       }},
  };
}

std::vector<Way> TestEditorFailuresObjects::treeWays() {
  const auto pair = [this] {
    add("crate");
    const EntityId body = world()->object(object("crate"))->rootEntity();
    window_->bridge().commit(QStringLiteral("on it"),
                             session::createPrimitive(object("crate"), body, "lid", geometry::Box{{0.1, 0.1, 0.1}}, {},
                                                      Pose::translation(0, 0, 1)));
    show("scene");
    QTest::qWait(30);
  };
  return {
      {"hang on what hangs on it",
       [this, pair] {
         pair();
         const ObjectId crate = object("crate"), lid = world()->childNamed(crate, "lid");
         dragOnto(crate, lid);
         return notice();
       },
       [this] {
         add("post", 3);
         QTest::qWait(30);
         dragOnto(object("crate"), object("post"));
         return until([this] { return world()->childNamed(object("post"), "crate").value != 0; })
                    ? QString()
                    : QStringLiteral("not hung on something else");
       }},
      {"attach to itself",
       [this] {
         add("crate");
         window_->bridge().commit(
             QStringLiteral("f"),
             session::createFrame(object("crate"), world()->object(object("crate"))->rootEntity(), "grasp", {}));
         const FrameId grasp = world()->frameNamed(object("crate"), "grasp");
         show("scene");
         QTest::qWait(30);
         dragOnto(object("crate"), grasp);
         return notice();
       }},
      {"delete a link",
       [this] {
         test::Cell cell;
         cell.store = store_;
         const ObjectId arm = cell.addArm("arm", 6);
         if (!open(cell)) return QString();
         const EntityId link = world()->object(arm)->entityNamed("link_2")->id;
         return pressed(Qt::Key_Delete, {}, [this, link] { select({link}); })();
       }},
      {"delete the world", pressed(Qt::Key_Delete, {}, [this] { select({world::kRootObject}); })},
      {"delete what a rule names",
       [this] {
         add("crate");
         add("post", 2);
         window_->bridge().commit(QStringLiteral("rule"),
                                  session::excludePair(*world(), {object("crate"), {}}, {object("post"), {}}));
         select({object("post")});
         run("edit.delete");
         return said();
       }},
  };
}

std::vector<Way> TestEditorFailuresObjects::actionWays() {
  return {
      {"undo with nothing", pressed(Qt::Key_Z, Qt::ControlModifier)},
      {"redo with nothing", pressed(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier)},
      {"delete with nothing selected", pressed(Qt::Key_Delete, {})},
      {"rename two",
       [this] {
         add("crate");
         add("post", 2);
         select({object("crate"), object("post")});
         return tipOf("edit.rename");
       }},
      {"duplicate nothing", [this] { return tipOf("edit.duplicate"); }},
      {"copy a pose of nothing", [this] { return tipOf("edit.copy-pose"); }},
      {"allow collisions of one",
       [this] {
         add("crate");
         select({object("crate")});
         return tipOf("edit.allow-collisions");
       }},
      {"allow collisions twice",
       [this] {
         add("crate");
         add("post", 2);
         window_->bridge().commit(QStringLiteral("rule"),
                                  session::excludePair(*world(), {object("crate"), {}}, {object("post"), {}}));
         select({object("crate"), object("post")});
         return tipOf("edit.allow-collisions");
       }},
      {"save with nothing to save",
       [this] {
         add("crate");
         QFile::remove(folder_.filePath(QStringLiteral("saved.wright")));
         saveTo(folder_.filePath(QStringLiteral("saved.wright")));
         return tipOf("file.save");
       }},
      {"undo in a name being typed",
       [this] {
         add("crate");
         window_->bridge().undo();
         return tipOf("edit.undo");
       }},
  };
}

std::vector<Way> TestEditorFailuresObjects::searchWays() {
  return {
      {"no such action", [this] { return searched(QStringLiteral("xqzw")); }},
      {"an action that only comes near", [this] { return searched(QStringLiteral("sve")); }},
      {"an action that is off",
       [this] {
         const QString name =
             window_->actions().action(QStringLiteral("edit.duplicate"))->text().remove(QLatin1Char('&'));
         return searched(name);
       }},
      {"no object fits the filter", [this] { return filtered(QStringLiteral("zzz")); }},
      {"no such type in the filter", [this] { return filtered(QStringLiteral("type:robt")); }},
  };
}

std::vector<Way> TestEditorFailuresObjects::ways() {
  std::vector<Way> all;
  for (auto part : {nameWays(), treeWays(), actionWays(), searchWays()})
    for (Way& way : part) all.push_back(std::move(way));
  return all;
}

int main(int argc, char** argv) { return runWindowTest<TestEditorFailuresObjects>(argc, argv); }
#include "test_editor_failures_objects.moc"
