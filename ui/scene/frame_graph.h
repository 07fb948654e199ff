// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSize>
#include <map>

#include "ui/scene/camera_state.h"
#include "ui/scene/qt3d.h"

namespace Qt3DRender {
class QCamera;
class QFrameGraphNode;
class QRenderCapture;
class QSubtreeEnabler;
class QTechniqueFilter;
class QTexture2D;
}  // namespace Qt3DRender
class QWindow;

namespace ww::ui::scene {

// In the order of drawing.
enum class LayerId {
  kMask,     // what is outlined, into a texture of its own
  kIds,      // batches that also draw their numbers; a flag beside another layer
  kSolid,    // background and opaque faces and lines
  kCap,      // the cut of the section plane, where solids are open
  kBlend,    // grid, translucent faces
  kOutline,  // the outline pass
  kMarker,   // frames, handles, view cube: over all else, with depth among themselves
  kFlat      // texts, rubber band: over everything
};

// The passes of a frame and what all shaders share. Owns its Qt3D nodes below `root`.
class FrameGraph {
 public:
  FrameGraph(QWindow* surface, q3c::QEntity* root);

  q3r::QFrameGraphNode* node() const { return node_; }
  q3r::QLayer* layer(LayerId id) const { return layers_.at(id); }
  q3r::QTexture2D* maskTexture() const { return mask_color_; }
  q3r::QRenderCapture* imageCapture() const { return image_capture_; }
  q3r::QRenderCapture* idsCapture() const { return ids_capture_; }

  void setCamera(const CameraState& camera, double aspect);
  void setSurface(const QSize& pixels, double dpr);
  void setMaskEnabled(bool on);
  void setIdsEnabled(bool on);
  void setSectionEnabled(bool on);
  // A uniform that every shader may use.
  void setUniform(const QString& name, const QVariant& value);

 private:
  void addMaskPass(q3r::QFrameGraphNode* parent);
  void addIdsPass(q3r::QFrameGraphNode* parent);
  void addMainPasses(q3r::QFrameGraphNode* parent);
  q3r::QFrameGraphNode* layerPass(q3r::QFrameGraphNode* parent, LayerId id);
  q3r::QTexture2D* makeTexture(bool depth);
  q3r::QFrameGraphNode* addTarget(q3r::QFrameGraphNode* parent, q3r::QTexture2D* color, q3r::QTexture2D* depth);

  q3c::QEntity* root_;
  q3r::QFrameGraphNode* node_ = nullptr;
  q3r::QTechniqueFilter* shared_ = nullptr;
  q3r::QCamera* camera_ = nullptr;
  std::map<LayerId, q3r::QLayer*> layers_;
  std::map<QString, q3r::QParameter*> uniforms_;
  q3r::QTexture2D *mask_color_ = nullptr, *ids_color_ = nullptr, *ids_depth_ = nullptr;
  q3r::QSubtreeEnabler *mask_enabler_ = nullptr, *outline_enabler_ = nullptr, *ids_enabler_ = nullptr,
                       *section_enabler_ = nullptr;
  q3r::QRenderCapture *image_capture_ = nullptr, *ids_capture_ = nullptr;
};

}  // namespace ww::ui::scene
