#version 150 core
// Matte: ambient from sky and ground, a key light from the world and a fill light from the eye, so
// that every face reads. Kinds: 1 collision shape (hatched), 2 ghost.
in vec3 worldPosition;
in vec3 worldNormal;
flat in vec4 info;
in vec4 color;

uniform vec3 eyePosition;
uniform mat4 viewMatrix;
uniform float dpr;

out vec4 fragColor;

void main() {
  vec3 n = normalize(worldNormal);
  vec3 backward = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 toEye = normalize(eyePosition - worldPosition);
  if (dot(n, toEye) < 0.0) n = -n;
  vec3 base = color.rgb * color.rgb;
  float sky = 0.5 + 0.5 * n.z;
  float key = max(dot(n, vec3(0.36, -0.48, 0.80)), 0.0);
  float fill = max(dot(n, normalize(backward + vec3(-0.25, 0.2, 0.35))), 0.0);
  vec3 light = mix(vec3(0.20, 0.19, 0.18), vec3(0.34, 0.36, 0.39), sky) +
               0.50 * key * vec3(1.0, 0.98, 0.95) + 0.26 * fill * vec3(0.95, 0.98, 1.0);
  vec3 lit = sqrt(min(base * light, vec3(1.0)));
  float alpha = color.a * info.z;
  if (info.y > 0.5 && info.y < 1.5) {
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 10.0 * dpr);
    alpha = stripe < 2.0 * dpr ? 0.85 : alpha;
  }
  lit = mix(lit, vec3(dot(lit, vec3(0.33))), 0.6 * info.w);
  fragColor = vec4(lit, alpha);
}
