// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/io/sample_files.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "tests/contract/io/bytes.h"

namespace samples {
namespace {

std::string triangleBuffer() {
  std::string out;
  for (const float v : {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 2.0f, 0.0f}) put(out, v);
  for (const std::uint16_t i : {0, 1, 2, 0}) put(out, i);
  return out;
}

std::string gltfJson(const std::string& uri) {
  return fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],
"nodes":[{{"name":"left","mesh":0}},{{"name":"right","mesh":0,"translation":[5,0,0]}}],
"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":0}}]}}],
"materials":[{{"name":"green","pbrMetallicRoughness":{{"baseColorFactor":[0,1,0,1]}}}}],
"buffers":[{{{}"byteLength":44}}],
"bufferViews":[{{"buffer":0,"byteLength":36,"target":34962}},{{"buffer":0,"byteOffset":36,"byteLength":6,"target":34963}}],
"accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,2,0]}},
{{"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}}]}})",
                     uri);
}

}  // namespace

std::string stlText() {
  const char* corners[4] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  std::string out = "solid tetrahedron\n";
  for (const auto& f : faces) {
    out += fmt::format("facet normal 0 0 0\n outer loop\n  vertex {}\n  vertex {}\n  vertex {}\n endloop\nendfacet\n",
                       corners[f[0]], corners[f[1]], corners[f[2]]);
  }
  return out + "endsolid tetrahedron\n";
}

std::string stlBinary(const std::string& header) {
  std::string out = header;
  out.resize(80, '\0');
  put(out, std::uint32_t{2});
  const float triangles[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 1}};  // the second is degenerate
  for (const auto& t : triangles) {
    for (int i = 0; i < 3; ++i) put(out, 0.0f);
    for (const float v : t) put(out, v);
    put(out, std::uint16_t{0});
  }
  return out;
}

std::string obj() { return "mtllib square.mtl\no plate\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nusemtl red\nf 1 2 3 4\n"; }
std::string mtl() { return "newmtl red\nKd 1 0 0\nd 1\n"; }

std::string ply() {
  return "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
         "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
}

std::string gltf() {
  return gltfJson("\"uri\":\"data:application/octet-stream;base64," + base64(triangleBuffer()) + "\",");
}

std::string glb() {
  std::string json = gltfJson("");
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const std::string bin = triangleBuffer();
  std::string out = "glTF";
  put(out, std::uint32_t{2});
  put(out, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + bin.size()));
  put(out, static_cast<std::uint32_t>(json.size()));
  out += "JSON" + json;
  put(out, static_cast<std::uint32_t>(bin.size()));
  out += std::string("BIN\0", 4) + bin;
  return out;
}

std::string dae(const std::string& up, double metres) {
  return fmt::format(
      R"(<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter="{}"/><up_axis>{}</up_axis></asset>
<library_geometries><geometry id="g" name="tri"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#pa" count="3" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="n"><translate>10 0 0</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)",
      metres, up);
}

std::string urdf() {
  return R"(<robot name="two arm"><material name="blue"><color rgba="0 0 1 1"/></material>
<link name="base"><visual><geometry><box size="1 2 3"/></geometry><material name="blue"/></visual>
 <inertial><origin xyz="0 0 0.5"/><mass value="4"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/></inertial></link>
<link name="arm"><visual><origin xyz="0 0 1"/><geometry><mesh filename="package://two_arm/meshes/Tetra.stl" scale="0.001 0.001 0.001"/></geometry></visual>
 <collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision>
 <visual><geometry><mesh filename="missing.stl"/></geometry></visual></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/>
 <axis xyz="0 0 2"/><limit lower="0.5" upper="1.5" velocity="2" effort="7"/></joint></robot>)";
}

std::string sdf() {
  return R"(<?xml version="1.0"?><sdf version="1.9"><model name="lift"><pose>0 0 4 0 0 0</pose><static>true</static>
<link name="foot"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
 <visual name="v"><pose>0 0 1 0 0 0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry><material><diffuse>1 0 0 1</diffuse></material></visual>
 <sensor name="eye" type="camera"><pose>0 0 2 0 0 0</pose><camera><horizontal_fov>1</horizontal_fov><image><width>320</width><height>240</height></image><clip><near>0.1</near><far>9</far></clip></camera></sensor></link>
<link name="head"><pose>0 0 2 0 0 0</pose></link>
<frame name="grip" attached_to="head"><pose>0 0 0.25 0 0 0</pose></frame>
<joint name="slide" type="prismatic"><pose>0 0 -1 0 0 0</pose><parent>foot</parent><child>head</child>
 <axis><xyz>0 0 1</xyz><limit><lower>0</lower><upper>0.8</upper><velocity>0.5</velocity></limit></axis></joint>
</model></sdf>)";
}

namespace {

// Writes the entities of a STEP file and hands out their numbers.
class StepWriter {
 public:
  std::string add(const std::string& body) {
    const std::string id = fmt::format("#{}", ++last_);
    text_ += id + "=" + body + ";\n";
    return id;
  }
  std::string point(double x, double y, double z) {
    return add(fmt::format("CARTESIAN_POINT('',({:.6f},{:.6f},{:.6f}))", x, y, z));
  }
  std::string direction(const std::array<double, 3>& d) {
    return add(fmt::format("DIRECTION('',({:.1f},{:.1f},{:.1f}))", d[0], d[1], d[2]));
  }
  std::string placement(const std::string& at, const std::array<double, 3>& z, const std::array<double, 3>& x) {
    return add(fmt::format("AXIS2_PLACEMENT_3D('',{},{},{})", at, direction(z), direction(x)));
  }
  std::string file() const {
    return "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('a','2024-01-01T00:00:00',(''),(''),'','',"
           "'');\n"
           "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n" +
           text_ + "ENDSEC;\nEND-ISO-10303-21;\n";
  }

 private:
  int last_ = 0;
  std::string text_;
};

// A box as a solid with one corner at the origin.
std::string stepBox(StepWriter& w, double sx, double sy, double sz) {
  std::array<std::string, 8> points, vertices;
  const auto at = [&](int i, int axis) {
    return (i >> axis & 1) ? std::array{sx, sy, sz}[static_cast<std::size_t>(axis)] : 0.0;
  };
  for (int i = 0; i < 8; ++i) {
    points[static_cast<std::size_t>(i)] = w.point(at(i, 0), at(i, 1), at(i, 2));
    vertices[static_cast<std::size_t>(i)] =
        w.add(fmt::format("VERTEX_POINT('',{})", points[static_cast<std::size_t>(i)]));
  }
  std::string edges[8][8];
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < 8; ++i) {
      if (i >> axis & 1) continue;
      const int j = i | 1 << axis;
      std::array<double, 3> d{};
      d[static_cast<std::size_t>(axis)] = 1;
      const std::string line = w.add(fmt::format("LINE('',{},{})", points[static_cast<std::size_t>(i)],
                                                 w.add(fmt::format("VECTOR('',{},1.)", w.direction(d)))));
      edges[i][j] = w.add(fmt::format("EDGE_CURVE('',{},{},{},.T.)", vertices[static_cast<std::size_t>(i)],
                                      vertices[static_cast<std::size_t>(j)], line));
    }
  }
  // Corners counter-clockwise seen from outside.
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  const std::array<double, 3> normals[6] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
  std::string list;
  for (int f = 0; f < 6; ++f) {
    std::string loop;
    for (int k = 0; k < 4; ++k) {
      const int a = faces[f][k], b = faces[f][(k + 1) % 4];
      loop += (k ? "," : "") + w.add(fmt::format("ORIENTED_EDGE('',*,*,{},.{}.)", edges[std::min(a, b)][std::max(a, b)],
                                                 a < b ? "T" : "F"));
    }
    const std::array<double, 3> x = f < 2 ? std::array<double, 3>{1, 0, 0} : std::array<double, 3>{0, 0, 1};
    const std::string plane =
        w.add(fmt::format("PLANE('',{})", w.placement(points[static_cast<std::size_t>(faces[f][0])], normals[f], x)));
    const std::string bound =
        w.add(fmt::format("FACE_OUTER_BOUND('',{},.T.)", w.add(fmt::format("EDGE_LOOP('',({}))", loop))));
    list += (f ? "," : "") + w.add(fmt::format("ADVANCED_FACE('',({}),{},.T.)", bound, plane));
  }
  return w.add(fmt::format("MANIFOLD_SOLID_BREP('',{})", w.add(fmt::format("CLOSED_SHELL('',({}))", list))));
}

std::string stepContext(StepWriter& w, const std::string& unit) {
  const std::string mm = w.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
  std::string length = mm;
  if (unit == "in") {
    const std::string measure = w.add(fmt::format("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{})", mm));
    length = w.add(fmt::format("(CONVERSION_BASED_UNIT('INCH',{})LENGTH_UNIT()NAMED_UNIT({}))", measure,
                               w.add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)")));
  }
  const std::string angle = w.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
  const std::string solid = w.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
  const std::string uncertainty = w.add(
      fmt::format("UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-7),{},'distance_accuracy_value','')", length));
  return w.add(
      fmt::format("(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({}))GLOBAL_UNIT_ASSIGNED_"
                  "CONTEXT(({},{},{}))REPRESENTATION_CONTEXT('',''))",
                  uncertainty, length, angle, solid));
}

struct StepProduct {
  std::string definition, shape;
};

StepProduct stepProduct(StepWriter& w, const std::string& name, const std::string& application) {
  const std::string product = w.add(fmt::format(
      "PRODUCT('{0}','{0}','',({1}))", name, w.add(fmt::format("PRODUCT_CONTEXT('',{},'mechanical')", application))));
  const std::string formation = w.add(fmt::format("PRODUCT_DEFINITION_FORMATION('','',{})", product));
  StepProduct out;
  out.definition =
      w.add(fmt::format("PRODUCT_DEFINITION('design','',{},{})", formation,
                        w.add(fmt::format("PRODUCT_DEFINITION_CONTEXT('part definition',{},'design')", application))));
  out.shape = w.add(fmt::format("PRODUCT_DEFINITION_SHAPE('','',{})", out.definition));
  return out;
}

void stepInstance(StepWriter& w, int number, const StepProduct& assembly, const StepProduct& part,
                  const std::string& assembly_shape, const std::string& part_shape, const std::string& origin,
                  const std::string& target) {
  const std::string usage = w.add(
      fmt::format("NEXT_ASSEMBLY_USAGE_OCCURRENCE('{}','','',{},{},$)", number, assembly.definition, part.definition));
  const std::string shape = w.add(fmt::format("PRODUCT_DEFINITION_SHAPE('','',{})", usage));
  const std::string transform = w.add(fmt::format("ITEM_DEFINED_TRANSFORMATION('','',{},{})", origin, target));
  const std::string relation =
      w.add(fmt::format("(REPRESENTATION_RELATIONSHIP('','',{},{})REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION({})"
                        "SHAPE_REPRESENTATION_RELATIONSHIP())",
                        part_shape, assembly_shape, transform));
  w.add(fmt::format("CONTEXT_DEPENDENT_SHAPE_REPRESENTATION({},{})", relation, shape));
}

void stepColor(StepWriter& w, const std::string& item, const std::string& context) {
  const std::string color = w.add("COLOUR_RGB('',0.,0.,1.)");
  const std::string fill =
      w.add(fmt::format("FILL_AREA_STYLE('',({}))", w.add(fmt::format("FILL_AREA_STYLE_COLOUR('',{})", color))));
  const std::string side =
      w.add(fmt::format("SURFACE_SIDE_STYLE('',({}))", w.add(fmt::format("SURFACE_STYLE_FILL_AREA({})", fill))));
  const std::string style = w.add(
      fmt::format("PRESENTATION_STYLE_ASSIGNMENT(({}))", w.add(fmt::format("SURFACE_STYLE_USAGE(.BOTH.,{})", side))));
  w.add(fmt::format("MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({}),{})",
                    w.add(fmt::format("STYLED_ITEM('',({}),{})", style, item)), context));
}

}  // namespace

std::string sdfWorld(int models, const std::string& more) {
  const std::string shape = "<geometry><box><size>1 1 1</size></box></geometry>";
  std::string out = "<sdf version='1.9'><world name='w'>\n";
  for (int i = 0; i < models; ++i) {
    const std::string n = std::to_string(i);
    out += "<model name='m" + n + "'><pose>" + n + " 0 0 0 0 0</pose><link name='l'><visual name='v'>" + shape +
           "</visual><collision name='c'>" + shape + "</collision></link></model>\n";
  }
  return out + more + "</world></sdf>\n";
}

std::string stepAssembly(const std::string& unit) {
  StepWriter w;
  const std::string application = w.add("APPLICATION_CONTEXT('automotive design')");
  const std::string context = stepContext(w, unit);
  const std::string solid = stepBox(w, 10, 20, 30);
  const std::string origin = w.placement(w.point(0, 0, 0), {0, 0, 1}, {1, 0, 0});
  const std::string second = w.placement(w.point(100, 0, 0), {0, 0, 1}, {0, 1, 0});
  const StepProduct part = stepProduct(w, "block", application), assembly = stepProduct(w, "pair", application);
  const std::string part_shape =
      w.add(fmt::format("ADVANCED_BREP_SHAPE_REPRESENTATION('',({},{}),{})", origin, solid, context));
  const std::string assembly_shape = w.add(fmt::format("SHAPE_REPRESENTATION('',({},{}),{})", origin, second, context));
  w.add(fmt::format("SHAPE_DEFINITION_REPRESENTATION({},{})", part.shape, part_shape));
  w.add(fmt::format("SHAPE_DEFINITION_REPRESENTATION({},{})", assembly.shape, assembly_shape));
  stepInstance(w, 1, assembly, part, assembly_shape, part_shape, origin, origin);
  stepInstance(w, 2, assembly, part, assembly_shape, part_shape, origin, second);
  stepColor(w, solid, context);
  return w.file();
}

namespace {

std::uint32_t crc32(const std::string& s) {
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const char c : s) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ ((crc & 1) ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

}  // namespace

std::string zip(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out, directory;
  for (const auto& [name, data] : entries) {
    std::string fields;  // common to both headers: version, flags (UTF-8), stored, time, date, crc, sizes, name, extra
    for (const std::uint16_t v : {20, 0x800, 0, 0, 0x21}) put(fields, v);
    put(fields, crc32(data));
    put(fields, static_cast<std::uint32_t>(data.size()));
    put(fields, static_cast<std::uint32_t>(data.size()));
    put(fields, static_cast<std::uint16_t>(name.size()));
    put(fields, std::uint16_t{0});
    directory += std::string("PK\1\2\x14\0", 6) + fields;
    for (const std::uint16_t v : {0, 0, 0}) put(directory, v);
    put(directory, std::uint32_t{0});
    put(directory, static_cast<std::uint32_t>(out.size()));
    directory += name;
    out += std::string("PK\3\4", 4) + fields + name + data;
  }
  const auto start = static_cast<std::uint32_t>(out.size());
  out += directory + std::string("PK\5\6\0\0\0\0", 8);
  put(out, static_cast<std::uint16_t>(entries.size()));
  put(out, static_cast<std::uint16_t>(entries.size()));
  put(out, static_cast<std::uint32_t>(directory.size()));
  put(out, start);
  put(out, std::uint16_t{0});
  return out;
}

}  // namespace samples
