// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <ros/node_handle.h>

#include <map>
#include <vector>

#include "app/ros1_bridge/calls.h"
#include "app/ros1_bridge/feeds.h"

namespace ww::ros1 {

// The node of ROS: its services and topics, with the names and sums of a version of gazebo_msgs. Thread-safe.
class RosNode final : public Outlet {
 public:
  // Must outlive this. Nothing is offered yet.
  explicit RosNode(Desk& desk);

  // To the roscore that is there now; again after another one has come.
  void offer();

  bool isWanted(Topic topic) const override;
  void publish(Topic topic, const std::string& bytes) override;

 private:
  void offerService(std::string_view name, std::string_view type, const ros::ServiceCallbackHelperPtr& answer);
  void offerTopic(const TopicRow& topic);
  void takeCommands(const char* topic, const char* type);
  bool has(std::string_view type) const;

  Desk& desk_;
  ros::NodeHandle handle_;
  mutable std::mutex mutex_;
  std::vector<ros::ServiceServer> services_;
  std::vector<ros::Subscriber> commands_;
  std::map<Topic, ros::Publisher> topics_;
  std::map<Topic, std::string> latched_;  // the last of each, for the next roscore
};

}  // namespace ww::ros1
