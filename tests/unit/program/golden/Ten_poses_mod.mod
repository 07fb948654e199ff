MODULE Ten_poses_mod
  ! Robot: arm. Millimetres, degrees, w first.
  TASK PERS tooldata tool:=[TRUE,[[0.000,0.000,150.000],[1.000000000,0.000000000,0.000000000,0.000000000]],[0.001,[0,0,0.001],[1,0,0,0],0,0,0]];
  TASK PERS wobjdata base:=[FALSE,TRUE,"",[[100.000,0.000,0.000],[1.000000000,0.000000000,0.000000000,0.000000000]],[[0,0,0],[1,0,0,0]]];
  CONST jointtarget start:=[[0.0000,-90.0000,90.0000,0.0000,45.0000,0.0000],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p1:=[[500.000,0.000,400.000],[1.000000000,0.000000000,0.000000000,0.000000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p2:=[[400.000,-200.000,300.000],[0.000000000,1.000000000,0.000000000,0.000000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p3:=[[300.000,300.000,250.000],[0.707106781,0.000000000,0.000000000,0.707106781],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p4:=[[450.000,100.000,350.000],[0.707106781,0.000000000,0.707106781,0.000000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p5:=[[450.000,-100.000,350.000],[0.683012702,0.183012702,-0.683012702,0.183012702],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p6:=[[123.456,-654.321,200.000],[0.000008727,0.000000000,0.600000000,0.800000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p7:=[[-200.000,350.000,500.000],[0.500000000,0.500000000,0.500000000,0.500000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p8:=[[200.000,350.000,500.000],[0.000000000,0.707106781,0.707106781,0.000000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p9:=[[0.400,-0.400,1000.000],[0.000000000,0.000000000,0.000000000,1.000000000],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST robtarget p10:=[[-500.000,-250.000,125.000],[0.951548525,0.239298338,0.189307857,0.038134576],[0,0,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]];
  CONST speeddata speed:=[250.000,500,5000,1000];

  PROC Ten_poses()
    ! start
    MoveAbsJ start,vmax,fine,tool\WObj:=base;
    ! p1
    MoveL p1,speed,fine,tool\WObj:=base;
    ! p2
    MoveL p2,speed,fine,tool\WObj:=base;
    ! p3
    MoveL p3,speed,fine,tool\WObj:=base;
    ! p4
    MoveL p4,speed,fine,tool\WObj:=base;
    ! p5
    MoveL p5,speed,fine,tool\WObj:=base;
    ! p6
    MoveL p6,speed,fine,tool\WObj:=base;
    ! p7
    MoveL p7,speed,fine,tool\WObj:=base;
    ! p8
    MoveL p8,speed,fine,tool\WObj:=base;
    ! p9
    MoveL p9,speed,fine,tool\WObj:=base;
    ! p10
    MoveL p10,speed,fine,tool\WObj:=base;
  ENDPROC
ENDMODULE
