// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QSize>
#include <map>
#include <memory>

#include "ui/scene/shadow.h"

namespace Qt3DRender {
class QCamera;
class QClearBuffers;
class QRenderCapture;
class QTechniqueFilter;
class QViewport;
}  // namespace Qt3DRender
class QWindow;

namespace ww::ui::scene {

// In the order of drawing.
enum class LayerId {
  kMask,           // what is outlined, into a texture of its own
  kIds,            // batches that also draw their numbers; a flag beside another layer
  kSolid,          // opaque faces
  kCap,            // the cut of the section plane, where solids are open
  kBackdrop,       // background and floor, where nothing is before them
  kEdge,           // edges of faces: smoothed with these, or by the surface where it takes several samples
  kOcclusion,      // contact shade from the depth of these,
  kOcclusionBlur,  // evened out
  kCompose,        // all that onto the surface,
  kComposePlain,   // or only the faces, which is quicker,
  kComposeColor,   // or those without their depth, where nothing after it needs it
  kGrid,           // which looks up what hides it; drawn with the backdrop where all is to be quick
  kPoints,         // of scanners
  kGlass,          // translucent faces, from back to front
  kGhost,          // only the nearest face of each: translucent without what is inside
  kContact,        // collision shapes of what collides, hatched
  kOutline,        // the outline pass
  kMarker,         // frames, handles: over all else, with depth among themselves
  kCube,           // the view cube
  kFlat            // texts, rubber band: over everything
};

// The passes of a frame and what all shaders share. Owns its Qt3D nodes below `root`.
class FrameGraph {
 public:
  FrameGraph(QWindow* surface, q3c::QEntity* root);

  q3r::QFrameGraphNode* node() const { return node_; }
  Shadow& shadow() { return *shadow_; }
  q3r::QLayer* layer(LayerId id) const { return layers_.at(id); }
  q3r::QTexture2D* maskTexture() const { return mask_color_; }
  q3r::QRenderCapture* imageCapture() const { return image_capture_; }
  q3r::QRenderCapture* idsCapture() const { return ids_capture_; }

  void setCamera(const CameraState& camera, double aspect);
  void setSurface(const QSize& pixels, double dpr);
  // The pass of the shadow map below `parent`, which has its camera.
  void addShadowPass(q3r::QFrameGraphNode* parent, q3r::QTexture2D* depth);
  // Passes that most frames do not need. Masks go with outlines.
  void setMaskEnabled(bool on);
  // What is there for the hand: outlines, frames, handles, the cube. Pictures for others are without.
  void setToolsEnabled(bool on);
  bool drawsTools() const { return tools_; }
  void setGlassEnabled(bool on);
  void setGhostsEnabled(bool on);
  void setContactsEnabled(bool on);
  bool drawsContacts() const;
  void setPointsEnabled(bool on);
  void setGridEnabled(bool on);
  // Contact shade and smooth silhouettes. `scale`: pixels of faces and floor for one of the surface, along a side, 0 to
  // 1; fewer cost less. 1 where all is fine.
  void setFine(bool on, double scale = 1.0);
  // Before each frame: passes that were switched on in the one before are looked through again.
  void beginFrame();
  // Makes beginFrame() do so.
  void rebuild() { rebuild_ = true; }
  void setIdsEnabled(bool on);
  // Marks for the cap; it is drawn where they are.
  void setSectionEnabled(bool on);
  // A uniform that every shader may use.
  void setUniform(const QString& name, const QVariant& value);

 private:
  void addMaskPass(q3r::QFrameGraphNode* parent);
  void addIdsPass(q3r::QFrameGraphNode* parent);
  void addScenePasses(q3r::QFrameGraphNode* parent);
  void addMainPasses(q3r::QFrameGraphNode* parent);
  void addGlassPasses(q3r::QFrameGraphNode* forward, q3r::QFrameGraphNode* parent);
  void placeScene();
  void placeGrid();
  bool needsDepth() const;
  void setPass(q3r::QSubtreeEnabler* pass, bool on);
  void shareTexture(const char* name, q3r::QTexture2D* texture);
  q3r::QFrameGraphNode* layerPass(q3r::QFrameGraphNode* parent, LayerId id);
  q3r::QTexture2D* makeTexture(bool depth);
  q3r::QFrameGraphNode* addTarget(q3r::QFrameGraphNode* parent, q3r::QTexture2D* color, q3r::QTexture2D* depth);
  // The same of a pass that is switched off at times. Qt3D gives a target its new textures only in the frame that makes
  // them: after a change of size each target is in use for some frames, or what is drawn to it later would be nowhere.
  q3r::QFrameGraphNode* addPausingTarget(q3r::QFrameGraphNode* parent, q3r::QTexture2D* color, q3r::QTexture2D* depth);

  q3c::QEntity* root_;
  bool surface_smooths_;  // takes several samples of a pixel
  QSize surface_size_{1, 1};
  double scale_ = 1.0;
  bool fine_ = true, grid_ = true, tools_ = true;
  q3r::QViewport* scene_part_ = nullptr;  // of the textures of the scene
  q3r::QFrameGraphNode* node_ = nullptr;
  q3r::QTechniqueFilter* shared_ = nullptr;
  q3r::QCamera* camera_ = nullptr;
  std::map<LayerId, q3r::QLayer*> layers_;
  std::map<QString, q3r::QParameter*> uniforms_;
  q3r::QTexture2D *mask_color_ = nullptr, *ids_color_ = nullptr, *ids_depth_ = nullptr;
  q3r::QTexture2D *scene_color_ = nullptr, *scene_depth_ = nullptr, *occlusion_raw_ = nullptr, *occlusion_ = nullptr;
  std::unique_ptr<Shadow> shadow_;
  q3r::QClearBuffers* main_clear_ = nullptr;
  q3r::QSubtreeEnabler *mask_enabler_ = nullptr, *outline_enabler_ = nullptr, *ids_enabler_ = nullptr;
  q3r::QSubtreeEnabler *occlusion_enabler_ = nullptr, *fine_enabler_ = nullptr, *plain_enabler_ = nullptr,
                       *color_enabler_ = nullptr, *grid_enabler_ = nullptr;
  q3r::QSubtreeEnabler *glass_enabler_ = nullptr, *ghost_enabler_ = nullptr, *section_enabler_ = nullptr,
                       *contact_enabler_ = nullptr, *points_enabler_ = nullptr, *tool_enabler_ = nullptr;
  q3r::QRenderCapture *image_capture_ = nullptr, *ids_capture_ = nullptr;
  bool rebuild_ = false;
  int rebuild_next_ = 0;                           // frames until then
  q3r::QSubtreeEnabler* fresh_enabler_ = nullptr;  // of targets with new textures
  int fresh_frames_ = 0;                           // that it is still on
};

}  // namespace ww::ui::scene
