// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/usd_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/exchange/text.h"

namespace ww::exchange {

void UsdText::indent() { text_.append(4 * open_.size(), ' '); }

void UsdText::def(std::string_view type, std::string_view name, const std::vector<std::string_view>& schemas,
                  std::string_view metadata) {
  text_ += '\n';
  indent();
  text_ += fmt::format("def {} \"{}\"", type, name);
  if (!schemas.empty() || !metadata.empty()) {
    text_ += " (\n";
    if (!metadata.empty()) {
      indent();
      text_ += fmt::format("    {}\n", metadata);
    }
    if (!schemas.empty()) {
      indent();
      text_ += fmt::format("    prepend apiSchemas = [\"{}\"]\n", fmt::join(schemas, "\", \""));
    }
    indent();
    text_ += ')';
  }
  text_ += '\n';
  indent();
  text_ += "{\n";
  open_.emplace_back(name);
}

void UsdText::close() {
  open_.pop_back();
  indent();
  text_ += "}\n";
}

void UsdText::set(std::string_view declared, std::string_view value) {
  indent();
  text_ += fmt::format("{} = {}\n", declared, value);
}

void UsdText::line(std::string_view text) {
  indent();
  text_ += text;
  text_ += '\n';
}

void UsdText::place(const Pose& pose, const Vec3& scale) {
  std::vector<std::string_view> order;
  if (!pose.p.isZero(0.0)) {
    set("double3 xformOp:translate", usdTuple(pose.p));
    order.push_back("xformOp:translate");
  }
  if (!(pose.q.coeffs() == Quat::Identity().coeffs())) {
    set("quatd xformOp:orient", usdQuaternion(pose.q));
    order.push_back("xformOp:orient");
  }
  if (scale != Vec3::Ones()) {
    set("double3 xformOp:scale", usdTuple(scale));
    order.push_back("xformOp:scale");
  }
  if (!order.empty()) set("uniform token[] xformOpOrder", fmt::format("[\"{}\"]", fmt::join(order, "\", \"")));
}

std::string UsdText::path(std::string_view child) const {
  std::string out;
  for (const std::string& name : open_) out += '/' + name;
  return child.empty() ? out : out + '/' + std::string(child);
}

std::string UsdText::take(std::string_view root) {
  const std::string head = fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"{}\"\n    kilogramsPerUnit = 1\n    metersPerUnit = 1\n    upAxis = "
      "\"Z\"\n)\n",
      root);
  return head + std::move(text_);
}

std::string usdTuple(const Vec3& v) {
  return fmt::format("({}, {}, {})", numberText(v.x()), numberText(v.y()), numberText(v.z()));
}

std::string usdQuaternion(const Quat& q) {
  return fmt::format("({}, {}, {}, {})", numberText(q.w()), numberText(q.x()), numberText(q.y()), numberText(q.z()));
}

std::string usdPath(std::string_view path) { return fmt::format("<{}>", path); }

}  // namespace ww::exchange
