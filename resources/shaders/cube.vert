#version 150 core
// The square around the view cube, at a fixed place of the surface.
in vec3 vertexPosition;

uniform vec2 surfaceSize;
uniform vec4 cubePlace;  // middle x, y, half edge and reach in pixels, from the lower left

out vec2 at;  // from the middle, in half edges

void main() {
  at = vertexPosition.xy * 1.5;
  gl_Position = vec4((cubePlace.xy + at * cubePlace.z) / surfaceSize * 2.0 - 1.0, 0.0, 1.0);
}
