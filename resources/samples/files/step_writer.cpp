// SPDX-License-Identifier: Apache-2.0
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <Standard_Failure.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <XCAFApp_Application.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax2.hxx>
#include <gp_Trsf.hxx>

#include "resources/samples/files/writers.h"

namespace ww::samples::files {
namespace {

TopoDS_Shape bore(const TopoDS_Shape& body, double x, double y, double radius) {
  return BRepAlgoAPI_Cut(body, BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(x, y, -1), gp::DZ()), radius, 200).Shape())
      .Shape();
}

// 120 x 80 x 12 mm, four bores of 9 mm and one of 20 mm.
TopoDS_Shape plate() {
  TopoDS_Shape body = BRepPrimAPI_MakeBox(gp_Pnt(-60, -40, 0), 120, 80, 12).Shape();
  for (const double x : {-48.0, 48.0}) {
    for (const double y : {-28.0, 28.0}) body = bore(body, x, y, 4.5);
  }
  return bore(body, 0, 0, 10);
}

// An L with a bore of 8 mm in its foot.
TopoDS_Shape clamp() {
  const TopoDS_Shape foot = BRepPrimAPI_MakeBox(gp_Pnt(-12, -10, 0), 24, 20, 8).Shape();
  const TopoDS_Shape wall = BRepPrimAPI_MakeBox(gp_Pnt(4, -10, 0), 8, 20, 30).Shape();
  return bore(BRepAlgoAPI_Fuse(foot, wall).Shape(), -4, 0, 4);
}

// 20 mm across, 40 mm long, with a head.
TopoDS_Shape pin() {
  const TopoDS_Shape shank = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, 0), gp::DZ()), 9.9, 40).Shape();
  const TopoDS_Shape head = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, 40), gp::DZ()), 14, 6).Shape();
  return BRepAlgoAPI_Fuse(shank, head).Shape();
}

class Assembly {
 public:
  Assembly() {
    XCAFApp_Application::GetApplication()->NewDocument("MDTV-XCAF", document_);
    shapes_ = XCAFDoc_DocumentTool::ShapeTool(document_->Main());
    colors_ = XCAFDoc_DocumentTool::ColorTool(document_->Main());
    root_ = shapes_->NewShape();
    TDataStd_Name::Set(root_, "clamp_station");
  }

  TDF_Label part(const TopoDS_Shape& shape, const char* name, const Quantity_Color& color) {
    const TDF_Label label = shapes_->AddShape(shape, false);
    TDataStd_Name::Set(label, name);
    colors_->SetColor(label, color, XCAFDoc_ColorSurf);
    return label;
  }

  void place(const TDF_Label& part, const char* name, const gp_Vec& at, double turn_deg) {
    gp_Trsf turn, move;
    turn.SetRotation(gp::OZ(), turn_deg * M_PI / 180.0);
    move.SetTranslation(at);
    TDataStd_Name::Set(shapes_->AddComponent(root_, part, TopLoc_Location(move * turn)), name);
  }

  bool write(const std::string& path) {
    shapes_->UpdateAssemblies();
    Interface_Static::SetCVal("write.step.schema", "AP214IS");
    Interface_Static::SetCVal("write.step.unit", "MM");
    STEPCAFControl_Writer writer;
    writer.SetColorMode(true);
    writer.SetNameMode(true);
    return writer.Transfer(document_, STEPControl_AsIs) && writer.Write(path.c_str()) == IFSelect_RetDone;
  }

 private:
  Handle(TDocStd_Document) document_;
  Handle(XCAFDoc_ShapeTool) shapes_;
  Handle(XCAFDoc_ColorTool) colors_;
  TDF_Label root_;
};

Quantity_Color srgb(double r, double g, double b) { return {r, g, b, Quantity_TOC_sRGB}; }

}  // namespace

bool writeStep(const std::string& path) {
  try {
    Message::DefaultMessenger()->ChangePrinters().Clear();
    Assembly assembly;
    const TDF_Label plate_label = assembly.part(plate(), "plate", srgb(0.71, 0.74, 0.78));
    const TDF_Label clamp_label = assembly.part(clamp(), "clamp", srgb(0.23, 0.56, 0.58));
    const TDF_Label pin_label = assembly.part(pin(), "pin", srgb(0.82, 0.66, 0.36));
    assembly.place(plate_label, "plate_1", gp_Vec(0, 0, 0), 0);
    assembly.place(clamp_label, "clamp_left", gp_Vec(-35, 0, 12), 180);
    assembly.place(clamp_label, "clamp_right", gp_Vec(35, 0, 12), 0);
    assembly.place(pin_label, "pin_1", gp_Vec(0, 0, 0), 0);
    return assembly.write(path);
  } catch (const Standard_Failure&) {
    return false;
  }
}

}  // namespace ww::samples::files
