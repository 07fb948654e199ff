// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/convert.h"

namespace ww::ros1 {
namespace v1 = worldwright::v1;
namespace {

template <typename Messages>
void writeAll(const Messages& messages, Writer& out) {
  out.u32(static_cast<std::uint32_t>(messages.size()));
  for (const auto& message : messages) write(message, out);
}

}  // namespace

void read(Reader& in, intrinsic_proto::Vector3* out) {
  out->set_x(in.f64());
  out->set_y(in.f64());
  out->set_z(in.f64());
}

void read(Reader& in, intrinsic_proto::Pose* out) {
  out->mutable_position()->set_x(in.f64());
  out->mutable_position()->set_y(in.f64());
  out->mutable_position()->set_z(in.f64());
  intrinsic_proto::Quaternion q;
  q.set_x(in.f64());
  q.set_y(in.f64());
  q.set_z(in.f64());
  q.set_w(in.f64());
  const bool is_none = q.x() == 0.0 && q.y() == 0.0 && q.z() == 0.0 && q.w() == 0.0;
  if (is_none) q.set_w(1.0);
  *out->mutable_orientation() = q;
}

void read(Reader& in, v1::Twist* out) {
  read(in, out->mutable_linear());
  read(in, out->mutable_angular());
}

void read(Reader& in, v1::Wrench* out) {
  read(in, out->mutable_force());
  read(in, out->mutable_torque());
}

void read(Reader& in, v1::OdePhysics* out) {
  out->set_auto_disable_bodies(in.boolean());
  out->set_sor_pgs_precon_iters(in.u32());
  out->set_sor_pgs_iters(in.u32());
  out->set_sor_pgs_w(in.f64());
  out->set_sor_pgs_rms_error_tol(in.f64());
  out->set_contact_surface_layer(in.f64());
  out->set_contact_max_correcting_vel(in.f64());
  out->set_cfm(in.f64());
  out->set_erp(in.f64());
  out->set_max_contacts(in.u32());
}

void read(Reader& in, v1::LinkProperties* out) {
  read(in, out->mutable_com());
  out->set_gravity_mode(in.boolean());
  out->set_mass(in.f64());
  out->set_ixx(in.f64());
  out->set_ixy(in.f64());
  out->set_ixz(in.f64());
  out->set_iyy(in.f64());
  out->set_iyz(in.f64());
  out->set_izz(in.f64());
}

void read(Reader& in, v1::EntityState* out) {
  out->set_name(in.text());
  read(in, out->mutable_pose());
  read(in, out->mutable_twist());
  out->set_reference_frame(in.text());
}

void write(const intrinsic_proto::Vector3& value, Writer& out) {
  out.f64(value.x());
  out.f64(value.y());
  out.f64(value.z());
}

void write(const intrinsic_proto::Pose& value, Writer& out) {
  out.f64(value.position().x());
  out.f64(value.position().y());
  out.f64(value.position().z());
  out.f64(value.orientation().x());
  out.f64(value.orientation().y());
  out.f64(value.orientation().z());
  out.f64(value.orientation().w());
}

void write(const v1::Twist& value, Writer& out) {
  write(value.linear(), out);
  write(value.angular(), out);
}

void write(const v1::Wrench& value, Writer& out) {
  write(value.force(), out);
  write(value.torque(), out);
}

void write(const v1::OdePhysics& value, Writer& out) {
  out.boolean(value.auto_disable_bodies());
  out.u32(value.sor_pgs_precon_iters());
  out.u32(value.sor_pgs_iters());
  out.f64(value.sor_pgs_w());
  out.f64(value.sor_pgs_rms_error_tol());
  out.f64(value.contact_surface_layer());
  out.f64(value.contact_max_correcting_vel());
  out.f64(value.cfm());
  out.f64(value.erp());
  out.u32(value.max_contacts());
}

void write(const v1::LinkProperties& value, Writer& out) {
  write(value.com(), out);
  out.boolean(value.gravity_mode());
  for (const double number :
       {value.mass(), value.ixx(), value.ixy(), value.ixz(), value.iyy(), value.iyz(), value.izz()})
    out.f64(number);
}

void write(const v1::EntityState& value, Writer& out) {
  out.text(value.name());
  write(value.pose(), out);
  write(value.twist(), out);
  out.text(value.reference_frame());
}

void write(const v1::ContactState& value, Writer& out) {
  out.text(value.info());
  out.text(value.collision1_name());
  out.text(value.collision2_name());
  writeAll(value.wrenches(), out);
  write(value.total_wrench(), out);
  writeAll(value.contact_positions(), out);
  writeAll(value.contact_normals(), out);
  out.numbers(value.depths());
}

void write(const Header& value, Writer& out) {
  out.u32(value.seq);
  out.time(value.stamp);
  out.text(value.frame_id);
}

}  // namespace ww::ros1
