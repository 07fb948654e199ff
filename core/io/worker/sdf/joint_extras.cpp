// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/joint_extras.h"

#include <fmt/format.h>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

std::string attributeOf(sdf::ElementPtr element, const char* name) {
  return element->HasAttribute(name) ? element->GetAttribute(name)->GetAsString() : std::string();
}

}  // namespace

void readSdfExtensions(const sdf::JointAxis& axis, JointPart& part) {
  const sdf::ElementPtr element = axis.Element();
  if (!element || !element->HasElement("limit")) return;
  const sdf::ElementPtr limit = element->GetElement("limit");
  const auto read = [&](const char* name, double& out) {
    double v = 0;
    if (!limit->HasElement(name)) return;
    const sdf::ElementPtr e = limit->GetElement(name);
    if (e->GetValue() && parseNumber(trim(e->GetValue()->GetAsString()), v) && v > 0.0) out = v;
  };
  read("intrinsic:acceleration", part.acceleration);
  read("intrinsic:jerk", part.jerk);
}

std::optional<Mimic> sdfMimic(const sdf::JointAxis& axis, const std::string& where, ReadContext& context) {
  const sdf::ElementPtr element = axis.Element();
  if (!element || !element->HasElement("mimic")) return std::nullopt;
  const sdf::ElementPtr mimic = element->GetElement("mimic");
  if (attributeOf(mimic, "axis") == "axis2") {
    context.report.warn("mimic", fmt::format("{} follows a second axis; here it moves by itself", where), {}, where);
    return std::nullopt;
  }
  Mimic out{attributeOf(mimic, "joint")};
  double reference = 0.0;
  const auto read = [&](const char* name, double& value) {
    const sdf::ElementPtr e = mimic->HasElement(name) ? mimic->GetElement(name) : nullptr;
    if (!e || (e->GetValue() && parseNumber(trim(e->GetValue()->GetAsString()), value))) return;
    context.report.warn("mimic", fmt::format("the {} of the mimic of {} is no number", name, where), "mend the file",
                        where);
  };
  read("multiplier", out.multiplier);
  read("offset", out.offset);
  read("reference", reference);
  out.offset -= out.multiplier * reference;
  return out;
}

}  // namespace ww::io::worker
