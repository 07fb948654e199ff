// SPDX-License-Identifier: Apache-2.0
#include "core/base/other_words.h"

#include "core/base/failure.h"

namespace ww {
namespace {

struct Replace {
  const std::string& part;
  const std::string& words;
  void operator()(std::string& text) const { text = withOtherWords(std::move(text), part, words); }
  void operator()(arg::Name& v) const { (*this)(v.text); }
  void operator()(arg::Words& v) const { (*this)(v.text); }
  void operator()(arg::Place& v) const { (*this)(v.file); }
  void operator()(arg::Names& v) const {
    for (std::string& text : v.texts) (*this)(text);
  }
  void operator()(Phrase& v) const {
    (*this)(v.text);
    for (FailureArg& a : v.args) std::visit(*this, a.value);
  }
  void operator()(arg::Told& v) const { v.failure = of(*v.failure); }
  void operator()(auto&) const {}

  std::shared_ptr<const Failure> of(const Failure& given) const {
    auto failure = std::make_shared<Failure>(given);
    for (FailureArg& a : failure->args) std::visit(*this, a.value);
    for (Status& cause : failure->causes) cause = withOtherWords(std::move(cause), part, words);
    for (Phrase& text : failure->contexts) (*this)(text);
    for (Phrase& text : failure->details) (*this)(text);
    for (std::string& text : failure->near) (*this)(text);
    return failure;
  }
};

}  // namespace

std::string withOtherWords(std::string text, const std::string& part, const std::string& words) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + words.size()))
    text.replace(at, part.size(), words);
  return text;
}

Status withOtherWords(Status status, const std::string& part, const std::string& words) {
  const Replace replace{part, words};
  for (std::string* text : {&status.title, &status.message, &status.hint, &status.subject}) replace(*text);
  if (status.failure) status.failure = replace.of(*status.failure);
  return status;
}

}  // namespace ww
