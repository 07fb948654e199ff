#version 150 core
// Edges of many meshes in one buffer, in the root frame.
in vec3 vertexPosition;
in vec4 vertexColor;

uniform mat4 viewProjectionMatrix;

out vec4 color;

void main() {
  color = vertexColor;
  gl_Position = viewProjectionMatrix * vec4(vertexPosition, 1.0);
  gl_Position.z -= 0.00012 * gl_Position.w;
}
