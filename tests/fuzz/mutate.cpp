// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate.h"

#include <google/protobuf/any.pb.h>
#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ww::fuzz {
namespace {

using google::protobuf::Any;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

constexpr std::size_t kMostWords = 4000, kLongestWord = 300;
constexpr int kDeepest = 12, kMostElements = 3000;

template <typename T, std::size_t N>
const T& oneOf(const T (&list)[N], std::mt19937_64& random) {
  return list[random() % N];
}

}  // namespace

Words::Words()
    : words_{"",
             "root",
             "eid_root",
             "world",
             "init_world",
             "table",
             "crate",
             "robot",
             "grasp",
             "above",
             "pick",
             "flange",
             "base",
             "link_1",
             "joint_1",
             "joint_2",
             "home",
             "copy",
             "new_object",
             "new_frame",
             "Intrinsic_Visual",
             "Intrinsic_Collision",
             "FLOWSTATE_ASSET_USER_DATA",
             "operations",
             "done=true",
             "type.googleapis.com/google.protobuf.Duration",
             "sha256:0000000000000000000000000000000000000000000000000000000000000000"} {}

void Words::add(const std::string& word) {
  if (word.size() > kLongestWord || words_.size() >= kMostWords ||
      std::find(words_.begin(), words_.end(), word) != words_.end())
    return;
  words_.push_back(word);
}

void Words::harvest(const Message& message) {
  const auto* reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const int count = field->is_repeated() ? std::min(reflection->FieldSize(message, field), 20) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        harvest(field->is_repeated() ? reflection->GetRepeatedMessage(message, field, i)
                                     : reflection->GetMessage(message, field));
      } else if (field->type() == FieldDescriptor::TYPE_STRING) {
        add(field->is_repeated() ? reflection->GetRepeatedString(message, field, i)
                                 : reflection->GetString(message, field));
      }
    }
  }
}

double Mutator::real() {
  static constexpr double kInf = std::numeric_limits<double>::infinity();
  static constexpr double kEnds[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.0,
                                     1e-300,
                                     5e-324,
                                     -1e-9,
                                     1e9,
                                     1e154,
                                     1e300,
                                     std::numeric_limits<double>::max(),
                                     -std::numeric_limits<double>::max(),
                                     kInf,
                                     -kInf,
                                     std::numeric_limits<double>::quiet_NaN()};
  if (chance(50)) return oneOf(kEnds, random_);
  return std::uniform_real_distribution<double>(-2.0, 2.0)(random_) * (chance(10) ? 1e6 : 1.0);
}

std::int64_t Mutator::integer() {
  static constexpr std::int64_t kEnds[] = {0,
                                           1,
                                           -1,
                                           2,
                                           3,
                                           7,
                                           100,
                                           255,
                                           65536,
                                           2147483647,
                                           -2147483648LL,
                                           4294967295LL,
                                           std::numeric_limits<std::int64_t>::max(),
                                           std::numeric_limits<std::int64_t>::min()};
  return chance(80) ? oneOf(kEnds, random_) : static_cast<std::int64_t>(random_());
}

std::string Mutator::text(bool is_utf8) {
  std::string word = words_.pick(random_);
  switch (number(is_utf8 ? 14 : 18)) {
    case 0: return std::string(1 + number(5000), 'a');
    case 1: return word + "/" + words_.pick(random_);
    case 2: return word + std::string(1, '\0') + "x";
    case 3: return "../../etc/" + word;
    case 4: return "\xF0\x9F\xA4\x96 \xD0\xB6 \xE2\x80\xAE" + word;
    case 5: return " " + word + "\n";
    case 6: return word + "_2";
    case 7: return word.substr(0, number(word.size() + 1));
    case 14: return "\xFF\xFE" + word;
    case 15: return word + "\xC3";
    case 16: {
      for (char& c : word) c = static_cast<char>(random_());
      return word;
    }
    default: return word;
  }
}

void Mutator::setScalar(Message& m, const Field* f, int index) {
  const auto* r = m.GetReflection();
  const bool many = index >= 0;
  switch (f->cpp_type()) {
    case Field::CPPTYPE_DOUBLE: many ? r->SetRepeatedDouble(&m, f, index, real()) : r->SetDouble(&m, f, real()); break;
    case Field::CPPTYPE_FLOAT: {
      const auto v = static_cast<float>(std::clamp(real(), -3e38, 3e38));
      many ? r->SetRepeatedFloat(&m, f, index, v) : r->SetFloat(&m, f, v);
      break;
    }
    case Field::CPPTYPE_INT32: {
      const auto v = static_cast<std::int32_t>(integer());
      many ? r->SetRepeatedInt32(&m, f, index, v) : r->SetInt32(&m, f, v);
      break;
    }
    case Field::CPPTYPE_INT64:
      many ? r->SetRepeatedInt64(&m, f, index, integer()) : r->SetInt64(&m, f, integer());
      break;
    case Field::CPPTYPE_UINT32: {
      const auto v = static_cast<std::uint32_t>(integer());
      many ? r->SetRepeatedUInt32(&m, f, index, v) : r->SetUInt32(&m, f, v);
      break;
    }
    case Field::CPPTYPE_UINT64: {
      const auto v = static_cast<std::uint64_t>(integer());
      many ? r->SetRepeatedUInt64(&m, f, index, v) : r->SetUInt64(&m, f, v);
      break;
    }
    case Field::CPPTYPE_BOOL:
      many ? r->SetRepeatedBool(&m, f, index, chance(50)) : r->SetBool(&m, f, chance(50));
      break;
    case Field::CPPTYPE_ENUM: {
      const auto* type = f->enum_type();
      const int v =
          chance(85) ? type->value(static_cast<int>(number(static_cast<std::uint64_t>(type->value_count()))))->number()
                     : static_cast<int>(integer());
      many ? r->SetRepeatedEnumValue(&m, f, index, v) : r->SetEnumValue(&m, f, v);
      break;
    }
    case Field::CPPTYPE_STRING: {
      const std::string v = text(f->type() == Field::TYPE_STRING && !chance(4));
      many ? r->SetRepeatedString(&m, f, index, v) : r->SetString(&m, f, v);
      break;
    }
    case Field::CPPTYPE_MESSAGE: break;
  }
}

void Mutator::addElement(Message& m, const Field* f, int depth) {
  const auto* r = m.GetReflection();
  switch (f->cpp_type()) {
    case Field::CPPTYPE_MESSAGE: invent(*r->AddMessage(&m, f), depth + 1); return;
    case Field::CPPTYPE_DOUBLE: r->AddDouble(&m, f, real()); return;
    case Field::CPPTYPE_FLOAT: r->AddFloat(&m, f, 1.0f); break;
    case Field::CPPTYPE_INT32: r->AddInt32(&m, f, 0); break;
    case Field::CPPTYPE_INT64: r->AddInt64(&m, f, 0); break;
    case Field::CPPTYPE_UINT32: r->AddUInt32(&m, f, 0); break;
    case Field::CPPTYPE_UINT64: r->AddUInt64(&m, f, 0); break;
    case Field::CPPTYPE_BOOL: r->AddBool(&m, f, false); break;
    case Field::CPPTYPE_ENUM: r->AddEnumValue(&m, f, 0); break;
    case Field::CPPTYPE_STRING: r->AddString(&m, f, ""); break;
  }
  setScalar(m, f, r->FieldSize(m, f) - 1);
}

void Mutator::changeRepeated(Message& m, const Field* f, int depth) {
  const auto* r = m.GetReflection();
  const int size = r->FieldSize(m, f);
  const std::uint64_t what = size == 0 ? 0 : number(6);
  const int at = size == 0 ? 0 : static_cast<int>(number(static_cast<std::uint64_t>(size)));
  if (what == 0) {
    addElement(m, f, depth);
  } else if (what == 1) {
    r->RemoveLast(&m, f);
  } else if (what == 2) {
    r->SwapElements(&m, f, at, static_cast<int>(number(static_cast<std::uint64_t>(size))));
  } else if (what == 3 && chance(20)) {
    for (int n = static_cast<int>(number(200)); n > 0 && r->FieldSize(m, f) < kMostElements; --n)
      addElement(m, f, kDeepest);
  } else if (what == 4 && f->cpp_type() == Field::CPPTYPE_MESSAGE && size < kMostElements) {
    const std::string copy = r->GetRepeatedMessage(m, f, at).SerializePartialAsString();  // twice the same
    r->AddMessage(&m, f)->ParsePartialFromString(copy);
  } else if (f->cpp_type() == Field::CPPTYPE_MESSAGE) {
    mutateAt(*r->MutableRepeatedMessage(&m, f, at), depth + 1);
  } else {
    setScalar(m, f, at);
  }
}

void Mutator::change(Message& m, const Field* f, int depth) {
  const auto* r = m.GetReflection();
  if (f->is_repeated()) return changeRepeated(m, f, depth);
  if (f->cpp_type() != Field::CPPTYPE_MESSAGE) return chance(15) ? r->ClearField(&m, f) : setScalar(m, f, -1);
  if (!r->HasField(m, f)) return invent(*r->MutableMessage(&m, f), depth + 1);
  if (chance(8)) return r->ClearField(&m, f);
  if (chance(8)) return invent(*r->MutableMessage(&m, f), depth + 1);
  mutateAt(*r->MutableMessage(&m, f), depth + 1);
}

void Mutator::mutateAt(Message& m, int depth) {
  const auto* d = m.GetDescriptor();
  if (d->field_count() == 0) return;
  std::vector<const Field*> set;
  m.GetReflection()->ListFields(m, &set);
  // Most changes go to what is there, so that the rest of the request still makes sense.
  const Field* field = !set.empty() && chance(75)
                           ? set[number(set.size())]
                           : d->field(static_cast<int>(number(static_cast<std::uint64_t>(d->field_count()))));
  if (depth > kDeepest && field->cpp_type() == Field::CPPTYPE_MESSAGE) return;
  if (field->name().ends_with("world_id") && chance(85)) return;  // without its world a request gets nowhere
  change(m, field, depth);
}

void Mutator::invent(Message& m, int depth) {
  const auto* d = m.GetDescriptor();
  if (auto* any = dynamic_cast<Any*>(&m); any && chance(70)) {
    any->set_type_url(chance(50) ? "type.googleapis.com/google.protobuf.Any" : words_.pick(random_));
    any->set_value(text(false));
    return;
  }
  if (depth > kDeepest) return;
  for (int i = 0; i < d->field_count(); ++i) {
    const Field* f = d->field(i);
    const int likely = f->cpp_type() == Field::CPPTYPE_MESSAGE ? 45 - 6 * depth : 60;
    if (!chance(likely)) continue;
    for (int n = f->is_repeated() ? 1 + static_cast<int>(number(3)) : 1; n > 0; --n) {
      if (f->is_repeated()) addElement(m, f, depth);
      else if (f->cpp_type() == Field::CPPTYPE_MESSAGE) invent(*m.GetReflection()->MutableMessage(&m, f), depth + 1);
      else setScalar(m, f, -1);
    }
  }
}

// As deep as the wire takes it, where a message holds its own kind.
void Mutator::nest(Message& m) {
  const auto* d = m.GetDescriptor();
  const auto* r = m.GetReflection();
  for (int i = 0; i < d->field_count(); ++i) {
    const Field* f = d->field(i);
    if (f->cpp_type() != Field::CPPTYPE_MESSAGE || f->is_map()) continue;
    for (int k = 0; k < f->message_type()->field_count(); ++k) {
      const Field* inner = f->message_type()->field(k);
      if (inner->cpp_type() != Field::CPPTYPE_MESSAGE || inner->message_type() != d) continue;
      Message* at = &m;
      for (int n = 0; n < 40; ++n) {
        Message* middle =
            f->is_repeated() ? at->GetReflection()->AddMessage(at, f) : at->GetReflection()->MutableMessage(at, f);
        at = inner->is_repeated() ? middle->GetReflection()->AddMessage(middle, inner)
                                  : middle->GetReflection()->MutableMessage(middle, inner);
      }
      return;
    }
    if (!f->is_repeated() && r->HasField(m, f)) nest(*r->MutableMessage(&m, f));
    else if (f->is_repeated() && r->FieldSize(m, f) > 0) nest(*r->MutableRepeatedMessage(&m, f, 0));
  }
}

void Mutator::mutate(Message& message) {
  if (chance(2)) nest(message);
  else if (chance(3)) invent(message);
  else mutateAt(message, 0);
}

void Mutator::damage(std::string& bytes) {
  const std::size_t at = number(bytes.size() + 1);
  switch (number(6)) {
    case 0: bytes.resize(at); break;
    case 1: bytes.insert(at, std::string(1 + number(8), static_cast<char>(random_()))); break;
    case 2:
      if (at < bytes.size()) bytes.erase(at, 1 + number(8));
      break;
    case 3:
      if (at < bytes.size()) bytes += bytes.substr(at, number(200));
      break;
    case 4:
      if (at < bytes.size()) bytes[at] = static_cast<char>(0xFF);
      break;
    default:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << number(8)));
  }
}

}  // namespace ww::fuzz
