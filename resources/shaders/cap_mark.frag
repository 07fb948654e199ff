#version 150 core
// Marks where the nearest face is seen from behind, in the stencil. The side comes from the normal, since the order of
// the corners of meshes cannot be trusted.
in vec3 worldPosition;
in vec3 worldNormal;
uniform vec3 eyePosition;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
out vec4 fragColor;

void main() {
  vec3 face = cross(dFdx(worldPosition), dFdy(worldPosition));
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 toEye = projectionMatrix[3][3] > 0.5 ? backward : eyePosition - worldPosition;
  if (dot(face, toEye) < 0.0) face = -face;
  if (dot(face, worldNormal) >= 0.0) discard;
  fragColor = vec4(0.0);
}
