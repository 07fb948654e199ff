// SPDX-License-Identifier: Apache-2.0
#include "tests/rpc/reflection_client.h"

#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/empty.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>

namespace ww::test {
namespace {

using google::protobuf::UnknownFieldSet;

// Fields of grpc.reflection.v1alpha, whose messages Debian does not ship.
constexpr int kFileContainingSymbol = 4, kListServices = 7;
constexpr int kFileDescriptors = 4, kServices = 6;

grpc::ByteBuffer toBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

std::string toBytes(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (!buffer.Dump(&slices).ok()) return bytes;
  for (const grpc::Slice& slice : slices)
    bytes.append(static_cast<const char*>(static_cast<const void*>(slice.begin())), slice.size());
  return bytes;
}

std::string stringField(int number, const std::string& text) {
  UnknownFieldSet fields;
  fields.AddLengthDelimited(number)->assign(text);
  std::string bytes;
  fields.SerializeToString(&bytes);
  return bytes;
}

std::vector<std::string> fieldsOf(const std::string& bytes, int number) {
  google::protobuf::Empty message;
  std::vector<std::string> out;
  if (!message.ParseFromString(bytes)) return out;
  const UnknownFieldSet& fields = message.GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < fields.field_count(); ++i) {
    if (fields.field(i).number() == number &&
        fields.field(i).type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED) {
      out.push_back(fields.field(i).length_delimited());
    }
  }
  return out;
}

bool next(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue.Next(&tag, &ok) && ok;
}

// One question to the reflection stream, and its answer.
std::string ask(const ChannelPtr& channel, const std::string& request) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  grpc::CompletionQueue queue;
  const auto stream =
      stub.PrepareCall(&context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  stream->StartCall(nullptr);
  if (!next(queue)) return {};
  stream->Write(toBuffer(request), nullptr);
  if (!next(queue)) return {};
  grpc::ByteBuffer answer;
  stream->Read(&answer, nullptr);
  const std::string bytes = next(queue) ? toBytes(answer) : std::string();
  stream->WritesDone(nullptr);
  next(queue);
  grpc::Status status;
  stream->Finish(&status, nullptr);
  next(queue);
  return bytes;
}

void clearJsonNames(google::protobuf::DescriptorProto& message) {
  for (auto& field : *message.mutable_field()) field.clear_json_name();
  for (auto& field : *message.mutable_extension()) field.clear_json_name();
  for (auto& nested : *message.mutable_nested_type()) clearJsonNames(nested);
}

}  // namespace

std::vector<std::string> listServices(const ChannelPtr& channel) {
  std::vector<std::string> names;
  for (const std::string& list : fieldsOf(ask(channel, stringField(kListServices, "*")), kServices)) {
    for (const std::string& service : fieldsOf(list, 1)) names.push_back(fieldsOf(service, 1).at(0));
  }
  return names;
}

std::vector<google::protobuf::FileDescriptorProto> filesOf(const ChannelPtr& channel, const std::string& symbol) {
  std::vector<google::protobuf::FileDescriptorProto> files;
  for (const std::string& list : fieldsOf(ask(channel, stringField(kFileContainingSymbol, symbol)), kFileDescriptors)) {
    for (const std::string& bytes : fieldsOf(list, 1)) {
      if (!files.emplace_back().ParseFromString(bytes)) files.pop_back();
    }
  }
  return files;
}

void clearJsonNames(google::protobuf::FileDescriptorProto& file) {
  for (auto& field : *file.mutable_extension()) field.clear_json_name();
  for (auto& message : *file.mutable_message_type()) clearJsonNames(message);
}

grpc::Status callBytes(const ChannelPtr& channel, const std::string& method, const std::string& request,
                       std::string& response, const std::multimap<std::string, std::string>& metadata) {
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  for (const auto& [key, value] : metadata) context.AddMetadata(key, value);
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareUnaryCall(&context, method, toBuffer(request), &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  next(queue);
  if (status.ok()) response = toBytes(answer);
  return status;
}

}  // namespace ww::test
