// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <functional>

#include "app/editor/main_window.h"
#include "ui/bridge/watchdog.h"

namespace ww::editor {

// Tells tests where things are on the screen and what is shown, so that they can work the program by
// input events alone. Off unless the environment names a socket in WORLDWRIGHT_PROBE; only the same
// user may connect. Each line is a query, a JSON object, and is answered by one line. It only looks:
// there is no query that changes anything. Positions are [x, y] in pixels of the screen, rectangles
// [x, y, width, height]; the world is in the root frame, metres. Queries, by their first key:
//   {"widget": NAME, "in": NAME}          by object name, accessible name or text
//   {"item": TEXT, "in": NAME}            an entry of a box, list, tree, menu or tab bar
//   {"action": ID}                        its button, its menu
//   {"node": REF} {"point": [x, y, z]} {"gizmo": "x|y|z|yz|zx|xy|rx|ry|rz"}
//   {"visible": REF}                      a pixel where this object or link is in front, and the point there
//   {"under": [x, y]}                     what is in front at a pixel of the screen
//   {"drag": true}                        where what is dragged from another program was last seen
//   {"state": true} {"camera": true} {"hash": true}
//   {"ids": FILE}                         writes the object ids of the view as colours
class Probe : public QObject {
  Q_OBJECT
 public:
  // `dog` may be null. Says on standard error when the socket cannot be opened.
  Probe(MainWindow& window, ui::Watchdog* dog, const QString& socket);
  static void startIfAsked(MainWindow& window, ui::Watchdog* dog);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using Answer = std::function<void(const QJsonObject&)>;
  void listen(QLocalSocket* socket);
  void answer(const QJsonObject& query, const Answer& reply);
  QJsonObject widget(const QJsonObject& query) const;
  QJsonObject item(const QJsonObject& query) const;
  QJsonObject action(const QString& id) const;
  QJsonObject node(const QString& ref) const;
  QJsonObject point(const Vec3& p_in_root) const;
  QJsonObject visible(const QString& ref) const;
  QJsonObject under(const QJsonArray& on_screen) const;
  QJsonObject gizmo(const QString& handle) const;
  QJsonObject state() const;
  QJsonObject camera() const;
  void hash(const Answer& reply) const;
  void ids(const QString& file, const Answer& reply) const;
  QJsonArray onScreen(const QPointF& in_view) const;

  MainWindow& window_;
  ui::Watchdog* dog_;
  QLocalServer server_;
  quint64 presented_ = 0;
  QPoint drag_at_;  // on the screen
};

}  // namespace ww::editor
