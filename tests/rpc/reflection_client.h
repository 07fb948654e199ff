// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <grpcpp/channel.h>
#include <grpcpp/support/status.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace google::protobuf {
class FileDescriptorProto;
}

// What a client does that knows no message of ours.
namespace ww::test {

using ChannelPtr = std::shared_ptr<grpc::Channel>;

// By server reflection: the names of the services; the file of a symbol, and those it imports.
std::vector<std::string> listServices(const ChannelPtr& channel);
std::vector<google::protobuf::FileDescriptorProto> filesOf(const ChannelPtr& channel, const std::string& symbol);
// JSON names are in some descriptors and not in others, and say nothing.
void clearJsonNames(google::protobuf::FileDescriptorProto& file);

// A call ("/package.Service/Method") with these bytes as request; ends after 20 s.
grpc::Status callBytes(const ChannelPtr& channel, const std::string& method, const std::string& request,
                       std::string& response, const std::multimap<std::string, std::string>& metadata = {});
inline grpc::Status callEmpty(const ChannelPtr& channel, const std::string& method) {
  std::string response;
  return callBytes(channel, method, {}, response);
}

}  // namespace ww::test
