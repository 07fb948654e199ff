// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <ros/ros.h>
#include <signal.h>
#include <xmlrpcpp/XmlRpcValue.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "app/ros1_bridge/node/options.h"
#include "app/ros1_bridge/node/ros_node.h"

namespace ww::ros1 {
namespace {

constexpr int kInternal = 70;
constexpr int kThreads = 8;  // of services: a slow spawn must not keep others waiting

sigset_t endSignals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

// Whether the end was asked for within that time, here or by the master.
bool endsWithin(std::chrono::milliseconds time) {
  const sigset_t set = endSignals();
  const timespec wait{static_cast<time_t>(time.count() / 1000), static_cast<long>(time.count() % 1000) * 1'000'000};
  return sigtimedwait(&set, nullptr, &wait) > 0 || ros::isShuttingDown();
}

// False when the end came first.
bool waitForMaster() {
  if (ros::master::check()) return true;
  ROS_WARN_STREAM("no roscore answers at " << ros::master::getURI() << ": waiting for one");
  while (!ros::master::check())
    if (endsWithin(std::chrono::milliseconds(500))) return false;
  return true;
}

// A roscore that has come after another one knows nobody.
bool isKnown() {
  XmlRpc::XmlRpcValue arguments, response, payload;
  arguments[0] = ros::this_node::getName();
  arguments[1] = ros::this_node::getName();
  return ros::master::execute("lookupNode", arguments, response, payload, false);
}

void stayKnown(RosNode& node) {
  bool there = true;
  while (!endsWithin(std::chrono::milliseconds(1000))) {
    const bool was_there = std::exchange(there, ros::master::check());
    if (was_there && !there) ROS_WARN_STREAM("roscore is gone: waiting for it");
    if (!there || isKnown()) continue;
    ROS_WARN_STREAM("roscore knows nothing of this node: services and topics are offered again");
    node.offer();
  }
}

int run(int argc, char** argv) {
  ::setvbuf(stdout, nullptr, _IOLBF, 0);  // the log of ROS, into files as well
  const sigset_t set = endSignals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  ::signal(SIGPIPE, SIG_IGN);
  // Nobody else's network, unless it is asked for.
  if (!std::getenv("ROS_IP") && !std::getenv("ROS_HOSTNAME")) ::setenv("ROS_IP", "127.0.0.1", 1);
  ros::init(argc, argv, "gazebo", ros::init_options::NoSigintHandler);
  int exit = 0;
  auto options = optionsOf(argc, argv, exit);
  if (!options) return exit;
  if (!options->messages_folder.empty()) {
    const std::string problem = writeMessages(options->messages_folder, options->flavour);
    if (!problem.empty()) fmt::print(stderr, "error: {}\n", problem);
    return problem.empty() ? 0 : 1;
  }
  if (!waitForMaster()) return 0;
  // Of calls to a roscore that goes meanwhile: they would wait for ever.
  ros::master::setRetryTimeout(ros::WallDuration(2.0));
  options->link.tell = [](const std::string& words) { ROS_INFO_STREAM(words); };
  Link link(options->link);
  Desk desk{link, options->flavour, {}, {}};
  ros::AsyncSpinner spinner(kThreads);
  {
    RosNode node(desk);
    ros::param::get("~pub_clock_frequency", options->rates.clock_hz);
    options->rates.clock_hz = std::clamp(options->rates.clock_hz, 1.0, 1000.0);
    node.offer();
    spinner.start();
    const Feeds feeds(link, node, options->rates);
    ROS_INFO_STREAM("offering the simulation of " << options->link.address << " as " << ros::this_node::getName());
    stayKnown(node);
    link.stop();
    spinner.stop();
  }
  ros::shutdown();
  return 0;
}

}  // namespace
}  // namespace ww::ros1

int main(int argc, char** argv) {
  try {
    return ww::ros1::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: unexpected: {}: report this\n", error.what());
    return ww::ros1::kInternal;
  }
}
