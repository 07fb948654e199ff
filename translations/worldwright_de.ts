<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>AddActions</name>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Add frame %1</source>
        <translation>Bezugssystem %1 hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Box</source>
        <translation>&amp;Quader</translation>
    </message>
    <message>
        <source>Adds a box of 100 mm</source>
        <translation>Fügt einen Quader von 100 mm hinzu</translation>
    </message>
    <message>
        <source>&amp;Sphere</source>
        <translation>&amp;Kugel</translation>
    </message>
    <message>
        <source>Adds a sphere of 100 mm</source>
        <translation>Fügt eine Kugel von 100 mm hinzu</translation>
    </message>
    <message>
        <source>&amp;Cylinder</source>
        <translation>&amp;Zylinder</translation>
    </message>
    <message>
        <source>Adds an upright cylinder, 100 mm wide and high</source>
        <translation>Fügt einen stehenden Zylinder hinzu, 100 mm breit und hoch</translation>
    </message>
    <message>
        <source>Ca&amp;psule</source>
        <translation>Ka&amp;psel</translation>
    </message>
    <message>
        <source>Adds an upright capsule, 100 mm wide and 200 mm high</source>
        <translation>Fügt eine stehende Kapsel hinzu, 100 mm breit und 200 mm hoch</translation>
    </message>
    <message>
        <source>&amp;Ellipsoid</source>
        <translation>&amp;Ellipsoid</translation>
    </message>
    <message>
        <source>Adds an ellipsoid, 150 mm long</source>
        <translation>Fügt ein Ellipsoid hinzu, 150 mm lang</translation>
    </message>
    <message>
        <source>&amp;Frame</source>
        <translation>&amp;Bezugssystem</translation>
    </message>
    <message>
        <source>Adds a frame on what is selected, else on the world</source>
        <translation>Fügt ein Bezugssystem am Ausgewählten hinzu, sonst in der Welt</translation>
    </message>
    <message>
        <source>Adds &quot;%1&quot; from the library</source>
        <translation>Fügt „%1“ aus der Bibliothek hinzu</translation>
    </message>
</context>
<context>
    <name>EditActions</name>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n things</source>
        <translation>
            <numerusform>%n Element löschen</numerusform>
            <numerusform>%n Elemente löschen</numerusform>
        </translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>%1 verdoppeln</translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n objects</source>
        <translation>
            <numerusform>%n Objekt verdoppeln</numerusform>
            <numerusform>%n Objekte verdoppeln</numerusform>
        </translation>
    </message>
    <message>
        <source>Select an object first.</source>
        <translation>Wählen Sie zuerst ein Objekt aus.</translation>
    </message>
    <message>
        <source>Select something first.</source>
        <translation>Wählen Sie zuerst etwas aus.</translation>
    </message>
    <message>
        <source>Links and joints belong to their object. Select the object to delete it.</source>
        <translation>Glieder und Gelenke gehören zu ihrem Objekt. Wählen Sie das Objekt aus, um es zu löschen.</translation>
    </message>
    <message>
        <source>Select one thing only.</source>
        <translation>Wählen Sie nur ein Element aus.</translation>
    </message>
    <message>
        <source>Pose in the world copied: x y z (m), quaternion w x y z.</source>
        <translation>Lage in der Welt kopiert: x y z (m), Quaternion w x y z.</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Takes the last change back</source>
        <translation>Nimmt die letzte Änderung zurück</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts zurückzunehmen.</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Does again what was undone</source>
        <translation>Führt Zurückgenommenes wieder aus</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Löschen</translation>
    </message>
    <message>
        <source>Deletes what is selected</source>
        <translation>Löscht das Ausgewählte</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Gives what is selected another name</source>
        <translation>Gibt dem Ausgewählten einen anderen Namen</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>&amp;Verdoppeln</translation>
    </message>
    <message>
        <source>Copies the selected objects with all that hangs on them</source>
        <translation>Kopiert die ausgewählten Objekte mit allem, was daran hängt</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>Selects all objects of the world</source>
        <translation>Wählt alle Objekte der Welt aus</translation>
    </message>
    <message>
        <source>Select n&amp;othing</source>
        <translation>&amp;Nichts auswählen</translation>
    </message>
    <message>
        <source>Clears the selection</source>
        <translation>Hebt die Auswahl auf</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Copy &amp;pose</source>
        <translation>Lage &amp;kopieren</translation>
    </message>
    <message>
        <source>Puts the pose in the world on the clipboard, as text</source>
        <translation>Legt die Lage in der Welt als Text in die Zwischenablage</translation>
    </message>
    <message>
        <source>&amp;Find in scene</source>
        <translation>In der Szene &amp;suchen</translation>
    </message>
    <message>
        <source>Filters the scene tree by name or type</source>
        <translation>Filtert den Szenenbaum nach Name oder Art</translation>
    </message>
    <message>
        <source>Search &amp;actions...</source>
        <translation>&amp;Aktionen suchen...</translation>
    </message>
    <message>
        <source>Finds any action by name and runs it</source>
        <translation>Findet jede Aktion am Namen und führt sie aus</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Editor for robot worlds</source>
        <translation>Editor für Roboterwelten</translation>
    </message>
    <message>
        <source>Write a picture of the window and quit.</source>
        <translation>Ein Bild des Fensters schreiben und beenden.</translation>
    </message>
    <message>
        <source>Size of the window, such as 1280x800.</source>
        <translation>Größe des Fensters, etwa 1280x800.</translation>
    </message>
    <message>
        <source>light, dark or system.</source>
        <translation>light, dark oder system.</translation>
    </message>
    <message>
        <source>Language, such as de.</source>
        <translation>Sprache, etwa de.</translation>
    </message>
    <message>
        <source>Open the sample cell.</source>
        <translation>Die Beispielzelle öffnen.</translation>
    </message>
    <message>
        <source>World files to open, other files to import.</source>
        <translation>Zu öffnende Weltdateien, zu importierende andere Dateien.</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Neu</translation>
    </message>
    <message>
        <source>Starts an empty world</source>
        <translation>Beginnt eine leere Welt</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>&amp;Öffnen...</translation>
    </message>
    <message>
        <source>Opens a world file</source>
        <translation>Öffnet eine Weltdatei</translation>
    </message>
    <message>
        <source>Open the &amp;sample cell</source>
        <translation>&amp;Beispielzelle öffnen</translation>
    </message>
    <message>
        <source>A robot, a table and parts to try things on</source>
        <translation>Ein Roboter, ein Tisch und Teile zum Ausprobieren</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Saves the world to its file</source>
        <translation>Speichert die Welt in ihre Datei</translation>
    </message>
    <message>
        <source>Save &amp;as...</source>
        <translation>Speichern &amp;unter...</translation>
    </message>
    <message>
        <source>Saves the world to another file</source>
        <translation>Speichert die Welt in eine andere Datei</translation>
    </message>
    <message>
        <source>&amp;Import...</source>
        <translation>&amp;Importieren...</translation>
    </message>
    <message>
        <source>Brings STEP, STL, OBJ, glTF, DAE, PLY, URDF or SDF files into the world</source>
        <translation>Holt STEP-, STL-, OBJ-, glTF-, DAE-, PLY-, URDF- oder SDF-Dateien in die Welt</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes the program</source>
        <translation>Schließt das Programm</translation>
    </message>
</context>
<context>
    <name>Gizmo</name>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
</context>
<context>
    <name>HelpActions</name>
    <message>
        <source>&amp;About Worldwright</source>
        <translation>&amp;Über Worldwright</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>Version und Lizenz</translation>
    </message>
</context>
<context>
    <name>MotionActions</name>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Planen</translation>
    </message>
    <message>
        <source>Plans a motion of the robot to the chosen target</source>
        <translation>Plant eine Bewegung des Roboters zum gewählten Ziel</translation>
    </message>
    <message>
        <source>P&amp;lay or pause</source>
        <translation>&amp;Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Plays the planned motion, or holds it</source>
        <translation>Spielt die geplante Bewegung ab oder hält sie an</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Stopp</translation>
    </message>
    <message>
        <source>Ends the preview; the robot is shown where it is</source>
        <translation>Beendet die Vorschau; der Roboter wird gezeigt, wo er ist</translation>
    </message>
</context>
<context>
    <name>MotionText</name>
    <message>
        <source>something is in the way</source>
        <translation>etwas steht im Weg</translation>
    </message>
    <message>
        <source>%1 and %2 are only %3 apart, %4 are asked for</source>
        <translation>%1 und %2 sind nur %3 voneinander entfernt, verlangt sind %4</translation>
    </message>
    <message>
        <source>%1 and %2 touch</source>
        <translation>%1 und %2 berühren sich</translation>
    </message>
    <message>
        <source>%1 and %2 overlap by %3</source>
        <translation>%1 und %2 überschneiden sich um %3</translation>
    </message>
    <message>
        <source>a joint would be beyond its limit</source>
        <translation>ein Gelenk läge jenseits seiner Grenze</translation>
    </message>
    <message>
        <source>%1 would be %2 beyond its limit</source>
        <translation>%1 läge %2 jenseits seiner Grenze</translation>
    </message>
    <message>
        <source>The target is %1 out of the robot&apos;s reach</source>
        <translation>Das Ziel liegt %1 außerhalb der Reichweite des Roboters</translation>
    </message>
    <message>
        <source>The robot can reach the target, but not turned as it is: the nearest is off by %1</source>
        <translation>Der Roboter erreicht das Ziel, aber nicht in dieser Drehung: am nächsten kommt er bis auf %1</translation>
    </message>
    <message>
        <source>The robot can reach the target, but not turned as it is</source>
        <translation>Der Roboter erreicht das Ziel, aber nicht in dieser Drehung</translation>
    </message>
    <message>
        <source>The target is out of reach: %1</source>
        <translation>Das Ziel ist außer Reichweite: %1</translation>
    </message>
    <message>
        <source>The target cannot be reached</source>
        <translation>Das Ziel kann nicht erreicht werden</translation>
    </message>
    <message>
        <source>Move the robot or the object, or exclude the pair by a collision rule</source>
        <translation>Den Roboter oder das Objekt verschieben, oder das Paar durch eine Kollisionsregel ausnehmen</translation>
    </message>
    <message>
        <source>The robot collides where it stands: %1</source>
        <translation>Der Roboter kollidiert schon, wo er steht: %1</translation>
    </message>
    <message>
        <source>The robot would collide at the target: %1</source>
        <translation>Der Roboter würde am Ziel kollidieren: %1</translation>
    </message>
    <message>
        <source>The straight way is blocked: %1 at %2 % of the way</source>
        <translation>Der gerade Weg ist versperrt: %1 bei %2 % des Weges</translation>
    </message>
    <message>
        <source>Choose the motion &quot;Around obstacles&quot;, move the obstacle, or exclude the pair by a collision rule</source>
        <translation>Die Bewegung „Um Hindernisse herum“ wählen, das Hindernis verschieben, oder das Paar durch eine Kollisionsregel ausnehmen</translation>
    </message>
    <message>
        <source>The robot stands outside its limits: %1</source>
        <translation>Der Roboter steht außerhalb seiner Grenzen: %1</translation>
    </message>
    <message>
        <source>Jog the joint back within its limits, or change the limits</source>
        <translation>Das Gelenk in seine Grenzen zurückbewegen, oder die Grenzen ändern</translation>
    </message>
    <message>
        <source>The target is outside the limits: %1</source>
        <translation>Das Ziel liegt außerhalb der Grenzen: %1</translation>
    </message>
    <message>
        <source>Choose another target, or change the limits</source>
        <translation>Ein anderes Ziel wählen, oder die Grenzen ändern</translation>
    </message>
    <message>
        <source>Move the target or the robot</source>
        <translation>Das Ziel oder den Roboter verschieben</translation>
    </message>
    <message>
        <source>No way around the obstacles was found</source>
        <translation>Es wurde kein Weg um die Hindernisse gefunden</translation>
    </message>
    <message>
        <source>No way around the obstacles was found; on the straight way %1</source>
        <translation>Es wurde kein Weg um die Hindernisse gefunden; auf dem geraden Weg: %1</translation>
    </message>
    <message>
        <source>Move the obstacle or the target, or go by way of a place between</source>
        <translation>Das Hindernis oder das Ziel verschieben, oder über einen Ort dazwischen gehen</translation>
    </message>
</context>
<context>
    <name>NodeText</name>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Attachment frame</source>
        <translation>Anbau-Bezugssystem</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>Bezugssystem</translation>
    </message>
    <message>
        <source>Object with joints</source>
        <translation>Objekt mit Gelenken</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Glied</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>Sensor</source>
        <translation>Sensor</translation>
    </message>
</context>
<context>
    <name>Notation</name>
    <message>
        <source>Roll, pitch, yaw</source>
        <translation>Roll, Nick, Gier</translation>
    </message>
    <message>
        <source>Z Y&apos; X&apos;&apos; (A B C)</source>
        <translation>Z Y&apos; X&apos;&apos; (A B C)</translation>
    </message>
    <message>
        <source>Rotation vector</source>
        <translation>Drehvektor</translation>
    </message>
    <message>
        <source>Quaternion</source>
        <translation>Quaternion</translation>
    </message>
</context>
<context>
    <name>Quantity</name>
    <message>
        <source>a plain number</source>
        <translation>eine bloße Zahl</translation>
    </message>
    <message>
        <source>a length</source>
        <translation>eine Länge</translation>
    </message>
    <message>
        <source>an angle</source>
        <translation>ein Winkel</translation>
    </message>
    <message>
        <source>an area</source>
        <translation>eine Fläche</translation>
    </message>
    <message>
        <source>another kind of quantity</source>
        <translation>eine andere Größenart</translation>
    </message>
    <message>
        <source>Type a number.</source>
        <translation>Geben Sie eine Zahl ein.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not expected here.</source>
        <translation>„%1“ gehört hier nicht hin.</translation>
    </message>
    <message>
        <source>This is %1, but %2 is needed.</source>
        <translation>Das ist %1; gebraucht wird %2.</translation>
    </message>
    <message>
        <source>The result is not a finite number.</source>
        <translation>Das Ergebnis ist keine endliche Zahl.</translation>
    </message>
    <message>
        <source>Too many brackets.</source>
        <translation>Zu viele Klammern.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be added.</source>
        <translation>%1 und %2 lassen sich nicht addieren.</translation>
    </message>
    <message>
        <source>Division by zero.</source>
        <translation>Division durch null.</translation>
    </message>
    <message>
        <source>Too many signs.</source>
        <translation>Zu viele Vorzeichen.</translation>
    </message>
    <message>
        <source>An exponent has no unit.</source>
        <translation>Ein Exponent hat keine Einheit.</translation>
    </message>
    <message>
        <source>A unit takes whole exponents only.</source>
        <translation>Eine Einheit verträgt nur ganze Exponenten.</translation>
    </message>
    <message>
        <source>Two units follow each other.</source>
        <translation>Zwei Einheiten folgen aufeinander.</translation>
    </message>
    <message>
        <source>After feet there should be inches, as in 5&apos; 3&quot;.</source>
        <translation>Nach Fuß sollten Zoll folgen, wie in 5&apos; 3&quot;.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a known unit.</source>
        <translation>„%1“ ist keine bekannte Einheit.</translation>
    </message>
    <message>
        <source>Something is missing at the end.</source>
        <translation>Am Ende fehlt etwas.</translation>
    </message>
    <message>
        <source>A closing bracket is missing.</source>
        <translation>Eine schließende Klammer fehlt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number.</source>
        <translation>„%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs its value in brackets.</source>
        <translation>„%1“ braucht seinen Wert in Klammern.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot take %2.</source>
        <translation>„%1“ verträgt nicht: %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known.</source>
        <translation>„%1“ ist unbekannt.</translation>
    </message>
    <message>
        <source>This is too long for a number.</source>
        <translation>Das ist zu lang für eine Zahl.</translation>
    </message>
    <message>
        <source>The comma is ambiguous here. Write 1234.5 or 1234,5.</source>
        <translation>Das Komma ist hier zweideutig. Schreiben Sie 1234.5 oder 1234,5.</translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message>
        <source>checking is switched off</source>
        <translation>die Prüfung ist abgeschaltet</translation>
    </message>
    <message>
        <source>rule %1 of the world</source>
        <translation>Regel %1 der Welt</translation>
    </message>
    <message>
        <source>rule %1 of the object</source>
        <translation>Regel %1 des Objekts</translation>
    </message>
    <message>
        <source>smallest margin of the world</source>
        <translation>kleinster Abstand der Welt</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>kept apart by %1 mm</source>
        <translation>mit %1 mm Abstand</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>sich selbst</translation>
    </message>
    <message>
        <source>With %1: %2 (%3)</source>
        <translation>Mit %1: %2 (%3)</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SizeWords</name>
    <message>
        <source>grain of dust</source>
        <translation>ein Staubkorn</translation>
    </message>
    <message>
        <source>grain of rice</source>
        <translation>ein Reiskorn</translation>
    </message>
    <message>
        <source>pea</source>
        <translation>eine Erbse</translation>
    </message>
    <message>
        <source>coin</source>
        <translation>eine Münze</translation>
    </message>
    <message>
        <source>match box</source>
        <translation>eine Streichholzschachtel</translation>
    </message>
    <message>
        <source>hand</source>
        <translation>eine Hand</translation>
    </message>
    <message>
        <source>sheet of paper</source>
        <translation>ein Blatt Papier</translation>
    </message>
    <message>
        <source>shoe box</source>
        <translation>ein Schuhkarton</translation>
    </message>
    <message>
        <source>suitcase</source>
        <translation>ein Koffer</translation>
    </message>
    <message>
        <source>washing machine</source>
        <translation>eine Waschmaschine</translation>
    </message>
    <message>
        <source>door</source>
        <translation>eine Tür</translation>
    </message>
    <message>
        <source>car</source>
        <translation>ein Auto</translation>
    </message>
    <message>
        <source>bus</source>
        <translation>ein Bus</translation>
    </message>
    <message>
        <source>house</source>
        <translation>ein Haus</translation>
    </message>
    <message>
        <source>stadium</source>
        <translation>ein Stadion</translation>
    </message>
    <message>
        <source>town</source>
        <translation>eine Stadt</translation>
    </message>
    <message>
        <source>country</source>
        <translation>ein Land</translation>
    </message>
</context>
<context>
    <name>StatusText</name>
    <message>
        <source>The world has changed meanwhile. Try again.</source>
        <translation>Die Welt hat sich inzwischen geändert. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Choose another place, or ask for the right to write there.</source>
        <translation>Wählen Sie einen anderen Ort, oder bitten Sie um das Schreibrecht.</translation>
    </message>
    <message>
        <source>Close other programs or choose a smaller input.</source>
        <translation>Schließen Sie andere Programme oder wählen Sie eine kleinere Eingabe.</translation>
    </message>
    <message>
        <source>Allow more time and try again.</source>
        <translation>Geben Sie mehr Zeit und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Restore an earlier copy of the file, or run &quot;worldwright verify --repair&quot;.</source>
        <translation>Stellen Sie eine frühere Kopie der Datei wieder her, oder rufen Sie „worldwright verify --repair“ auf.</translation>
    </message>
    <message>
        <source>This is a fault of the program. Please report it with the log.</source>
        <translation>Das ist ein Fehler des Programms. Bitte melden Sie ihn mit dem Protokoll.</translation>
    </message>
</context>
<context>
    <name>ToolActions</name>
    <message>
        <source>&amp;Select</source>
        <translation>&amp;Auswählen</translation>
    </message>
    <message>
        <source>Click selects, drag selects a box</source>
        <translation>Klicken wählt aus, Ziehen wählt ein Rechteck</translation>
    </message>
    <message>
        <source>&amp;Move</source>
        <translation>&amp;Verschieben</translation>
    </message>
    <message>
        <source>Drag an arrow or a square to move what is selected</source>
        <translation>Ziehen Sie einen Pfeil oder ein Quadrat, um das Ausgewählte zu verschieben</translation>
    </message>
    <message>
        <source>&amp;Rotate</source>
        <translation>&amp;Drehen</translation>
    </message>
    <message>
        <source>Drag a ring to turn what is selected</source>
        <translation>Ziehen Sie einen Ring, um das Ausgewählte zu drehen</translation>
    </message>
    <message>
        <source>&amp;World axes</source>
        <translation>Achsen der &amp;Welt</translation>
    </message>
    <message>
        <source>Handles follow the axes of the world</source>
        <translation>Griffe folgen den Achsen der Welt</translation>
    </message>
    <message>
        <source>&amp;Own axes</source>
        <translation>&amp;Eigene Achsen</translation>
    </message>
    <message>
        <source>Handles follow the axes of what is selected</source>
        <translation>Griffe folgen den Achsen des Ausgewählten</translation>
    </message>
    <message>
        <source>S&amp;nap</source>
        <translation>&amp;Einrasten</translation>
    </message>
    <message>
        <source>Moves in steps of 10 mm and turns in steps of 5 degrees</source>
        <translation>Verschiebt in Schritten von 10 mm und dreht in Schritten von 5 Grad</translation>
    </message>
    <message>
        <source>S&amp;hare this world</source>
        <translation>Diese &amp;Welt freigeben</translation>
    </message>
    <message>
        <source>Lets other programs read and change this world over gRPC</source>
        <translation>Lässt andere Programme diese Welt über gRPC lesen und ändern</translation>
    </message>
</context>
<context>
    <name>ViewActions</name>
    <message>
        <source>Fit &amp;all</source>
        <translation>&amp;Alles einpassen</translation>
    </message>
    <message>
        <source>Shows the whole world</source>
        <translation>Zeigt die ganze Welt</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>A&amp;uswahl einpassen</translation>
    </message>
    <message>
        <source>Brings what is selected into view</source>
        <translation>Bringt das Ausgewählte ins Bild</translation>
    </message>
    <message>
        <source>Select something first.</source>
        <translation>Wählen Sie zuerst etwas aus.</translation>
    </message>
    <message>
        <source>&amp;Isometric</source>
        <translation>&amp;Isometrisch</translation>
    </message>
    <message>
        <source>Looks from the front right above</source>
        <translation>Blick von vorn rechts oben</translation>
    </message>
    <message>
        <source>&amp;Front</source>
        <translation>&amp;Vorn</translation>
    </message>
    <message>
        <source>Looks from the front</source>
        <translation>Blick von vorn</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Hinten</translation>
    </message>
    <message>
        <source>Looks from behind</source>
        <translation>Blick von hinten</translation>
    </message>
    <message>
        <source>&amp;Right</source>
        <translation>&amp;Rechts</translation>
    </message>
    <message>
        <source>Looks from the right</source>
        <translation>Blick von rechts</translation>
    </message>
    <message>
        <source>&amp;Left</source>
        <translation>&amp;Links</translation>
    </message>
    <message>
        <source>Looks from the left</source>
        <translation>Blick von links</translation>
    </message>
    <message>
        <source>&amp;Top</source>
        <translation>&amp;Oben</translation>
    </message>
    <message>
        <source>Looks from above</source>
        <translation>Blick von oben</translation>
    </message>
    <message>
        <source>B&amp;ottom</source>
        <translation>&amp;Unten</translation>
    </message>
    <message>
        <source>Looks from below</source>
        <translation>Blick von unten</translation>
    </message>
    <message>
        <source>&amp;Perspective or parallel</source>
        <translation>&amp;Perspektive oder Parallel</translation>
    </message>
    <message>
        <source>Changes between perspective and parallel projection</source>
        <translation>Wechselt zwischen perspektivischer und paralleler Projektion</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Gitter</translation>
    </message>
    <message>
        <source>Shows the grid on the floor</source>
        <translation>Zeigt das Gitter am Boden</translation>
    </message>
    <message>
        <source>Fra&amp;mes</source>
        <translation>Bezugss&amp;ysteme</translation>
    </message>
    <message>
        <source>Shows frames with their names</source>
        <translation>Zeigt Bezugssysteme mit ihren Namen</translation>
    </message>
    <message>
        <source>&amp;Collision geometry</source>
        <translation>&amp;Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>Shows the geometry that collision checks use</source>
        <translation>Zeigt die Geometrie, mit der Kollisionen geprüft werden</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Wie der &amp;Schreibtisch</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop</source>
        <translation>Hell oder dunkel wie der Schreibtisch</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Always light</source>
        <translation>Immer hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Always dark</source>
        <translation>Immer dunkel</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>Anordnung &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Puts all panels back to where they were at first</source>
        <translation>Stellt alle Bereiche dorthin zurück, wo sie anfangs waren</translation>
    </message>
</context>
<context>
    <name>ViewCube</name>
    <message>
        <source>Right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Hinten</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Vorn</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>Unten</translation>
    </message>
</context>
<context>
    <name>ww::editor::Document</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>%1 could not be saved</source>
        <translation>%1 konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Waiting for other programs</source>
        <translation>Wartet auf andere Programme</translation>
    </message>
</context>
<context>
    <name>ww::editor::MainWindow</name>
    <message>
        <source>Worldwright worlds (*.wright)</source>
        <translation>Worldwright-Welten (*.wright)</translation>
    </message>
    <message>
        <source>%1 opened.</source>
        <translation>%1 geöffnet.</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>%1 saved.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>Open a world</source>
        <translation>Eine Welt öffnen</translation>
    </message>
    <message>
        <source>Save the world</source>
        <translation>Die Welt speichern</translation>
    </message>
    <message>
        <source>A file is being opened or saved.</source>
        <translation>Eine Datei wird gerade geöffnet oder gespeichert.</translation>
    </message>
    <message>
        <source>Everything is saved.</source>
        <translation>Alles ist gespeichert.</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Save them before going on? What is not saved is lost.</source>
        <translation>Vor dem Weitergehen speichern? Was nicht gespeichert wird, ist verloren.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1: cancelled.</source>
        <translation>%1: abgebrochen.</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>About Worldwright</source>
        <translation>Über Worldwright</translation>
    </message>
    <message>
        <source>Worldwright %1</source>
        <translation>Worldwright %1</translation>
    </message>
    <message>
        <source>An open editor for robot worlds: models in, collision-free motions out.
Licence: Apache-2.0.</source>
        <translation>Ein offener Editor für Roboterwelten: Modelle hinein, kollisionsfreie Bewegungen heraus.
Lizenz: Apache-2.0.</translation>
    </message>
    <message>
        <source>Shows or hides the panel %1</source>
        <translation>Zeigt oder verbirgt den Bereich %1</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>No problems. What goes wrong is listed here, with what to do.</source>
        <translation>Keine Probleme. Was schiefgeht, steht hier, mit Rat.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>Noch ist nichts geschehen.</translation>
    </message>
    <message>
        <source>Scene</source>
        <translation>Szene</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Hinzufügen</translation>
    </message>
    <message>
        <source>From the &amp;library</source>
        <translation>Aus der &amp;Bibliothek</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Werkzeuge</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>Be&amp;wegung</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>Aktionen suchen</translation>
    </message>
    <message>
        <source>Finds any action by name (Ctrl+Shift+P)</source>
        <translation>Findet jede Aktion am Namen (Strg+Umschalt+P)</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Diese Liste leeren</translation>
    </message>
    <message>
        <source>Forgets the recent files</source>
        <translation>Vergisst die zuletzt geöffneten Dateien</translation>
    </message>
    <message>
        <source>Main toolbar</source>
        <translation>Haupt-Werkzeugleiste</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Adds an object to the world</source>
        <translation>Fügt der Welt ein Objekt hinzu</translation>
    </message>
    <message>
        <source>Models (%1);;All files (*)</source>
        <translation>Modelle (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Import models</source>
        <translation>Modelle importieren</translation>
    </message>
    <message>
        <source>%1 cannot be imported. %2</source>
        <translation>%1 kann nicht importiert werden. %2</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>%1 imported</source>
        <translation>%1 importiert</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings are listed under Problems.</source>
        <translation>
            <numerusform>%n Warnung steht unter Probleme.</numerusform>
            <numerusform>%n Warnungen stehen unter Probleme.</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>No sample comes with this program.</source>
        <translation>Diesem Programm liegt kein Beispiel bei.</translation>
    </message>
    <message>
        <source>Open the sample cell</source>
        <translation>Beispielzelle öffnen</translation>
    </message>
    <message>
        <source>The sample could not be opened</source>
        <translation>Das Beispiel konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Draw %1</source>
        <translation>%1 zeichnen</translation>
    </message>
    <message>
        <source>%1 could not be added</source>
        <translation>%1 konnte nicht hinzugefügt werden</translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Motion planned: %1</source>
        <translation>Bewegung geplant: %1</translation>
    </message>
    <message>
        <source>No plan</source>
        <translation>Kein Plan</translation>
    </message>
    <message>
        <source>No motion is planned. A click shows the Motion panel.</source>
        <translation>Keine Bewegung ist geplant. Ein Klick zeigt den Bereich Bewegung.</translation>
    </message>
    <message>
        <source>Planning...</source>
        <translation>Plant...</translation>
    </message>
    <message>
        <source>A motion is being planned.</source>
        <translation>Eine Bewegung wird gerade geplant.</translation>
    </message>
    <message>
        <source>Plan fresh</source>
        <translation>Plan gültig</translation>
    </message>
    <message>
        <source>The planned motion fits the world as it is.</source>
        <translation>Die geplante Bewegung passt zur Welt, wie sie ist.</translation>
    </message>
    <message>
        <source>Plan stale</source>
        <translation>Plan veraltet</translation>
    </message>
    <message>
        <source>The world has changed since the motion was planned.</source>
        <translation>Die Welt hat sich geändert, seit die Bewegung geplant wurde.</translation>
    </message>
    <message>
        <source>No path</source>
        <translation>Kein Weg</translation>
    </message>
    <message>
        <source>Checking...</source>
        <translation>Prüft...</translation>
    </message>
    <message>
        <source>Collisions are being checked.</source>
        <translation>Kollisionen werden geprüft.</translation>
    </message>
    <message>
        <source>Free of collisions</source>
        <translation>Kollisionsfrei</translation>
    </message>
    <message>
        <source>Nothing in the world collides.</source>
        <translation>Nichts in der Welt kollidiert.</translation>
    </message>
    <message numerus="yes">
        <source>%n collisions</source>
        <translation>
            <numerusform>%n Kollision</numerusform>
            <numerusform>%n Kollisionen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>%1 konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Nothing was changed: neither the file nor the world that is open.</source>
        <translation>Nichts wurde verändert: weder die Datei noch die geöffnete Welt.</translation>
    </message>
    <message>
        <source>The save before the last one left a backup.</source>
        <translation>Vom vorletzten Speichern gibt es eine Sicherungskopie.</translation>
    </message>
    <message>
        <source>Open the backup</source>
        <translation>Sicherungskopie öffnen</translation>
    </message>
    <message>
        <source>Save what can be saved...</source>
        <translation>Retten, was zu retten ist ...</translation>
    </message>
    <message>
        <source>%1-rescued.wright</source>
        <translation>%1-gerettet.wright</translation>
    </message>
    <message>
        <source>Save what can be saved</source>
        <translation>Retten, was zu retten ist</translation>
    </message>
    <message>
        <source>Save what can be saved of %1</source>
        <translation>Retten, was von %1 zu retten ist</translation>
    </message>
    <message>
        <source>Nothing could be saved from %1</source>
        <translation>Aus %1 war nichts zu retten</translation>
    </message>
    <message>
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>What is sound is in %1</source>
        <translation>Was heil ist, steht in %1</translation>
    </message>
    <message>
        <source>Nothing was lost.</source>
        <translation>Nichts ging verloren.</translation>
    </message>
    <message numerus="yes">
        <source>%n losses are listed under Problems.</source>
        <translation>
            <numerusform>%n Verlust steht unter Probleme.</numerusform>
            <numerusform>%n Verluste stehen unter Probleme.</numerusform>
        </translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation>Von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was opened here.</source>
        <translation>%1 wurde von einem anderen Programm geändert, seit es hier geöffnet wurde.</translation>
    </message>
    <message>
        <source>Saving here replaces those changes; they are kept as %1~.</source>
        <translation>Speichern ersetzt diese Änderungen; sie bleiben als %1~ erhalten.</translation>
    </message>
    <message>
        <source>Save anyway</source>
        <translation>Trotzdem speichern</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>%1 was changed by another program</source>
        <translation>%1 wurde von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>The world here is as it was when it was opened or saved.</source>
        <translation>Die Welt hier ist, wie sie beim Öffnen oder Speichern war.</translation>
    </message>
    <message>
        <source>Open it anew</source>
        <translation>Neu öffnen</translation>
    </message>
    <message>
        <source>One world is open at a time: %1 was not opened.</source>
        <translation>Es ist nur eine Welt auf einmal offen: %1 wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>%1 is in the editor now</source>
        <translation>%1 ist jetzt im Editor</translation>
    </message>
    <message>
        <source>Clients work on this world now: it is their init_world.</source>
        <translation>Clients arbeiten jetzt an dieser Welt: sie ist ihre init_world.</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>Rückgängig gemacht: %1</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>This world is shared at %1.</source>
        <translation>Diese Welt ist unter %1 freigegeben.</translation>
    </message>
    <message>
        <source>This world is shared</source>
        <translation>Diese Welt ist freigegeben</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>This world is no longer shared.</source>
        <translation>Diese Welt ist nicht mehr freigegeben.</translation>
    </message>
    <message>
        <source>socket file</source>
        <translation>Socket-Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n Client</numerusform>
            <numerusform>%n Clients</numerusform>
        </translation>
    </message>
    <message>
        <source>Shared: %1, %2</source>
        <translation>Freigegeben: %1, %2</translation>
    </message>
    <message>
        <source>Clients can read and change this world at %1. A click shows who.</source>
        <translation>Clients können diese Welt unter %1 lesen und ändern. Ein Klick zeigt, wer.</translation>
    </message>
    <message>
        <source>Sharing is being started.</source>
        <translation>Die Freigabe wird gestartet.</translation>
    </message>
    <message>
        <source>Sharing is being ended.</source>
        <translation>Die Freigabe wird beendet.</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>No path was found, but the world has changed since.</source>
        <translation>Es wurde kein Weg gefunden, aber die Welt hat sich seitdem geändert.</translation>
    </message>
</context>
<context>
    <name>ww::editor::ViewHost</name>
    <message>
        <source>3D view</source>
        <translation>3D-Ansicht</translation>
    </message>
</context>
<context>
    <name>ww::ui::ActionTable</name>
    <message>
        <source>There is no such action.</source>
        <translation>Diese Aktion gibt es nicht.</translation>
    </message>
</context>
<context>
    <name>ww::ui::CallsModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>ww::ui::CommandPalette</name>
    <message>
        <source>Search actions</source>
        <translation>Aktionen suchen</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Tippen Sie, was Sie tun wollen</translation>
    </message>
    <message>
        <source>Arrow keys choose, Enter runs, Esc closes</source>
        <translation>Pfeiltasten wählen, Eingabe führt aus, Esc schließt</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>Gefundene Aktionen</translation>
    </message>
    <message>
        <source>A click runs the action</source>
        <translation>Ein Klick führt die Aktion aus</translation>
    </message>
</context>
<context>
    <name>ww::ui::HistoryModel</name>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source> (by %1)</source>
        <translation> (von %1)</translation>
    </message>
    <message>
        <source>  - saved</source>
        <translation>  - gespeichert</translation>
    </message>
    <message>
        <source>The world as it was opened</source>
        <translation>Die Welt, wie sie geöffnet wurde</translation>
    </message>
    <message>
        <source>Done at %1. A click goes back or forth to here.</source>
        <translation>Geschehen um %1. Ein Klick führt hierher zurück oder vor.</translation>
    </message>
    <message>
        <source>The world could not go there</source>
        <translation>Die Welt konnte nicht dorthin</translation>
    </message>
</context>
<context>
    <name>ww::ui::HistoryPanel</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
</context>
<context>
    <name>ww::ui::ImportPreview</name>
    <message>
        <source>Size beside a person of 1.8 m</source>
        <translation>Größe neben einem Menschen von 1,8 m</translation>
    </message>
    <message>
        <source>The box of the model beside a person of 1.8 m, to scale</source>
        <translation>Der Quader des Modells neben einem Menschen von 1,8 m, im Maßstab</translation>
    </message>
    <message>
        <source>Reading the file...</source>
        <translation>Die Datei wird gelesen...</translation>
    </message>
    <message>
        <source>1.8 m</source>
        <translation>1,8 m</translation>
    </message>
</context>
<context>
    <name>ww::ui::ImportWizard</name>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parts</source>
        <translation>
            <numerusform>%n Teil</numerusform>
            <numerusform>%n Teile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n Glied</numerusform>
            <numerusform>%n Glieder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n joints</source>
        <translation>
            <numerusform>%n Gelenk</numerusform>
            <numerusform>%n Gelenke</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 triangles</source>
        <translation>%1 Dreiecke</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>Name of the object</source>
        <translation>Name des Objekts</translation>
    </message>
    <message>
        <source>Empty: as the file says</source>
        <translation>Leer: wie in der Datei</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
    <message>
        <source>Unit of the file</source>
        <translation>Einheit der Datei</translation>
    </message>
    <message>
        <source>For files that do not say their unit</source>
        <translation>Für Dateien, die ihre Einheit nicht nennen</translation>
    </message>
    <message>
        <source>Upward axis</source>
        <translation>Achse nach oben</translation>
    </message>
    <message>
        <source>For files that do not say which axis points up</source>
        <translation>Für Dateien, die nicht sagen, welche Achse nach oben zeigt</translation>
    </message>
    <message>
        <source>as the format says</source>
        <translation>wie das Format sagt</translation>
    </message>
    <message>
        <source>Z is up</source>
        <translation>Z ist oben</translation>
    </message>
    <message>
        <source>Y is up</source>
        <translation>Y ist oben</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>How finely curved surfaces become triangles</source>
        <translation>Wie fein gekrümmte Flächen zu Dreiecken werden</translation>
    </message>
    <message>
        <source>coarse (fast)</source>
        <translation>grob (schnell)</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>fein</translation>
    </message>
    <message>
        <source>Use for collision checks</source>
        <translation>Für Kollisionsprüfungen verwenden</translation>
    </message>
    <message>
        <source>Without it the object is only to be seen</source>
        <translation>Ohne dies ist das Objekt nur zu sehen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>What was found in the file</source>
        <translation>Was in der Datei gefunden wurde</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Adds what was read to the world, as one step that can be undone</source>
        <translation>Fügt das Gelesene der Welt hinzu, als ein Schritt, der sich zurücknehmen lässt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops reading and leaves the world as it is</source>
        <translation>Hört auf zu lesen und lässt die Welt, wie sie ist</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>%1, unit of the file: %2</source>
        <translation>%1, Einheit der Datei: %2</translation>
    </message>
    <message>
        <source>%1, about as large as a %2</source>
        <translation>%1, etwa so groß wie %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Reads the file once more</source>
        <translation>Liest die Datei noch einmal</translation>
    </message>
    <message>
        <source>Use mm</source>
        <translation>mm verwenden</translation>
    </message>
    <message>
        <source>Use m</source>
        <translation>m verwenden</translation>
    </message>
    <message>
        <source>Reads the file in the other unit</source>
        <translation>Liest die Datei in der anderen Einheit</translation>
    </message>
    <message>
        <source>Nothing was read</source>
        <translation>Nichts wurde gelesen</translation>
    </message>
    <message>
        <source>This would be unusually large. In millimetres it would be %1.</source>
        <translation>Das wäre ungewöhnlich groß. In Millimetern wäre es %1.</translation>
    </message>
    <message>
        <source>This would be unusually small. In metres it would be %1.</source>
        <translation>Das wäre ungewöhnlich klein. In Metern wäre es %1.</translation>
    </message>
</context>
<context>
    <name>ww::ui::JobsModel</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>stopping, %1</source>
        <translation>hält an, %1</translation>
    </message>
    <message>
        <source>%1 %, %2</source>
        <translation>%1 %, %2</translation>
    </message>
    <message>
        <source>done in %1</source>
        <translation>fertig in %1</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
</context>
<context>
    <name>ww::ui::JobsPanel</name>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops the selected job, or the newest one that runs</source>
        <translation>Hält den ausgewählten Auftrag an, sonst den neuesten laufenden</translation>
    </message>
    <message>
        <source>Clear finished</source>
        <translation>Fertige entfernen</translation>
    </message>
    <message>
        <source>Takes finished jobs off the list</source>
        <translation>Nimmt fertige Aufträge von der Liste</translation>
    </message>
    <message>
        <source>No jobs. Importing, saving and planning show up here, with progress and cancel.</source>
        <translation>Keine Aufträge. Importieren, Speichern und Planen erscheinen hier, mit Fortschritt und Abbruch.</translation>
    </message>
</context>
<context>
    <name>ww::ui::JointRow</name>
    <message>
        <source>Position of %1</source>
        <translation>Stellung von %1</translation>
    </message>
    <message>
        <source>Slider of %1</source>
        <translation>Regler von %1</translation>
    </message>
    <message>
        <source>Drag to jog %1; arrow keys step</source>
        <translation>Ziehen bewegt %1; Pfeiltasten gehen schrittweise</translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <translation>%1 bis %2 %3</translation>
    </message>
    <message>
        <source>%1 - near its limit</source>
        <translation>%1 - nahe der Grenze</translation>
    </message>
    <message>
        <source>%1 - at its limit</source>
        <translation>%1 - an seiner Grenze</translation>
    </message>
</context>
<context>
    <name>ww::ui::JointsPanel</name>
    <message>
        <source>Object whose joints are shown</source>
        <translation>Objekt, dessen Gelenke gezeigt werden</translation>
    </message>
    <message>
        <source>No object of this world has joints. Import a URDF or SDF file, or add a robot from the library.</source>
        <translation>Kein Objekt dieser Welt hat Gelenke. Importieren Sie eine URDF- oder SDF-Datei, oder fügen Sie einen Roboter aus der Bibliothek hinzu.</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Jog %1</source>
        <translation>%1 verfahren</translation>
    </message>
</context>
<context>
    <name>ww::ui::LogPanel</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copies the selected lines, or all</source>
        <translation>Kopiert die ausgewählten Zeilen oder alle</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Empties the log</source>
        <translation>Leert das Protokoll</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionPanel</name>
    <message>
        <source>A motion is being planned.</source>
        <translation>Eine Bewegung wird gerade geplant.</translation>
    </message>
    <message>
        <source>The world has no robot. Add one from the library or import a URDF or SDF file.</source>
        <translation>Die Welt hat keinen Roboter. Fügen Sie einen aus der Bibliothek hinzu oder importieren Sie eine URDF- oder SDF-Datei.</translation>
    </message>
    <message>
        <source>There is nothing to move to. Keep a configuration of the robot, or add a frame.</source>
        <translation>Es gibt kein Ziel. Merken Sie sich eine Stellung des Roboters oder fügen Sie ein Bezugssystem hinzu.</translation>
    </message>
    <message>
        <source>There is no planned motion yet.</source>
        <translation>Es gibt noch keine geplante Bewegung.</translation>
    </message>
    <message>
        <source>Plan %1 to %2</source>
        <translation>%1 nach %2 planen</translation>
    </message>
    <message>
        <source>Takes %1 s</source>
        <translation>Dauert %1 s</translation>
    </message>
    <message>
        <source>planned in %1 s</source>
        <translation>geplant in %1 s</translation>
    </message>
    <message>
        <source>at least %1 mm from everything</source>
        <translation>überall mindestens %1 mm Abstand</translation>
    </message>
    <message>
        <source>The world has changed since: plan again before you rely on this.</source>
        <translation>Die Welt hat sich seither geändert: planen Sie neu, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
        <source>Choose where the robot shall go and press Plan. The path is checked against everything in the world.</source>
        <translation>Wählen Sie, wohin der Roboter soll, und drücken Sie Planen. Der Weg wird gegen alles in der Welt geprüft.</translation>
    </message>
    <message>
        <source>Looking for a path...</source>
        <translation>Ein Weg wird gesucht...</translation>
    </message>
    <message>
        <source>Plans a motion from where the robot is now (Ctrl+P)</source>
        <translation>Plant eine Bewegung von dort, wo der Roboter jetzt ist (Strg+P)</translation>
    </message>
    <message>
        <source>Robot</source>
        <translation>Roboter</translation>
    </message>
    <message>
        <source>The robot that moves</source>
        <translation>Der Roboter, der sich bewegt</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>A named configuration of the robot, or a frame for its tool</source>
        <translation>Eine benannte Stellung des Roboters oder ein Bezugssystem für sein Werkzeug</translation>
    </message>
    <message>
        <source>Kind of motion</source>
        <translation>Art der Bewegung</translation>
    </message>
    <message>
        <source>Any path around obstacles, or straight in joint space</source>
        <translation>Irgendein Weg um Hindernisse oder gerade im Gelenkraum</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stops planning</source>
        <translation>Bricht das Planen ab</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Result of planning</source>
        <translation>Ergebnis des Planens</translation>
    </message>
    <message>
        <source>Show what is involved</source>
        <translation>Zeigen, was beteiligt ist</translation>
    </message>
    <message>
        <source>Selects what stands in the way</source>
        <translation>Wählt aus, was im Weg steht</translation>
    </message>
    <message>
        <source>To the start</source>
        <translation>Zum Anfang</translation>
    </message>
    <message>
        <source>Goes to the start of the motion</source>
        <translation>Geht zum Anfang der Bewegung</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Plays the motion, or holds it (Space)</source>
        <translation>Spielt die Bewegung ab oder hält sie an (Leertaste)</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Plays again and again</source>
        <translation>Spielt immer wieder ab</translation>
    </message>
    <message>
        <source>Moment of the motion</source>
        <translation>Zeitpunkt der Bewegung</translation>
    </message>
    <message>
        <source>Drag to see any moment of the motion</source>
        <translation>Ziehen zeigt jeden Zeitpunkt der Bewegung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>How fast the motion is played</source>
        <translation>Wie schnell die Bewegung abgespielt wird</translation>
    </message>
    <message>
        <source>Around obstacles</source>
        <translation>Um Hindernisse herum</translation>
    </message>
    <message>
        <source>Straight (joint space)</source>
        <translation>Gerade (Gelenkraum)</translation>
    </message>
    <message>
        <source>The robot of the planned motion was deleted.</source>
        <translation>Der Roboter der geplanten Bewegung wurde gelöscht.</translation>
    </message>
    <message>
        <source>The robot stands at the target already.</source>
        <translation>Der Roboter steht bereits am Ziel.</translation>
    </message>
    <message>
        <source>The world has changed since: plan again to see whether it works now.</source>
        <translation>Die Welt hat sich seitdem geändert: Planen Sie neu, um zu sehen, ob es jetzt geht.</translation>
    </message>
</context>
<context>
    <name>ww::ui::Notifications</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1 (%2-mal)</translation>
    </message>
</context>
<context>
    <name>ww::ui::PoseEditor</name>
    <message>
        <source>Pose relative to</source>
        <translation>Lage bezogen auf</translation>
    </message>
    <message>
        <source>Notation of the orientation</source>
        <translation>Schreibweise der Ausrichtung</translation>
    </message>
    <message>
        <source>Relative to parent</source>
        <translation>Bezogen auf den Träger</translation>
    </message>
    <message>
        <source>Relative to world</source>
        <translation>Bezogen auf die Welt</translation>
    </message>
    <message>
        <source>Copy or paste the pose</source>
        <translation>Lage kopieren oder einfügen</translation>
    </message>
    <message>
        <source>Copy position and orientation</source>
        <translation>Position und Ausrichtung kopieren</translation>
    </message>
    <message>
        <source>Copy as 4x4 matrix</source>
        <translation>Als 4x4-Matrix kopieren</translation>
    </message>
    <message>
        <source>Paste pose</source>
        <translation>Lage einfügen</translation>
    </message>
    <message>
        <source>Position %1</source>
        <translation>Position %1</translation>
    </message>
    <message>
        <source>Orientation %1</source>
        <translation>Ausrichtung %1</translation>
    </message>
    <message>
        <source>Pose copied.</source>
        <translation>Lage kopiert.</translation>
    </message>
    <message>
        <source>The clipboard holds no pose. A pose is 6 numbers (m, deg), 7 numbers (quaternion) or a 4x4 matrix.</source>
        <translation>Die Zwischenablage enthält keine Lage. Eine Lage sind 6 Zahlen (m, Grad), 7 Zahlen (Quaternion) oder eine 4x4-Matrix.</translation>
    </message>
    <message>
        <source>The pose on the clipboard is more than 10 km away. Positions are in metres.</source>
        <translation>Die Lage in der Zwischenablage ist mehr als 10 km entfernt. Positionen sind in Metern.</translation>
    </message>
</context>
<context>
    <name>ww::ui::PropertiesPanel</name>
    <message>
        <source>Box</source>
        <translation>Quader</translation>
    </message>
    <message>
        <source>Sphere</source>
        <translation>Kugel</translation>
    </message>
    <message>
        <source>Cylinder</source>
        <translation>Zylinder</translation>
    </message>
    <message>
        <source>Capsule</source>
        <translation>Kapsel</translation>
    </message>
    <message>
        <source>Ellipsoid</source>
        <translation>Ellipsoid</translation>
    </message>
    <message>
        <source>Frustum</source>
        <translation>Pyramidenstumpf</translation>
    </message>
    <message numerus="yes">
        <source>%n primitives</source>
        <translation>
            <numerusform>%n Grundkörper</numerusform>
            <numerusform>%n Grundkörper</numerusform>
        </translation>
    </message>
    <message>
        <source>Mesh</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Geometry</source>
        <translation>Geometrie</translation>
    </message>
    <message>
        <source>Size in the world: %1</source>
        <translation>Größe in der Welt: %1</translation>
    </message>
    <message>
        <source>%1 triangles shown, %2 for collisions</source>
        <translation>%1 Dreiecke gezeigt, %2 für Kollisionen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Gelenke</translation>
    </message>
    <message>
        <source>Select this joint</source>
        <translation>Dieses Gelenk auswählen</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Lower limit of %1</source>
        <translation>Untere Grenze von %1</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>Upper limit of %1</source>
        <translation>Obere Grenze von %1</translation>
    </message>
    <message>
        <source>Limits of %1</source>
        <translation>Grenzen von %1</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Bezugssysteme</translation>
    </message>
    <message>
        <source> (attachment)</source>
        <translation> (Anbau)</translation>
    </message>
    <message>
        <source>Select this frame</source>
        <translation>Dieses Bezugssystem auswählen</translation>
    </message>
    <message>
        <source>Named configurations</source>
        <translation>Benannte Stellungen</translation>
    </message>
    <message>
        <source>Move the joints to &quot;%1&quot;</source>
        <translation>Gelenke in die Stellung „%1“ bringen</translation>
    </message>
    <message>
        <source>Remove the configuration &quot;%1&quot;</source>
        <translation>Stellung „%1“ entfernen</translation>
    </message>
    <message>
        <source>Move to &quot;%1&quot;</source>
        <translation>In die Stellung „%1“ gehen</translation>
    </message>
    <message>
        <source>Remove configuration &quot;%1&quot;</source>
        <translation>Stellung „%1“ entfernen</translation>
    </message>
    <message>
        <source>Keep the current position...</source>
        <translation>Jetzige Stellung merken...</translation>
    </message>
    <message>
        <source>Stores the joint positions of now under a name</source>
        <translation>Merkt sich die jetzige Gelenkstellung unter einem Namen</translation>
    </message>
    <message>
        <source>Name of the configuration</source>
        <translation>Name der Stellung</translation>
    </message>
    <message>
        <source>Enter keeps the joint positions of now under this name</source>
        <translation>Eingabe merkt sich die jetzige Gelenkstellung unter diesem Namen</translation>
    </message>
    <message>
        <source>Keep configuration &quot;%1&quot;</source>
        <translation>Stellung „%1“ merken</translation>
    </message>
    <message>
        <source>Collision rules</source>
        <translation>Kollisionsregeln</translation>
    </message>
    <message>
        <source>Transform</source>
        <translation>Lage</translation>
    </message>
    <message>
        <source>Select something in the tree or in the view to see its properties.</source>
        <translation>Wählen Sie im Baum oder in der Ansicht etwas aus, um seine Eigenschaften zu sehen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Letters, digits and underscores, first a letter</source>
        <translation>Buchstaben, Ziffern und Unterstriche, zuerst ein Buchstabe</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message numerus="yes">
        <source> (the last of %n selected)</source>
        <translation>
            <numerusform> (das letzte von %n)</numerusform>
            <numerusform> (das letzte von %n)</numerusform>
        </translation>
    </message>
    <message>
        <source>On: %1</source>
        <translation>An: %1</translation>
    </message>
    <message>
        <source>world</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>User data</source>
        <translation>Benutzerdaten</translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>Set by programs; to be read only here</source>
        <translation>Von Programmen gesetzt; hier nur zu lesen</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Puts all keys, types and values on the clipboard</source>
        <translation>Legt alle Schlüssel, Typen und Werte in die Zwischenablage</translation>
    </message>
    <message>
        <source>User data copied.</source>
        <translation>Benutzerdaten kopiert.</translation>
    </message>
</context>
<context>
    <name>ww::ui::QuantityField</name>
    <message>
        <source>Drag to change; with Shift in smaller steps</source>
        <translation>Ziehen ändert den Wert; mit Umschalt in kleineren Schritten</translation>
    </message>
    <message>
        <source>%1: a number, a unit, or a sum such as 25.4mm + 1in</source>
        <translation>%1: eine Zahl, eine Einheit oder eine Summe wie 25,4mm + 1in</translation>
    </message>
    <message>
        <source>At most %1 %2 either way. Is the unit right?</source>
        <translation>Höchstens %1 %2 in jede Richtung. Stimmt die Einheit?</translation>
    </message>
</context>
<context>
    <name>ww::ui::ScenePanel</name>
    <message>
        <source>Filter: name or type:robot</source>
        <translation>Filter: Name oder type:robot</translation>
    </message>
    <message>
        <source>Filter the scene</source>
        <translation>Die Szene filtern</translation>
    </message>
    <message>
        <source>Shows what has all these words in its name; type:object, robot, link, joint, sensor, frame</source>
        <translation>Zeigt, was alle diese Wörter im Namen hat; type:object, robot, link, joint, sensor, frame</translation>
    </message>
    <message>
        <source>Scene tree</source>
        <translation>Szenenbaum</translation>
    </message>
    <message>
        <source>Nothing here yet. Drop a STEP, STL, OBJ, glTF, URDF or SDF file here, press Ctrl+I to import, or add something from the Add menu.</source>
        <translation>Noch leer. Lassen Sie eine STEP-, STL-, OBJ-, glTF-, URDF- oder SDF-Datei hier fallen, importieren Sie mit Strg+I, oder nehmen Sie etwas aus dem Menü Hinzufügen.</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>Nothing fits this filter.</source>
        <translation>Nichts passt zu diesem Filter.</translation>
    </message>
</context>
<context>
    <name>ww::ui::SceneTreeModel</name>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>Nothing can hang on itself.</source>
        <translation>Nichts kann an sich selbst hängen.</translation>
    </message>
    <message>
        <source>%1 cannot hang on %2, which hangs on %1 itself.</source>
        <translation>%1 kann nicht an %2 hängen, das selbst an %1 hängt.</translation>
    </message>
    <message>
        <source>the world</source>
        <translation>die Welt</translation>
    </message>
    <message>
        <source>Attach %1 to %2</source>
        <translation>%1 an %2 hängen</translation>
    </message>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::Section</name>
    <message>
        <source>Show or hide this section</source>
        <translation>Diesen Abschnitt zeigen oder verbergen</translation>
    </message>
</context>
<context>
    <name>ww::ui::SessionBridge</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 by client %2</source>
        <translation>%1 vom Client %2</translation>
    </message>
</context>
<context>
    <name>ww::ui::Share</name>
    <message>
        <source>The token may hold letters, digits and signs of ASCII, without blanks.</source>
        <translation>Das Token darf Buchstaben, Ziffern und Zeichen aus ASCII enthalten, keine Leerzeichen.</translation>
    </message>
    <message>
        <source>Say on which address of this machine to listen.</source>
        <translation>Geben Sie an, auf welcher Adresse dieses Rechners gelauscht werden soll.</translation>
    </message>
    <message>
        <source>Other machines may connect only with TLS: choose a certificate.</source>
        <translation>Andere Rechner dürfen sich nur mit TLS verbinden: Wählen Sie ein Zertifikat.</translation>
    </message>
    <message>
        <source>Other machines may connect only with TLS: choose the key of the certificate.</source>
        <translation>Andere Rechner dürfen sich nur mit TLS verbinden: Wählen Sie den Schlüssel des Zertifikats.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Other machines may connect only with a token: make one.</source>
        <translation>Andere Rechner dürfen sich nur mit einem Token verbinden: Erzeugen Sie eines.</translation>
    </message>
    <message>
        <source>The world is not shared</source>
        <translation>Die Welt ist nicht freigegeben</translation>
    </message>
    <message>
        <source>Share this world</source>
        <translation>Diese Welt freigeben</translation>
    </message>
    <message>
        <source>End sharing</source>
        <translation>Freigabe beenden</translation>
    </message>
    <message>
        <source>Take %1 into the editor</source>
        <translation>%1 in den Editor übernehmen</translation>
    </message>
    <message>
        <source>%1 could not be taken into the editor</source>
        <translation>%1 konnte nicht in den Editor übernommen werden</translation>
    </message>
</context>
<context>
    <name>ww::ui::ShareLists</name>
    <message>
        <source>What clients do</source>
        <translation>Was Clients tun</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Worlds</source>
        <translation>Welten</translation>
    </message>
    <message>
        <source>Calls of clients</source>
        <translation>Aufrufe der Clients</translation>
    </message>
    <message>
        <source>Filter calls</source>
        <translation>Aufrufe filtern</translation>
    </message>
    <message>
        <source>Shows the calls whose client, method, world or problem holds this text</source>
        <translation>Zeigt die Aufrufe, deren Client, Methode, Welt oder Problem diesen Text enthält</translation>
    </message>
    <message>
        <source>Shows only calls that failed. They are kept longer than the others.</source>
        <translation>Zeigt nur fehlgeschlagene Aufrufe. Sie werden länger behalten als die anderen.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Empties the list of calls</source>
        <translation>Leert die Liste der Aufrufe</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Last call</source>
        <translation>Letzter Aufruf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Who has called in the last minutes. A client gives its name in the metadata &apos;worldwright-client&apos;.</source>
        <translation>Wer in den letzten Minuten aufgerufen hat. Ein Client nennt seinen Namen in den Metadaten &apos;worldwright-client&apos;.</translation>
    </message>
    <message>
        <source>Worlds of clients</source>
        <translation>Welten der Clients</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Kennzeichen</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <source>Take into the editor</source>
        <translation>In den Editor übernehmen</translation>
    </message>
    <message>
        <source>Copies that clients work on; they go when sharing ends. &apos;init_world&apos; is the world in the editor.</source>
        <translation>Kopien, an denen Clients arbeiten; sie enden mit der Freigabe. &apos;init_world&apos; ist die Welt im Editor.</translation>
    </message>
    <message>
        <source>Copies this world over the one in the editor; one step that can be undone</source>
        <translation>Kopiert diese Welt über die im Editor; ein Schritt, der rückgängig gemacht werden kann</translation>
    </message>
    <message>
        <source>Select a world first.</source>
        <translation>Wählen Sie zuerst eine Welt aus.</translation>
    </message>
    <message numerus="yes">
        <source>%n calls came too quickly to be listed.</source>
        <translation>
            <numerusform>%n Aufruf kam zu schnell für die Liste.</numerusform>
            <numerusform>%n Aufrufe kamen zu schnell für die Liste.</numerusform>
        </translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>still</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>No calls yet. What clients of the shared world do is listed here.</source>
        <translation>Noch keine Aufrufe. Was Clients der freigegebenen Welt tun, steht hier.</translation>
    </message>
</context>
<context>
    <name>ww::ui::SharePanel</name>
    <message>
        <source>Sharing</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>Wählen...</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM-Dateien (*.pem *.crt *.cer *.key);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Share this world</source>
        <translation>Diese Welt freigeben</translation>
    </message>
    <message>
        <source>Programs can read and change this world over gRPC while it is shared. Each of their edits can be undone here.</source>
        <translation>Programme können diese Welt über gRPC lesen und ändern, solange sie freigegeben ist. Jede ihrer Änderungen kann hier rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Why the world is not shared</source>
        <translation>Warum die Welt nicht freigegeben ist</translation>
    </message>
    <message>
        <source>Address for clients</source>
        <translation>Adresse für Clients</translation>
    </message>
    <message>
        <source>What clients connect to</source>
        <translation>Womit Clients sich verbinden</translation>
    </message>
    <message>
        <source>Connecting from Python</source>
        <translation>Verbinden aus Python</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Die Adresse kopieren</translation>
    </message>
    <message>
        <source>Copies the address</source>
        <translation>Kopiert die Adresse</translation>
    </message>
    <message>
        <source>Copy the line of Python</source>
        <translation>Die Python-Zeile kopieren</translation>
    </message>
    <message>
        <source>Copies a line of Python that connects</source>
        <translation>Kopiert eine Python-Zeile, die verbindet</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Who may connect</source>
        <translation>Wer sich verbinden darf</translation>
    </message>
    <message>
        <source>Other machines, by TLS</source>
        <translation>Andere Rechner, über TLS</translation>
    </message>
    <message>
        <source>A socket file can be used by you alone; a port of this machine by everybody who works on it</source>
        <translation>Eine Socket-Datei können nur Sie benutzen; einen Port dieses Rechners alle, die an ihm arbeiten</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>a free one</source>
        <translation>ein freier</translation>
    </message>
    <message>
        <source>0 takes a free port</source>
        <translation>0 nimmt einen freien Port</translation>
    </message>
    <message>
        <source>Socket file</source>
        <translation>Socket-Datei</translation>
    </message>
    <message>
        <source>Only you may use it (mode 0600)</source>
        <translation>Nur Sie dürfen sie benutzen (Modus 0600)</translation>
    </message>
    <message>
        <source>Address to listen on</source>
        <translation>Adresse zum Lauschen</translation>
    </message>
    <message>
        <source>0.0.0.0 for all addresses of this machine</source>
        <translation>0.0.0.0 für alle Adressen dieses Rechners</translation>
    </message>
    <message>
        <source>TLS certificate</source>
        <translation>TLS-Zertifikat</translation>
    </message>
    <message>
        <source>A certificate, or a chain, in PEM form</source>
        <translation>Ein Zertifikat oder eine Kette in PEM-Form</translation>
    </message>
    <message>
        <source>TLS key</source>
        <translation>TLS-Schlüssel</translation>
    </message>
    <message>
        <source>The private key of the certificate in PEM form</source>
        <translation>Der private Schlüssel des Zertifikats in PEM-Form</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Clients send it as metadata &apos;authorization: Bearer TOKEN&apos;</source>
        <translation>Clients senden es als Metadaten &apos;authorization: Bearer TOKEN&apos;</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Make a token</source>
        <translation>Ein Token erzeugen</translation>
    </message>
    <message>
        <source>Makes a new token by chance</source>
        <translation>Erzeugt ein neues, zufälliges Token</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the token</source>
        <translation>Das Token zeigen</translation>
    </message>
    <message>
        <source>Shows the token while this is on</source>
        <translation>Zeigt das Token, solange dies an ist</translation>
    </message>
    <message>
        <source>Copy the token</source>
        <translation>Das Token kopieren</translation>
    </message>
    <message>
        <source>Copies the token</source>
        <translation>Kopiert das Token</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Listen on</source>
        <translation>Lauschen auf</translation>
    </message>
    <message>
        <source>Socket</source>
        <translation>Socket</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>Choose the certificate</source>
        <translation>Das Zertifikat wählen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Choose the key</source>
        <translation>Den Schlüssel wählen</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>nötig</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Me alone, by a socket file</source>
        <translation>Nur ich, über Socket-Datei</translation>
    </message>
</context>
<context>
    <name>ww::ui::StatusLine</name>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Shows the jobs</source>
        <translation>Zeigt die Aufträge</translation>
    </message>
    <message>
        <source>Running jobs</source>
        <translation>Laufende Aufträge</translation>
    </message>
    <message>
        <source>Progress of the running jobs</source>
        <translation>Fortschritt der laufenden Aufträge</translation>
    </message>
    <message>
        <source>Lengths are shown in mm and angles in degrees; fields take any unit, such as 2in or 0.5rad</source>
        <translation>Längen stehen in mm, Winkel in Grad; Felder nehmen jede Einheit an, etwa 2in oder 0,5rad</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>This world has no file yet</source>
        <translation>Diese Welt hat noch keine Datei</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n Auftrag</numerusform>
            <numerusform>%n Aufträge</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::Viewport</name>
    <message>
        <source>3D view</source>
        <translation>3D-Ansicht</translation>
    </message>
    <message>
        <source>The world in three dimensions: click selects, middle drag orbits, wheel zooms</source>
        <translation>Die Welt in drei Dimensionen: Klicken wählt aus, Ziehen mit der mittleren Taste umkreist, das Rad zoomt</translation>
    </message>
    <message>
        <source>3D view surface</source>
        <translation>Fläche der 3D-Ansicht</translation>
    </message>
    <message>
        <source>Drop to import here</source>
        <translation>Loslassen importiert hierher</translation>
    </message>
</context>
<context>
    <name>ww::ui::scene::TransformTool</name>
    <message numerus="yes">
        <source>Rotate %n objects</source>
        <translation>
            <numerusform>%n Objekt drehen</numerusform>
            <numerusform>%n Objekte drehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n objects</source>
        <translation>
            <numerusform>%n Objekt verschieben</numerusform>
            <numerusform>%n Objekte verschieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Rotate %1</source>
        <translation>%1 drehen</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>%1 verschieben</translation>
    </message>
</context>
<context>
    <name>ww::ui::scene::ViewportInput</name>
    <message>
        <source>Drag to move; type a number, Shift is fine, Enter confirms, Esc restores</source>
        <translation>Ziehen verschiebt; Zahl eintippen, Umschalt ist fein, Eingabe bestätigt, Esc stellt wieder her</translation>
    </message>
    <message>
        <source>Release to select everything the rectangle touches (to the right: only what lies inside)</source>
        <translation>Loslassen wählt alles aus, was das Rechteck berührt (nach rechts: nur, was darin liegt)</translation>
    </message>
    <message>
        <source>Release to select what lies inside the rectangle (to the left: whatever it touches)</source>
        <translation>Loslassen wählt aus, was im Rechteck liegt (nach links: was es berührt)</translation>
    </message>
    <message>
        <source>Click: look from this side</source>
        <translation>Klicken: Blick von dieser Seite</translation>
    </message>
    <message>
        <source>Drag: turn about this axis</source>
        <translation>Ziehen: um diese Achse drehen</translation>
    </message>
    <message>
        <source>Drag: move along this handle</source>
        <translation>Ziehen: entlang dieses Griffs verschieben</translation>
    </message>
    <message>
        <source>Click: select; Ctrl adds or removes; again: what lies behind. Middle drag: orbit. Wheel: zoom</source>
        <translation>Klicken: auswählen; Strg fügt hinzu oder entfernt; nochmals: was dahinter liegt. Mitte ziehen: umkreisen. Rad: zoomen</translation>
    </message>
    <message>
        <source>Drag: select with a rectangle. Middle drag or Alt: orbit. Right drag: pan. Wheel: zoom</source>
        <translation>Ziehen: mit Rechteck auswählen. Mitte oder Alt ziehen: umkreisen. Rechts ziehen: verschieben. Rad: zoomen</translation>
    </message>
</context>
<context>
    <name>ww::ui::scene::ViewportScene</name>
    <message>
        <source> m</source>
        <translation> m</translation>
    </message>
</context>
</TS>
