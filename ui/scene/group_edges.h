// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>

#include "ui/scene/batch_set.h"
#include "ui/scene/edge_pool.h"

namespace ww::ui::scene {

// How the edges of groups are drawn: by an entity beside each group while groups are few, by one pool for all when
// they are many; not while the view is in a hurry where the lines would take the longest of the frame, nor where they
// would take too much memory.
class GroupEdges {
 public:
  using Visit = std::function<void(BatchGroup& group, const BatchStyle& style)>;
  using ForEach = std::function<void(const Visit& visit)>;
  GroupEdges(q3r::QMaterial* pool_material, std::vector<q3r::QLayer*> layers, q3c::QNode* root);

  void setWanted(bool on) { wanted_ = on; }
  void setHurried(bool on) { hurried_ = on; }
  // A group is made as this says.
  bool areOwn() const { return !many_; }
  bool areShown() const { return shown_; }
  std::size_t entityCount() const { return pool_ && shown_ ? 1 : 0; }
  // A part is placed, moved or coloured anew; or taken away.
  void place(unsigned ends) { ends_ += ends; }
  void set(std::uint32_t slot, const GpuMesh& mesh, const InstanceData& data);
  void remove(std::uint32_t slot, unsigned ends);
  // To be called when all is placed. Looks at the groups only when their number asks for another way.
  std::size_t flush(std::size_t groups, const ForEach& for_each);

 private:
  void choose(std::size_t groups, const ForEach& for_each);
  void fillPool(const ForEach& for_each);

  q3r::QMaterial* material_;
  std::vector<q3r::QLayer*> layers_;
  q3c::QNode* root_;
  std::unique_ptr<EdgePool> pool_;
  std::size_t ends_ = 0;  // of the lines of all that is placed
  bool many_ = false, wanted_ = true, shown_ = true, hurried_ = false;
};

}  // namespace ww::ui::scene
