// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/editor/isaac_desk.h"
#include "core/interop/isaac/subscriber.h"
#include "core/session/edit_builders.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/isaac/isaac_window.h"

namespace ww::editor {

// The window of Isaac messages, by mouse and keys.
class IsaacPageTest : public WindowTest {
 protected:
  IsaacDesk& desk() { return *window_->findChild<IsaacDesk*>(); }
  ui::IsaacExchange& exchange() { return desk().exchange(); }
  ui::IsaacWindow& page() { return *desk().page(); }
  template <typename T>
  T* part(const char* name) {
    return page().findChild<T*>(QLatin1String(name));
  }
  void open() {
    run("tools.messages");
    QVERIFY(desk().page() && desk().page()->isVisible());
    QVERIFY(QTest::qWaitForWindowExposed(desk().page()));
  }
  void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(10, widget->height() / 2)); }
  template <typename Edit>
  void type(Edit* edit, const QString& text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    QTest::keyClick(edit, Qt::Key_Return);
  }
  // At a free port, and reading from there.
  void switchOn(const QString& source = QStringLiteral("127.0.0.1:1")) {
    open();
    type(part<QSpinBox>("isaacPort"), QStringLiteral("0"));
    type(part<QLineEdit>("isaacReadFrom"), source);
    click(page().connection()->switchBox());
    QVERIFY2(exchange().isOn(), exchange().problem().line().c_str());
  }
  std::unique_ptr<isaac::Subscriber> connected() {
    return isaac::Subscriber::connect(*isaac::addressOf(exchange().address().toStdString())).value();
  }
  ObjectId box(const char* name, const Pose& at) {
    window_->bridge().commit(QStringLiteral("make"),
                             session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                      geometry::Box{{0.2, 0.2, 0.2}}, {0.9f, 0.1f, 0.1f, 1.0f}, at));
    return world()->childNamed(world::kRootObject, name);
  }
};

}  // namespace ww::editor
