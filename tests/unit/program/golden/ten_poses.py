#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# usage: ten_poses.py FOLDER
# Writes the golden files of the ten poses. Knows nothing of the program: the three forms of each rotation are worked
# out by hand below, and held against one another by matrices before anything is written.
import sys
from math import acos, asin, atan2, cos, pi, radians, sin, sqrt

h = sqrt(0.5)
c15, s15 = cos(radians(15)), sin(radians(15))
half5 = acos(c15 * h)  # w of the fifth is the cosine of half its angle
long5 = sqrt(c15 ** 2 + 2 * s15 ** 2)
near = radians(179.999)
third = 2 * pi / 3 / sqrt(3)
e, d, f = radians(5), radians(10), radians(15)  # half of A 10, B 20, C 30

# (position in m), (quaternion w x y z), (axis times angle), (A about z, B about y, C about x in degrees; R = Rz Ry Rx)
POSES = [
    # Nothing turned.
    ((0.5, 0, 0.4), (1, 0, 0, 0), (0, 0, 0), (0, 0, 0)),
    # Half a turn about x: w = cos 90 = 0.
    ((0.4, -0.2, 0.3), (0, 1, 0, 0), (pi, 0, 0), (0, 0, 180)),
    # A quarter about z: w = z = cos 45.
    ((0.3, 0.3, 0.25), (h, 0, 0, h), (0, 0, pi / 2), (90, 0, 0)),
    # A quarter about y: gimbal lock, where A and C are one angle; C is 0, so A is 0.
    ((0.45, 0.1, 0.35), (h, 0, h, 0), (0, pi / 2, 0), (0, 90, 0)),
    # Gimbal lock at the other end: 30 about z of -90 about y; (c15 + s15 k)(h - h j) = h (c15 + s15 i - c15 j + s15 k).
    ((0.45, -0.1, 0.35), (c15 * h, s15 * h, -c15 * h, s15 * h),
     tuple(2 * half5 / long5 * a for a in (s15, -c15, s15)), (30, -90, 0)),
    # Just short of half a turn, about (0, 0.6, 0.8). Of R = c I + (1 - c) a a' + s [a]x: R20 = -0.6 s, R10 = 0.8 s,
    # R00 = c, R21 = 0.48 (1 - c), R22 = c + 0.64 (1 - c).
    ((0.123456, -0.654321, 0.2), (cos(near / 2), 0, 0.6 * sin(near / 2), 0.8 * sin(near / 2)),
     (0, 0.6 * near, 0.8 * near),
     tuple(180 / pi * a for a in (atan2(0.8 * sin(near), cos(near)), asin(0.6 * sin(near)),
                                  atan2(0.48 * (1 - cos(near)), cos(near) + 0.64 * (1 - cos(near)))))),
    # x to y to z to x, a third of a turn about (1, 1, 1); the program gives -q, which is the same rotation.
    ((-0.2, 0.35, 0.5), (0.5, 0.5, 0.5, 0.5), (third, third, third), (90, 0, 90)),
    # Half a turn about (1, 1, 0): x and y change places, z is turned over.
    ((0.2, 0.35, 0.5), (0, h, h, 0), (pi * h, pi * h, 0), (90, 0, 180)),
    # Half a turn about z.
    ((0.0004, -0.0004, 1), (0, 0, 0, 1), (0, 0, pi), (180, 0, 0)),
    # Any: A 10, B 20, C 30, by the product of the three quaternions.
    ((-0.5, -0.25, 0.125),
     (cos(e) * cos(d) * cos(f) + sin(e) * sin(d) * sin(f), cos(e) * cos(d) * sin(f) - sin(e) * sin(d) * cos(f),
      cos(e) * sin(d) * cos(f) + sin(e) * cos(d) * sin(f), sin(e) * cos(d) * cos(f) - cos(e) * sin(d) * sin(f)),
     None, (10, 20, 30)),
]
JOINTS = [0, -90, 90, 0, 45, 0]  # degrees
IDENTITY = ((0, 0, 0), (1, 0, 0, 0), (0, 0, 0), (0, 0, 0))
TOOL = ((0, 0, 0.15),) + IDENTITY[1:]
BASE = ((0.1, 0, 0),) + IDENTITY[1:]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def about(axis, angle):
    x, y, z = axis
    c, s = cos(angle), sin(angle)
    cross = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    return [[c * (i == j) + (1 - c) * axis[i] * axis[j] + s * cross[i][j] for j in range(3)] for i in range(3)]


def of_vector(v):
    angle = sqrt(sum(a * a for a in v))
    return about([a / angle for a in v], angle) if angle else about([1, 0, 0], 0)


def of_angles(a, b, c):
    return product(product(about([0, 0, 1], radians(a)), about([0, 1, 0], radians(b))), about([1, 0, 0], radians(c)))


def of_quaternion(w, x, y, z):
    long = sqrt(x * x + y * y + z * z)
    return about([x / long, y / long, z / long], 2 * atan2(long, w)) if long else about([1, 0, 0], 0)


def checked(pose):
    position, q, v, angles = pose
    if v is None:
        long = sqrt(sum(a * a for a in q[1:]))
        v = tuple(a * 2 * atan2(long, q[0]) / long for a in q[1:])
    forms = [of_quaternion(*q), of_vector(v), of_angles(*angles)]
    worst = max(abs(forms[0][i][j] - form[i][j]) for form in forms for i in range(3) for j in range(3))
    assert worst < 1e-12, (pose, worst)
    assert abs(sum(a * a for a in q) - 1) < 1e-12
    return position, q, v, angles


def number(value, decimals):
    text = f"{value:.{decimals}f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def mm(values):
    return [number(1000 * a, 3) for a in values]


def deg(values):
    return [number(a, 4) for a in values]


def urscript(poses):
    def pose(p):
        return "p[" + ", ".join([number(a, 6) for a in p[0]] + [number(a, 8) for a in p[2]]) + "]"

    joints = ", ".join(number(radians(a), 8) for a in JOINTS)
    out = ["def Ten_poses():", "  # Robot: arm. Metres, radians, rotation vectors.", "  # Tool: tool",
           f"  set_tcp({pose(TOOL)})", "  # Base: base", f"  base_frame = {pose(BASE)}", "  # start",
           f"  movej([{joints}], v=2.000000)"]
    for i, p in enumerate(poses):
        out += [f"  # p{i + 1}", f"  movel(pose_trans(base_frame, {pose(p)}), v=0.250000)"]
    return {"Ten_poses.script": "\n".join(out + ["end", ""])}


def rapid(poses):
    def place(p):
        return f"[{','.join(mm(p[0]))}],[{','.join(number(a, 9) for a in p[1])}]"

    none = "[9E9,9E9,9E9,9E9,9E9,9E9]"
    out = ["MODULE Ten_poses_mod", "  ! Robot: arm. Millimetres, degrees, w first.",
           f"  TASK PERS tooldata tool:=[TRUE,[{place(TOOL)}],[0.001,[0,0,0.001],[1,0,0,0],0,0,0]];",
           f"  TASK PERS wobjdata base:=[FALSE,TRUE,\"\",[{place(BASE)}],[[0,0,0],[1,0,0,0]]];",
           f"  CONST jointtarget start:=[[{','.join(deg(JOINTS))}],{none}];"]
    # Axes 1, 4, 6 in their first quarter, axis 5 above 0, shoulder right, elbow up: all 0.
    out += [f"  CONST robtarget p{i + 1}:=[{place(p)},[0,0,0,0],{none}];" for i, p in enumerate(poses)]
    out += ["  CONST speeddata speed:=[250.000,500,5000,1000];", "", "  PROC Ten_poses()", "    ! start",
            "    MoveAbsJ start,vmax,fine,tool\\WObj:=base;"]
    for i in range(len(poses)):
        out += [f"    ! p{i + 1}", f"    MoveL p{i + 1},speed,fine,tool\\WObj:=base;"]
    return {"Ten_poses_mod.mod": "\n".join(out + ["  ENDPROC", "ENDMODULE", ""])}


def krl(poses):
    def frame(p):
        values = mm(p[0]) + deg(p[3])
        return ",".join(f"{letter} {value}" for letter, value in zip("XYZABC", values))

    source = ["&ACCESS RVP", "&REL 1", "DEF Ten_poses()", "  ; - Robot: arm. Millimetres, degrees.", "  BAS (#INITMOV,0)",
              "  ; - Tool: tool", f"  $TOOL={{{frame(TOOL)}}}", "  ; - Base: base", f"  $BASE={{{frame(BASE)}}}",
              "  ; - start", "  BAS (#VEL_PTP,100.00)", "  PTP start"]
    for i in range(len(poses)):
        source += [f"  ; - p{i + 1}"] + (["  $VEL.CP=0.250000"] if i == 0 else []) + [f"  LIN p{i + 1}"]
    axes = ",".join(f"A{i + 1} {value}" for i, value in enumerate(deg(JOINTS)))
    # S: elbow up, 2. T: axis 2 alone is below 0, 2.
    data = ["&ACCESS RVP", "&REL 1", "DEFDAT Ten_poses", f"DECL E6AXIS start={{{axes}}}"]
    data += [f"DECL E6POS p{i + 1}={{{frame(p)},S 2,T 2}}" for i, p in enumerate(poses)]
    return {"Ten_poses.src": "\n".join(source + ["END", ""]), "Ten_poses.dat": "\n".join(data + ["ENDDAT", ""])}


def fanuc(poses):
    def frame(name, p):
        x, y, z = mm(p[0])
        r, pitch, w = deg(p[3])
        return [f"  !{name} X={x} Y={y}", f"  !{name} Z={z} W={w}", f"  !{name} P={pitch} R={r}"]

    lines = ["  !Robot: arm"] + frame("UT1", TOOL) + frame("UF1", BASE) + ["  UFRAME_NUM=1", "  UTOOL_NUM=1"]
    lines += ["J P[1:start] 100% FINE"] + [f"L P[{i + 2}:p{i + 1}] 250mm/sec FINE" for i in range(len(poses))]
    points = ""
    for i, p in enumerate([None] + poses):
        points += f"P[{i + 1}:\"{f'p{i}' if i else 'start'}\"]{{\n   GP1:\n\tUF : 1, UT : 1,\t"
        if p is None:
            j = [f"J{k + 1}= {value:>9} deg" for k, value in enumerate(deg(JOINTS))]
            points += "\n\t" + ",\t".join(j[:3]) + ",\n\t" + ",\t".join(j[3:])
        else:  # axis 5 above 0: F
            x, y, z = mm(p[0])
            r, pitch, w = deg(p[3])
            points += f"\tCONFIG : 'F U T, 0, 0, 0',\n\tX = {x:>9}  mm,\tY = {y:>9}  mm,\tZ = {z:>9}  mm,\n"
            points += f"\tW = {w:>9} deg,\tP = {pitch:>9} deg,\tR = {r:>9} deg"
        points += "\n};\n"
    head = ("/PROG  TEN_POSES\n/ATTR\nOWNER\t\t= MNEDITOR;\nCOMMENT\t\t= \"Ten poses\";\nPROG_SIZE\t= 0;\n"
            f"VERSION\t\t= 0;\nLINE_COUNT\t= {len(lines)};\nMEMORY_SIZE\t= 0;\nPROTECT\t\t= READ_WRITE;\n"
            "TCD:  STACK_SIZE\t= 0,\n      TASK_PRIORITY\t= 50,\n      TIME_SLICE\t= 0,\n      BUSY_LAMP_OFF\t= 0,\n"
            "      ABORT_REQUEST\t= 0,\n      PAUSE_REQUEST\t= 0;\nDEFAULT_GROUP\t= 1,*,*,*,*;\n"
            "CONTROL_CODE\t= 00000000 00000000;\n")
    body = "".join(f"{i + 1:4}:{line} ;\n" for i, line in enumerate(lines))
    return {"TEN_POSES.ls": head + "/MN\n" + body + "/POS\n" + points + "/END\n"}


def csv(poses):
    columns = ["step", "name", "kind"] + [f"j{i + 1} [rad]" for i in range(6)]
    columns += "x_m y_m z_m qw qx qy qz joint_share joint_acceleration_share".split()
    columns += "linear_m_s angular_rad_s linear_m_s2 angular_rad_s2 blend_m blend_share".split()
    columns += "shoulder elbow seconds signal number on joint position text".split()

    def row(cells):
        return ",".join(cells.get(column, "") for column in columns) + "\r\n"

    def place(p):
        return {k: number(a, 9) for k, a in zip(["x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"], p[0] + tuple(p[1]))}

    out = ",".join(columns) + "\r\n"
    for kind, p in (("tool", TOOL), ("base", BASE)):
        out += row({"step": "0", "name": kind, "kind": kind, "number": "1", **place(p)})
    for i, p in enumerate([poses[0]] + poses):
        cells = {f"j{k + 1} [rad]": number(radians(a), 9) for k, a in enumerate(JOINTS)}
        cells |= {k: number(0, 9) for k in ("angular_rad_s", "linear_m_s2", "angular_rad_s2", "blend_m", "blend_share")}
        cells |= {"joint_share": number(1, 9), "joint_acceleration_share": number(1, 9)}
        cells |= {"linear_m_s": number(0.25 if i else 0, 9), "shoulder": "1", "elbow": "1"}
        out += row({"step": str(i + 1), "name": f"p{i}" if i else "start", "kind": "linear" if i else "joint",
                    **cells, **place(p)})
    return {"Ten_poses.csv": out}


def json(poses):
    def numbers(values):
        return "[" + ", ".join(number(a, 9) for a in values) + "]"

    def place(p):
        return f"{{\"position\": {numbers(p[0])}, \"orientation\": {numbers(p[1])}}}"

    joints = ",".join(f"\n    {{\"name\": \"j{i + 1}\", \"unit\": \"rad\", \"external\": false}}" for i in range(6))
    steps = []
    for i, p in enumerate([poses[0]] + poses):
        steps.append(
            f"\n    {{\"name\": \"{f'p{i}' if i else 'start'}\", \"kind\": \"{'linear' if i else 'joint'}\", "
            f"\"joints\": {numbers([radians(a) for a in JOINTS])}, \"base_t_tool\": {place(p)},\n"
            "     \"posture\": {\"shoulder\": 1, \"elbow\": 1}, "
            f"\"speed\": {{\"joint_share\": {number(1, 9)}, \"joint_acceleration_share\": {number(1, 9)}, "
            f"\"linear_m_s\": {number(0.25 if i else 0, 9)}, "
            f"\"angular_rad_s\": {number(0, 9)}, \"linear_m_s2\": {number(0, 9)}, "
            f"\"angular_rad_s2\": {number(0, 9)}}}, "
            f"\"blend\": {{\"radius_m\": {number(0, 9)}, \"share\": {number(0, 9)}}}}}")
    return {"Ten_poses.json": "{\n  \"format\": \"worldwright-program\",\n  \"version\": 1,\n  \"name\": \"Ten poses\",\n"
            f"  \"robot\": \"arm\",\n  \"joints\": [{joints}],\n"
            f"  \"tool\": {{\"name\": \"tool\", \"number\": 1, \"pose\": {place(TOOL)}}},\n  \"tool_kg\": {number(0, 9)},\n"
            f"  \"base\": {{\"name\": \"base\", \"number\": 1, \"pose\": {place(BASE)}}},\n"
            f"  \"steps\": [{','.join(steps)}]\n}}\n"}


if __name__ == "__main__":
    all_poses = [checked(pose) for pose in POSES]
    for dialect in (urscript, rapid, krl, fanuc, csv, json):
        for name, text in dialect(all_poses).items():
            with open(f"{sys.argv[1]}/{name}", "w", newline="") as file:
                file.write(text)
