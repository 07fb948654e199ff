// SPDX-License-Identifier: Apache-2.0
#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using so::UpdateUserData;
using DataMap = google::protobuf::Map<std::string, google::protobuf::Any>;

bool belongsToProgram(const std::string& key) {
  return key.starts_with("FLOWSTATE_") || key.starts_with("WORLDWRIGHT_");
}

Status refusedKey(const FailureRow& row, const std::string& key) { return fail(row, {{"key", arg::Name{shown(key)}}}); }

// What is sent back as it is changes nothing.
Status checkDataKeys(const DataMap& now, const DataMap& given, bool must_be_new) {
  std::map<std::string, const google::protobuf::Any*> in_order;
  for (const auto& [key, value] : given) in_order.emplace(key, &value);
  for (const auto& [key, value] : in_order) {
    if (key.empty()) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"user_data.key"}}});
    const auto known = now.find(key);
    if (must_be_new && known != now.end()) return refusedKey(failures::kUserDataThere, key);
    const bool same =
        known != now.end() && known->second.type_url() == value->type_url() && known->second.value() == value->value();
    if (belongsToProgram(key) && !same) return refusedKey(failures::kUserDataReserved, key);
  }
  return okStatus();
}

void clearOwn(DataMap& data) {
  for (auto it = data.begin(); it != data.end();) it = belongsToProgram(it->first) ? std::next(it) : data.erase(it);
}

Status removeKeys(DataMap& data, const DataMap& given) {
  for (const auto& [key, value] : given) {
    if (belongsToProgram(key) && data.contains(key)) return refusedKey(failures::kUserDataReserved, key);
    data.erase(key);
  }
  return okStatus();
}

}  // namespace

static Status changeUserData(Draft& draft, const UpdateUserData& update) {
  DataMap& data = *draft.object().mutable_user_data();
  const int policy = update.policy();
  if (!UpdateUserData::UpdateUserDataPolicy_IsValid(policy))
    return fail(failures::kNoSuchPolicy, {{"policy", arg::Number{static_cast<double>(policy)}}});
  if (policy == UpdateUserData::POLICY_REMOVE) return removeKeys(data, update.user_data());
  const bool inserts = policy == UpdateUserData::POLICY_UNSPECIFIED || policy == UpdateUserData::POLICY_INSERT;
  if (policy != UpdateUserData::POLICY_CLEAR_ALL) WW_TRY(checkDataKeys(data, update.user_data(), inserts));
  if (policy == UpdateUserData::POLICY_CLEAR_ALL || policy == UpdateUserData::POLICY_CLEAR_AND_REPLACE) clearOwn(data);
  if (policy == UpdateUserData::POLICY_CLEAR_ALL) return okStatus();
  for (const auto& [key, value] : update.user_data()) data[key] = value;
  return okStatus();
}

UpdateKind userDataKind() { return kindOf<changeUserData>(); }

}  // namespace ww::scene::updates
