#version 150 core
#include "before_faces.glsl"
// Edges of many meshes in one buffer, in the root frame.
in vec3 vertexPosition;
in vec4 vertexColor;

out vec4 color;

void main() {
  color = vertexColor;
  gl_Position = beforeFaces(vertexPosition);
}
