// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QTimer>
#include <QWindow>
#include <functional>
#include <memory>

#include "ui/scene/frame_graph.h"

namespace Qt3DCore {
class QAspectEngine;
}
namespace Qt3DRender {
class QRenderAspect;
}

namespace ww::ui::scene {

// The native window that Qt3D draws into. Frames are made one by one from the event loop, only when
// asked for: so nothing runs while nothing changes, the cost of a frame is known, and so is what it
// shows. (Qt3DWindow ticks on its own, forces four samples and tells neither.)
class SceneWindow : public QWindow {
  Q_OBJECT
 public:
  // Samples per pixel: 0 where a processor draws, 4 on a graphics card.
  static int suitableSamples();
  explicit SceneWindow(int samples);
  ~SceneWindow() override;

  q3c::QEntity* root() const { return root_; }
  FrameGraph& frameGraph() const { return *graph_; }
  // Draws soon; several requests before it make one frame.
  void requestFrame();
  // Processor time of this thread spent in the last frame, milliseconds.
  double lastFrameCpuMs() const { return last_cpu_ms_; }
  double lastFrameWallMs() const { return last_wall_ms_; }
  quint64 framesDrawn() const { return frames_; }

  void capture(std::function<void(QImage)> done);
  void captureIds(std::function<void(QImage)> done);
  bool isGrabbingIds() const { return pending_ids_ > 0; }

  // Called right before a frame, to send what has changed.
  std::function<void()> before_frame;
  // True while what is to be drawn is half done: the frame waits for a moment.
  std::function<bool()> half_done;
  // Sees every input event first; true when it used it.
  std::function<bool(QEvent*)> on_event;

 Q_SIGNALS:
  void frameDrawn();
  void surfaceChanged();

 protected:
  bool event(QEvent* event) override;
  void exposeEvent(QExposeEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void start();
  bool isHeld();
  void drawFrame();
  void updateSurface();
  void grab(q3r::QRenderCapture* capture, std::function<void(QImage)> done);

  q3c::QEntity* root_;  // owned by the engine once started
  std::unique_ptr<FrameGraph> graph_;
  q3c::QAspectEngine* engine_ = nullptr;
  QTimer timer_;
  QElapsedTimer held_;
  int frames_left_ = 0;
  int pending_captures_ = 0, pending_ids_ = 0;
  double last_cpu_ms_ = 0.0, last_wall_ms_ = 0.0;
  quint64 frames_ = 0;
  int exposures_ = 0;
  bool started_ = false;
};

}  // namespace ww::ui::scene
