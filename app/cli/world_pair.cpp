// SPDX-License-Identifier: Apache-2.0
#include "app/cli/world_pair.h"

#include <google/protobuf/message.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "core/difference/difference_text.h"
#include "core/world/views/references.h"

namespace ww::cli {
namespace {

bool isNothing(const std::string& file) {
  struct stat st {};
  if (file == "/dev/null") return true;
  return file != "-" && ::stat(file.c_str(), &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;
}

Json partJson(const difference::Part& part) { return part ? toJson(*part) : Json(nullptr); }

const char* categoryWord(difference::Category category) {
  switch (category) {
    case difference::Category::kProgram: return "program";
    case difference::Category::kObject: return "object";
    case difference::Category::kEntity: return "entity";
    case difference::Category::kFrame: return "frame";
    case difference::Category::kWorld: break;
  }
  return "world";
}

std::string idText(const difference::Subject& subject) {
  switch (subject.category) {
    case difference::Category::kObject: return world::toWire(ObjectId{subject.id});
    case difference::Category::kEntity: return world::toWire(EntityId{subject.id});
    case difference::Category::kFrame: return world::toWire(FrameId{subject.id});
    default: return {};
  }
}

}  // namespace

std::optional<project::Loaded> loadSide(Run& run, const std::string& file, int& exit) {
  if (!isNothing(file)) return load(run, file, exit);
  project::Loaded empty;
  empty.info.content_hash = world::contentHash(empty.world);
  return empty;
}

Json itemJson(const difference::Item& item) {
  Json words = Json::array();
  for (const Phrase& one : item.words) words.push_back(textOf(one, difference::differenceVoice()));
  Json subject{{"kind", categoryWord(item.subject.category)}, {"name", item.subject.name}};
  if (const std::string id = idText(item.subject); !id.empty()) subject["id"] = id;
  if (!item.subject.name_after.empty()) subject["name_after"] = item.subject.name_after;
  return {{"key", item.key},
          {"kind", item.kind},
          {"subject", subject},
          {"words", words},
          {"before", partJson(item.before)},
          {"after", partJson(item.after)}};
}

Json itemsJson(const std::vector<difference::Item>& items) {
  Json out = Json::array();
  for (const difference::Item& item : items) out.push_back(itemJson(item));
  return out;
}

}  // namespace ww::cli
