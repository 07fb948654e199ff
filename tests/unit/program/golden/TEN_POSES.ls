/PROG  TEN_POSES
/ATTR
OWNER		= MNEDITOR;
COMMENT		= "Ten poses";
PROG_SIZE	= 0;
VERSION		= 0;
LINE_COUNT	= 20;
MEMORY_SIZE	= 0;
PROTECT		= READ_WRITE;
TCD:  STACK_SIZE	= 0,
      TASK_PRIORITY	= 50,
      TIME_SLICE	= 0,
      BUSY_LAMP_OFF	= 0,
      ABORT_REQUEST	= 0,
      PAUSE_REQUEST	= 0;
DEFAULT_GROUP	= 1,*,*,*,*;
CONTROL_CODE	= 00000000 00000000;
/MN
   1:  !Robot: arm ;
   2:  !UT1 X=0.000 Y=0.000 ;
   3:  !UT1 Z=150.000 W=0.0000 ;
   4:  !UT1 P=0.0000 R=0.0000 ;
   5:  !UF1 X=100.000 Y=0.000 ;
   6:  !UF1 Z=0.000 W=0.0000 ;
   7:  !UF1 P=0.0000 R=0.0000 ;
   8:  UFRAME_NUM=1 ;
   9:  UTOOL_NUM=1 ;
  10:J P[1:start] 100% FINE ;
  11:L P[2:p1] 250mm/sec FINE ;
  12:L P[3:p2] 250mm/sec FINE ;
  13:L P[4:p3] 250mm/sec FINE ;
  14:L P[5:p4] 250mm/sec FINE ;
  15:L P[6:p5] 250mm/sec FINE ;
  16:L P[7:p6] 250mm/sec FINE ;
  17:L P[8:p7] 250mm/sec FINE ;
  18:L P[9:p8] 250mm/sec FINE ;
  19:L P[10:p9] 250mm/sec FINE ;
  20:L P[11:p10] 250mm/sec FINE ;
/POS
P[1:"start"]{
   GP1:
	UF : 1, UT : 1,	
	J1=    0.0000 deg,	J2=  -90.0000 deg,	J3=   90.0000 deg,
	J4=    0.0000 deg,	J5=   45.0000 deg,	J6=    0.0000 deg
};
P[2:"p1"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   500.000  mm,	Y =     0.000  mm,	Z =   400.000  mm,
	W =    0.0000 deg,	P =    0.0000 deg,	R =    0.0000 deg
};
P[3:"p2"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   400.000  mm,	Y =  -200.000  mm,	Z =   300.000  mm,
	W =  180.0000 deg,	P =    0.0000 deg,	R =    0.0000 deg
};
P[4:"p3"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   300.000  mm,	Y =   300.000  mm,	Z =   250.000  mm,
	W =    0.0000 deg,	P =    0.0000 deg,	R =   90.0000 deg
};
P[5:"p4"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   450.000  mm,	Y =   100.000  mm,	Z =   350.000  mm,
	W =    0.0000 deg,	P =   90.0000 deg,	R =    0.0000 deg
};
P[6:"p5"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   450.000  mm,	Y =  -100.000  mm,	Z =   350.000  mm,
	W =    0.0000 deg,	P =  -90.0000 deg,	R =   30.0000 deg
};
P[7:"p6"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   123.456  mm,	Y =  -654.321  mm,	Z =   200.000  mm,
	W =   73.7398 deg,	P =    0.0006 deg,	R =  179.9992 deg
};
P[8:"p7"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =  -200.000  mm,	Y =   350.000  mm,	Z =   500.000  mm,
	W =   90.0000 deg,	P =    0.0000 deg,	R =   90.0000 deg
};
P[9:"p8"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =   200.000  mm,	Y =   350.000  mm,	Z =   500.000  mm,
	W =  180.0000 deg,	P =    0.0000 deg,	R =   90.0000 deg
};
P[10:"p9"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =     0.400  mm,	Y =    -0.400  mm,	Z =  1000.000  mm,
	W =    0.0000 deg,	P =    0.0000 deg,	R =  180.0000 deg
};
P[11:"p10"]{
   GP1:
	UF : 1, UT : 1,		CONFIG : 'F U T, 0, 0, 0',
	X =  -500.000  mm,	Y =  -250.000  mm,	Z =   125.000  mm,
	W =   30.0000 deg,	P =   20.0000 deg,	R =   10.0000 deg
};
/END
