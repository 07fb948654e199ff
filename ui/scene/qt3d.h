// SPDX-License-Identifier: Apache-2.0
#pragma once
// Short names for Qt3D; its namespaces are never opened, since Qt3DCore::QTransform clashes with QTransform.
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>

namespace ww::ui::scene {
namespace q3c = Qt3DCore;
namespace q3r = Qt3DRender;
}  // namespace ww::ui::scene
