// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/extensions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sdf/Element.hh>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/sdf/sdf_parts.h"
#include "core/io/worker/sdf/user_data.h"

namespace ww::io::worker {
namespace {

constexpr std::string_view kExtension = "intrinsic:";
// Those that joints and models are read with.
constexpr std::array<std::string_view, 3> kRead = {"intrinsic:acceleration", "intrinsic:jerk", "intrinsic:ik_solver"};
constexpr const char* kLimits = "intrinsic:cartesian_limits";
constexpr int kDeepest = 100;
constexpr std::size_t kMaxPlugins = 50, kMaxPluginText = 20'000;

using Wire = intrinsic_proto::scene_object::v1::CartesianLimits;
using AxisLimit = google::protobuf::RepeatedField<double>* (Wire::*)();
using TurnLimit = void (Wire::*)(double);

struct AxisRow {
  const char* element;
  AxisLimit limit;
};
struct TurnRow {
  const char* element;
  TurnLimit set;
};
constexpr AxisRow kAxisRows[] = {
    {"intrinsic:min_translational_position", &Wire::mutable_min_translational_position},
    {"intrinsic:max_translational_position", &Wire::mutable_max_translational_position},
    {"intrinsic:min_translational_velocity", &Wire::mutable_min_translational_velocity},
    {"intrinsic:max_translational_velocity", &Wire::mutable_max_translational_velocity},
    {"intrinsic:min_translational_acceleration", &Wire::mutable_min_translational_acceleration},
    {"intrinsic:max_translational_acceleration", &Wire::mutable_max_translational_acceleration},
    {"intrinsic:min_translational_jerk", &Wire::mutable_min_translational_jerk},
    {"intrinsic:max_translational_jerk", &Wire::mutable_max_translational_jerk},
};
constexpr TurnRow kTurnRows[] = {
    {"intrinsic:max_rotational_velocity", &Wire::set_max_rotational_velocity},
    {"intrinsic:max_rotational_acceleration", &Wire::set_max_rotational_acceleration},
    {"intrinsic:max_rotational_jerk", &Wire::set_max_rotational_jerk},
};

bool isKnownLimit(const std::string& name) {
  return std::ranges::any_of(kAxisRows, [&](const AxisRow& row) { return name == row.element; }) ||
         std::ranges::any_of(kTurnRows, [&](const TurnRow& row) { return name == row.element; });
}

// Whether each of what it holds is read.
bool isReadLimits(const sdf::ElementPtr& element) {
  if (element->GetName() != kLimits || !element->GetFirstElement()) return false;
  return std::ranges::all_of(childrenOf(element), [](const auto& child) { return isKnownLimit(child->GetName()); });
}

std::vector<double> numbersIn(const sdf::ElementPtr& element) {
  std::vector<double> out;
  if (!element->GetValue()) return out;
  const std::string text = element->GetValue()->GetAsString();
  for (const std::string_view word : splitWords(text)) {
    double v = 0.0;
    if (!parseNumber(word, v) || !std::isfinite(v)) return {};
    out.push_back(v);
  }
  return out;
}

class LimitReader {
 public:
  LimitReader(const std::string& owner, const IncludeResolver& includes, Reporter& report)
      : owner_(cleanUtf8(owner, 200)), includes_(includes), report_(report) {}

  void read(const sdf::ElementPtr& limits, Wire& out) {
    for (const AxisRow& row : kAxisRows) readAxes(limits, row, out);
    for (const TurnRow& row : kTurnRows) readTurn(limits, row, out);
    for (std::size_t i = 0; i + 1 < std::size(kAxisRows); i += 2)
      checkOrder(limits, kAxisRows[i], kAxisRows[i + 1], out);
  }

 private:
  void readAxes(const sdf::ElementPtr& limits, const AxisRow& row, Wire& out) {
    if (!limits->HasElement(row.element)) return;
    const std::vector<double> numbers = numbersIn(limits->GetElement(row.element));
    if (numbers.size() != 3 || !mayStandStill(row.element, numbers)) return tell(limits, row.element);
    for (const double v : numbers) (out.*row.limit)()->Add(v);
  }
  // Places may lie on any side of 0, rates may not.
  static bool mayStandStill(std::string_view element, const std::vector<double>& numbers) {
    if (element.ends_with("position")) return true;
    const double sign = element.find("min_") != std::string_view::npos ? -1.0 : 1.0;
    return std::ranges::all_of(numbers, [sign](double v) { return v * sign >= 0.0; });
  }
  void readTurn(const sdf::ElementPtr& limits, const TurnRow& row, Wire& out) {
    if (!limits->HasElement(row.element)) return;
    const std::vector<double> numbers = numbersIn(limits->GetElement(row.element));
    if (numbers.size() != 1 || numbers[0] < 0.0) return tell(limits, row.element);
    (out.*row.set)(numbers[0]);
  }
  void checkOrder(const sdf::ElementPtr& limits, const AxisRow& lower, const AxisRow& upper, Wire& out) {
    auto &low = *(out.*lower.limit)(), &high = *(out.*upper.limit)();
    bool exchanged = false;
    for (int i = 0; low.size() == 3 && high.size() == 3 && i < 3; ++i) exchanged = exchanged || low[i] > high[i];
    if (!exchanged) return;
    low.Clear();
    high.Clear();
    tell(limits, lower.element);
  }
  void tell(const sdf::ElementPtr& limits, const char* element) {
    const arg::Place place = includes_.placeOf(limits->GetElement(element));
    report_.warn("cartesian-limits",
                 fail(failures::kSdfCartesianLimit,
                      {{"owner", arg::Name{owner_}}, {"element", arg::Words{element}}, {"place", place}}),
                 owner_);
  }

  const std::string owner_;
  const IncludeResolver& includes_;
  Reporter& report_;
};

void readSolver(const sdf::ElementPtr& model, const std::string& owner, ReadContext& context, Model& out) {
  Reporter& report = context.report;
  const sdf::ElementPtr solver = model->GetElement("intrinsic:ik_solver");
  const std::uint64_t count = childrenOf(model, "intrinsic:ik_solver").size();
  const FailureArg owned{"owner", arg::Name{owner}};
  if (count > 1) {
    const Status several = fail(failures::kSdfSolvers, {owned, {"count", arg::Count{count}}});
    if (context.options.documented) report.refuse(several);
    report.warn("ik-solver", several, owner);
  }
  auto& to = *out.kinematics.add_ik_solvers();
  if (solver->GetValue()) to.set_ik_solver(cleanUtf8(trim(solver->GetValue()->GetAsString()), 200));
  if (!solver->HasAttribute("tip_link_name")) return;
  const std::string tip = solver->GetAttribute("tip_link_name")->GetAsString();
  const bool known = std::ranges::any_of(
      out.nodes, [&](const Node& node) { return node.name == tip && std::holds_alternative<LinkPart>(node.part); });
  if (known) to.set_tip_link_name(tip);
  else
    report.warn("ik-solver", fail(failures::kSdfSolverTip, {owned, {"link", arg::Name{cleanUtf8(tip, 200)}}}), owner);
}

void readPlugins(const sdf::ElementPtr& model, Model& out) {
  for (const sdf::ElementPtr& p : childrenOf(model, "plugin")) {
    if (out.plugins.size() >= kMaxPlugins) return;
    std::string text = p->ToString("");
    if (text.size() <= kMaxPluginText && isUtf8(text)) out.plugins.push_back(std::move(text));
  }
}

class Walk {
 public:
  Walk(const IncludeResolver& includes, Reporter& report) : includes_(includes), report_(report) {}

  void run(const sdf::ElementPtr& element, const std::string& owner, int depth) {
    if (depth >= kDeepest) return;
    for (const sdf::ElementPtr& e : childrenOf(element)) {
      const std::string name = e->GetName();
      if (name.starts_with(kExtension)) tell(e, owner);
      else run(e, e->HasAttribute("name") ? e->Get<std::string>("name") : owner, depth + 1);
    }
  }

 private:
  void tell(const sdf::ElementPtr& element, const std::string& owner) {
    const std::string name = element->GetName();
    if (std::ranges::find(kRead, name) != kRead.end() || isReadLimits(element) || isUserData(element) ||
        !told_.insert(name).second)
      return;
    const arg::Place place = includes_.placeOf(element);
    report_.warn("sdf-extension",
                 fail(failures::kSdfExtension, {{"owner", arg::Name{cleanUtf8(owner, 200)}},
                                                {"element", arg::Words{cleanUtf8(name, 80)}},
                                                {"place", place}}),
                 cleanUtf8(owner, 200));
  }

  const IncludeResolver& includes_;
  Reporter& report_;
  std::set<std::string> told_;
};

}  // namespace

void readModelExtensions(const sdf::Model& model, const IncludeResolver& includes, ReadContext& context, Model& out) {
  Reporter& report = context.report;
  const sdf::ElementPtr element = model.Element();
  if (!element) return;
  if (element->HasElement(kLimits))
    LimitReader(model.Name(), includes, report).read(element->GetElement(kLimits), *out.kinematics.mutable_limits());
  if (out.kinematics.limits().ByteSizeLong() == 0) out.kinematics.clear_limits();
  readUserData(element, out);
  readPlugins(element, out);
  if (element->HasElement("intrinsic:ik_solver")) readSolver(element, cleanUtf8(model.Name(), 200), context, out);
}

void warnOfExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report) {
  if (model.Element()) Walk(includes, report).run(model.Element(), model.Name(), 0);
}

}  // namespace ww::io::worker
