// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/frame_references.h"

#include <fmt/format.h>

#include <sdf/Collision.hh>
#include <sdf/Frame.hh>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>
#include <sdf/Link.hh>
#include <sdf/Sensor.hh>
#include <sdf/Visual.hh>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr int kDeepestModel = 32;

class LostFrames {
 public:
  LostFrames(const sdf::Model& model, const IncludeResolver& includes, Reporter& report)
      : model_(model), includes_(includes), report_(report) {}

  void look() {
    for (std::uint64_t i = 0; i < model_.LinkCount(); ++i) lookAt(*model_.LinkByIndex(i));
    for (std::uint64_t i = 0; i < model_.JointCount(); ++i) lookAt(*model_.JointByIndex(i));
  }

 private:
  // Which element names what by which attribute.
  struct Reference {
    const char* attribute;
    const char* element;
    std::string name, wanted;
    sdf::ElementPtr at;
  };

  void lookAt(const sdf::Link& link) {
    for (std::uint64_t i = 0; i < link.VisualCount(); ++i) pose("visual", *link.VisualByIndex(i));
    for (std::uint64_t i = 0; i < link.CollisionCount(); ++i) pose("collision", *link.CollisionByIndex(i));
    for (std::uint64_t i = 0; i < link.SensorCount(); ++i) pose("sensor", *link.SensorByIndex(i));
  }

  void lookAt(const sdf::Joint& joint) {
    for (std::uint64_t i = 0; i < joint.SensorCount(); ++i) pose("sensor", *joint.SensorByIndex(i));
    const sdf::JointAxis* axis = joint.Axis();
    ignition::math::Vector3d unused;
    if (!axis || axis->XyzExpressedIn().empty() || axis->ResolveXyz(unused).empty()) return;
    tell({"expressed_in", "joint", joint.Name(), axis->XyzExpressedIn(), joint.Element()});
  }

  template <typename Thing>
  void pose(const char* element, const Thing& thing) {
    ignition::math::Pose3d unused;
    if (thing.PoseRelativeTo().empty() || thing.SemanticPose().Resolve(unused).empty()) return;
    tell({"relative_to", element, thing.Name(), thing.PoseRelativeTo(), thing.Element()});
  }

  bool has(const std::string& name) const {
    return name == "__model__" || name == "world" || model_.LinkNameExists(name) || model_.JointNameExists(name) ||
           model_.FrameNameExists(name) || model_.ModelNameExists(name);
  }

  // A frame that is there, and hangs on something that is not, has been told by the library.
  void tell(const Reference& lost) {
    if (has(lost.wanted)) return;
    std::vector<std::string> known;
    for (std::uint64_t i = 0; i < model_.LinkCount(); ++i) known.push_back(model_.LinkByIndex(i)->Name());
    for (std::uint64_t i = 0; i < model_.JointCount(); ++i) known.push_back(model_.JointByIndex(i)->Name());
    for (std::uint64_t i = 0; i < model_.FrameCount(); ++i) known.push_back(model_.FrameByIndex(i)->Name());
    const Status status = fail(failures::kSdfNoSuchFrame, {{"name", arg::Name{cleanUtf8(lost.name, 200)}},
                                                           {"place", includes_.placeOf(lost.at)},
                                                           {"element", arg::Words{lost.element}},
                                                           {"attribute", arg::Words{lost.attribute}},
                                                           {"wanted", arg::Name{cleanUtf8(lost.wanted, 200)}},
                                                           {"holder", arg::Name{cleanUtf8(model_.Name(), 200)}}});
    report_.warn("sdf", withNearest(status, lost.wanted, known), fmt::format("{} {}", lost.element, lost.name));
  }

  const sdf::Model& model_;
  const IncludeResolver& includes_;
  Reporter& report_;
};

void lookIn(const sdf::Model& model, const IncludeResolver& includes, Reporter& report, int depth) {
  if (depth >= kDeepestModel) return;
  LostFrames(model, includes, report).look();
  for (std::uint64_t i = 0; i < model.ModelCount(); ++i) lookIn(*model.ModelByIndex(i), includes, report, depth + 1);
}

}  // namespace

void warnOfLostFrames(const sdf::Model& model, const IncludeResolver& includes, Reporter& report) {
  lookIn(model, includes, report, 0);
}

}  // namespace ww::io::worker
