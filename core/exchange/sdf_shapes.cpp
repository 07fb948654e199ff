// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/sdf_shapes.h"

#include "core/exchange/failures.h"
#include "intrinsic/scene/proto/v1/entity.pb.h"

namespace ww::exchange {

std::string sdfName(std::string name) {
  for (std::size_t at = name.find("::"); at != name.npos; at = name.find("::", at)) name.replace(at, 2, "__");
  // Kept by SDF: "world", and what begins and ends with two underscores.
  const bool kept = name == "world" || (name.size() >= 4 && name.starts_with("__") && name.ends_with("__"));
  return kept ? "of_" + name : name;
}

void SdfShapes::put(const Part& link, io::NameSet& names) {
  if (hasInertiaAlone(link)) losses_.add(failures::kInertiaLost, link.name);
  if (link.collisions.empty() && saysSurface(link)) losses_.add(failures::kSurfaceLost, link.name);
  inertial(link);
  pieces(link, true, names);
  pieces(link, false, names);
}

void SdfShapes::inertial(const Part& link) {
  const auto inertia = inertiaOf(link);
  if (!inertia) return;
  out_.open("inertial");
  out_.leaf("pose", poseText(inertia->link_t_com));
  out_.leaf("mass", numberText(inertia->mass_kg));
  if (inertia->is_changed) losses_.add(failures::kInertiaChanged, link.name);
  if (inertia->is_sound) {
    struct Moment {
      const char* tag;
      int row, column;
    };
    static constexpr Moment kMoments[] = {{"ixx", 0, 0}, {"ixy", 0, 1}, {"ixz", 0, 2},
                                          {"iyy", 1, 1}, {"iyz", 1, 2}, {"izz", 2, 2}};
    out_.open("inertia");
    for (const Moment& m : kMoments) out_.leaf(m.tag, numberText(inertia->about_com(m.row, m.column)));
    out_.close();
  } else if (link.physics()->has_inertia()) {
    losses_.add(failures::kInertiaLost, link.name);
  }
  out_.close();
}

void SdfShapes::pieces(const Part& link, bool visual, io::NameSet& names) {
  for (const Piece& piece : visual ? link.visuals : link.collisions) {
    const std::string base = sdfName(piece.name);
    for (const Form& f : formsOf(piece)) {
      const bool is_mesh = std::holds_alternative<MeshForm>(f.shape);
      if (is_mesh && !piece.geometry->shape.mesh && with_meshes_)
        losses_.add(failures::kShapesAsMeshes, link.name + ": " + piece.name);
      if (is_mesh && !with_meshes_) {
        losses_.add(failures::kMeshesLeftOut, link.name + ": " + piece.name);
        continue;
      }
      // Shapes to see and to collide with often have one name, which SDF does not allow.
      std::string name = names.addText(base, visual ? "visual" : "collision");
      if (!visual && name != base) name = names.addText(base + "_collision", "collision");
      form(link, piece, f, name, visual);
    }
  }
}

void SdfShapes::form(const Part& link, const Piece& piece, const Form& form, const std::string& name, bool visual) {
  out_.open(visual ? "visual" : "collision", {{"name", name}});
  out_.leaf("pose", poseText(form.link_t_form));
  geometry(form.shape, link.name + "_" + piece.name, visual && !piece.look);
  if (visual && piece.look) material(*piece.look);
  if (!visual) surface(link);
  out_.close();
}

void SdfShapes::geometry(const FormShape& shape, const std::string& wish, bool own_colors) {
  const auto radius = [&](double r) { out_.leaf("radius", numberText(r)); };
  const auto length = [&](double l) { out_.leaf("length", numberText(l)); };
  const auto around = [&](const char* tag, auto inner) {
    out_.open(tag);
    inner();
    out_.close();
  };
  out_.open("geometry");
  if (const auto* box = std::get_if<geometry::Box>(&shape))
    around("box", [&] { out_.leaf("size", vectorText(box->size)); });
  if (const auto* ball = std::get_if<geometry::Sphere>(&shape)) around("sphere", [&] { radius(ball->radius); });
  if (const auto* c = std::get_if<geometry::Cylinder>(&shape))
    around("cylinder", [&] { radius(c->radius), length(c->length); });
  if (const auto* c = std::get_if<geometry::Capsule>(&shape))
    around("capsule", [&] { radius(c->radius), length(c->length); });
  if (const auto* e = std::get_if<geometry::Ellipsoid>(&shape))
    around("ellipsoid", [&] { out_.leaf("radii", vectorText(e->radii)); });
  if (const auto* mesh = std::get_if<MeshForm>(&shape))
    around("mesh", [&] {
      out_.leaf("uri", meshes_.add(*mesh, wish, own_colors));
      if (mesh->scale != Vec3::Ones()) out_.leaf("scale", vectorText(mesh->scale));
    });
  out_.close();
}

void SdfShapes::material(const Look& look) {
  const std::string color = colorText(look.color);
  out_.open("material");
  out_.leaf("ambient", color);
  out_.leaf("diffuse", color);
  out_.open("pbr");
  out_.open("metal");
  out_.leaf("metalness", numberText(look.metalness));
  out_.leaf("roughness", numberText(look.roughness));
  out_.close();
  out_.close();
  out_.close();
}

void SdfShapes::surface(const Part& link) {
  if (!saysSurface(link)) return;
  out_.open("surface");
  friction(link);
  contact(link);
  if (link.surface.restitution_coefficient) {
    out_.open("bounce");
    out_.leaf("restitution_coefficient", numberText(*link.surface.restitution_coefficient));
    // Without it nothing that is slower than a bullet would bounce.
    out_.leaf("threshold", "0");
    out_.close();
  }
  out_.close();
}

void SdfShapes::friction(const Part& link) {
  const auto* physics = link.physics();
  const bool rubs = physics && physics->has_friction(), turns = physics && physics->has_torsional();
  if (!rubs && !turns && !link.surface.rolling_friction) return;
  out_.open("friction");
  if (rubs) {
    const auto& f = physics->friction();
    out_.open("ode");
    out_.leaf("mu", numberText(f.mu()));
    out_.leaf("mu2", numberText(f.mu2()));
    if (f.has_fdir1()) out_.leaf("fdir1", vectorText({f.fdir1().x(), f.fdir1().y(), f.fdir1().z()}));
    out_.leaf("slip1", numberText(f.slip1()));
    out_.leaf("slip2", numberText(f.slip2()));
    out_.close();
  }
  if (turns) {
    const auto& t = physics->torsional();
    out_.open("torsional");
    out_.leaf("coefficient", numberText(t.coefficient()));
    out_.leaf("use_patch_radius", t.use_patch_radius() ? "true" : "false");
    out_.leaf("patch_radius", numberText(t.patch_radius()));
    out_.leaf("surface_radius", numberText(t.surface_radius()));
    out_.close();
  }
  if (link.surface.rolling_friction) {
    out_.open("bullet");
    out_.leaf("rolling_friction", numberText(*link.surface.rolling_friction));
    out_.close();
  }
  out_.close();
}

void SdfShapes::contact(const Part& link) {
  const auto* physics = link.physics();
  const bool has_kp = physics && physics->has_contact_kp(), has_kd = physics && physics->has_contact_kd();
  const scene::SurfaceMore& more = link.surface;
  if (!has_kp && !has_kd && !more.soft_erp && !more.soft_cfm && !more.max_vel && !more.min_depth) return;
  out_.open("contact");
  out_.open("ode");
  const auto leaf = [this](const char* name, const std::optional<double>& value) {
    if (value) out_.leaf(name, numberText(*value));
  };
  leaf("soft_cfm", more.soft_cfm);
  leaf("soft_erp", more.soft_erp);
  if (has_kp) leaf("kp", physics->contact_kp());
  if (has_kd) leaf("kd", physics->contact_kd());
  leaf("max_vel", more.max_vel);
  leaf("min_depth", more.min_depth);
  out_.close();
  out_.close();
}

}  // namespace ww::exchange
