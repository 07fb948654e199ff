// SPDX-License-Identifier: Apache-2.0
#include <APIHeaderSection_MakeHeader.hxx>
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <Interface_Static.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TCollection_HAsciiString.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <cstdio>
#include <gp_Ax2.hxx>
#include <string>

// Draws the sample CAD files. Lengths in millimetres, z up, on their origin.
namespace {

// A part of the document, to be placed any number of times.
struct Library {
  Handle(XCAFDoc_ShapeTool) shapes;
  Handle(XCAFDoc_ColorTool) colors;

  TDF_Label part(const TopoDS_Shape& shape, const char* name, const Quantity_Color& color) const {
    const TDF_Label label = shapes->AddShape(shape, Standard_False);
    TDataStd_Name::Set(label, name);
    colors->SetColor(label, color, XCAFDoc_ColorSurf);
    return label;
  }

  void place(const TDF_Label& assembly, const TDF_Label& part, const std::string& name, const gp_Vec& at) const {
    gp_Trsf transform;
    transform.SetTranslation(at);
    const TDF_Label component = shapes->AddComponent(assembly, part, TopLoc_Location(transform));
    TDataStd_Name::Set(component, name.c_str());
  }
};

TopoDS_Shape box(double x, double y, double z, double sx, double sy, double sz) {
  return BRepPrimAPI_MakeBox(gp_Pnt(x, y, z), sx, sy, sz).Shape();
}

TopoDS_Shape cylinder(const gp_Pnt& base, const gp_Dir& axis, double radius, double height) {
  return BRepPrimAPI_MakeCylinder(gp_Ax2(base, axis), radius, height).Shape();
}

constexpr double kThick = 12.0, kHoleX = 30.0, kHoleY = 28.0;

TopoDS_Shape plate() {
  TopoDS_Shape shape = box(-60, -40, 0, 120, 80, kThick);
  for (const double x : {-kHoleX + 15, kHoleX + 15}) {
    for (const double y : {-kHoleY, kHoleY}) {
      shape = BRepAlgoAPI_Cut(shape, cylinder({x, y, 0}, gp::DZ(), 4.5, kThick)).Shape();
    }
  }
  return shape;
}

TopoDS_Shape upright() {
  const TopoDS_Shape wall = box(-60, -40, kThick, kThick, 80, 90);
  return BRepAlgoAPI_Cut(wall, cylinder({-60, 0, 62}, gp::DX(), 20, kThick)).Shape();
}

TopoDS_Shape bolt() {
  const TopoDS_Shape head = cylinder({0, 0, kThick}, gp::DZ(), 6.5, 8);
  const TopoDS_Shape shank = cylinder({0, 0, 0}, gp::DZ(), 4, kThick);
  const TopoDS_Shape socket = BRepPrimAPI_MakeCylinder(gp_Ax2({0, 0, kThick + 4}, gp::DZ()), 3, 4).Shape();
  return BRepAlgoAPI_Cut(BRepAlgoAPI_Fuse(shank, head), socket).Shape();
}

void drawBracket(const Library& library) {
  const TDF_Label assembly = library.shapes->NewShape();
  TDataStd_Name::Set(assembly, "bracket");
  const Quantity_Color steel(0.62, 0.65, 0.70, Quantity_TOC_sRGB), blue(0.18, 0.42, 0.72, Quantity_TOC_sRGB),
      black(0.16, 0.16, 0.18, Quantity_TOC_sRGB);
  library.place(assembly, library.part(plate(), "plate", steel), "plate", {0, 0, 0});
  library.place(assembly, library.part(upright(), "upright", blue), "upright", {0, 0, 0});
  const TDF_Label screw = library.part(bolt(), "bolt", black);
  int number = 0;
  for (const double x : {-kHoleX + 15, kHoleX + 15}) {
    for (const double y : {-kHoleY, kHoleY})
      library.place(assembly, screw, "bolt_" + std::to_string(++number), {x, y, 0});
  }
  library.shapes->UpdateAssemblies();
}

// The same bytes each time: no date of today, no name of a machine.
void setHeader(STEPCAFControl_Writer& writer, const char* name) {
  APIHeaderSection_MakeHeader header(writer.ChangeWriter().Model());
  header.SetName(new TCollection_HAsciiString(name));
  header.SetTimeStamp(new TCollection_HAsciiString("2026-01-01T00:00:00"));
  header.SetAuthorValue(1, new TCollection_HAsciiString("Worldwright"));
  header.SetOrganizationValue(1, new TCollection_HAsciiString("Worldwright"));
}

bool write(const Handle(TDocStd_Document) & document, const std::string& path, const char* name) {
  STEPCAFControl_Writer writer;
  Interface_Static::SetCVal("write.step.schema", "AP214IS");
  Interface_Static::SetCVal("write.step.unit", "MM");
  if (!writer.Transfer(document, STEPControl_AsIs)) return false;
  setHeader(writer, name);
  return writer.Write(path.c_str()) == IFSelect_RetDone;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_models FOLDER\n");
    return 2;
  }
  Handle(TDocStd_Document) document;
  XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document);
  const Library library{XCAFDoc_DocumentTool::ShapeTool(document->Main()),
                        XCAFDoc_DocumentTool::ColorTool(document->Main())};
  drawBracket(library);
  if (!write(document, std::string(argv[1]) + "/bracket.step", "bracket.step")) {
    std::fprintf(stderr, "error: cannot write to %s\n", argv[1]);
    return 1;
  }
  return 0;
}
