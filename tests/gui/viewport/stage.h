// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QImage>
#include <QObject>
#include <QString>
#include <memory>

#include "core/session/edit_builders.h"
#include "core/session/session.h"
#include "ui/scene/viewport.h"

namespace ww::test {

// A viewport on a session of its own, shown in a window.
class Stage {
 public:
  explicit Stage(QSize size = QSize(1100, 700));
  ~Stage();

  // Each is one commit; the new object or frame.
  ObjectId add(const std::string& name, const geometry::Primitive& primitive, const geometry::Color& color,
               const Pose& root_t_object, ObjectId parent = world::kRootObject);
  FrameId addFrame(const std::string& name, const Pose& root_t_frame, ObjectId parent = world::kRootObject);
  void commit(const session::EditsPtr& edits);

  // Until a frame shows the newest revision and nothing is left to draw.
  bool settle();
  QImage picture();
  // picture(), also kept as a file where WW_SHOTS says.
  QImage shot(const QString& name);
  QPointF pixelOf(const Vec3& p) const;
  Pose poseOf(world::NodeRef node) const;
  std::size_t historySize() const { return session->history().position; }

  void moveMouse(const QPointF& p);
  void press(const QPointF& p, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers mods = {});
  void release(const QPointF& p, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers mods = {});
  void click(const QPointF& p, Qt::KeyboardModifiers mods = {}, Qt::MouseButton button = Qt::LeftButton);
  void drag(const QPointF& from, const QPointF& to, Qt::MouseButton button = Qt::LeftButton,
            Qt::KeyboardModifiers mods = {});
  void key(Qt::Key key);

  std::shared_ptr<session::WorldSession> session;
  std::unique_ptr<ui::SessionBridge> bridge;
  std::unique_ptr<ui::Selection> selection;
  std::unique_ptr<ui::PoseLayer> poses;
  std::unique_ptr<ui::Viewport> viewport;
  quint64 presented = 0;
};

// A table with parts, a robot-like stack and frames: something to look at.
struct DemoCell {
  ObjectId floor, table, red, green, blue, ball, can;
  FrameId pick, place;
};
DemoCell buildDemoCell(Stage& stage);

}  // namespace ww::test
