#version 150 core
in vec3 vertexPosition;
uniform vec4 outlineRect;  // in normalised device coordinates: x0, y0, x1, y1

void main() {
  vec2 t = vertexPosition.xy * 0.5 + 0.5;
  gl_Position = vec4(mix(outlineRect.xy, outlineRect.zw, t), 0.0, 1.0);
}
