// Distances along the view from the depth of the scene, in pixels of it. The floor counts as a surface.
uniform sampler2D sceneDepth;
uniform mat4 projectionMatrix;
uniform mat4 viewMatrix;
uniform float floorHeight;

vec2 onPlane(ivec2 p) {
  vec2 ndc = (vec2(p) + 0.5) / vec2(textureSize(sceneDepth, 0)) * 2.0 - 1.0;
  return (ndc + projectionMatrix[2].xy - projectionMatrix[3].xy) /
         vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
}

vec3 placeAt(ivec2 pixel) {
  ivec2 p = clamp(pixel, ivec2(0), textureSize(sceneDepth, 0) - 1);
  bool ortho = projectionMatrix[3][3] > 0.5;
  float z = 2.0 * texelFetch(sceneDepth, p, 0).r - 1.0;
  float depth = ortho ? (projectionMatrix[3][2] - z) / projectionMatrix[2][2]
                      : projectionMatrix[3][2] / (z + projectionMatrix[2][2]);
  vec2 xy = onPlane(p);
  vec3 from = ortho ? vec3(xy, 0.0) : vec3(0.0), dir = ortho ? vec3(0.0, 0.0, -1.0) : vec3(xy, -1.0);
  vec3 up = viewMatrix[2].xyz;
  float down = dot(up, dir), above = dot(up, from - viewMatrix[3].xyz) - floorHeight;
  if (above > 0.0 && down < 0.0) depth = min(depth, -above / down);
  return from + depth * dir;
}
