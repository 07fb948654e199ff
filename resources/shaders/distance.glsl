// How far along the view what is in the depth of the scene is.
uniform sampler2D sceneDepth;
uniform mat4 projectionMatrix;
uniform vec2 scenePart;  // of the texture that the scene has

float distanceOf(float depth) {
  float z = 2.0 * depth - 1.0;
  return projectionMatrix[3][3] > 0.5 ? (projectionMatrix[3][2] - z) / projectionMatrix[2][2]
                                      : projectionMatrix[3][2] / (z + projectionMatrix[2][2]);
}

// Whether faces of the scene are before a point of that depth.
bool isBehind(ivec2 p, float depth) {
  float there = texelFetch(sceneDepth, ivec2((vec2(p) + 0.5) * scenePart), 0).r;
  float d = distanceOf(depth), slack = projectionMatrix[3][3] > 0.5 ? 0.002 : 0.002 * d;
  return there < depth && distanceOf(there) < d - slack;
}
