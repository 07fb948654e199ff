#version 150 core
// The class of a highlight, for the outline pass.
flat in vec4 info;
out vec4 fragColor;

void main() { fragColor = vec4(info.y / 8.0, 0.0, 0.0, 1.0); }
