// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/exchange/failures.h"
#include "core/io/finding.h"
#include "core/io/text_scan.h"

namespace ww::exchange {
namespace {

void escapeLine(std::string_view line, std::string& out) {
  for (const char c : io::cleanUtf8(line, 3 * line.size() + 16)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find('\n', at);
    escapeLine(text.substr(at, end - at), out);
    if (end == text.npos) return out;
    out += '\n';
    at = end + 1;
  }
}

// Those that change nothing and need no hand.
bool isNote(const FailureRow& row) {
  return &row == &failures::kLinksJoined || &row == &failures::kShapesAsMeshes || &row == &failures::kFramesAsLinks ||
         &row == &failures::kFacetedParts;
}

}  // namespace

std::string numberText(double v) { return v == 0.0 ? "0" : fmt::format("{}", v); }
std::string numberText(float v) { return v == 0.0f ? "0" : fmt::format("{}", v); }

std::string vectorText(const Vec3& v) { return numberText(v.x()) + ' ' + numberText(v.y()) + ' ' + numberText(v.z()); }

std::string colorText(const geometry::Color& c) {
  return numberText(c.r) + ' ' + numberText(c.g) + ' ' + numberText(c.b) + ' ' + numberText(c.a);
}

// Each angle is taken from what is left when those before it are undone, so that together they are exact where one by
// one they are not determined.
Vec3 rollPitchYaw(const Quat& q) {
  const Eigen::Matrix3d r = q.normalized().toRotationMatrix();
  const double yaw = std::atan2(r(1, 0), r(0, 0));
  const double c = std::cos(yaw), s = std::sin(yaw);
  const double pitch = std::atan2(-r(2, 0), c * r(0, 0) + s * r(1, 0));
  const double roll = std::atan2(s * r(0, 2) - c * r(1, 2), c * r(1, 1) - s * r(0, 1));
  return {roll, pitch, yaw};
}

std::string poseText(const Pose& pose) { return vectorText(pose.p) + ' ' + vectorText(rollPitchYaw(pose.q)); }

// ---- XML

void XmlText::start(std::string_view tag, const Attributes& attributes) {
  text_.append(2 * open_.size(), ' ');
  text_ += '<';
  text_ += tag;
  for (const auto& [name, value] : attributes) text_ += fmt::format(" {}=\"{}\"", name, escaped(value));
}

void XmlText::open(std::string_view tag, const Attributes& attributes) {
  start(tag, attributes);
  text_ += ">\n";
  open_.emplace_back(tag);
}

void XmlText::close() {
  const std::string tag = std::move(open_.back());
  open_.pop_back();
  text_.append(2 * open_.size(), ' ');
  text_ += "</" + tag + ">\n";
}

void XmlText::empty(std::string_view tag, const Attributes& attributes) {
  start(tag, attributes);
  text_ += "/>\n";
}

void XmlText::leaf(std::string_view tag, std::string_view text, const Attributes& attributes) {
  start(tag, attributes);
  text_ += fmt::format(">{}</{}>\n", escaped(text), tag);
}

void XmlText::raw(std::string_view xml) {
  text_ += xml;
  if (!xml.ends_with('\n')) text_ += '\n';
}

std::string XmlText::take() { return "<?xml version=\"1.0\"?>\n" + std::move(text_); }

// ---- losses

void Losses::add(const FailureRow& row, const std::string& name) {
  const auto known = std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& k) { return k.row == &row; });
  Kind& kind = known != kinds_.end() ? *known : kinds_.emplace_back(Kind{&row, {}});
  if (std::find(kind.names.begin(), kind.names.end(), name) == kind.names.end()) kind.names.push_back(name);
}

Diagnostics Losses::take() const {
  Diagnostics out;
  for (const Kind& kind : kinds_) {
    const std::string_view code = kind.row->code.substr(kind.row->code.find('.') + 1);
    out.push_back(io::finding(isNote(*kind.row) ? Diagnostic::Severity::kInfo : Diagnostic::Severity::kWarning,
                              std::string(code),
                              fail(*kind.row, {{"count", arg::Count{kind.names.size()}},
                                               {"format", arg::Words{format_}},
                                               {"names", arg::Names{kind.names}}})));
  }
  return out;
}

}  // namespace ww::exchange
