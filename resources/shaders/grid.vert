#version 150 core
in vec3 vertexPosition;
uniform mat4 viewProjectionMatrix;
uniform float floorHeight;
uniform vec4 gridPlace;  // centre x, y; half size; fade distance
out vec2 p;

void main() {
  p = gridPlace.xy + vertexPosition.xy * gridPlace.z;
  gl_Position = viewProjectionMatrix * vec4(p, floorHeight, 1.0);
}
