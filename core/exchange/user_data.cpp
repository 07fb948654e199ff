// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/user_data.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <vector>

#include "core/scene/followers.h"
#include "core/scene/own_data.h"
#include "core/scene/self_collide.h"

namespace ww::exchange {
namespace {

namespace pb = google::protobuf;

// A set of others is not always sound: what is not is left out, without a word on the screen.
class Silent : public pb::DescriptorPool::ErrorCollector {
 public:
  void AddError(const std::string&, const std::string&, const pb::Message*, ErrorLocation,
                const std::string&) override {}
};

// Files in an order in which those that they import come before them, whatever the order of the set.
void build(const pb::FileDescriptorSet& types, pb::DescriptorPool& pool) {
  std::vector<const pb::FileDescriptorProto*> open;
  for (const auto& file : types.file())
    if (pool.FindFileByName(file.name()) == nullptr) open.push_back(&file);
  Silent silent;
  for (bool more = true; more;) {
    more = false;
    std::erase_if(open, [&](const pb::FileDescriptorProto* file) {
      const bool ready = std::all_of(file->dependency().begin(), file->dependency().end(),
                                     [&](const auto& name) { return pool.FindFileByName(name) != nullptr; });
      if (ready) more = true, pool.BuildFileCollectingErrors(*file, &silent);
      return ready;
    });
  }
}

class Types : public pb::TextFormat::Finder {
 public:
  explicit Types(const pb::DescriptorPool& pool) : pool_(pool) {}
  const pb::Descriptor* FindAnyType(const pb::Message&, const std::string&, const std::string& name) const override {
    return pool_.FindMessageTypeByName(name);
  }

 private:
  const pb::DescriptorPool& pool_;
};

}  // namespace

std::string userDataText(const intrinsic_proto::scene_object::v1::SceneObject& object,
                         const pb::FileDescriptorSet* types, const std::set<std::string>& said) {
  intrinsic_proto::scene_object::v1::SceneObject alone;
  *alone.mutable_user_data() = object.user_data();
  alone.mutable_user_data()->erase(scene::kFollowersKey);
  alone.mutable_user_data()->erase(scene::kImportNoteKey);
  alone.mutable_user_data()->erase(scene::kPartsNoteKey);
  alone.mutable_user_data()->erase(scene::selfCollideKey({}));
  for (const auto& entity : object.entities()) alone.mutable_user_data()->erase(scene::selfCollideKey(entity.name()));
  for (const std::string& key : said) alone.mutable_user_data()->erase(key);
  if (alone.user_data().empty()) return {};
  pb::DescriptorPool pool(pb::DescriptorPool::generated_pool());
  if (types != nullptr) build(*types, pool);
  const Types finder(pool);
  pb::TextFormat::Printer printer;
  printer.SetExpandAny(true);
  printer.SetFinder(&finder);
  std::string out;
  printer.PrintToString(alone, &out);
  return out;
}

}  // namespace ww::exchange
