// SPDX-License-Identifier: Apache-2.0
#include "app/editor/lost_frames.h"

#include <algorithm>

#include "app/editor/feature_desk.h"
#include "core/usecase/feature_link.h"

namespace ww::editor {
namespace {

QString source() { return QStringLiteral("world.lost-frames"); }

}  // namespace

LostFrames::LostFrames(const WindowParts& parts, FeatureDesk& features, ReimportDesk& reimports)
    : QObject(&parts.window), parts_(parts), features_(features) {
  connect(&reimports, &ReimportDesk::framesLost, this, &LostFrames::tell);
  connect(&parts_.bridge, &ui::SessionBridge::changed, this, &LostFrames::show);
  connect(&parts_.document, &Document::opened, this, [this] { told_.clear(); });
}

std::optional<LostFrames::Told> LostFrames::seen(const world::World& world, const ReimportDesk::LostFrame& lost) {
  const world::Frame* frame = world.peek(lost.frame);
  if (!frame) return std::nullopt;
  return Told{lost, frame->parent_t_this, frame->parent_entity,
              usecase::featureLinkOf(*world.object(frame->object), frame->name)};
}

void LostFrames::tell(const std::vector<ReimportDesk::LostFrame>& frames) {
  const auto world = parts_.bridge.snapshot().world;
  for (const ReimportDesk::LostFrame& lost : frames) {
    std::erase_if(told_, [&](const Told& told) { return told.lost.frame == lost.frame; });
    if (auto now = seen(*world, lost)) told_.push_back(*std::move(now));
  }
  show();
  const FrameId first = frames.front().frame;
  const int count = static_cast<int>(frames.size());
  ui::Notice notice{
      ui::Notice::Kind::kWarning,
      count == 1 ? tr("A frame lost what it stood on") : tr("%n frames lost what they stood on", nullptr, count),
      frames.front().words + QLatin1Char('.'), tr("Pick Again"), [this, first] { features_.moveFrame(first); }};
  notice.stays = true;
  parts_.messages.notifyOfWorld(notice);
}

// What was put elsewhere, and what is as before that file, is lost no more; an undo of that brings it back.
bool LostFrames::isLost(const Told& told) const {
  const auto now = seen(*parts_.bridge.snapshot().world, told.lost);
  return now && now->parent == told.parent && now->link == told.link &&
         now->parent_t_frame.p == told.parent_t_frame.p &&
         now->parent_t_frame.q.coeffs() == told.parent_t_frame.q.coeffs();
}

void LostFrames::show() {
  if (told_.empty()) return;
  QList<ui::Problem> rows;
  for (const Told& told : told_) {
    if (!isLost(told)) continue;
    ui::Problem problem{ui::LogLine::Level::kWarning,
                        told.lost.words + QLatin1Char('.'),
                        tr("Pick what it is to stand on from now on."),
                        {},
                        {told.lost.frame}};
    const FrameId frame = told.lost.frame;
    problem.remedies << ui::Remedy{tr("Pick Again"), {}, [this, frame] { features_.moveFrame(frame); }};
    rows << problem;
  }
  parts_.messages.list(source(), rows);
}

}  // namespace ww::editor
