// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/world_size.h"

#include <QThreadPool>
#include <mutex>
#include <utility>

#include "core/world/values/bounds.h"
#include "ui/settings/preferences.h"
#include "ui/widgets/shown_decimals.h"

namespace ww::ui {
namespace {

// Fewer take less than a millisecond.
constexpr std::size_t kManyVertices = 50'000;

std::size_t verticesOf(const world::Object& object) {
  std::size_t count = 0;
  for (const auto& entity : object.entities)
    for (const auto& g : entity->visual.empty() ? entity->collision : entity->visual)
      count += g.geometry->mesh->vertices.size();
  return count;
}

}  // namespace

// Through it a look that ends finds the label, or that it has gone.
struct WorldSize::Gate {
  std::mutex mutex;
  WorldSize* label = nullptr;
};

QString sizeText(const Vec3& size) {
  const Unit& unit = defaultUnit(Quantity::kLength);
  const int places = shownDecimals(unit, 1);
  return QStringLiteral("%1 x %2 x %3 %4")
      .arg(formatQuantity(size.x(), unit, places), formatQuantity(size.y(), unit, places),
           formatQuantity(size.z(), unit, places), QString::fromUtf8(unit.symbol));
}

WorldSize::WorldSize(QWidget* parent) : QLabel(parent), gate_(std::make_shared<Gate>()) {
  gate_->label = this;
  setWordWrap(true);
  setText(tr("Size in the world: ..."));
  connect(&Preferences::instance(), &Preferences::changed, this, [this] {
    if (object_ && !is_looking_) look();
  });
}

WorldSize::~WorldSize() {
  const std::scoped_lock lock(gate_->mutex);
  gate_->label = nullptr;
}

void WorldSize::follow(world::WorldPtr world, ObjectId id) {
  const auto object = world->object(id);
  if (!object) return;
  const Pose root_t_object = world->rootT(id);
  if (object == object_ && root_t_object == root_t_object_) return;
  world_ = std::move(world);
  object_ = object;
  root_t_object_ = root_t_object;
  if (is_looking_) is_outdated_ = true;
  else look();
}

void WorldSize::look() {
  if (verticesOf(*object_) < kManyVertices) {
    showSize(world::shownBounds(*world_, *object_));
    return;
  }
  is_looking_ = true;
  QThreadPool::globalInstance()->start([gate = gate_, world = world_, object = object_] {
    const Bounds bounds = world::shownBounds(*world, *object);
    const std::scoped_lock lock(gate->mutex);
    if (WorldSize* label = gate->label)
      QMetaObject::invokeMethod(
          label, [label, bounds] { label->showSize(bounds); }, Qt::QueuedConnection);
  });
}

void WorldSize::showSize(const Bounds& bounds) {
  is_looking_ = false;
  setText(tr("Size in the world: %1").arg(sizeText(bounds.empty() ? Vec3(Vec3::Zero()) : bounds.size())));
  if (std::exchange(is_outdated_, false)) look();
}

}  // namespace ww::ui
