#version 150 core
// A bevelled cube, turned as the camera is: for each pixel the half-space that bounds its ray. Colours by theme; what
// the pointer is over is marked.
in vec2 at;
uniform mat4 viewMatrix;
uniform float dpr;
uniform vec4 cubePlace;  // z: half edge in pixels
uniform vec4 cubeSpot;    // facet under the pointer
uniform vec2 cubeImage;  // half edge and reach in pixels of the texture
uniform sampler2D cubeTexture;
uniform vec3 cubeFace;
uniform vec3 cubeLine;
uniform vec3 cubeText;
uniform vec3 cubeHot;
out vec4 fragColor;

const float kBevel = 0.30;

// The name on a side, if it is one.
float inkAt(vec3 f, vec3 p) {
  float face = f.x > 0.5 ? 0.0 : f.x < -0.5 ? 1.0 : f.y > 0.5 ? 2.0 : f.y < -0.5 ? 3.0 : f.z > 0.5 ? 4.0 : 5.0;
  vec2 uv = abs(f.x) > 0.5 ? vec2(f.x * p.y, p.z)
          : abs(f.y) > 0.5 ? vec2(-f.y * p.x, p.z) : vec2(p.x, f.z * p.y);
  vec2 pixel = vec2(2.0 * face + 1.0 + uv.x, 1.0 - uv.y) * cubeImage.x;
  float ink = textureLod(cubeTexture, pixel / vec2(textureSize(cubeTexture, 0)), 0.0).r;
  return dot(f, f) < 1.5 ? ink : 0.0;
}

void main() {
  vec3 right = vec3(viewMatrix[0][0], viewMatrix[1][0], viewMatrix[2][0]);
  vec3 up = vec3(viewMatrix[0][1], viewMatrix[1][1], viewMatrix[2][1]);
  vec3 back = vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]);
  vec3 seen = right * at.x + up * at.y, facet = vec3(0.0);
  // Depths of the ray, with their slopes on the surface: where it enters (z), where it would enter the next facet, and
  // where it leaves.
  vec3 near = vec3(0.0, 0.0, 1e9), second = near, far = vec3(0.0, 0.0, -1e9);
  for (int i = 0; i < 13; ++i) {
    vec3 d = vec3(float(i % 3 - 1), float((i / 3) % 3 - 1), float(i / 9 - 1));
    if (dot(d, back) < 0.0) d = -d;
    // A facet seen from its edge is tilted a little, so that it has a slope.
    float n = dot(d, d), limit = n - (n - 1.0) * kBevel, facing = max(dot(d, back), 0.02), along = dot(d, seen);
    vec2 slope = vec2(dot(d, right), dot(d, up)) / -facing;
    vec3 front = vec3(slope, (limit - along) / facing), rear = vec3(slope, (-limit - along) / facing);
    far = rear.z > far.z ? rear : far;
    facet = front.z < near.z ? d : facet;
    second = front.z < near.z ? near : front.z < second.z ? front : second;
    near = front.z < near.z ? front : near;
  }
  float border = (near.z - far.z) / max(length(near.xy - far.xy), 1e-3) * cubePlace.z;
  float covered = clamp(border + 0.5, 0.0, 1.0);
  if (covered < 0.004) discard;
  float apart = (second.z - near.z) / max(length(second.xy - near.xy), 1e-3) * cubePlace.z;
  float line = clamp(1.2 * dpr - apart, 0.0, 1.0);
  float kind = dot(facet, facet);
  vec3 c = mix(cubeFace, cubeLine, max(0.9 * line, 0.22 * (kind - 1.0)));
  if (distance(facet, cubeSpot.xyz) < 0.1) c = mix(c, cubeHot, 0.6);
  c *= 0.68 + 0.32 * dot(normalize(facet), back);
  fragColor = vec4(mix(c, cubeText, inkAt(facet, seen + near.z * back)), covered);
}
