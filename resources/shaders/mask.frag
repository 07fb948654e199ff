#version 150 core
// The class of a highlight, and its depth, for the outline pass.
flat in vec4 info;
out vec4 fragColor;

void main() {
  vec3 d = fract(gl_FragCoord.z * vec3(1.0, 255.0, 65025.0));
  fragColor = vec4(info.y / 8.0, d - vec3(d.yz / 255.0, 0.0));
}
