// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QColor>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "core/geometry/geometry.h"
#include "core/math/pose.h"
#include "core/model/overrides.h"
#include "ui/scene/drop_point.h"

namespace ww::ui::scene {

struct Contact {
  Vec3 p_a = Vec3::Zero(), p_b = Vec3::Zero();  // root frame; witness points
  EntityId a, b;
  bool on_ghost = false;  // what of them the ghost shows is marked there
};

// A length between two points, with its text beside it.
struct Measure {
  enum class Kind {
    kDistance,  // a line with its ends
    kLine,      // a thin line
    kDepth,     // an arrow along the way that b has to go, as long as the way
    kForce,     // an arrow from p_a to p_b
    kSlip       // the same where surfaces slip on each other
  };
  Kind kind = Kind::kDistance;
  Vec3 p_a = Vec3::Zero(), p_b = Vec3::Zero();  // root frame
  Vec3 normal = Vec3::UnitZ();                  // unit, from a to b
  QString text;                                 // empty: none
};
// Each source has measures of its own.
enum class MeasureOf { kContact, kClearance, kPair, kSensor, kFeature, kPhysics };

// A shape around a body, translucent.
struct BodyShell {
  EntityId entity;
  geometry::GeometryPtr shape;
  Eigen::Affine3d entity_t_shape = Eigen::Affine3d::Identity();  // metres; may scale
  std::optional<QColor> color = std::nullopt;                    // of a preview; none: the colours of the shape
};

// Whose objects stand elsewhere: those of a file that is compared, or as a log recorded them. Each has ghosts of its
// own.
enum class MovedOf { kCompared, kRecorded };

// Each source has a preview of its own.
enum class PreviewOf { kShapes, kImport, kRevision };

// A robot in another posture, faint. Positions in the object's order, radians or metres.
struct PostureGhost {
  std::size_t index = 0;  // what a click on it tells
  JointVector joints;
  bool is_free = true;
};

// A step of a program: the way of its tool, and where it ends; root frame.
struct RouteLeg {
  // kOld: planned, and its target is being moved; kOpen: there is no plan of it, and the points are no way.
  enum class State { kPlanned, kOld, kOpen, kBroken };
  std::size_t step = 0;  // what a click on it tells
  std::vector<Vec3> points;
  std::optional<Pose> root_t_target;  // its z axis is the way that the tool comes
  State state = State::kOpen;
  bool is_chosen = false;
};

// What is drawn over the world and is no part of it.
class ViewMarks {
 public:
  virtual ~ViewMarks() = default;
  // Path of a tool, root frame; `ticks` are indices into the points. Grey: it leads where nobody wants to go any more.
  virtual void setTrace(std::vector<Vec3> points, std::vector<std::size_t> ticks = {}, bool grey = false) = 0;
  // How near the motion comes to something at each point of the trace, 0 to 1: a ribbon, the wider the nearer, striped
  // where it is 1. Without effect while their number is another one than that of the points.
  virtual void setTraceNearness(std::vector<float> nearness) = 0;
  // The object with what hangs on it at other joint positions; none: no ghost.
  virtual void setGhost(ObjectId object, std::optional<JointVector> joints) = 0;
  // Their collision shapes are hatched and outlined, also where they are not shown otherwise.
  virtual void setContacts(std::vector<Contact> contacts) = 0;
  virtual void setMeasures(MeasureOf source, std::vector<Measure> measures) = 0;
  virtual std::vector<Measure> measures(MeasureOf source) const = 0;
  virtual void setShells(std::vector<BodyShell> shells) = 0;
  // Shapes over the bodies that they are of or will be: what might be taken. None: nothing.
  virtual void setPreview(PreviewOf source, std::vector<BodyShell> shapes) = 0;
  // Other postures of an object with what hangs on it, to choose from; none: no ghosts of these.
  virtual void setPostures(ObjectId object, std::vector<PostureGhost> postures) = 0;
  // These objects as they stand elsewhere, faint; none: no ghosts of these.
  virtual void setMoved(MovedOf source, model::Overrides there, std::vector<ObjectId> objects) = 0;
  // An object with what hangs on it as it goes along a motion, faint; positions in the object's order, radians or
  // metres. None: no ghosts of these. A click goes through them.
  virtual void setOnion(ObjectId object, std::vector<JointVector> joints) = 0;
  virtual std::size_t onionCount() const = 0;
  // The steps of a program, to be seen and chosen; none: nothing.
  virtual void setRoute(std::vector<RouteLeg> legs) = 0;
  // What lies over the view there, in logical pixels from its upper left: no label goes below it.
  virtual void setCovered(std::vector<QRectF> areas) = 0;
  // Says beside the pointer (logical pixels) what dropping these files would do, marks the place, and tells what it
  // says; no files: nothing any more.
  virtual QString showDrop(const QStringList& files, const QPointF& at, const std::optional<DropPoint>& where) = 0;
};

}  // namespace ww::ui::scene
