#version 150 core
#include "before_faces.glsl"
// Edges of many meshes in one buffer, in the root frame.
in vec3 vertexPosition;
in vec4 vertexColor;

uniform vec4 sectionPlane;

out vec4 color;
out float gl_ClipDistance[1];

void main() {
  color = vec4(vertexColor.rgb, vertexColor.a * throughFloor(vertexPosition));
  gl_ClipDistance[0] = sectionPlane.w - dot(sectionPlane.xyz, vertexPosition);
  gl_Position = beforeFaces(vertexPosition);
}
