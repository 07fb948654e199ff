// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/batch.h"

#include <QVector3D>
#include <Qt3DCore/QTransform>
#include <algorithm>

namespace ww::ui::scene {

void setMatrix(InstanceData& data, const Eigen::Affine3d& root_t_local) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) data.rows[r][c] = static_cast<float>(root_t_local.matrix()(r, c));
}

InstanceData makeInstance(const Eigen::Affine3d& root_t_local) {
  InstanceData data{{}, {0, 0, 0, -1}, {0, 0, 1, 0}};
  setMatrix(data, root_t_local);
  return data;
}

void DirtyRows::add(std::size_t from, std::size_t to) {
  constexpr std::size_t kMostSpans = 8;
  if (from >= to) return;
  if (!spans_.empty() && from <= spans_.back().second && to >= spans_.back().first) {
    spans_.back() = {std::min(from, spans_.back().first), std::max(to, spans_.back().second)};
    return;
  }
  spans_.emplace_back(from, to);
  if (spans_.size() <= kMostSpans) return;
  for (const auto& span : spans_) {
    from = std::min(from, span.first);
    to = std::max(to, span.second);
  }
  spans_ = {{from, to}};
}

std::size_t DirtyRows::send(q3c::QBuffer& buffer, const void* rows, std::size_t row_bytes, std::size_t count,
                            std::size_t& room) {
  if (spans_.empty()) return 0;
  const auto bytes = [&](std::size_t from, std::size_t to) {
    return QByteArray(static_cast<const char*>(rows) + from * row_bytes,
                      static_cast<qsizetype>((to - from) * row_bytes));
  };
  std::size_t sent = 0;
  if (count > room || room == 0) {
    // Room to grow, so that adding one by one does not send everything each time.
    QByteArray all = bytes(0, count);
    room = std::max<std::size_t>(count + count / 4, 4);
    all.resize(static_cast<qsizetype>(room * row_bytes));
    buffer.setData(all);
    sent = static_cast<std::size_t>(all.size());
    spans_.clear();
  }
  for (const auto& [from, end] : spans_) {
    const std::size_t to = std::min(end, count);
    if (from >= to) continue;  // rows that have gone since
    const QByteArray part = bytes(from, to);
    buffer.updateData(static_cast<int>(from * row_bytes), part);
    sent += static_cast<std::size_t>(part.size());
  }
  spans_.clear();
  return sent;
}

InstanceBuffer::InstanceBuffer(q3c::QNode* parent) : buffer_(new q3c::QBuffer(parent)) {
  buffer_->setUsage(q3c::QBuffer::DynamicDraw);
}

InstanceBuffer::~InstanceBuffer() { delete buffer_; }

std::size_t InstanceBuffer::add(const InstanceData& data) {
  data_.push_back(data);
  set(data_.size() - 1, data);
  return data_.size() - 1;
}

void InstanceBuffer::set(std::size_t i, const InstanceData& data) {
  data_[i] = data;
  dirty_.add(i, i + 1);
}

void InstanceBuffer::removeSwap(std::size_t i) {
  if (i + 1 != data_.size()) set(i, data_.back());
  data_.pop_back();
}

void InstanceBuffer::assign(std::vector<InstanceData> data) {
  data_ = std::move(data);
  if (!data_.empty()) dirty_.add(0, data_.size());
}

std::size_t InstanceBuffer::flush() {
  return dirty_.send(*buffer_, data_.data(), sizeof(InstanceData), data_.size(), sent_);
}

q3c::QAttribute* addAttribute(q3c::QGeometry* geometry, const QString& name, q3c::QBuffer* buffer, unsigned size,
                              unsigned count, unsigned stride, unsigned offset, unsigned divisor) {
  auto* attribute = new q3c::QAttribute(geometry);
  attribute->setName(name);
  attribute->setBuffer(buffer);
  attribute->setAttributeType(q3c::QAttribute::VertexAttribute);
  attribute->setVertexBaseType(q3c::QAttribute::Float);
  attribute->setVertexSize(size);
  attribute->setCount(count);
  attribute->setByteStride(stride);
  attribute->setByteOffset(offset);
  attribute->setDivisor(divisor);
  geometry->addAttribute(attribute);
  return attribute;
}

void addQuad(q3c::QGeometry* geometry) {
  static const float corners[] = {-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0};
  auto* buffer = new q3c::QBuffer(geometry);
  buffer->setData(QByteArray(reinterpret_cast<const char*>(corners), sizeof corners));
  addAttribute(geometry, QStringLiteral("vertexPosition"), buffer, 3, 4, 12, 0);
}

void skipBounds(q3r::QGeometryRenderer* renderer) {
  renderer->setMinPoint(QVector3D(-1, -1, -1));
  renderer->setMaxPoint(QVector3D(1, 1, 1));
}

namespace {

void addInstanceAttributes(q3c::QGeometry* geometry, q3c::QBuffer* buffer) {
  const QString names[] = {QStringLiteral("instanceRow0"), QStringLiteral("instanceRow1"),
                           QStringLiteral("instanceRow2"), QStringLiteral("instanceColor"),
                           QStringLiteral("instanceInfo")};
  for (unsigned i = 0; i < 5; ++i) addAttribute(geometry, names[i], buffer, 4, 1, sizeof(InstanceData), 16 * i, 1);
}

void addTriangles(q3c::QGeometry* geometry, const GpuMesh& mesh) {
  constexpr unsigned kStride = 28;
  addAttribute(geometry, QStringLiteral("vertexPosition"), mesh.vertices, 3, mesh.vertex_count, kStride, 0);
  addAttribute(geometry, QStringLiteral("vertexNormal"), mesh.vertices, 3, mesh.vertex_count, kStride, 12);
  auto* color = addAttribute(geometry, QStringLiteral("vertexColor"), mesh.vertices, 4, mesh.vertex_count, kStride, 24);
  color->setVertexBaseType(q3c::QAttribute::UnsignedByte);
  auto* index = new q3c::QAttribute(geometry);
  index->setAttributeType(q3c::QAttribute::IndexAttribute);
  index->setVertexBaseType(q3c::QAttribute::UnsignedInt);
  index->setBuffer(mesh.indices);
  index->setCount(mesh.index_count);
  geometry->addAttribute(index);
}

}  // namespace

Batch::Batch(const GpuMesh& mesh, What what, InstanceBuffer& instances, q3r::QMaterial* material,
             const std::vector<q3r::QLayer*>& layers, q3c::QNode* parent)
    : instances_(instances), entity_(new q3c::QEntity(parent)), renderer_(new q3r::QGeometryRenderer(entity_)) {
  auto* geometry = new q3c::QGeometry(renderer_);
  if (what == What::kTriangles) {
    addTriangles(geometry, mesh);
  } else {
    addAttribute(geometry, QStringLiteral("vertexPosition"), mesh.edges, 3, mesh.edge_vertex_count, 12, 0);
  }
  addInstanceAttributes(geometry, instances.buffer());
  renderer_->setGeometry(geometry);
  shapes_.emplace_back(&mesh, geometry);
  renderer_->setPrimitiveType(what == What::kTriangles ? q3r::QGeometryRenderer::Triangles
                                                       : q3r::QGeometryRenderer::Lines);
  if (what == What::kEdges) renderer_->setVertexCount(static_cast<int>(mesh.edge_vertex_count));
  skipBounds(renderer_);
  entity_->addComponent(renderer_);
  entity_->addComponent(material);
  for (auto* layer : layers) entity_->addComponent(layer);
  update();
}

Batch::~Batch() { delete entity_; }

void Batch::update() {
  const bool draw = enabled_ && instances_.size() > 0;
  if (draw) renderer_->setInstanceCount(static_cast<int>(instances_.size()));
  entity_->setEnabled(draw);
}

// Shaders place instances by their rows: the transform of the entity moves nothing but what Qt3D sorts by.
void Batch::setBox(const Bounds& box) {
  auto* place = entity_->componentsOfType<q3c::QTransform>().value(0);
  if (!place) {
    place = new q3c::QTransform(entity_);
    entity_->addComponent(place);
  }
  const Vec3 c = box.center();
  place->setTranslation(QVector3D(static_cast<float>(c.x()), static_cast<float>(c.y()), static_cast<float>(c.z())));
}

void Batch::show(const GpuMesh& mesh) {
  auto found = std::find_if(shapes_.begin(), shapes_.end(), [&](const auto& s) { return s.first == &mesh; });
  if (found == shapes_.end()) {
    auto* geometry = new q3c::QGeometry(renderer_);
    addTriangles(geometry, mesh);
    addInstanceAttributes(geometry, instances_.buffer());
    found = shapes_.insert(shapes_.end(), {&mesh, geometry});
  }
  if (renderer_->geometry() != found->second) renderer_->setGeometry(found->second);
}

void Batch::setEnabled(bool on) {
  enabled_ = on;
  update();
}

}  // namespace ww::ui::scene
