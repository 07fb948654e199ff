// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/scene/object_index.h"
#include "core/scene/validate.h"

namespace ww::scene {

// Takes what rules find. Entities are given by their index.
class Findings {
 public:
  explicit Findings(const ObjectIndex& object) : object_(object) {}

  // Names the rule that speaks from now on.
  void begin(std::string_view rule);
  // The fault says what it is about; it is put in no context.
  void add(int entity, Status fault);
  // Puts the entity's kind and name in front: "joint 'j': ...".
  void addIn(int entity, Status fault);
  void add(Status fault) { add(ObjectIndex::kNone, std::move(fault)); }
  // The failure of an entity's name that is not there, with those that were perhaps meant.
  Status near(Status fault, std::string_view wanted);

  Report take() { return std::move(report_); }

 private:
  const ObjectIndex& object_;
  std::string_view rule_;
  std::size_t of_rule_ = 0;
  std::vector<std::string> names_;  // once asked for
  Report report_;
};

}  // namespace ww::scene
