#version 150 core
in vec4 color;
in vec3 viewNormal;
out vec4 fragColor;

void main() {
  float shade = 0.78 + 0.22 * abs(normalize(viewNormal).z);
  fragColor = vec4(color.rgb * shade, color.a);
}
