// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/frame_graph.h"

#include <QVector2D>
#include <QVector3D>
#include <QWindow>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QCameraLens>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QFilterKey>
#include <Qt3DRender/QLayerFilter>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderPassFilter>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTechniqueFilter>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QViewport>
#include <algorithm>
#include <cmath>

namespace ww::ui::scene {
namespace {

QVector3D toQt(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

q3r::QFrameGraphNode* passFilter(q3r::QFrameGraphNode* parent, const QString& name) {
  auto* filter = new q3r::QRenderPassFilter(parent);
  auto* key = new q3r::QFilterKey(filter);
  key->setName(QStringLiteral("pass"));
  key->setValue(name);
  filter->addMatch(key);
  return filter;
}

q3r::QClearBuffers* clear(q3r::QFrameGraphNode* parent, q3r::QClearBuffers::BufferType what) {
  auto* node = new q3r::QClearBuffers(parent);
  node->setBuffers(what);
  node->setClearColor(QColor(0, 0, 0, 0));
  return node;
}

}  // namespace

FrameGraph::FrameGraph(QWindow* surface, q3c::QEntity* root) : root_(root) {
  for (const LayerId id : {LayerId::kMask, LayerId::kIds, LayerId::kSolid, LayerId::kCap, LayerId::kBlend,
                           LayerId::kOutline, LayerId::kMarker, LayerId::kFlat})
    layers_[id] = new q3r::QLayer(root);
  camera_ = new q3r::QCamera(root);
  auto* selector = new q3r::QRenderSurfaceSelector(root);
  selector->setSurface(surface);
  node_ = selector;
  shared_ = new q3r::QTechniqueFilter(selector);
  auto* viewport = new q3r::QViewport(shared_);
  auto* camera = new q3r::QCameraSelector(viewport);
  camera->setCamera(camera_);
  mask_color_ = makeTexture(false);
  ids_color_ = makeTexture(false);
  ids_depth_ = makeTexture(true);
  addMaskPass(camera);
  addIdsPass(camera);
  addMainPasses(camera);
  setMaskEnabled(false);
  setIdsEnabled(false);
}

q3r::QTexture2D* FrameGraph::makeTexture(bool depth) {
  auto* texture = new q3r::QTexture2D(root_);
  texture->setFormat(depth ? q3r::QAbstractTexture::D24 : q3r::QAbstractTexture::RGBA8_UNorm);
  texture->setSize(16, 16);
  texture->setMinificationFilter(q3r::QAbstractTexture::Nearest);
  texture->setMagnificationFilter(q3r::QAbstractTexture::Nearest);
  texture->setGenerateMipMaps(false);
  return texture;
}

q3r::QFrameGraphNode* FrameGraph::addTarget(q3r::QFrameGraphNode* parent, q3r::QTexture2D* color,
                                            q3r::QTexture2D* depth) {
  auto* target = new q3r::QRenderTarget(root_);
  auto* output = new q3r::QRenderTargetOutput(target);
  output->setAttachmentPoint(q3r::QRenderTargetOutput::Color0);
  output->setTexture(color);
  target->addOutput(output);
  if (depth) {
    auto* depth_output = new q3r::QRenderTargetOutput(target);
    depth_output->setAttachmentPoint(q3r::QRenderTargetOutput::Depth);
    depth_output->setTexture(depth);
    target->addOutput(depth_output);
  }
  auto* selector = new q3r::QRenderTargetSelector(parent);
  selector->setTarget(target);
  return selector;
}

q3r::QFrameGraphNode* FrameGraph::layerPass(q3r::QFrameGraphNode* parent, LayerId id) {
  auto* filter = new q3r::QLayerFilter(parent);
  filter->addLayer(layer(id));
  return filter;
}

void FrameGraph::addMaskPass(q3r::QFrameGraphNode* parent) {
  mask_enabler_ = new q3r::QSubtreeEnabler(parent);
  auto* target = addTarget(mask_enabler_, mask_color_, nullptr);
  layerPass(clear(target, q3r::QClearBuffers::ColorBuffer), LayerId::kMask);
}

void FrameGraph::addIdsPass(q3r::QFrameGraphNode* parent) {
  ids_enabler_ = new q3r::QSubtreeEnabler(parent);
  auto* target = addTarget(ids_enabler_, ids_color_, ids_depth_);
  auto* filter = passFilter(clear(target, q3r::QClearBuffers::ColorDepthBuffer), QStringLiteral("ids"));
  ids_capture_ = new q3r::QRenderCapture(layerPass(filter, LayerId::kIds));
}

void FrameGraph::addMainPasses(q3r::QFrameGraphNode* parent) {
  auto* solid = passFilter(parent, QStringLiteral("forward"));
  layerPass(clear(solid, q3r::QClearBuffers::ColorDepthStencilBuffer), LayerId::kSolid);
  section_enabler_ = new q3r::QSubtreeEnabler(parent);
  layerPass(passFilter(section_enabler_, QStringLiteral("cap")), LayerId::kSolid);
  layerPass(passFilter(section_enabler_, QStringLiteral("forward")), LayerId::kCap);
  setSectionEnabled(false);
  auto* forward = passFilter(parent, QStringLiteral("forward"));
  layerPass(forward, LayerId::kBlend);
  outline_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(outline_enabler_, LayerId::kOutline);
  layerPass(clear(forward, q3r::QClearBuffers::DepthBuffer), LayerId::kMarker);
  image_capture_ = new q3r::QRenderCapture(layerPass(forward, LayerId::kFlat));
}

void FrameGraph::setCamera(const CameraState& c, double aspect) {
  camera_->setPosition(toQt(c.eye));
  camera_->setViewCenter(toQt(c.target));
  camera_->setUpVector(toQt(c.trueUp()));
  const auto near_clip = static_cast<float>(c.near_clip), far_clip = static_cast<float>(c.far_clip);
  if (c.ortho) {
    const double h = c.distance() * std::tan(0.5 * c.vertical_fov), w = h * aspect;
    camera_->lens()->setOrthographicProjection(static_cast<float>(-w), static_cast<float>(w), static_cast<float>(-h),
                                               static_cast<float>(h), near_clip, far_clip);
  } else {
    camera_->lens()->setPerspectiveProjection(static_cast<float>(c.vertical_fov * 180.0 / std::numbers::pi),
                                              static_cast<float>(aspect), near_clip, far_clip);
  }
}

void FrameGraph::setSurface(const QSize& pixels, double dpr) {
  const QSize size = pixels.expandedTo(QSize(1, 1));
  for (auto* texture : {mask_color_, ids_color_, ids_depth_}) texture->setSize(size.width(), size.height());
  setUniform(QStringLiteral("surfaceSize"),
             QVector2D(static_cast<float>(size.width()), static_cast<float>(size.height())));
  setUniform(QStringLiteral("dpr"), static_cast<float>(dpr));
}

void FrameGraph::setMaskEnabled(bool on) {
  // Once on, the mask stays: Qt3D does not find batches with new geometry when their pass comes back in
  // the same frame. Empty it costs next to nothing.
  if (on) mask_enabler_->setEnabled(true);
  outline_enabler_->setEnabled(on);
}

void FrameGraph::setIdsEnabled(bool on) { ids_enabler_->setEnabled(on); }

void FrameGraph::setSectionEnabled(bool on) { section_enabler_->setEnabled(on); }

void FrameGraph::setUniform(const QString& name, const QVariant& value) {
  auto& parameter = uniforms_[name];
  if (!parameter) {
    parameter = new q3r::QParameter(name, value, shared_);
    shared_->addParameter(parameter);
  } else if (parameter->value() != value) {
    parameter->setValue(value);
  }
}

}  // namespace ww::ui::scene
