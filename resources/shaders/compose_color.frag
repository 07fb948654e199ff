#version 150 core
// As compose_plain.frag, without the depth: to write that takes longer than all the rest.
uniform sampler2D sceneColor;
uniform vec2 scenePart;
out vec4 fragColor;

void main() {
  vec2 size = vec2(textureSize(sceneColor, 0)), at = gl_FragCoord.xy * scenePart;
  fragColor = vec4(texture(sceneColor, min(at, size * scenePart - 0.5) / size).rgb, 1.0);
}
