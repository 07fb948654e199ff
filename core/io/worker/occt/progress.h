// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Message_ProgressIndicator.hxx>
#include <utility>

#include "core/io/worker/context.h"

namespace ww::io::worker {

// OCCT reports far too often; the reporter drops what comes within 50 ms.
class ProgressForwarder : public Message_ProgressIndicator {
 public:
  // Shares of the whole import, 0 to 1.
  ProgressForwarder(Reporter& report, double from, double to, Phrase text)
      : report_(report), from_(from), to_(to), text_(std::move(text)) {}

 protected:
  void Show(const Message_ProgressScope&, const Standard_Boolean) override {
    report_.progress(from_ + (to_ - from_) * GetPosition(), text_);
  }

 private:
  Reporter& report_;
  double from_, to_;  // shares of the whole import, 0 to 1
  Phrase text_;
};

}  // namespace ww::io::worker
