// SPDX-License-Identifier: Apache-2.0
#include "core/difference/text_place.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/failure.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::difference {
namespace {

using worldwright::v1::PatchWorld;
using Lines = std::map<std::uint64_t, int>;  // of records, by their ids

// What it is about: first what it names, then what it only numbers, then those of what it comes from.
void collectIds(const Failure& failure, std::vector<std::uint64_t>& ids) {
  for (const FailureArg& each : failure.args)
    if (const auto* node = std::get_if<arg::Node>(&each.value)) ids.push_back(node->id);
  for (const FailureArg& each : failure.args)
    if (const auto* count = std::get_if<arg::Count>(&each.value); count && each.key == "id")
      ids.push_back(count->count);
  for (const Status& cause : failure.causes)
    if (cause.failure) collectIds(*cause.failure, ids);
}

// Of an id that is given twice the line where it comes again.
void addLines(const PatchWorld& patch, const google::protobuf::TextFormat::ParseInfoTree& tree, Lines& lines) {
  const auto* type = PatchWorld::descriptor();
  const auto add = [&](const char* field, int index, std::uint64_t id) {
    const int line = tree.GetLocation(type->FindFieldByName(field), index).line + 1;  // from 0; -1 where it is unknown
    int& known = lines[id];
    known = std::max(known, line);
  };
  for (int i = 0; i < patch.objects_size(); ++i) add("objects", i, patch.objects(i).id());
  for (int i = 0; i < patch.entities_size(); ++i) add("entities", i, patch.entities(i).id());
  for (int i = 0; i < patch.frames_size(); ++i) {
    add("frames", i, patch.frames(i).id());
    add("frames", i, patch.frames(i).entity());
  }
}

}  // namespace

int lineOfRecord(const std::string& words, const Status& status) {
  std::vector<std::uint64_t> ids;
  if (status.failure) collectIds(*status.failure, ids);
  PatchWorld patch;
  google::protobuf::TextFormat::ParseInfoTree tree;
  google::protobuf::TextFormat::Parser parser;
  parser.WriteLocationsTo(&tree);
  if (ids.empty() || !parser.ParseFromString(words, &patch)) return 0;
  Lines lines;
  addLines(patch, tree, lines);
  for (const std::uint64_t id : ids)
    if (const auto found = lines.find(id); found != lines.end()) return found->second;
  return 0;
}

}  // namespace ww::difference
