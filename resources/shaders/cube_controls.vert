#version 150 core
// The square of all that belongs to the view cube.
in vec3 vertexPosition;

uniform vec2 surfaceSize;
uniform vec4 cubePlace;  // middle x, y, half edge and reach in pixels, from the lower left

out vec2 at;  // from the middle, in reaches

void main() {
  at = vertexPosition.xy;
  gl_Position = vec4((cubePlace.xy + at * cubePlace.w) / surfaceSize * 2.0 - 1.0, 0.0, 1.0);
}
