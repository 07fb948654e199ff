// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/branch.h"

namespace ww::kinematics {
namespace {

Phrase shoulderOf(const IkBranch& b) {
  return b.shoulder > 0 ? phrase(WW_TEXT("Core", "shoulder right")) : phrase(WW_TEXT("Core", "shoulder left"));
}

Phrase elbowOf(const IkBranch& b) {
  return b.elbow > 0 ? phrase(WW_TEXT("Core", "elbow up")) : phrase(WW_TEXT("Core", "elbow down"));
}

Phrase wristOf(const IkBranch& b) {
  return b.wrist > 0 ? phrase(WW_TEXT("Core", "wrist not flipped")) : phrase(WW_TEXT("Core", "wrist flipped"));
}

}  // namespace

Phrase nameOf(const IkBranch& b) {
  if (b.complete()) {
    return phrase(WW_TEXT("Core", "{shoulder}, {elbow}, {wrist}"),
                  {{"shoulder", shoulderOf(b)}, {"elbow", elbowOf(b)}, {"wrist", wristOf(b)}});
  }
  if (b.wrist != 0) return wristOf(b);
  return {};
}

}  // namespace ww::kinematics
