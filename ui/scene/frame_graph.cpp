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
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderPassFilter>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QRenderTarget>
#include <Qt3DRender/QRenderTargetOutput>
#include <Qt3DRender/QRenderTargetSelector>
#include <Qt3DRender/QSortPolicy>
#include <Qt3DRender/QSubtreeEnabler>
#include <Qt3DRender/QTechniqueFilter>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QViewport>
#include <algorithm>
#include <cmath>
#include <utility>

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

constexpr int kFreshFrames = 3;  // the one whose textures are new among them, whenever the size was told

}  // namespace

FrameGraph::FrameGraph(QWindow* surface, q3c::QEntity* root)
    : root_(root), surface_smooths_(surface->requestedFormat().samples() > 1) {
  for (const LayerId id :
       {LayerId::kMask,         LayerId::kIds,       LayerId::kSolid,         LayerId::kCap,     LayerId::kBackdrop,
        LayerId::kEdge,         LayerId::kOcclusion, LayerId::kOcclusionBlur, LayerId::kCompose, LayerId::kComposePlain,
        LayerId::kComposeColor, LayerId::kGrid,      LayerId::kPoints,        LayerId::kGlass,   LayerId::kGhost,
        LayerId::kContact,      LayerId::kOutline,   LayerId::kMarker,        LayerId::kCube,    LayerId::kFlat})
    layers_[id] = new q3r::QLayer(root);
  camera_ = new q3r::QCamera(root);
  auto* selector = new q3r::QRenderSurfaceSelector(root);
  selector->setSurface(surface);
  node_ = selector;
  shared_ = new q3r::QTechniqueFilter(selector);
  auto* viewport = new q3r::QViewport(shared_);
  shadow_ = std::make_unique<Shadow>(*this, viewport, root);
  auto* camera = new q3r::QCameraSelector(viewport);
  camera->setCamera(camera_);
  mask_color_ = makeTexture(false);
  ids_color_ = makeTexture(false);
  ids_depth_ = makeTexture(true);
  scene_color_ = makeTexture(false);
  scene_depth_ = makeTexture(true);
  scene_depth_->setFormat(q3r::QAbstractTexture::D24S8);  // the cap of the section is where its marks are
  occlusion_raw_ = makeTexture(false);
  occlusion_ = makeTexture(false);
  scene_color_->setMinificationFilter(q3r::QAbstractTexture::Linear);
  scene_color_->setMagnificationFilter(q3r::QAbstractTexture::Linear);
  fresh_enabler_ = new q3r::QSubtreeEnabler(camera);
  addMaskPass(camera);
  addIdsPass(camera);
  addScenePasses(camera);
  addMainPasses(camera);
  setMaskEnabled(false);
  setIdsEnabled(false);
  setGlassEnabled(false);
  setGhostsEnabled(false);
  setContactsEnabled(false);
  setPointsEnabled(false);
  setSectionEnabled(false);
  setFine(true);
  placeScene();
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
  const auto attach = [target](q3r::QRenderTargetOutput::AttachmentPoint point, q3r::QTexture2D* texture) {
    auto* output = new q3r::QRenderTargetOutput(target);
    output->setAttachmentPoint(point);
    output->setTexture(texture);
    target->addOutput(output);
  };
  if (color) attach(q3r::QRenderTargetOutput::Color0, color);
  if (depth)
    attach(depth->format() == q3r::QAbstractTexture::D24S8 ? q3r::QRenderTargetOutput::DepthStencil
                                                           : q3r::QRenderTargetOutput::Depth,
           depth);
  auto* selector = new q3r::QRenderTargetSelector(parent);
  selector->setTarget(target);
  return selector;
}

q3r::QFrameGraphNode* FrameGraph::addPausingTarget(q3r::QFrameGraphNode* parent, q3r::QTexture2D* color,
                                                   q3r::QTexture2D* depth) {
  auto* selector = static_cast<q3r::QRenderTargetSelector*>(addTarget(parent, color, depth));
  auto* fresh = new q3r::QRenderTargetSelector(fresh_enabler_);
  fresh->setTarget(selector->target());
  const auto what = depth ? q3r::QClearBuffers::ColorDepthBuffer : q3r::QClearBuffers::ColorBuffer;
  new q3r::QNoDraw(clear(fresh, what));
  return selector;
}

q3r::QFrameGraphNode* FrameGraph::layerPass(q3r::QFrameGraphNode* parent, LayerId id) {
  auto* filter = new q3r::QLayerFilter(parent);
  filter->addLayer(layer(id));
  return filter;
}

void FrameGraph::addMaskPass(q3r::QFrameGraphNode* parent) {
  mask_enabler_ = new q3r::QSubtreeEnabler(parent);
  // The pass of the ids comes after it and clears the depth.
  auto* target = addPausingTarget(mask_enabler_, mask_color_, ids_depth_);
  layerPass(clear(target, q3r::QClearBuffers::ColorDepthBuffer), LayerId::kMask);
}

void FrameGraph::addIdsPass(q3r::QFrameGraphNode* parent) {
  ids_enabler_ = new q3r::QSubtreeEnabler(parent);
  auto* target = addPausingTarget(ids_enabler_, ids_color_, ids_depth_);
  auto* filter = passFilter(clear(target, q3r::QClearBuffers::ColorDepthBuffer), QStringLiteral("ids"));
  ids_capture_ = new q3r::QRenderCapture(layerPass(filter, LayerId::kIds));
}

void FrameGraph::addShadowPass(q3r::QFrameGraphNode* parent, q3r::QTexture2D* depth) {
  auto* target = addTarget(parent, nullptr, depth);
  auto* filter = passFilter(clear(target, q3r::QClearBuffers::DepthBuffer), QStringLiteral("shadow"));
  layerPass(filter, LayerId::kSolid);
}

// Faces and floor into textures, so that later passes know their depth and colours.
void FrameGraph::addScenePasses(q3r::QFrameGraphNode* parent) {
  scene_part_ = new q3r::QViewport(addTarget(parent, scene_color_, scene_depth_));
  auto* target = scene_part_;
  auto* cleared = clear(target, q3r::QClearBuffers::ColorDepthStencilBuffer);
  layerPass(passFilter(cleared, QStringLiteral("forward")), LayerId::kSolid);
  section_enabler_ = new q3r::QSubtreeEnabler(target);
  for (const char* pass : {"cap", "uncap"})
    layerPass(passFilter(section_enabler_, QLatin1String(pass)), LayerId::kSolid);
  layerPass(passFilter(section_enabler_, QStringLiteral("forward")), LayerId::kCap);
  layerPass(passFilter(target, QStringLiteral("forward")), LayerId::kBackdrop);
  if (!surface_smooths_) layerPass(passFilter(target, QStringLiteral("forward")), LayerId::kEdge);
  auto* forward = passFilter(parent, QStringLiteral("forward"));
  occlusion_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(addPausingTarget(occlusion_enabler_, occlusion_raw_, nullptr), LayerId::kOcclusion);
  layerPass(addPausingTarget(occlusion_enabler_, occlusion_, nullptr), LayerId::kOcclusionBlur);
  shareTexture("sceneColor", scene_color_);
  shareTexture("sceneDepth", scene_depth_);
  shareTexture("rawOcclusion", occlusion_raw_);
  shareTexture("occlusionTexture", occlusion_);
}

void FrameGraph::addMainPasses(q3r::QFrameGraphNode* parent) {
  auto* forward = passFilter(parent, QStringLiteral("forward"));
  main_clear_ = clear(forward, q3r::QClearBuffers::ColorDepthBuffer);
  fine_enabler_ = new q3r::QSubtreeEnabler(main_clear_);
  layerPass(fine_enabler_, LayerId::kCompose);
  plain_enabler_ = new q3r::QSubtreeEnabler(main_clear_);
  layerPass(plain_enabler_, LayerId::kComposePlain);
  color_enabler_ = new q3r::QSubtreeEnabler(main_clear_);
  layerPass(color_enabler_, LayerId::kComposeColor);
  grid_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(grid_enabler_, LayerId::kGrid);
  points_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(points_enabler_, LayerId::kPoints);
  if (surface_smooths_) layerPass(forward, LayerId::kEdge);
  addGlassPasses(forward, parent);
  forward = passFilter(parent, QStringLiteral("forward"));
  outline_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(outline_enabler_, LayerId::kOutline);
  tool_enabler_ = new q3r::QSubtreeEnabler(forward);
  layerPass(clear(tool_enabler_, q3r::QClearBuffers::DepthBuffer), LayerId::kMarker);
  layerPass(tool_enabler_, LayerId::kCube);
  image_capture_ = new q3r::QRenderCapture(layerPass(forward, LayerId::kFlat));
}

void FrameGraph::addGlassPasses(q3r::QFrameGraphNode* forward, q3r::QFrameGraphNode* parent) {
  glass_enabler_ = new q3r::QSubtreeEnabler(forward);
  auto* sorted = new q3r::QSortPolicy(glass_enabler_);
  sorted->setSortTypes(QList<q3r::QSortPolicy::SortType>{q3r::QSortPolicy::BackToFront});
  layerPass(sorted, LayerId::kGlass);
  ghost_enabler_ = new q3r::QSubtreeEnabler(parent);
  layerPass(passFilter(ghost_enabler_, QStringLiteral("depth")), LayerId::kGhost);
  layerPass(passFilter(ghost_enabler_, QStringLiteral("forward")), LayerId::kGhost);
  contact_enabler_ = new q3r::QSubtreeEnabler(parent);
  layerPass(passFilter(contact_enabler_, QStringLiteral("forward")), LayerId::kContact);
}

void FrameGraph::shareTexture(const char* name, q3r::QTexture2D* texture) {
  setUniform(QLatin1String(name), QVariant::fromValue(static_cast<q3r::QAbstractTexture*>(texture)));
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
  for (auto* texture : {mask_color_, ids_color_, ids_depth_, scene_color_, scene_depth_})
    texture->setSize(size.width(), size.height());
  for (auto* texture : {occlusion_raw_, occlusion_}) texture->setSize((size.width() + 1) / 2, (size.height() + 1) / 2);
  setUniform(QStringLiteral("surfaceSize"),
             QVector2D(static_cast<float>(size.width()), static_cast<float>(size.height())));
  setUniform(QStringLiteral("dpr"), static_cast<float>(dpr));
  if (std::exchange(surface_size_, size) != size) {
    fresh_frames_ = kFreshFrames;
    fresh_enabler_->setEnabled(true);
  }
  placeScene();
}

// In the lower left of its textures, whose size stays.
void FrameGraph::placeScene() {
  const int w = std::max(1, qRound(scale_ * surface_size_.width()));
  const int h = std::max(1, qRound(scale_ * surface_size_.height()));
  constexpr double kRounding = 0.25;  // of a pixel: it is cut off to whole ones
  const double x = std::min(1.0, (w + kRounding) / surface_size_.width());
  const double y = std::min(1.0, (h + kRounding) / surface_size_.height());
  scene_part_->setNormalizedRect(QRectF(0.0, 1.0 - y, x, y));
  setUniform(QStringLiteral("scenePart"),
             QVector2D(static_cast<float>(w) / static_cast<float>(surface_size_.width()),
                       static_cast<float>(h) / static_cast<float>(surface_size_.height())));
}

void FrameGraph::setPass(q3r::QSubtreeEnabler* pass, bool on) {
  if (on && !pass->isEnabled()) rebuild();
  pass->setEnabled(on);
}

void FrameGraph::setMaskEnabled(bool on) {
  setPass(mask_enabler_, on && tools_);
  setPass(outline_enabler_, on && tools_);
}

void FrameGraph::setToolsEnabled(bool on) {
  tools_ = on;
  setPass(tool_enabler_, on);
}

void FrameGraph::setGlassEnabled(bool on) { setPass(glass_enabler_, on); }
void FrameGraph::setGhostsEnabled(bool on) { setPass(ghost_enabler_, on); }
void FrameGraph::setContactsEnabled(bool on) { setPass(contact_enabler_, on); }
void FrameGraph::setPointsEnabled(bool on) { setPass(points_enabler_, on); }
void FrameGraph::setGridEnabled(bool on) {
  grid_ = on;
  placeGrid();
}

void FrameGraph::placeGrid() {
  setPass(grid_enabler_, grid_ && fine_);
  setUniform(QStringLiteral("gridInScene"), grid_ && !fine_ ? 1.0f : 0.0f);
}

bool FrameGraph::drawsContacts() const { return contact_enabler_->isEnabled(); }

// Of the scene on the surface, by what is drawn after it.
bool FrameGraph::needsDepth() const {
  return surface_smooths_ || glass_enabler_->isEnabled() || ghost_enabler_->isEnabled() ||
         contact_enabler_->isEnabled() || points_enabler_->isEnabled();
}

void FrameGraph::setFine(bool on, double scale) {
  occlusion_enabler_->setEnabled(on);
  fine_ = on;
  placeGrid();
  fine_enabler_->setEnabled(on);
  plain_enabler_->setEnabled(!on && needsDepth());
  color_enabler_->setEnabled(!on && !needsDepth());
  if (std::exchange(scale_, scale) != scale) placeScene();
}

// Qt3D does not find batches with new geometry whose pass comes back in the same frame; a change of the graph makes
// it look again in the next one.
void FrameGraph::beginFrame() {
  if (rebuild_) rebuild_next_ = 2;
  rebuild_ = false;
  if (rebuild_next_ > 0 && --rebuild_next_ == 0)
    main_clear_->setClearStencilValue(1 - main_clear_->clearStencilValue());
  if (fresh_frames_ > 0 && --fresh_frames_ == 0) fresh_enabler_->setEnabled(false);
}

void FrameGraph::setIdsEnabled(bool on) { ids_enabler_->setEnabled(on); }

void FrameGraph::setSectionEnabled(bool on) { setPass(section_enabler_, on); }

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
