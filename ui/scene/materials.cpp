// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/materials.h"

#include <QFile>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QClipPlane>
#include <Qt3DRender/QColorMask>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QFilterKey>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QPolygonOffset>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QStencilOperation>
#include <Qt3DRender/QStencilOperationArguments>
#include <Qt3DRender/QStencilTest>
#include <Qt3DRender/QStencilTestArguments>
#include <Qt3DRender/QTechnique>

static void initShaderResources() { Q_INIT_RESOURCE(scene_shaders); }

namespace ww::ui::scene {
namespace {

QByteArray shaderText(const QString& name) {
  QFile file(QStringLiteral(":/shaders/") + name);
  const bool open = file.open(QIODevice::ReadOnly);
  Q_ASSERT_X(open, "shaderText", qPrintable(name));
  QByteArray text = open ? file.readAll() : QByteArray();
  // GLSL has no includes of its own.
  static const QByteArray kInclude("#include \"");
  for (qsizetype at = text.indexOf(kInclude); at >= 0; at = text.indexOf(kInclude)) {
    const qsizetype from = at + kInclude.size(), to = text.indexOf('"', from);
    text.replace(at, to + 1 - at, shaderText(QString::fromLatin1(text.mid(from, to - from))));
  }
  return text;
}

void addStencil(q3r::QRenderPass* pass, Stencil stencil) {
  if (stencil == Stencil::kNone) return;
  using Test = q3r::QStencilTestArguments;
  using Operation = q3r::QStencilOperationArguments;
  auto* test = new q3r::QStencilTest(pass);
  auto* operation = new q3r::QStencilOperation(pass);
  const bool marks = stencil != Stencil::kWhereMarked;
  for (Test* side : {test->front(), test->back()}) {
    side->setStencilFunction(marks ? Test::Always : Test::Equal);
    side->setReferenceValue(stencil == Stencil::kUnmarks ? 0 : 1);
    side->setComparisonMask(0xff);
  }
  for (Operation* side : {operation->front(), operation->back()}) {
    side->setStencilTestFailureOperation(Operation::Keep);
    side->setDepthTestFailureOperation(Operation::Keep);
    side->setAllTestsPassOperation(marks ? Operation::Replace : Operation::Keep);
  }
  pass->addRenderState(test);
  pass->addRenderState(operation);
}

// Meshes and their edges end at the section plane.
void addClipping(q3r::QRenderPass* pass, const QString& vertex) {
  if (vertex != QLatin1String("mesh.vert") && vertex != QLatin1String("shadow.vert") &&
      !vertex.startsWith(QLatin1String("edge")))
    return;
  auto* clip = new q3r::QClipPlane(pass);
  clip->setPlaneIndex(0);
  pass->addRenderState(clip);
}

void addStates(q3r::QRenderPass* pass, const DrawState& state) {
  auto* depth = new q3r::QDepthTest(pass);
  depth->setDepthFunction(state.depth_test ? q3r::QDepthTest::LessOrEqual : q3r::QDepthTest::Always);
  pass->addRenderState(depth);
  auto* cull = new q3r::QCullFace(pass);
  cull->setMode(state.cull_back ? q3r::QCullFace::Back : q3r::QCullFace::NoCulling);
  pass->addRenderState(cull);
  if (!state.depth_write) pass->addRenderState(new q3r::QNoDepthMask(pass));
  if (state.push_back > 0) {
    auto* offset = new q3r::QPolygonOffset(pass);
    offset->setScaleFactor(state.push_back);
    offset->setDepthSteps(state.push_back);
    pass->addRenderState(offset);
  }
  if (!state.color_write) {
    auto* mask = new q3r::QColorMask(pass);
    for (const auto set : {&q3r::QColorMask::setRedMasked, &q3r::QColorMask::setGreenMasked,
                           &q3r::QColorMask::setBlueMasked, &q3r::QColorMask::setAlphaMasked})
      (mask->*set)(false);
    pass->addRenderState(mask);
  }
  addStencil(pass, state.stencil);
  if (!state.blend) return;
  auto* blend = new q3r::QBlendEquationArguments(pass);
  blend->setSourceRgb(q3r::QBlendEquationArguments::SourceAlpha);
  blend->setDestinationRgb(q3r::QBlendEquationArguments::OneMinusSourceAlpha);
  blend->setSourceAlpha(q3r::QBlendEquationArguments::One);
  blend->setDestinationAlpha(q3r::QBlendEquationArguments::OneMinusSourceAlpha);
  pass->addRenderState(blend);
  pass->addRenderState(new q3r::QBlendEquation(pass));
}

q3r::QRenderPass* makePass(const QString& vertex, const QString& fragment, const QString& name, q3c::QNode* parent) {
  auto* program = new q3r::QShaderProgram;
  program->setVertexShaderCode(shaderText(vertex));
  program->setFragmentShaderCode(shaderText(fragment));
  auto* pass = new q3r::QRenderPass(parent);
  pass->setShaderProgram(program);
  auto* key = new q3r::QFilterKey(pass);
  key->setName(QStringLiteral("pass"));
  key->setValue(name);
  pass->addFilterKey(key);
  addClipping(pass, vertex);
  return pass;
}

}  // namespace

q3r::QMaterial* makeMaterial(const QString& vertex, const QString& fragment, const DrawState& state, q3c::QNode* parent,
                             unsigned also) {
  initShaderResources();
  auto* material = new q3r::QMaterial(parent);
  auto* effect = new q3r::QEffect(material);
  auto* technique = new q3r::QTechnique(effect);
  technique->graphicsApiFilter()->setApi(q3r::QGraphicsApiFilter::OpenGL);
  technique->graphicsApiFilter()->setProfile(q3r::QGraphicsApiFilter::CoreProfile);
  technique->graphicsApiFilter()->setMajorVersion(3);
  technique->graphicsApiFilter()->setMinorVersion(2);
  auto* forward = makePass(vertex, fragment, QStringLiteral("forward"), technique);
  addStates(forward, state);
  technique->addRenderPass(forward);
  if (also & kIdsPass) {
    auto* pass = makePass(vertex, QStringLiteral("ids.frag"), QStringLiteral("ids"), technique);
    addStates(pass, DrawState{});
    technique->addRenderPass(pass);
  }
  if (also & kCapPass) {
    DrawState marks;
    marks.depth_write = marks.color_write = false;
    marks.push_back = state.push_back;  // the same depth as before
    marks.stencil = Stencil::kMarks;
    auto* cap = makePass(vertex, QStringLiteral("cap_mark.frag"), QStringLiteral("cap"), technique);
    addStates(cap, marks);
    technique->addRenderPass(cap);
    marks.push_back = 0.0f;
    marks.stencil = Stencil::kUnmarks;
    auto* uncap = makePass(vertex, QStringLiteral("cap_unmark.frag"), QStringLiteral("uncap"), technique);
    addStates(uncap, marks);
    technique->addRenderPass(uncap);
  }
  if (also & kShadowPass) {
    auto* pass =
        makePass(QStringLiteral("shadow.vert"), QStringLiteral("shadow.frag"), QStringLiteral("shadow"), technique);
    DrawState shadow;
    shadow.push_back = 2.0f;
    addStates(pass, shadow);
    technique->addRenderPass(pass);
  }
  if (also & kDepthPass) {
    auto* pass = makePass(vertex, QStringLiteral("shadow.frag"), QStringLiteral("depth"), technique);
    DrawState depth;
    depth.color_write = false;
    addStates(pass, depth);
    technique->addRenderPass(pass);
  }
  effect->addTechnique(technique);
  material->setEffect(effect);
  return material;
}

void setCulled(q3r::QMaterial* material, bool on) {
  const auto* forward = material->effect()->techniques().constFirst()->renderPasses().constFirst();
  for (auto* state : forward->renderStates())
    if (auto* cull = qobject_cast<q3r::QCullFace*>(state))
      cull->setMode(on ? q3r::QCullFace::Back : q3r::QCullFace::NoCulling);
}

}  // namespace ww::ui::scene
