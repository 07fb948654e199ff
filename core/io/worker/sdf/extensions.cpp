// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/extensions.h"

#include <algorithm>
#include <array>
#include <sdf/Element.hh>
#include <set>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::string_view kExtension = "intrinsic:";
// Those that joints are read with.
constexpr std::array<std::string_view, 2> kRead = {"intrinsic:acceleration", "intrinsic:jerk"};
constexpr int kDeepest = 100;

class Walk {
 public:
  Walk(const IncludeResolver& includes, Reporter& report) : includes_(includes), report_(report) {}

  void run(const sdf::ElementPtr& element, const std::string& owner, int depth) {
    for (sdf::ElementPtr e = element->GetFirstElement(); e && depth < kDeepest; e = e->GetNextElement()) {
      const std::string name = e->GetName();
      if (name.starts_with(kExtension)) tell(e, owner);
      else run(e, e->HasAttribute("name") ? e->Get<std::string>("name") : owner, depth + 1);
    }
  }

 private:
  void tell(const sdf::ElementPtr& element, const std::string& owner) {
    const std::string name = element->GetName();
    if (std::ranges::find(kRead, name) != kRead.end() || !told_.insert(name).second) return;
    const arg::Place place = includes_.placeOf(element);
    report_.warn("sdf-extension",
                 fail(failures::kSdfExtension, {{"owner", arg::Name{cleanUtf8(owner, 200)}},
                                                {"element", arg::Words{cleanUtf8(name, 80)}},
                                                {"place", place}}),
                 cleanUtf8(owner, 200));
  }

  const IncludeResolver& includes_;
  Reporter& report_;
  std::set<std::string> told_;
};

}  // namespace

void warnOfExtensions(const sdf::Model& model, const IncludeResolver& includes, Reporter& report) {
  if (model.Element()) Walk(includes, report).run(model.Element(), model.Name(), 0);
}

}  // namespace ww::io::worker
