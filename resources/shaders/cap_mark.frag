#version 150 core
// Marks where the nearest face is seen from behind, in the stencil.
in vec3 worldPosition;
in vec3 worldNormal;
out vec4 fragColor;
#include "behind.glsl"

void main() {
  if (facingOf(worldPosition, worldNormal) >= 0.0) discard;
  fragColor = vec4(0.0);
}
