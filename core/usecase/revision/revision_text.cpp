// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/object_settings.h"
#include "core/usecase/revision/revision.h"

namespace ww::usecase {
namespace {

using ItemKind = RevisionItem::Kind;

// A shape of several by its own name.
arg::Words partOf(const RevisionItem& item) { return {item.shape.empty() ? item.part : item.shape}; }

Phrase movedItemText(const RevisionItem& item) {
  const arg::Words part = partOf(item), parent{item.hangs_on};
  const arg::Length moved{item.moved_m};
  const arg::Angle turned{item.turned_rad};
  constexpr double kSeen = 1e-7;
  const bool far = item.moved_m > kSeen, round = item.turned_rad > kSeen;
  if (!item.hangs_on.empty())
    return phrase(WW_TEXT("Core", "{part} hangs on {parent}"), {{"part", part}, {"parent", parent}});
  if (far && round)
    return phrase(WW_TEXT("Core", "{part} moved by {moved} and turned by {turned}"),
                  {{"part", part}, {"moved", moved}, {"turned", turned}});
  if (round) return phrase(WW_TEXT("Core", "{part} turned by {turned}"), {{"part", part}, {"turned", turned}});
  return phrase(WW_TEXT("Core", "{part} moved by {moved}"), {{"part", part}, {"moved", moved}});
}

Phrase followsText(const RevisionItem& item) {
  const arg::Words part{item.part}, frame{item.lost};
  if (item.moved_m > 1e-7)
    return phrase(WW_TEXT("Core", "{frame} stands on a feature of {part} that is {moved} away by now, and goes along"),
                  {{"frame", frame}, {"part", part}, {"moved", arg::Length{item.moved_m}}});
  return phrase(WW_TEXT("Core", "{frame} stands on a feature of {part} that turned by {turned}, and goes along"),
                {{"frame", frame}, {"part", part}, {"turned", arg::Angle{item.turned_rad}}});
}

Phrase configurationText(const RevisionItem& item) {
  const arg::Words part{item.part}, name{*item.configuration};
  const auto at = [&](const std::optional<double>& position) -> FailureValue {
    if (item.slides) return arg::Length{position.value_or(0.0)};
    return arg::Angle{position.value_or(0.0)};
  };
  if (!item.to)
    return phrase(WW_TEXT("Core", "the configuration {name} loses its position of {part}"),
                  {{"name", name}, {"part", part}});
  if (!item.from)
    return phrase(WW_TEXT("Core", "the configuration {name} gets {part} at {after}"),
                  {{"name", name}, {"part", part}, {"after", at(item.to)}});
  return phrase(
      WW_TEXT("Core", "the configuration {name} has {part} at {before}, beyond its limits, and goes to {after}"),
      {{"name", name}, {"part", part}, {"before", at(item.from)}, {"after", at(item.to)}});
}

Phrase lostText(const RevisionItem& item) {
  const arg::Words part{item.part}, left{item.hangs_on};
  if (item.configuration) return configurationText(item);
  if (item.rules == 1)
    return phrase(WW_TEXT("Core", "a collision rule that names {part} goes with it"), {{"part", part}});
  if (item.rules > 0)
    return phrase(WW_TEXT("Core", "{count} collision rules that name {part} go with it"),
                  {{"count", arg::Count{item.rules}}, {"part", part}});
  if (item.feature_gone)
    return phrase(WW_TEXT("Core", "{frame} stood on a feature of {part} that is gone, and stays where it is"),
                  {{"frame", arg::Words{item.lost}}, {"part", part}});
  return phrase(WW_TEXT("Core", "{lost} hung on {part}, and goes on to {left}"),
                {{"lost", arg::Words{item.lost}}, {"part", part}, {"left", left}});
}

Phrase placedText(const RevisionItem& item) {
  const arg::Words part{item.part};
  const arg::Length moved{item.moved_m};
  const arg::Angle turned{item.turned_rad};
  constexpr double kSeen = 1e-7;
  if (item.turned_rad <= kSeen)
    return phrase(WW_TEXT("Core", "{part} as a whole moved by {moved} in its file"),
                  {{"part", part}, {"moved", moved}});
  if (item.moved_m <= kSeen)
    return phrase(WW_TEXT("Core", "{part} as a whole turned by {turned} in its file"),
                  {{"part", part}, {"turned", turned}});
  return phrase(WW_TEXT("Core", "{part} as a whole moved by {moved} and turned by {turned} in its file"),
                {{"part", part}, {"moved", moved}, {"turned", turned}});
}

Phrase reshapedText(const RevisionItem& item) {
  const arg::Words part = partOf(item);
  if (item.looks_alone) return phrase(WW_TEXT("Core", "{part} has other colors"), {{"part", part}});
  const double before = item.size_before.maxCoeff(), after = item.size_after.maxCoeff();
  constexpr double kSame = 1e-6;
  if (before <= 0 || after <= 0 || (item.size_before - item.size_after).cwiseAbs().maxCoeff() < kSame)
    return phrase(WW_TEXT("Core", "{part} has another shape"), {{"part", part}});
  int edge = 0;
  (item.size_before - item.size_after).cwiseAbs().maxCoeff(&edge);
  return phrase(WW_TEXT("Core", "{part} has another shape: {before} along {axis} became {after}"),
                {{"part", part},
                 {"before", arg::Length{item.size_before[edge]}},
                 {"axis", arg::Words{std::string(1, static_cast<char>('x' + edge))}},
                 {"after", arg::Length{item.size_after[edge]}}});
}

}  // namespace

std::string_view kindName(ItemKind kind) {
  switch (kind) {
    case ItemKind::kPlaced: return "placed";
    case ItemKind::kMoved: return "moved";
    case ItemKind::kReshaped: return "reshaped";
    case ItemKind::kChanged: return "changed";
    case ItemKind::kRenamed: return "renamed";
    case ItemKind::kNew: return "new";
    case ItemKind::kGone: return "gone";
    case ItemKind::kLost: return "lost";
    case ItemKind::kFollows: return "follows";
    case ItemKind::kSetting: return "setting";
  }
  return "moved";
}

namespace {

Phrase changeText(const RevisionItem& item) {
  const arg::Words part = partOf(item);
  switch (item.kind) {
    case ItemKind::kPlaced: return placedText(item);
    case ItemKind::kMoved: return movedItemText(item);
    case ItemKind::kReshaped: return reshapedText(item);
    case ItemKind::kChanged:
      return phrase(WW_TEXT("Core", "{part} has other properties, as mass or limits"), {{"part", part}});
    case ItemKind::kRenamed:
      if (!item.shape.empty())
        return phrase(WW_TEXT("Core", "{part} is called {called} in the file by now"),
                      {{"part", part}, {"called", arg::Words{item.called}}});
      return phrase(WW_TEXT("Core", "{part} is called {called} in the file by now, and keeps its name here"),
                    {{"part", part}, {"called", arg::Words{item.called}}});
    case ItemKind::kNew: return phrase(WW_TEXT("Core", "{part} is new"), {{"part", part}});
    case ItemKind::kGone: return phrase(WW_TEXT("Core", "{part} is gone"), {{"part", part}});
    case ItemKind::kLost: return lostText(item);
    case ItemKind::kFollows: return followsText(item);
    case ItemKind::kSetting: return settingText(item.setting, item.part, item.is_static);
  }
  return {};
}

}  // namespace

Phrase itemText(const RevisionItem& item) {
  if (item.remade_as)
    return phrase(WW_TEXT("Core", "{change}; what it is checked with is made of it as before: {kind}"),
                  {{"change", changeText(item)},
                   {"kind", phrase(geometry::collisionKindRow(item.remade_as->kind).label.data())}});
  if (!item.collision_anew) return changeText(item);
  return phrase(WW_TEXT("Core",
                        "{change}; the shape for collision checks that was made of the old one goes: it is checked "
                        "as the file has it"),
                {{"change", changeText(item)}});
}

}  // namespace ww::usecase
