// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/tell.h"

namespace ww::difference {
namespace {

void takeFrameName(FrameRecord& rest, Pieces& out) {
  FrameRecord part;
  part.mutable_content()->set_name(rest.content().name());
  rest.mutable_content()->clear_name();
  addPiece(out, {}, std::move(part));
}

void tellFrameName(const Told& told, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "renamed from {old} to {new}"),
                         {{"old", arg::Words{beforeOf<FrameRecord>(told).content().name()}},
                          {"new", arg::Words{afterOf<FrameRecord>(told).content().name()}}}));
}

// What a frame on a frame rides on follows from that one.
void takeFramePlace(FrameRecord& rest, Pieces& out) {
  FrameRecord part;
  part.set_parent_frame(rest.parent_frame());
  if (!rest.parent_frame()) {
    part.set_object(rest.object());
    part.set_parent_entity(rest.parent_entity());
  }
  if (rest.content().has_parent_t_this())
    part.mutable_content()->mutable_parent_t_this()->Swap(rest.mutable_content()->mutable_parent_t_this());
  rest.clear_parent_frame();
  rest.clear_object();
  rest.clear_parent_entity();
  rest.mutable_content()->clear_parent_t_this();
  addPiece(out, {}, std::move(part));
}

void tellFramePlace(const Told& told, std::vector<Phrase>& words) {
  const auto &a = beforeOf<FrameRecord>(told), &b = afterOf<FrameRecord>(told);
  const auto parentOf = [](const FrameRecord& f) { return f.parent_frame() ? f.parent_frame() : f.parent_entity(); };
  if (parentOf(a) != parentOf(b))
    words.push_back(
        phrase(WW_TEXT("Core", "now on {new} instead of {old}"),
               {{"new", nodeWords(told.after_in, parentOf(b))}, {"old", nodeWords(told.before_in, parentOf(a))}}));
  else tellPose(a.content().parent_t_this(), b.content().parent_t_this(), words);
  if (words.empty()) words.push_back(phrase(WW_TEXT("Core", "moved by rounding only")));
}

void takeAttachmentFlag(FrameRecord& rest, Pieces& out) {
  if (!rest.content().has_frame()) return;
  FrameRecord part;
  if (rest.content().frame().is_attachment_frame())
    part.mutable_content()->mutable_frame()->set_is_attachment_frame(true);
  rest.mutable_content()->mutable_frame()->clear_is_attachment_frame();
  addPiece(out, {}, std::move(part));
}

void tellAttachmentFlag(const Told& told, std::vector<Phrase>& words) {
  words.push_back(told.after ? phrase(WW_TEXT("Core", "now an attachment frame"))
                             : phrase(WW_TEXT("Core", "no longer an attachment frame")));
}

// Which objects may be attached to it: their own records say whether they are.
void takeListed(FrameRecord& rest, Pieces& out) {
  for (const std::uint64_t id : rest.attached_objects()) {
    FrameRecord part;
    part.add_attached_objects(id);
    addPiece(out, std::to_string(id), std::move(part));
  }
  rest.clear_attached_objects();
}

void tellNothing(const Told& /*told*/, std::vector<Phrase>& /*words*/) {}

}  // namespace

Aspects frameAspects() {
  static constexpr std::array kTable{
      Aspect{.name = "name", .take = takeAs<FrameRecord, takeFrameName>, .tell = tellFrameName},
      Aspect{.name = "place", .take = takeAs<FrameRecord, takeFramePlace>, .tell = tellFramePlace},
      Aspect{.name = "attachment", .take = takeAs<FrameRecord, takeAttachmentFlag>, .tell = tellAttachmentFlag},
      Aspect{.name = "listed",
             .is_list = true,
             .is_derived = true,
             .take = takeAs<FrameRecord, takeListed>,
             .tell = tellNothing},
      Aspect{.name = "other", .take = takeAll<FrameRecord>, .tell = tellOther}};
  return kTable;
}

}  // namespace ww::difference
