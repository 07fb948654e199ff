// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/tool.h"

#include <algorithm>
#include <array>

#include "core/kinematics/last_link.h"
#include "core/kinematics/tool_names.h"
#include "core/model/carriers.h"

namespace ww::kinematics {
namespace {

// In the order of choice.
enum Rank {
  kCarriedTool,
  kCarriedEffector,
  kCarriedGrasp,
  kCarriedLink,
  kOwnTool,
  kOwnTcp,
  kOwnEffector,
  kOwnGrasp,
  kOwnFlange,
  kOwnHand,
  kOwnAttachment,
  kCarriedFlange,
  kLastLink,
  kOtherFrame,
  kOtherLink
};

struct Candidate {
  std::array<int, 7> key;  // the rank first; the smallest is chosen
  ToolChoice choice;
};

struct Carriers {
  int own = 0;      // moving joints of the robot that carry an entity
  int between = 0;  // and of what hangs on the robot, as the fingers of a gripper
};

// What moves the robot itself is neither.
Carriers carriersOf(const world::World& world, ObjectId robot, EntityId at) {
  Carriers out;
  for (const auto& joint : model::carriersOf(world, at)) {
    if (joint->object == robot) ++out.own;
    else if (out.own == 0) ++out.between;
  }
  return out;
}

bool isLast(const world::Object& object, const world::Entity& link) {
  return std::ranges::none_of(
      object.entities, [&](const auto& e) { return e->parent == link.id && e->kind != world::EntityKind::kSensor; });
}

bool isSolid(const world::Entity& link) { return !link.visual.empty() || !link.collision.empty(); }

class Choices {
 public:
  Choices(const world::World& world, const world::Object& robot)
      : world_(world), robot_(robot), last_(lastLinkOf(world, robot)) {}
  std::vector<ToolChoice> all();

 private:
  // What may be chosen: a frame, or a link that is none other than a frame where it has no geometry.
  struct Place {
    world::NodeRef node;
    EntityId entity;  // that it rides on
    std::string name;
    ObjectId object;
    int depth = 0;  // of the object below the robot
    bool solid = false, frame = false, attachment = false, last = false;
  };
  void addAllOf(const world::Object& object, int depth);
  void add(const Place& place);
  std::optional<Rank> rankOf(const Place& place, ToolWord word) const;
  Phrase why(const Place& place, Rank rank) const;

  const world::World& world_;
  const world::Object& robot_;
  const LastLink last_;
  std::vector<Candidate> found_;
};

std::optional<Rank> Choices::rankOf(const Place& place, ToolWord word) const {
  const bool own = place.object == robot_.id;
  if (!own && word < ToolWord::kFlange && place.solid) return kCarriedLink;
  switch (word) {
    case ToolWord::kTool: return own ? kOwnTool : kCarriedTool;
    case ToolWord::kTcp: return own ? kOwnTcp : kCarriedTool;
    case ToolWord::kEndEffector: return own ? kOwnEffector : kCarriedEffector;
    case ToolWord::kGrasp: return own ? kOwnGrasp : kCarriedGrasp;
    case ToolWord::kFlange: return own ? kOwnFlange : kCarriedFlange;
    case ToolWord::kHand:
      if (own) return kOwnHand;
      break;
    case ToolWord::kNone: break;
  }
  if (own && place.attachment) return kOwnAttachment;
  if (place.node == world::NodeRef(last_.entity)) return kLastLink;
  if (place.frame) return kOtherFrame;
  return own && place.last ? std::optional(kOtherLink) : std::nullopt;
}

Phrase Choices::why(const Place& place, Rank rank) const {
  const FailureArg object{"object", arg::Words{world_.display(place.object)}};
  switch (rank) {
    case kCarriedTool:
    case kCarriedEffector:
    case kCarriedGrasp:
    case kCarriedLink: return phrase(WW_TEXT("Core", "the tool of {object}, which the robot carries"), {object});
    case kOwnTool: return phrase(WW_TEXT("Core", "named as a tool"));
    case kOwnTcp: return phrase(WW_TEXT("Core", "named as a tool centre point"));
    case kOwnEffector: return phrase(WW_TEXT("Core", "named as an end effector"));
    case kOwnGrasp: return phrase(WW_TEXT("Core", "named as the place of a grasp"));
    case kOwnFlange: return phrase(WW_TEXT("Core", "the flange of the robot"));
    case kOwnHand: return phrase(WW_TEXT("Core", "the hand of the robot"));
    case kOwnAttachment: return phrase(WW_TEXT("Core", "an attachment frame of the robot"));
    case kCarriedFlange: return phrase(WW_TEXT("Core", "the flange of {object}, which the robot carries"), {object});
    case kLastLink:
      if (last_.why == LastLink::Why::kBeforeFingers)
        return phrase(WW_TEXT("Core", "the last link of the robot before its fingers"));
      return phrase(last_.why == LastLink::Why::kOnly
                        ? WW_TEXT("Core", "the only last link of the robot")
                        : WW_TEXT("Core", "the last link of the longest chain of joints"));
    case kOtherFrame: return phrase(WW_TEXT("Core", "a frame that moves with the robot"));
    default: return phrase(WW_TEXT("Core", "a last link of the robot"));
  }
}

void Choices::add(const Place& place) {
  const Carriers carriers = carriersOf(world_, robot_.id, place.entity);
  if (carriers.own == 0) return;
  const ToolWord word = toolWord(place.name);
  const auto rank = rankOf(place, word);
  if (!rank) return;
  // The gripper behind a tool changer counts more than the changer; but what a gripper holds has places to
  // be grasped at, too.
  const int depth = *rank == kCarriedGrasp ? place.depth : -place.depth;
  const int order = static_cast<int>(found_.size());
  found_.push_back({{*rank, depth, place.solid ? 1 : 0, place.frame ? 0 : 1, carriers.between - carriers.own,
                     wordCount(place.name), order},
                    {place.node, why(place, *rank), word != ToolWord::kNone && *rank < kLastLink}});
}

void Choices::addAllOf(const world::Object& object, int depth) {
  for (const FrameId id : world_.framesOf(object)) {
    const auto frame = world_.frame(id);
    add({id, frame->parent_entity, frame->name, object.id, depth, false, true, frame->is_attachment, false});
  }
  for (const auto& entity : object.entities) {
    const bool joint_that_must_do = entity->id == last_.entity;
    if (entity->kind != world::EntityKind::kLink && !joint_that_must_do) continue;
    add({entity->id, entity->id, entity->name, object.id, depth, isSolid(*entity), false, false,
         isLast(object, *entity)});
  }
}

std::vector<ToolChoice> Choices::all() {
  std::vector<std::pair<ObjectId, int>> objects{{robot_.id, 0}};
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const auto [id, depth] = objects[i];
    const auto object = world_.object(id);
    addAllOf(*object, depth);
    for (const ObjectId child : world_.childrenOf(*object)) objects.emplace_back(child, depth + 1);
  }
  std::ranges::sort(found_, {}, &Candidate::key);
  std::vector<ToolChoice> out;
  for (auto& candidate : found_) out.push_back(std::move(candidate.choice));
  return out;
}

}  // namespace

std::vector<ToolChoice> toolChoices(const world::World& world, ObjectId robot) {
  const auto object = world.object(robot);
  if (!object || !object->isKinematic()) return {};
  return Choices(world, *object).all();
}

std::optional<world::NodeRef> toolOf(const world::World& world, ObjectId robot) {
  const auto choices = toolChoices(world, robot);
  if (choices.empty()) return std::nullopt;
  return choices.front().node;
}

Phrase whyTool(const world::World& world, ObjectId robot, world::NodeRef node) {
  for (const auto& choice : toolChoices(world, robot))
    if (choice.node == node) return choice.why;
  return phrase(WW_TEXT("Core", "as chosen"));
}

bool isToolFrame(const world::World& world, FrameId id) {
  const auto frame = world.frame(id);
  if (!frame) return false;
  const ToolWord word = toolWord(frame->name);
  if (word == ToolWord::kHand || word == ToolWord::kNone) return false;
  // The flange of a part that is carried is no tool.
  return std::ranges::any_of(model::carriersOf(world, frame->parent_entity), [&](const auto& joint) {
    return word != ToolWord::kFlange || joint->object == frame->object;
  });
}

// A finger may bear the tool: fewer joints move it than move the whole gripper. An arm on a rail has more.
bool isArm(const world::World& world, ObjectId id) {
  const auto choices = toolChoices(world, id);
  if (choices.empty()) return false;
  const auto carriers = static_cast<int>(model::carriersOf(world, world.peek(id)->parent_entity).size());
  return carriers == 0 || (choices.front().named && freedomOf(world, id) > carriers);
}

int freedomOf(const world::World& world, ObjectId id) {
  const auto object = world.object(id);
  if (!object) return 0;
  int most = 0;
  for (const std::size_t joint : object->moving_joints) {
    const auto free = std::ranges::count_if(model::carriersOf(world, object->entities[joint]->id), [&](const auto& at) {
      return at->object == id && !object->followerNamed(at->name);
    });
    most = std::max(most, static_cast<int>(free));
  }
  return most;
}

}  // namespace ww::kinematics
