// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/parameters.h"

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace ww::ros1 {
namespace {

using Physics = worldwright::v1::SetPhysicsPropertiesRequest;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

struct Row {
  const char* name;
  double least, most;
  const char* about;
};

// Gravity apart, each is called as its field.
constexpr Row kRows[] = {
    {"time_step", 1e-6, 0.1, "seconds of a step"},
    {"max_update_rate", 0.0, 10000.0, "steps a second; 0: as many as there can be"},
    {"gravity_x", -100.0, 100.0, "m/s^2"},
    {"gravity_y", -100.0, 100.0, "m/s^2"},
    {"gravity_z", -100.0, 100.0, "m/s^2"},
    {"auto_disable_bodies", 0.0, 1.0, "what is at rest sleeps"},
    {"sor_pgs_precon_iters", 0.0, 1000.0, "kept, not simulated"},
    {"sor_pgs_iters", 1.0, 1000.0, "iterations of the solver"},
    {"sor_pgs_rms_error_tol", 0.0, 1.0, "when the solver has done enough"},
    {"sor_pgs_w", 0.01, 1.99, "over-relaxation"},
    {"cfm", 0.0, 10.0, "softness of constraints"},
    {"erp", 0.0, 1.0, "share of an error that a step corrects"},
    {"contact_surface_layer", 0.0, 1.0, "metres that contacts may overlap"},
    {"contact_max_correcting_vel", 0.0, 1000.0, "m/s"},
    {"max_contacts", 0.0, 1000.0, "of a pair"},
};

// The message and the field that hold a parameter.
template <typename Root>
std::pair<Root*, const FieldDescriptor*> placeOf(Root& physics, const std::string& name) {
  const auto inside = [&](auto* message, const std::string& field) {
    return std::pair<Root*, const FieldDescriptor*>(message, message->GetDescriptor()->FindFieldByName(field));
  };
  if (name.starts_with("gravity_")) {
    const auto* field = physics.GetDescriptor()->FindFieldByName("gravity");
    if constexpr (std::is_const_v<Root>)
      return inside(&physics.GetReflection()->GetMessage(physics, field), name.substr(8));
    else return inside(physics.GetReflection()->MutableMessage(&physics, field), name.substr(8));
  }
  if (const auto own = inside(&physics, name); own.second) return own;
  const auto* field = physics.GetDescriptor()->FindFieldByName("ode_config");
  if constexpr (std::is_const_v<Root>) return inside(&physics.GetReflection()->GetMessage(physics, field), name);
  else return inside(physics.GetReflection()->MutableMessage(&physics, field), name);
}

double valueOf(const Message& physics, const std::string& name) {
  const auto [message, field] = placeOf(physics, name);
  const auto& fields = *message->GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return fields.GetBool(*message, field) ? 1.0 : 0.0;
    case FieldDescriptor::CPPTYPE_UINT32: return fields.GetUInt32(*message, field);
    default: return fields.GetDouble(*message, field);
  }
}

// As dynamic_reconfigure calls it.
std::string kindOf(const std::string& name) {
  const Physics physics;
  switch (placeOf<const Message>(physics, name).second->cpp_type()) {
    case FieldDescriptor::CPPTYPE_BOOL: return "bool";
    case FieldDescriptor::CPPTYPE_UINT32: return "int";
    default: return "double";
  }
}

// Why it does not fit; empty: it is set.
std::string set(Physics* physics, const std::string& name, const std::string& kind, double value) {
  const bool known = std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.name == name; });
  if (!known) return fmt::format("there is no parameter {}", name);
  if (kindOf(name) != kind) return fmt::format("parameter {} is of kind {}, not {}", name, kindOf(name), kind);
  const auto [message, field] = placeOf<Message>(*physics, name);
  const auto& fields = *message->GetReflection();
  if (kind == "bool") fields.SetBool(message, field, value != 0.0);
  else if (kind == "double") fields.SetDouble(message, field, value);
  else if (value < 0.0) return fmt::format("parameter {} is below 0", name);
  else fields.SetUInt32(message, field, static_cast<std::uint32_t>(value));
  return {};
}

// The values by kind, then the one group.
void writeConfig(const std::function<double(const Row&)>& value, Writer& out) {
  for (const char* kind : {"bool", "int", "str", "double"}) {
    Writer values;
    std::uint32_t count = 0;
    for (const Row& row : kRows) {
      if (kindOf(row.name) != kind) continue;
      ++count;
      values.text(row.name);
      if (kindOf(row.name) == "bool") values.boolean(value(row) != 0.0);
      else if (kindOf(row.name) == "int") values.i32(static_cast<std::int32_t>(value(row)));
      else values.f64(value(row));
    }
    out.u32(count);
    out.raw(values.bytes());
  }
  out.u32(1);
  out.text("Default");
  out.boolean(true);
  out.i32(0);
  out.i32(0);
}

}  // namespace

Physics asSet(const worldwright::v1::GetPhysicsPropertiesResponse& physics) {
  Physics out;
  out.set_time_step(physics.time_step());
  out.set_max_update_rate(physics.max_update_rate());
  *out.mutable_gravity() = physics.gravity();
  *out.mutable_ode_config() = physics.ode_config();
  return out;
}

std::string configOf(const Physics& physics) {
  Writer out;
  writeConfig([&](const Row& row) { return valueOf(physics, row.name); }, out);
  return out.bytes();
}

std::string descriptionOf(const Physics& physics) {
  Writer out;
  out.u32(1);
  out.text("Default");
  out.text("");
  out.u32(static_cast<std::uint32_t>(std::size(kRows)));
  for (const Row& row : kRows) {
    out.text(row.name);
    out.text(kindOf(row.name));
    out.u32(1);
    out.text(row.about);
    out.text("");
  }
  out.i32(0);
  out.i32(0);
  writeConfig([](const Row& row) { return row.most; }, out);
  writeConfig([](const Row& row) { return row.least; }, out);
  out.raw(configOf(physics));
  return out.bytes();
}

Taken take(Reader& in, Physics* physics) {
  Taken out;
  const auto put = [&](const std::string& name, const char* kind, double value) {
    out.any = true;
    const std::string problem = set(physics, name, kind, value);
    if (out.problem.empty()) out.problem = problem;
  };
  for (auto i = in.length(5); i > 0; --i) {
    const std::string name = in.text();
    put(name, "bool", in.boolean() ? 1.0 : 0.0);
  }
  for (auto i = in.length(8); i > 0; --i) {
    const std::string name = in.text();
    put(name, "int", in.i32());
  }
  for (auto i = in.length(8); i > 0; --i) {
    const std::string name = in.text();
    in.text();
    put(name, "str", 0.0);
  }
  for (auto i = in.length(12); i > 0; --i) {
    const std::string name = in.text();
    put(name, "double", in.f64());
  }
  for (auto i = in.length(13); i > 0; --i) {
    in.text();
    in.boolean();
    in.i32();
    in.i32();
  }
  if (const std::string problem = in.problem(); !problem.empty()) out.problem = problem;
  return out;
}

}  // namespace ww::ros1
