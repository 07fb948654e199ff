#version 150 core
in vec4 color;
in vec3 viewNormal;
in float behind;
out vec4 fragColor;

void main() {
  // What is behind must not hide what can be dragged.
  if (behind > 0.97) discard;
  float shade = 0.80 + 0.20 * abs(normalize(viewNormal).z);
  fragColor = vec4(color.rgb * shade, color.a * mix(1.0, 0.16, behind));
}
