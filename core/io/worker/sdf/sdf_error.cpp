// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/sdf_error.h"

#include <algorithm>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/sdf/sdf_text.h"

namespace ww::io::worker {
namespace {

const FailureRow& rowOf(sdf::ErrorCode code) {
  using Sdf = sdf::ErrorCode;
  switch (code) {
    case Sdf::DUPLICATE_NAME: return failures::kSdfDuplicate;
    case Sdf::RESERVED_NAME: return failures::kSdfReserved;
    case Sdf::ATTRIBUTE_MISSING:
    case Sdf::ELEMENT_MISSING:
    case Sdf::MODEL_WITHOUT_LINK: return failures::kSdfMissing;
    case Sdf::ATTRIBUTE_INVALID:
    case Sdf::ATTRIBUTE_INCORRECT_TYPE:
    case Sdf::ELEMENT_INVALID:
    case Sdf::ELEMENT_INCORRECT_TYPE:
    case Sdf::URI_INVALID: return failures::kSdfValue;
    case Sdf::ATTRIBUTE_DEPRECATED:
    case Sdf::ELEMENT_DEPRECATED:
    case Sdf::VERSION_DEPRECATED: return failures::kSdfOld;
    case Sdf::JOINT_CHILD_LINK_INVALID:
    case Sdf::JOINT_PARENT_LINK_INVALID:
    case Sdf::JOINT_PARENT_SAME_AS_CHILD: return failures::kSdfJointEnds;
    case Sdf::FRAME_ATTACHED_TO_INVALID:
    case Sdf::FRAME_ATTACHED_TO_CYCLE:
    case Sdf::FRAME_ATTACHED_TO_GRAPH_ERROR:
    case Sdf::POSE_RELATIVE_TO_INVALID:
    case Sdf::POSE_RELATIVE_TO_CYCLE:
    case Sdf::POSE_RELATIVE_TO_GRAPH_ERROR:
    case Sdf::MODEL_CANONICAL_LINK_INVALID:
    case Sdf::MODEL_PLACEMENT_FRAME_INVALID: return failures::kSdfFrames;
    case Sdf::LINK_INERTIA_INVALID: return failures::kSdfInertia;
    case Sdf::FILE_READ:
    case Sdf::URI_LOOKUP:
    case Sdf::DIRECTORY_NONEXISTANT: return failures::kSdfFile;
    default: return failures::kSdfOther;
  }
}

// Said of the library's own graphs, where it names no element.
bool isOfGraph(const sdf::Error& error) {
  return error.Code() == sdf::ErrorCode::FRAME_ATTACHED_TO_GRAPH_ERROR ||
         error.Code() == sdf::ErrorCode::POSE_RELATIVE_TO_GRAPH_ERROR ||
         error.Message().starts_with("FrameAttachedToGraph") || error.Message().starts_with("PoseRelativeToGraph");
}

bool isOfFrame(const sdf::Error& error) {
  return &rowOf(error.Code()) == &failures::kSdfFrames || &rowOf(error.Code()) == &failures::kSdfJointEnds;
}

}  // namespace

sdf::Errors rootsOf(const sdf::Errors& errors, const std::vector<std::string>& told) {
  sdf::Errors out;
  const auto isTold = [&](const sdf::Error& e) {
    return isOfFrame(e) && std::ranges::any_of(told, [&](const std::string& joint) {
             return e.Message().find("oint with name[" + joint + "]") != std::string::npos;
           });
  };
  bool known = !told.empty();  // why the graphs are not sound
  for (const sdf::Error& e : errors) known = known || (isOfFrame(e) && !isOfGraph(e));
  for (const sdf::Error& e : errors) {
    if (isTold(e) || (isOfGraph(e) && known)) continue;
    known = known || isOfGraph(e);
    // Both graphs complain of one frame.
    if (std::ranges::find(out, e.Message(), [](const sdf::Error& o) { return o.Message(); }) == out.end())
      out.push_back(e);
  }
  const auto follows = [](const sdf::Error& e) { return e.Message() == "Failed to load a world."; };
  if (!std::ranges::all_of(out, follows)) std::erase_if(out, follows);
  // Kinds of joints and sensors that are not read are told with the joint or sensor; lights are not read at all.
  std::erase_if(out, [](const sdf::Error& e) {
    return e.Message().starts_with("Joint type of ") || e.Message().starts_with("Invalid light type") ||
           e.Message().find("provided sensor type is missing or invalid") != std::string::npos;
  });
  return out;
}

arg::Place placeOf(const sdf::Error& error, const IncludeResolver& includes) {
  return {includes.nameOf(error.FilePath().value_or("")), error.LineNumber().value_or(0), 0};
}

arg::Words reasonOf(const sdf::Error& error, const ReadContext& context) {
  // Paths of the copies say nothing to anybody.
  std::string text = error.Message();
  const std::string scratch = context.scratch.string() + "/";
  for (std::size_t at = text.find(scratch); at != std::string::npos; at = text.find(scratch, at))
    text.erase(at, scratch.size());
  return {cleanUtf8(text, 400)};
}

namespace {

// An include whose file is there, and is no model.
Status unreadInclude(const sdf::Error& error, const IncludeResolver& includes, std::string_view text,
                     const std::string& main) {
  constexpr std::string_view kSaid = "Unable to read file[";
  const std::string& said = error.Message();
  const std::size_t end = said.find(']');
  const bool of_include = error.XmlPath().value_or("").find("include") != std::string::npos;
  if (!of_include || !said.starts_with(kSaid) || end == std::string::npos) return okStatus();
  const std::string copy = said.substr(kSaid.size(), end - kSaid.size());
  arg::Place place = placeOf(error, includes);
  if (place.file.empty()) place.file = main;
  if (const std::size_t at = text.find(copy); place.file == main && place.line <= 0 && at != std::string_view::npos)
    place.line = 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
  return fail(failures::kSdfIncludeUnread, {{"place", place}, {"file", arg::Name{includes.nameOf(copy)}}});
}

}  // namespace

Status failureOf(const sdf::Error& error, const IncludeResolver& includes, const ReadContext& context,
                 std::string_view text) {
  const std::string main = context.path.filename().string();
  arg::Place place = placeOf(error, includes);
  const bool here = place.file.empty() || place.file == main;
  if (here) place.file = main;
  if (Status ours = unreadInclude(error, includes, text, main); !ours.ok()) return ours;
  if (Status ours = explainSdf(error.Message(), here ? text : "", place.file, place.line); !ours.ok()) return ours;
  arg::Words reason = reasonOf(error, context);
  if (const auto path = error.XmlPath()) reason.text += " (" + cleanUtf8(*path, 200) + ")";
  return fail(rowOf(error.Code()), {{"place", place}, {"reason", std::move(reason)}});
}

}  // namespace ww::io::worker
