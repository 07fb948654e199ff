# SPDX-License-Identifier: Apache-2.0
@0xa226180714769561;
using ImageProto = import "image.capnp".ImageProto;

struct HeatmapProto {
  heatmap @0: ImageProto;
  frameName @1: Text;
  gridCellSize @2: Float32;
}
