#version 150 core
in vec3 vertexPosition;
uniform vec4 rubberRect;  // pixels from the lower left: x0, y0, x1, y1
uniform vec2 surfaceSize;
out vec2 pixel;

void main() {
  pixel = mix(rubberRect.xy, rubberRect.zw, vertexPosition.xy * 0.5 + 0.5);
  gl_Position = vec4(pixel / surfaceSize * 2.0 - 1.0, 0.0, 1.0);
}
