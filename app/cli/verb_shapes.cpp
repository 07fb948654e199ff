// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/session/collision_shapes.h"
#include "core/session/session.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

struct ShapesOptions {
  std::string file, target, kind = "hull", out;
  int pieces = 8;
  double error_mm = 1.0;
  bool save = false;
};

std::string kindNames() {
  std::string out;
  for (const geometry::CollisionKindRow& row : geometry::collisionKindRows())
    out += fmt::format("{}{}", out.empty() ? "" : ", ", row.id);
  return out;
}

Result<std::vector<session::LinkShapes>> madeShapes(const Run& run, const world::World& world,
                                                    const world::NodeRef& node, const ShapesOptions& options) {
  if (std::holds_alternative<FrameId>(node)) return frameHasNoRules(world, node);
  const auto* entity = std::get_if<EntityId>(&node);
  const auto links = session::linksWithShapes(world, objectOf(world, node), entity ? *entity : EntityId());
  if (links.empty()) return ww::fail(failures::kNoShapesSeen, {{"node", nodeArg(world, node)}});
  const geometry::CollisionWish wish{geometry::collisionKindNamed(options.kind)->kind, options.pieces,
                                     options.error_mm / 1000.0};
  std::vector<session::LinkShapes> out;
  for (const world::Entity* link : links) {
    auto shapes = session::collisionShapesOf(*link, wish, run.stop);
    if (!shapes.ok()) return Status(shapes.status()).in(link->name);
    out.push_back(std::move(shapes).value());
  }
  return out;
}

Json shapesJson(const std::vector<session::LinkShapes>& links) {
  Json out = Json::array();
  for (const session::LinkShapes& link : links) {
    out.push_back({{"link", link.link},
                   {"parts", link.parts.size()},
                   {"seen_triangles", link.seen_triangles},
                   {"collision_triangles", link.triangles},
                   {"missing_m", numberJson(link.deviation.missing_m)},
                   {"blocked_m", numberJson(link.deviation.blocked_m)}});
  }
  return out;
}

// In millimetres; less than a nanometre is what is lost by rounding.
double shownMm(double metres) { return metres < 1e-9 ? 0.0 : metres * 1000.0; }

std::string shapesText(const std::vector<session::LinkShapes>& links) {
  std::string out;
  for (const session::LinkShapes& link : links) {
    out += fmt::format("{}: {}, {} of {} seen; at most {:.3g} mm missing, {:.3g} mm blocked\n", link.link,
                       counted(link.parts.size(), "part"), counted(link.triangles, "triangle"), link.seen_triangles,
                       shownMm(link.deviation.missing_m), shownMm(link.deviation.blocked_m));
  }
  return out;
}

int shapes(Run& run, const ShapesOptions& options) {
  const std::string out = options.out.empty() ? options.file : options.out;
  const bool writes = options.save || !options.out.empty();
  std::optional<Result<Turn>> turn;
  if (writes) turn.emplace(Turn::take(run, out));
  if (turn && !turn->ok()) return fail(run, turn->status());
  int exit = kDone;
  auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  session::WorldSession session(std::move(loaded->world), run.store);
  const world::WorldPtr world = session.snapshot().world;
  const auto node = world::resolveText(*world, options.target);
  if (!node.ok()) return fail(run, node.status());
  const auto links = madeShapes(run, *world, *node, options);
  if (!links.ok()) return fail(run, links.status());
  session::CommitRequest commit;
  commit.label = "Collision shapes of " + options.target;
  commit.edits = session::setCollisionShapes(objectOf(*world, *node), *links);
  if (const auto revision = session.commit(commit); !revision.ok()) return fail(run, revision.status());
  if (writes) exit = save(run, out, *session.snapshot().world);
  if (exit != kDone) return exit;
  const Json json{{"object", world->display(world::NodeRef(objectOf(*world, *node)))},
                  {"as", std::string(geometry::collisionKindNamed(options.kind)->id)},
                  {"saved", writes},
                  {"links", shapesJson(*links)}};
  print(run, json, shapesText(*links) + (writes ? "" : "nothing saved; add --save to keep it\n"));
  return kDone;
}

std::string checkKind(const std::string& text) {
  return geometry::collisionKindNamed(text) ? std::string() : "it is one of " + kindNames();
}

}  // namespace

void addShapes(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<ShapesOptions>(app, run, "shapes", "make shapes for collision checks of visible ones", shapes);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("OBJECT", options->target, "object, or object:entity for one of its links")->required();
  sub->add_option("--as", options->kind, kindNames())->check(CLI::Validator(checkKind, "KIND"));
  sub->add_option("--pieces", options->pieces, "at most so many convex pieces (8)")->check(checkNumber);
  sub->add_option("--error", options->error_mm, "mm that the surface may move with fewer triangles (1)");
  sub->add_flag("--save", options->save, "keep it in FILE; without it, it is only measured");
  sub->add_option("--out", options->out, "save here and leave FILE alone");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
