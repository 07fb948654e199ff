// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/shape_words.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/session/collision_shapes.h"
#include "core/session/session.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

struct ShapesOptions {
  std::string file, target, out;
  ShapeWords shape{"hull", {}, {}};
  bool save = false;
};

// To take shapes away nothing has to be seen.
Result<std::vector<session::LinkShapes>> withoutShapes(const world::World& world, const world::NodeRef& node,
                                                       EntityId entity) {
  std::vector<session::LinkShapes> out;
  for (const auto& one : world.peek(objectOf(world, node))->entities) {
    const bool has_any = !one->visual.empty() || !one->collision.empty();
    if (!has_any || (entity && one->id != entity)) continue;
    out.push_back({one->name, {}, session::seenMesh(*one).triangles.size(), 0, {}});
  }
  if (out.empty()) return ww::fail(failures::kNoShapesAtAll, {{"node", cli::nodeArg(world, node)}});
  return out;
}

Result<std::vector<session::LinkShapes>> madeShapes(const Run& run, const world::World& world,
                                                    const world::NodeRef& node, const ShapesOptions& options) {
  if (std::holds_alternative<FrameId>(node)) return frameHasNoShape(world, node);
  const auto* entity = std::get_if<EntityId>(&node);
  if (geometry::collisionKindNamed(options.shape.kind)->id == std::string_view("none"))
    return withoutShapes(world, node, entity ? *entity : EntityId());
  const auto links = session::linksWithShapes(world, objectOf(world, node), entity ? *entity : EntityId());
  if (links.empty()) return ww::fail(failures::kNoShapesSeen, {{"node", cli::nodeArg(world, node)}});
  const geometry::CollisionWish wish = wishOf(options.shape);
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
                   {"missing_m", link.parts.empty() ? Json(nullptr) : numberJson(link.deviation.missing_m)},
                   {"blocked_m", numberJson(link.deviation.blocked_m)},
                   {"missing_found_m", link.parts.empty() ? Json(nullptr) : numberJson(link.deviation.missing_found_m)},
                   {"blocked_found_m", numberJson(link.deviation.blocked_found_m)}});
  }
  return out;
}

std::string shapesText(const std::vector<session::LinkShapes>& links) {
  std::string out;
  for (const session::LinkShapes& link : links) {
    if (link.parts.empty()) continue;
    out += fmt::format("{}: {}; {}\n", link.link, checkedWords(link.parts.size(), link.triangles, link.seen_triangles),
                       deviationWords(link.deviation));
  }
  return out;
}

// Of those that get no shape: all that is seen is missing, which is no distance.
Diagnostics nothingChecked(const world::World& world, const ShapesOptions& options, const world::NodeRef& node,
                           const std::vector<session::LinkShapes>& links, bool saved) {
  const bool none = std::ranges::all_of(links, [](const session::LinkShapes& link) { return link.parts.empty(); });
  if (!none) return {};
  return {findingOf(ww::fail(failures::kNothingChecked,
                             {{"node", cli::nodeArg(world, node)},
                              {"when", arg::Words{saved ? "now" : "then"}},
                              {"path", arg::Name{saved && !options.out.empty() ? options.out : options.file}}}))};
}

int shapes(Run& run, const ShapesOptions& options) {
  if (const Status s = checkShapeWords(options.shape, "--as"); !s.ok()) return failUsage(run, s);
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
  Json json{{"object", world->display(world::NodeRef(objectOf(*world, *node)))},
            {"as", std::string(geometry::collisionKindNamed(options.shape.kind)->id)},
            {"saved", writes},
            {"links", shapesJson(*links)}};
  const Diagnostics odd = nothingChecked(*world, options, *node, *links, writes);
  warnOf(run, odd);
  addNotes(run, json, odd);
  print(run, json, shapesText(*links) + (writes ? "" : "nothing saved; add --save to keep it\n"));
  return kDone;
}

}  // namespace

void addShapes(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<ShapesOptions>(app, run, "shapes", "make shapes for collision checks of visible ones", shapes);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("OBJECT", options->target, "object, or object:entity for one of its links")->required();
  sub->add_option("--as", options->shape.kind, kindNames())->check([](const std::string& text) {
    return checkKind(text);
  });
  sub->add_option("--pieces,--hulls", options->shape.pieces, "at most so many convex pieces (8)")
      ->check(between(1, geometry::kMostPieces));
  sub->add_option("--error", options->shape.error_mm, "mm that the surface may move with fewer triangles (1)")
      ->check(checkError);
  sub->add_flag("--save", options->save, "keep it in FILE; without it, it is only measured");
  sub->add_option("--out", options->out, "save here and leave FILE alone");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
