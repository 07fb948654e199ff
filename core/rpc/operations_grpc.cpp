// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/answer.h"
#include "core/rpc/operations.h"
#include "core/rpc/services.h"
#include "google/longrunning/operations.grpc.pb.h"

namespace ww::rpc {
namespace {

namespace lro = google::longrunning;
using google::protobuf::Empty;

class OperationsService final : public lro::Operations::Service {
 public:
  OperationsService(const Backend& backend, std::shared_ptr<OperationStore> operations)
      : calls_(backend.calls), operations_(std::move(operations)) {}

  grpc::Status ListOperations(grpc::ServerContext* context, const lro::ListOperationsRequest* request,
                              lro::ListOperationsResponse* response) override {
    return answer(calls_, *context, "ListOperations", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return operations_->list(*request); });
  }
  grpc::Status GetOperation(grpc::ServerContext* context, const lro::GetOperationRequest* request,
                            lro::Operation* response) override {
    return answer(calls_, *context, "GetOperation", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return noted(operations_->get(request->name()), call); });
  }
  grpc::Status DeleteOperation(grpc::ServerContext* context, const lro::DeleteOperationRequest* request,
                               Empty* response) override {
    return answer(calls_, *context, "DeleteOperation", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return operations_->remove(request->name()); });
  }
  grpc::Status CancelOperation(grpc::ServerContext* context, const lro::CancelOperationRequest* request,
                               Empty* response) override {
    return answer(calls_, *context, "CancelOperation", "", request->ByteSizeLong(), response,
                  [&](CallContext&) { return operations_->cancel(request->name()); });
  }
  grpc::Status WaitOperation(grpc::ServerContext* context, const lro::WaitOperationRequest* request,
                             lro::Operation* response) override {
    return answer(calls_, *context, "WaitOperation", "", request->ByteSizeLong(), response,
                  [&](CallContext& call) { return noted(operations_->wait(*request, call), call); });
  }

 private:
  // With what should be known of its answer.
  Result<lro::Operation> noted(Result<lro::Operation> operation, CallContext& call) {
    if (operation.ok() && operation->done()) call.notes = operations_->notes(operation->name());
    return operation;
  }

  Calls& calls_;
  const std::shared_ptr<OperationStore> operations_;
};

}  // namespace

std::unique_ptr<grpc::Service> makeOperationsService(const Backend& backend,
                                                     std::shared_ptr<OperationStore> operations) {
  return std::make_unique<OperationsService>(backend, std::move(operations));
}

}  // namespace ww::rpc
