// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to the files of calls.
#include <grpcpp/support/status.h>

#include "app/ros1_bridge/calls.h"
#include "app/ros1_bridge/convert.h"
#include "app/ros1_bridge/link.h"

namespace ww::ros1 {

using Stub = v1::SimulationService::Stub;

inline const v1::SimulationReply& replyOf(const v1::SimulationReply& reply) { return reply; }
template <typename Response>
const v1::SimulationReply& replyOf(const Response& response) {
  return response.reply();
}

// What gazebo_msgs has at the end of a response. `done`: the words for success; what is to tell follows them.
void finish(const grpc::Status& status, const v1::SimulationReply& reply, std::string_view done, Writer& out);
grpc::Status soundness(const Reader& in);
// One without any field.
Answer emptyAnswer(const grpc::Status& status);

// Makes the call; `fill` writes the fields before the end, of an empty response where it fails.
template <typename Request, typename Response, typename Fill>
Answer madeWith(Desk& desk, const Reader& in, const Request& request,
                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*), std::string_view done,
                const Fill& fill, std::chrono::seconds time = Link::kUsualTime) {
  Response response;
  grpc::Status status = soundness(in);
  if (status.ok()) status = desk.link.call(method, request, &response, time);
  if (!status.ok()) response.Clear();
  Writer out;
  fill(response, status.ok(), out);
  finish(status, replyOf(response), done, out);
  return {true, out.bytes(), status.ok() ? std::string() : status.error_message()};
}

template <typename Request, typename Response>
Answer made(Desk& desk, const Reader& in, const Request& request,
            grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*), std::string_view done,
            std::chrono::seconds time = Link::kUsualTime) {
  return madeWith(
      desk, in, request, method, done, [](const Response&, bool, Writer&) {}, time);
}

// Of a type without any field in its response.
template <typename Request>
Answer madeEmpty(Desk& desk, const Reader& in, const Request& request,
                 grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, v1::SimulationReply*)) {
  v1::SimulationReply reply;
  grpc::Status status = soundness(in);
  if (status.ok()) status = desk.link.call(method, request, &reply);
  return emptyAnswer(status);
}

// Rows of the table, by what they are about.
Answer spawnModel(Desk& desk, Reader& in);
Answer deleteModel(Desk& desk, Reader& in);
Answer getModelProperties(Desk& desk, Reader& in);
Answer getModelState(Desk& desk, Reader& in);
Answer setModelState(Desk& desk, Reader& in);
Answer setModelConfiguration(Desk& desk, Reader& in);
Answer getLinkProperties(Desk& desk, Reader& in);
Answer setLinkProperties(Desk& desk, Reader& in);
Answer getLinkState(Desk& desk, Reader& in);
Answer setLinkState(Desk& desk, Reader& in);
Answer getJointProperties(Desk& desk, Reader& in);
Answer setJointProperties(Desk& desk, Reader& in);
Answer setJointTrajectory(Desk& desk, Reader& in);
Answer applyBodyWrench(Desk& desk, Reader& in);
Answer clearBodyWrenches(Desk& desk, Reader& in);
Answer applyJointEffort(Desk& desk, Reader& in);
Answer clearJointForces(Desk& desk, Reader& in);

}  // namespace ww::ros1
