// SPDX-License-Identifier: Apache-2.0
// Models and links.
#include "app/ros1_bridge/answers.h"
#include "app/ros1_bridge/packages.h"

namespace ww::ros1 {
namespace {

Header nextHeader(Desk& desk, const std::string& model, double time, const std::string& frame) {
  const std::lock_guard lock(desk.mutex);
  // Names that are no model's do not come here, so it stays as short as what was ever spawned.
  return {++desk.sequence[model], time, frame};
}

}  // namespace

Answer spawnModel(Desk& desk, Reader& in) {
  v1::SpawnModelRequest request;
  request.set_model_name(in.text());
  const std::string xml = in.text(), robot_namespace = in.text();
  ModelFiles model = filesOf(inNamespace(xml, robot_namespace), packageRoots());
  request.set_model_xml(std::move(model.xml));
  for (auto& [name, bytes] : model.files) (*request.mutable_files())[name] = std::move(bytes);
  read(in, request.mutable_initial_pose());
  request.set_reference_frame(in.text());
  return made(desk, in, request, &Stub::SpawnModel, "SpawnModel: Successfully spawned model", Link::kLongTime);
}

Answer deleteModel(Desk& desk, Reader& in) {
  v1::DeleteModelRequest request;
  request.set_model_name(in.text());
  return made(desk, in, request, &Stub::DeleteModel, "DeleteModel: successfully deleted model");
}

Answer getModelProperties(Desk& desk, Reader& in) {
  v1::GetModelPropertiesRequest request;
  request.set_model_name(in.text());
  const auto fill = [](const v1::GetModelPropertiesResponse& response, bool, Writer& out) {
    out.text(response.parent_model_name());
    out.text(response.canonical_body_name());
    out.texts(response.body_names());
    out.texts(response.geom_names());
    out.texts(response.joint_names());
    out.texts(response.child_model_names());
    out.boolean(response.is_static());
  };
  return madeWith(desk, in, request, &Stub::GetModelProperties, "GetModelProperties: got properties", fill);
}

Answer getModelState(Desk& desk, Reader& in) {
  v1::GetModelStateRequest request;
  request.set_model_name(in.text());
  request.set_relative_entity_name(in.text());
  const auto fill = [&](const v1::GetStateResponse& response, bool ok, Writer& out) {
    if (desk.flavour == Flavour::k29) {
      const std::string& frame = request.relative_entity_name();
      write(ok ? nextHeader(desk, request.model_name(), response.reply().time(), frame) : Header{0, 0.0, frame}, out);
    }
    write(response.state().pose(), out);
    write(response.state().twist(), out);
  };
  return madeWith(desk, in, request, &Stub::GetModelState, "GetModelState: got properties", fill);
}

Answer setModelState(Desk& desk, Reader& in) {
  v1::SetModelStateRequest request;
  read(in, request.mutable_model_state());
  return made(desk, in, request, &Stub::SetModelState, "SetModelState: set model state done");
}

// urdf_param_name is not used in the original either.
Answer setModelConfiguration(Desk& desk, Reader& in) {
  v1::SetModelConfigurationRequest request;
  request.set_model_name(in.text());
  in.text();
  for (std::string& name : in.texts()) request.add_joint_names(std::move(name));
  for (const double position : in.numbers()) request.add_joint_positions(position);
  return made(desk, in, request, &Stub::SetModelConfiguration, "SetModelConfiguration: success");
}

Answer getLinkProperties(Desk& desk, Reader& in) {
  v1::GetLinkPropertiesRequest request;
  request.set_link_name(in.text());
  const auto fill = [](const v1::GetLinkPropertiesResponse& response, bool, Writer& out) {
    write(response.properties(), out);
  };
  return madeWith(desk, in, request, &Stub::GetLinkProperties, "GetLinkProperties: got properties", fill);
}

Answer setLinkProperties(Desk& desk, Reader& in) {
  v1::SetLinkPropertiesRequest request;
  request.set_link_name(in.text());
  read(in, request.mutable_properties());
  return made(desk, in, request, &Stub::SetLinkProperties, "SetLinkProperties: properties set");
}

Answer getLinkState(Desk& desk, Reader& in) {
  v1::GetLinkStateRequest request;
  request.set_link_name(in.text());
  request.set_reference_frame(in.text());
  const auto fill = [](const v1::GetStateResponse& response, bool, Writer& out) { write(response.state(), out); };
  return madeWith(desk, in, request, &Stub::GetLinkState, "GetLinkState: got state", fill);
}

Answer setLinkState(Desk& desk, Reader& in) {
  v1::SetLinkStateRequest request;
  read(in, request.mutable_link_state());
  return made(desk, in, request, &Stub::SetLinkState, "SetLinkState: success");
}

Answer applyBodyWrench(Desk& desk, Reader& in) {
  v1::ApplyBodyWrenchRequest request;
  request.set_body_name(in.text());
  request.set_reference_frame(in.text());
  read(in, request.mutable_reference_point());
  read(in, request.mutable_wrench());
  request.set_start_time(in.time());
  request.set_duration(in.duration());
  return made(desk, in, request, &Stub::ApplyBodyWrench, "");
}

Answer clearBodyWrenches(Desk& desk, Reader& in) {
  v1::BodyRequest request;
  request.set_body_name(in.text());
  return madeEmpty(desk, in, request, &Stub::ClearBodyWrenches);
}

}  // namespace ww::ros1
