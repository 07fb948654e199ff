// SPDX-License-Identifier: Apache-2.0
// A client of gazebo_msgs in C++, of headers that Debian's gencpp makes of the bridge's own types. Over the sample
// cell.
#include <gazebo_msgs/ApplyJointEffort.h>
#include <gazebo_msgs/DeleteModel.h>
#include <gazebo_msgs/GetModelState.h>
#include <gazebo_msgs/GetPhysicsProperties.h>
#include <gazebo_msgs/ModelStates.h>
#include <gazebo_msgs/SetModelState.h>
#include <gazebo_msgs/SpawnModel.h>
#include <ros/ros.h>
#include <rosgraph_msgs/Clock.h>
#include <std_srvs/Empty.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <stdexcept>

namespace {

const char* const kBox = R"(<sdf version="1.6"><model name="x"><link name="body"><inertial><mass>2</mass><inertia>
<ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial><collision name="c"><geometry><box>
<size>0.1 0.1 0.1</size></box></geometry></collision></link></model></sdf>)";

void need(bool good, const std::string& what) {
  if (!good) throw std::runtime_error(what);
}

// A call that must reach the bridge.
template <typename Service>
void call(const std::string& name, Service& service) {
  need(ros::service::waitForService("/gazebo/" + name, ros::Duration(20)), name + " is not offered");
  need(ros::service::call("/gazebo/" + name, service), name + " failed");
}

void models() {
  std_srvs::Empty empty;
  call("pause_physics", empty);
  gazebo_msgs::SpawnModel spawn;
  spawn.request.model_name = "box";
  spawn.request.model_xml = kBox;
  spawn.request.initial_pose.position.z = 2.0;
  call("spawn_sdf_model", spawn);
  need(spawn.response.success, spawn.response.status_message);
  call("spawn_sdf_model", spawn);
  need(!spawn.response.success && !spawn.response.status_message.empty(), "a name twice");
  gazebo_msgs::SetModelState set;
  set.request.model_state.model_name = "box";
  set.request.model_state.pose.position.x = 1.5;
  set.request.model_state.twist.angular.y = 0.5;
  call("set_model_state", set);
  need(set.response.success, set.response.status_message);
  gazebo_msgs::GetModelState get;
  get.request.model_name = "box";
  call("get_model_state", get);
  need(get.response.success && std::abs(get.response.pose.position.x - 1.5) < 1e-9, "the pose");
  need(std::abs(get.response.twist.angular.y - 0.5) < 1e-9, "the twist");
  set.request.model_state.pose.position.x = std::numeric_limits<double>::quiet_NaN();
  call("set_model_state", set);
  need(!set.response.success && !set.response.status_message.empty(), "NaN");
}

void errors() {
  gazebo_msgs::ApplyJointEffort effort;
  effort.request.joint_name = "nobody";
  effort.request.duration = ros::Duration(1);
  call("apply_joint_effort", effort);
  need(!effort.response.success && effort.response.status_message.find("nobody") != std::string::npos, "a joint");
  gazebo_msgs::GetPhysicsProperties physics;
  call("get_physics_properties", physics);
  need(physics.response.success && physics.response.ode_config.sor_pgs_iters > 0, "physics");
}

void topics() {
  std_srvs::Empty empty;
  call("unpause_physics", empty);
  const auto clock = ros::topic::waitForMessage<rosgraph_msgs::Clock>("/clock", ros::Duration(20));
  need(clock != nullptr, "no clock");
  const auto states = ros::topic::waitForMessage<gazebo_msgs::ModelStates>("/gazebo/model_states", ros::Duration(20));
  need(states && std::count(states->name.begin(), states->name.end(), "box") == 1, "no states");
  // A persistent connection, as controllers have it.
  ros::NodeHandle handle;
  auto client = handle.serviceClient<gazebo_msgs::GetModelState>("/gazebo/get_model_state", true);
  gazebo_msgs::GetModelState get;
  get.request.model_name = "box";
  for (int i = 0; i < 200; ++i) need(client.call(get) && get.response.success, "a call of many");
  gazebo_msgs::DeleteModel remove;
  remove.request.model_name = "box";
  call("delete_model", remove);
  need(remove.response.success, remove.response.status_message);
}

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "cpp_client");
  ros::NodeHandle handle;
  ros::AsyncSpinner spinner(1);
  spinner.start();
  try {
    models();
    errors();
    topics();
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
  std::cout << "ok" << std::endl;
  return 0;
}
