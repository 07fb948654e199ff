// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_window.h"

#include <time.h>

#include <QEvent>
#include <QExposeEvent>
#include <QImage>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <Qt3DCore/QAspectEngine>
#include <Qt3DCore/QCoreAspect>
#include <Qt3DRender/QRenderAspect>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderSettings>
#include <algorithm>

namespace ww::ui::scene {
namespace {

double threadCpuMs() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

// A change is drawn in the first frame after it, but textures and shaders may need one more turn.
constexpr int kFramesPerRequest = 2;
constexpr int kFramesAtStart = 4;
constexpr int kHoldMs = 2;
constexpr qint64 kLongestHoldMs = 250;

}  // namespace

int SceneWindow::suitableSamples() {
  static const int samples = [] {
    QOpenGLContext context;
    QOffscreenSurface surface;
    surface.create();
    if (!context.create() || !context.makeCurrent(&surface)) return 0;
    const auto* text = reinterpret_cast<const char*>(context.functions()->glGetString(GL_RENDERER));
    const QByteArray renderer = QByteArray(text ? text : "").toLower();
    context.doneCurrent();
    return renderer.contains("llvmpipe") || renderer.contains("softpipe") || renderer.contains("swrast") ? 0 : 4;
  }();
  return samples;
}

SceneWindow::SceneWindow(int samples) : root_(new q3c::QEntity) {
  setSurfaceType(QSurface::OpenGLSurface);
  setFlag(Qt::WindowDoesNotAcceptFocus);  // see Viewport::handleKeys
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setStencilBufferSize(8);
  format.setSamples(samples);
  format.setSwapInterval(0);
  setFormat(format);
  // Qt3D makes its context from the default format; without this it would differ from the window's.
  QSurfaceFormat::setDefaultFormat(format);
  graph_ = std::make_unique<FrameGraph>(this, root_);
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &SceneWindow::drawFrame);
}

SceneWindow::~SceneWindow() {
  timer_.stop();
  graph_.reset();
  if (engine_) {
    engine_->setRootEntity(q3c::QEntityPtr());
    delete engine_;
  } else {
    delete root_;
  }
}

void SceneWindow::start() {
  started_ = true;
  auto* settings = new q3r::QRenderSettings(root_);
  settings->setActiveFrameGraph(graph_->node());
  settings->setRenderPolicy(q3r::QRenderSettings::OnDemand);
  root_->addComponent(settings);
  engine_ = new q3c::QAspectEngine;
  engine_->setRunMode(q3c::QAspectEngine::Manual);
  engine_->registerAspect(new q3c::QCoreAspect);
  engine_->registerAspect(new q3r::QRenderAspect);
  engine_->setRootEntity(q3c::QEntityPtr(root_));
  frames_left_ = kFramesAtStart;
}

void SceneWindow::requestFrame() {
  frames_left_ = std::max(frames_left_, kFramesPerRequest);
  if (isExposed() && !timer_.isActive()) timer_.start(0);
}

bool SceneWindow::isHeld() {
  if (!half_done || !half_done()) {
    held_.invalidate();
    return false;
  }
  if (!held_.isValid()) held_.start();
  return held_.elapsed() < kLongestHoldMs;
}

void SceneWindow::drawFrame() {
  if (!isExposed()) return;
  if (isHeld()) return timer_.start(kHoldMs);
  held_.invalidate();
  if (!started_) start();
  if (before_frame) before_frame();
  QElapsedTimer clock;
  clock.start();
  const double before = threadCpuMs();
  engine_->processFrame();
  last_cpu_ms_ = threadCpuMs() - before;
  last_wall_ms_ = 1e-6 * static_cast<double>(clock.nsecsElapsed());
  ++frames_;
  if (pending_captures_ == 0) frames_left_ = std::max(0, frames_left_ - 1);
  if (frames_left_ > 0) timer_.start(frames_left_ > 1 ? 0 : 4);
  Q_EMIT frameDrawn();
}

void SceneWindow::grab(q3r::QRenderCapture* capture, std::function<void(QImage)> done) {
  ++pending_captures_;
  auto* reply = capture->requestCapture();
  const auto finish = [this, reply, done = std::move(done)] {
    --pending_captures_;
    done(reply->image());
    reply->deleteLater();
  };
  if (reply->isComplete()) finish();
  else connect(reply, &q3r::QRenderCaptureReply::completed, this, finish);
  requestFrame();
}

void SceneWindow::capture(std::function<void(QImage)> done) { grab(graph_->imageCapture(), std::move(done)); }

void SceneWindow::captureIds(std::function<void(QImage)> done) {
  ++pending_ids_;
  graph_->setIdsEnabled(true);
  grab(graph_->idsCapture(), [this, done = std::move(done)](QImage image) {
    if (--pending_ids_ == 0) graph_->setIdsEnabled(false);
    done(std::move(image));
  });
}

bool SceneWindow::event(QEvent* event) {
  if (event->type() == QEvent::UpdateRequest) requestFrame();
  if (on_event && on_event(event)) return true;
  return QWindow::event(event);
}

void SceneWindow::exposeEvent(QExposeEvent*) {
  if (!isExposed()) return;
  updateSurface();
  // Nothing has changed, yet what was drawn is gone.
  graph_->setUniform(QStringLiteral("exposures"), static_cast<float>(++exposures_));
  requestFrame();
}

void SceneWindow::resizeEvent(QResizeEvent*) {
  updateSurface();
  requestFrame();
}

void SceneWindow::updateSurface() {
  const double ratio = devicePixelRatio();
  graph_->setSurface(QSize(qRound(width() * ratio), qRound(height() * ratio)), ratio);
  Q_EMIT surfaceChanged();
}

}  // namespace ww::ui::scene
