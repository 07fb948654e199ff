// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/collision/rules/rules.h"

namespace ww::collision {

// What is done about a pair and why, for people: "robot:link_6 is not checked against fixture:fixture
// (rule 0)". Rules bear the index that `won_by` and `key` have.
Phrase ruleSentence(const std::string& a, const std::string& b, const Explanation& why);

// All that rules say about an object, or about one entity of it, in such sentences. Pairs of whole objects
// that are treated alike are one sentence, and so are neighbouring links of an object.
struct RuleSentences {
  std::vector<Phrase> sentences;
  bool complete = true;  // false: there were more pairs than `most_pairs`
};
RuleSentences ruleSentences(const world::World& world, const world::NodeRef& node, int most_pairs);

}  // namespace ww::collision
