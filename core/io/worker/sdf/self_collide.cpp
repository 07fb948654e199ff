// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sdf/self_collide.h"

#include <sdf/Element.hh>
#include <sdf/Link.hh>

#include "core/io/worker/sdf/sdf_parts.h"
#include "core/io/worker/sdf/sdf_text.h"

namespace ww::io::worker {
namespace {

void readLinks(const sdf::Model& model, const std::string& scope, bool of_all, Model& out) {
  for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
    const sdf::Link& link = *model.LinkByIndex(i);
    const bool own = isSaid(link.Element(), "self_collide");
    const bool collides = own ? link.Element()->Get<bool>("self_collide") : model.SelfCollide();
    if (collides != of_all) out.self_collide[joined(scope + link.Name())] = collides;
  }
  for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
    const sdf::Model& inner = *model.ModelByIndex(i);
    readLinks(inner, scope + inner.Name() + "::", of_all, out);
  }
}

}  // namespace

void readSelfCollide(const sdf::Model& model, Model& out) {
  out.self_collide[std::string()] = model.SelfCollide();
  readLinks(model, {}, model.SelfCollide(), out);
}

}  // namespace ww::io::worker
