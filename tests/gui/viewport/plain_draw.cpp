// SPDX-License-Identifier: Apache-2.0
#include "plain_draw.h"

#include <QMatrix4x4>
#include <QOffscreenSurface>
#include <QOpenGLBuffer>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QOpenGLFramebufferObject>
#include <QOpenGLShaderProgram>
#include <QOpenGLVertexArrayObject>
#include <algorithm>
#include <limits>
#include <memory>

#include "bare_view.h"
#include "core/geometry/normals.h"

namespace ww::test {
namespace {

constexpr const char* kVertex = R"(#version 150 core
in vec3 position; in vec3 normal; in vec3 place;
uniform mat4 camera;
out vec3 n;
void main() { n = normal; gl_Position = camera * vec4(position + place, 1.0); })";
constexpr const char* kFragment = R"(#version 150 core
in vec3 n; out vec4 color;
void main() { color = vec4(vec3(0.2 + 0.8 * max(dot(normalize(n), vec3(0.36, -0.48, 0.8)), 0.0)), 1.0); })";

// One geometry with its instances, on the card.
struct Call {
  QOpenGLVertexArrayObject array;
  QOpenGLBuffer vertices{QOpenGLBuffer::VertexBuffer}, places{QOpenGLBuffer::VertexBuffer},
      indices{QOpenGLBuffer::IndexBuffer};
  int index_count = 0, instances = 0;
};

void fill(QOpenGLBuffer& buffer, const std::vector<float>& data) {
  buffer.create();
  buffer.bind();
  buffer.allocate(data.data(), static_cast<int>(data.size() * sizeof(float)));
}

std::unique_ptr<Call> makeCall(const PlainBatch& batch, QOpenGLExtraFunctions& gl) {
  auto call = std::make_unique<Call>();
  const geometry::Mesh mesh = geometry::computeNormals(*batch.mesh);
  std::vector<float> vertices, places;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    for (int k = 0; k < 3; ++k) vertices.push_back(static_cast<float>(mesh.vertices[i][k]));
    for (int k = 0; k < 3; ++k) vertices.push_back(mesh.normals[i][k]);
  }
  for (const Vec3& p : batch.places)
    for (int k = 0; k < 3; ++k) places.push_back(static_cast<float>(p[k]));
  call->array.create();
  call->array.bind();
  fill(call->vertices, vertices);
  for (unsigned i = 0; i < 2; ++i) {
    gl.glEnableVertexAttribArray(i);
    gl.glVertexAttribPointer(i, 3, GL_FLOAT, GL_FALSE, 24, reinterpret_cast<const void*>(std::uintptr_t{12 * i}));
  }
  fill(call->places, places);
  gl.glEnableVertexAttribArray(2);
  gl.glVertexAttribPointer(2, 3, GL_FLOAT, GL_FALSE, 12, nullptr);
  gl.glVertexAttribDivisor(2, 1);
  call->indices.create();
  call->indices.bind();
  call->indices.allocate(mesh.triangles.data(), static_cast<int>(mesh.triangles.size() * sizeof(geometry::Triangle)));
  call->array.release();
  call->index_count = static_cast<int>(3 * mesh.triangles.size());
  call->instances = static_cast<int>(batch.places.size());
  return call;
}

QMatrix4x4 cameraFor(const std::vector<PlainBatch>& batches, QSize size) {
  Bounds all;
  for (const PlainBatch& b : batches)
    for (const Vec3& p : b.places) all.add(p);
  const Vec3 middle = all.center();
  const double away = 1.2 * std::max(1.0, all.size().norm());
  const auto vec = [](const Vec3& v) {
    return QVector3D(static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()));
  };
  QMatrix4x4 camera;
  camera.perspective(40.0f, static_cast<float>(size.width()) / static_cast<float>(size.height()), 0.02f, 200.0f);
  camera.lookAt(vec(middle + away * Vec3(0.8, 0, 0.6)), vec(middle), QVector3D(0, 0, 1));
  return camera;
}

}  // namespace

double plainFrameCpuMs(const std::vector<PlainBatch>& batches, QSize size, int frames) {
  QOpenGLContext context;
  QOffscreenSurface surface;
  surface.create();
  if (!context.create() || !context.makeCurrent(&surface)) return 0.0;
  auto& gl = *context.extraFunctions();
  QOpenGLShaderProgram program;
  program.addShaderFromSourceCode(QOpenGLShader::Vertex, kVertex);
  program.addShaderFromSourceCode(QOpenGLShader::Fragment, kFragment);
  program.bindAttributeLocation("position", 0);
  program.bindAttributeLocation("normal", 1);
  program.bindAttributeLocation("place", 2);
  if (!program.link() || !program.bind()) return 0.0;
  QOpenGLFramebufferObject target(size, QOpenGLFramebufferObject::Depth);
  target.bind();
  std::vector<std::unique_ptr<Call>> calls;
  for (const PlainBatch& batch : batches) calls.push_back(makeCall(batch, gl));
  gl.glViewport(0, 0, size.width(), size.height());
  gl.glEnable(GL_DEPTH_TEST);
  const QMatrix4x4 camera = cameraFor(batches, size);
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < frames; ++i) {
    const double before = processCpuMs();
    gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    program.setUniformValue("camera", camera);
    for (const auto& call : calls) {
      call->array.bind();
      gl.glDrawElementsInstanced(GL_TRIANGLES, call->index_count, GL_UNSIGNED_INT, nullptr, call->instances);
    }
    gl.glFinish();
    least = std::min(least, processCpuMs() - before);
  }
  calls.clear();
  target.release();
  program.release();
  context.doneCurrent();
  return least;
}

}  // namespace ww::test
