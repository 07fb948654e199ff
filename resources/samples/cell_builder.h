// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/session/edit_builders.h"
#include "resources/samples/samples.h"

namespace ww::samples {

// Makes a world from library objects by edits, as a user would. The first failure is kept.
class CellBuilder {
 public:
  explicit CellBuilder(geometry::GeometryStore& store) : store_(store) {}

  // A library object called `name`, hanging on the root.
  CellBuilder& add(const std::string& name, std::string_view library_name, const Pose& root_t_object);
  // Snaps `object` to the attachment frame "robot/flange".
  CellBuilder& attach(const std::string& object, const std::string& parent, const std::string& frame);
  // Of the root object.
  CellBuilder& frame(const std::string& name, const Pose& root_t_frame);
  // Of the root object, where "gripper/tool_frame" is now.
  CellBuilder& frameAt(const std::string& name, const std::string& other);
  CellBuilder& configuration(const std::string& object, const std::string& name, const std::vector<double>& degrees);
  // Sets the joints to a named configuration.
  CellBuilder& start(const std::string& object, const std::string& configuration);
  // No collision check between "robot:base_link" or "table" and the other.
  CellBuilder& exclude(const std::string& a, const std::string& b);
  Result<world::World> finish() const;

 private:
  void apply(const session::EditsPtr& edits);
  session::RuleSide side(const std::string& text);

  geometry::GeometryStore& store_;
  world::World world_;
  Status status_;
};

}  // namespace ww::samples
