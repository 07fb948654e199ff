// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <google/protobuf/message.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ww::fuzz {

// Words that mean something to the services: names, ids, references. Grows with what answers hold.
class Words {
 public:
  Words();
  void add(const std::string& word);
  // All strings of a message.
  void harvest(const google::protobuf::Message& message);
  const std::string& pick(std::mt19937_64& random) const { return words_[random() % words_.size()]; }

 private:
  std::vector<std::string> words_;
};

// Changes messages by reflection: values at and beyond the ends of their ranges, words of other places, fields that
// come, go and repeat, deep nesting. The same seed gives the same changes.
class Mutator {
 public:
  Mutator(std::uint64_t seed, Words& words) : random_(seed), words_(words) {}

  // One change somewhere in the message.
  void mutate(google::protobuf::Message& message);
  // Fills a message with fields at random.
  void invent(google::protobuf::Message& message, int depth = 0);
  // One change of serialised bytes, which need not be a message after it.
  void damage(std::string& bytes);

  std::uint64_t number(std::uint64_t below) { return below == 0 ? 0 : random_() % below; }
  bool chance(int percent) { return static_cast<int>(random_() % 100) < percent; }

 private:
  using Field = google::protobuf::FieldDescriptor;
  void setScalar(google::protobuf::Message& message, const Field* field, int index);
  void change(google::protobuf::Message& message, const Field* field, int depth);
  void changeRepeated(google::protobuf::Message& message, const Field* field, int depth);
  void addElement(google::protobuf::Message& message, const Field* field, int depth);
  void nest(google::protobuf::Message& message);
  void mutateAt(google::protobuf::Message& message, int depth);
  double real();
  std::int64_t integer();
  std::string text(bool is_utf8);

  std::mt19937_64 random_;
  Words& words_;
};

}  // namespace ww::fuzz
