#version 150 core
// Takes the mark away again at silhouettes: faces that are nearly seen from the side lie, pushed back by their slope,
// behind the faces that they hide.
in vec3 worldPosition;
in vec3 worldNormal;
out vec4 fragColor;
#include "behind.glsl"

void main() {
  const float kGrazing = 0.4;
  float facing = facingOf(worldPosition, worldNormal);
  if (facing < 0.0 || facing > kGrazing) discard;
  fragColor = vec4(0.0);
}
