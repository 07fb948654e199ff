// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/coverage_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <cmath>
#include <numbers>

#include "ui/bridge/motion_text.h"

namespace ww::ui {
namespace {

struct CoverageText {
  Q_DECLARE_TR_FUNCTIONS(CoverageText)
};

constexpr qsizetype kMostNamedThings = 4;

QString named(QStringList names) {
  const auto more = static_cast<int>(names.size() - kMostNamedThings);
  if (more > 0) names = names.mid(0, kMostNamedThings) << CoverageText::tr("and %n more", "", more);
  return names.join(QStringLiteral(", "));
}

// Those that are still there: the world may be newer.
QStringList namesOf(const world::World& world, const std::vector<ObjectId>& objects) {
  QStringList names;
  for (const ObjectId id : objects)
    if (world.peek(id)) names << QString::fromStdString(world.display(id));
  return names;
}

bool isCarried(const world::World& world, const world::Object& object) {
  for (const world::Object* at = &object;;) {
    if (at->isKinematic()) return true;
    const world::EntityOwner* on = world.owner(at->parent_entity);
    const world::Object* above = on ? world.peek(on->object) : nullptr;
    if (!above || above->id == at->id || above->id == world::kRootObject) return false;
    at = above;
  }
}

QString spacingText(double spacing) {
  const QString degrees = QLocale().toString(spacing * 180.0 / std::numbers::pi, 'g', 3);
  return CoverageText::tr("every %1° or %2").arg(degrees, lengthText(spacing));
}

}  // namespace

QString lookedAtText(const collision::Coverage& coverage, double spacing) {
  if (!coverage.checked()) return {};
  QStringList parts;
  using Settings = collision::Coverage::Settings;
  const QString whose = coverage.settings == Settings::kStep ? CoverageText::tr("by the collision settings of the step")
                                                             : CoverageText::tr("by the rules of the world");
  parts << (coverage.counted ? CoverageText::tr("%1 of %2 pairs of bodies %3")
                                   .arg(QLocale().toString(qulonglong(coverage.checked_pairs)),
                                        QLocale().toString(qulonglong(coverage.pairs)), whose)
                             : whose);
  parts << (coverage.margin_m > 0.0 ? CoverageText::tr("margins up to %1").arg(lengthText(coverage.margin_m))
                                    : CoverageText::tr("margin 0"));
  if (spacing > 0.0) parts << spacingText(spacing);
  return CoverageText::tr("Checked: %1.").arg(parts.join(QStringLiteral(", ")));
}

std::vector<ObjectId> robotsLeftOut(const world::World& world, const collision::Coverage& coverage) {
  std::vector<ObjectId> out;
  for (const ObjectId id : coverage.excluded) {
    const world::Object* object = world.peek(id);
    if (object && isCarried(world, *object)) out.push_back(id);
  }
  return out;
}

QString leftOutByRules(const world::World& world, const collision::Coverage& coverage) {
  const QStringList names = namesOf(world, coverage.excluded);
  if (names.isEmpty()) return {};
  return CoverageText::tr("Left out by rules: every pair of %1 with anything else.").arg(named(names));
}

bool isDoubtful(const world::World& world, const collision::Coverage& coverage, double spacing) {
  return coverage.checked() && (spacing > kCoarseSpacing || !robotsLeftOut(world, coverage).empty());
}

QString doubtText(const world::World& world, const collision::Coverage& coverage, double spacing) {
  if (!coverage.checked()) return {};
  QStringList lines{leftOutByRules(world, coverage)};
  if (spacing > kCoarseSpacing)
    lines << CoverageText::tr("Checked only %1: a link may pass through what is small.").arg(spacingText(spacing));
  lines.removeAll(QString());
  return lines.join(QLatin1Char('\n'));
}

QString openMeshesText(const world::World& world, const collision::Coverage& coverage) {
  const QStringList names = namesOf(world, coverage.open);
  if (names.isEmpty()) return {};
  return CoverageText::tr("What is wholly inside of these is not found, as their meshes are open: %1.")
      .arg(named(names));
}

QString unseenNames(const world::World& world, const collision::Coverage& coverage) {
  QStringList names = namesOf(world, coverage.unseen);
  for (const EntityId id : coverage.unseen_parts)
    if (world.owner(id)) names << QString::fromStdString(world.display(id));
  return names.isEmpty() ? QString() : named(names);
}

}  // namespace ww::ui
