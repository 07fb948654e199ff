#version 150 core
#include "before_faces.glsl"
in vec3 vertexPosition;
in vec4 instanceRow0;
in vec4 instanceRow1;
in vec4 instanceRow2;
in vec4 instanceColor;
in vec4 instanceInfo;

uniform vec4 sectionPlane;

out vec4 color;
out float gl_ClipDistance[1];

// Darker than the face; on what is nearly black, lighter.
vec3 edgeColor(vec3 face) {
  float high = max(face.r, max(face.g, face.b));
  return face * 0.42 + 0.36 * (1.0 - smoothstep(0.10, 0.30, high));
}

void main() {
  vec4 p = vec4(vertexPosition, 1.0);
  vec3 world = vec3(dot(instanceRow0, p), dot(instanceRow1, p), dot(instanceRow2, p));
  vec3 base = instanceColor.a < 0.0 ? vec3(0.3) : edgeColor(instanceColor.rgb);
  color = vec4(base, 0.85 * instanceInfo.z * throughFloor(world));
  gl_ClipDistance[0] = sectionPlane.w - dot(sectionPlane.xyz, world);
  gl_Position = beforeFaces(world);
}
