// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/node/ros_node.h"

#include <ros/connection_manager.h>
#include <ros/console.h>
#include <ros/console_impl.h>
#include <ros/master.h>
#include <ros/network.h>
#include <ros/param.h>
#include <ros/service_manager.h>
#include <ros/this_node.h>
#include <ros/xmlrpc_manager.h>

#include <boost/make_shared.hpp>
#include <chrono>

#include "app/ros1_bridge/node/raw_message.h"
#include "app/ros1_bridge/wire.h"

namespace ww::ros1 {
namespace {

// Hands bytes over as they are. What fails without a field for it becomes the text of an error of ROS, which a handler
// that only says false would lose.
class RawService final : public ros::ServiceCallbackHelper {
 public:
  RawService(const ServiceRow& row, Desk& desk) : row_(row), desk_(desk) {}

  bool call(ros::ServiceCallbackHelperCallParams& params) override {
    const ros::SerializedMessage& in = params.request;
    const auto size = static_cast<std::size_t>(in.buf.get() + in.num_bytes - in.message_start);
    const Answer answer = answerTo(row_, desk_, {reinterpret_cast<const char*>(in.message_start), size});
    if (answer.fits) params.response = ros::serialization::serializeServiceResponse(true, RawMessage{answer.bytes});
    else params.response = ros::serialization::serializeServiceResponse(false, answer.bytes);
    return true;  // or roscpp puts a response without a text in its place
  }

 private:
  const ServiceRow& row_;
  Desk& desk_;
};

// What is sent to topics has no answer: the log tells, once a second at most.
void tellProblem(const std::string& topic, const std::string& problem) {
  using Clock = std::chrono::steady_clock;
  static std::mutex mutex;
  static Clock::time_point last;
  const std::lock_guard lock(mutex);
  const auto now = Clock::now();
  if (last != Clock::time_point() && now - last < std::chrono::seconds(1)) return;
  last = now;
  ROS_WARN_STREAM(topic << ": " << problem);
}

// After roscpp's own answer to get_loggers Debian's rosconsole crashes with the next line of the log: it frees what
// log4cxx needs. So this one takes its place; what roscpp writes is below "ros".
class Loggers final : public ros::ServiceCallbackHelper {
 public:
  bool call(ros::ServiceCallbackHelperCallParams& params) override {
    static constexpr const char* kLevels[] = {"debug", "info", "warn", "error", "fatal"};
    void* log = ros::console::impl::getHandle("ros");
    int level = 0;
    while (level < 4 && !ros::console::impl::isEnabledFor(log, static_cast<ros::console::Level>(level))) ++level;
    Writer out;
    out.u32(1);
    out.text("ros");
    out.text(kLevels[level]);
    params.response = ros::serialization::serializeServiceResponse(true, RawMessage{out.bytes()});
    return true;
  }
};

// What roscpp has of its own, and tells one roscore only.
void offerLog() {
  const std::string& node = ros::this_node::getName();
  const std::string& uri = ros::XMLRPCManager::instance()->getServerURI();
  const auto tell = [&](const char* method, const std::string& name, const std::string& what) {
    XmlRpc::XmlRpcValue arguments, response, payload;
    arguments[0] = node;
    arguments[1] = name;
    arguments[2] = what;
    arguments[3] = uri;
    ros::master::execute(method, arguments, response, payload, false);
  };
  const std::string address =
      "rosrpc://" + ros::network::getHost() + ":" + std::to_string(ros::ConnectionManager::instance()->getTCPPort());
  tell("registerService", node + "/set_logger_level", address);
  tell("registerPublisher", "/rosout", "rosgraph_msgs/Log");
}

}  // namespace

RosNode::RosNode(Desk& desk) : desk_(desk), handle_("~") {}

bool RosNode::has(std::string_view type) const { return !md5Of(type, desk_.flavour).empty(); }

void RosNode::offer() {
  {
    // What was offered to the last roscore has to go first: names are taken otherwise.
    const std::lock_guard lock(mutex_);
    services_.clear();
    commands_.clear();
    topics_.clear();
  }
  // Since 2.5.2 a user may have said otherwise.
  if (desk_.flavour == Flavour::k251 || !ros::param::has("/use_sim_time")) ros::param::set("/use_sim_time", true);
  for (const TopicRow& topic : allTopics())
    if (has(topic.type)) offerTopic(topic);
  for (const ServiceRow& service : allServices())
    offerService(service.name, service.type, boost::make_shared<RawService>(service, desk_));
  ros::ServiceManager::instance()->unadvertiseService(ros::this_node::getName() + "/get_loggers");
  offerService("get_loggers", "roscpp/GetLoggers", boost::make_shared<Loggers>());
  offerLog();
  takeCommands("set_link_state", "gazebo_msgs/LinkState");
  takeCommands("set_model_state", "gazebo_msgs/ModelState");
}

void RosNode::offerService(std::string_view name, std::string_view type, const ros::ServiceCallbackHelperPtr& answer) {
  ros::AdvertiseServiceOptions options;
  options.service = std::string(name);
  options.md5sum = md5Of(type, desk_.flavour);
  options.datatype = std::string(type);
  options.req_datatype = options.datatype + "Request";
  options.res_datatype = options.datatype + "Response";
  options.helper = answer;
  const ros::ServiceServer server = handle_.advertiseService(options);
  const std::lock_guard lock(mutex_);
  services_.push_back(server);
}

void RosNode::offerTopic(const TopicRow& topic) {
  ros::AdvertiseOptions options(std::string(topic.name), static_cast<std::uint32_t>(topic.queue),
                                md5Of(topic.type, desk_.flavour), std::string(topic.type),
                                definitionOf(topic.type, desk_.flavour));
  options.latch = topic.latched;
  const ros::Publisher publisher = handle_.advertise(options);
  const std::lock_guard lock(mutex_);
  topics_[topic.topic] = publisher;
  if (const auto last = latched_.find(topic.topic); last != latched_.end()) publisher.publish(RawMessage{last->second});
}

void RosNode::takeCommands(const char* topic, const char* type) {
  const ServiceRow& service = *serviceNamed(topic);
  const boost::function<void(const boost::shared_ptr<const RawMessage>&)> take =
      [this, &service](const boost::shared_ptr<const RawMessage>& message) {
        const Answer answer = answerTo(service, desk_, message->bytes);
        if (!answer.problem.empty()) tellProblem(std::string(service.name), answer.problem);
      };
  ros::SubscribeOptions options;
  options.init<RawMessage>(topic, 10, take);
  options.md5sum = md5Of(type, desk_.flavour);
  options.datatype = type;
  const ros::Subscriber subscriber = handle_.subscribe(options);
  const std::lock_guard lock(mutex_);
  commands_.push_back(subscriber);
}

bool RosNode::isWanted(Topic topic) const {
  const std::lock_guard lock(mutex_);
  const auto it = topics_.find(topic);
  return it != topics_.end() && it->second.getNumSubscribers() > 0;
}

void RosNode::publish(Topic topic, const std::string& bytes) {
  ros::Publisher publisher;
  {
    const std::lock_guard lock(mutex_);
    if (allTopics()[static_cast<std::size_t>(topic)].latched) latched_[topic] = bytes;
    const auto it = topics_.find(topic);
    if (it == topics_.end()) return;
    publisher = it->second;
  }
  publisher.publish(RawMessage{bytes});
}

}  // namespace ww::ros1
