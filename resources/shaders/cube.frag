#version 150 core
in vec2 uv;
in vec3 viewNormal;
flat in float hot;
uniform sampler2D cubeTexture;
uniform vec3 cubeHot;
out vec4 fragColor;

void main() {
  vec3 n = normalize(viewNormal);
  if (n.z <= 0.0) discard;
  vec4 t = texture(cubeTexture, uv);
  vec3 c = mix(t.rgb, cubeHot, 0.55 * hot);
  fragColor = vec4(c * (0.74 + 0.26 * n.z), 1.0);
}
