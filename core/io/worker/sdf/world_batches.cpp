// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/world_batches.h"

#include <algorithm>
#include <utility>

namespace ww::io::worker {
namespace {

// About 100 small models: some 300 MB. Each document costs 50 ms on top, so they are not smaller.
constexpr std::size_t kBatchWeight = 1200;
constexpr std::size_t kIncludeWeight = 100;  // what it brings is not known here

// Behind the tag that begins at `at`, past quoted values.
std::size_t tagEnd(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '>') return at + 1;
  }
  return text.size();
}

// Behind a comment, a CDATA section or an instruction at `at`; `at` when there is none.
std::size_t pastOther(std::string_view text, std::size_t at) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}) {
    if (!text.substr(at).starts_with(open)) continue;
    const std::size_t end = text.find(close, at);
    return end == std::string_view::npos ? text.size() : end + close.size();
  }
  return at;
}

std::string_view nameOf(std::string_view tag) { return tag.substr(1, tag.find_first_of(" \t\r\n/>", 1) - 1); }

}  // namespace

WorldBatches::WorldBatches(std::string text) : text_(std::move(text)) {
  if (split() && !pieces_.empty()) fill();
  if (batches_ == 1) models_ = 0;
}

bool WorldBatches::split() {
  const std::string_view all = text_;
  int depth = 0;
  for (std::size_t at = all.find('<'); at != std::string_view::npos; at = all.find('<', at)) {
    if (const std::size_t past = pastOther(all, at); past != at) {
      at = past;
      continue;
    }
    const std::size_t begin = std::exchange(at, tagEnd(all, at));
    const std::string_view tag = all.substr(begin, at - begin);
    if (tag.starts_with("</")) {
      if (--depth == 1 && !pieces_.empty()) pieces_.back().end = begin;  // of the world
      continue;
    }
    if (!element(tag, depth, begin)) return false;
    if (!tag.ends_with("/>")) ++depth;
  }
  return true;
}

bool WorldBatches::element(std::string_view tag, int depth, std::size_t begin) {
  const std::string_view name = nameOf(tag);
  if (depth == 1) return name == "world" && ++worlds_ == 1;
  if (depth == 2) {
    // They tie models to each other.
    if (name == "frame" || name == "joint") return false;
    if (!pieces_.empty()) pieces_.back().end = begin;
    pieces_.push_back({begin, text_.size(), 0, 0, name == "model" || name == "include", false});
  }
  if (pieces_.empty()) return true;
  Piece& piece = pieces_.back();
  // Where a model stands may be told by another one ("frame" until version 1.6).
  if (depth == 3 && piece.is_model && name == "pose" &&
      (tag.find("relative_to") != std::string_view::npos || tag.find("frame") != std::string_view::npos))
    return false;
  piece.weight += name == "include" ? kIncludeWeight : 1;
  piece.has_links |= name == "link" || name == "include";
  return true;
}

void WorldBatches::fill() {
  std::size_t batch = 0, weight = 0;
  for (Piece& piece : pieces_) {
    if (!piece.is_model) continue;
    if (weight > 0 && weight + piece.weight > kBatchWeight) {
      ++batch;
      weight = 0;
    }
    weight += piece.weight;
    piece.batch = batch;
    if (piece.has_links) ++models_;
  }
  batches_ = batch + 1;
}

std::string WorldBatches::text(std::size_t batch) const {
  if (batches_ == 1) return text_;
  std::string out = text_.substr(0, pieces_.front().begin);
  for (const Piece& piece : pieces_) {
    const std::string_view part = std::string_view(text_).substr(piece.begin, piece.end - piece.begin);
    if (piece.batch == batch) out += part;
    else out.append(static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n')), '\n');
  }
  out += std::string_view(text_).substr(pieces_.back().end);
  return out;
}

}  // namespace ww::io::worker
