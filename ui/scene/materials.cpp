// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/materials.h"

#include <QFile>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
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
    addStates(pass, DrawState{});
    auto* colors = new q3r::QColorMask(pass);
    colors->setRedMasked(false);
    colors->setGreenMasked(false);
    colors->setBlueMasked(false);
    colors->setAlphaMasked(false);
    pass->addRenderState(colors);
    technique->addRenderPass(pass);
  }
  effect->addTechnique(technique);
  material->setEffect(effect);
  return material;
}

}  // namespace ww::ui::scene
