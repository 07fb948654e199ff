// SPDX-License-Identifier: Apache-2.0
// Plays a worker that has been taken over, as the variable WW_FAKE_WORKER says.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "core/io/frame_io.h"
#include "worldwright/v1/worker.pb.h"

namespace {

using namespace ww::io;
namespace pb = worldwright::v1;

void raw(const std::string& bytes) { [[maybe_unused]] const auto n = ::write(kWorkerFd, bytes.data(), bytes.size()); }

void send(const pb::FromWorker& message) { writeFrame(kWorkerFd, message); }

pb::FromWorker objectNamed(const std::string& name) {
  pb::FromWorker message;
  auto& object = *message.mutable_object()->mutable_object();
  object.set_name(name);
  auto& link = *object.add_entities();
  link.set_name("base");
  link.mutable_link();
  return message;
}

void done() {
  pb::FromWorker message;
  message.mutable_done()->set_unit("m");
  send(message);
}

void hang() {
  for (;;) pause();
}

void eat() {
  std::vector<std::vector<char>> held;
  for (;;) {
    held.emplace_back(16u << 20, 'x');
    usleep(1000);
  }
}

void play(const std::string& role) {
  auto object = objectNamed("thing");
  auto& o = *object.mutable_object()->mutable_object();
  if (role == "good") send(object), done();
  if (role == "garbage") raw(std::string("\x10\0\0\0", 4) + std::string(16, '\xff'));
  if (role == "long") raw("\xff\xff\xff\x7f");
  if (role == "half") raw(std::string("\x40\0\0\0abc", 7));
  if (role == "die") {
    std::fputs("something went wrong\n", stderr);
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer makes an exit of it
    std::raise(SIGSEGV);
  }
  if (role == "exit") _exit(3);
  if (role == "hang") hang();
  if (role == "eat") eat();
  if (role == "nothing") done();
  if (role == "bad_name") send(objectNamed("1 bad/name")), done();
  if (role == "two_roots")
    *o.add_entities() = o.entities(0), o.mutable_entities(1)->set_name("other"), send(object), done();
  if (role == "same_name")
    *o.add_entities() = o.entities(0), o.mutable_entities(1)->set_parent_name("base"), send(object), done();
  if (role == "nan_pose") {
    auto& e = *o.add_entities();
    e.set_name("arm");
    e.set_parent_name("base");
    e.mutable_link();
    e.mutable_parent_t_this()->mutable_position()->set_x(std::numeric_limits<double>::quiet_NaN());
    e.mutable_parent_t_this()->mutable_orientation()->set_w(1);
    send(object), done();
  }
  if (role == "unknown_ref") {
    auto& set = (*o.mutable_entities(0)
                      ->mutable_link()
                      ->mutable_geometry_component()
                      ->mutable_named_geometries())["Intrinsic_Visual"];
    (*set.mutable_named_geometries())["a"].mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref("sha256:00");
    send(object), done();
  }
  if (role == "bad_geometry") {
    pb::FromWorker message;
    message.mutable_geometry()->set_data(std::string(100, '\x7f'));
    message.mutable_geometry()->set_last(true);
    send(message), send(object), done();
  }
  if (role == "failure") {
    pb::FromWorker message;
    message.mutable_failure()->set_code(999);
    message.mutable_failure()->set_title(std::string(100'000, 'A') + "\x1b[31m");
    send(message);
  }
}

}  // namespace

int main() {
  const char* set = std::getenv("WW_FAKE_WORKER");
  const std::string role = set != nullptr ? set : "";
  pb::FromWorker hello;
  hello.mutable_hello()->set_protocol_version(role == "version" ? 99 : kWorkerProtocol);
  if (role == "mute") hang();
  send(hello);
  pb::ToWorker request;
  if (!readFrame(kWorkerFd, request)) return 2;
  play(role);
  return 0;
}
