#version 150 core
// Marks where the nearest face is seen from behind, in the stencil. The side comes from the normal, since the order of
// the corners of meshes cannot be trusted.
in vec3 worldPosition;
in vec3 worldNormal;
uniform vec3 eyePosition;
out vec4 fragColor;

void main() {
  vec3 face = cross(dFdx(worldPosition), dFdy(worldPosition));
  if (dot(face, eyePosition - worldPosition) < 0.0) face = -face;
  if (dot(face, worldNormal) >= 0.0) discard;
  fragColor = vec4(0.0);
}
