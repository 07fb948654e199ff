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
        <source>Adds &quot;%1&quot; from the library</source>
        <translation>Fügt „%1“ aus der Bibliothek hinzu</translation>
    </message>
    <message>
        <source>Adds a frame at the point that was clicked, else on what is selected, else on the world</source>
        <translation>Fügt ein Koordinatensystem am angeklickten Punkt hinzu, sonst an der Auswahl, sonst an der Welt</translation>
    </message>
</context>
<context>
    <name>CollisionPair</name>
    <message>
        <source>Select exactly two objects, or links of them, first.</source>
        <translation>Wählen Sie zuerst genau zwei Objekte oder Glieder von Objekten.</translation>
    </message>
    <message>
        <source>%1 and %2 are never checked: they are one body, or neighbours by design.</source>
        <translation>%1 und %2 werden nie geprüft: Sie sind ein Körper oder von Bau aus Nachbarn.</translation>
    </message>
    <message>
        <source>Collisions between %1 and %2 are checked already.</source>
        <translation>Kollisionen zwischen %1 und %2 werden bereits geprüft.</translation>
    </message>
    <message>
        <source>A rule of the world leaves %1 or %2 unchecked against everything; it cannot be ended for one pair alone.</source>
        <translation>Eine Regel der Welt nimmt %1 oder %2 gegenüber allem von der Prüfung aus; für ein einzelnes Paar lässt sie sich nicht beenden.</translation>
    </message>
    <message>
        <source>Allow collisions between %1 and %2</source>
        <translation>Kollisionen zwischen %1 und %2 erlauben</translation>
    </message>
    <message>
        <source>Check collisions between %1 and %2</source>
        <translation>Kollisionen zwischen %1 und %2 prüfen</translation>
    </message>
    <message>
        <source>%1 has no geometry for collisions. Import it again with some to have it checked.</source>
        <translation>%1 hat keine Kollisionsgeometrie. Importieren Sie es mit einer neu, damit es geprüft wird.</translation>
    </message>
    <message>
        <source>Checking for collisions is switched off in this world. Switch it on first.</source>
        <translation>Die Kollisionsprüfung ist in dieser Welt abgeschaltet. Schalten Sie sie zuerst ein.</translation>
    </message>
    <message>
        <source>A rule of the world allows collisions between %1 and %2 already. &quot;Check collisions&quot; ends it.</source>
        <translation>Eine Regel der Welt erlaubt Kollisionen zwischen %1 und %2 bereits. „Kollisionen prüfen“ beendet sie.</translation>
    </message>
    <message>
        <source>Checking for collisions is on already.</source>
        <translation>Die Kollisionsprüfung ist bereits eingeschaltet.</translation>
    </message>
    <message>
        <source>Switch collision checking on</source>
        <translation>Kollisionsprüfung einschalten</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>a link of URDF has one parent; take it out of one of the joints</source>
        <translation>ein Glied in URDF hat einen Träger; nehmen Sie es aus einem der Gelenke heraus</translation>
    </message>
    <message>
        <source>check the unit and the scale, or export it again</source>
        <translation>prüfen Sie Einheit und Maßstab, oder exportieren Sie die Datei neu</translation>
    </message>
    <message>
        <source>check the unit, or export it again</source>
        <translation>prüfen Sie die Einheit, oder exportieren Sie die Datei neu</translation>
    </message>
    <message>
        <source>COLLADA scene</source>
        <translation>COLLADA-Szene</translation>
    </message>
    <message>
        <source>Change collision settings</source>
        <translation>Kollisionseinstellungen ändern</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>give a number in between</source>
        <translation>geben Sie eine Zahl dazwischen an</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Ist ein Ordner</translation>
    </message>
    <message>
        <source>it has no geometry</source>
        <translation>sie hat keine Geometrie</translation>
    </message>
    <message>
        <source>leave the unit out; --uniform-scale changes the size</source>
        <translation>lassen Sie die Einheit weg; --uniform-scale ändert die Größe</translation>
    </message>
    <message>
        <source>ListWorlds tells which there are</source>
        <translation>ListWorlds nennt die vorhandenen</translation>
    </message>
    <message>
        <source>Move several things</source>
        <translation>Mehreres verschieben</translation>
    </message>
    <message>
        <source>No file was written.</source>
        <translation>Es wurde keine Datei geschrieben.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>nothing of the file can be placed: sizes or places are not finite or beyond 1e9 m</source>
        <translation>nichts aus der Datei hat einen Ort: Größen oder Lagen sind nicht endlich oder jenseits von 1e9 m</translation>
    </message>
    <message>
        <source>PLY mesh</source>
        <translation>PLY-Netz</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Keine Berechtigung</translation>
    </message>
    <message>
        <source>put it beside the file</source>
        <translation>legen Sie sie neben die Datei</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <source>SDF model or world</source>
        <translation>SDF-Modell oder -Welt</translation>
    </message>
    <message>
        <source>STEP assembly</source>
        <translation>STEP-Baugruppe</translation>
    </message>
    <message>
        <source>STL mesh</source>
        <translation>STL-Netz</translation>
    </message>
    <message>
        <source>TLS needs both a certificate and its key</source>
        <translation>TLS braucht sowohl ein Zertifikat als auch dessen Schlüssel</translation>
    </message>
    <message>
        <source>The file still holds its previous state.</source>
        <translation>Die Datei enthält noch ihren vorherigen Stand.</translation>
    </message>
    <message>
        <source>The new state is in the file, but might not outlast a loss of power.</source>
        <translation>Der neue Stand ist in der Datei, übersteht aber vielleicht einen Stromausfall nicht.</translation>
    </message>
    <message>
        <source>URDF robot</source>
        <translation>URDF-Roboter</translation>
    </message>
    <message>
        <source>Wavefront OBJ mesh</source>
        <translation>Wavefront-OBJ-Netz</translation>
    </message>
    <message>
        <source>What the file holds now could not be checked; save under another name.</source>
        <translation>Was die Datei jetzt enthält, konnte nicht geprüft werden; speichern Sie unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>ZIP bundle</source>
        <translation>ZIP-Archiv</translation>
    </message>
    <message>
        <source>a camera&apos;s image has a negative size</source>
        <translation>das Bild einer Kamera hat eine negative Größe</translation>
    </message>
    <message>
        <source>a collision action says nothing</source>
        <translation>eine Kollisionsregel sagt nicht, was sie bewirkt</translation>
    </message>
    <message>
        <source>a collision rule names nothing on its left side</source>
        <translation>eine Kollisionsregel nennt nichts auf ihrer linken Seite</translation>
    </message>
    <message>
        <source>a compressed mesh of the glTF file has no buffer view</source>
        <translation>ein komprimiertes Netz der glTF-Datei hat keine Puffersicht</translation>
    </message>
    <message>
        <source>a compressed mesh of the glTF file has no positions</source>
        <translation>ein komprimiertes Netz der glTF-Datei hat keine Positionen</translation>
    </message>
    <message>
        <source>a fixed joint has a position other than 0</source>
        <translation>ein festes Gelenk hat eine andere Stellung als 0</translation>
    </message>
    <message>
        <source>a geometry has no sound name</source>
        <translation>eine Geometrie hat keinen gültigen Namen</translation>
    </message>
    <message>
        <source>a geometry has the old form</source>
        <translation>eine Geometrie hat die alte Form</translation>
    </message>
    <message>
        <source>a geometry is larger than 2 GB</source>
        <translation>eine Geometrie ist größer als 2 GB</translation>
    </message>
    <message>
        <source>a geometry set has too long a name</source>
        <translation>ein Geometriesatz hat einen zu langen Namen</translation>
    </message>
    <message>
        <source>a geometry was named that was not sent</source>
        <translation>es wurde eine Geometrie genannt, die nicht gesendet wurde</translation>
    </message>
    <message>
        <source>a joint limit is not a number</source>
        <translation>eine Gelenkgrenze ist keine Zahl</translation>
    </message>
    <message>
        <source>a joint&apos;s damping or friction is negative</source>
        <translation>die Dämpfung oder Reibung eines Gelenks ist negativ</translation>
    </message>
    <message>
        <source>a joint&apos;s velocity, acceleration, jerk or effort limit is negative</source>
        <translation>die Grenze für Geschwindigkeit, Beschleunigung, Ruck oder Kraft eines Gelenks ist negativ</translation>
    </message>
    <message>
        <source>a key of user data is empty</source>
        <translation>ein Schlüssel der Benutzerdaten ist leer</translation>
    </message>
    <message>
        <source>a mesh of the glTF file that is compressed with Draco cannot be decompressed</source>
        <translation>ein mit Draco komprimiertes Netz der glTF-Datei lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>a part has more than 2 GB of triangles</source>
        <translation>ein Teil hat mehr als 2 GB an Dreiecken</translation>
    </message>
    <message>
        <source>a part of the file cannot be read</source>
        <translation>ein Teil der Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>a scene object has at most one inverse kinematics solver</source>
        <translation>ein Szenenobjekt hat höchstens einen Löser der inversen Kinematik</translation>
    </message>
    <message>
        <source>allow more time, import it coarsely, or in parts</source>
        <translation>geben Sie mehr Zeit, importieren Sie grob oder in Teilen</translation>
    </message>
    <message>
        <source>an edit is out of reach only as a whole</source>
        <translation>eine Änderung ist nur als Ganzes außer Reichweite</translation>
    </message>
    <message>
        <source>an include without a uri</source>
        <translation>ein include ohne uri</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>an object has a name that is not allowed</source>
        <translation>ein Objekt hat einen Namen, der nicht erlaubt ist</translation>
    </message>
    <message>
        <source>binary glTF scene</source>
        <translation>binäre glTF-Szene</translation>
    </message>
    <message>
        <source>break the circle of includes</source>
        <translation>brechen Sie den Kreis der Einbindungen auf</translation>
    </message>
    <message>
        <source>building models</source>
        <translation>Modelle werden aufgebaut</translation>
    </message>
    <message>
        <source>building shapes</source>
        <translation>Formen werden aufgebaut</translation>
    </message>
    <message>
        <source>building the models of the SDF file</source>
        <translation>die Modelle der SDF-Datei werden aufgebaut</translation>
    </message>
    <message>
        <source>building the shapes of the STEP file</source>
        <translation>die Formen der STEP-Datei werden aufgebaut</translation>
    </message>
    <message>
        <source>check that it is there and readable</source>
        <translation>prüfen Sie, ob es vorhanden und lesbar ist</translation>
    </message>
    <message>
        <source>check that the file is there and that you may read it</source>
        <translation>prüfen Sie, ob die Datei da ist und Sie sie lesen dürfen</translation>
    </message>
    <message>
        <source>check that you may read it</source>
        <translation>prüfen Sie, ob Sie es lesen dürfen</translation>
    </message>
    <message>
        <source>check the unit; coordinates are in metres</source>
        <translation>prüfen Sie die Einheit; Koordinaten sind in Metern</translation>
    </message>
    <message>
        <source>choose a folder that exists and that you may write to</source>
        <translation>wählen Sie einen Ordner, den es gibt und in den Sie schreiben dürfen</translation>
    </message>
    <message>
        <source>choose a frame that does not ride on it</source>
        <translation>wählen Sie ein Bezugssystem, das nicht darauf sitzt</translation>
    </message>
    <message>
        <source>choose a parent that does not hang on it</source>
        <translation>wählen Sie einen Träger, der nicht daran hängt</translation>
    </message>
    <message>
        <source>choose another file</source>
        <translation>wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>choose another id, or allow it to be overwritten</source>
        <translation>wählen Sie eine andere Kennung, oder erlauben Sie das Überschreiben</translation>
    </message>
    <message>
        <source>choose another type</source>
        <translation>wählen Sie einen anderen Typ</translation>
    </message>
    <message>
        <source>choose one of less than 90 characters</source>
        <translation>wählen Sie einen mit weniger als 90 Zeichen</translation>
    </message>
    <message>
        <source>choose the file inside it</source>
        <translation>wählen Sie die Datei darin</translation>
    </message>
    <message>
        <source>close its holes, or set mass and inertia by hand</source>
        <translation>schließen Sie die Löcher, oder geben Sie Masse und Trägheit von Hand an</translation>
    </message>
    <message>
        <source>close other programs and try again, or import it coarsely or in parts</source>
        <translation>schließen Sie andere Programme und versuchen Sie es erneut, oder importieren Sie grob oder in Teilen</translation>
    </message>
    <message>
        <source>close other programs or jobs</source>
        <translation>schließen Sie andere Programme oder Aufträge</translation>
    </message>
    <message>
        <source>close other programs or worlds and try again</source>
        <translation>schließen Sie andere Programme oder Welten und versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>collision_settings is not set</source>
        <translation>collision_settings ist nicht gesetzt</translation>
    </message>
    <message>
        <source>copy the objects in it</source>
        <translation>kopieren Sie die Objekte darin</translation>
    </message>
    <message>
        <source>delete the objects in it</source>
        <translation>löschen Sie die Objekte darin</translation>
    </message>
    <message>
        <source>delete them first, or set force</source>
        <translation>löschen Sie sie zuerst, oder setzen Sie force</translation>
    </message>
    <message>
        <source>delete them first, or set force or reparent_child_objects</source>
        <translation>löschen Sie sie zuerst, oder setzen Sie force oder reparent_child_objects</translation>
    </message>
    <message>
        <source>download it and put it beside the file</source>
        <translation>laden Sie es herunter und legen Sie es neben die Datei</translation>
    </message>
    <message>
        <source>download them and name their folder with --search</source>
        <translation>laden Sie sie herunter und nennen Sie ihren Ordner mit --search</translation>
    </message>
    <message>
        <source>every axis needs a scale other than 0</source>
        <translation>jede Achse braucht einen anderen Maßstab als 0</translation>
    </message>
    <message>
        <source>exchange them</source>
        <translation>vertauschen Sie sie</translation>
    </message>
    <message>
        <source>export it again, or use another format</source>
        <translation>exportieren Sie sie noch einmal, oder nehmen Sie ein anderes Format</translation>
    </message>
    <message>
        <source>export it as version 2</source>
        <translation>exportieren Sie sie als Version 2</translation>
    </message>
    <message>
        <source>export it with geometry</source>
        <translation>exportieren Sie sie mit Geometrie</translation>
    </message>
    <message>
        <source>export it without this extension (without compression)</source>
        <translation>exportieren Sie sie ohne diese Erweiterung (ohne Kompression)</translation>
    </message>
    <message>
        <source>export the file again</source>
        <translation>exportieren Sie die Datei noch einmal</translation>
    </message>
    <message>
        <source>export the file again, with decimal points</source>
        <translation>exportieren Sie die Datei noch einmal, mit Dezimalpunkten</translation>
    </message>
    <message>
        <source>flatten the file</source>
        <translation>machen Sie die Datei flacher</translation>
    </message>
    <message>
        <source>flatten them</source>
        <translation>machen Sie sie flacher</translation>
    </message>
    <message>
        <source>free some space, or set TMPDIR</source>
        <translation>schaffen Sie Platz, oder setzen Sie TMPDIR</translation>
    </message>
    <message>
        <source>geometry has an empty set of primitives</source>
        <translation>die Geometrie hat einen leeren Satz von Grundkörpern</translation>
    </message>
    <message>
        <source>geometry is empty</source>
        <translation>die Geometrie ist leer</translation>
    </message>
    <message>
        <source>geometry with a renderable only is not supported</source>
        <translation>eine Geometrie, die nur zum Zeichnen ist, wird nicht unterstützt</translation>
    </message>
    <message>
        <source>give a TLS certificate, its key and a token, or listen on 127.0.0.1 or a Unix socket</source>
        <translation>geben Sie ein TLS-Zertifikat, seinen Schlüssel und ein Token an, oder lauschen Sie auf 127.0.0.1 oder einem Unix-Socket</translation>
    </message>
    <message>
        <source>give a file that holds the token, certificate or key alone</source>
        <translation>geben Sie eine Datei an, die nur das Token, das Zertifikat oder den Schlüssel enthält</translation>
    </message>
    <message>
        <source>give a number above 0; infinity where there is no limit</source>
        <translation>geben Sie eine Zahl über 0 an; unendlich, wo es keine Grenze gibt</translation>
    </message>
    <message>
        <source>give a number; infinity where there is no limit</source>
        <translation>geben Sie eine Zahl an; unendlich, wo es keine Grenze gibt</translation>
    </message>
    <message>
        <source>give a token of one line of letters, digits and signs</source>
        <translation>geben Sie ein Token aus einer Zeile Buchstaben, Ziffern und Zeichen an</translation>
    </message>
    <message>
        <source>give both, or none</source>
        <translation>geben Sie beides an, oder keines</translation>
    </message>
    <message>
        <source>give every entry a name</source>
        <translation>geben Sie jedem Eintrag einen Namen</translation>
    </message>
    <message>
        <source>give it a scale other than 0</source>
        <translation>geben Sie einen anderen Maßstab als 0 an</translation>
    </message>
    <message>
        <source>give its width and height in pixels</source>
        <translation>geben Sie Breite und Höhe in Pixeln an</translation>
    </message>
    <message>
        <source>give one normal per vertex, or none</source>
        <translation>geben Sie eine Normale je Eckpunkt an, oder keine</translation>
    </message>
    <message>
        <source>give one position for each joint that moves, in their order</source>
        <translation>geben Sie einen Wert für jedes bewegliche Gelenk an, in deren Reihenfolge</translation>
    </message>
    <message>
        <source>give one position for each joint, or name those that are given</source>
        <translation>geben Sie einen Wert für jedes Gelenk an, oder nennen Sie die angegebenen</translation>
    </message>
    <message>
        <source>give one to Intrinsic_Visual or Intrinsic_Collision</source>
        <translation>geben Sie eine an Intrinsic_Visual oder Intrinsic_Collision</translation>
    </message>
    <message>
        <source>give x, y and z, or none</source>
        <translation>geben Sie x, y und z an, oder nichts</translation>
    </message>
    <message>
        <source>glTF scene</source>
        <translation>glTF-Szene</translation>
    </message>
    <message>
        <source>handing over the result</source>
        <translation>Übergabe des Ergebnisses</translation>
    </message>
    <message>
        <source>heal the model in the program that made it, or try the fine resolution</source>
        <translation>reparieren Sie das Modell in dem Programm, aus dem es stammt, oder versuchen Sie die feine Auflösung</translation>
    </message>
    <message>
        <source>import it coarsely</source>
        <translation>importieren Sie grob</translation>
    </message>
    <message>
        <source>import it coarsely, or in pieces</source>
        <translation>importieren Sie grob, oder in Stücken</translation>
    </message>
    <message>
        <source>import it in parts</source>
        <translation>importieren Sie in Teilen</translation>
    </message>
    <message>
        <source>import the assembly in pieces, or leave small parts out</source>
        <translation>importieren Sie die Baugruppe in Stücken, oder lassen Sie kleine Teile weg</translation>
    </message>
    <message>
        <source>import the world in parts</source>
        <translation>importieren Sie die Welt in Teilen</translation>
    </message>
    <message>
        <source>importable are step, stl, obj, gltf, glb, dae, ply, urdf, sdf and zip; choose the type if it is one of them</source>
        <translation>importieren lassen sich step, stl, obj, gltf, glb, dae, ply, urdf, sdf und zip; wählen Sie den Typ, wenn es einer davon ist</translation>
    </message>
    <message>
        <source>inverse kinematics was cancelled</source>
        <translation>die inverse Kinematik wurde abgebrochen</translation>
    </message>
    <message>
        <source>it has no entities</source>
        <translation>es hat keine Entitäten</translation>
    </message>
    <message>
        <source>it has no format version</source>
        <translation>sie hat keine Formatversion</translation>
    </message>
    <message>
        <source>it has no parent</source>
        <translation>es hat keinen Träger</translation>
    </message>
    <message>
        <source>it holds another world than was saved</source>
        <translation>sie enthält eine andere Welt als die gespeicherte</translation>
    </message>
    <message>
        <source>it is a database of another program</source>
        <translation>sie ist die Datenbank eines anderen Programms</translation>
    </message>
    <message>
        <source>it is another kind of file</source>
        <translation>sie ist eine Datei anderer Art</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is lost</source>
        <translation>es ist verloren</translation>
    </message>
    <message>
        <source>it may be a bomb; if it is not, unpack it and import the file inside</source>
        <translation>es ist vielleicht eine ZIP-Bombe; wenn nicht, entpacken Sie es und importieren Sie die Datei darin</translation>
    </message>
    <message>
        <source>it must be 0 or more</source>
        <translation>der Wert muss 0 oder größer sein</translation>
    </message>
    <message>
        <source>it must be a finite number, 0 or more</source>
        <translation>der Wert muss eine endliche Zahl sein, 0 oder größer</translation>
    </message>
    <message>
        <source>it needs a model: sdf, urdf, step, gltf, glb, dae, obj, stl or ply</source>
        <translation>es braucht ein Modell: sdf, urdf, step, gltf, glb, dae, obj, stl oder ply</translation>
    </message>
    <message>
        <source>its parent is lost</source>
        <translation>der Träger ist verloren</translation>
    </message>
    <message>
        <source>its parents form a cycle</source>
        <translation>die Träger bilden einen Kreis</translation>
    </message>
    <message>
        <source>joint axis has no length</source>
        <translation>die Gelenkachse hat keine Länge</translation>
    </message>
    <message>
        <source>joint has no known motion type</source>
        <translation>das Gelenk hat keine bekannte Bewegungsart</translation>
    </message>
    <message>
        <source>joint position is not finite</source>
        <translation>die Gelenkstellung ist nicht endlich</translation>
    </message>
    <message>
        <source>keep large data in a file, and its name here</source>
        <translation>legen Sie große Daten in einer Datei ab und hier deren Namen</translation>
    </message>
    <message>
        <source>last row of a transform matrix must be 0 0 0 1</source>
        <translation>die letzte Zeile einer Transformationsmatrix muss 0 0 0 1 sein</translation>
    </message>
    <message>
        <source>leave it out where there is no limit</source>
        <translation>lassen Sie es weg, wo es keine Grenze gibt</translation>
    </message>
    <message>
        <source>leave parent_t_this out, or make it agree with raw_value</source>
        <translation>lassen Sie parent_t_this weg, oder bringen Sie es mit raw_value in Einklang</translation>
    </message>
    <message>
        <source>leave the filter out</source>
        <translation>lassen Sie den Filter weg</translation>
    </message>
    <message>
        <source>look at the world as it is now and try again</source>
        <translation>sehen Sie sich die Welt an, wie sie jetzt ist, und versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>make a mesh of the points first</source>
        <translation>machen Sie zuerst ein Netz aus den Punkten</translation>
    </message>
    <message>
        <source>margins are finite, in metres, 0 or more</source>
        <translation>Abstände sind endlich, in Metern, 0 oder größer</translation>
    </message>
    <message>
        <source>matrix has a number that is not finite</source>
        <translation>die Matrix hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>mesh has more vertices or triangles than an index can name</source>
        <translation>das Netz hat mehr Eckpunkte oder Dreiecke, als ein Index nennen kann</translation>
    </message>
    <message>
        <source>mesh has no triangles</source>
        <translation>das Netz hat keine Dreiecke</translation>
    </message>
    <message>
        <source>mesh has no volume</source>
        <translation>das Netz hat kein Volumen</translation>
    </message>
    <message>
        <source>mesh is not closed, so it has no volume</source>
        <translation>das Netz ist nicht geschlossen, hat also kein Volumen</translation>
    </message>
    <message>
        <source>moments of inertia are 0 or more</source>
        <translation>Trägheitsmomente sind 0 oder größer</translation>
    </message>
    <message>
        <source>name a joint, or a link other than the root entity</source>
        <translation>nennen Sie ein Gelenk, oder ein anderes Glied als die Wurzel</translation>
    </message>
    <message>
        <source>name an entity of the object that the filter is for</source>
        <translation>nennen Sie eine Entität des Objekts, für das der Filter ist</translation>
    </message>
    <message>
        <source>name an object or an entity</source>
        <translation>nennen Sie ein Objekt oder eine Entität</translation>
    </message>
    <message>
        <source>name each joint once</source>
        <translation>nennen Sie jedes Gelenk einmal</translation>
    </message>
    <message>
        <source>name the frame as the frame that it is, or select a link</source>
        <translation>nennen Sie das Bezugssystem als das, was es ist, oder wählen Sie ein Glied</translation>
    </message>
    <message>
        <source>no more files can be opened</source>
        <translation>es können keine weiteren Dateien geöffnet werden</translation>
    </message>
    <message>
        <source>no object came</source>
        <translation>es kam kein Objekt</translation>
    </message>
    <message>
        <source>node_to_update must be an ancestor of exactly one of the two</source>
        <translation>node_to_update muss Vorfahre von genau einem der beiden sein</translation>
    </message>
    <message>
        <source>only links that were created with one have one</source>
        <translation>nur Glieder, die damit angelegt wurden, haben eine</translation>
    </message>
    <message>
        <source>only paths that graze an obstacle were found</source>
        <translation>es wurden nur Wege gefunden, die ein Hindernis streifen</translation>
    </message>
    <message>
        <source>only the right side may be empty: it means anything</source>
        <translation>nur die rechte Seite darf leer sein: das heißt alles</translation>
    </message>
    <message>
        <source>open it with a newer version of the program</source>
        <translation>öffnen Sie sie mit einer neueren Version des Programms</translation>
    </message>
    <message>
        <source>pack it again</source>
        <translation>packen Sie es noch einmal</translation>
    </message>
    <message>
        <source>pack only what belongs to the model</source>
        <translation>packen Sie nur, was zum Modell gehört</translation>
    </message>
    <message>
        <source>pack the archive again</source>
        <translation>packen Sie das Archiv noch einmal</translation>
    </message>
    <message>
        <source>place the object and move it instead</source>
        <translation>setzen Sie das Objekt und bewegen Sie stattdessen dieses</translation>
    </message>
    <message>
        <source>planning was cancelled</source>
        <translation>das Planen wurde abgebrochen</translation>
    </message>
    <message>
        <source>point clouds are not supported</source>
        <translation>Punktwolken werden nicht unterstützt</translation>
    </message>
    <message>
        <source>pose has no orientation</source>
        <translation>die Lage hat keine Ausrichtung</translation>
    </message>
    <message>
        <source>pose is more than a million kilometres away</source>
        <translation>die Lage ist mehr als eine Million Kilometer entfernt</translation>
    </message>
    <message>
        <source>positions are finite, in radians or metres</source>
        <translation>Stellungen sind endlich, in Radiant oder Metern</translation>
    </message>
    <message>
        <source>positions are in metres</source>
        <translation>Positionen sind in Metern</translation>
    </message>
    <message>
        <source>primitive has no shape, or one this version does not know</source>
        <translation>der Grundkörper hat keine Form, oder eine, die diese Version nicht kennt</translation>
    </message>
    <message>
        <source>put all parts into one folder</source>
        <translation>legen Sie alle Teile in einen Ordner</translation>
    </message>
    <message>
        <source>put it beside the assembly</source>
        <translation>legen Sie sie neben die Baugruppe</translation>
    </message>
    <message>
        <source>put it beside the file, or name its folder with --search</source>
        <translation>legen Sie es neben die Datei, oder nennen Sie seinen Ordner mit --search</translation>
    </message>
    <message>
        <source>raise the memory limit, import it coarsely, or in parts</source>
        <translation>erhöhen Sie die Speichergrenze, importieren Sie grob oder in Teilen</translation>
    </message>
    <message>
        <source>reading the SDF file</source>
        <translation>die SDF-Datei wird gelesen</translation>
    </message>
    <message>
        <source>reading the STEP file</source>
        <translation>die STEP-Datei wird gelesen</translation>
    </message>
    <message>
        <source>reading the URDF file</source>
        <translation>die URDF-Datei wird gelesen</translation>
    </message>
    <message>
        <source>reading the mesh</source>
        <translation>das Netz wird gelesen</translation>
    </message>
    <message>
        <source>reading triangles</source>
        <translation>Dreiecke werden gelesen</translation>
    </message>
    <message>
        <source>remove it: entities from outside are not read</source>
        <translation>entfernen Sie sie: Entitäten von außen werden nicht gelesen</translation>
    </message>
    <message>
        <source>remove user data from it</source>
        <translation>entfernen Sie Benutzerdaten davon</translation>
    </message>
    <message>
        <source>rename the folder or file</source>
        <translation>benennen Sie den Ordner oder die Datei um</translation>
    </message>
    <message>
        <source>rename the frame</source>
        <translation>benennen Sie das Bezugssystem um</translation>
    </message>
    <message>
        <source>rotation of a transform has a number that is not finite</source>
        <translation>die Drehung einer Transformation hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>rows were added, removed or exchanged: the checksum over all rows does not match</source>
        <translation>Zeilen wurden hinzugefügt, entfernt oder vertauscht: die Prüfsumme über alle Zeilen passt nicht</translation>
    </message>
    <message>
        <source>run xacro on it and import the result</source>
        <translation>wenden Sie xacro darauf an und importieren Sie das Ergebnis</translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation>speichern Sie sie als UTF-8</translation>
    </message>
    <message>
        <source>save it as plain text (UTF-8)</source>
        <translation>speichern Sie sie als reinen Text (UTF-8)</translation>
    </message>
    <message>
        <source>say with node_to_update which pose is to change</source>
        <translation>sagen Sie mit node_to_update, welche Lage sich ändern soll</translation>
    </message>
    <message>
        <source>select an entity, or leave the filter out</source>
        <translation>wählen Sie eine Entität, oder lassen Sie den Filter weg</translation>
    </message>
    <message>
        <source>select at least one entity</source>
        <translation>wählen Sie mindestens eine Entität</translation>
    </message>
    <message>
        <source>select one, by include_base_entity, include_final_entity or its name</source>
        <translation>wählen Sie eine, durch include_base_entity, include_final_entity oder ihren Namen</translation>
    </message>
    <message>
        <source>send a quaternion of norm 1; the identity is w = 1</source>
        <translation>senden Sie ein Quaternion der Norm 1; die Identität ist w = 1</translation>
    </message>
    <message>
        <source>send a triangle mesh made from the points</source>
        <translation>senden Sie ein Dreiecksnetz aus den Punkten</translation>
    </message>
    <message>
        <source>send a unit quaternion; the identity is w = 1</source>
        <translation>senden Sie ein Einheitsquaternion; die Identität ist w = 1</translation>
    </message>
    <message>
        <source>send exact_geometry beside the binary glTF, or import the file</source>
        <translation>senden Sie neben dem binären glTF exact_geometry, oder importieren Sie die Datei</translation>
    </message>
    <message>
        <source>send primitives or a triangle mesh as exact_geometry</source>
        <translation>senden Sie Grundkörper oder ein Dreiecksnetz als exact_geometry</translation>
    </message>
    <message>
        <source>send the settings that the world is to have</source>
        <translation>senden Sie die Einstellungen, die die Welt haben soll</translation>
    </message>
    <message>
        <source>set TOGGLE_MODE_ENABLE or TOGGLE_MODE_DISABLE</source>
        <translation>setzen Sie TOGGLE_MODE_ENABLE oder TOGGLE_MODE_DISABLE</translation>
    </message>
    <message>
        <source>set both</source>
        <translation>setzen Sie beides</translation>
    </message>
    <message>
        <source>set create_single_entity_object or create_from_scene_object</source>
        <translation>setzen Sie create_single_entity_object oder create_from_scene_object</translation>
    </message>
    <message>
        <source>set entity_filter: include_base_entity, include_final_entity or one entity</source>
        <translation>setzen Sie entity_filter: include_base_entity, include_final_entity oder eine Entität</translation>
    </message>
    <message>
        <source>set include_all_entities for the whole object</source>
        <translation>setzen Sie include_all_entities für das ganze Objekt</translation>
    </message>
    <message>
        <source>set is_excluded or margin</source>
        <translation>setzen Sie is_excluded oder margin</translation>
    </message>
    <message>
        <source>set joint_positions, joint_application_limits or joint_system_limits</source>
        <translation>setzen Sie joint_positions, joint_application_limits oder joint_system_limits</translation>
    </message>
    <message>
        <source>set object or frame</source>
        <translation>setzen Sie object oder frame</translation>
    </message>
    <message>
        <source>set object, entity or object_with_filter</source>
        <translation>setzen Sie object, entity oder object_with_filter</translation>
    </message>
    <message>
        <source>set parent_object or parent_frame</source>
        <translation>setzen Sie parent_object oder parent_frame</translation>
    </message>
    <message>
        <source>set parent_object_with_filter or parent_frame</source>
        <translation>setzen Sie parent_object_with_filter oder parent_frame</translation>
    </message>
    <message>
        <source>split it</source>
        <translation>teilen Sie sie</translation>
    </message>
    <message>
        <source>split the file</source>
        <translation>teilen Sie die Datei</translation>
    </message>
    <message>
        <source>split the mesh into several geometries</source>
        <translation>teilen Sie das Netz in mehrere Geometrien</translation>
    </message>
    <message>
        <source>stay within the limits, or change the application limits</source>
        <translation>bleiben Sie innerhalb der Grenzen, oder ändern Sie die Anwendungsgrenzen</translation>
    </message>
    <message>
        <source>sync the objects below it, or its frames</source>
        <translation>gleichen Sie die Objekte darunter ab, oder seine Bezugssysteme</translation>
    </message>
    <message>
        <source>the OBJ file is no text</source>
        <translation>die OBJ-Datei ist kein Text</translation>
    </message>
    <message>
        <source>the PLY file announces more than it holds: it seems cut off</source>
        <translation>die PLY-Datei kündigt mehr an, als sie enthält: sie scheint abgeschnitten</translation>
    </message>
    <message>
        <source>the PLY file has no end_header</source>
        <translation>die PLY-Datei hat kein end_header</translation>
    </message>
    <message>
        <source>the PLY file has points and no faces: there is no surface to show</source>
        <translation>die PLY-Datei hat Punkte und keine Flächen: es gibt keine Oberfläche zu zeigen</translation>
    </message>
    <message>
        <source>the STEP file cannot be read</source>
        <translation>die STEP-Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>the STEP file holds no shape that can be built</source>
        <translation>die STEP-Datei enthält keine Form, die sich aufbauen lässt</translation>
    </message>
    <message>
        <source>the archive is probably damaged; pack or download it again</source>
        <translation>das Archiv ist wahrscheinlich beschädigt; packen oder laden Sie es noch einmal</translation>
    </message>
    <message>
        <source>the binary glTF file announces more than it holds: it seems cut off</source>
        <translation>die binäre glTF-Datei kündigt mehr an, als sie enthält: sie scheint abgeschnitten</translation>
    </message>
    <message>
        <source>the binary glTF file is shorter than its header</source>
        <translation>die binäre glTF-Datei ist kürzer als ihr Kopf</translation>
    </message>
    <message>
        <source>the collision rules of the world</source>
        <translation>die Kollisionsregeln der Welt</translation>
    </message>
    <message>
        <source>the content does not match the stored content hash</source>
        <translation>der Inhalt passt nicht zu der gespeicherten Prüfsumme des Inhalts</translation>
    </message>
    <message>
        <source>the entity filter of a collision rule selects nothing</source>
        <translation>der Entitätsfilter einer Kollisionsregel wählt nichts aus</translation>
    </message>
    <message>
        <source>the far clipping plane is before the near one</source>
        <translation>die ferne Schnittebene liegt vor der nahen</translation>
    </message>
    <message>
        <source>the file does not end as a STEP file should: it seems cut off</source>
        <translation>die Datei endet nicht, wie eine STEP-Datei enden soll: sie scheint abgeschnitten</translation>
    </message>
    <message>
        <source>the file ends inside a triangle: it seems cut off</source>
        <translation>die Datei endet innerhalb eines Dreiecks: sie scheint abgeschnitten</translation>
    </message>
    <message>
        <source>the file holds more than one world</source>
        <translation>die Datei enthält mehr als eine Welt</translation>
    </message>
    <message>
        <source>the file holds surfaces only, no solid</source>
        <translation>die Datei enthält nur Flächen, keinen Körper</translation>
    </message>
    <message>
        <source>the file is UTF-16 text, a STEP file has to be plain text</source>
        <translation>die Datei ist UTF-16-Text, eine STEP-Datei muss reiner Text sein</translation>
    </message>
    <message>
        <source>the file is a xacro template that was not expanded</source>
        <translation>die Datei ist eine xacro-Vorlage, die nicht aufgelöst wurde</translation>
    </message>
    <message>
        <source>the file is binary glTF of version 1</source>
        <translation>die Datei ist binäres glTF der Version 1</translation>
    </message>
    <message>
        <source>the file is damaged or malicious; export it again</source>
        <translation>die Datei ist beschädigt oder bösartig; exportieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the file is damaged; export it again</source>
        <translation>die Datei ist beschädigt; exportieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the file is neither binary nor text STL</source>
        <translation>die Datei ist weder binäres noch Text-STL</translation>
    </message>
    <message>
        <source>the file is no COLLADA file</source>
        <translation>die Datei ist keine COLLADA-Datei</translation>
    </message>
    <message>
        <source>the file is no STEP file: it does not begin with ISO-10303-21</source>
        <translation>die Datei ist keine STEP-Datei: sie beginnt nicht mit ISO-10303-21</translation>
    </message>
    <message>
        <source>the file is not UTF-8 text</source>
        <translation>die Datei ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>the file is probably damaged; export it again</source>
        <translation>die Datei ist wahrscheinlich beschädigt; exportieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the file is probably damaged; export it again, or use another format</source>
        <translation>die Datei ist wahrscheinlich beschädigt; exportieren Sie sie noch einmal, oder nehmen Sie ein anderes Format</translation>
    </message>
    <message>
        <source>the file is probably damaged; export it again, or use another format. Nothing else is affected</source>
        <translation>die Datei ist wahrscheinlich beschädigt; exportieren Sie sie noch einmal, oder nehmen Sie ein anderes Format. Sonst ist nichts betroffen</translation>
    </message>
    <message>
        <source>the file is probably damaged; export it again, or without compression</source>
        <translation>die Datei ist wahrscheinlich beschädigt; exportieren Sie sie neu oder ohne Komprimierung</translation>
    </message>
    <message>
        <source>the file seems cut off; copy it again</source>
        <translation>die Datei scheint abgeschnitten; kopieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>the first chunk of the binary glTF file is not sound</source>
        <translation>das erste Stück der binären glTF-Datei ist ungültig</translation>
    </message>
    <message>
        <source>the format version is missing</source>
        <translation>die Formatversion fehlt</translation>
    </message>
    <message>
        <source>the glTF file does not say its version</source>
        <translation>die glTF-Datei nennt ihre Version nicht</translation>
    </message>
    <message>
        <source>the glTF file has no mesh: there is nothing to show</source>
        <translation>die glTF-Datei hat kein Netz: es gibt nichts zu zeigen</translation>
    </message>
    <message>
        <source>the glTF file is no sound JSON</source>
        <translation>die glTF-Datei ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>the goal cannot be reached on the branch of the start</source>
        <translation>das Ziel ist auf dem Zweig des Anfangs nicht zu erreichen</translation>
    </message>
    <message>
        <source>the goal is outside the joint limits</source>
        <translation>das Ziel liegt außerhalb der Gelenkgrenzen</translation>
    </message>
    <message>
        <source>the goal&apos;s position can be reached, but not with its orientation</source>
        <translation>die Position des Ziels ist erreichbar, aber nicht mit seiner Ausrichtung</translation>
    </message>
    <message>
        <source>the header of the PLY file has a property that is not sound</source>
        <translation>der Kopf der PLY-Datei hat eine ungültige Eigenschaft</translation>
    </message>
    <message>
        <source>the header of the PLY file has an element without a sound number</source>
        <translation>der Kopf der PLY-Datei hat ein Element ohne gültige Anzahl</translation>
    </message>
    <message>
        <source>the id of a world is empty</source>
        <translation>die Kennung einer Welt ist leer</translation>
    </message>
    <message>
        <source>the index of entities holds others than the world</source>
        <translation>das Verzeichnis der Entitäten enthält andere als die Welt</translation>
    </message>
    <message>
        <source>the inertia has a negative moment</source>
        <translation>die Trägheit hat ein negatives Moment</translation>
    </message>
    <message>
        <source>the inertia is not symmetric</source>
        <translation>die Trägheit ist nicht symmetrisch</translation>
    </message>
    <message>
        <source>the lidar&apos;s max_distance is below its min_distance</source>
        <translation>max_distance des Lidars liegt unter seiner min_distance</translation>
    </message>
    <message>
        <source>the list of required extensions is not sound</source>
        <translation>die Liste der nötigen Erweiterungen ist ungültig</translation>
    </message>
    <message>
        <source>the moving frame does not move with the robot</source>
        <translation>das bewegte Bezugssystem bewegt sich nicht mit dem Roboter</translation>
    </message>
    <message>
        <source>the new parent is not set</source>
        <translation>der neue Träger ist nicht gesetzt</translation>
    </message>
    <message>
        <source>the planned motion failed its final check</source>
        <translation>die geplante Bewegung bestand ihre letzte Prüfung nicht</translation>
    </message>
    <message>
        <source>the port may be taken: choose another, or 0 for a free one</source>
        <translation>der Port ist vielleicht vergeben: wählen Sie einen anderen, oder 0 für einen freien</translation>
    </message>
    <message>
        <source>the pose of a joint is not that of its position</source>
        <translation>die Lage eines Gelenks ist nicht die seiner Stellung</translation>
    </message>
    <message>
        <source>the properties of the root object</source>
        <translation>die Eigenschaften des Wurzelobjekts</translation>
    </message>
    <message>
        <source>the request names neither an object nor a frame</source>
        <translation>die Anfrage nennt weder ein Objekt noch ein Bezugssystem</translation>
    </message>
    <message>
        <source>the root entity cannot be renamed</source>
        <translation>die Wurzelentität kann nicht umbenannt werden</translation>
    </message>
    <message>
        <source>the root object cannot be copied</source>
        <translation>das Wurzelobjekt kann nicht kopiert werden</translation>
    </message>
    <message>
        <source>the root object cannot be deleted</source>
        <translation>das Wurzelobjekt kann nicht gelöscht werden</translation>
    </message>
    <message>
        <source>the root object cannot be removed</source>
        <translation>das Wurzelobjekt kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>the root object cannot be renamed</source>
        <translation>das Wurzelobjekt kann nicht umbenannt werden</translation>
    </message>
    <message>
        <source>the root object has no parent</source>
        <translation>das Wurzelobjekt hat keinen Träger</translation>
    </message>
    <message>
        <source>the root object has no properties</source>
        <translation>das Wurzelobjekt hat keine Eigenschaften</translation>
    </message>
    <message>
        <source>the root object is in every world</source>
        <translation>das Wurzelobjekt ist in jeder Welt</translation>
    </message>
    <message>
        <source>the root object is missing</source>
        <translation>das Wurzelobjekt fehlt</translation>
    </message>
    <message>
        <source>the rotation is no unit quaternion</source>
        <translation>die Drehung ist kein Einheitsquaternion</translation>
    </message>
    <message>
        <source>the scene object has no root entity</source>
        <translation>das Szenenobjekt hat keine Wurzelentität</translation>
    </message>
    <message>
        <source>the second chunk of the binary glTF file announces more than the file holds</source>
        <translation>das zweite Stück der binären glTF-Datei kündigt mehr an, als die Datei enthält</translation>
    </message>
    <message>
        <source>the start is outside the joint limits</source>
        <translation>der Anfang liegt außerhalb der Gelenkgrenzen</translation>
    </message>
    <message>
        <source>the target is too far away for any arm to reach</source>
        <translation>das Ziel ist für jeden Arm zu weit entfernt</translation>
    </message>
    <message>
        <source>the thumbnail</source>
        <translation>das Vorschaubild</translation>
    </message>
    <message>
        <source>the token holds more than one line, or characters other than printable ASCII</source>
        <translation>das Token enthält mehr als eine Zeile, oder andere Zeichen als druckbares ASCII</translation>
    </message>
    <message>
        <source>the trajectory is empty</source>
        <translation>die Bewegung ist leer</translation>
    </message>
    <message>
        <source>the two were created apart; delete one of them, or compare the worlds by name</source>
        <translation>die beiden wurden getrennt angelegt; löschen Sie eines davon, oder vergleichen Sie die Welten nach Namen</translation>
    </message>
    <message>
        <source>the unit of the COLLADA file is no sound number</source>
        <translation>die Einheit der COLLADA-Datei ist keine gültige Zahl</translation>
    </message>
    <message>
        <source>the world cannot be changed by an observer of a change</source>
        <translation>die Welt kann nicht von einem Beobachter einer Änderung geändert werden</translation>
    </message>
    <message>
        <source>the world has changed since this edit was made</source>
        <translation>die Welt hat sich geändert, seit diese Änderung gemacht wurde</translation>
    </message>
    <message>
        <source>the world&apos;s settings</source>
        <translation>die Einstellungen der Welt</translation>
    </message>
    <message>
        <source>the world&apos;s settings are missing</source>
        <translation>die Einstellungen der Welt fehlen</translation>
    </message>
    <message>
        <source>the world&apos;s settings: collision rules, tag</source>
        <translation>die Einstellungen der Welt: Kollisionsregeln, Kennzeichen</translation>
    </message>
    <message>
        <source>there are archives inside: unpack it and import one of them</source>
        <translation>es sind Archive darin: entpacken Sie es und importieren Sie eines davon</translation>
    </message>
    <message>
        <source>there is no space to unpack the archive</source>
        <translation>es ist kein Platz, um das Archiv zu entpacken</translation>
    </message>
    <message>
        <source>there is nothing to commit</source>
        <translation>es gibt nichts zu übernehmen</translation>
    </message>
    <message>
        <source>there is nothing to redo</source>
        <translation>es gibt nichts zu wiederholen</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>es gibt nichts zurückzunehmen</translation>
    </message>
    <message>
        <source>there was a message of no known kind</source>
        <translation>es kam eine Nachricht unbekannter Art</translation>
    </message>
    <message>
        <source>toggle_mode is not set</source>
        <translation>toggle_mode ist nicht gesetzt</translation>
    </message>
    <message>
        <source>transform has a number that is not finite</source>
        <translation>die Transformation hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>transform is singular</source>
        <translation>die Transformation ist singulär</translation>
    </message>
    <message>
        <source>try again; the file itself is not known to be damaged</source>
        <translation>versuchen Sie es erneut; von der Datei selbst ist kein Schaden bekannt</translation>
    </message>
    <message>
        <source>unpack it and import the file inside</source>
        <translation>entpacken Sie es und importieren Sie die Datei darin</translation>
    </message>
    <message>
        <source>unpack it and import them in groups</source>
        <translation>entpacken Sie es und importieren Sie sie in Gruppen</translation>
    </message>
    <message>
        <source>unpack the archive to choose another</source>
        <translation>entpacken Sie das Archiv, um ein anderes zu wählen</translation>
    </message>
    <message>
        <source>unpack the archive with its password and import the file inside</source>
        <translation>entpacken Sie das Archiv mit seinem Passwort und importieren Sie die Datei darin</translation>
    </message>
    <message>
        <source>unpacking the archive</source>
        <translation>das Archiv wird entpackt</translation>
    </message>
    <message>
        <source>use POLICY_INSERT_OR_UPDATE to change it</source>
        <translation>nehmen Sie POLICY_INSERT_OR_UPDATE, um es zu ändern</translation>
    </message>
    <message>
        <source>use as-is or none</source>
        <translation>nehmen Sie as-is oder none</translation>
    </message>
    <message>
        <source>use letters, digits and underscores, a letter first, a letter or digit last</source>
        <translation>nehmen Sie Buchstaben, Ziffern und Unterstriche, zuerst einen Buchstaben, zuletzt einen Buchstaben oder eine Ziffer</translation>
    </message>
    <message>
        <source>use letters, digits and underscores; begin with a letter, end with a letter or digit</source>
        <translation>nehmen Sie Buchstaben, Ziffern und Unterstriche; beginnen Sie mit einem Buchstaben, enden Sie mit Buchstabe oder Ziffer</translation>
    </message>
    <message>
        <source>use one of the policies of UpdateUserData</source>
        <translation>nehmen Sie eine der Regeln von UpdateUserData</translation>
    </message>
    <message>
        <source>use revolute, continuous, prismatic or fixed joints</source>
        <translation>nehmen Sie Gelenke der Art revolute, continuous, prismatic oder fixed</translation>
    </message>
    <message>
        <source>use stl, obj, dae, gltf, glb or ply</source>
        <translation>nehmen Sie stl, obj, dae, gltf, glb oder ply</translation>
    </message>
    <message>
        <source>values are in column-major order: the translation is values 12 to 14</source>
        <translation>die Werte stehen spaltenweise: die Verschiebung sind die Werte 12 bis 14</translation>
    </message>
    <message>
        <source>vector has a number that is not finite</source>
        <translation>der Vektor hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>versions 1.2 to 1.12 are read</source>
        <translation>gelesen werden die Versionen 1.2 bis 1.12</translation>
    </message>
    <message>
        <source>write 127.0.0.1:PORT (0 for a free port) or unix:PATH</source>
        <translation>schreiben Sie 127.0.0.1:PORT (0 für einen freien Port) oder unix:PFAD</translation>
    </message>
    <message>
        <source>write &lt; in text as &amp;lt;</source>
        <translation>schreiben Sie &lt; im Text als &amp;lt;</translation>
    </message>
    <message>
        <source>&apos;world&apos; is where clients work; ListWorlds lists all</source>
        <translation>in „world“ arbeiten die Clients; ListWorlds nennt alle</translation>
    </message>
    <message>
        <source>a resource is the object of the same name; ListObjects lists them</source>
        <translation>eine Ressource ist das Objekt gleichen Namens; ListObjects nennt sie</translation>
    </message>
    <message>
        <source>ask for a higher lod_level</source>
        <translation>verlangen Sie ein höheres lod_level</translation>
    </message>
    <message>
        <source>config.transform_scene_object.rotation is no unit quaternion</source>
        <translation>config.transform_scene_object.rotation ist kein Einheitsquaternion</translation>
    </message>
    <message>
        <source>create it again: what no world uses is kept for an hour</source>
        <translation>legen Sie sie noch einmal an: was keine Welt benutzt, wird eine Stunde behalten</translation>
    </message>
    <message>
        <source>create the objects that use it, or wait until it expires</source>
        <translation>legen Sie die Objekte an, die sie benutzen, oder warten Sie, bis sie verfällt</translation>
    </message>
    <message>
        <source>file.data is empty</source>
        <translation>file.data ist leer</translation>
    </message>
    <message>
        <source>geometry_storage_refs holds no reference</source>
        <translation>geometry_storage_refs enthält keinen Verweis</translation>
    </message>
    <message>
        <source>give at least one</source>
        <translation>geben Sie mindestens einen an</translation>
    </message>
    <message>
        <source>give it a longer deadline, or ask for less</source>
        <translation>geben Sie eine längere Frist, oder verlangen Sie weniger</translation>
    </message>
    <message>
        <source>give metres per unit of the file: 0.001 for millimetres</source>
        <translation>geben Sie Meter je Einheit der Datei an: 0.001 für Millimeter</translation>
    </message>
    <message>
        <source>its unit is probably not the metre: set length_unit_conversion.scale_factor, for millimetres to 0.001</source>
        <translation>seine Einheit ist wahrscheinlich nicht das Meter: setzen Sie length_unit_conversion.scale_factor, für Millimeter auf 0.001</translation>
    </message>
    <message>
        <source>leave it out, or use transform_scene_object.uniform_scale</source>
        <translation>lassen Sie es weg, oder nehmen Sie transform_scene_object.uniform_scale</translation>
    </message>
    <message>
        <source>leave it out: the planner chooses its steps</source>
        <translation>lassen Sie es weg: der Planer wählt seine Schritte</translation>
    </message>
    <message>
        <source>leave name empty, or use &apos;operations&apos;</source>
        <translation>lassen Sie name leer, oder nehmen Sie „operations“</translation>
    </message>
    <message>
        <source>make one model of it; the editor and the command line do so by themselves</source>
        <translation>machen Sie ein Modell daraus; der Editor und die Befehlszeile tun das von selbst</translation>
    </message>
    <message>
        <source>motion planning</source>
        <translation>Bewegungsplanung</translation>
    </message>
    <message>
        <source>motion_specification.motion_segments is empty</source>
        <translation>motion_specification.motion_segments ist leer</translation>
    </message>
    <message>
        <source>no geometry is set</source>
        <translation>keine Geometrie ist gesetzt</translation>
    </message>
    <message>
        <source>other large requests are under way</source>
        <translation>andere große Anfragen sind in Arbeit</translation>
    </message>
    <message>
        <source>overwrite it with CloneWorld, or delete what is in it</source>
        <translation>überschreiben Sie sie mit CloneWorld, oder löschen Sie ihren Inhalt</translation>
    </message>
    <message>
        <source>page_size must not be negative</source>
        <translation>page_size darf nicht negativ sein</translation>
    </message>
    <message>
        <source>page_token is not one that this server gave</source>
        <translation>page_token stammt nicht von diesem Server</translation>
    </message>
    <message>
        <source>positions are radians and metres</source>
        <translation>Stellungen sind in Radiant und Metern</translation>
    </message>
    <message>
        <source>positions are radians and metres; put waypoints in between</source>
        <translation>Stellungen sind in Radiant und Metern; setzen Sie Zwischenpunkte</translation>
    </message>
    <message>
        <source>reading geometry</source>
        <translation>die Geometrie wird gelesen</translation>
    </message>
    <message>
        <source>report this, with the request</source>
        <translation>melden Sie das, mit der Anfrage</translation>
    </message>
    <message>
        <source>resource_handle_name is empty</source>
        <translation>resource_handle_name ist leer</translation>
    </message>
    <message>
        <source>robot_reference.object_id is not set</source>
        <translation>robot_reference.object_id ist nicht gesetzt</translation>
    </message>
    <message>
        <source>send 1 to 64 printable ASCII characters, no blank at either end</source>
        <translation>senden Sie 1 bis 64 druckbare ASCII-Zeichen, ohne Leerzeichen an den Enden</translation>
    </message>
    <message>
        <source>send GLB bytes, or leave it out</source>
        <translation>senden Sie GLB-Bytes, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>send each model by itself; the editor and the command line import several at once</source>
        <translation>senden Sie jedes Modell für sich; der Editor und die Befehlszeile importieren mehrere auf einmal</translation>
    </message>
    <message>
        <source>send inline_geometry, primitive_set or a file</source>
        <translation>senden Sie inline_geometry, primitive_set oder eine Datei</translation>
    </message>
    <message>
        <source>send less at once</source>
        <translation>senden Sie weniger auf einmal</translation>
    </message>
    <message>
        <source>send the bytes of the scene file</source>
        <translation>senden Sie die Bytes der Szenendatei</translation>
    </message>
    <message>
        <source>send the geometry_storage_refs that CreateGeometry or an object gave</source>
        <translation>senden Sie die geometry_storage_refs, die CreateGeometry oder ein Objekt gab</translation>
    </message>
    <message>
        <source>set object, resource_handle_name or object_full_path</source>
        <translation>setzen Sie object, resource_handle_name oder object_full_path</translation>
    </message>
    <message>
        <source>set the world_id of the whole request only</source>
        <translation>setzen Sie nur die world_id der ganzen Anfrage</translation>
    </message>
    <message>
        <source>the call took too long</source>
        <translation>der Aufruf dauerte zu lange</translation>
    </message>
    <message>
        <source>the file holds no triangles</source>
        <translation>die Datei enthält keine Dreiecke</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>the geometry is too large for one binary glTF</source>
        <translation>die Geometrie ist zu groß für ein einziges binäres glTF</translation>
    </message>
    <message>
        <source>the object is not named</source>
        <translation>das Objekt ist nicht genannt</translation>
    </message>
    <message>
        <source>the renderable is not binary glTF</source>
        <translation>die Daten zum Zeichnen sind kein binäres glTF</translation>
    </message>
    <message>
        <source>the server has no memory left for this call</source>
        <translation>der Server hat für diesen Aufruf keinen Speicher mehr</translation>
    </message>
    <message>
        <source>the server is stopping</source>
        <translation>der Server hält an</translation>
    </message>
    <message>
        <source>the server needs space in its folder for temporary files</source>
        <translation>der Server braucht Platz in seinem Ordner für temporäre Dateien</translation>
    </message>
    <message>
        <source>the wait was cancelled</source>
        <translation>das Warten wurde abgebrochen</translation>
    </message>
    <message>
        <source>timeout is not a duration of 0 or more</source>
        <translation>timeout ist keine Dauer von 0 oder mehr</translation>
    </message>
    <message>
        <source>try again when it is back</source>
        <translation>versuchen Sie es erneut, wenn er wieder da ist</translation>
    </message>
    <message>
        <source>try again when some have ended</source>
        <translation>versuchen Sie es erneut, wenn einige fertig sind</translation>
    </message>
    <message>
        <source>try again when they have ended, or send less at once</source>
        <translation>versuchen Sie es erneut, wenn sie fertig sind, oder senden Sie weniger auf einmal</translation>
    </message>
    <message>
        <source>use COARSE or FINE</source>
        <translation>nehmen Sie COARSE oder FINE</translation>
    </message>
    <message>
        <source>use a type of SceneFileData.Type</source>
        <translation>nehmen Sie einen Typ aus SceneFileData.Type</translation>
    </message>
    <message>
        <source>use done=true or done=false</source>
        <translation>nehmen Sie done=true oder done=false</translation>
    </message>
    <message>
        <source>use next_page_token of the page before</source>
        <translation>nehmen Sie next_page_token der vorigen Seite</translation>
    </message>
    <message>
        <source>wait for some to end, or cancel them</source>
        <translation>warten Sie, bis einige fertig sind, oder brechen Sie sie ab</translation>
    </message>
    <message>
        <source>waypoint is empty</source>
        <translation>waypoint ist leer: es ist kein Zwischenpunkt angegeben</translation>
    </message>
    <message>
        <source>one face could not be turned into triangles and is missing</source>
        <translation>eine Fläche ließ sich nicht in Dreiecke zerlegen und fehlt</translation>
    </message>
    <message>
        <source>a frame that moves with the robot</source>
        <translation>ein Koordinatensystem, das sich mit dem Roboter bewegt</translation>
    </message>
    <message>
        <source>a last link of the robot</source>
        <translation>ein letztes Glied des Roboters</translation>
    </message>
    <message>
        <source>an attachment frame of the robot</source>
        <translation>ein Koordinatensystem des Roboters zum Anbringen</translation>
    </message>
    <message>
        <source>as chosen</source>
        <translation>wie gewählt</translation>
    </message>
    <message>
        <source>choose a URDF, SDF, STEP or mesh file; of a xacro file make a URDF first, by the program xacro</source>
        <translation>Wählen Sie eine URDF-, SDF-, STEP- oder Netzdatei; aus einer xacro-Datei machen Sie zuerst mit dem Programm xacro eine URDF-Datei</translation>
    </message>
    <message>
        <source>named as a tool</source>
        <translation>dem Namen nach ein Werkzeug</translation>
    </message>
    <message>
        <source>named as a tool centre point</source>
        <translation>dem Namen nach ein Werkzeugmittelpunkt</translation>
    </message>
    <message>
        <source>named as an end effector</source>
        <translation>dem Namen nach ein Endeffektor</translation>
    </message>
    <message>
        <source>named as the place of a grasp</source>
        <translation>dem Namen nach die Stelle eines Griffs</translation>
    </message>
    <message>
        <source>nothing is checked: collision checking is switched off</source>
        <translation>Nichts wird geprüft: Die Kollisionsprüfung ist ausgeschaltet</translation>
    </message>
    <message>
        <source>the flange of the robot</source>
        <translation>der Flansch des Roboters</translation>
    </message>
    <message>
        <source>the hand of the robot</source>
        <translation>die Hand des Roboters</translation>
    </message>
    <message>
        <source>the last link of the robot before its fingers</source>
        <translation>das letzte Glied des Roboters vor seinen Fingern</translation>
    </message>
    <message>
        <source>the last link of the longest chain of joints</source>
        <translation>das letzte Glied der längsten Gelenkkette</translation>
    </message>
    <message>
        <source>the only last link of the robot</source>
        <translation>das einzige letzte Glied des Roboters</translation>
    </message>
    <message>
        <source>a joint&apos;s damping or friction is not a number</source>
        <translation>die Dämpfung oder Reibung eines Gelenks ist keine Zahl</translation>
    </message>
    <message>
        <source>add at least one link</source>
        <translation>fügen Sie mindestens ein Glied hinzu</translation>
    </message>
    <message>
        <source>frames hang on links or frames</source>
        <translation>Bezugssysteme hängen an Gliedern oder Bezugssystemen</translation>
    </message>
    <message>
        <source>give a direction, or leave it out for z</source>
        <translation>geben Sie eine Richtung an, oder lassen Sie die Achse für z weg</translation>
    </message>
    <message>
        <source>give each entity a name of its own</source>
        <translation>geben Sie jeder Entität einen eigenen Namen</translation>
    </message>
    <message>
        <source>give one position for each joint that moves</source>
        <translation>geben Sie einen Wert für jedes bewegliche Gelenk an</translation>
    </message>
    <message>
        <source>hang one of them on an entity outside of the circle</source>
        <translation>hängen Sie eine davon an eine Entität außerhalb des Kreises</translation>
    </message>
    <message>
        <source>hang the link that it carries on it</source>
        <translation>hängen Sie das Glied daran, das es trägt</translation>
    </message>
    <message>
        <source>hang the second on an entity of the object</source>
        <translation>hängen Sie die zweite an eine Entität des Objekts</translation>
    </message>
    <message>
        <source>it must be 0 or more; 0 stands for no limit</source>
        <translation>der Wert muss 0 oder größer sein; 0 steht für keine Grenze</translation>
    </message>
    <message>
        <source>joints hang on links: put a link in between</source>
        <translation>Gelenke hängen an Gliedern: setzen Sie ein Glied dazwischen</translation>
    </message>
    <message>
        <source>leave fixed joints out</source>
        <translation>lassen Sie feste Gelenke weg</translation>
    </message>
    <message>
        <source>leave it out, or use another key</source>
        <translation>lassen Sie ihn weg, oder verwenden Sie einen anderen Schlüssel</translation>
    </message>
    <message>
        <source>links hang on links or joints, or on the frame that is the root</source>
        <translation>Glieder hängen an Gliedern oder Gelenken, oder an dem Bezugssystem, das die Wurzel ist</translation>
    </message>
    <message>
        <source>make it revolute, prismatic or fixed</source>
        <translation>machen Sie daraus ein Dreh- oder Schubgelenk, oder ein festes</translation>
    </message>
    <message>
        <source>make the application&apos;s range as large as the system&apos;s at most</source>
        <translation>machen Sie den Bereich der Anwendung höchstens so groß wie den des Systems</translation>
    </message>
    <message>
        <source>name an entity of the scene object</source>
        <translation>nennen Sie eine Entität des Szenenobjekts</translation>
    </message>
    <message>
        <source>name an entity of the scene object, or none for any</source>
        <translation>nennen Sie eine Entität des Szenenobjekts, oder keine für alle</translation>
    </message>
    <message>
        <source>name joints of the scene object</source>
        <translation>nennen Sie Gelenke des Szenenobjekts</translation>
    </message>
    <message>
        <source>one entity, a link or a frame, has no parent_name</source>
        <translation>eine Entität, ein Glied oder Bezugssystem, hat kein parent_name</translation>
    </message>
    <message>
        <source>put the joint&apos;s place into parent_t_inboard</source>
        <translation>setzen Sie den Ort des Gelenks in parent_t_inboard</translation>
    </message>
    <message>
        <source>refer to one, or send it inline</source>
        <translation>verweisen Sie auf eine, oder senden Sie sie mit</translation>
    </message>
    <message>
        <source>sensors hang on links or joints</source>
        <translation>Sensoren hängen an Gliedern oder Gelenken</translation>
    </message>
    <message>
        <source>set frame, link, joint or sensor</source>
        <translation>setzen Sie frame, link, joint oder sensor</translation>
    </message>
    <message>
        <source>the root is a link or a frame</source>
        <translation>die Wurzel ist ein Glied oder ein Bezugssystem</translation>
    </message>
    <message>
        <source>the scene object has no link</source>
        <translation>das Szenenobjekt hat kein Glied</translation>
    </message>
    <message>
        <source>a mechanism needs a joint</source>
        <translation>ein Mechanismus braucht ein Gelenk</translation>
    </message>
    <message>
        <source>what the application allows is at most what the system can do</source>
        <translation>was die Anwendung erlaubt, ist höchstens, was das System kann</translation>
    </message>
    <message>
        <source>choose a robot with joints that move</source>
        <translation>wählen Sie einen Roboter mit beweglichen Gelenken</translation>
    </message>
    <message>
        <source>choose another place</source>
        <translation>wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>give a multiplier, and an offset in radians or metres</source>
        <translation>geben Sie einen Faktor an, und einen Versatz in Radiant oder Metern</translation>
    </message>
    <message>
        <source>give smaller multipliers and offsets</source>
        <translation>geben Sie kleinere Faktoren und Versätze an</translation>
    </message>
    <message>
        <source>keys that begin with FLOWSTATE_ or WORLDWRIGHT_ belong to the program; use another</source>
        <translation>Schlüssel, die mit FLOWSTATE_ oder WORLDWRIGHT_ beginnen, gehören dem Programm; nehmen Sie einen anderen</translation>
    </message>
    <message>
        <source>leave it out, or make it a worldwright.v1.JointFollowers</source>
        <translation>lassen Sie sie weg, oder machen Sie ein worldwright.v1.JointFollowers daraus</translation>
    </message>
    <message>
        <source>leave joints that follow others out</source>
        <translation>lassen Sie Gelenke weg, die anderen folgen</translation>
    </message>
    <message>
        <source>leave raw_value of joints that follow others out</source>
        <translation>lassen Sie raw_value von Gelenken weg, die anderen folgen</translation>
    </message>
    <message>
        <source>let one of the joints in the circle move freely</source>
        <translation>lassen Sie eines der Gelenke im Kreis frei beweglich</translation>
    </message>
    <message>
        <source>name a joint of the same object</source>
        <translation>nennen Sie ein Gelenk desselben Objekts</translation>
    </message>
    <message>
        <source>name a joint that turns or slides, or make this one fixed</source>
        <translation>nennen Sie ein Gelenk, das dreht oder gleitet, oder machen Sie dieses fest</translation>
    </message>
    <message>
        <source>name another joint, or let it move freely</source>
        <translation>nennen Sie ein anderes Gelenk, oder lassen Sie es frei beweglich</translation>
    </message>
    <message>
        <source>name joints of the object that turn or slide</source>
        <translation>nennen Sie Gelenke des Objekts, die drehen oder gleiten</translation>
    </message>
    <message>
        <source>name one of them</source>
        <translation>nennen Sie eines davon</translation>
    </message>
    <message>
        <source>the lower limit must not be above the upper one; leave out limits that there are not</source>
        <translation>die untere Grenze darf nicht über der oberen liegen; lassen Sie Grenzen weg, die es nicht gibt</translation>
    </message>
    <message>
        <source>what it was to be put on is no longer there</source>
        <translation>worauf es gesetzt werden sollte, gibt es nicht mehr</translation>
    </message>
    <message>
        <source>it holds other rows than were saved</source>
        <translation>sie enthält andere Zeilen als gespeichert wurden</translation>
    </message>
    <message>
        <source>the sum over the structure is that of another world</source>
        <translation>die Summe über die Struktur ist die einer anderen Welt</translation>
    </message>
    <message>
        <source>checking is switched off in the collision settings of the request</source>
        <translation>die Prüfung ist in den Kollisionseinstellungen der Anfrage abgeschaltet</translation>
    </message>
    <message>
        <source>checking is switched off in the collision settings of the world</source>
        <translation>die Prüfung ist in den Kollisionseinstellungen der Welt abgeschaltet</translation>
    </message>
    <message>
        <source>nothing that the robot moves has collision geometry</source>
        <translation>nichts, was der Roboter bewegt, hat Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>the collision settings of the request exclude every pair</source>
        <translation>die Kollisionseinstellungen der Anfrage schließen jedes Paar aus</translation>
    </message>
    <message>
        <source>the collision settings of the world exclude every pair</source>
        <translation>die Kollisionseinstellungen der Welt schließen jedes Paar aus</translation>
    </message>
    <message>
        <source>there are no two things with collision geometry that could move against each other</source>
        <translation>es gibt keine zwei Dinge mit Kollisionsgeometrie, die sich gegeneinander bewegen könnten</translation>
    </message>
    <message>
        <source>leave it out, or replay the history that it came with</source>
        <translation>lassen Sie sie weg, oder spielen Sie die Historie ab, zu der sie gehört</translation>
    </message>
    <message>
        <source>did you mean {names}?</source>
        <translation>meinten Sie {names}?</translation>
    </message>
    <message>
        <source>there is no folder {folder}</source>
        <translation>Es gibt keinen Ordner {folder}</translation>
    </message>
    <message>
        <source>check how its path is written, and whether it was moved</source>
        <translation>prüfen Sie, wie der Pfad geschrieben ist, und ob dort etwas verschoben wurde</translation>
    </message>
    <message>
        <source>the search for models was cancelled</source>
        <translation>die Suche nach Modellen wurde abgebrochen</translation>
    </message>
    <message>
        <source>search again, or choose the file itself</source>
        <translation>suchen Sie noch einmal, oder wählen Sie die Datei selbst</translation>
    </message>
    <message>
        <source>there is no file in {folder} that can be imported</source>
        <translation>in {folder} ist keine Datei, die importiert werden kann</translation>
    </message>
    <message>
        <source>there is no file in {folder} that can be imported, as far as it was searched</source>
        <translation>in {folder} ist keine Datei, die importiert werden kann, soweit gesucht wurde</translation>
    </message>
    <message>
        <source>choose a folder nearer to the model, or a URDF, SDF, STEP or mesh file itself</source>
        <translation>wählen Sie einen Ordner näher am Modell, oder eine URDF-, SDF-, STEP- oder Netzdatei selbst</translation>
    </message>
    <message>
        <source>there is no file {path}</source>
        <translation>die Datei {path} gibt es nicht</translation>
    </message>
    <message>
        <source>{path} is a folder</source>
        <translation>{path} ist ein Ordner</translation>
    </message>
    <message>
        <source>{path} is no regular file</source>
        <translation>{path} ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>copy what it holds to a file, and choose that</source>
        <translation>kopieren Sie den Inhalt in eine Datei, und wählen Sie diese</translation>
    </message>
    <message>
        <source>cannot open {path}</source>
        <translation>{path} kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>{path} is empty</source>
        <translation>{path} ist leer</translation>
    </message>
    <message>
        <source>save it again in the program that made it, or copy it again</source>
        <translation>speichern Sie sie noch einmal in dem Programm, aus dem sie stammt, oder kopieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>{file} is named as {claimed}, but its content is {found}</source>
        <translation>{file} heißt wie {claimed}, der Inhalt ist aber {found}</translation>
    </message>
    <message>
        <source>rename it to end in .{ending}, or choose the type {found}</source>
        <translation>benennen Sie sie auf .{ending} um, oder wählen Sie den Typ {found}</translation>
    </message>
    <message>
        <source>rename it to end in .{ending}, or add --type {found}</source>
        <translation>benennen Sie sie um, so dass sie auf .{ending} endet, oder ergänzen Sie --type {found}</translation>
    </message>
    <message>
        <source>{file} is of no kind that can be imported</source>
        <translation>{file} ist von keiner Art, die sich importieren lässt</translation>
    </message>
    <message>
        <source>importable are step, stl, obj, gltf, glb, dae, ply, urdf, sdf and zip; name the type with --type if it is one of them</source>
        <translation>importieren lassen sich step, stl, obj, gltf, glb, dae, ply, urdf, sdf und zip; nennen Sie den Typ mit --type, wenn es einer davon ist</translation>
    </message>
    <message>
        <source>the type {chosen} was chosen for {file}, but its content is {found}</source>
        <translation>für {file} wurde der Typ {chosen} gewählt, der Inhalt ist aber {found}</translation>
    </message>
    <message>
        <source>choose the type {found}, or none</source>
        <translation>wählen Sie den Typ {found}, oder keinen</translation>
    </message>
    <message>
        <source>use --type {found}, or leave --type out</source>
        <translation>nehmen Sie --type {found}, oder lassen Sie --type weg</translation>
    </message>
    <message>
        <source>the option collision cannot be {mode} yet</source>
        <translation>die Option collision kann noch nicht {mode} sein</translation>
    </message>
    <message>
        <source>the uniform scale {scale} does not lie between 1e-9 and 1e9</source>
        <translation>der einheitliche Maßstab {scale} liegt nicht zwischen 1e-9 und 1e9</translation>
    </message>
    <message>
        <source>the unit of {unit} m does not lie between 1e-9 and 1e9 m</source>
        <translation>die Einheit von {unit} m liegt nicht zwischen 1e-9 und 1e9 m</translation>
    </message>
    <message>
        <source>give w x y z, whose squares add up to 1</source>
        <translation>geben Sie w x y z an, deren Quadrate zusammen 1 ergeben</translation>
    </message>
    <message>
        <source>the name {name} is not allowed</source>
        <translation>der Name {name} ist nicht erlaubt</translation>
    </message>
    <message>
        <source>the path of {path} is not UTF-8</source>
        <translation>der Pfad von {path} ist kein UTF-8</translation>
    </message>
    <message>
        <source>the search folder {folder} is not there</source>
        <translation>den Suchordner {folder} gibt es nicht</translation>
    </message>
    <message>
        <source>it would be {size} large; perhaps its unit is millimetres: then it is {then}</source>
        <translation>es wäre {size} groß; vielleicht ist seine Einheit das Millimeter: dann ist es {then}</translation>
    </message>
    <message>
        <source>choose the unit of the file</source>
        <translation>wählen Sie die Einheit der Datei</translation>
    </message>
    <message>
        <source>choose the unit of the file when importing it</source>
        <translation>wählen Sie beim Importieren die Einheit der Datei</translation>
    </message>
    <message>
        <source>the program that reads scene files is missing: {program}</source>
        <translation>das Programm, das Szenendateien liest, fehlt: {program}</translation>
    </message>
    <message>
        <source>{program}, which reads scene files, cannot be started: {reason}</source>
        <translation>{program}, das Szenendateien liest, lässt sich nicht starten: {reason}</translation>
    </message>
    <message>
        <source>the import of {file} was cancelled</source>
        <translation>der Import von {file} wurde abgebrochen</translation>
    </message>
    <message>
        <source>nothing was changed; import it again if it is still wanted</source>
        <translation>es wurde nichts geändert; importieren Sie noch einmal, wenn es noch gewünscht ist</translation>
    </message>
    <message>
        <source>the import of {file} took longer than {limit}</source>
        <translation>der Import von {file} dauerte länger als {limit}</translation>
    </message>
    <message>
        <source>allow more time with --timeout, import it coarsely, or in parts</source>
        <translation>erlauben Sie mit --timeout mehr Zeit, importieren Sie gröber oder in Teilen</translation>
    </message>
    <message>
        <source>import it coarsely, or in parts</source>
        <translation>importieren Sie gröber oder in Teilen</translation>
    </message>
    <message>
        <source>the import of {file} needed more than {limit} of memory</source>
        <translation>der Import von {file} brauchte mehr als {limit} Speicher</translation>
    </message>
    <message>
        <source>allow more with --memory-limit, import it coarsely, or in parts</source>
        <translation>erlauben Sie mit --memory-limit mehr, importieren Sie gröber oder in Teilen</translation>
    </message>
    <message>
        <source>the import of {file} used more than {limit} of processor time</source>
        <translation>der Import von {file} brauchte mehr als {limit} Rechenzeit</translation>
    </message>
    <message>
        <source>the file may be damaged: export it again; otherwise import it coarsely, or in parts</source>
        <translation>die Datei ist vielleicht beschädigt: exportieren Sie sie neu; sonst importieren Sie gröber oder in Teilen</translation>
    </message>
    <message>
        <source>{file} holds too much to be imported</source>
        <translation>{file} enthält zu viel für einen Import</translation>
    </message>
    <message>
        <source>the reader of {file} gave a result that is not sound</source>
        <translation>das Leseprogramm von {file} lieferte ein ungültiges Ergebnis</translation>
    </message>
    <message>
        <source>the system ran out of memory during the import of {file}, and ended its reader</source>
        <translation>dem System ging beim Import von {file} der Speicher aus, und es beendete das Leseprogramm</translation>
    </message>
    <message>
        <source>the reader of {file} was ended from outside ({signal})</source>
        <translation>das Leseprogramm von {file} wurde von außen beendet ({signal})</translation>
    </message>
    <message>
        <source>the reader of {file} crashed ({signal})</source>
        <translation>das Leseprogramm von {file} ist abgestürzt ({signal})</translation>
    </message>
    <message>
        <source>the reader of {file} ended early (exit status {status})</source>
        <translation>das Leseprogramm von {file} endete vorzeitig (Status {status})</translation>
    </message>
    <message>
        <source>there are more than {most} objects</source>
        <translation>es sind mehr als {most} Objekte</translation>
    </message>
    <message>
        <source>its numbers of parts cannot be true</source>
        <translation>die Anzahlen der Teile können nicht stimmen</translation>
    </message>
    <message>
        <source>{object} has more than {most} links, joints and frames</source>
        <translation>{object} hat mehr als {most} Glieder, Gelenke und Bezugssysteme</translation>
    </message>
    <message>
        <source>entity {entity} comes before its parent</source>
        <translation>die Entität {entity} steht vor ihrem Träger</translation>
    </message>
    <message>
        <source>entity {entity} is too far away</source>
        <translation>die Entität {entity} ist zu weit entfernt</translation>
    </message>
    <message>
        <source>check the unit and the scale, or export the file again</source>
        <translation>prüfen Sie Einheit und Maßstab, oder exportieren Sie die Datei neu</translation>
    </message>
    <message>
        <source>there are more than {most} parts</source>
        <translation>es sind mehr als {most} Teile</translation>
    </message>
    <message>
        <source>there are more than {most} triangles</source>
        <translation>es sind mehr als {most} Dreiecke</translation>
    </message>
    <message>
        <source>line {line}: the file ends inside {element}</source>
        <translation>Zeile {line}: die Datei endet innerhalb von {element}</translation>
    </message>
    <message>
        <source>line {line}: there is no element</source>
        <translation>Zeile {line}: es gibt kein Element</translation>
    </message>
    <message>
        <source>this is no XML file; choose the type that it has</source>
        <translation>das ist keine XML-Datei; wählen Sie den Typ, den sie hat</translation>
    </message>
    <message>
        <source>line {line}: what {mark} begins is not closed</source>
        <translation>Zeile {line}: was mit {mark} beginnt, ist nicht geschlossen</translation>
    </message>
    <message>
        <source>close it there; if the file seems cut off, copy it again</source>
        <translation>schließen Sie es dort; wenn die Datei abgeschnitten scheint, kopieren Sie sie noch einmal</translation>
    </message>
    <message>
        <source>line {line}: there is a document type declaration</source>
        <translation>Zeile {line}: da steht eine Dokumenttyp-Deklaration</translation>
    </message>
    <message>
        <source>line {line}: there is a tag without a name</source>
        <translation>Zeile {line}: da steht ein Tag ohne Namen</translation>
    </message>
    <message>
        <source>line {line}: there are more than {most} elements</source>
        <translation>Zeile {line}: es sind mehr als {most} Elemente</translation>
    </message>
    <message>
        <source>line {line}: elements are nested more than {most} deep</source>
        <translation>Zeile {line}: Elemente sind tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>line {line}: {end} closes {open}</source>
        <translation>Zeile {line}: {end} schließt {open}</translation>
    </message>
    <message>
        <source>close {open} before this line, or take {end} out</source>
        <translation>schließen Sie {open} vor dieser Zeile, oder nehmen Sie {end} heraus</translation>
    </message>
    <message>
        <source>line {line}: {end} closes nothing</source>
        <translation>Zeile {line}: {end} schließt nichts</translation>
    </message>
    <message>
        <source>take {end} out, or open it before this line</source>
        <translation>nehmen Sie {end} heraus, oder öffnen Sie es vor dieser Zeile</translation>
    </message>
    <message>
        <source>the file is larger than {most}</source>
        <translation>die Datei ist größer als {most}</translation>
    </message>
    <message>
        <source>the inertia of link {link} is left out</source>
        <translation>die Trägheit des Glieds {link} ist weggelassen</translation>
    </message>
    <message>
        <source>give this link a possible mass and inertia in the file, or none</source>
        <translation>geben Sie diesem Glied in der Datei eine mögliche Masse und Trägheit, oder keine</translation>
    </message>
    <message>
        <source>the settings of sensor {sensor} are left out</source>
        <translation>die Einstellungen des Sensors {sensor} sind weggelassen</translation>
    </message>
    <message>
        <source>correct this setting in the file and import it again, or set the sensor up here</source>
        <translation>berichtigen Sie diese Einstellung in der Datei und importieren Sie sie neu, oder stellen Sie den Sensor hier ein</translation>
    </message>
    <message>
        <source>damping or friction of joint {joint} is below 0; it is left out</source>
        <translation>die Dämpfung oder Reibung des Gelenks {joint} ist kleiner als 0; sie ist weggelassen</translation>
    </message>
    <message>
        <source>write 0 or more for both in the file</source>
        <translation>schreiben Sie in der Datei für beide 0 oder mehr</translation>
    </message>
    <message>
        <source>joint {joint} moves by itself here</source>
        <translation>das Gelenk {joint} bewegt sich hier selbständig</translation>
    </message>
    <message>
        <source>let it follow a joint of the file that does not follow it in turn</source>
        <translation>lassen Sie es einem Gelenk der Datei folgen, das nicht wiederum ihm folgt</translation>
    </message>
    <message>
        <source>joint {joint} is kept within [{lower}, {upper}] and a velocity of {velocity}, so that the joints that follow it stay within their limits</source>
        <translation>das Gelenk {joint} wird in [{lower}, {upper}] und bei einer Geschwindigkeit von {velocity} gehalten, damit die Gelenke, die ihm folgen, in ihren Grenzen bleiben</translation>
    </message>
    <message>
        <source>the limits [{lower}, {upper}] of joint {joint} would let {leader}, which it follows, not move; they are set to [{new_lower}, {new_upper}]</source>
        <translation>mit den Grenzen [{lower}, {upper}] des Gelenks {joint} könnte sich {leader}, dem es folgt, nicht bewegen; sie werden auf [{new_lower}, {new_upper}] gesetzt</translation>
    </message>
    <message>
        <source>write limits in the file that let both joints move</source>
        <translation>schreiben Sie Grenzen in die Datei, mit denen sich beide Gelenke bewegen können</translation>
    </message>
    <message>
        <source>there is no reader for {format}</source>
        <translation>es gibt keinen Leser für {format}</translation>
    </message>
    <message>
        <source>the file cannot be read: its reader gave up: {reason}</source>
        <translation>die Datei kann nicht gelesen werden, das Leseprogramm gab auf: {reason}</translation>
    </message>
    <message>
        <source>it is probably damaged; export it again, or use another format</source>
        <translation>sie ist wahrscheinlich beschädigt; exportieren Sie sie neu, oder nehmen Sie ein anderes Format</translation>
    </message>
    <message>
        <source>the file cannot be read: its reader gave up and does not say why</source>
        <translation>die Datei kann nicht gelesen werden: das Leseprogramm gab auf und sagt nicht, warum</translation>
    </message>
    <message>
        <source>this system cannot limit where a program writes</source>
        <translation>dieses System kann nicht begrenzen, wohin ein Programm schreibt</translation>
    </message>
    <message>
        <source>import only files that you trust, or use a newer Linux kernel (Landlock)</source>
        <translation>importieren Sie nur Dateien, denen Sie trauen, oder nehmen Sie einen neueren Linux-Kern (Landlock)</translation>
    </message>
    <message>
        <source>this system cannot limit system calls</source>
        <translation>dieses System kann Systemaufrufe nicht begrenzen</translation>
    </message>
    <message>
        <source>import only files that you trust, or use a Linux kernel with seccomp</source>
        <translation>importieren Sie nur Dateien, denen Sie trauen, oder nehmen Sie einen Linux-Kern mit seccomp</translation>
    </message>
    <message>
        <source>see to the others first</source>
        <translation>beheben Sie zuerst die anderen</translation>
    </message>
    <message>
        <source>{file} is larger than {most}</source>
        <translation>{file} ist größer als {most}</translation>
    </message>
    <message>
        <source>there are {count} parts, more than {most}</source>
        <translation>es sind {count} Teile, mehr als {most}</translation>
    </message>
    <message>
        <source>there are {count} triangles, more than {most}</source>
        <translation>es sind {count} Dreiecke, mehr als {most}</translation>
    </message>
    <message>
        <source>{part} is left out: it is scaled to nothing</source>
        <translation>{part} ist weggelassen: der Maßstab ist null</translation>
    </message>
    <message>
        <source>{part} is left out: its size or place is not finite or beyond 1e9 m</source>
        <translation>{part} ist weggelassen: Größe oder Lage ist nicht endlich oder jenseits von 1e9 m</translation>
    </message>
    <message>
        <source>the unit is not changed to {asked}: the file says its own, {own}</source>
        <translation>die Einheit wird nicht zu {asked} geändert: die Datei nennt ihre eigene, {own}</translation>
    </message>
    <message>
        <source>leave the unit out; the uniform scale changes the size</source>
        <translation>lassen Sie die Einheit weg; der Maßstab ändert die Größe</translation>
    </message>
    <message>
        <source>the file says its unit itself: change it there</source>
        <translation>die Datei sagt ihre Einheit selbst: ändern Sie sie dort</translation>
    </message>
    <message>
        <source>{file} was not found</source>
        <translation>{file} wurde nicht gefunden</translation>
    </message>
    <message>
        <source>put it beside the file, and import again</source>
        <translation>legen Sie die fehlende Datei neben die importierte, und importieren Sie noch einmal</translation>
    </message>
    <message>
        <source>{file} lies outside the folder of the imported file</source>
        <translation>{file} liegt außerhalb des Ordners der importierten Datei</translation>
    </message>
    <message>
        <source>{uri} is not fetched</source>
        <translation>{uri} wird nicht geholt</translation>
    </message>
    <message>
        <source>{file} is no mesh that a model can use</source>
        <translation>{file} ist kein Netz, das ein Modell verwenden kann</translation>
    </message>
    <message>
        <source>the mesh {mesh} of link {link} is left out</source>
        <translation>das Netz {mesh} des Glieds {link} ist weggelassen</translation>
    </message>
    <message>
        <source>export this mesh again, or use another format for it</source>
        <translation>exportieren Sie dieses Netz neu, oder nehmen Sie ein anderes Format dafür</translation>
    </message>
    <message>
        <source>the {tag} of {element} {owner} has numbers that are not finite or beyond 1e9 m; it is taken as 0</source>
        <translation>{tag} von {element} {owner} hat Zahlen, die nicht endlich oder jenseits von 1e9 m sind; es gilt als 0</translation>
    </message>
    <message>
        <source>write finite numbers into this {tag}</source>
        <translation>schreiben Sie endliche Zahlen in dieses {tag}</translation>
    </message>
    <message>
        <source>joint {joint} is of the kind {kind}, which is not read; it is imported as fixed</source>
        <translation>das Gelenk {joint} ist von der Art {kind}, die nicht gelesen wird; es wird als fest importiert</translation>
    </message>
    <message>
        <source>joint {joint} has no sound axis; {axis} is taken</source>
        <translation>das Gelenk {joint} hat keine gültige Achse; genommen wird {axis}</translation>
    </message>
    <message>
        <source>give its axis a direction in the file, such as 0 0 1</source>
        <translation>geben Sie seiner Achse in der Datei eine Richtung, etwa 0 0 1</translation>
    </message>
    <message>
        <source>the limits of joint {joint} are the wrong way round; they are swapped</source>
        <translation>die Grenzen des Gelenks {joint} sind verkehrt herum; sie werden vertauscht</translation>
    </message>
    <message>
        <source>exchange lower and upper in the file</source>
        <translation>vertauschen Sie lower und upper in der Datei</translation>
    </message>
    <message>
        <source>joint {joint} has {count} &lt;mimic&gt;; only the first is read, and it follows {leader}</source>
        <translation>das Gelenk {joint} hat {count} &lt;mimic&gt;; nur das erste wird gelesen, und es folgt {leader}</translation>
    </message>
    <message>
        <source>leave one &lt;mimic&gt; in this joint: a joint follows one other</source>
        <translation>lassen Sie ein &lt;mimic&gt; in diesem Gelenk: ein Gelenk folgt einem anderen</translation>
    </message>
    <message>
        <source>a shape of link {link} is left out</source>
        <translation>eine Form des Glieds {link} ist weggelassen</translation>
    </message>
    <message>
        <source>its numbers are not finite, or its mass is below 0</source>
        <translation>ihre Zahlen sind nicht endlich, oder die Masse ist kleiner als 0</translation>
    </message>
    <message>
        <source>{file} holds &lt;{found}&gt;, not &lt;{wanted}&gt;</source>
        <translation>{file} enthält &lt;{found}&gt;, nicht &lt;{wanted}&gt;</translation>
    </message>
    <message>
        <source>copy it again, or export it again</source>
        <translation>kopieren Sie sie noch einmal, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>if something is missing, export it again</source>
        <translation>wenn etwas fehlt, exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>no triangle of {file} can be placed: their coordinates are not finite or beyond 1e9 m</source>
        <translation>kein Dreieck von {file} hat einen Ort: die Koordinaten sind nicht endlich oder jenseits von 1e9 m</translation>
    </message>
    <message>
        <source>{file} has no triangles: there is nothing to show</source>
        <translation>{file} hat keine Dreiecke: es gibt nichts zu zeigen</translation>
    </message>
    <message>
        <source>export it again, with surfaces</source>
        <translation>exportieren Sie sie neu, mit Flächen</translation>
    </message>
    <message>
        <source>export it again as STL, or choose the type that it has</source>
        <translation>exportieren Sie sie neu als STL, oder wählen Sie den Typ, den sie hat</translation>
    </message>
    <message>
        <source>line {line}: {word} is no part of an STL file</source>
        <translation>Zeile {line}: {word} gehört nicht in eine STL-Datei</translation>
    </message>
    <message>
        <source>line {line}: a vertex needs three numbers</source>
        <translation>Zeile {line}: eine Ecke braucht drei Zahlen</translation>
    </message>
    <message>
        <source>line {line}: {word} is no number</source>
        <translation>Zeile {line}: {word} ist keine Zahl</translation>
    </message>
    <message>
        <source>line {line}: a triangle has fewer than three corners</source>
        <translation>Zeile {line}: ein Dreieck hat weniger als drei Ecken</translation>
    </message>
    <message>
        <source>{file} cannot be read as {format}; its reader says: {reason}</source>
        <translation>{file} kann nicht als {format} gelesen werden; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>{file} cannot be read as {format}</source>
        <translation>{file} kann nicht als {format} gelesen werden</translation>
    </message>
    <message>
        <source>export it with surfaces if they matter</source>
        <translation>exportieren Sie sie mit Flächen, wenn es darauf ankommt</translation>
    </message>
    <message>
        <source>{file}: textures are not shown, only base colours</source>
        <translation>{file}: Texturen werden nicht gezeigt, nur Grundfarben</translation>
    </message>
    <message>
        <source>the header of the PLY file is longer than {most}</source>
        <translation>der Kopf der PLY-Datei ist länger als {most}</translation>
    </message>
    <message>
        <source>export it again as COLLADA, or choose the type that it has</source>
        <translation>exportieren Sie sie neu als COLLADA, oder wählen Sie den Typ, den sie hat</translation>
    </message>
    <message>
        <source>write its size in metres into &lt;unit meter=&quot;...&quot;&gt;, such as 0.001</source>
        <translation>schreiben Sie ihre Größe in Metern in &lt;unit meter=&quot;...&quot;&gt;, etwa 0.001</translation>
    </message>
    <message>
        <source>the material file {material} of {file} is not read: it lies outside the folder of the imported file</source>
        <translation>die Materialdatei {material} von {file} wird nicht gelesen: sie liegt außerhalb des Ordners der importierten Datei</translation>
    </message>
    <message>
        <source>the material file {material} of {file} is missing; {other} is taken</source>
        <translation>die Materialdatei {material} von {file} fehlt; {other} wird genommen</translation>
    </message>
    <message>
        <source>the material file {material} of {file} is missing, and its colours with it</source>
        <translation>die Materialdatei {material} von {file} fehlt, und mit ihr die Farben</translation>
    </message>
    <message>
        <source>the file needs the glTF extension {extension}, which is not read</source>
        <translation>die Datei braucht die glTF-Erweiterung {extension}, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>the file says it needs the glTF extension {extension}, which is not read: what it adds is missing</source>
        <translation>die Datei braucht nach eigener Angabe die glTF-Erweiterung {extension}, die nicht gelesen wird: was sie beiträgt, fehlt</translation>
    </message>
    <message>
        <source>check that all is there, or export it without this extension</source>
        <translation>prüfen Sie, ob alles da ist, oder exportieren Sie ohne diese Erweiterung</translation>
    </message>
    <message>
        <source>the file uses the glTF extension {extension}</source>
        <translation>die Datei verwendet die glTF-Erweiterung {extension}</translation>
    </message>
    <message>
        <source>the file repeats meshes with the glTF extension {extension}, which is not read: each is there once only</source>
        <translation>die Datei wiederholt Netze mit der glTF-Erweiterung {extension}, die nicht gelesen wird: jedes ist nur einmal da</translation>
    </message>
    <message>
        <source>export it without this extension (without GPU instancing)</source>
        <translation>exportieren Sie ohne diese Erweiterung (ohne GPU-Instanzen)</translation>
    </message>
    <message>
        <source>node {node} has a child that does not exist</source>
        <translation>der Knoten {node} hat ein Kind, das es nicht gibt</translation>
    </message>
    <message>
        <source>node {node} has several parents, or is its own</source>
        <translation>der Knoten {node} hat mehrere Träger, oder ist sein eigener</translation>
    </message>
    <message>
        <source>nodes are nested more than {most} deep</source>
        <translation>Knoten sind tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>the lists of the glTF file are nested more than {most} deep</source>
        <translation>die Listen der glTF-Datei sind tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>buffer {index} of the glTF file does not exist</source>
        <translation>den Puffer {index} der glTF-Datei gibt es nicht</translation>
    </message>
    <message>
        <source>buffer {index} of the glTF file holds nothing</source>
        <translation>der Puffer {index} der glTF-Datei enthält nichts</translation>
    </message>
    <message>
        <source>buffer {index} of the glTF file cannot be decoded</source>
        <translation>der Puffer {index} der glTF-Datei lässt sich nicht entschlüsseln</translation>
    </message>
    <message>
        <source>buffer view {index} of the glTF file does not exist</source>
        <translation>die Puffersicht {index} der glTF-Datei gibt es nicht</translation>
    </message>
    <message>
        <source>buffer view {index} of the glTF file has no buffer</source>
        <translation>die Puffersicht {index} der glTF-Datei hat keinen Puffer</translation>
    </message>
    <message>
        <source>buffer view {index} of the glTF file lies outside its buffer</source>
        <translation>die Puffersicht {index} der glTF-Datei liegt außerhalb ihres Puffers</translation>
    </message>
    <message>
        <source>buffer view {index} of the glTF file has no sound stride</source>
        <translation>die Puffersicht {index} der glTF-Datei hat keine gültige Schrittweite</translation>
    </message>
    <message>
        <source>accessor {index} of the glTF file does not exist</source>
        <translation>den Accessor {index} der glTF-Datei gibt es nicht</translation>
    </message>
    <message>
        <source>accessor {index} of the glTF file has no buffer view</source>
        <translation>der Accessor {index} der glTF-Datei hat keine Puffersicht</translation>
    </message>
    <message>
        <source>accessor {index} of the glTF file reaches beyond its buffer view</source>
        <translation>der Accessor {index} der glTF-Datei reicht über seine Puffersicht hinaus</translation>
    </message>
    <message>
        <source>accessor {index} of the glTF file does not say soundly what it holds</source>
        <translation>der Accessor {index} der glTF-Datei sagt nicht gültig, was er enthält</translation>
    </message>
    <message>
        <source>the sparse values of accessor {index} of the glTF file are not sound</source>
        <translation>die verstreuten Werte des Accessors {index} der glTF-Datei sind ungültig</translation>
    </message>
    <message>
        <source>accessor {index} of the glTF file has {count} elements, more than {most}</source>
        <translation>der Accessor {index} der glTF-Datei hat {count} Elemente, mehr als {most}</translation>
    </message>
    <message>
        <source>the glTF file is larger than {most}</source>
        <translation>die glTF-Datei ist größer als {most}</translation>
    </message>
    <message>
        <source>export it again as STEP, or choose the type that it has</source>
        <translation>exportieren Sie sie neu als STEP, oder wählen Sie den Typ, den sie hat</translation>
    </message>
    <message>
        <source>the lists of {entity} are nested more than {most} deep</source>
        <translation>die Listen von {entity} sind tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>one entity of the file is larger than {most}</source>
        <translation>eine Entität der Datei ist größer als {most}</translation>
    </message>
    <message>
        <source>the coordinate {number} of the point #{entity} is not finite or beyond 1e9 m</source>
        <translation>die Koordinate {number} des Punktes #{entity} ist nicht endlich oder jenseits von 1e9 m</translation>
    </message>
    <message>
        <source>the oriented edge #{entity} leads back to itself</source>
        <translation>die orientierte Kante #{entity} führt zu sich selbst zurück</translation>
    </message>
    <message>
        <source>the assembly is nested more than {most} deep</source>
        <translation>die Baugruppe ist tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>the STEP file cannot be read: the CAD kernel gave up on it: {reason}</source>
        <translation>die STEP-Datei kann nicht gelesen werden, der CAD-Kern gab auf: {reason}</translation>
    </message>
    <message>
        <source>the file is probably damaged; export it again, as AP214 if the program can</source>
        <translation>die Datei ist wahrscheinlich beschädigt; exportieren Sie sie neu, möglichst als AP214</translation>
    </message>
    <message>
        <source>the file refers to {part}, outside of its folder</source>
        <translation>die Datei verweist auf {part}, außerhalb ihres Ordners</translation>
    </message>
    <message>
        <source>the part file {part} is missing</source>
        <translation>die Teiledatei {part} fehlt</translation>
    </message>
    <message>
        <source>{count} faces could not be turned into triangles and are missing</source>
        <translation>{count} Flächen ließen sich nicht in Dreiecke zerlegen und fehlen</translation>
    </message>
    <message>
        <source>{file} has nothing to show: it holds no solids and no faces</source>
        <translation>{file} hat nichts zu zeigen: es enthält weder Körper noch Flächen</translation>
    </message>
    <message>
        <source>export it with solids if its mass or its inside matters</source>
        <translation>exportieren Sie sie mit Körpern, wenn es auf Masse oder Inneres ankommt</translation>
    </message>
    <message>
        <source>{place}: no model can be made of this SDF; its reader says: {reason}</source>
        <translation>{place}: aus diesem SDF lässt sich kein Modell machen; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>correct this place of the file</source>
        <translation>berichtigen Sie diese Stelle der Datei</translation>
    </message>
    <message>
        <source>give one of them another name in the file</source>
        <translation>geben Sie einem davon in der Datei einen anderen Namen</translation>
    </message>
    <message>
        <source>use a name other than world, and without __ at both ends</source>
        <translation>nehmen Sie einen anderen Namen als world, und ohne __ an beiden Enden</translation>
    </message>
    <message>
        <source>add it to this element of the file</source>
        <translation>ergänzen Sie es in diesem Element der Datei</translation>
    </message>
    <message>
        <source>correct it in this element of the file</source>
        <translation>berichtigen Sie es in diesem Element der Datei</translation>
    </message>
    <message>
        <source>write it as the newer SDF has it</source>
        <translation>schreiben Sie es, wie das neuere SDF es hat</translation>
    </message>
    <message>
        <source>name two different links of the model as its parent and child</source>
        <translation>nennen Sie zwei verschiedene Glieder des Modells als parent und child</translation>
    </message>
    <message>
        <source>correct its relative_to or attached_to</source>
        <translation>berichtigen Sie relative_to oder attached_to</translation>
    </message>
    <message>
        <source>{file} is of SDF version {version}, which is not read</source>
        <translation>{file} hat die SDF-Version {version}, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>{file} is of SDF version {version}; it is read as 1.9, and what is newer is left out</source>
        <translation>{file} hat die SDF-Version {version}; es wird als 1.9 gelesen, und Neueres ist weggelassen</translation>
    </message>
    <message>
        <source>check that nothing is missing, or write the file as version 1.9</source>
        <translation>prüfen Sie, ob nichts fehlt, oder schreiben Sie die Datei als Version 1.9</translation>
    </message>
    <message>
        <source>write a &lt;uri&gt; into this &lt;include&gt;</source>
        <translation>schreiben Sie eine &lt;uri&gt; in dieses &lt;include&gt;</translation>
    </message>
    <message>
        <source>{file} includes itself, directly or through others</source>
        <translation>{file} bindet sich selbst ein, direkt oder über andere</translation>
    </message>
    <message>
        <source>put the model beside the file, and import again</source>
        <translation>legen Sie das Modell neben die Datei, und importieren Sie noch einmal</translation>
    </message>
    <message>
        <source>put the model beside the file, or name its folder with --search</source>
        <translation>legen Sie das Modell neben die Datei, oder nennen Sie seinen Ordner mit --search</translation>
    </message>
    <message>
        <source>models include each other more than {most} deep</source>
        <translation>Modelle binden einander tiefer als {most} Stufen ein</translation>
    </message>
    <message>
        <source>more than {most} files are included</source>
        <translation>mehr als {most} Dateien sind eingebunden</translation>
    </message>
    <message>
        <source>nothing of {file} is here: all its models are included from elsewhere and missing ({models})</source>
        <translation>von {file} ist nichts da: alle Modelle sind von anderswo eingebunden und fehlen ({models})</translation>
    </message>
    <message>
        <source>download them, put them beside the file, and import again</source>
        <translation>laden Sie sie herunter, legen Sie sie neben die Datei, und importieren Sie noch einmal</translation>
    </message>
    <message>
        <source>{file} holds no model with a link</source>
        <translation>{file} enthält kein Modell mit einem Glied</translation>
    </message>
    <message>
        <source>choose a file with a &lt;model&gt; that has a &lt;link&gt;</source>
        <translation>wählen Sie eine Datei mit einem &lt;model&gt;, das einen &lt;link&gt; hat</translation>
    </message>
    <message>
        <source>the world has {count} models, more than {most}</source>
        <translation>die Welt hat {count} Modelle, mehr als {most}</translation>
    </message>
    <message>
        <source>models are nested more than {most} deep</source>
        <translation>Modelle sind tiefer als {most} Stufen verschachtelt</translation>
    </message>
    <message>
        <source>a {shape} of link {link} is left out: shapes of this kind are not read</source>
        <translation>{shape} am Glied {link} ist weggelassen: Formen dieser Art werden nicht gelesen</translation>
    </message>
    <message>
        <source>replace it by a mesh, or by a box, sphere, cylinder, capsule or ellipsoid</source>
        <translation>ersetzen Sie es durch ein Netz, oder durch Quader, Kugel, Zylinder, Kapsel oder Ellipsoid</translation>
    </message>
    <message>
        <source>{mesh} has no part {part}; all of it is taken</source>
        <translation>{mesh} hat kein Teil {part}; alles davon wird genommen</translation>
    </message>
    <message>
        <source>name a part that the mesh has in its &lt;submesh&gt;</source>
        <translation>nennen Sie in &lt;submesh&gt; ein Teil, das das Netz hat</translation>
    </message>
    <message>
        <source>joint {joint} moves against the world; here its link is fixed</source>
        <translation>das Gelenk {joint} bewegt sich gegen die Welt; hier ist sein Glied fest</translation>
    </message>
    <message>
        <source>joint {joint} holds link {link} fast in the world; here the place of the object does that</source>
        <translation>das Gelenk {joint} hält das Glied {link} in der Welt fest; das leistet hier die Lage des Objekts</translation>
    </message>
    <message>
        <source>joint {joint} is left out: its {element} {link} is no link of the model</source>
        <translation>das Gelenk {joint} ist weggelassen: sein {element} {link} ist kein Glied des Modells</translation>
    </message>
    <message>
        <source>name a link of the model as its {element}</source>
        <translation>nennen Sie ein Glied des Modells als {element}</translation>
    </message>
    <message>
        <source>joint {joint} is left out: it connects link {link} with itself</source>
        <translation>das Gelenk {joint} ist weggelassen: es verbindet das Glied {link} mit sich selbst</translation>
    </message>
    <message>
        <source>name two different links as its parent and child</source>
        <translation>nennen Sie zwei verschiedene Glieder als parent und child</translation>
    </message>
    <message>
        <source>joint {joint} holds a link that another joint holds; it is left out</source>
        <translation>das Gelenk {joint} hält ein Glied, das ein anderes Gelenk schon hält; es ist weggelassen</translation>
    </message>
    <message>
        <source>closed chains are opened there; let one joint alone hold the link</source>
        <translation>geschlossene Ketten werden dort geöffnet; lassen Sie nur ein Gelenk das Glied halten</translation>
    </message>
    <message>
        <source>sensor {sensor} of {owner} is of the kind {kind} and left out</source>
        <translation>der Sensor {sensor} an {owner} ist von der Art {kind} und weggelassen</translation>
    </message>
    <message>
        <source>cameras, depth cameras, lidars and force and torque sensors are read</source>
        <translation>gelesen werden Kameras, Tiefenkameras, Lidare sowie Kraft- und Momentensensoren</translation>
    </message>
    <message>
        <source>joint {joint} follows a second axis; here it moves by itself</source>
        <translation>das Gelenk {joint} folgt einer zweiten Achse; hier bewegt es sich selbständig</translation>
    </message>
    <message>
        <source>let it follow the first axis of a joint</source>
        <translation>lassen Sie es der ersten Achse eines Gelenks folgen</translation>
    </message>
    <message>
        <source>the {value} of the &lt;mimic&gt; of joint {joint} is no number</source>
        <translation>{value} im &lt;mimic&gt; des Gelenks {joint} ist keine Zahl</translation>
    </message>
    <message>
        <source>write a number there</source>
        <translation>schreiben Sie dort eine Zahl</translation>
    </message>
    <message>
        <source>&lt;{element}&gt; of {owner} is not read, and left out</source>
        <translation>&lt;{element}&gt; von {owner} wird nicht gelesen und ist weggelassen</translation>
    </message>
    <message>
        <source>set here what it says, after the import</source>
        <translation>stellen Sie nach dem Import hier ein, was es sagt</translation>
    </message>
    <message>
        <source>the URDF reader makes no robot of this file, and says: {reason}</source>
        <translation>das URDF-Leseprogramm macht aus dieser Datei keinen Roboter und sagt: {reason}</translation>
    </message>
    <message>
        <source>correct what it names in the file; the program check_urdf tells the same</source>
        <translation>berichtigen Sie in der Datei, was es nennt; das Programm check_urdf sagt dasselbe</translation>
    </message>
    <message>
        <source>the robot has no link</source>
        <translation>der Roboter hat kein Glied</translation>
    </message>
    <message>
        <source>add a &lt;link&gt; to it: a robot has at least one</source>
        <translation>ergänzen Sie einen &lt;link&gt;: ein Roboter hat mindestens einen</translation>
    </message>
    <message>
        <source>{place}: this {element} has no name</source>
        <translation>{place}: {element} hat hier keinen Namen</translation>
    </message>
    <message>
        <source>add a name=&quot;...&quot; to it</source>
        <translation>ergänzen Sie name=&quot;...&quot;</translation>
    </message>
    <message>
        <source>{place}: there is another {element} {name} in line {line}</source>
        <translation>{place}: {element} {name} gibt es schon in Zeile {line}</translation>
    </message>
    <message>
        <source>give one of them another name</source>
        <translation>geben Sie einem davon einen anderen Namen</translation>
    </message>
    <message>
        <source>{place}: joint {joint} has no {element} with a link</source>
        <translation>{place}: das Gelenk {joint} hat kein {element} mit einem Glied</translation>
    </message>
    <message>
        <source>add {element} with a link=&quot;...&quot; to this joint</source>
        <translation>ergänzen Sie in diesem Gelenk {element} mit link=&quot;...&quot;</translation>
    </message>
    <message>
        <source>{place}: joint {joint} has {element} {link}, and there is no such link</source>
        <translation>{place}: das Gelenk {joint} hat {element} {link}, und so ein Glied gibt es nicht</translation>
    </message>
    <message>
        <source>add &lt;link name=&quot;...&quot;/&gt; for it, or name a link that there is</source>
        <translation>ergänzen Sie &lt;link name=&quot;...&quot;/&gt; dafür, oder nennen Sie ein Glied, das es gibt</translation>
    </message>
    <message>
        <source>use revolute, continuous, prismatic, fixed, floating or planar</source>
        <translation>nehmen Sie revolute, continuous, prismatic, fixed, floating oder planar</translation>
    </message>
    <message>
        <source>{place}: the {type} joint {joint} has no &lt;limit&gt;</source>
        <translation>{place}: das Gelenk {joint} vom Typ {type} hat kein &lt;limit&gt;</translation>
    </message>
    <message>
        <source>add &lt;limit lower=&quot;...&quot; upper=&quot;...&quot; effort=&quot;...&quot; velocity=&quot;...&quot;/&gt; to it, or make it continuous</source>
        <translation>ergänzen Sie &lt;limit lower=&quot;...&quot; upper=&quot;...&quot; effort=&quot;...&quot; velocity=&quot;...&quot;/&gt;, oder machen Sie es continuous</translation>
    </message>
    <message>
        <source>the robot falls apart: no joint leads to any of the links {links}</source>
        <translation>der Roboter zerfällt: zu keinem der Glieder {links} führt ein Gelenk</translation>
    </message>
    <message>
        <source>connect them by joints, so that one link is left that nothing holds</source>
        <translation>verbinden Sie sie durch Gelenke, so dass ein Glied bleibt, das von keinem gehalten wird</translation>
    </message>
    <message>
        <source>take out the joint that leads to the base of the robot</source>
        <translation>nehmen Sie das Gelenk heraus, das zur Basis des Roboters führt</translation>
    </message>
    <message>
        <source>link {link} is left out: no joint leads from the root of the robot to it</source>
        <translation>das Glied {link} ist weggelassen: kein Gelenk führt von der Wurzel des Roboters zu ihm</translation>
    </message>
    <message>
        <source>connect it by a joint, or take it out of the file</source>
        <translation>verbinden Sie es durch ein Gelenk, oder nehmen Sie es aus der Datei</translation>
    </message>
    <message>
        <source>its mesh has no filename</source>
        <translation>ihr Netz hat keinen Dateinamen</translation>
    </message>
    <message>
        <source>write filename=&quot;...&quot; into it</source>
        <translation>schreiben Sie filename=&quot;...&quot; hinein</translation>
    </message>
    <message>
        <source>its {shape} has no {attribute}</source>
        <translation>in {shape} fehlt {attribute}</translation>
    </message>
    <message>
        <source>write {attribute}=&quot;...&quot; into it</source>
        <translation>schreiben Sie {attribute}=&quot;...&quot; hinein</translation>
    </message>
    <message>
        <source>write three numbers with blanks between them</source>
        <translation>schreiben Sie drei Zahlen mit Leerzeichen dazwischen</translation>
    </message>
    <message>
        <source>write a finite number, with a decimal point</source>
        <translation>schreiben Sie eine endliche Zahl, mit Dezimalpunkt</translation>
    </message>
    <message>
        <source>put a box, sphere, cylinder or mesh into its &lt;geometry&gt;</source>
        <translation>setzen Sie box, sphere, cylinder oder mesh in ihre &lt;geometry&gt;</translation>
    </message>
    <message>
        <source>{shape} is no shape of URDF</source>
        <translation>{shape} ist keine Form von URDF</translation>
    </message>
    <message>
        <source>use box, sphere, cylinder, capsule or mesh</source>
        <translation>nehmen Sie box, sphere, cylinder, capsule oder mesh</translation>
    </message>
    <message>
        <source>a {element} has one shape, and the first is taken</source>
        <translation>ein {element} hat eine Form, und die erste wird genommen</translation>
    </message>
    <message>
        <source>give each shape a {element} of its own</source>
        <translation>geben Sie jeder Form ein eigenes {element}</translation>
    </message>
    <message>
        <source>the URDF reader refuses it, and says: {reason}</source>
        <translation>das URDF-Leseprogramm weist sie ab und sagt: {reason}</translation>
    </message>
    <message>
        <source>correct what it names in the file</source>
        <translation>berichtigen Sie in der Datei, was es nennt</translation>
    </message>
    <message>
        <source>the URDF reader refuses it</source>
        <translation>das URDF-Leseprogramm weist sie ab</translation>
    </message>
    <message>
        <source>check its numbers in the file</source>
        <translation>prüfen Sie ihre Zahlen in der Datei</translation>
    </message>
    <message>
        <source>{file} is no ZIP archive that can be opened: {reason}</source>
        <translation>{file} lässt sich nicht als ZIP-Archiv öffnen: {reason}</translation>
    </message>
    <message>
        <source>the archive {file} is empty</source>
        <translation>das Archiv {file} ist leer</translation>
    </message>
    <message>
        <source>the archive has {count} entries, more than {most}</source>
        <translation>das Archiv hat {count} Einträge, mehr als {most}</translation>
    </message>
    <message>
        <source>the archive unpacks to more than {most}</source>
        <translation>das Archiv entpackt sich auf mehr als {most}</translation>
    </message>
    <message>
        <source>the archive unpacks to more than {times} times its size</source>
        <translation>das Archiv entpackt sich auf mehr als das {times}-fache seiner Größe</translation>
    </message>
    <message>
        <source>the entry {entry} is encrypted</source>
        <translation>der Eintrag {entry} ist verschlüsselt</translation>
    </message>
    <message>
        <source>the entry {entry} of the archive cannot be unpacked: {reason}</source>
        <translation>der Eintrag {entry} des Archivs lässt sich nicht entpacken: {reason}</translation>
    </message>
    <message>
        <source>{file} is not there</source>
        <translation>{file} ist nicht da</translation>
    </message>
    <message>
        <source>{file} holds nothing to import</source>
        <translation>{file} enthält nichts zu importieren</translation>
    </message>
    <message>
        <source>{file} holds nothing to import but other archives</source>
        <translation>{file} enthält außer anderen Archiven nichts zu importieren</translation>
    </message>
    <message>
        <source>the archive holds several models; {file} is imported, not {others}</source>
        <translation>das Archiv enthält mehrere Modelle; importiert wird {file}, nicht {others}</translation>
    </message>
    <message>
        <source>the archive holds {count} parts, more than {most}</source>
        <translation>das Archiv enthält {count} Teile, mehr als {most}</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it has no sound name</source>
        <translation>der Eintrag {entry} ist weggelassen: er hat keinen gültigen Namen</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it has a Windows path</source>
        <translation>der Eintrag {entry} ist weggelassen: er hat einen Windows-Pfad</translation>
    </message>
    <message>
        <source>pack the archive again, with / in its paths</source>
        <translation>packen Sie das Archiv neu, mit / in den Pfaden</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it has an absolute path</source>
        <translation>der Eintrag {entry} ist weggelassen: er hat einen absoluten Pfad</translation>
    </message>
    <message>
        <source>pack the archive again, with paths below its own folder</source>
        <translation>packen Sie das Archiv neu, mit Pfaden unterhalb des eigenen Ordners</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it has a name with control characters</source>
        <translation>der Eintrag {entry} ist weggelassen: sein Name enthält Steuerzeichen</translation>
    </message>
    <message>
        <source>rename the file and pack the archive again</source>
        <translation>benennen Sie die Datei um und packen Sie das Archiv neu</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it leads out of the archive</source>
        <translation>der Eintrag {entry} ist weggelassen: er führt aus dem Archiv heraus</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it lies too deep</source>
        <translation>der Eintrag {entry} ist weggelassen: er liegt zu tief</translation>
    </message>
    <message>
        <source>pack the archive again, with fewer folders in each other</source>
        <translation>packen Sie das Archiv neu, mit weniger Ordnern ineinander</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it is a link</source>
        <translation>der Eintrag {entry} ist weggelassen: er ist eine Verknüpfung</translation>
    </message>
    <message>
        <source>pack the archive again, with the file itself in place of the link</source>
        <translation>packen Sie das Archiv neu, mit der Datei selbst statt der Verknüpfung</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it comes a second time</source>
        <translation>der Eintrag {entry} ist weggelassen: er kommt ein zweites Mal vor</translation>
    </message>
    <message>
        <source>the entry {entry} is left out: it cannot be written</source>
        <translation>der Eintrag {entry} ist weggelassen: er lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>pack the archive again, with shorter names</source>
        <translation>packen Sie das Archiv neu, mit kürzeren Namen</translation>
    </message>
    <message>
        <source>send at least one edit</source>
        <translation>senden Sie mindestens eine Änderung</translation>
    </message>
    <message>
        <source>the history has {count} entries, and none with the number {wanted}</source>
        <translation>der Verlauf hat {count} Einträge, und keinen mit der Nummer {wanted}</translation>
    </message>
    <message>
        <source>choose one of its entries</source>
        <translation>wählen Sie einen seiner Einträge</translation>
    </message>
    <message>
        <source>make the edit when the change is done</source>
        <translation>machen Sie die Änderung, wenn die andere abgeschlossen ist</translation>
    </message>
    <message>
        <source>make an edit first</source>
        <translation>ändern Sie zuerst etwas</translation>
    </message>
    <message>
        <source>undo an edit first</source>
        <translation>machen Sie zuerst etwas rückgängig</translation>
    </message>
    <message>
        <source>from_world_id and to_world_id name the same world {id}</source>
        <translation>from_world_id und to_world_id nennen dieselbe Welt {id}</translation>
    </message>
    <message>
        <source>name two worlds</source>
        <translation>nennen Sie zwei Welten</translation>
    </message>
    <message>
        <source>use up to {longest} characters without blanks</source>
        <translation>nehmen Sie bis zu {longest} Zeichen ohne Leerzeichen</translation>
    </message>
    <message>
        <source>the id {id} of a world holds blanks or is too long</source>
        <translation>die Kennung {id} einer Welt enthält Leerzeichen oder ist zu lang</translation>
    </message>
    <message>
        <source>there is no world {id}</source>
        <translation>es gibt keine Welt {id}</translation>
    </message>
    <message>
        <source>there is a world {id} already</source>
        <translation>eine Welt {id} gibt es schon</translation>
    </message>
    <message>
        <source>a name is used twice; the SDF reader says: {reason}</source>
        <translation>ein Name kommt zweimal vor; das SDF-Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>a name is reserved in SDF; its reader says: {reason}</source>
        <translation>ein Name ist in SDF vorbehalten; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>something is missing that SDF asks for; its reader says: {reason}</source>
        <translation>etwas fehlt, das SDF verlangt; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>something is written as SDF does not have it; its reader says: {reason}</source>
        <translation>etwas ist anders geschrieben, als SDF es kennt; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>this is of an older SDF, and is read as well as can be; its reader says: {reason}</source>
        <translation>das stammt aus einem älteren SDF und wird gelesen, so gut es geht; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>a joint does not connect two links; the SDF reader says: {reason}</source>
        <translation>ein Gelenk verbindet nicht zwei Glieder; das SDF-Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>a pose or frame hangs on something that is not there, or on itself; the SDF reader says: {reason}</source>
        <translation>eine Lage oder ein Rahmen hängt an etwas, das nicht da ist, oder an sich selbst; das SDF-Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>the inertia of a link is not possible; the SDF reader says: {reason}</source>
        <translation>die Trägheit eines Glieds ist nicht möglich; das SDF-Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>another file cannot be read; the SDF reader says: {reason}</source>
        <translation>eine andere Datei kann nicht gelesen werden; das SDF-Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>something is not as SDF has it; its reader says: {reason}</source>
        <translation>etwas ist nicht so, wie SDF es kennt; das Leseprogramm sagt: {reason}</translation>
    </message>
    <message>
        <source>an included model is left out</source>
        <translation>ein eingebundenes Modell ist weggelassen</translation>
    </message>
    <message>
        <source>give a value that is finite and in metres or radians</source>
        <translation>geben Sie einen endlichen Wert in Metern oder Radiant an</translation>
    </message>
    <message>
        <source>nothing was changed; start it again if it is still wanted</source>
        <translation>nichts wurde geändert; starten Sie es neu, wenn es noch gewünscht ist</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>es wurde abgebrochen</translation>
    </message>
    <message>
        <source>start it again if it is still wanted</source>
        <translation>starten Sie es neu, wenn es noch gewünscht ist</translation>
    </message>
    <message>
        <source>{name} is a folder</source>
        <translation>{name} ist ein Ordner</translation>
    </message>
    <message>
        <source>choose a name that no folder has</source>
        <translation>wählen Sie einen Namen, den kein Ordner hat</translation>
    </message>
    <message>
        <source>{file} holds something else now</source>
        <translation>{file} enthält jetzt etwas anderes</translation>
    </message>
    <message>
        <source>save under another name, or save again to replace it</source>
        <translation>speichern Sie unter einem anderen Namen, oder speichern Sie noch einmal, um es zu ersetzen</translation>
    </message>
    <message>
        <source>no temporary folder can be made in {folder}: {reason}</source>
        <translation>in {folder} kann kein temporärer Ordner angelegt werden: {reason}</translation>
    </message>
    <message>
        <source>free some space there, or let TMPDIR name another folder before the program starts</source>
        <translation>schaffen Sie dort Platz, oder lassen Sie TMPDIR einen anderen Ordner nennen, bevor das Programm startet</translation>
    </message>
    <message>
        <source>{a} and {b} overlap by {depth}</source>
        <translation>{a} und {b} überschneiden sich um {depth}</translation>
    </message>
    <message>
        <source>move one of them, or exclude the pair by a collision rule</source>
        <translation>verschieben Sie eines davon, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>{a} and {b} overlap by {depth}, and {margin} between them are asked for</source>
        <translation>{a} und {b} überschneiden sich um {depth}, und verlangt ist ein Abstand von {margin}</translation>
    </message>
    <message>
        <source>{a} and {b} touch</source>
        <translation>{a} und {b} berühren sich</translation>
    </message>
    <message>
        <source>{a} and {b} touch, and {margin} between them are asked for</source>
        <translation>{a} und {b} berühren sich, und verlangt ist ein Abstand von {margin}</translation>
    </message>
    <message>
        <source>move one of them, or set a smaller margin for the pair</source>
        <translation>verschieben Sie eines davon, oder setzen Sie einen kleineren Abstand für das Paar</translation>
    </message>
    <message>
        <source>{a} and {b} are only {distance} apart, {margin} are asked for</source>
        <translation>{a} und {b} sind nur {distance} voneinander entfernt, verlangt sind {margin}</translation>
    </message>
    <message>
        <source>{frame} is a frame and has no geometry to measure from</source>
        <translation>{frame} ist ein Bezugssystem und hat keine Geometrie, von der sich messen ließe</translation>
    </message>
    <message>
        <source>there is no object {object}</source>
        <translation>es gibt kein Objekt {object}</translation>
    </message>
    <message>
        <source>choose an object that is in the world</source>
        <translation>wählen Sie ein Objekt, das in der Welt ist</translation>
    </message>
    <message>
        <source>there is no entity {entity}</source>
        <translation>es gibt keine Entität {entity}</translation>
    </message>
    <message>
        <source>choose an entity that is in the world</source>
        <translation>wählen Sie eine Entität, die in der Welt ist</translation>
    </message>
    <message>
        <source>{node} has no collision geometry</source>
        <translation>{node} hat keine Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>give {node} collision geometry, or choose another</source>
        <translation>geben Sie {node} Kollisionsgeometrie, oder wählen Sie etwas anderes</translation>
    </message>
    <message>
        <source>the distance of {node} to itself was asked for</source>
        <translation>gefragt wurde nach dem Abstand von {node} zu sich selbst</translation>
    </message>
    <message>
        <source>name two things</source>
        <translation>nennen Sie zwei Dinge</translation>
    </message>
    <message>
        <source>{a} and {b} have no two bodies to measure between</source>
        <translation>{a} und {b} haben keine zwei Körper, zwischen denen sich messen ließe</translation>
    </message>
    <message>
        <source>name two things of which neither is a part of the other</source>
        <translation>nennen Sie zwei Dinge, von denen keines ein Teil des anderen ist</translation>
    </message>
    <message>
        <source>minimum_margin must be a number of metres, not negative, and is {margin}</source>
        <translation>minimum_margin muss eine Zahl in Metern sein, nicht negativ, und ist {margin}</translation>
    </message>
    <message>
        <source>set a margin of 0 or more, in metres</source>
        <translation>setzen Sie einen Abstand von 0 oder mehr, in Metern</translation>
    </message>
    <message>
        <source>the minimum margin is no length, and is left out</source>
        <translation>der Mindestabstand ist keine Länge und bleibt außer Acht</translation>
    </message>
    <message>
        <source>collision rule {rule}: the margin must not be negative, and is {margin}</source>
        <translation>Kollisionsregel {rule}: der Abstand darf nicht negativ sein und ist {margin}</translation>
    </message>
    <message>
        <source>rule {rule}: the margin is negative or no number; the rule is left out</source>
        <translation>Regel {rule}: der Abstand ist negativ oder keine Zahl; die Regel bleibt außer Acht</translation>
    </message>
    <message>
        <source>rule {rule}: it neither excludes nor sets a margin and is left out</source>
        <translation>Regel {rule}: sie nimmt weder aus noch setzt sie einen Abstand und bleibt außer Acht</translation>
    </message>
    <message>
        <source>exclude the pairs of rule {rule}, set a margin for them, or remove the rule</source>
        <translation>nehmen Sie die Paare der Regel {rule} aus, setzen Sie einen Abstand für sie, oder entfernen Sie die Regel</translation>
    </message>
    <message>
        <source>rule {rule} names something that is not there</source>
        <translation>Regel {rule} nennt etwas, was nicht da ist</translation>
    </message>
    <message>
        <source>remove rule {rule}, or name in it what is there</source>
        <translation>entfernen Sie Regel {rule}, oder nennen Sie darin, was da ist</translation>
    </message>
    <message>
        <source>{node} does not move with the robot</source>
        <translation>{node} bewegt sich nicht mit dem Roboter</translation>
    </message>
    <message>
        <source>choose a frame or link of the robot or of what it carries</source>
        <translation>wählen Sie ein Bezugssystem oder Glied des Roboters oder dessen, was er trägt</translation>
    </message>
    <message>
        <source>the target {node} moves with the robot</source>
        <translation>das Ziel {node} bewegt sich mit dem Roboter</translation>
    </message>
    <message>
        <source>the target needs {count} finite joint positions, {given} were given</source>
        <translation>das Ziel braucht {count} endliche Gelenkstellungen, angegeben sind {given}</translation>
    </message>
    <message>
        <source>give a position for each joint that moves, in radians or metres</source>
        <translation>geben Sie für jedes bewegliche Gelenk eine Stellung an, in Radiant oder Metern</translation>
    </message>
    <message>
        <source>the target needs finite joint positions, and that of {joint} is none</source>
        <translation>das Ziel braucht endliche Gelenkstellungen, und die von {joint} ist keine</translation>
    </message>
    <message>
        <source>give {joint} a position in radians or metres</source>
        <translation>geben Sie {joint} eine Stellung in Radiant oder Metern</translation>
    </message>
    <message>
        <source>the size of a box must be more than 0 m, not {value}</source>
        <translation>die Größe eines Quaders muss mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>give three lengths in metres, each more than 0</source>
        <translation>geben Sie drei Längen in Metern an, jede größer als 0</translation>
    </message>
    <message>
        <source>the radius of a sphere must be more than 0 m, not {value}</source>
        <translation>der Radius einer Kugel muss mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>give the radius in metres</source>
        <translation>geben Sie den Radius in Metern an</translation>
    </message>
    <message>
        <source>the radii of an ellipsoid must be more than 0 m, not {value}</source>
        <translation>die Radien eines Ellipsoids müssen mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>give three radii in metres, each more than 0</source>
        <translation>geben Sie drei Radien in Metern an, jeden größer als 0</translation>
    </message>
    <message>
        <source>the radius of a cylinder must be more than 0 m, not {value}</source>
        <translation>der Radius eines Zylinders muss mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>the length of a cylinder must be more than 0 m, not {value}</source>
        <translation>die Länge eines Zylinders muss mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>give the length in metres</source>
        <translation>geben Sie die Länge in Metern an</translation>
    </message>
    <message>
        <source>the radius of a capsule must be more than 0 m, not {value}</source>
        <translation>der Radius einer Kapsel muss mehr als 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>the length of a capsule must be 0 m or more, not {value}</source>
        <translation>die Länge einer Kapsel muss mindestens 0 m sein, nicht {value}</translation>
    </message>
    <message>
        <source>give the length without the round ends, in metres</source>
        <translation>geben Sie die Länge ohne die runden Enden in Metern an</translation>
    </message>
    <message>
        <source>the angles of a frustum must be between 0 and 90 degrees, not {value}</source>
        <translation>die Winkel eines Pyramidenstumpfs müssen zwischen 0 und 90 Grad liegen, nicht {value}</translation>
    </message>
    <message>
        <source>give the angle between its middle and its side, in radians on the wire</source>
        <translation>geben Sie den Winkel zwischen seiner Mitte und seiner Seite an, in Nachrichten in Radiant</translation>
    </message>
    <message>
        <source>the distances of a frustum must be 0 or more and the second larger than the first, not {min} and {max}</source>
        <translation>die Abstände eines Pyramidenstumpfs müssen mindestens 0 und der zweite größer als der erste sein, nicht {min} und {max}</translation>
    </message>
    <message>
        <source>give the distances of its near and its far side in metres</source>
        <translation>geben Sie die Abstände seiner nahen und seiner fernen Seite in Metern an</translation>
    </message>
    <message>
        <source>the shape is empty</source>
        <translation>die Form ist leer</translation>
    </message>
    <message>
        <source>give it a mesh or a primitive</source>
        <translation>geben Sie ihr ein Netz oder einen Grundkörper</translation>
    </message>
    <message>
        <source>the shape has both a mesh and primitives</source>
        <translation>die Form hat sowohl ein Netz als auch Grundkörper</translation>
    </message>
    <message>
        <source>make two geometries of it</source>
        <translation>machen Sie zwei Geometrien daraus</translation>
    </message>
    <message>
        <source>set mass and inertia by hand, as of a flat sheet</source>
        <translation>geben Sie Masse und Trägheit von Hand an, wie bei einem flachen Blech</translation>
    </message>
    <message>
        <source>mesh vertex {index} is not finite</source>
        <translation>der Eckpunkt {index} des Netzes ist nicht endlich</translation>
    </message>
    <message>
        <source>give it finite coordinates, or remove it and its triangles</source>
        <translation>geben Sie ihm endliche Koordinaten, oder entfernen Sie ihn mit seinen Dreiecken</translation>
    </message>
    <message>
        <source>mesh has {normals} normals for {vertices} vertices</source>
        <translation>das Netz hat {normals} Normalen für {vertices} Eckpunkte</translation>
    </message>
    <message>
        <source>mesh normal {index} is not finite</source>
        <translation>die Normale {index} des Netzes ist nicht endlich</translation>
    </message>
    <message>
        <source>give it finite coordinates, or leave all normals out</source>
        <translation>geben Sie ihr endliche Koordinaten, oder lassen Sie alle Normalen weg</translation>
    </message>
    <message>
        <source>mesh triangle {index} names vertex {vertex}, but there are {vertices} vertices</source>
        <translation>das Dreieck {index} des Netzes nennt den Eckpunkt {vertex}, es gibt aber {vertices} Eckpunkte</translation>
    </message>
    <message>
        <source>indices count from 0; the last is one less than the number of vertices</source>
        <translation>Indizes zählen von 0; der letzte ist um eins kleiner als die Zahl der Eckpunkte</translation>
    </message>
    <message>
        <source>color run {index} ends at triangle {end}, but the mesh has {triangles} triangles</source>
        <translation>die Farbstrecke {index} endet bei Dreieck {end}, das Netz hat aber {triangles} Dreiecke</translation>
    </message>
    <message>
        <source>let the run end at the last triangle</source>
        <translation>lassen Sie die Strecke beim letzten Dreieck enden</translation>
    </message>
    <message>
        <source>color run {index} has a component outside 0 to 1</source>
        <translation>der Farbabschnitt {index} hat einen Anteil außerhalb von 0 bis 1</translation>
    </message>
    <message>
        <source>give red, green, blue and alpha from 0 to 1</source>
        <translation>geben Sie Rot, Grün, Blau und Alpha von 0 bis 1 an</translation>
    </message>
    <message>
        <source>CAD face {index} ends at triangle {end}, but the mesh has {triangles} triangles</source>
        <translation>die CAD-Fläche {index} endet bei Dreieck {end}, das Netz hat aber {triangles} Dreiecke</translation>
    </message>
    <message>
        <source>let the face end at the last triangle</source>
        <translation>lassen Sie die Fläche beim letzten Dreieck enden</translation>
    </message>
    <message>
        <source>CAD face {index} has a number that is not finite</source>
        <translation>die CAD-Fläche {index} hat eine Zahl, die nicht endlich ist</translation>
    </message>
    <message>
        <source>give finite numbers, or leave the CAD faces out</source>
        <translation>geben Sie endliche Zahlen an, oder lassen Sie die CAD-Flächen weg</translation>
    </message>
    <message>
        <source>CAD edge {index} has a point that is not finite</source>
        <translation>die CAD-Kante {index} hat einen Punkt, der nicht endlich ist</translation>
    </message>
    <message>
        <source>give finite numbers, or leave the CAD edges out</source>
        <translation>geben Sie endliche Zahlen an, oder lassen Sie die CAD-Kanten weg</translation>
    </message>
    <message>
        <source>{field} of CAD face {index} has {count} numbers, not 3</source>
        <translation>{field} der CAD-Fläche {index} hat {count} Zahlen statt 3</translation>
    </message>
    <message>
        <source>{field} has {count} numbers, which is not a multiple of 3</source>
        <translation>{field} hat {count} Zahlen, was kein Vielfaches von 3 ist</translation>
    </message>
    <message>
        <source>give three numbers for each point or triangle</source>
        <translation>geben Sie für jeden Punkt oder jedes Dreieck drei Zahlen an</translation>
    </message>
    <message>
        <source>give at least one triangle</source>
        <translation>geben Sie mindestens ein Dreieck an</translation>
    </message>
    <message>
        <source>set box, capsule, cylinder, ellipsoid, frustum or sphere</source>
        <translation>setzen Sie box, capsule, cylinder, ellipsoid, frustum oder sphere</translation>
    </message>
    <message>
        <source>give at least one primitive</source>
        <translation>geben Sie mindestens einen Grundkörper an</translation>
    </message>
    <message>
        <source>geometry has {count} primitives</source>
        <translation>die Geometrie hat {count} Grundkörper</translation>
    </message>
    <message>
        <source>split it: {most} are the most in one geometry</source>
        <translation>teilen Sie sie: {most} sind das Höchste in einer Geometrie</translation>
    </message>
    <message>
        <source>geometry takes {size}, and {most} is the most</source>
        <translation>die Geometrie braucht {size}, und höchstens {most} sind möglich</translation>
    </message>
    <message>
        <source>split it into several, or make it coarser</source>
        <translation>teilen Sie sie auf mehrere auf, oder machen Sie sie gröber</translation>
    </message>
    <message>
        <source>geometry reaches to {distance} from its origin</source>
        <translation>die Geometrie reicht bis {distance} weit von ihrem Ursprung</translation>
    </message>
    <message>
        <source>the bytes of the geometry {geometry} cannot be read</source>
        <translation>die Bytes der Geometrie {geometry} können nicht gelesen werden</translation>
    </message>
    <message>
        <source>give finite x, y and z</source>
        <translation>geben Sie endliche Werte für x, y und z an</translation>
    </message>
    <message>
        <source>give finite numbers, or leave the transform out</source>
        <translation>geben Sie endliche Zahlen an, oder lassen Sie die Transformation weg</translation>
    </message>
    <message>
        <source>give finite roll, pitch and yaw, in radians</source>
        <translation>geben Sie endliche Werte für Rollen, Nicken und Gieren in Radiant an</translation>
    </message>
    <message>
        <source>transform matrix is {rows} x {columns}, not 4 x 4</source>
        <translation>die Transformationsmatrix ist {rows} x {columns}, nicht 4 x 4</translation>
    </message>
    <message>
        <source>give sixteen values in column-major order</source>
        <translation>geben Sie sechzehn Werte an, Spalte für Spalte</translation>
    </message>
    <message>
        <source>matrix of {rows} x {columns} has {count} values</source>
        <translation>eine Matrix von {rows} x {columns} hat {count} Werte</translation>
    </message>
    <message>
        <source>give rows times columns values</source>
        <translation>geben Sie so viele Werte wie Zeilen mal Spalten an</translation>
    </message>
    <message>
        <source>give finite numbers</source>
        <translation>geben Sie endliche Zahlen an</translation>
    </message>
    <message>
        <source>color component {value} is not within 0 to 1</source>
        <translation>der Farbanteil {value} liegt nicht zwischen 0 und 1</translation>
    </message>
    <message>
        <source>the world has two models named {model}; the first one is read</source>
        <translation>die Welt hat zwei Modelle namens {model}; das erste wird gelesen</translation>
    </message>
    <message>
        <source>give each model of the file a name of its own</source>
        <translation>geben Sie jedem Modell der Datei einen eigenen Namen</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>the program failed: {reason}</source>
        <translation>das Programm ist gescheitert: {reason}</translation>
    </message>
    <message>
        <source>this is a fault of the program: report it with what was done</source>
        <translation>das ist ein Fehler des Programms: melden Sie ihn mit dem, was getan wurde</translation>
    </message>
    <message>
        <source>unknown fault</source>
        <translation>unbekannter Fehler</translation>
    </message>
    <message>
        <source>the start needs {count} finite joint positions</source>
        <translation>der Anfang braucht {count} endliche Gelenkstellungen</translation>
    </message>
    <message>
        <source>joint limits need {count} values each</source>
        <translation>Gelenkgrenzen brauchen je {count} Werte</translation>
    </message>
    <message>
        <source>give a limit for each joint that moves, or none at all</source>
        <translation>geben Sie für jedes bewegliche Gelenk eine Grenze an, oder gar keine</translation>
    </message>
    <message>
        <source>the search for joint positions that reach the target ran out of time</source>
        <translation>der Suche nach Gelenkstellungen, die das Ziel erreichen, ging die Zeit aus</translation>
    </message>
    <message>
        <source>allow more time, or ask for fewer solutions</source>
        <translation>geben Sie mehr Zeit, oder verlangen Sie weniger Lösungen</translation>
    </message>
    <message>
        <source>allow more time with --timeout, or ask for fewer solutions</source>
        <translation>geben Sie mit --timeout mehr Zeit, oder verlangen Sie weniger Lösungen</translation>
    </message>
    <message>
        <source>plan again</source>
        <translation>planen Sie noch einmal</translation>
    </message>
    <message>
        <source>the goal is {distance} out of reach: {way} too far along {axis}</source>
        <translation>das Ziel liegt {distance} außer Reichweite: {way} zu weit in Richtung {axis}</translation>
    </message>
    <message>
        <source>move the goal by {way} against {axis}, or the robot towards it</source>
        <translation>verschieben Sie das Ziel um {way} entgegen {axis}, oder den Roboter darauf zu</translation>
    </message>
    <message>
        <source>the goal is {distance} out of reach: too far by {way} along {axis} and {way_2} along {axis_2}</source>
        <translation>das Ziel ist {distance} außer Reichweite: zu weit weg um {way} entlang {axis} und {way_2} entlang {axis_2}</translation>
    </message>
    <message>
        <source>move the goal back by so much, or the robot towards it</source>
        <translation>verschieben Sie das Ziel um so viel zurück, oder den Roboter darauf zu</translation>
    </message>
    <message>
        <source>the goal is {distance} out of reach: too far by {way} along {axis}, {way_2} along {axis_2} and {way_3} along {axis_3}</source>
        <translation>das Ziel ist {distance} außer Reichweite: zu weit weg um {way} entlang {axis}, {way_2} entlang {axis_2} und {way_3} entlang {axis_3}</translation>
    </message>
    <message>
        <source>with its orientation it is {way} too far along {axis}</source>
        <translation>mit seiner Ausrichtung ist es {way} zu weit in Richtung {axis}</translation>
    </message>
    <message>
        <source>turn the goal, or move it by {way} against {axis}</source>
        <translation>drehen Sie das Ziel, oder verschieben Sie es um {way} entgegen {axis}</translation>
    </message>
    <message>
        <source>with its orientation it is too far by {way} along {axis} and {way_2} along {axis_2}</source>
        <translation>mit seiner Ausrichtung ist es zu weit weg um {way} entlang {axis} und {way_2} entlang {axis_2}</translation>
    </message>
    <message>
        <source>turn the goal, or move it back by so much</source>
        <translation>drehen Sie das Ziel, oder verschieben Sie es um so viel zurück</translation>
    </message>
    <message>
        <source>with its orientation it is too far by {way} along {axis}, {way_2} along {axis_2} and {way_3} along {axis_3}</source>
        <translation>mit seiner Ausrichtung ist es zu weit weg um {way} entlang {axis}, {way_2} entlang {axis_2} und {way_3} entlang {axis_3}</translation>
    </message>
    <message>
        <source>the goal&apos;s position can be reached, but not its orientation: the nearest is off by {angle}</source>
        <translation>die Position des Ziels ist erreichbar, seine Ausrichtung nicht: am nächsten kommt sie bis auf {angle}</translation>
    </message>
    <message>
        <source>turn the goal by {angle}, or choose another tool</source>
        <translation>drehen Sie das Ziel um {angle}, oder wählen Sie ein anderes Werkzeug</translation>
    </message>
    <message>
        <source>turn the goal, or choose another tool</source>
        <translation>drehen Sie das Ziel, oder wählen Sie ein anderes Werkzeug</translation>
    </message>
    <message>
        <source>start from another posture, or allow other branches</source>
        <translation>beginnen Sie mit einer anderen Haltung, oder lassen Sie andere Zweige zu</translation>
    </message>
    <message>
        <source>{joint} would have to go to {position}, which is {excess} above its limit of {limit}</source>
        <translation>{joint} müsste auf {position} gehen, das ist {excess} über seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>turn or move the goal, or raise the limit of {joint} if the robot allows it</source>
        <translation>drehen oder verschieben Sie das Ziel, oder setzen Sie die Grenze von {joint} höher, wenn der Roboter es zulässt</translation>
    </message>
    <message>
        <source>{joint} would have to go to {position}, which is {excess} below its limit of {limit}</source>
        <translation>{joint} müsste auf {position} gehen, das ist {excess} unter seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>turn or move the goal, or lower the limit of {joint} if the robot allows it</source>
        <translation>drehen oder verschieben Sie das Ziel, oder setzen Sie die Grenze von {joint} tiefer, wenn der Roboter es zulässt</translation>
    </message>
    <message>
        <source>in another posture {joint} would be {excess} above its limit</source>
        <translation>in einer anderen Haltung läge {joint} {excess} über seiner Grenze</translation>
    </message>
    <message>
        <source>in another posture {joint} would be {excess} below its limit</source>
        <translation>in einer anderen Haltung läge {joint} {excess} unter seiner Grenze</translation>
    </message>
    <message>
        <source>every one of the {count} postures that reach the goal is refused</source>
        <translation>jede der {count} Haltungen, die das Ziel erreichen, wird abgelehnt</translation>
    </message>
    <message>
        <source>turn or move the goal</source>
        <translation>drehen oder verschieben Sie das Ziel</translation>
    </message>
    <message>
        <source>{joint} is {excess} above its limit of {limit}</source>
        <translation>{joint} liegt {excess} über seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>set {joint} to at most {limit}</source>
        <translation>stellen Sie {joint} auf höchstens {limit}</translation>
    </message>
    <message>
        <source>{joint} is {excess} below its limit of {limit}</source>
        <translation>{joint} liegt {excess} unter seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>set {joint} to at least {limit}</source>
        <translation>stellen Sie {joint} auf mindestens {limit}</translation>
    </message>
    <message>
        <source>pose has a number that is not finite: {part}</source>
        <translation>die Lage hat eine Zahl, die nicht endlich ist: {part}</translation>
    </message>
    <message>
        <source>set {part} to a finite number</source>
        <translation>setzen Sie {part} auf eine endliche Zahl</translation>
    </message>
    <message>
        <source>pose orientation is not a unit quaternion: its norm is {norm}</source>
        <translation>die Ausrichtung der Lage ist kein Einheitsquaternion: ihr Betrag ist {norm}</translation>
    </message>
    <message>
        <source>choose at least one joint that moves</source>
        <translation>wählen Sie mindestens ein bewegliches Gelenk</translation>
    </message>
    <message>
        <source>there is no robot {robot}</source>
        <translation>es gibt keinen Roboter {robot}</translation>
    </message>
    <message>
        <source>choose a robot that is in the world</source>
        <translation>wählen Sie einen Roboter, der in der Welt ist</translation>
    </message>
    <message>
        <source>{robot} has no joint that moves</source>
        <translation>{robot} hat kein bewegliches Gelenk</translation>
    </message>
    <message>
        <source>choose an object with joints that move</source>
        <translation>wählen Sie ein Objekt mit beweglichen Gelenken</translation>
    </message>
    <message>
        <source>there is no joint {joint} that moves</source>
        <translation>es gibt kein bewegliches Gelenk {joint}</translation>
    </message>
    <message>
        <source>choose a joint that turns or slides</source>
        <translation>wählen Sie ein Gelenk, das sich dreht oder verschiebt</translation>
    </message>
    <message>
        <source>joint {joint} follows joint {leader}</source>
        <translation>das Gelenk {joint} folgt dem Gelenk {leader}</translation>
    </message>
    <message>
        <source>choose joint {leader} instead</source>
        <translation>wählen Sie stattdessen das Gelenk {leader}</translation>
    </message>
    <message>
        <source>set joint {leader}</source>
        <translation>stellen Sie Gelenk {leader}</translation>
    </message>
    <message>
        <source>joint {joint} is named twice</source>
        <translation>Gelenk {joint} ist zweimal genannt</translation>
    </message>
    <message>
        <source>name {joint} once</source>
        <translation>nennen Sie {joint} einmal</translation>
    </message>
    <message>
        <source>the position of joint {joint} is not a finite number</source>
        <translation>die Stellung des Gelenks {joint} ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>set {joint} to a number of radians or metres</source>
        <translation>stellen Sie {joint} auf eine Zahl in Radiant oder Metern</translation>
    </message>
    <message>
        <source>{object} is no free object</source>
        <translation>{object} ist kein freies Objekt</translation>
    </message>
    <message>
        <source>choose an object that was made free</source>
        <translation>wählen Sie ein Objekt, das frei gemacht wurde</translation>
    </message>
    <message>
        <source>the start is in collision</source>
        <translation>der Anfang kollidiert</translation>
    </message>
    <message>
        <source>move {object} or the robot, or exclude the pair by a collision rule</source>
        <translation>verschieben Sie {object} oder den Roboter, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>move {object} or the robot, or press &quot;Exclude this pair&quot; if they may meet</source>
        <translation>verschieben Sie {object} oder den Roboter, oder drücken Sie „Dieses Paar ausnehmen“, wenn sie sich treffen dürfen</translation>
    </message>
    <message>
        <source>start from other joint positions: these are parts of the robot and of what it carries; exclude the pair by a collision rule if they meet by construction</source>
        <translation>beginnen Sie mit anderen Gelenkstellungen: dies sind Teile des Roboters und dessen, was er trägt; nehmen Sie das Paar durch eine Kollisionsregel aus, wenn sie sich der Bauart nach treffen</translation>
    </message>
    <message>
        <source>set other joint positions: these are parts of the robot and of what it carries; press &quot;Exclude this pair&quot; if they meet by construction</source>
        <translation>stellen Sie die Gelenke anders: dies sind Teile des Roboters und dessen, was er trägt; drücken Sie „Dieses Paar ausnehmen“, wenn sie sich der Bauart nach treffen</translation>
    </message>
    <message>
        <source>the goal is in collision</source>
        <translation>das Ziel kollidiert</translation>
    </message>
    <message>
        <source>choose another goal, move {object}, or exclude the pair by a collision rule</source>
        <translation>wählen Sie ein anderes Ziel, verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>choose another target, move {object}, or press &quot;Exclude this pair&quot; if they may meet</source>
        <translation>wählen Sie ein anderes Ziel, verschieben Sie {object}, oder drücken Sie „Dieses Paar ausnehmen“, wenn sie sich treffen dürfen</translation>
    </message>
    <message>
        <source>choose other joint positions for the goal: these are parts of the robot and of what it carries; exclude the pair by a collision rule if they meet by construction</source>
        <translation>wählen Sie andere Gelenkstellungen als Ziel: dies sind Teile des Roboters und dessen, was er trägt; nehmen Sie das Paar durch eine Kollisionsregel aus, wenn sie sich der Bauart nach treffen</translation>
    </message>
    <message>
        <source>choose another target: these are parts of the robot and of what it carries; press &quot;Exclude this pair&quot; if they meet by construction</source>
        <translation>wählen Sie ein anderes Ziel: dies sind Teile des Roboters und dessen, was er trägt; drücken Sie „Dieses Paar ausnehmen“, wenn sie sich der Bauart nach treffen</translation>
    </message>
    <message>
        <source>the goal is in collision in every posture found ({count})</source>
        <translation>das Ziel kollidiert in jeder gefundenen Haltung ({count})</translation>
    </message>
    <message>
        <source>move or turn the goal, move {object}, or exclude the pair by a collision rule</source>
        <translation>verschieben oder drehen Sie das Ziel, verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>move or turn the target, move {object}, or press &quot;Exclude this pair&quot; if they may meet</source>
        <translation>verschieben oder drehen Sie das Ziel, verschieben Sie {object}, oder drücken Sie „Dieses Paar ausnehmen“, wenn sie sich treffen dürfen</translation>
    </message>
    <message>
        <source>turn or move the goal: the robot meets itself or what it carries there</source>
        <translation>drehen oder verschieben Sie das Ziel: der Roboter trifft dort sich selbst oder was er trägt</translation>
    </message>
    <message>
        <source>turn or move the target: the robot meets itself or what it carries there</source>
        <translation>drehen oder verschieben Sie das Ziel: der Roboter trifft dort sich selbst oder was er trägt</translation>
    </message>
    <message>
        <source>every solution found is in collision ({count})</source>
        <translation>jede gefundene Lösung kollidiert ({count})</translation>
    </message>
    <message>
        <source>move the goal or {object}, or set disable_error_on_collisions to see the solutions</source>
        <translation>verschieben Sie das Ziel oder {object}, oder setzen Sie disable_error_on_collisions, um die Lösungen zu sehen</translation>
    </message>
    <message>
        <source>turn or move the goal: the robot meets itself or what it carries there; set disable_error_on_collisions to see the solutions</source>
        <translation>drehen oder verschieben Sie das Ziel: der Roboter trifft dort sich selbst oder was er trägt; setzen Sie disable_error_on_collisions, um die Lösungen zu sehen</translation>
    </message>
    <message>
        <source>start with {joint} within its limits, or change the limits</source>
        <translation>beginnen Sie mit {joint} innerhalb seiner Grenzen, oder ändern Sie die Grenzen</translation>
    </message>
    <message>
        <source>set {joint} to a position within its limits, or change the limits</source>
        <translation>stellen Sie {joint} innerhalb seiner Grenzen ein, oder ändern Sie die Grenzen</translation>
    </message>
    <message>
        <source>choose a position of {joint} within its limits, or change the limits</source>
        <translation>wählen Sie für {joint} eine Stellung innerhalb seiner Grenzen, oder ändern Sie die Grenzen</translation>
    </message>
    <message>
        <source>the goal cannot be reached</source>
        <translation>das Ziel kann nicht erreicht werden</translation>
    </message>
    <message>
        <source>move the goal nearer to {robot}, or {robot} nearer to the goal</source>
        <translation>verschieben Sie das Ziel näher an {robot}, oder {robot} näher an das Ziel</translation>
    </message>
    <message>
        <source>move the target nearer to {robot}, or {robot} nearer to the target</source>
        <translation>verschieben Sie das Ziel näher an {robot}, oder {robot} näher an das Ziel</translation>
    </message>
    <message>
        <source>the goal is {distance} away and {robot} reaches about {reach}: if its numbers are millimetres, divide them by 1000, for lengths are metres</source>
        <translation>das Ziel ist {distance} entfernt, und {robot} reicht etwa {reach} weit: sind seine Zahlen Millimeter, so teilen Sie sie durch 1000, denn Längen sind in Metern</translation>
    </message>
    <message>
        <source>the target is {distance} away and {robot} reaches about {reach}: were its numbers millimetres where metres were meant? Place it nearer</source>
        <translation>das Ziel ist {distance} entfernt, und {robot} reicht etwa {reach} weit: waren seine Zahlen Millimeter, wo Meter gemeint sind? Setzen Sie es näher</translation>
    </message>
    <message>
        <source>turn the target, or choose another tool</source>
        <translation>drehen Sie das Ziel, oder wählen Sie ein anderes Werkzeug</translation>
    </message>
    <message>
        <source>turn or move the goal, or widen the limits of {joint} if the robot allows it</source>
        <translation>drehen oder verschieben Sie das Ziel, oder erweitern Sie die Grenzen von {joint}, wenn der Roboter es zulässt</translation>
    </message>
    <message>
        <source>turn or move the target, or widen the limits of {joint} if the robot allows it</source>
        <translation>drehen oder verschieben Sie das Ziel, oder erweitern Sie die Grenzen von {joint}, wenn der Roboter es zulässt</translation>
    </message>
    <message>
        <source>start from another posture, or leave ensure_same_branch out</source>
        <translation>beginnen Sie mit einer anderen Haltung, oder lassen Sie ensure_same_branch weg</translation>
    </message>
    <message>
        <source>lengths are metres: place the target nearer</source>
        <translation>Längen sind in Metern: setzen Sie das Ziel näher</translation>
    </message>
    <message>
        <source>the straight joint motion is blocked at {at} % of the way (first touched at {first} %)</source>
        <translation>die gerade Gelenkbewegung ist bei {at} % des Weges versperrt (erste Berührung bei {first} %)</translation>
    </message>
    <message>
        <source>use motion type ANY to go around, move {object}, or exclude the pair by a collision rule</source>
        <translation>nehmen Sie die Bewegungsart ANY, um herumzugehen, verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>let the robot go around (--type any, in a request motion type ANY), move {object}, or exclude the pair by a collision rule</source>
        <translation>lassen Sie den Roboter herumgehen (--type any, in einer Anfrage Bewegungsart ANY), verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>choose the motion &quot;Around obstacles&quot;, move {object}, or exclude this pair</source>
        <translation>wählen Sie die Bewegung „Um Hindernisse herum“, verschieben Sie {object}, oder nehmen Sie dieses Paar aus</translation>
    </message>
    <message>
        <source>use motion type ANY: the straight way leads the robot into itself or what it carries</source>
        <translation>nehmen Sie die Bewegungsart ANY: der gerade Weg führt den Roboter in sich selbst oder in das, was er trägt</translation>
    </message>
    <message>
        <source>let the robot go around itself (--type any, in a request motion type ANY)</source>
        <translation>lassen Sie den Roboter um sich selbst herumgehen (--type any, in einer Anfrage Bewegungsart ANY)</translation>
    </message>
    <message>
        <source>choose the motion &quot;Around obstacles&quot;: the straight way leads the robot into itself or what it carries</source>
        <translation>wählen Sie die Bewegung „Um Hindernisse herum“: der gerade Weg führt den Roboter in sich selbst oder in das, was er trägt</translation>
    </message>
    <message>
        <source>no path was found around the obstacles</source>
        <translation>es wurde kein Weg um die Hindernisse gefunden</translation>
    </message>
    <message>
        <source>allow more time, add a waypoint, or move what stands in the way</source>
        <translation>geben Sie mehr Zeit, fügen Sie einen Zwischenpunkt hinzu, oder verschieben Sie, was im Weg steht</translation>
    </message>
    <message>
        <source>allow more time with --timeout, add a waypoint, or move what stands in the way</source>
        <translation>geben Sie mit --timeout mehr Zeit, fügen Sie einen Zwischenpunkt hinzu, oder verschieben Sie, was im Weg steht</translation>
    </message>
    <message>
        <source>plan again, go by way of a place between, or move the obstacle or the target</source>
        <translation>planen Sie noch einmal, gehen Sie über einen Ort dazwischen, oder verschieben Sie das Hindernis oder das Ziel</translation>
    </message>
    <message>
        <source>add a waypoint, or move what stands in the way: more time would not help</source>
        <translation>fügen Sie einen Zwischenpunkt hinzu, oder verschieben Sie, was im Weg steht: mehr Zeit würde nicht helfen</translation>
    </message>
    <message>
        <source>go by way of a place between, or move the obstacle or the target: more time would not help</source>
        <translation>gehen Sie über einen Ort dazwischen, oder verschieben Sie das Hindernis oder das Ziel: mehr Zeit würde nicht helfen</translation>
    </message>
    <message>
        <source>there is none among {count} configurations that were tried</source>
        <translation>unter {count} Stellungen, die versucht wurden, ist keiner</translation>
    </message>
    <message>
        <source>add a waypoint, or move what stands in the way</source>
        <translation>fügen Sie einen Zwischenpunkt hinzu, oder verschieben Sie, was im Weg steht</translation>
    </message>
    <message>
        <source>move the obstacle or the goal a little, or plan with another seed</source>
        <translation>verschieben Sie das Hindernis oder das Ziel ein wenig, oder planen Sie mit einem anderen Startwert</translation>
    </message>
    <message>
        <source>planning ran out of time after {time}</source>
        <translation>dem Planen ging nach {time} die Zeit aus</translation>
    </message>
    <message>
        <source>allow more time</source>
        <translation>geben Sie mehr Zeit</translation>
    </message>
    <message>
        <source>allow more time with --timeout</source>
        <translation>geben Sie mit --timeout mehr Zeit</translation>
    </message>
    <message>
        <source>plan again when the machine has less to do</source>
        <translation>planen Sie noch einmal, wenn der Rechner weniger zu tun hat</translation>
    </message>
    <message>
        <source>{a} and {b} overlap by {depth} wherever the robot stands: that does not hinder the motion</source>
        <translation>{a} und {b} überschneiden sich um {depth}, wo auch immer der Roboter steht: das hindert die Bewegung nicht</translation>
    </message>
    <message>
        <source>move {a} and {b} apart, or exclude the pair if they are made so</source>
        <translation>rücken Sie {a} und {b} auseinander, oder nehmen Sie das Paar aus, wenn sie so gebaut sind</translation>
    </message>
    <message>
        <source>{a} and {b} are only {distance} apart wherever the robot stands: that does not hinder the motion</source>
        <translation>{a} und {b} sind nur {distance} voneinander entfernt, wo auch immer der Roboter steht: das hindert die Bewegung nicht</translation>
    </message>
    <message>
        <source>the starting joints are outside the joint limits</source>
        <translation>die Anfangsgelenkstellungen liegen außerhalb der Gelenkgrenzen</translation>
    </message>
    <message>
        <source>give starting_joints within the limits</source>
        <translation>geben Sie starting_joints innerhalb der Grenzen an</translation>
    </message>
    <message>
        <source>{field} is not supported</source>
        <translation>{field} wird nicht unterstützt</translation>
    </message>
    <message>
        <source>leave {field} out</source>
        <translation>lassen Sie {field} weg</translation>
    </message>
    <message>
        <source>{field} {type} is not supported</source>
        <translation>{field} {type} wird nicht unterstützt</translation>
    </message>
    <message>
        <source>{field} is not set</source>
        <translation>{field} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>{field} is {spacing}, not above 0 and at most {largest}</source>
        <translation>{field} ist {spacing}, nicht über 0 und höchstens {largest}</translation>
    </message>
    <message>
        <source>set at most {largest} radians or metres, or leave it out</source>
        <translation>setzen Sie höchstens {largest} Radiant oder Meter, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>collision_settings.collision_check_spacing must be positive, and is {spacing}</source>
        <translation>collision_settings.collision_check_spacing muss positiv sein und ist {spacing}</translation>
    </message>
    <message>
        <source>set a distance in radians or metres, or leave it out</source>
        <translation>setzen Sie einen Abstand in Radiant oder Metern, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>give at least one motion segment</source>
        <translation>geben Sie mindestens einen Bewegungsabschnitt an</translation>
    </message>
    <message>
        <source>motion_planner_config.timeout_sec must be positive, and is {time}</source>
        <translation>motion_planner_config.timeout_sec muss positiv sein und ist {time}</translation>
    </message>
    <message>
        <source>set a time above 0, or leave it out</source>
        <translation>setzen Sie eine Zeit über 0, oder lassen Sie sie weg</translation>
    </message>
    <message>
        <source>{joint} of {robot} stands at {position}, too far away to plan from</source>
        <translation>{joint} von {robot} steht auf {position}, zu weit weg, um von dort zu planen</translation>
    </message>
    <message>
        <source>set {joint} nearer to 0, or give a start_configuration</source>
        <translation>stellen Sie {joint} näher an 0, oder geben Sie eine start_configuration an</translation>
    </message>
    <message>
        <source>set {joint} nearer to 0 in the Joints panel</source>
        <translation>stellen Sie {joint} im Feld „Gelenke“ näher an 0</translation>
    </message>
    <message>
        <source>max_num_solutions must not be negative, and is {count}</source>
        <translation>max_num_solutions darf nicht negativ sein und ist {count}</translation>
    </message>
    <message>
        <source>set how many solutions are wanted, or leave it out</source>
        <translation>setzen Sie, wie viele Lösungen verlangt sind, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>waypoint {index} is {distance} from the one before, too far to check</source>
        <translation>der Zwischenpunkt {index} ist {distance} vom vorigen entfernt, zu weit zum Prüfen</translation>
    </message>
    <message>
        <source>{field}[{index}] is no number</source>
        <translation>{field}[{index}] ist keine Zahl</translation>
    </message>
    <message>
        <source>give a number, or inf where there is no limit</source>
        <translation>geben Sie eine Zahl an, oder inf, wo es keine Grenze gibt</translation>
    </message>
    <message>
        <source>name the robot by id or by_name; {robots} can move</source>
        <translation>nennen Sie den Roboter mit id oder by_name; beweglich sind {robots}</translation>
    </message>
    <message>
        <source>robot_reference.object_id is not set, and the world has no robot</source>
        <translation>robot_reference.object_id ist nicht gesetzt, und die Welt hat keinen Roboter</translation>
    </message>
    <message>
        <source>add a robot to the world, and name it by id or by_name</source>
        <translation>fügen Sie der Welt einen Roboter hinzu, und nennen Sie ihn mit id oder by_name</translation>
    </message>
    <message>
        <source>robot_reference: {robot} has no joint that moves</source>
        <translation>robot_reference: {robot} hat kein bewegliches Gelenk</translation>
    </message>
    <message>
        <source>{field}: joint positions must be finite numbers, and that at index {index} is none</source>
        <translation>{field}: Gelenkstellungen müssen endliche Zahlen sein, und die an Stelle {index} ist keine</translation>
    </message>
    <message>
        <source>set it to a number of radians or metres</source>
        <translation>setzen Sie sie auf eine Zahl in Radiant oder Metern</translation>
    </message>
    <message>
        <source>{field}: a joint position of {position} is too far away to plan for</source>
        <translation>{field}: eine Gelenkstellung von {position} ist zu weit entfernt zum Planen</translation>
    </message>
    <message>
        <source>{field}: {value} of {joint} is beyond the application limit {limit}</source>
        <translation>{field}: {value} von {joint} liegt jenseits der Anwendungsgrenze {limit}</translation>
    </message>
    <message>
        <source>stay within the limit, or change the application limits of the robot</source>
        <translation>bleiben Sie innerhalb der Grenze, oder ändern Sie die Anwendungsgrenzen des Roboters</translation>
    </message>
    <message>
        <source>{field}: the range of {joint} is empty: {lower} is above {upper}</source>
        <translation>{field}: der Bereich von {joint} ist leer: {lower} liegt über {upper}</translation>
    </message>
    <message>
        <source>set min_position of {joint} below max_position</source>
        <translation>setzen Sie min_position von {joint} unter max_position</translation>
    </message>
    <message>
        <source>{field}: velocity, acceleration and jerk of {joint} must be positive</source>
        <translation>{field}: Geschwindigkeit, Beschleunigung und Ruck von {joint} müssen positiv sein</translation>
    </message>
    <message>
        <source>set them above 0, or leave them out</source>
        <translation>setzen Sie sie auf mehr als 0, oder lassen Sie sie weg</translation>
    </message>
    <message>
        <source>{robot} has no configuration {name}</source>
        <translation>{robot} hat keine Stellung {name}</translation>
    </message>
    <message>
        <source>it has: {known}</source>
        <translation>vorhanden sind: {known}</translation>
    </message>
    <message>
        <source>it has none: save its joint positions under that name first</source>
        <translation>er hat keine: speichern Sie zuerst seine Gelenkstellungen unter diesem Namen</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>check the name and the folder</source>
        <translation>prüfen Sie den Namen und den Ordner</translation>
    </message>
    <message>
        <source>the folder {folder} does not exist</source>
        <translation>den Ordner {folder} gibt es nicht</translation>
    </message>
    <message>
        <source>make the folder first, or choose another one</source>
        <translation>legen Sie zuerst den Ordner an, oder wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>this user has no permission for that</source>
        <translation>dieser Benutzer hat dazu kein Recht</translation>
    </message>
    <message>
        <source>change the permissions of the file {file}, or choose another one</source>
        <translation>ändern Sie die Zugriffsrechte der Datei {file}, oder wählen Sie eine andere</translation>
    </message>
    <message>
        <source>this user has no permission to write in the folder {folder}</source>
        <translation>dieser Benutzer darf im Ordner {folder} nicht schreiben</translation>
    </message>
    <message>
        <source>change the permissions of that folder, or choose another one</source>
        <translation>ändern Sie die Zugriffsrechte dieses Ordners, oder wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>the disk is read-only</source>
        <translation>von der Platte kann nur gelesen werden</translation>
    </message>
    <message>
        <source>choose a folder on another disk</source>
        <translation>wählen Sie einen Ordner auf einer anderen Platte</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>die Platte ist voll</translation>
    </message>
    <message>
        <source>free some space on the disk of the folder {folder}, or choose another disk</source>
        <translation>schaffen Sie auf der Platte des Ordners {folder} Platz, oder wählen Sie eine andere Platte</translation>
    </message>
    <message>
        <source>the space that this user may take on the disk is used up</source>
        <translation>der Platz, den dieser Benutzer auf der Platte belegen darf, ist aufgebraucht</translation>
    </message>
    <message>
        <source>remove files of yours from the disk of {folder}, or choose another disk</source>
        <translation>entfernen Sie eigene Dateien von der Platte von {folder}, oder wählen Sie eine andere Platte</translation>
    </message>
    <message>
        <source>the disk takes no file as large as that</source>
        <translation>die Platte nimmt keine so große Datei</translation>
    </message>
    <message>
        <source>choose a disk that takes larger files</source>
        <translation>wählen Sie eine Platte, die größere Dateien nimmt</translation>
    </message>
    <message>
        <source>too many files are open on this computer</source>
        <translation>auf diesem Rechner sind zu viele Dateien offen</translation>
    </message>
    <message>
        <source>close other programs, then try again</source>
        <translation>schließen Sie andere Programme, und versuchen Sie es dann noch einmal</translation>
    </message>
    <message>
        <source>there is a file of that name already</source>
        <translation>eine Datei dieses Namens gibt es schon</translation>
    </message>
    <message>
        <source>choose another name, or remove the file {file}</source>
        <translation>wählen Sie einen anderen Namen, oder entfernen Sie die Datei {file}</translation>
    </message>
    <message>
        <source>{file} is a folder, and a file is needed</source>
        <translation>{file} ist ein Ordner, gebraucht wird eine Datei</translation>
    </message>
    <message>
        <source>name a file in that folder</source>
        <translation>nennen Sie eine Datei in diesem Ordner</translation>
    </message>
    <message>
        <source>{file} is not a regular file: it is a pipe, a device or the like</source>
        <translation>{file} ist keine gewöhnliche Datei, sondern eine Pipe, ein Gerät oder dergleichen</translation>
    </message>
    <message>
        <source>name a file on a disk</source>
        <translation>nennen Sie eine Datei auf einer Platte</translation>
    </message>
    <message>
        <source>the name is too long for this disk</source>
        <translation>der Name ist für diese Platte zu lang</translation>
    </message>
    <message>
        <source>choose a shorter name</source>
        <translation>wählen Sie einen kürzeren Namen</translation>
    </message>
    <message>
        <source>its links lead in a circle</source>
        <translation>ihre Verknüpfungen führen im Kreis</translation>
    </message>
    <message>
        <source>remove the link {file}, or name the file itself</source>
        <translation>entfernen Sie die Verknüpfung {file}, oder nennen Sie die Datei selbst</translation>
    </message>
    <message>
        <source>the disk, or the way to it, has a fault: {reason}</source>
        <translation>die Platte oder der Weg zu ihr hat einen Fehler: {reason}</translation>
    </message>
    <message>
        <source>choose another disk now, and have this one checked</source>
        <translation>wählen Sie jetzt eine andere Platte, und lassen Sie diese prüfen</translation>
    </message>
    <message>
        <source>the system refuses that: {reason}</source>
        <translation>das System lehnt das ab: {reason}</translation>
    </message>
    <message>
        <source>try again, or choose another folder</source>
        <translation>versuchen Sie es noch einmal, oder wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>{file} is in use by another program</source>
        <translation>{file} wird von einem anderen Programm benutzt</translation>
    </message>
    <message>
        <source>try again when the other program has saved or closed it</source>
        <translation>versuchen Sie es noch einmal, wenn das andere Programm sie gespeichert oder geschlossen hat</translation>
    </message>
    <message>
        <source>{file} is open for reading only</source>
        <translation>{file} ist nur zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>make the file writable, or save under another name</source>
        <translation>machen Sie die Datei beschreibbar, oder speichern Sie unter einem anderen Namen</translation>
    </message>
    <message>
        <source>cancelled while another command was at work on {path}</source>
        <translation>abgebrochen, während ein anderer Befehl an {path} arbeitete</translation>
    </message>
    <message>
        <source>nothing was changed; try again when the other command has ended</source>
        <translation>nichts wurde geändert; versuchen Sie es noch einmal, wenn der andere Befehl beendet ist</translation>
    </message>
    <message>
        <source>{file} holds an unfinished save, which cannot be undone without writing to it</source>
        <translation>{file} enthält ein unfertiges Speichern, das sich nicht ohne Schreiben zurücknehmen lässt</translation>
    </message>
    <message>
        <source>make the file, its journal {journal} and the folder {folder} writable, and open it again</source>
        <translation>machen Sie die Datei, ihr Journal {journal} und den Ordner {folder} beschreibbar, und öffnen Sie sie noch einmal</translation>
    </message>
    <message>
        <source>there is not enough memory to read or write {file}</source>
        <translation>der Speicher reicht nicht, um {file} zu lesen oder zu schreiben</translation>
    </message>
    <message>
        <source>{file} would become larger than a world file can be, or the disk is full: {reason}</source>
        <translation>{file} würde größer, als eine Weltdatei sein kann, oder die Platte ist voll: {reason}</translation>
    </message>
    <message>
        <source>free some space on the disk, or take large geometry out of the world</source>
        <translation>schaffen Sie auf der Platte Platz, oder nehmen Sie große Geometrie aus der Welt</translation>
    </message>
    <message>
        <source>cannot write {file}: it is read-only ({reason})</source>
        <translation>{file} kann nicht geschrieben werden, sondern nur gelesen ({reason})</translation>
    </message>
    <message>
        <source>make the file and the folder {folder} writable, or save under another name</source>
        <translation>machen Sie die Datei und den Ordner {folder} beschreibbar, oder speichern Sie unter einem anderen Namen</translation>
    </message>
    <message>
        <source>{file} is not a Worldwright world</source>
        <translation>{file} ist keine Worldwright-Welt</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left, or choose another file</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat, oder wählen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>choose another file, or remove this one and save the world here</source>
        <translation>wählen Sie eine andere Datei, oder entfernen Sie diese und speichern Sie die Welt hier</translation>
    </message>
    <message>
        <source>it begins with zeros alone, as after a loss of power or an unfinished copy</source>
        <translation>sie beginnt nur mit Nullen, wie nach einem Stromausfall oder einer abgebrochenen Kopie</translation>
    </message>
    <message>
        <source>copy or restore the file again</source>
        <translation>kopieren Sie die Datei noch einmal, oder stellen Sie sie wieder her</translation>
    </message>
    <message>
        <source>it breaks off within its first bytes, as an unfinished copy does</source>
        <translation>sie bricht in ihren ersten Bytes ab, wie eine abgebrochene Kopie</translation>
    </message>
    <message>
        <source>it is a picture</source>
        <translation>sie ist ein Bild</translation>
    </message>
    <message>
        <source>it is an archive</source>
        <translation>sie ist ein Archiv</translation>
    </message>
    <message>
        <source>unpack it and choose the world file in it, or import it into a world</source>
        <translation>entpacken Sie es und wählen Sie die Weltdatei darin, oder importieren Sie es in eine Welt</translation>
    </message>
    <message>
        <source>unpack it and name the world file in it, or import it: `worldwright import {path} --into {out}`</source>
        <translation>entpacken Sie es und nennen Sie die Weltdatei darin, oder importieren Sie es: `worldwright import {path} --into {out}`</translation>
    </message>
    <message>
        <source>it is a model of the format {format}</source>
        <translation>sie ist ein Modell im Format {format}</translation>
    </message>
    <message>
        <source>import it into a world</source>
        <translation>importieren Sie sie in eine Welt</translation>
    </message>
    <message>
        <source>import it: `worldwright import {path} --into {out}`</source>
        <translation>importieren Sie sie: `worldwright import {path} --into {out}`</translation>
    </message>
    <message>
        <source>import it into a world with &quot;Import...&quot;</source>
        <translation>importieren Sie sie mit „Importieren...“ in eine Welt</translation>
    </message>
    <message>
        <source>it is a text</source>
        <translation>sie ist ein Text</translation>
    </message>
    <message>
        <source>choose another file, or restore a backup of this one</source>
        <translation>wählen Sie eine andere Datei, oder stellen Sie eine Sicherung von dieser wieder her</translation>
    </message>
    <message>
        <source>tables are missing in it</source>
        <translation>in ihr fehlen Tabellen</translation>
    </message>
    <message>
        <source>{file} was made by a newer version of the program: it has format {format}, and this one reads format {own}</source>
        <translation>{file} wurde von einer neueren Version des Programms erzeugt: die Datei hat das Format {format}, und diese Version liest das Format {own}</translation>
    </message>
    <message>
        <source>{file} was set to write-ahead logging by another program, and {log} beside it may hold the newest edits</source>
        <translation>{file} wurde von einem anderen Programm auf Write-Ahead-Logging umgestellt, und {log} daneben kann die neuesten Änderungen enthalten</translation>
    </message>
    <message>
        <source>set it back with that program: PRAGMA journal_mode=DELETE</source>
        <translation>stellen Sie sie mit jenem Programm zurück: PRAGMA journal_mode=DELETE</translation>
    </message>
    <message>
        <source>set it back: `sqlite3 {path} &apos;PRAGMA journal_mode=DELETE&apos;`</source>
        <translation>stellen Sie sie zurück: `sqlite3 {path} &apos;PRAGMA journal_mode=DELETE&apos;`</translation>
    </message>
    <message>
        <source>{file} holds a {type} {name} that does not belong there: it was made or changed by another program</source>
        <translation>{file} enthält etwas ({type} {name}), das nicht dorthin gehört: die Datei wurde von einem anderen Programm erzeugt oder geändert</translation>
    </message>
    <message>
        <source>restore a backup of the file, or save what is sound of it in another one</source>
        <translation>stellen Sie eine Sicherung der Datei wieder her, oder speichern Sie in einer anderen, was an ihr heil ist</translation>
    </message>
    <message>
        <source>take out what is sound: `worldwright verify {path} --repair {out}`</source>
        <translation>holen Sie heraus, was heil ist: `worldwright verify {path} --repair {out}`</translation>
    </message>
    <message>
        <source>&quot;Save what can be saved...&quot; takes out what is sound</source>
        <translation>„Retten, was zu retten ist ...“ holt heraus, was heil ist</translation>
    </message>
    <message>
        <source>{file} is damaged</source>
        <translation>{file} ist beschädigt</translation>
    </message>
    <message>
        <source>restore a backup, or take out what is sound: `worldwright verify {path} --repair {out}`</source>
        <translation>stellen Sie eine Sicherung wieder her, oder holen Sie heraus, was heil ist: `worldwright verify {path} --repair {out}`</translation>
    </message>
    <message>
        <source>open the file here and choose &quot;Save what can be saved...&quot;, or restore a backup</source>
        <translation>öffnen Sie die Datei hier und wählen Sie „Retten, was zu retten ist ...“, oder stellen Sie eine Sicherung wieder her</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left, or save what is sound of the file in another one</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat, oder speichern Sie in einer anderen Datei, was an dieser heil ist</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left, or take out what is sound: `worldwright verify {path} --repair {out}`</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat, oder holen Sie heraus, was heil ist: `worldwright verify {path} --repair {out}`</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left, or open the file here and choose &quot;Save what can be saved...&quot;</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat, oder öffnen Sie die Datei hier und wählen Sie „Retten, was zu retten ist ...“</translation>
    </message>
    <message>
        <source>a part of the table {table} cannot be read</source>
        <translation>ein Teil der Tabelle {table} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>it does not match its checksum</source>
        <translation>der Inhalt passt nicht zu seiner Prüfsumme</translation>
    </message>
    <message>
        <source>the entry {entry} does not match its checksum</source>
        <translation>der Eintrag {entry} passt nicht zu seiner Prüfsumme</translation>
    </message>
    <message>
        <source>geometry row {row} has no checksum</source>
        <translation>die Geometriezeile {row} hat keine Prüfsumme</translation>
    </message>
    <message>
        <source>the part {id} is missing</source>
        <translation>der Teil {id} fehlt</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>der Inhalt ist nicht lesbar</translation>
    </message>
    <message>
        <source>it says that its id is {id}</source>
        <translation>der Inhalt nennt die Nummer {id}</translation>
    </message>
    <message>
        <source>it reads back as something else than was saved</source>
        <translation>zurückgelesen ist es etwas anderes, als gespeichert wurde</translation>
    </message>
    <message>
        <source>save under another name</source>
        <translation>speichern Sie unter einem anderen Namen</translation>
    </message>
    <message>
        <source>restore a backup of the file</source>
        <translation>stellen Sie eine Sicherung der Datei wieder her</translation>
    </message>
    <message>
        <source>it declares a wrong size</source>
        <translation>sie nennt eine falsche Größe</translation>
    </message>
    <message>
        <source>it is incomplete</source>
        <translation>sie ist unvollständig</translation>
    </message>
    <message>
        <source>it is missing</source>
        <translation>sie fehlt</translation>
    </message>
    <message>
        <source>it is another one</source>
        <translation>sie ist eine andere</translation>
    </message>
    <message>
        <source>it is no sound geometry</source>
        <translation>sie ist keine brauchbare Geometrie</translation>
    </message>
    <message>
        <source>a piece of it has the wrong size</source>
        <translation>ein Stück davon hat die falsche Größe</translation>
    </message>
    <message>
        <source>a piece of it is packed in a way that is not known here ({codec})</source>
        <translation>ein Stück davon ist auf eine Weise gepackt, die hier nicht bekannt ist ({codec})</translation>
    </message>
    <message>
        <source>a piece of it cannot be unpacked</source>
        <translation>ein Stück davon lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>restore it from a backup of the file, or add it again</source>
        <translation>stellen Sie es aus einer Sicherung der Datei wieder her, oder fügen Sie es neu hinzu</translation>
    </message>
    <message>
        <source>object {id} {object}</source>
        <translation>Objekt {id} {object}</translation>
    </message>
    <message>
        <source>frame {id} {frame}: what it hangs on is lost</source>
        <translation>Bezugssystem {id} {frame}: woran es hängt, ist verloren</translation>
    </message>
    <message>
        <source>its entity {entity} is lost</source>
        <translation>die Entität {entity} davon ist verloren</translation>
    </message>
    <message>
        <source>its entity {entity} belongs to another</source>
        <translation>die Entität {entity} gehört zu einem anderen</translation>
    </message>
    <message>
        <source>its geometry {geometry} is lost</source>
        <translation>die Geometrie {geometry} davon ist verloren</translation>
    </message>
    <message>
        <source>the repaired world must go to another file than {path}</source>
        <translation>die reparierte Welt muss in eine andere Datei als {path}</translation>
    </message>
    <message>
        <source>give the repaired world another name, such as {out}</source>
        <translation>geben Sie der reparierten Welt einen anderen Namen, etwa {out}</translation>
    </message>
    <message>
        <source>it is too large to be saved: {size}, at most {most}</source>
        <translation>zum Speichern ist es zu groß: {size}, höchstens {most}</translation>
    </message>
    <message>
        <source>the geometry {geometry} is too large to be saved: {size}, at most {most}</source>
        <translation>die Geometrie {geometry} ist zum Speichern zu groß: {size}, höchstens {most}</translation>
    </message>
    <message>
        <source>split it into several geometries, or import it more coarsely</source>
        <translation>teilen Sie sie auf mehrere Geometrien auf, oder importieren Sie sie gröber</translation>
    </message>
    <message>
        <source>the world uses the geometry {geometry}, which is not there</source>
        <translation>die Welt verwendet die Geometrie {geometry}, die nicht da ist</translation>
    </message>
    <message>
        <source>this is a fault of the program: report it with the world</source>
        <translation>das ist ein Fehler des Programms: melden Sie ihn mit der Welt</translation>
    </message>
    <message>
        <source>the picture was cancelled</source>
        <translation>das Bild wurde abgebrochen</translation>
    </message>
    <message>
        <source>nothing was written; ask for it again</source>
        <translation>nichts wurde geschrieben; fordern Sie es noch einmal an</translation>
    </message>
    <message>
        <source>a picture of {width} x {height} pixels cannot be made</source>
        <translation>ein Bild von {width} x {height} Bildpunkten ist nicht möglich</translation>
    </message>
    <message>
        <source>use 1 to {most} pixels on each side</source>
        <translation>nehmen Sie 1 bis {most} Bildpunkte auf jeder Seite</translation>
    </message>
    <message>
        <source>{samples} samples and {rays} sky rays cannot be made</source>
        <translation>{samples} Abtastungen und {rays} Himmelsstrahlen sind nicht möglich</translation>
    </message>
    <message>
        <source>use 1 to 4 samples and 0 to 256 sky rays</source>
        <translation>nehmen Sie 1 bis 4 Abtastungen und 0 bis 256 Himmelsstrahlen</translation>
    </message>
    <message>
        <source>object id {id} does not fit into 24 bits of color</source>
        <translation>die Objektnummer {id} passt nicht in 24 Bit Farbe</translation>
    </message>
    <message>
        <source>leave the picture of ids out, or import the objects into a new world, where ids begin anew</source>
        <translation>lassen Sie das Bild der Nummern weg, oder importieren Sie die Objekte in eine neue Welt, in der die Nummern neu beginnen</translation>
    </message>
    <message>
        <source>there is no camera {name}</source>
        <translation>es gibt keine Kamera {name}</translation>
    </message>
    <message>
        <source>cameras are {cameras}</source>
        <translation>Kameras sind {cameras}</translation>
    </message>
    <message>
        <source>there is no camera {name}: the world has no camera sensor</source>
        <translation>es gibt keine Kamera {name}: die Welt hat keinen Kamerasensor</translation>
    </message>
    <message>
        <source>use one of the standard views {views}</source>
        <translation>nehmen Sie eine der Standardansichten {views}</translation>
    </message>
    <message>
        <source>{count} cameras answer to {name}</source>
        <translation>{count} Kameras hören auf {name}</translation>
    </message>
    <message>
        <source>name one of {cameras}</source>
        <translation>nennen Sie eine von {cameras}</translation>
    </message>
    <message>
        <source>there is no view {name}</source>
        <translation>es gibt keine Ansicht {name}</translation>
    </message>
    <message>
        <source>use one of {views}, or a camera of the world</source>
        <translation>nehmen Sie eine von {views}, oder eine Kamera der Welt</translation>
    </message>
    <message>
        <source>use one of {views}, or camera:NAME for a camera of the world</source>
        <translation>nehmen Sie eine von {views}, oder camera:NAME für eine Kamera der Welt</translation>
    </message>
    <message>
        <source>the camera has no direction</source>
        <translation>die Kamera hat keine Richtung</translation>
    </message>
    <message>
        <source>eye, target and up must be finite and not on one line</source>
        <translation>Auge, Ziel und oben müssen endlich sein und dürfen nicht auf einer Linie liegen</translation>
    </message>
    <message>
        <source>the field of view {angle} is not between 0 and 180 degrees</source>
        <translation>das Sichtfeld {angle} liegt nicht zwischen 0 und 180 Grad</translation>
    </message>
    <message>
        <source>use 30 to 60 degrees, for example</source>
        <translation>nehmen Sie zum Beispiel 30 bis 60 Grad</translation>
    </message>
    <message>
        <source>{text} is not eye x,y,z, target x,y,z in metres and a vertical angle in degrees</source>
        <translation>{text} ist nicht Auge x,y,z, Ziel x,y,z in Metern und ein senkrechter Winkel in Grad</translation>
    </message>
    <message>
        <source>give seven numbers with commas between them, as 3,-3,2,0,0,0.5,45</source>
        <translation>geben Sie sieben Zahlen mit Kommas dazwischen an, wie 3,-3,2,0,0,0.5,45</translation>
    </message>
    <message>
        <source>the picture has no pixels</source>
        <translation>das Bild hat keine Bildpunkte</translation>
    </message>
    <message>
        <source>the picture cannot be made a PNG: {reason}</source>
        <translation>das Bild kann nicht als PNG geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>ask for a smaller picture</source>
        <translation>fordern Sie ein kleineres Bild an</translation>
    </message>
    <message>
        <source>not a readable PNG file: {reason}</source>
        <translation>keine lesbare PNG-Datei: {reason}</translation>
    </message>
    <message>
        <source>choose a sound PNG file</source>
        <translation>wählen Sie eine unversehrte PNG-Datei</translation>
    </message>
    <message>
        <source>the picture is {width} x {height} pixels, which is too large</source>
        <translation>das Bild hat {width} x {height} Bildpunkte, was zu groß ist</translation>
    </message>
    <message>
        <source>choose one of at most {most} pixels on each side</source>
        <translation>wählen Sie eines mit höchstens {most} Bildpunkten auf jeder Seite</translation>
    </message>
    <message>
        <source>a picture cannot be written as {path}: of all endings only {endings} is known</source>
        <translation>ein Bild kann nicht als {path} geschrieben werden: von allen Endungen ist nur {endings} bekannt</translation>
    </message>
    <message>
        <source>name it {proposed}</source>
        <translation>nennen Sie es {proposed}</translation>
    </message>
    <message>
        <source>{object} stands at no finite place</source>
        <translation>{object} steht an keinem endlichen Ort</translation>
    </message>
    <message>
        <source>move it to a finite position</source>
        <translation>bringen Sie es an eine endliche Position</translation>
    </message>
    <message>
        <source>the ray tracer does not start</source>
        <translation>der Raytracer startet nicht</translation>
    </message>
    <message>
        <source>there is not enough memory to draw the world</source>
        <translation>der Speicher reicht nicht, um die Welt zu zeichnen</translation>
    </message>
    <message>
        <source>close other programs, or draw a world with less geometry</source>
        <translation>schließen Sie andere Programme, oder zeichnen Sie eine Welt mit weniger Geometrie</translation>
    </message>
    <message>
        <source>the ray tracer failed with error {error}</source>
        <translation>der Raytracer ist mit dem Fehler {error} gescheitert</translation>
    </message>
    <message>
        <source>give both --tls-cert and --tls-key, or none</source>
        <translation>geben Sie --tls-cert und --tls-key an, oder keines von beiden</translation>
    </message>
    <message>
        <source>{address} can be reached from other machines, and there is no TLS</source>
        <translation>{address} ist von anderen Rechnern erreichbar, und es gibt kein TLS</translation>
    </message>
    <message>
        <source>give --tls-cert, --tls-key and --token-file, or listen on 127.0.0.1 or a Unix socket</source>
        <translation>geben Sie --tls-cert, --tls-key und --token-file an, oder lauschen Sie auf 127.0.0.1 oder einem Unix-Socket</translation>
    </message>
    <message>
        <source>{address} can be reached from other machines, and there is no token</source>
        <translation>{address} ist von anderen Rechnern erreichbar, und es gibt kein Token</translation>
    </message>
    <message>
        <source>cannot listen on {address}</source>
        <translation>auf {address} kann nicht gelauscht werden</translation>
    </message>
    <message>
        <source>cannot listen on {address}: the path is missing</source>
        <translation>auf {address} kann nicht gelauscht werden: der Pfad fehlt</translation>
    </message>
    <message>
        <source>cannot listen on {address}: it is neither HOST:PORT nor unix:PATH</source>
        <translation>auf {address} kann nicht gelauscht werden: es ist weder HOST:PORT noch unix:PATH</translation>
    </message>
    <message>
        <source>cannot listen on {address}: an IPv6 address needs brackets</source>
        <translation>auf {address} kann nicht gelauscht werden: eine IPv6-Adresse braucht Klammern</translation>
    </message>
    <message>
        <source>write it as in [::1]:0</source>
        <translation>schreiben Sie sie wie in [::1]:0</translation>
    </message>
    <message>
        <source>cannot listen on {address}: the port is no number from 0 to 65535</source>
        <translation>auf {address} kann nicht gelauscht werden: der Port ist keine Zahl von 0 bis 65535</translation>
    </message>
    <message>
        <source>{path} exists and is no socket</source>
        <translation>{path} gibt es schon, und es ist kein Socket</translation>
    </message>
    <message>
        <source>choose another path for the socket</source>
        <translation>wählen Sie einen anderen Pfad für den Socket</translation>
    </message>
    <message>
        <source>another server listens on {path}</source>
        <translation>ein anderer Server lauscht auf {path}</translation>
    </message>
    <message>
        <source>stop it, or choose another path for the socket</source>
        <translation>beenden Sie ihn, oder wählen Sie einen anderen Pfad für den Socket</translation>
    </message>
    <message>
        <source>the path of the socket is too long: {path}</source>
        <translation>der Pfad des Sockets ist zu lang: {path}</translation>
    </message>
    <message>
        <source>choose a folder that you may write to</source>
        <translation>wählen Sie einen Ordner, in den Sie schreiben dürfen</translation>
    </message>
    <message>
        <source>choose a path in a folder that you may write to</source>
        <translation>wählen Sie einen Pfad in einem Ordner, in den Sie schreiben dürfen</translation>
    </message>
    <message>
        <source>{file} cannot be read</source>
        <translation>{file} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{file} is empty</source>
        <translation>{file} ist leer</translation>
    </message>
    <message>
        <source>give a file that holds the token, certificate or key</source>
        <translation>geben Sie eine Datei an, die Token, Zertifikat oder Schlüssel enthält</translation>
    </message>
    <message>
        <source>the metadata {key} is no name for a client</source>
        <translation>die Metadaten {key} sind kein Name für einen Client</translation>
    </message>
    <message>
        <source>{what} was cancelled</source>
        <translation>{what} wurde abgebrochen</translation>
    </message>
    <message>
        <source>the call was cancelled</source>
        <translation>der Aufruf wurde abgebrochen</translation>
    </message>
    <message>
        <source>{count} calls of {what} are under way, and no more are taken</source>
        <translation>{count} Aufrufe von {what} sind in Arbeit, mehr werden nicht angenommen</translation>
    </message>
    <message>
        <source>a call of the measurement failed</source>
        <translation>ein Aufruf der Messung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>a message of the measurement could not be read back</source>
        <translation>eine Nachricht der Messung konnte nicht zurückgelesen werden</translation>
    </message>
    <message>
        <source>this is a fault of the program: report it with the log</source>
        <translation>das ist ein Fehler des Programms: melden Sie ihn mit dem Protokoll</translation>
    </message>
    <message>
        <source>the world {id} cannot be deleted by a client</source>
        <translation>die Welt {id} kann nicht von einem Client gelöscht werden</translation>
    </message>
    <message>
        <source>update {index}: a world_id is set</source>
        <translation>Änderung {index}: eine world_id ist gesetzt</translation>
    </message>
    <message>
        <source>there is no object for the resource {name}</source>
        <translation>es gibt kein Objekt für die Ressource {name}</translation>
    </message>
    <message>
        <source>the new object {name} is missing</source>
        <translation>das neue Objekt {name} fehlt</translation>
    </message>
    <message>
        <source>the new frame {name} is missing</source>
        <translation>das neue Bezugssystem {name} fehlt</translation>
    </message>
    <message>
        <source>there is no operation {name}</source>
        <translation>es gibt keinen Vorgang {name}</translation>
    </message>
    <message>
        <source>it may have been deleted, or finished long ago; ListOperations lists those there are</source>
        <translation>er wurde vielleicht gelöscht oder ist längst beendet; ListOperations nennt die vorhandenen</translation>
    </message>
    <message>
        <source>the filter {filter} is not understood</source>
        <translation>der Filter {filter} wird nicht verstanden</translation>
    </message>
    <message>
        <source>leave it out, or give a number up to {most}</source>
        <translation>lassen Sie es weg, oder geben Sie eine Zahl bis {most} an</translation>
    </message>
    <message>
        <source>leave it out, or give seconds from 0 and nanos from 0 to 999999999</source>
        <translation>lassen Sie es weg, oder geben Sie seconds ab 0 und nanos von 0 bis 999999999 an</translation>
    </message>
    <message>
        <source>{count} operations are under way, and no more are taken</source>
        <translation>{count} Vorgänge sind in Arbeit, mehr werden nicht angenommen</translation>
    </message>
    <message>
        <source>there is no collection {name}</source>
        <translation>es gibt keine Sammlung {name}</translation>
    </message>
    <message>
        <source>the operation goes on; GetOperation tells how far it is</source>
        <translation>der Vorgang läuft weiter; GetOperation sagt, wie weit er ist</translation>
    </message>
    <message>
        <source>clients hold more than {most} of geometry that no world uses</source>
        <translation>Clients halten mehr als {most} an Geometrie, die keine Welt benutzt</translation>
    </message>
    <message>
        <source>there is no geometry {ref}</source>
        <translation>es gibt keine Geometrie {ref}</translation>
    </message>
    <message>
        <source>send the bytes of the file</source>
        <translation>senden Sie die Bytes der Datei</translation>
    </message>
    <message>
        <source>the file holds {count} objects, not one</source>
        <translation>die Datei enthält {count} Objekte, nicht eines</translation>
    </message>
    <message>
        <source>send each object by itself</source>
        <translation>senden Sie jedes Objekt für sich</translation>
    </message>
    <message>
        <source>send a mesh with faces: points and lines alone have no surface</source>
        <translation>senden Sie ein Netz mit Flächen: Punkte und Linien allein haben keine Oberfläche</translation>
    </message>
    <message>
        <source>file.file_type {type} is not one that can be imported</source>
        <translation>file.file_type {type} ist keiner, der sich importieren lässt</translation>
    </message>
    <message>
        <source>config.length_unit_conversion.scale_factor is {value}, not between 1e-9 and 1e9</source>
        <translation>config.length_unit_conversion.scale_factor ist {value}, nicht zwischen 1e-9 und 1e9</translation>
    </message>
    <message>
        <source>config.length_unit_conversion is not for a {format}, which says its own unit</source>
        <translation>config.length_unit_conversion ist nicht für {format}, das seine eigene Einheit nennt</translation>
    </message>
    <message>
        <source>config.transform_scene_object.uniform_scale is {value}, not between 1e-9 and 1e9</source>
        <translation>config.transform_scene_object.uniform_scale ist {value}, nicht zwischen 1e-9 und 1e9</translation>
    </message>
    <message>
        <source>leave it out to keep the size: 1 is the size of the file</source>
        <translation>lassen Sie es weg, um die Größe zu behalten: 1 ist die Größe der Datei</translation>
    </message>
    <message>
        <source>give one of length 1: the identity is w = 1</source>
        <translation>geben Sie eines der Länge 1 an: die Identität ist w = 1</translation>
    </message>
    <message>
        <source>config.transform_scene_object.translation is not finite, or longer than {most}</source>
        <translation>config.transform_scene_object.translation ist nicht endlich oder länger als {most}</translation>
    </message>
    <message>
        <source>give it in metres</source>
        <translation>geben Sie es in Metern an</translation>
    </message>
    <message>
        <source>config.geometry_import_resolution.resolution {value} is none that is known</source>
        <translation>config.geometry_import_resolution.resolution {value} ist nicht bekannt</translation>
    </message>
    <message>
        <source>config.material_properties.{field} is {value}, not within 0 to 1</source>
        <translation>config.material_properties.{field} ist {value}, nicht zwischen 0 und 1</translation>
    </message>
    <message>
        <source>give a number from 0 to 1, or leave it out</source>
        <translation>geben Sie eine Zahl von 0 bis 1 an, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>config.user_data: the key {key} is reserved</source>
        <translation>config.user_data: der Schlüssel {key} ist reserviert</translation>
    </message>
    <message>
        <source>choose a key that does not begin with FLOWSTATE_, WORLDWRIGHT_, gazebo_ or sdf_</source>
        <translation>wählen Sie einen Schlüssel, der nicht mit FLOWSTATE_, WORLDWRIGHT_, gazebo_ oder sdf_ beginnt</translation>
    </message>
    <message>
        <source>config.user_data: a key of {length} is not allowed</source>
        <translation>config.user_data: ein Schlüssel von {length} ist nicht erlaubt</translation>
    </message>
    <message>
        <source>use keys of 1 to 1000 bytes</source>
        <translation>verwenden Sie Schlüssel von 1 bis 1000 Bytes</translation>
    </message>
    <message>
        <source>config.scene_object_name {name} is not allowed</source>
        <translation>config.scene_object_name {name} ist nicht erlaubt</translation>
    </message>
    <message>
        <source>the file holds {count} models, not one</source>
        <translation>die Datei enthält {count} Modelle, nicht eines</translation>
    </message>
    <message>
        <source>the model {name} holds other models</source>
        <translation>das Modell {name} enthält andere Modelle</translation>
    </message>
    <message>
        <source>the object is {size} from corner to corner, more than {most}</source>
        <translation>das Objekt misst von Ecke zu Ecke {size}, mehr als {most}</translation>
    </message>
    <message>
        <source>{name} is not a valid name</source>
        <translation>{name} ist kein gültiger Name</translation>
    </message>
    <message>
        <source>lower joint limit {lower} is above the upper limit {upper}</source>
        <translation>die untere Gelenkgrenze {lower} liegt über der oberen Grenze {upper}</translation>
    </message>
    <message>
        <source>the limits [{lower}, {upper}] of joint {joint} leave no position</source>
        <translation>die Grenzen [{lower}, {upper}] des Gelenks {joint} lassen keine Stellung zu</translation>
    </message>
    <message>
        <source>application limits [{lower}, {upper}] of joint {joint} lie outside its system limits [{system_lower}, {system_upper}]</source>
        <translation>die Anwendungsgrenzen [{lower}, {upper}] des Gelenks {joint} liegen außerhalb seiner Systemgrenzen [{system_lower}, {system_upper}]</translation>
    </message>
    <message>
        <source>application velocity, acceleration or jerk limit of joint {joint} is above its system limit</source>
        <translation>die Anwendungsgrenze für Geschwindigkeit, Beschleunigung oder Ruck des Gelenks {joint} liegt über seiner Systemgrenze</translation>
    </message>
    <message>
        <source>what the application allows is at most what the system can do: velocity {velocity}, acceleration {acceleration}, jerk {jerk}</source>
        <translation>die Anwendung erlaubt höchstens, was das System kann: Geschwindigkeit {velocity}, Beschleunigung {acceleration}, Ruck {jerk}</translation>
    </message>
    <message>
        <source>application effort limit of joint {joint} is above its system limit {system}</source>
        <translation>die Anwendungsgrenze der Kraft des Gelenks {joint} liegt über seiner Systemgrenze {system}</translation>
    </message>
    <message>
        <source>position {position} of joint {joint} is not a finite number</source>
        <translation>die Stellung {position} des Gelenks {joint} ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>position {position} of joint {joint} is {excess} beyond its limits [{lower}, {upper}]</source>
        <translation>die Position {position} des Gelenks {joint} liegt um {excess} außerhalb seiner Grenzen [{lower}, {upper}]</translation>
    </message>
    <message>
        <source>the user data {key} does not say which joints follow others</source>
        <translation>die Benutzerdaten {key} sagen nicht, welche Gelenke anderen folgen</translation>
    </message>
    <message>
        <source>{joint} follows {leader}, and is no joint that moves</source>
        <translation>{joint} folgt {leader} und ist kein Gelenk, das sich bewegt</translation>
    </message>
    <message>
        <source>joint {joint} follows itself</source>
        <translation>das Gelenk {joint} folgt sich selbst</translation>
    </message>
    <message>
        <source>joint {joint} follows {leader}, which does not exist</source>
        <translation>das Gelenk {joint} folgt {leader}, das es nicht gibt</translation>
    </message>
    <message>
        <source>joint {joint} follows {leader}, which does not move</source>
        <translation>das Gelenk {joint} folgt {leader}, das sich nicht bewegt</translation>
    </message>
    <message>
        <source>joint {joint} follows {leader} by numbers that are not finite: {multiplier} x + {offset}</source>
        <translation>das Gelenk {joint} folgt {leader} mit Zahlen, die nicht endlich sind: {multiplier} x + {offset}</translation>
    </message>
    <message>
        <source>joint {joint} follows two joints</source>
        <translation>das Gelenk {joint} folgt zwei Gelenken</translation>
    </message>
    <message>
        <source>joint {joint} follows itself in a circle</source>
        <translation>das Gelenk {joint} folgt sich im Kreis selbst</translation>
    </message>
    <message>
        <source>joint {joint} follows {leader} by numbers that grow without end along the chain</source>
        <translation>das Gelenk {joint} folgt {leader} mit Zahlen, die entlang der Kette ins Unendliche wachsen</translation>
    </message>
    <message>
        <source>within the system limits of joint {leader}, {joint}, which follows it, would pass its own</source>
        <translation>innerhalb der Systemgrenzen des Gelenks {leader} würde {joint}, das ihm folgt, seine eigenen überschreiten</translation>
    </message>
    <message>
        <source>keep {leader} within [{lower}, {upper}]</source>
        <translation>halten Sie {leader} in [{lower}, {upper}]</translation>
    </message>
    <message>
        <source>within the application limits of joint {leader}, {joint}, which follows it, would pass its own</source>
        <translation>innerhalb der Anwendungsgrenzen des Gelenks {leader} würde {joint}, das ihm folgt, seine eigenen überschreiten</translation>
    </message>
    <message>
        <source>keep {leader} to velocity {velocity}, acceleration {acceleration}, jerk {jerk}</source>
        <translation>halten Sie {leader} bei Geschwindigkeit {velocity}, Beschleunigung {acceleration}, Ruck {jerk}</translation>
    </message>
    <message>
        <source>{field} is not a number</source>
        <translation>{field} ist keine Zahl</translation>
    </message>
    <message>
        <source>give a number, or leave it out</source>
        <translation>geben Sie eine Zahl an, oder lassen Sie die Angabe weg</translation>
    </message>
    <message>
        <source>{field} is {value}</source>
        <translation>{field} ist {value}</translation>
    </message>
    <message>
        <source>{field} is {value}, not above 0</source>
        <translation>{field} ist {value}, nicht über 0</translation>
    </message>
    <message>
        <source>give a finite number above 0, or leave it out for the usual one</source>
        <translation>geben Sie eine endliche Zahl über 0 an, oder lassen Sie sie weg, dann gilt die übliche</translation>
    </message>
    <message>
        <source>the inertia is {rows} x {columns}, not 3 x 3</source>
        <translation>die Trägheit ist {rows} x {columns}, nicht 3 x 3</translation>
    </message>
    <message>
        <source>give nine values</source>
        <translation>geben Sie neun Werte an</translation>
    </message>
    <message>
        <source>give a symmetric matrix</source>
        <translation>geben Sie eine symmetrische Matrix an</translation>
    </message>
    <message>
        <source>the user data key {key} is not allowed in a scene object</source>
        <translation>der Schlüssel {key} der Benutzerdaten ist in einem Szenenobjekt nicht erlaubt</translation>
    </message>
    <message>
        <source>leave one of the {count} in it</source>
        <translation>lassen Sie einen der {count} darin</translation>
    </message>
    <message>
        <source>two entities are named {name}</source>
        <translation>zwei Entitäten heißen {name}</translation>
    </message>
    <message>
        <source>{root} and {entity} both have no parent</source>
        <translation>{root} und {entity} haben beide keinen Träger</translation>
    </message>
    <message>
        <source>the parent {parent} of entity {entity} does not exist</source>
        <translation>den Träger {parent} der Entität {entity} gibt es nicht</translation>
    </message>
    <message>
        <source>entity {entity} hangs on itself, through its parents</source>
        <translation>die Entität {entity} hängt über ihre Träger an sich selbst</translation>
    </message>
    <message>
        <source>entity {entity} is of no kind</source>
        <translation>die Entität {entity} ist von keiner Art</translation>
    </message>
    <message>
        <source>the root entity {entity} is not a link</source>
        <translation>die Wurzelentität {entity} ist kein Glied</translation>
    </message>
    <message>
        <source>entity {entity} cannot hang on {parent}</source>
        <translation>die Entität {entity} kann nicht an {parent} hängen</translation>
    </message>
    <message>
        <source>a collision rule names the entity {entity}, which does not exist</source>
        <translation>eine Kollisionsregel nennt die Entität {entity}, die es nicht gibt</translation>
    </message>
    <message>
        <source>a collision margin is {margin}</source>
        <translation>ein Kollisionsabstand ist {margin}</translation>
    </message>
    <message>
        <source>joint {joint} has no child link</source>
        <translation>das Gelenk {joint} trägt kein Glied</translation>
    </message>
    <message>
        <source>joint {joint} stands at {position}, where {leader}, which it follows, puts it at {meant}</source>
        <translation>das Gelenk {joint} steht bei {position}, {leader}, dem es folgt, setzt es aber auf {meant}</translation>
    </message>
    <message>
        <source>geometry {name} holds no geometry</source>
        <translation>die Geometrie {name} enthält keine Geometrie</translation>
    </message>
    <message>
        <source>configuration {configuration} has no position for joint {joint}</source>
        <translation>die Stellung {configuration} hat keinen Wert für das Gelenk {joint}</translation>
    </message>
    <message>
        <source>configuration {configuration} names the joint {joint}, which does not exist</source>
        <translation>die Stellung {configuration} nennt das Gelenk {joint}, das es nicht gibt</translation>
    </message>
    <message>
        <source>configuration {configuration} gives joint {joint} a position that is not finite</source>
        <translation>die Stellung {configuration} gibt dem Gelenk {joint} einen Wert, der nicht endlich ist</translation>
    </message>
    <message>
        <source>configuration {configuration} moves the joint {joint}, which is fixed</source>
        <translation>die Stellung {configuration} bewegt das Gelenk {joint}, das fest ist</translation>
    </message>
    <message>
        <source>configuration {configuration} puts joint {joint} elsewhere than {leader}, which it follows</source>
        <translation>die Konfiguration {configuration} setzt das Gelenk {joint} anderswohin als {leader}, dem es folgt</translation>
    </message>
    <message>
        <source>configuration {configuration} is beyond the limits of joint {joint}</source>
        <translation>die Konfiguration {configuration} liegt außerhalb der Grenzen des Gelenks {joint}</translation>
    </message>
    <message>
        <source>give a position within the limits, or widen the application limits of {joint}</source>
        <translation>geben Sie eine Position innerhalb der Grenzen an, oder erweitern Sie die Anwendungsgrenzen von {joint}</translation>
    </message>
    <message>
        <source>the robot {robot} is not there any more</source>
        <translation>der Roboter {robot} ist nicht mehr da</translation>
    </message>
    <message>
        <source>choose another robot</source>
        <translation>wählen Sie einen anderen Roboter</translation>
    </message>
    <message>
        <source>the tool {tool} is not there any more</source>
        <translation>das Werkzeug {tool} ist nicht mehr da</translation>
    </message>
    <message>
        <source>choose another tool</source>
        <translation>wählen Sie ein anderes Werkzeug</translation>
    </message>
    <message>
        <source>the target {target} is not there any more</source>
        <translation>das Ziel {target} ist nicht mehr da</translation>
    </message>
    <message>
        <source>choose another target</source>
        <translation>wählen Sie ein anderes Ziel</translation>
    </message>
    <message>
        <source>the motion of {robot} has no target</source>
        <translation>die Bewegung von {robot} hat kein Ziel</translation>
    </message>
    <message>
        <source>choose a configuration of {robot} or a frame that its tool shall meet</source>
        <translation>wählen Sie eine Stellung von {robot} oder ein Bezugssystem, das sein Werkzeug treffen soll</translation>
    </message>
    <message>
        <source>{robot} has nothing that its joints move</source>
        <translation>{robot} hat nichts, was seine Gelenke bewegen</translation>
    </message>
    <message>
        <source>{name} was not made</source>
        <translation>{name} wurde nicht angelegt</translation>
    </message>
    <message>
        <source>this is a fault of the program: report it with the file that was imported</source>
        <translation>dies ist ein Fehler des Programms: melden Sie ihn mit der importierten Datei</translation>
    </message>
    <message>
        <source>give it at least one state</source>
        <translation>geben Sie ihr mindestens einen Zustand</translation>
    </message>
    <message>
        <source>the trajectory is not one of this robot: its states have {given} positions, the robot has {count} joints</source>
        <translation>die Bahn ist keine dieses Roboters: ihre Zustände haben {given} Stellungen, der Roboter hat {count} Gelenke</translation>
    </message>
    <message>
        <source>give a position for each joint that moves</source>
        <translation>geben Sie für jedes bewegliche Gelenk eine Stellung an</translation>
    </message>
    <message>
        <source>{joint} exceeds its position limit at {time}</source>
        <translation>{joint} überschreitet bei {time} seine Stellungsgrenze</translation>
    </message>
    <message>
        <source>plan again with another seed, or keep {joint} farther from its limits</source>
        <translation>planen Sie mit einem anderen Startwert, oder halten Sie {joint} weiter von seinen Grenzen weg</translation>
    </message>
    <message>
        <source>{joint} exceeds its velocity limit at {time}</source>
        <translation>{joint} überschreitet bei {time} seine Geschwindigkeitsgrenze</translation>
    </message>
    <message>
        <source>slow the motion down there</source>
        <translation>verlangsamen Sie dort die Bewegung</translation>
    </message>
    <message>
        <source>{joint} exceeds its acceleration limit at {time}</source>
        <translation>{joint} überschreitet bei {time} seine Beschleunigungsgrenze</translation>
    </message>
    <message>
        <source>in collision at {time}</source>
        <translation>Kollision bei {time}</translation>
    </message>
    <message>
        <source>plan again with another seed, or check at a smaller spacing</source>
        <translation>planen Sie mit einem anderen Startwert, oder prüfen Sie in kleineren Abständen</translation>
    </message>
    <message>
        <source>{object} stands at {mount} but does not hang on {robot}: it stays behind when the robot moves</source>
        <translation>{object} steht an {mount}, hängt aber nicht an {robot}: es bleibt zurück, wenn der Roboter sich bewegt</translation>
    </message>
    <message>
        <source>attach {object} to {mount}</source>
        <translation>befestigen Sie {object} an {mount}</translation>
    </message>
    <message>
        <source>at the target {tool} points upwards: the robot comes from below</source>
        <translation>am Ziel zeigt {tool} nach oben: der Roboter kommt von unten</translation>
    </message>
    <message>
        <source>turn the target upside down if the tool shall come from above</source>
        <translation>drehen Sie das Ziel um, wenn das Werkzeug von oben kommen soll</translation>
    </message>
    <message>
        <source>{robot} stands outside its joint limits: {joint} is {excess} above its limit of {limit}</source>
        <translation>{robot} steht außerhalb seiner Gelenkgrenzen: {joint} liegt {excess} über seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>set {joint} to at most {limit}, or correct its limits</source>
        <translation>stellen Sie {joint} auf höchstens {limit}, oder berichtigen Sie seine Grenzen</translation>
    </message>
    <message>
        <source>{robot} stands outside its joint limits: {joint} is {excess} below its limit of {limit}</source>
        <translation>{robot} steht außerhalb seiner Gelenkgrenzen: {joint} liegt {excess} unter seiner Grenze von {limit}</translation>
    </message>
    <message>
        <source>set {joint} to at least {limit}, or correct its limits</source>
        <translation>stellen Sie {joint} auf mindestens {limit}, oder berichtigen Sie seine Grenzen</translation>
    </message>
    <message>
        <source>there is no object {name}</source>
        <translation>es gibt kein Objekt {name}</translation>
    </message>
    <message>
        <source>it may have been deleted; list the objects for their ids and names of now</source>
        <translation>vielleicht wurde es gelöscht; sehen Sie in der Liste der Objekte nach, welche Kennungen und Namen sie jetzt haben</translation>
    </message>
    <message>
        <source>it may have been deleted; the verb tree lists the objects with their ids</source>
        <translation>vielleicht wurde es gelöscht; der Befehl tree zeigt die Objekte mit ihren Kennungen</translation>
    </message>
    <message>
        <source>it may have been deleted; the tree shows the objects that there are</source>
        <translation>vielleicht wurde es gelöscht; der Baum zeigt die Objekte, die es gibt</translation>
    </message>
    <message>
        <source>there is no object named {name}</source>
        <translation>es gibt kein Objekt namens {name}</translation>
    </message>
    <message>
        <source>the name {name} is not a global one: it is that of {object}</source>
        <translation>der Name {name} ist kein globaler: so heißt {object}</translation>
    </message>
    <message>
        <source>refer to it by its id {id}, or make its name a global one</source>
        <translation>nehmen Sie seine Kennung {id}, oder machen Sie seinen Namen zu einem globalen</translation>
    </message>
    <message>
        <source>{name} is no id, but the name of an object</source>
        <translation>{name} ist keine Kennung, sondern der Name eines Objekts</translation>
    </message>
    <message>
        <source>send the id {id}, or the name in by_name</source>
        <translation>senden Sie die Kennung {id}, oder den Namen in by_name</translation>
    </message>
    <message>
        <source>there is no object {name} in {parent}</source>
        <translation>es gibt kein Objekt {name} in {parent}</translation>
    </message>
    <message>
        <source>a path has one name for each object on the way from the root</source>
        <translation>ein Pfad hat für jedes Objekt auf dem Weg von der Wurzel einen Namen</translation>
    </message>
    <message>
        <source>there is no frame {name}</source>
        <translation>es gibt kein Bezugssystem {name}</translation>
    </message>
    <message>
        <source>it may have been deleted; list the frames for their ids and names of now</source>
        <translation>vielleicht wurde es gelöscht; sehen Sie in der Liste der Bezugssysteme nach, welche Kennungen und Namen sie jetzt haben</translation>
    </message>
    <message>
        <source>it may have been deleted; the verb tree lists the frames with their ids</source>
        <translation>vielleicht wurde es gelöscht; der Befehl tree zeigt die Bezugssysteme mit ihren Kennungen</translation>
    </message>
    <message>
        <source>it may have been deleted; the tree shows the frames that there are</source>
        <translation>vielleicht wurde es gelöscht; der Baum zeigt die Bezugssysteme, die es gibt</translation>
    </message>
    <message>
        <source>there is no frame {name} on {object}</source>
        <translation>es gibt kein Bezugssystem {name} an {object}</translation>
    </message>
    <message>
        <source>its frames are {frames}</source>
        <translation>seine Bezugssysteme sind {frames}</translation>
    </message>
    <message>
        <source>there is no frame {name} on {object}, which has no frames</source>
        <translation>es gibt kein Bezugssystem {name} an {object}, das keine Bezugssysteme hat</translation>
    </message>
    <message>
        <source>create the frame first</source>
        <translation>legen Sie das Bezugssystem zuerst an</translation>
    </message>
    <message>
        <source>there is no entity {name}</source>
        <translation>es gibt keine Entität {name}</translation>
    </message>
    <message>
        <source>look at its object for the ids that its links, joints and sensors have now</source>
        <translation>sehen Sie am Objekt nach, welche Kennungen seine Glieder, Gelenke und Sensoren jetzt haben</translation>
    </message>
    <message>
        <source>there is no entity {name} in {object}</source>
        <translation>es gibt keine Entität {name} in {object}</translation>
    </message>
    <message>
        <source>its entities are {entities}</source>
        <translation>seine Entitäten sind {entities}</translation>
    </message>
    <message>
        <source>there is no object or frame {name}</source>
        <translation>es gibt weder Objekt noch Bezugssystem {name}</translation>
    </message>
    <message>
        <source>it may have been deleted; list the objects and frames for their ids of now</source>
        <translation>vielleicht wurde es gelöscht; sehen Sie in der Liste der Objekte und Bezugssysteme nach, welche Kennungen sie jetzt haben</translation>
    </message>
    <message>
        <source>there is no object, entity or frame {name}</source>
        <translation>es gibt kein Objekt, keine Entität und kein Bezugssystem {name}</translation>
    </message>
    <message>
        <source>give object, object/frame, object:entity or an id</source>
        <translation>geben Sie Objekt, Objekt/Bezugssystem, Objekt:Entität oder eine Kennung an</translation>
    </message>
    <message>
        <source>give object, object/frame, object:entity or an id; the verb tree lists them</source>
        <translation>geben Sie Objekt, Objekt/Bezugssystem, Objekt:Entität oder eine Kennung an; der Befehl tree zeigt sie</translation>
    </message>
    <message>
        <source>{object} has no unique final entity</source>
        <translation>{object} hat keine eindeutige letzte Entität</translation>
    </message>
    <message>
        <source>name the entity that is meant instead of asking for the final one</source>
        <translation>nennen Sie die gemeinte Entität, statt nach der letzten zu fragen</translation>
    </message>
    <message>
        <source>entity {entity} is not part of {object}</source>
        <translation>die Entität {entity} gehört nicht zu {object}</translation>
    </message>
    <message>
        <source>the entity filter for {object} is not set</source>
        <translation>der Entitätsfilter für {object} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>the entity filter selects {count} entities of {object} where one is needed</source>
        <translation>der Entitätsfilter wählt {count} Entitäten von {object} aus, gebraucht wird eine</translation>
    </message>
    <message>
        <source>the entity filter selects the frame {frame}</source>
        <translation>der Entitätsfilter wählt das Bezugssystem {frame} aus</translation>
    </message>
    <message>
        <source>{field} is no pose</source>
        <translation>{field} ist keine Lage</translation>
    </message>
    <message>
        <source>send finite metres and a quaternion of norm 1; the identity is w = 1</source>
        <translation>senden Sie endliche Meter und ein Quaternion vom Betrag 1; die Identität ist w = 1</translation>
    </message>
    <message>
        <source>give it a shape, or refer to a geometry that was created</source>
        <translation>geben Sie ihr eine Form, oder verweisen Sie auf eine angelegte Geometrie</translation>
    </message>
    <message>
        <source>geometry {name} refers to unknown geometry {ref}</source>
        <translation>die Geometrie {name} verweist auf die unbekannte Geometrie {ref}</translation>
    </message>
    <message>
        <source>create geometry {ref} first, or send the shape in its place</source>
        <translation>legen Sie die Geometrie {ref} zuerst an, oder senden Sie stattdessen die Form</translation>
    </message>
    <message>
        <source>the position of the joint is {value}</source>
        <translation>die Stellung des Gelenks ist {value}</translation>
    </message>
    <message>
        <source>give a finite position, in radians or metres</source>
        <translation>geben Sie eine endliche Stellung an, in Radiant oder Metern</translation>
    </message>
    <message>
        <source>add a position for joint {joint} to it</source>
        <translation>ergänzen Sie darin einen Wert für das Gelenk {joint}</translation>
    </message>
    <message>
        <source>configuration {configuration} has the position {value} for joint {joint}</source>
        <translation>die Stellung {configuration} hat den Wert {value} für das Gelenk {joint}</translation>
    </message>
    <message>
        <source>id {id} is out of range</source>
        <translation>die Kennung {id} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>ids go from 1 to {most}</source>
        <translation>Kennungen gehen von 1 bis {most}</translation>
    </message>
    <message>
        <source>id {id} is used twice</source>
        <translation>die Kennung {id} kommt zweimal vor</translation>
    </message>
    <message>
        <source>give each object, entity and frame an id of its own</source>
        <translation>geben Sie jedem Objekt, jeder Entität und jedem Bezugssystem eine eigene Kennung</translation>
    </message>
    <message>
        <source>object {object} misses its entity {id}</source>
        <translation>dem Objekt {object} fehlt die Entität {id}</translation>
    </message>
    <message>
        <source>give entity {id} with the object</source>
        <translation>geben Sie die Entität {id} mit dem Objekt an</translation>
    </message>
    <message>
        <source>object {object} has no entity</source>
        <translation>das Objekt {object} hat keine Entität</translation>
    </message>
    <message>
        <source>give it at least its root entity</source>
        <translation>geben Sie ihm wenigstens seine Wurzelentität</translation>
    </message>
    <message>
        <source>the parent of object {object} is not in the world</source>
        <translation>der Träger des Objekts {object} ist nicht in der Welt</translation>
    </message>
    <message>
        <source>add the parent first, or in the same request</source>
        <translation>fügen Sie den Träger zuerst hinzu, oder mit derselben Anfrage</translation>
    </message>
    <message>
        <source>the object of frame {frame} is not in the world</source>
        <translation>das Objekt des Bezugssystems {frame} ist nicht in der Welt</translation>
    </message>
    <message>
        <source>add the object first, or in the same request</source>
        <translation>fügen Sie das Objekt zuerst hinzu, oder mit derselben Anfrage</translation>
    </message>
    <message>
        <source>entity {entity} with the id {id}</source>
        <translation>die Entität {entity} mit der Kennung {id}</translation>
    </message>
    <message>
        <source>object {object} with the id {id}</source>
        <translation>das Objekt {object} mit der Kennung {id}</translation>
    </message>
    <message>
        <source>frame {frame} with the id {id}</source>
        <translation>das Bezugssystem {frame} mit der Kennung {id}</translation>
    </message>
    <message>
        <source>its parts do not fit together</source>
        <translation>ihre Teile passen nicht zusammen</translation>
    </message>
    <message>
        <source>restore a backup, or save what can be saved to another file</source>
        <translation>stellen Sie eine Sicherung wieder her, oder sichern Sie, was zu retten ist, in eine andere Datei</translation>
    </message>
    <message>
        <source>restore a backup, or save what is sound as `worldwright verify --help` says</source>
        <translation>stellen Sie eine Sicherung wieder her, oder retten Sie, was heil ist, wie `worldwright verify --help` sagt</translation>
    </message>
    <message>
        <source>entity {entity} of {object} belongs elsewhere</source>
        <translation>die Entität {entity} von {object} gehört anderswohin</translation>
    </message>
    <message>
        <source>report this as a fault of the program, with the world&apos;s file</source>
        <translation>melden Sie dies als Fehler des Programms, mit der Datei der Welt</translation>
    </message>
    <message>
        <source>entity {entity} of {object} has no parent before it</source>
        <translation>die Entität {entity} von {object} hat keinen Träger vor sich</translation>
    </message>
    <message>
        <source>two entities of {object} are named {entity}</source>
        <translation>zwei Entitäten von {object} heißen {entity}</translation>
    </message>
    <message>
        <source>the root entity of {object} is not at its origin</source>
        <translation>die Wurzelentität von {object} ist nicht in ihrem Ursprung</translation>
    </message>
    <message>
        <source>entity {entity} of {object} has a bad pose</source>
        <translation>die Entität {entity} von {object} hat eine ungültige Lage</translation>
    </message>
    <message>
        <source>entity {entity} of {object} is not indexed</source>
        <translation>die Entität {entity} von {object} fehlt im Verzeichnis</translation>
    </message>
    <message>
        <source>object {object} has no parent</source>
        <translation>das Objekt {object} hat keinen Träger</translation>
    </message>
    <message>
        <source>object {object} is not among its parent&apos;s children</source>
        <translation>das Objekt {object} fehlt unter den Kindern seines Trägers</translation>
    </message>
    <message>
        <source>object {object} hangs on nothing</source>
        <translation>das Objekt {object} hängt an nichts</translation>
    </message>
    <message>
        <source>object {object} has a bad pose</source>
        <translation>das Objekt {object} hat eine ungültige Lage</translation>
    </message>
    <message>
        <source>object {object} does not reach the root</source>
        <translation>das Objekt {object} reicht nicht bis zur Wurzel</translation>
    </message>
    <message>
        <source>the name of object {object} is not unique or not indexed</source>
        <translation>der Name des Objekts {object} ist nicht eindeutig oder fehlt im Verzeichnis</translation>
    </message>
    <message>
        <source>the global name {object} is not unique or not indexed</source>
        <translation>der globale Name {object} ist nicht eindeutig oder nicht verzeichnet</translation>
    </message>
    <message>
        <source>object {object} has a child that is not its own</source>
        <translation>das Objekt {object} hat ein Kind, das nicht dazugehört</translation>
    </message>
    <message>
        <source>frame {frame} is not among its object&apos;s frames</source>
        <translation>das Bezugssystem {frame} fehlt unter denen seines Objekts</translation>
    </message>
    <message>
        <source>frame {frame} rides on nothing</source>
        <translation>das Bezugssystem {frame} sitzt auf nichts</translation>
    </message>
    <message>
        <source>frame {frame} has a bad pose</source>
        <translation>das Bezugssystem {frame} hat eine ungültige Lage</translation>
    </message>
    <message>
        <source>the entity of frame {frame} is not indexed</source>
        <translation>die Entität des Bezugssystems {frame} fehlt im Verzeichnis</translation>
    </message>
    <message>
        <source>frame {frame} has a bad parent frame</source>
        <translation>das Bezugssystem {frame} hat ein ungültiges Bezugssystem als Träger</translation>
    </message>
    <message>
        <source>the name of frame {frame} is not unique or not indexed</source>
        <translation>der Name des Bezugssystems {frame} ist nicht eindeutig oder fehlt im Verzeichnis</translation>
    </message>
    <message>
        <source>both reserve everything</source>
        <translation>beide belegen alles</translation>
    </message>
    <message>
        <source>run one after the other</source>
        <translation>führen Sie beides nacheinander aus</translation>
    </message>
    <message>
        <source>the left reserves everything</source>
        <translation>die linke Seite belegt alles</translation>
    </message>
    <message>
        <source>the right reserves everything</source>
        <translation>die rechte Seite belegt alles</translation>
    </message>
    <message>
        <source>resource {resource} is reserved for {left} by the left and for {right} by the right</source>
        <translation>das Betriebsmittel {resource} ist links für {left} und rechts für {right} belegt</translation>
    </message>
    <message>
        <source>run one after the other, or ask for less of {resource}</source>
        <translation>führen Sie beides nacheinander aus, oder verlangen Sie weniger von {resource}</translation>
    </message>
    <message>
        <source>{node} is reserved for writing by both</source>
        <translation>{node} ist auf beiden Seiten zum Schreiben belegt</translation>
    </message>
    <message>
        <source>{node} is reserved for writing by one and for reading by the other</source>
        <translation>{node} ist auf einer Seite zum Schreiben und auf der anderen zum Lesen belegt</translation>
    </message>
    <message>
        <source>{upper} is reserved for writing by one and {lower} below it for writing by the other</source>
        <translation>{upper} ist auf einer Seite zum Schreiben belegt und {lower} darunter auf der anderen zum Schreiben</translation>
    </message>
    <message>
        <source>{upper} is reserved for writing by one and {lower} below it for reading by the other</source>
        <translation>{upper} ist auf einer Seite zum Schreiben belegt und {lower} darunter auf der anderen zum Lesen</translation>
    </message>
    <message>
        <source>{upper} is reserved for reading by one and {lower} below it for writing by the other</source>
        <translation>{upper} ist auf einer Seite zum Lesen belegt und {lower} darunter auf der anderen zum Schreiben</translation>
    </message>
    <message>
        <source>an object reservation names neither an object nor a frame</source>
        <translation>eine Objektbelegung nennt weder ein Objekt noch ein Bezugssystem</translation>
    </message>
    <message>
        <source>set object or frame of the reservation</source>
        <translation>setzen Sie object oder frame der Belegung</translation>
    </message>
    <message>
        <source>volume {index}: the reservation has no shape</source>
        <translation>Raum {index}: die Belegung hat keine Form</translation>
    </message>
    <message>
        <source>set the shape of the reservation</source>
        <translation>setzen Sie die Form der Belegung</translation>
    </message>
    <message>
        <source>the volume refers to unknown geometry {ref}</source>
        <translation>der Raum verweist auf die unbekannte Geometrie {ref}</translation>
    </message>
    <message>
        <source>create geometry {ref} first</source>
        <translation>legen Sie die Geometrie {ref} zuerst an</translation>
    </message>
    <message>
        <source>volume {left} of the left meets volume {right} of the right</source>
        <translation>Raum {left} der linken Seite trifft Raum {right} der rechten</translation>
    </message>
    <message>
        <source>run one after the other, or make one of the volumes smaller</source>
        <translation>führen Sie beides nacheinander aus, oder verkleinern Sie einen der Räume</translation>
    </message>
    <message>
        <source>the id {id} is already used by something else</source>
        <translation>die Kennung {id} wird schon von etwas anderem benutzt</translation>
    </message>
    <message>
        <source>the worlds were made apart; compare them by name</source>
        <translation>die Welten entstanden getrennt; vergleichen Sie sie nach Namen</translation>
    </message>
    <message>
        <source>under {parent} two things would be named {name}</source>
        <translation>unter {parent} hießen zwei Dinge {name}</translation>
    </message>
    <message>
        <source>rename one of the two first</source>
        <translation>benennen Sie zuerst eines der beiden um</translation>
    </message>
    <message>
        <source>two objects would have the global name {name}</source>
        <translation>zwei Objekte hätten den globalen Namen {name}</translation>
    </message>
    <message>
        <source>the world would not be sound</source>
        <translation>die Welt wäre nicht in Ordnung</translation>
    </message>
    <message>
        <source>take over what hangs together in one go, parents included</source>
        <translation>übernehmen Sie auf einmal, was zusammenhängt, Träger eingeschlossen</translation>
    </message>
    <message>
        <source>the id {id} of object {object} belongs to {other} in the destination</source>
        <translation>die Kennung {id} des Objekts {object} gehört in der Zielwelt zu {other}</translation>
    </message>
    <message>
        <source>the id {id} of frame {frame} belongs to {other} in the destination</source>
        <translation>die Kennung {id} des Bezugssystems {frame} gehört in der Zielwelt zu {other}</translation>
    </message>
    <message>
        <source>the parent of {object}, {parent}, is not in the destination</source>
        <translation>der Träger von {object}, {parent}, ist nicht in der Zielwelt</translation>
    </message>
    <message>
        <source>sync {parent} first</source>
        <translation>gleichen Sie zuerst {parent} ab</translation>
    </message>
    <message>
        <source>{object} hangs on {entity}, which {parent} of the destination does not have</source>
        <translation>{object} hängt an {entity}, die {parent} in der Zielwelt nicht hat</translation>
    </message>
    <message>
        <source>{object} is above its parent {parent} in the destination</source>
        <translation>{object} ist in der Zielwelt oberhalb seines Trägers {parent}</translation>
    </message>
    <message>
        <source>{child} hangs on {object} in the destination and elsewhere in the source</source>
        <translation>{child} hängt in der Zielwelt an {object} und in der Quellwelt an etwas anderem</translation>
    </message>
    <message>
        <source>sync {child} first</source>
        <translation>gleichen Sie zuerst {child} ab</translation>
    </message>
    <message>
        <source>what frame {frame} rides on is not in the destination</source>
        <translation>worauf das Bezugssystem {frame} sitzt, ist nicht in der Zielwelt</translation>
    </message>
    <message>
        <source>sync its object {object} first</source>
        <translation>gleichen Sie zuerst sein Objekt {object} ab</translation>
    </message>
    <message>
        <source>the parent frame of {frame} is not in the destination</source>
        <translation>das tragende Bezugssystem von {frame} ist nicht in der Zielwelt</translation>
    </message>
    <message>
        <source>in the destination the parent frame of {frame} rides on it</source>
        <translation>in der Zielwelt sitzt das tragende Bezugssystem von {frame} darauf</translation>
    </message>
    <message>
        <source>frame {rider} rides on {frame} in the destination and elsewhere in the source</source>
        <translation>das Bezugssystem {rider} sitzt in der Zielwelt auf {frame} und in der Quellwelt anderswo</translation>
    </message>
    <message>
        <source>sync {rider} first</source>
        <translation>gleichen Sie zuerst {rider} ab</translation>
    </message>
    <message>
        <source>set one of the kinds of worldwright.v1.Edit; a newer program may know more</source>
        <translation>setzen Sie eine der Arten von worldwright.v1.Edit; ein neueres Programm kennt vielleicht mehr</translation>
    </message>
    <message>
        <source>set one of the kinds of ObjectWorldUpdate; a newer program may know more</source>
        <translation>setzen Sie eine der Arten von ObjectWorldUpdate; ein neueres Programm kennt vielleicht mehr</translation>
    </message>
    <message>
        <source>{field}: id {id} is out of range</source>
        <translation>{field}: die Kennung {id} ist nicht im zulässigen Bereich</translation>
    </message>
    <message>
        <source>{node} would be beyond all measure</source>
        <translation>{node} läge jenseits aller Maße</translation>
    </message>
    <message>
        <source>check the figures of the move; positions are in metres</source>
        <translation>prüfen Sie die Zahlen der Bewegung; Positionen sind in Metern</translation>
    </message>
    <message>
        <source>joint {joint} would be beyond all measure</source>
        <translation>das Gelenk {joint} läge jenseits aller Maße</translation>
    </message>
    <message>
        <source>check the position of the joint; it is in radians or metres</source>
        <translation>prüfen Sie die Stellung des Gelenks; sie ist in Radiant oder Metern</translation>
    </message>
    <message>
        <source>send the edits one by one, and report this as a fault of the program</source>
        <translation>senden Sie die Änderungen einzeln, und melden Sie dies als Fehler des Programms</translation>
    </message>
    <message>
        <source>the name {name} is already used under {parent}</source>
        <translation>der Name {name} wird unter {parent} schon benutzt</translation>
    </message>
    <message>
        <source>choose another name; {free} is free</source>
        <translation>wählen Sie einen anderen Namen; {free} ist frei</translation>
    </message>
    <message>
        <source>another object has the global name {name}</source>
        <translation>ein anderes Objekt hat den globalen Namen {name}</translation>
    </message>
    <message>
        <source>choose another name, or one that is not global; {free} is free</source>
        <translation>wählen Sie einen anderen Namen oder einen, der nicht global ist; {free} ist frei</translation>
    </message>
    <message>
        <source>the name {name} is that of an entity of {object}</source>
        <translation>so heißt schon eine Entität von {object}: {name}</translation>
    </message>
    <message>
        <source>the name {name} is that of another entity or frame of {object}</source>
        <translation>so heißt schon eine andere Entität oder ein Bezugssystem von {object}: {name}</translation>
    </message>
    <message>
        <source>its name is always root; rename an object in it</source>
        <translation>der Name ist immer root; benennen Sie ein Objekt darin um</translation>
    </message>
    <message>
        <source>the entity to be renamed is that of the frame {frame}</source>
        <translation>die Entität, die umbenannt werden soll, ist die des Bezugssystems {frame}</translation>
    </message>
    <message>
        <source>the object {name} to create is not described</source>
        <translation>das anzulegende Objekt {name} ist nicht beschrieben</translation>
    </message>
    <message>
        <source>{name}: an object of a single entity needs at least one geometry</source>
        <translation>{name}: ein Objekt aus einer einzigen Entität braucht wenigstens eine Geometrie</translation>
    </message>
    <message>
        <source>{object}: force and reparent_child_objects exclude each other</source>
        <translation>{object}: force und reparent_child_objects schließen einander aus</translation>
    </message>
    <message>
        <source>set force to delete the children too, or reparent_child_objects to keep them</source>
        <translation>setzen Sie force, um auch die Kinder zu löschen, oder reparent_child_objects, um sie zu behalten</translation>
    </message>
    <message>
        <source>the child {child} would go to {parent}, where its name is already used</source>
        <translation>das Kind {child} käme zu {parent}, wo sein Name schon benutzt wird</translation>
    </message>
    <message>
        <source>rename the child first</source>
        <translation>benennen Sie das Kind zuerst um</translation>
    </message>
    <message>
        <source>the parent of the frame {name} is not set</source>
        <translation>der Träger des Bezugssystems {name} ist nicht gesetzt</translation>
    </message>
    <message>
        <source>other frames ride on {frame}: {riders}</source>
        <translation>auf {frame} sitzen andere Bezugssysteme: {riders}</translation>
    </message>
    <message>
        <source>a frame cannot hang on joint {entity}</source>
        <translation>ein Bezugssystem kann nicht am Gelenk {entity} hängen</translation>
    </message>
    <message>
        <source>frames hang on links and frames: name the link that the joint carries</source>
        <translation>Bezugssysteme hängen an Gliedern und Bezugssystemen: nennen Sie das Glied, das das Gelenk trägt</translation>
    </message>
    <message>
        <source>a frame cannot hang on sensor {entity}</source>
        <translation>ein Bezugssystem kann nicht am Sensor {entity} hängen</translation>
    </message>
    <message>
        <source>frames hang on links and frames: name the link that the sensor is on</source>
        <translation>Bezugssysteme hängen an Gliedern und Bezugssystemen: nennen Sie das Glied, an dem der Sensor ist</translation>
    </message>
    <message>
        <source>name an object in it instead</source>
        <translation>nennen Sie stattdessen ein Objekt darin</translation>
    </message>
    <message>
        <source>{object} cannot hang on {parent}, which is part of it or hangs on it</source>
        <translation>{object} kann nicht an {parent} hängen, das ein Teil davon ist oder daran hängt</translation>
    </message>
    <message>
        <source>frame {frame} cannot ride on itself</source>
        <translation>das Bezugssystem {frame} kann nicht auf sich selbst sitzen</translation>
    </message>
    <message>
        <source>{b} and {a} are not neighbours in the transform tree</source>
        <translation>{b} und {a} sind im Baum der Lagen keine Nachbarn</translation>
    </message>
    <message>
        <source>{node} is an ancestor of both {a} and {b}</source>
        <translation>{node} ist Vorfahre sowohl von {a} als auch von {b}</translation>
    </message>
    <message>
        <source>{node} is an ancestor of neither of {a} and {b}</source>
        <translation>{node} ist weder Vorfahre von {a} noch von {b}</translation>
    </message>
    <message>
        <source>{node} would be moved beyond all numbers</source>
        <translation>{node} würde über alle Zahlen hinaus verschoben</translation>
    </message>
    <message>
        <source>send the pose of {b} in {a}</source>
        <translation>senden Sie die Lage von {b} in {a}</translation>
    </message>
    <message>
        <source>an entity filter needs an object, and {frame} is a frame</source>
        <translation>ein Entitätsfilter braucht ein Objekt, und {frame} ist ein Bezugssystem</translation>
    </message>
    <message>
        <source>{object} has no joints that move</source>
        <translation>{object} hat keine beweglichen Gelenke</translation>
    </message>
    <message>
        <source>name an object with joints that move, such as a robot</source>
        <translation>nennen Sie ein Objekt mit beweglichen Gelenken, etwa einen Roboter</translation>
    </message>
    <message>
        <source>joint {joint} of {object} follows joint {leader}</source>
        <translation>das Gelenk {joint} von {object} folgt dem Gelenk {leader}</translation>
    </message>
    <message>
        <source>there is no moving joint {joint} in {object}</source>
        <translation>es gibt kein bewegliches Gelenk {joint} in {object}</translation>
    </message>
    <message>
        <source>its joints that move are {joints}</source>
        <translation>seine beweglichen Gelenke sind {joints}</translation>
    </message>
    <message>
        <source>joint {joint} of {object} is named twice</source>
        <translation>das Gelenk {joint} von {object} ist zweimal genannt</translation>
    </message>
    <message>
        <source>give one value for each joint, or none</source>
        <translation>geben Sie für jedes Gelenk einen Wert an, oder keinen</translation>
    </message>
    <message>
        <source>{value} is no {field} of joint {joint}</source>
        <translation>{value} ist kein {field} des Gelenks {joint}</translation>
    </message>
    <message>
        <source>neither joint positions nor joint limits of {object} are set</source>
        <translation>weder Gelenkstellungen noch Gelenkgrenzen von {object} sind gesetzt</translation>
    </message>
    <message>
        <source>joint_name or joint_position is not set for {object}</source>
        <translation>joint_name oder joint_position ist für {object} nicht gesetzt</translation>
    </message>
    <message>
        <source>there is no joint configuration {configuration} of {object}</source>
        <translation>es gibt keine Gelenkstellung {configuration} von {object}</translation>
    </message>
    <message>
        <source>it has the configurations {configurations}</source>
        <translation>es hat die Stellungen {configurations}</translation>
    </message>
    <message>
        <source>there is no joint configuration {configuration} of {object}, which has none</source>
        <translation>es gibt keine Gelenkstellung {configuration} von {object}, das keine hat</translation>
    </message>
    <message>
        <source>add the configuration first</source>
        <translation>fügen Sie die Stellung zuerst hinzu</translation>
    </message>
    <message>
        <source>a joint configuration of {object} has no name</source>
        <translation>eine Gelenkstellung von {object} hat keinen Namen</translation>
    </message>
    <message>
        <source>set the name of each configuration</source>
        <translation>setzen Sie den Namen jeder Stellung</translation>
    </message>
    <message>
        <source>the pose of {entity} is not a kinematic property</source>
        <translation>die Lage von {entity} ist keine kinematische Eigenschaft</translation>
    </message>
    <message>
        <source>the Cartesian limit {field} is not a number</source>
        <translation>die kartesische Grenze {field} ist keine Zahl</translation>
    </message>
    <message>
        <source>the Cartesian limit {lower} is above {upper}</source>
        <translation>die kartesische Grenze {lower} liegt über {upper}</translation>
    </message>
    <message>
        <source>the Cartesian limit {field} is {value}</source>
        <translation>die kartesische Grenze {field} ist {value}</translation>
    </message>
    <message>
        <source>{entity} has no physics component to update</source>
        <translation>{entity} hat keine physikalischen Eigenschaften, die geändert werden könnten</translation>
    </message>
    <message>
        <source>{entity} has no geometry component to update</source>
        <translation>{entity} hat keine Geometrie, die geändert werden könnte</translation>
    </message>
    <message>
        <source>the user data key {key} is reserved</source>
        <translation>der Schlüssel {key} der Benutzerdaten ist reserviert</translation>
    </message>
    <message>
        <source>user data {key} exists already</source>
        <translation>die Benutzerdaten {key} gibt es schon</translation>
    </message>
    <message>
        <source>there is no user data policy {policy}</source>
        <translation>die Regel {policy} für Benutzerdaten gibt es nicht</translation>
    </message>
    <message>
        <source>the user data of an object would take {bytes}, and {most} is the most</source>
        <translation>die Benutzerdaten eines Objekts wären {bytes} groß, höchstens {most} sind erlaubt</translation>
    </message>
    <message>
        <source>the collision setting {field} is {value}</source>
        <translation>die Kollisionseinstellung {field} ist {value}</translation>
    </message>
    <message>
        <source>the entity filter selects nothing of {object}</source>
        <translation>der Entitätsfilter wählt nichts von {object} aus</translation>
    </message>
    <message>
        <source>collision rule {rule} excludes collisions with anything, these included</source>
        <translation>die Kollisionsregel {rule} schließt Kollisionen mit allem aus, auch diese</translation>
    </message>
    <message>
        <source>change that rule in the collision settings of the world first</source>
        <translation>ändern Sie zuerst diese Regel in den Kollisionseinstellungen der Welt</translation>
    </message>
    <message>
        <source>entity {id} is given twice</source>
        <translation>die Entität {id} ist zweimal angegeben</translation>
    </message>
    <message>
        <source>give each entity once</source>
        <translation>geben Sie jede Entität einmal an</translation>
    </message>
    <message>
        <source>remove the objects in it</source>
        <translation>entfernen Sie die Objekte darin</translation>
    </message>
    <message>
        <source>install the program again, or set WORLDWRIGHT_WORKER to its path</source>
        <translation>installieren Sie das Programm neu, oder setzen Sie WORLDWRIGHT_WORKER auf seinen Pfad</translation>
    </message>
    <message>
        <source>install the program again</source>
        <translation>installieren Sie das Programm neu</translation>
    </message>
    <message>
        <source>install the program again: its programs do not fit each other</source>
        <translation>installieren Sie das Programm neu: seine Teile passen nicht zueinander</translation>
    </message>
    <message>
        <source>widen the limits of the joints that follow it if the mechanism allows more</source>
        <translation>erweitern Sie die Grenzen der Gelenke, die ihm folgen, wenn der Mechanismus mehr erlaubt</translation>
    </message>
    <message>
        <source>give the materials base colours if they matter</source>
        <translation>geben Sie den Materialien Grundfarben, wenn es darauf ankommt</translation>
    </message>
    <message>
        <source>rename the material file if it is the wrong one</source>
        <translation>benennen Sie die Materialdatei um, wenn es die falsche ist</translation>
    </message>
    <message>
        <source>look at the shape: what only this extension says is left out</source>
        <translation>sehen Sie sich die Form an: was nur diese Erweiterung sagt, fehlt</translation>
    </message>
    <message>
        <source>import the models one by one if they shall be objects of their own</source>
        <translation>importieren Sie die Modelle einzeln, wenn sie eigene Objekte sein sollen</translation>
    </message>
    <message>
        <source>place the object where it shall stand</source>
        <translation>stellen Sie das Objekt dorthin, wo es stehen soll</translation>
    </message>
    <message>
        <source>ask again if the answer is still wanted</source>
        <translation>fragen Sie noch einmal, wenn die Antwort noch gebraucht wird</translation>
    </message>
    <message>
        <source>plan again if the motion is still wanted</source>
        <translation>planen Sie noch einmal, wenn die Bewegung noch gebraucht wird</translation>
    </message>
    <message>
        <source>world_id is not set</source>
        <translation>world_id ist nicht gesetzt</translation>
    </message>
    <message>
        <source>something is missing to share this world: {reason}</source>
        <translation>Zum Freigeben dieser Welt fehlt noch etwas: {reason}</translation>
    </message>
    <message>
        <source>the system does not permit it</source>
        <translation>das System erlaubt es nicht</translation>
    </message>
    <message>
        <source>the list of arguments is too long</source>
        <translation>die Liste der Argumente ist zu lang</translation>
    </message>
    <message>
        <source>it is not a program for this computer</source>
        <translation>es ist kein Programm für diesen Rechner</translation>
    </message>
    <message>
        <source>the system is short of resources just now</source>
        <translation>dem System fehlen gerade die Mittel</translation>
    </message>
    <message>
        <source>there is not enough memory</source>
        <translation>der Speicher reicht nicht</translation>
    </message>
    <message>
        <source>it is in use</source>
        <translation>es wird gerade benutzt</translation>
    </message>
    <message>
        <source>it exists already</source>
        <translation>es gibt schon etwas mit diesem Namen</translation>
    </message>
    <message>
        <source>a part of the path is not a folder</source>
        <translation>ein Teil des Pfads ist kein Ordner</translation>
    </message>
    <message>
        <source>the system does not accept the request</source>
        <translation>das System nimmt die Anforderung nicht an</translation>
    </message>
    <message>
        <source>too many files are open</source>
        <translation>es sind zu viele Dateien geöffnet</translation>
    </message>
    <message>
        <source>the program is being written to</source>
        <translation>in das Programm wird gerade geschrieben</translation>
    </message>
    <message>
        <source>the other side has closed the connection</source>
        <translation>die Gegenseite hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>the name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>links of the path lead in a circle</source>
        <translation>Verknüpfungen im Pfad führen im Kreis</translation>
    </message>
    <message>
        <source>the address is in use</source>
        <translation>die Adresse wird schon benutzt</translation>
    </message>
    <message>
        <source>this computer does not have the address</source>
        <translation>dieser Rechner hat die Adresse nicht</translation>
    </message>
    <message>
        <source>nothing answers there</source>
        <translation>dort antwortet nichts</translation>
    </message>
    <message>
        <source>it took too long</source>
        <translation>es hat zu lange gedauert</translation>
    </message>
    <message>
        <source>there is no such process</source>
        <translation>es gibt keinen solchen Prozess</translation>
    </message>
    <message>
        <source>the file has gone on the server</source>
        <translation>die Datei gibt es auf dem Server nicht mehr</translation>
    </message>
    <message>
        <source>the quota of the disk is used up</source>
        <translation>das Kontingent auf dem Datenträger ist aufgebraucht</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (collision checking is switched off)</source>
        <translation>{a} wird nicht gegen {b} geprüft (die Kollisionsprüfung ist ausgeschaltet)</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (parts of one rigid body)</source>
        <translation>{a} wird nicht gegen {b} geprüft (Teile eines starren Körpers)</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (the two sides of one joint)</source>
        <translation>{a} wird nicht gegen {b} geprüft (die zwei Seiten eines Gelenks)</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (one joint moves both)</source>
        <translation>{a} wird nicht gegen {b} geprüft (ein Gelenk bewegt beide)</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (exclusion rule {rule} of the object)</source>
        <translation>{a} wird nicht gegen {b} geprüft (Ausschlussregel {rule} des Objekts)</translation>
    </message>
    <message>
        <source>{a} is not checked against {b} (rule {rule})</source>
        <translation>{a} wird nicht gegen {b} geprüft (Regel {rule})</translation>
    </message>
    <message>
        <source>neighbouring links of {object} are not checked against each other (the two sides of one joint)</source>
        <translation>Benachbarte Glieder von {object} werden nicht gegeneinander geprüft (die zwei Seiten eines Gelenks)</translation>
    </message>
    <message>
        <source>links of {object} that one joint moves are not checked against each other</source>
        <translation>Glieder von {object}, die ein Gelenk bewegt, werden nicht gegeneinander geprüft</translation>
    </message>
    <message>
        <source>{a} is checked against {b} (no rule)</source>
        <translation>{a} wird gegen {b} geprüft (keine Regel)</translation>
    </message>
    <message>
        <source>collision rule {index}</source>
        <translation>Kollisionsregel {index}</translation>
    </message>
    <message>
        <source>primitive {index}</source>
        <translation>Grundkörper {index}</translation>
    </message>
    <message>
        <source>last words of the reader: {text}</source>
        <translation>letzte Worte des Lesers: {text}</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>meshing {part}</source>
        <translation>{part} wird in Dreiecke zerlegt</translation>
    </message>
    <message>
        <source>the tool of {object}, which the robot carries</source>
        <translation>das Werkzeug von {object}, das der Roboter trägt</translation>
    </message>
    <message>
        <source>the flange of {object}, which the robot carries</source>
        <translation>der Flansch von {object}, das der Roboter trägt</translation>
    </message>
    <message>
        <source>segment {index}</source>
        <translation>Abschnitt {index}</translation>
    </message>
    <message>
        <source>object {id}</source>
        <translation>Objekt {id}</translation>
    </message>
    <message>
        <source>entity {id}</source>
        <translation>Entität {id}</translation>
    </message>
    <message>
        <source>frame {id}</source>
        <translation>Bezugssystem {id}</translation>
    </message>
    <message>
        <source>part {id} of kind {kind}</source>
        <translation>Teil {id} der Art {kind}</translation>
    </message>
    <message>
        <source>Reading {path}</source>
        <translation>Lesen von {path}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>und {count} weitere</translation>
    </message>
    <message>
        <source>Saving {path}</source>
        <translation>Speichern von {path}</translation>
    </message>
    <message>
        <source>geometry {ref}</source>
        <translation>Geometrie {ref}</translation>
    </message>
    <message>
        <source>cannot read {path}</source>
        <translation>{path} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>cannot write {path}</source>
        <translation>{path} kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>cannot resize {path}</source>
        <translation>die Größe von {path} kann nicht geändert werden</translation>
    </message>
    <message>
        <source>cannot sync {path}</source>
        <translation>{path} kann nicht auf die Platte geschrieben werden</translation>
    </message>
    <message>
        <source>cannot examine {path}</source>
        <translation>{path} kann nicht untersucht werden</translation>
    </message>
    <message>
        <source>cannot lock {path}</source>
        <translation>{path} kann nicht gesperrt werden</translation>
    </message>
    <message>
        <source>cannot create {path}</source>
        <translation>{path} kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>cannot rename a file to {path}</source>
        <translation>keine Datei kann in {path} umbenannt werden</translation>
    </message>
    <message>
        <source>cannot remove {path}</source>
        <translation>{path} kann nicht entfernt werden</translation>
    </message>
    <message>
        <source>cannot open the folder {path}</source>
        <translation>der Ordner {path} kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>cannot sync the folder {path}</source>
        <translation>der Ordner {path} kann nicht auf die Platte geschrieben werden</translation>
    </message>
    <message>
        <source>cannot back up {path}</source>
        <translation>{path} kann nicht gesichert werden</translation>
    </message>
    <message>
        <source>cannot find {path}</source>
        <translation>{path} ist nicht zu finden</translation>
    </message>
    <message>
        <source>cannot find the folder of {path}</source>
        <translation>der Ordner von {path} ist nicht zu finden</translation>
    </message>
    <message>
        <source>cannot set the owner of {path}</source>
        <translation>der Besitzer von {path} kann nicht gesetzt werden</translation>
    </message>
    <message>
        <source>cannot set the permissions of {path}</source>
        <translation>die Zugriffsrechte von {path} können nicht gesetzt werden</translation>
    </message>
    <message>
        <source>the backup {path}</source>
        <translation>die Sicherung {path}</translation>
    </message>
    <message>
        <source>the new file {path}, which is to take the place of the old one</source>
        <translation>die neue Datei {path}, die an die Stelle der alten treten soll</translation>
    </message>
    <message>
        <source>the journal of saves {path}</source>
        <translation>das Journal {path} der Speichervorgänge</translation>
    </message>
    <message>
        <source>a socket cannot be made in {folder}: {reason}</source>
        <translation>In {folder} kann kein Socket angelegt werden: {reason}</translation>
    </message>
    <message>
        <source>the socket {path} cannot be made: {reason}</source>
        <translation>Der Socket {path} kann nicht angelegt werden: {reason}</translation>
    </message>
    <message>
        <source>the call failed unexpectedly: {reason}</source>
        <translation>Der Aufruf ist unerwartet fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>the data cannot be put into a file to read it from: {reason}</source>
        <translation>Die Daten können nicht zum Lesen in eine Datei gelegt werden: {reason}</translation>
    </message>
    <message>
        <source>{first} and 1 more update</source>
        <translation>{first} und 1 weitere Änderung</translation>
    </message>
    <message>
        <source>{first} and {count} more updates</source>
        <translation>{first} und {count} weitere Änderungen</translation>
    </message>
    <message>
        <source>update {index}</source>
        <translation>Änderung {index}</translation>
    </message>
    <message>
        <source>link {name}</source>
        <translation>Glied {name}</translation>
    </message>
    <message>
        <source>joint {name}</source>
        <translation>Gelenk {name}</translation>
    </message>
    <message>
        <source>frame {name}</source>
        <translation>Bezugssystem {name}</translation>
    </message>
    <message>
        <source>sensor {name}</source>
        <translation>Sensor {name}</translation>
    </message>
    <message>
        <source>entity {name}</source>
        <translation>Entität {name}</translation>
    </message>
    <message>
        <source>geometry {name}</source>
        <translation>Geometrie {name}</translation>
    </message>
    <message>
        <source>the scene object has {count} faults:</source>
        <translation>das Szenenobjekt hat {count} Fehler:</translation>
    </message>
    <message>
        <source>Replaced by a copy of {world}</source>
        <translation>Ersetzt durch eine Kopie von {world}</translation>
    </message>
    <message>
        <source>Swapped with {world}</source>
        <translation>Vertauscht mit {world}</translation>
    </message>
    <message>
        <source>Sync {name} from {world}</source>
        <translation>{name} aus {world} abgleichen</translation>
    </message>
    <message>
        <source>Enable collisions of {a} and {b}</source>
        <translation>Kollisionen von {a} und {b} einschalten</translation>
    </message>
    <message>
        <source>Disable collisions of {a} and {b}</source>
        <translation>Kollisionen von {a} und {b} abschalten</translation>
    </message>
    <message>
        <source>Delete {name}</source>
        <translation>{name} löschen</translation>
    </message>
    <message>
        <source>Delete {name}, with a collision rule</source>
        <translation>{name} und eine Kollisionsregel löschen</translation>
    </message>
    <message>
        <source>Delete {name}, with {count} collision rules</source>
        <translation>{name} und {count} Kollisionsregeln löschen</translation>
    </message>
    <message>
        <source>Create {name}</source>
        <translation>{name} anlegen</translation>
    </message>
    <message>
        <source>Create frame {name} on {parent}</source>
        <translation>Bezugssystem {name} an {parent} anlegen</translation>
    </message>
    <message>
        <source>Change properties of {name}</source>
        <translation>Eigenschaften von {name} ändern</translation>
    </message>
    <message>
        <source>Change joint limits of {name}</source>
        <translation>Gelenkgrenzen von {name} ändern</translation>
    </message>
    <message>
        <source>Move joints of {name}</source>
        <translation>Gelenke von {name} bewegen</translation>
    </message>
    <message>
        <source>Move joint {joint} of {name}</source>
        <translation>Gelenk {joint} von {name} bewegen</translation>
    </message>
    <message>
        <source>configuration {name}</source>
        <translation>Konfiguration {name}</translation>
    </message>
    <message>
        <source>Change kinematics of {name}</source>
        <translation>Kinematik von {name} ändern</translation>
    </message>
    <message>
        <source>Set configuration {configuration} of {name}</source>
        <translation>Stellung {configuration} von {name} setzen</translation>
    </message>
    <message>
        <source>Remove configuration {configuration} of {name}</source>
        <translation>Stellung {configuration} von {name} entfernen</translation>
    </message>
    <message>
        <source>Change configurations of {name}</source>
        <translation>Stellungen von {name} ändern</translation>
    </message>
    <message>
        <source>check the figures and shapes in {field}</source>
        <translation>prüfen Sie die Zahlen und Formen in {field}</translation>
    </message>
    <message>
        <source>Rename {name} to {new_name}</source>
        <translation>{name} in {new_name} umbenennen</translation>
    </message>
    <message>
        <source>Attach {name} to {parent}</source>
        <translation>{name} an {parent} hängen</translation>
    </message>
    <message>
        <source>Move {name}</source>
        <translation>{name} verschieben</translation>
    </message>
    <message>
        <source>Hangup</source>
        <translation>Verbindung beendet</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Unterbrechung</translation>
    </message>
    <message>
        <source>Illegal instruction</source>
        <translation>ungültiger Maschinenbefehl</translation>
    </message>
    <message>
        <source>Aborted</source>
        <translation>Abbruch</translation>
    </message>
    <message>
        <source>Bus error</source>
        <translation>Busfehler</translation>
    </message>
    <message>
        <source>Floating point exception</source>
        <translation>Gleitkomma-Ausnahme</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>vom System beendet</translation>
    </message>
    <message>
        <source>Segmentation fault</source>
        <translation>Speicherzugriffsfehler</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>Verbindung unterbrochen</translation>
    </message>
    <message>
        <source>Terminated</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>CPU time limit exceeded</source>
        <translation>Rechenzeit aufgebraucht</translation>
    </message>
    <message>
        <source>Bad system call</source>
        <translation>unerlaubter Systemaufruf</translation>
    </message>
    <message>
        <source>{count} bytes</source>
        <translation>{count} Bytes</translation>
    </message>
    <message>
        <source>create it anew from its source: a part of it was lost or changed</source>
        <translation>erzeugen Sie sie neu aus ihrer Quelle: ein Teil von ihr ging verloren oder wurde verändert</translation>
    </message>
    <message>
        <source>import it with --unit mm, or with --unit m if that is its size</source>
        <translation>importieren Sie sie mit --unit mm, oder mit --unit m, wenn sie so groß ist</translation>
    </message>
    <message>
        <source>it would be {size} large; perhaps its unit is metres: then it is {then}</source>
        <translation>es wäre {size} groß; vielleicht ist die Einheit Meter: dann ist es {then}</translation>
    </message>
    <message>
        <source>import it with --unit m</source>
        <translation>importieren Sie es mit --unit m</translation>
    </message>
    <message>
        <source>it would be {size} large; with millimetres taken as metres it would be {then}</source>
        <translation>es wäre {size} groß; wurden Millimeter als Meter gelesen, wäre es {then}</translation>
    </message>
    <message>
        <source>check the lengths in the file, and change them in the program that made it</source>
        <translation>prüfen Sie die Längen in der Datei und ändern Sie sie in dem Programm, das sie erzeugt hat</translation>
    </message>
    <message>
        <source>check the lengths in the file; --uniform-scale 0.001 takes them as millimetres</source>
        <translation>prüfen Sie die Längen in der Datei; --uniform-scale 0.001 nimmt sie als Millimeter</translation>
    </message>
    <message>
        <source>it would be only {size} large; with metres taken as millimetres it would be {then}</source>
        <translation>es wäre nur {size} groß; wurden Meter als Millimeter gelesen, wäre es {then}</translation>
    </message>
    <message>
        <source>check the lengths in the file; --uniform-scale 1000 takes them as metres</source>
        <translation>prüfen Sie die Längen in der Datei; --uniform-scale 1000 nimmt sie als Meter</translation>
    </message>
    <message>
        <source>{place}: this face names the {what} {index}, and the file has {count} of them</source>
        <translation>{place}: Diese Fläche nennt {what} {index}, und die Datei hat davon {count}</translation>
    </message>
    <message>
        <source>export it again, or correct this face: it counts from 1</source>
        <translation>exportieren Sie sie erneut, oder berichtigen Sie diese Fläche: sie zählt ab 1</translation>
    </message>
    <message>
        <source>{place}: this face is written {text}, and has to be indices of vertices</source>
        <translation>{place}: Diese Fläche ist als {text} geschrieben und muss aus Nummern von Ecken bestehen</translation>
    </message>
    <message>
        <source>export it again, or write it as &apos;f 1 2 3&apos; or &apos;f 1/1/1 2/2/2 3/3/3&apos;</source>
        <translation>exportieren Sie sie erneut, oder schreiben Sie sie als &apos;f 1 2 3&apos; oder &apos;f 1/1/1 2/2/2 3/3/3&apos;</translation>
    </message>
    <message>
        <source>the file is of glTF version {version}, which is not read</source>
        <translation>die Datei hat die glTF-Version {version}, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>export it as glTF 2.0</source>
        <translation>exportieren Sie sie als glTF 2.0</translation>
    </message>
    <message>
        <source>the file is probably damaged or made by hand: export it again, or take that node out of the scene</source>
        <translation>die Datei ist wohl beschädigt oder von Hand gemacht: exportieren Sie sie erneut, oder nehmen Sie diesen Knoten aus der Szene</translation>
    </message>
    <message>
        <source>the glTF file has no mesh, though it needs {extensions}: there is nothing to show</source>
        <translation>die glTF-Datei hat kein Netz, obwohl sie {extensions} verlangt: es gibt nichts zu zeigen</translation>
    </message>
    <message>
        <source>export it with its meshes, without these extensions if they leave them out</source>
        <translation>exportieren Sie sie mit ihren Netzen, ohne diese Erweiterungen, falls sie sie weglassen</translation>
    </message>
    <message>
        <source>the glTF file has meshes, and no scene that shows them</source>
        <translation>die glTF-Datei hat Netze, und keine Szene, die sie zeigt</translation>
    </message>
    <message>
        <source>export it with a scene: &quot;scene&quot; and &quot;scenes&quot; are missing or empty</source>
        <translation>exportieren Sie sie mit einer Szene: &quot;scene&quot; und &quot;scenes&quot; fehlen oder sind leer</translation>
    </message>
    <message>
        <source>the glTF file names number {index} of its {list}, and has {count}, counted from 0</source>
        <translation>die glTF-Datei nennt Nummer {index} ihrer {list} und hat davon {count}, gezählt ab 0</translation>
    </message>
    <message>
        <source>the file does not begin as binary glTF does, with &quot;glTF&quot;</source>
        <translation>die Datei beginnt nicht wie binäres glTF, mit &quot;glTF&quot;</translation>
    </message>
    <message>
        <source>export it as GLB again, or choose the type that it has</source>
        <translation>exportieren Sie sie erneut als GLB, oder wählen Sie die Art, die sie hat</translation>
    </message>
    <message>
        <source>the {attribute} of {element} {name} is {wanted}, and there is no link, joint or frame of that name in {holder}</source>
        <translation>{attribute} von {element} {name} ist {wanted}, und in {holder} gibt es kein Glied, Gelenk oder Koordinatensystem dieses Namens</translation>
    </message>
    <message>
        <source>name a link, joint or frame of {holder} as its {attribute}, or leave it out</source>
        <translation>nennen Sie als {attribute} ein Glied, Gelenk oder Koordinatensystem von {holder}, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>the pose or frame of {name} hangs on itself, directly or by way of others</source>
        <translation>die Lage oder das Koordinatensystem von {name} hängt an sich selbst, unmittelbar oder über andere</translation>
    </message>
    <message>
        <source>let one of them hang on something else: its relative_to or attached_to leads back to itself</source>
        <translation>hängen Sie eines davon an etwas anderes: sein relative_to oder attached_to führt zu ihm zurück</translation>
    </message>
    <message>
        <source>the axis of joint {joint} has no direction: its &lt;xyz&gt; is 0 0 0</source>
        <translation>die Achse des Gelenks {joint} hat keine Richtung: ihr &lt;xyz&gt; ist 0 0 0</translation>
    </message>
    <message>
        <source>there are two of {element} {name}, and the second one is left out</source>
        <translation>{element} {name} gibt es zweimal, und das zweite wird weggelassen</translation>
    </message>
    <message>
        <source>{place}: model {model} has no link</source>
        <translation>{place}: Das Modell {model} hat kein Glied</translation>
    </message>
    <message>
        <source>put at least one &lt;link name=&quot;...&quot;&gt; into this &lt;model&gt;</source>
        <translation>setzen Sie mindestens ein &lt;link name=&quot;...&quot;&gt; in dieses &lt;model&gt;</translation>
    </message>
    <message>
        <source>joint {joint} may turn from {lower} to {upper} rad, {turns} times around: the limits of {joints} look like degrees</source>
        <translation>das Gelenk {joint} darf sich von {lower} bis {upper} rad drehen, {turns} Mal herum: die Grenzen von {joints} sehen nach Grad aus</translation>
    </message>
    <message>
        <source>write them in radians into the file: for {joint} lower {lower_rad} and upper {upper_rad}</source>
        <translation>schreiben Sie sie im Bogenmaß in die Datei: für {joint} lower {lower_rad} und upper {upper_rad}</translation>
    </message>
    <message>
        <source>joint {joint} may travel {travel}, {times} times the size of the model: the limits of {joints} look like millimetres</source>
        <translation>das Gelenk {joint} darf {travel} weit fahren, das {times}-Fache der Größe des Modells: die Grenzen von {joints} sehen nach Millimetern aus</translation>
    </message>
    <message>
        <source>write them in metres into the file: for {joint} lower {lower_m} and upper {upper_m}</source>
        <translation>schreiben Sie sie in Metern in die Datei: für {joint} lower {lower_m} und upper {upper_m}</translation>
    </message>
    <message>
        <source>link {link} is {size} large, {times} times what lies between the joints: the meshes of {links} look like millimetres taken as metres</source>
        <translation>das Glied {link} ist {size} groß, das {times}-Fache des Abstands der Gelenke: die Netze von {links} sehen nach Millimetern aus, die als Meter gelesen wurden</translation>
    </message>
    <message>
        <source>give these meshes the scale 0.001 0.001 0.001 in the file</source>
        <translation>geben Sie diesen Netzen in der Datei die Skalierung 0.001 0.001 0.001</translation>
    </message>
    <message>
        <source>link {link} is only {size} large: the meshes of {links} look like metres that are scaled down once more</source>
        <translation>das Glied {link} ist nur {size} groß: die Netze von {links} sehen nach Metern aus, die noch einmal verkleinert wurden</translation>
    </message>
    <message>
        <source>take the scale of these meshes out of the file, or write 1 1 1</source>
        <translation>nehmen Sie die Skalierung dieser Netze aus der Datei, oder schreiben Sie 1 1 1</translation>
    </message>
    <message>
        <source>link {link} has a mass of {mass} kg and fits a box of {size}: its density would be {density} kg/m3 or more, and that of steel is 7850 (noted for {links})</source>
        <translation>das Glied {link} hat eine Masse von {mass} kg und passt in einen Quader von {size}: seine Dichte wäre {density} kg/m3 oder mehr, die von Stahl ist 7850 (betrifft {links})</translation>
    </message>
    <message>
        <source>write masses in kilograms into the file: grams are {less} kg</source>
        <translation>schreiben Sie Massen in Kilogramm in die Datei: als Gramm wären es {less} kg</translation>
    </message>
    <message>
        <source>write its mass in kilograms into the file; solid plastic would have {more} kg</source>
        <translation>schreiben Sie seine Masse in Kilogramm in die Datei; massiver Kunststoff hätte {more} kg</translation>
    </message>
    <message>
        <source>the mass of {links} is given as 0, and {link} has a shape: physics cannot move it</source>
        <translation>die Masse von {links} ist als 0 angegeben, und {link} hat eine Form: die Physik kann es nicht bewegen</translation>
    </message>
    <message>
        <source>write its mass in kilograms into the file, or take its &lt;inertial&gt; out</source>
        <translation>schreiben Sie die Masse in Kilogramm in die Datei, oder nehmen Sie &lt;inertial&gt; heraus</translation>
    </message>
    <message>
        <source>the inertia of link {link} is {times} times what its mass and size allow (noted for {links})</source>
        <translation>die Trägheit des Glieds {link} ist das {times}-Fache dessen, was Masse und Größe zulassen (betrifft {links})</translation>
    </message>
    <message>
        <source>write inertia in kg m2 into the file: divide kg mm2 by 1e6, and g mm2 by 1e9</source>
        <translation>schreiben Sie Trägheit in kg m2 in die Datei: teilen Sie kg mm2 durch 1e6 und g mm2 durch 1e9</translation>
    </message>
    <message>
        <source>the inertia of link {link} is {times} times smaller than that of a body of its mass and size (noted for {links})</source>
        <translation>die Trägheit des Glieds {link} ist {times} Mal kleiner als die eines Körpers seiner Masse und Größe (betrifft {links})</translation>
    </message>
    <message>
        <source>write inertia in kg m2 into the file; a solid block of this size would have about {usual} kg m2 about each axis</source>
        <translation>schreiben Sie Trägheit in kg m2 in die Datei; ein massiver Quader dieser Größe hätte etwa {usual} kg m2 um jede Achse</translation>
    </message>
    <message>
        <source>no body has the inertia of link {link}: its principal moments {first}, {second} and {third} must be above 0, and two of them together at least the third (noted for {links})</source>
        <translation>kein Körper hat die Trägheit des Glieds {link}: seine Hauptmomente {first}, {second} und {third} müssen über 0 liegen, und je zwei zusammen mindestens so groß sein wie das dritte (betrifft {links})</translation>
    </message>
    <message>
        <source>check its ixx, iyy and izz, and the signs of ixy, ixz and iyz in the file; a solid block of this size would have about {usual} kg m2 about each axis</source>
        <translation>prüfen Sie ixx, iyy und izz und die Vorzeichen von ixy, ixz und iyz in der Datei; ein massiver Quader dieser Größe hätte etwa {usual} kg m2 um jede Achse</translation>
    </message>
    <message>
        <source>the centre of mass of link {link} lies {distance} outside it, and it is {size} large (noted for {links})</source>
        <translation>der Schwerpunkt des Glieds {link} liegt {distance} außerhalb, und es ist {size} groß (betrifft {links})</translation>
    </message>
    <message>
        <source>write the &lt;origin&gt; or &lt;pose&gt; of its inertia in metres into the file</source>
        <translation>schreiben Sie &lt;origin&gt; oder &lt;pose&gt; der Trägheit in Metern in die Datei</translation>
    </message>
    <message>
        <source>close its holes in the program that made it, and export it again</source>
        <translation>schließen Sie die Löcher in dem Programm, das es erzeugt hat, und exportieren Sie es neu</translation>
    </message>
    <message>
        <source>flip its normals in the program that made it, and export it again</source>
        <translation>drehen Sie die Normalen in dem Programm um, das es erzeugt hat, und exportieren Sie es neu</translation>
    </message>
    <message>
        <source>{place}: joint {joint} is of the type {type}, which URDF does not have</source>
        <translation>{place}: Das Gelenk {joint} ist von der Art {type}, die es in URDF nicht gibt</translation>
    </message>
    <message>
        <source>{place}: the {attribute} of the &lt;{element}&gt; of joint {joint} is {text}, and has to be {count} numbers</source>
        <translation>{place}: {attribute} von &lt;{element}&gt; des Gelenks {joint} ist {text}; verlangt sind {count} Zahlen</translation>
    </message>
    <message>
        <source>write {count} numbers there, with blanks between them and decimal points</source>
        <translation>schreiben Sie dort {count} Zahlen, mit Leerzeichen dazwischen und Dezimalpunkten</translation>
    </message>
    <message>
        <source>{place}: the {attribute} of the &lt;{element}&gt; of joint {joint} is {text}, and has to be a number</source>
        <translation>{place}: {attribute} von &lt;{element}&gt; des Gelenks {joint} ist {text}; verlangt ist eine Zahl</translation>
    </message>
    <message>
        <source>write a finite number there, with a decimal point</source>
        <translation>schreiben Sie dort eine endliche Zahl, mit Dezimalpunkt</translation>
    </message>
    <message>
        <source>the {attribute} of its {shape} has to be three numbers, and is {text}</source>
        <translation>{attribute} von {shape} muss aus drei Zahlen bestehen und ist {text}</translation>
    </message>
    <message>
        <source>the {attribute} of its {shape} is {text}, and has to be a number</source>
        <translation>{attribute} von {shape} ist {text} und muss eine Zahl sein</translation>
    </message>
    <message>
        <source>start with {joint} within its limits; positions are radians: if {given} degrees were meant, write {meant}, and so for the other joints</source>
        <translation>beginnen Sie mit {joint} innerhalb seiner Grenzen; Stellungen sind im Bogenmaß: falls {given} Grad gemeint waren, schreiben Sie {meant}, und so für die anderen Gelenke</translation>
    </message>
    <message>
        <source>choose a position of {joint} within its limits; positions are radians: if {given} degrees were meant, write {meant}, and so for the other joints</source>
        <translation>wählen Sie eine Stellung von {joint} innerhalb seiner Grenzen; Stellungen sind im Bogenmaß: falls {given} Grad gemeint waren, schreiben Sie {meant}, und so für die anderen Gelenke</translation>
    </message>
    <message>
        <source>waypoint {index} is outside the joint limits</source>
        <translation>Wegpunkt {index} liegt außerhalb der Gelenkgrenzen</translation>
    </message>
    <message>
        <source>give a position of {joint} within its limits</source>
        <translation>geben Sie eine Stellung von {joint} innerhalb seiner Grenzen an</translation>
    </message>
    <message>
        <source>name an object with joints that move: {robots}</source>
        <translation>nennen Sie ein Objekt mit beweglichen Gelenken: {robots}</translation>
    </message>
    <message>
        <source>robot_reference: {robot} has no joint that moves, nor has any other object</source>
        <translation>robot_reference: {robot} hat kein bewegliches Gelenk, und auch kein anderes Objekt hat eines</translation>
    </message>
    <message>
        <source>add a robot to the world, and name it</source>
        <translation>fügen Sie der Welt einen Roboter hinzu, und nennen Sie ihn</translation>
    </message>
    <message>
        <source>the folder {folder} takes no new file</source>
        <translation>der Ordner {folder} nimmt keine neue Datei auf</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>wählen Sie einen anderen Ordner</translation>
    </message>
    <message>
        <source>it breaks off after {size} of {whole}, as an unfinished copy does</source>
        <translation>sie bricht nach {size} von {whole} ab, wie eine unfertige Kopie</translation>
    </message>
    <message>
        <source>there is a damaged page in the file</source>
        <translation>in der Datei ist eine beschädigte Seite</translation>
    </message>
    <message>
        <source>damaged page of the file: {pages}</source>
        <translation>beschädigte Seite der Datei: {pages}</translation>
    </message>
    <message>
        <source>{count} damaged pages of the file: {pages}</source>
        <translation>{count} beschädigte Seiten der Datei: {pages}</translation>
    </message>
    <message>
        <source>position {given} rad ({position}) of joint {joint} is {excess} beyond its limits [{lower}, {upper}]</source>
        <translation>Stellung {given} rad ({position}) des Gelenks {joint} liegt {excess} außerhalb seiner Grenzen [{lower}, {upper}]</translation>
    </message>
    <message>
        <source>stay within the limits; positions are radians: if {given} degrees were meant, write {meant}</source>
        <translation>bleiben Sie innerhalb der Grenzen; Stellungen sind im Bogenmaß: falls {given} Grad gemeint waren, schreiben Sie {meant}</translation>
    </message>
    <message>
        <source>collision rules that named {object} went with it ({count})</source>
        <translation>Kollisionsregeln, die {object} nannten, sind mit entfallen ({count})</translation>
    </message>
    <message>
        <source>undo this to keep them, or add rules for what takes its place</source>
        <translation>machen Sie dies rückgängig, um sie zu behalten, oder fügen Sie Regeln für den Ersatz hinzu</translation>
    </message>
    <message>
        <source>add rules for what takes its place; the verb rules lists those that are left</source>
        <translation>fügen Sie Regeln für den Ersatz hinzu; das Verb rules nennt die übrigen</translation>
    </message>
    <message>
        <source>collisions are not checked in this world any more: its collision settings switch that off</source>
        <translation>in dieser Welt werden Kollisionen nicht mehr geprüft: ihre Kollisionseinstellungen schalten das ab</translation>
    </message>
    <message>
        <source>clear disable_collision_checking, and exclude single pairs by rules</source>
        <translation>nehmen Sie disable_collision_checking zurück, und nehmen Sie einzelne Paare durch Regeln aus</translation>
    </message>
    <message>
        <source>{object} stands {distance} away from everything else: its position looks like millimetres</source>
        <translation>{object} steht {distance} von allem anderen entfernt: die Position sieht nach Millimetern aus</translation>
    </message>
    <message>
        <source>lengths are metres: millimetres would be {then}</source>
        <translation>Längen sind Meter: Millimeter wären {then}</translation>
    </message>
    <message>
        <source>{frame} lies {distance} from what it hangs on, {object}: its position looks like millimetres</source>
        <translation>{frame} liegt {distance} von dem entfernt, woran es hängt, {object}: die Position sieht nach Millimetern aus</translation>
    </message>
    <message>
        <source>{joint} of {robot} is set to {value} rad, {turns} times around: this looks like degrees</source>
        <translation>{joint} von {robot} ist auf {value} rad gesetzt, {turns} Mal herum: das sieht nach Grad aus</translation>
    </message>
    <message>
        <source>angles are radians: these degrees would be {then}</source>
        <translation>Winkel sind im Bogenmaß: diese Grad wären {then}</translation>
    </message>
    <message>
        <source>the base of {robot} stands {depth} deep in {other}: planning cannot move it out</source>
        <translation>der Fuß von {robot} steht {depth} tief in {other}: die Planung kann ihn nicht herausbewegen</translation>
    </message>
    <message>
        <source>move {robot} by {depth} out of {other}, or exclude the two by a collision rule</source>
        <translation>rücken Sie {robot} um {depth} aus {other} heraus, oder nehmen Sie beide durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>it is called {name} here: there is a {wanted} already</source>
        <translation>es heißt hier {name}: {wanted} gibt es schon</translation>
    </message>
    <message>
        <source>rename it, or delete {wanted} if it was to be replaced</source>
        <translation>benennen Sie es um, oder löschen Sie {wanted}, wenn es ersetzt werden sollte</translation>
    </message>
    <message>
        <source>choose a name with --name, or delete {wanted} if it was to be replaced</source>
        <translation>wählen Sie einen Namen mit --name, oder löschen Sie {wanted}, wenn es ersetzt werden sollte</translation>
    </message>
    <message>
        <source>{count} objects have other names here, {names}: there is a {wanted} already, and so on</source>
        <translation>{count} Objekte heißen hier anders, {names}: {wanted} gibt es schon, und so weiter</translation>
    </message>
    <message>
        <source>rename them, or delete the others if they were to be replaced</source>
        <translation>benennen Sie sie um, oder löschen Sie die anderen, wenn sie ersetzt werden sollten</translation>
    </message>
    <message>
        <source>{object} is {size} large, and all else in the world {world}: perhaps its unit is millimetres, then it is {then}</source>
        <translation>{object} ist {size} groß, und alles andere in der Welt {world}: vielleicht ist die Einheit Millimeter, dann ist es {then}</translation>
    </message>
    <message>
        <source>import it again with another unit</source>
        <translation>importieren Sie es noch einmal mit einer anderen Einheit</translation>
    </message>
    <message>
        <source>{object} is {size} large, and all else in the world {world}: with millimetres taken as metres it would be {then}</source>
        <translation>{object} ist {size} groß, und alles andere in der Welt {world}: wurden Millimeter als Meter gelesen, wäre es {then}</translation>
    </message>
    <message>
        <source>check the lengths in the file</source>
        <translation>prüfen Sie die Längen in der Datei</translation>
    </message>
    <message>
        <source>{object} is only {size} large, and all else in the world {world}: with metres taken as millimetres it would be {then}</source>
        <translation>{object} ist nur {size} groß, und alles andere in der Welt {world}: wurden Meter als Millimeter gelesen, wäre es {then}</translation>
    </message>
    <message>
        <source>check the unit and the lengths in the file</source>
        <translation>prüfen Sie die Einheit und die Längen in der Datei</translation>
    </message>
    <message>
        <source>check the unit in the file; --uniform-scale 1000 takes it as metres</source>
        <translation>prüfen Sie die Einheit in der Datei; --uniform-scale 1000 nimmt sie als Meter</translation>
    </message>
    <message>
        <source>correct what is named there, and share again</source>
        <translation>korrigieren Sie, was dort genannt ist, und geben Sie die Welt noch einmal frei</translation>
    </message>
    <message>
        <source>{x} x {y} x {z}</source>
        <translation>{x} x {y} x {z}</translation>
    </message>
    <message>
        <source>the list of what it holds does not fit its content</source>
        <translation>das Verzeichnis seines Inhalts passt nicht zum Inhalt</translation>
    </message>
    <message>
        <source>{x}, {y}, {z}</source>
        <translation>{x}; {y}; {z}</translation>
    </message>
    <message>
        <source>switch it on again, and allow single pairs instead</source>
        <translation>schalten Sie sie wieder ein, und erlauben Sie stattdessen einzelne Paare</translation>
    </message>
    <message>
        <source>{count} further {count|finding|findings}</source>
        <translation>{count} {count|weiterer Befund|weitere Befunde}</translation>
    </message>
    <message>
        <source>the file announces {said} {said|triangle|triangles} and holds {held}: it seems cut off</source>
        <translation>Die Datei kündigt {said} {said|Dreieck|Dreiecke} an und enthält {held}: Sie scheint abgeschnitten</translation>
    </message>
    <message>
        <source>the file announces {said} {said|triangle; what follows it|triangles; what follows them} is left out</source>
        <translation>Die Datei kündigt {said} {said|Dreieck|Dreiecke} an; was danach kommt, ist weggelassen</translation>
    </message>
    <message>
        <source>{count} {count|triangle is left out: its|triangles are left out: their} coordinates are not finite or beyond 1e9 m</source>
        <translation>{count} {count|Dreieck ist weggelassen: Seine|Dreiecke sind weggelassen: Ihre} Koordinaten sind nicht endlich oder jenseits von 1e9 m</translation>
    </message>
    <message>
        <source>{count} {count|point or line is|points and lines are} left out: only surfaces are shown</source>
        <translation>{count} {count|Punkt oder Linie ist|Punkte und Linien sind} weggelassen: Nur Flächen werden gezeigt</translation>
    </message>
    <message>
        <source>the header of the PLY file does not say its format</source>
        <translation>Der Kopf der PLY-Datei nennt ihr Format nicht</translation>
    </message>
    <message>
        <source>write &apos;format ascii 1.0&apos;, &apos;format binary_little_endian 1.0&apos; or &apos;format binary_big_endian 1.0&apos; as its second line, whichever it is, or export it again</source>
        <translation>Schreiben Sie je nachdem &apos;format ascii 1.0&apos;, &apos;format binary_little_endian 1.0&apos; oder &apos;format binary_big_endian 1.0&apos; als zweite Zeile, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>the PLY file has {text} where a number has to be</source>
        <translation>Die PLY-Datei hat {text}, wo eine Zahl stehen muss</translation>
    </message>
    <message>
        <source>look for these words in the file and write a number there, or export it again</source>
        <translation>Suchen Sie diese Wörter in der Datei und schreiben Sie dort eine Zahl, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>a &lt;{list}&gt; of the COLLADA file has fewer values than its count says</source>
        <translation>Ein &lt;{list}&gt; der COLLADA-Datei hat weniger Werte, als seine Anzahl sagt</translation>
    </message>
    <message>
        <source>the file is probably cut off or made by hand: export it again</source>
        <translation>Die Datei ist vermutlich abgeschnitten oder von Hand gemacht: Exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>a &lt;p&gt; of the COLLADA file has another number of indices than the count of its triangles asks for</source>
        <translation>Ein &lt;p&gt; der COLLADA-Datei hat eine andere Zahl von Indizes, als die Anzahl seiner Dreiecke verlangt</translation>
    </message>
    <message>
        <source>the file is probably damaged or made by hand: export it again</source>
        <translation>Die Datei ist vermutlich beschädigt oder von Hand gemacht: Exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>a &lt;p&gt; of the COLLADA file names the value {index} of a list that has {count}, counted from 0</source>
        <translation>Ein &lt;p&gt; der COLLADA-Datei nennt den Wert {index} einer Liste, die {count} hat, gezählt ab 0</translation>
    </message>
    <message>
        <source>a list of the COLLADA file ends too early, or has a word where a number has to be: {text}</source>
        <translation>Eine Liste der COLLADA-Datei endet zu früh oder hat ein Wort, wo eine Zahl stehen muss: {text}</translation>
    </message>
    <message>
        <source>look for lists of numbers that are too short or hold words, or export it again</source>
        <translation>Suchen Sie Zahlenlisten, die zu kurz sind oder Wörter enthalten, oder exportieren Sie die Datei neu</translation>
    </message>
    <message>
        <source>the COLLADA file names a part {name}, and has none with this id</source>
        <translation>Die COLLADA-Datei nennt ein Teil {name} und hat keines mit dieser Kennung</translation>
    </message>
    <message>
        <source>the COLLADA file takes a part from another file, which is not read</source>
        <translation>Die COLLADA-Datei nimmt ein Teil aus einer anderen Datei, was nicht gelesen wird</translation>
    </message>
    <message>
        <source>export it with all its parts in one file</source>
        <translation>Exportieren Sie sie mit allen Teilen in einer Datei</translation>
    </message>
    <message>
        <source>the COLLADA file has no &lt;scene&gt; that shows something</source>
        <translation>Die COLLADA-Datei hat keine &lt;scene&gt;, die etwas zeigt</translation>
    </message>
    <message>
        <source>export it with its scene, not its library of parts alone</source>
        <translation>Exportieren Sie sie mit ihrer Szene, nicht nur die Teilebibliothek</translation>
    </message>
    <message>
        <source>{place}: this vertex is {text}, and has to be three numbers</source>
        <translation>{place}: Diese Ecke ist {text} und muss aus drei Zahlen bestehen</translation>
    </message>
    <message>
        <source>export it again, or write three numbers with decimal points there</source>
        <translation>Exportieren Sie sie neu, oder schreiben Sie dort drei Zahlen mit Dezimalpunkt</translation>
    </message>
    <message>
        <source>{file} holds no vertices: there is nothing to show</source>
        <translation>{file} enthält keine Ecken: Es gibt nichts zu zeigen</translation>
    </message>
    <message>
        <source>export it again as OBJ, or choose the type that it has</source>
        <translation>Exportieren Sie sie neu als OBJ, oder wählen Sie den Typ, den sie hat</translation>
    </message>
    <message>
        <source>scene {scene} has the node {node}, and the file has {count} {count|node|nodes}, counted from 0</source>
        <translation>Szene {scene} hat den Knoten {node}, und die Datei hat {count} Knoten, gezählt ab 0</translation>
    </message>
    <message>
        <source>a buffer of the glTF file is not as long as it says, or shorter than what is to be read from it; its reader says: {reason}</source>
        <translation>Ein Puffer der glTF-Datei ist nicht so lang, wie er sagt, oder kürzer als das, was aus ihm zu lesen ist; ihr Leser sagt: {reason}</translation>
    </message>
    <message>
        <source>the file or its .bin is probably cut off: copy both again, or export it again</source>
        <translation>Die Datei oder ihre .bin ist vermutlich abgeschnitten: Kopieren Sie beide neu, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>the glTF file has in {where} a {member} that is no {type}</source>
        <translation>Die glTF-Datei hat bei {where} ein {member}, das kein {type} ist</translation>
    </message>
    <message>
        <source>the file is probably damaged or made by hand: correct {member} there, or export it again</source>
        <translation>Die Datei ist vermutlich beschädigt oder von Hand gemacht: Berichtigen Sie dort {member}, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>the glTF file names one of its {list}, and has none</source>
        <translation>Die glTF-Datei nennt eines ihrer {list} und hat keines</translation>
    </message>
    <message>
        <source>a buffer of the glTF file that stands in it is no Base64</source>
        <translation>Ein Puffer, der in der glTF-Datei selbst steht, ist kein Base64</translation>
    </message>
    <message>
        <source>a buffer of the glTF file does not say where its data are: it has no uri</source>
        <translation>Ein Puffer der glTF-Datei sagt nicht, wo seine Daten sind: Er hat keine uri</translation>
    </message>
    <message>
        <source>name its .bin file as uri, or export it again</source>
        <translation>Nennen Sie seine .bin-Datei als uri, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>{file} is of glTF version 1, which is not read</source>
        <translation>{file} ist von der glTF-Version 1, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>{count} {count|triangle is left out: it names|triangles are left out: they name} vertices that are not there</source>
        <translation>{count} {count|Dreieck ist weggelassen: Es nennt|Dreiecke sind weggelassen: Sie nennen} Ecken, die es nicht gibt</translation>
    </message>
    <message>
        <source>{place}: the &lt;{element}&gt; is {text}, which it cannot be</source>
        <translation>{place}: Das &lt;{element}&gt; ist {text}, was es nicht sein kann</translation>
    </message>
    <message>
        <source>write {form} into this &lt;{element}&gt;</source>
        <translation>Schreiben Sie {form} in dieses &lt;{element}&gt;</translation>
    </message>
    <message>
        <source>{place}: what this &lt;{element}&gt; holds cannot be read</source>
        <translation>{place}: Was dieses &lt;{element}&gt; enthält, kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{place}: this &lt;{parent}&gt; has no &lt;{element}&gt;</source>
        <translation>{place}: Dieses &lt;{parent}&gt; hat kein &lt;{element}&gt;</translation>
    </message>
    <message>
        <source>write a &lt;{element}&gt; into this &lt;{parent}&gt;</source>
        <translation>Schreiben Sie ein &lt;{element}&gt; in dieses &lt;{parent}&gt;</translation>
    </message>
    <message>
        <source>{place}: this &lt;{element}&gt; has no {attribute}</source>
        <translation>{place}: Dieses &lt;{element}&gt; hat kein {attribute}</translation>
    </message>
    <message>
        <source>write {attribute}=&quot;...&quot; into this &lt;{element}&gt;</source>
        <translation>Schreiben Sie {attribute}=&quot;...&quot; in dieses &lt;{element}&gt;</translation>
    </message>
    <message>
        <source>{place}: the {attribute} of an element is empty, or not of its kind</source>
        <translation>{place}: Das {attribute} eines Elements ist leer oder nicht von seiner Art</translation>
    </message>
    <message>
        <source>write a {attribute} that is not empty into the element in this line</source>
        <translation>Schreiben Sie ein {attribute}, das nicht leer ist, in das Element in dieser Zeile</translation>
    </message>
    <message>
        <source>{place}: this element has the attribute {attribute} twice</source>
        <translation>{place}: Dieses Element hat das Attribut {attribute} zweimal</translation>
    </message>
    <message>
        <source>leave one {attribute} in it</source>
        <translation>Lassen Sie ein {attribute} darin stehen</translation>
    </message>
    <message>
        <source>{place}: a value of an attribute stands without quotes</source>
        <translation>{place}: Der Wert eines Attributs steht ohne Anführungszeichen</translation>
    </message>
    <message>
        <source>put it in quotes, as in name=&quot;arm&quot;</source>
        <translation>Setzen Sie ihn in Anführungszeichen, wie in name=&quot;arm&quot;</translation>
    </message>
    <message>
        <source>{place}: this is no well-formed XML</source>
        <translation>{place}: Das ist kein wohlgeformtes XML</translation>
    </message>
    <message>
        <source>look at its tags with a program that checks XML, or export it again</source>
        <translation>Prüfen Sie die Datei mit einem Programm, das XML prüft, oder exportieren Sie sie neu</translation>
    </message>
    <message>
        <source>there is more than one &lt;model&gt; outside of a &lt;world&gt;; only {model} is read</source>
        <translation>Es gibt mehr als ein &lt;model&gt; außerhalb einer &lt;world&gt;; nur {model} wird gelesen</translation>
    </message>
    <message>
        <source>put the models into a &lt;world name=&quot;...&quot;&gt;, and all of them are read</source>
        <translation>Setzen Sie die Modelle in eine &lt;world name=&quot;...&quot;&gt;, dann werden alle gelesen</translation>
    </message>
    <message>
        <source>the name {name} of a {element} is reserved in SDF</source>
        <translation>Der Name {name} eines {element} ist in SDF vorbehalten</translation>
    </message>
    <message>
        <source>give it a name other than world, and without __ at both ends</source>
        <translation>Geben Sie ihm einen anderen Namen als world, und ohne __ an beiden Enden</translation>
    </message>
    <message>
        <source>no body has the mass and inertia of link {link}</source>
        <translation>Kein Körper hat die Masse und Trägheit von Link {link}</translation>
    </message>
    <message>
        <source>the {element} {name} has the name of something else in {holder}</source>
        <translation>{element} {name} heißt wie etwas anderes in {holder}</translation>
    </message>
    <message>
        <source>give one of them another name in the file: links, joints and frames of a model share their names</source>
        <translation>Geben Sie einem davon in der Datei einen anderen Namen: Links, Gelenke und Frames eines Modells teilen sich die Namen</translation>
    </message>
    <message>
        <source>joint {joint} moves, and has no &lt;axis&gt;; it is imported as fixed</source>
        <translation>Gelenk {joint} bewegt sich und hat keine &lt;axis&gt;; es ist als fest importiert</translation>
    </message>
    <message>
        <source>add an &lt;axis&gt; with its direction as &lt;xyz&gt; to the joint</source>
        <translation>Fügen Sie dem Gelenk eine &lt;axis&gt; mit ihrer Richtung als &lt;xyz&gt; hinzu</translation>
    </message>
    <message>
        <source>its mesh has no &lt;uri&gt;</source>
        <translation>Sein Netz hat keine &lt;uri&gt;</translation>
    </message>
    <message>
        <source>write the file of the mesh as &lt;uri&gt; into it</source>
        <translation>Schreiben Sie die Datei des Netzes als &lt;uri&gt; hinein</translation>
    </message>
    <message>
        <source>the model {model} holds {count} other {count|model; it is a part|models; they are parts} of it here</source>
        <translation>Das Modell {model} enthält {count} {count|anderes Modell; es ist hier ein Teil|andere Modelle; sie sind hier Teile} von ihm</translation>
    </message>
    <message>
        <source>link {link} has a mass of {mass} kg and is {size} large: its density would be {density} kg/m3, less than a tenth of that of air (noted for {links})</source>
        <translation>Link {link} hat eine Masse von {mass} kg und ist {size} groß: Seine Dichte wäre {density} kg/m3, weniger als ein Zehntel der von Luft (bemerkt bei {links})</translation>
    </message>
    <message>
        <source>the collision mesh {mesh} is open: {edges} {edges|edge has|edges have} one triangle alone, and holes are {percent} % of its surface; what lies wholly inside counts as free (of {total} {total|mesh|meshes} {count} {count|is|are} open: {meshes})</source>
        <translation>Das Kollisionsnetz {mesh} ist offen: {edges} {edges|Kante hat|Kanten haben} nur ein Dreieck, und Löcher sind {percent} % seiner Oberfläche; was ganz innen liegt, gilt als frei (von {total} {total|Netz|Netzen} {count|ist|sind} {count} offen: {meshes})</translation>
    </message>
    <message>
        <source>the mesh {mesh} is inside out: its triangles face inwards (of {total} {total|mesh|meshes} {count} {count|is|are} so: {meshes})</source>
        <translation>Das Netz {mesh} ist umgestülpt: Seine Dreiecke zeigen nach innen (von {total} {total|Netz|Netzen} {count|ist|sind} es {count}: {meshes})</translation>
    </message>
    <message>
        <source>{place}: the &lt;{element}&gt; of joint {joint} has no {attribute}</source>
        <translation>{place}: Das &lt;{element}&gt; von Gelenk {joint} hat kein {attribute}</translation>
    </message>
    <message>
        <source>{place}: the robot is of URDF version {version}, which is not read</source>
        <translation>{place}: Der Roboter ist von der URDF-Version {version}, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>write version=&quot;1.0&quot;, or leave the version out</source>
        <translation>Schreiben Sie version=&quot;1.0&quot;, oder lassen Sie die Version weg</translation>
    </message>
    <message>
        <source>{place}: the rgba of material {material} is {text}, and has to be 4 numbers</source>
        <translation>{place}: Das rgba von Material {material} ist {text} und muss aus 4 Zahlen bestehen</translation>
    </message>
    <message>
        <source>write red, green, blue and alpha from 0 to 1, as in rgba=&quot;0.8 0.1 0.1 1&quot;</source>
        <translation>Schreiben Sie Rot, Grün, Blau und Alpha von 0 bis 1, wie in rgba=&quot;0.8 0.1 0.1 1&quot;</translation>
    </message>
    <message>
        <source>{place}: this is no well-formed XML; its reader says: {reason}</source>
        <translation>{place}: Das ist kein wohlgeformtes XML; sein Leser sagt: {reason}</translation>
    </message>
    <message>
        <source>look there for an attribute that stands twice or without quotes, and for &lt; in text</source>
        <translation>Suchen Sie dort nach einem Attribut, das zweimal oder ohne Anführungszeichen steht, und nach &lt; im Text</translation>
    </message>
    <message>
        <source>six numbers, x y z in metres and roll pitch yaw in radians,</source>
        <translation>sechs Zahlen, x y z in Metern und Roll Nick Gier in Radiant,</translation>
    </message>
    <message>
        <source>numbers with blanks between them, three if it is of space,</source>
        <translation>Zahlen mit Leerzeichen dazwischen, drei im Raum,</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number with a decimal point, or what else SDF wants of it,</source>
        <translation>eine Zahl mit Dezimalpunkt, oder was SDF sonst dort verlangt,</translation>
    </message>
    <message>
        <source>{field} needs {count} {count|value|values}, {given} {given|was|were} given</source>
        <translation>{field} braucht {count} {count|Wert|Werte}, gegeben {given|ist|sind} {given}</translation>
    </message>
    <message>
        <source>give {count} {count|value|values}, one for each joint in this order: {joints}</source>
        <translation>Geben Sie {count} {count|Wert|Werte} an, je einen für jedes Gelenk in dieser Reihenfolge: {joints}</translation>
    </message>
    <message>
        <source>{field}: {count} joint {count|position is|positions are} needed, {given} {given|was|were} given</source>
        <translation>{field}: {count} {count|Gelenkstellung wird|Gelenkstellungen werden} gebraucht, gegeben {given|ist|sind} {given}</translation>
    </message>
    <message>
        <source>give {count} {count|position|positions}, one for each joint in this order: {joints}</source>
        <translation>Geben Sie {count} {count|Stellung|Stellungen} an, je eine für jedes Gelenk in dieser Reihenfolge: {joints}</translation>
    </message>
    <message>
        <source>{file} holds no TLS certificate in PEM form</source>
        <translation>{file} enthält kein TLS-Zertifikat in PEM-Form</translation>
    </message>
    <message>
        <source>give the file that begins with -----BEGIN CERTIFICATE-----; the program openssl turns one in DER form into PEM</source>
        <translation>Geben Sie die Datei an, die mit -----BEGIN CERTIFICATE----- beginnt; das Programm openssl macht aus DER-Form PEM</translation>
    </message>
    <message>
        <source>{file} holds a private key, and was given as the TLS certificate</source>
        <translation>{file} enthält einen privaten Schlüssel und wurde als TLS-Zertifikat angegeben</translation>
    </message>
    <message>
        <source>give the certificate here and the key as key: perhaps the two were exchanged</source>
        <translation>Geben Sie hier das Zertifikat an und den Schlüssel als Schlüssel: Vielleicht sind die beiden vertauscht</translation>
    </message>
    <message>
        <source>{file} holds no private key in PEM form</source>
        <translation>{file} enthält keinen privaten Schlüssel in PEM-Form</translation>
    </message>
    <message>
        <source>give the file that begins with -----BEGIN PRIVATE KEY-----, which was made together with the certificate</source>
        <translation>Geben Sie die Datei an, die mit -----BEGIN PRIVATE KEY----- beginnt und zusammen mit dem Zertifikat gemacht wurde</translation>
    </message>
    <message>
        <source>{file} holds a certificate, and was given as the private key of TLS</source>
        <translation>{file} enthält ein Zertifikat und wurde als privater Schlüssel von TLS angegeben</translation>
    </message>
    <message>
        <source>give the file that begins with -----BEGIN PRIVATE KEY----- as key</source>
        <translation>Geben Sie die Datei, die mit -----BEGIN PRIVATE KEY----- beginnt, als Schlüssel an</translation>
    </message>
    <message>
        <source>the private key in {file} is locked with a password, which a server cannot be asked for</source>
        <translation>Der private Schlüssel in {file} ist mit einem Kennwort geschützt, das der Server nicht erfragen kann</translation>
    </message>
    <message>
        <source>write it to a file without password that only you may read, by the program openssl, and give that</source>
        <translation>Schreiben Sie ihn mit dem Programm openssl ohne Kennwort in eine Datei, die nur Sie lesen dürfen, und geben Sie diese an</translation>
    </message>
    <message>
        <source>the private key in {key} is not that of the certificate in {certificate}</source>
        <translation>Der private Schlüssel in {key} ist nicht der des Zertifikats in {certificate}</translation>
    </message>
    <message>
        <source>give the key that this certificate was made with, or make both anew; of a chain the server&apos;s own certificate stands first</source>
        <translation>Geben Sie den Schlüssel an, mit dem dieses Zertifikat gemacht wurde, oder machen Sie beide neu; in einer Kette steht das Zertifikat des Servers zuerst</translation>
    </message>
    <message>
        <source>this server asks for a token, and the call has no metadata authorization</source>
        <translation>Dieser Server verlangt ein Token, und der Aufruf hat keine Metadaten authorization</translation>
    </message>
    <message>
        <source>send the metadata &apos;authorization: Bearer TOKEN&apos; with the token that the server was started with</source>
        <translation>Senden Sie die Metadaten &apos;authorization: Bearer TOKEN&apos; mit dem Token, mit dem der Server gestartet wurde</translation>
    </message>
    <message>
        <source>the metadata authorization of the call does not begin with &apos;Bearer &apos; and a token</source>
        <translation>Die Metadaten authorization des Aufrufs beginnen nicht mit &apos;Bearer &apos; und einem Token</translation>
    </message>
    <message>
        <source>put &apos;Bearer &apos; before the token: &apos;authorization: Bearer TOKEN&apos;</source>
        <translation>Setzen Sie &apos;Bearer &apos; vor das Token: &apos;authorization: Bearer TOKEN&apos;</translation>
    </message>
    <message>
        <source>the token in the metadata authorization is not the one of this server</source>
        <translation>Das Token in den Metadaten authorization ist nicht das dieses Servers</translation>
    </message>
    <message>
        <source>send the token that this server was started with: another one may have been started since</source>
        <translation>Senden Sie das Token, mit dem dieser Server gestartet wurde: Vielleicht wurde inzwischen ein anderer gestartet</translation>
    </message>
    <message>
        <source>the scene object has {count} {count|fault|faults}</source>
        <translation>Das Szenenobjekt hat {count} Fehler</translation>
    </message>
    <message>
        <source>{count} objects stand far away from everything else, {object} by {distance}: their positions look like millimetres ({objects})</source>
        <translation>{count} Objekte stehen weit weg von allem anderen, {object} um {distance}: Ihre Positionen sehen nach Millimetern aus ({objects})</translation>
    </message>
    <message>
        <source>lengths are metres: millimetres would be {then} for {object}</source>
        <translation>Längen sind Meter: Millimeter wären {then} bei {object}</translation>
    </message>
    <message>
        <source>the base of {robot} stands in {count} things, {depth} deep in {other}: planning cannot move it out ({others})</source>
        <translation>Die Basis von {robot} steckt in {count} Dingen, {depth} tief in {other}: Die Planung kann sie nicht herausbewegen ({others})</translation>
    </message>
    <message>
        <source>move {robot} out of them, or exclude the pairs by collision rules</source>
        <translation>Bewegen Sie {robot} aus ihnen heraus, oder schließen Sie die Paare durch Kollisionsregeln aus</translation>
    </message>
    <message>
        <source>{field} has {count} {count|value|values} for {joints} {joints|joint|joints}</source>
        <translation>{field} hat {count} {count|Wert|Werte} für {joints} {joints|Gelenk|Gelenke}</translation>
    </message>
    <message>
        <source>{count} joint {count|position|positions} given for {joints} {joints|joint|joints} of {object}</source>
        <translation>{count} {count|Gelenkstellung|Gelenkstellungen} gegeben für {joints} {joints|Gelenk|Gelenke} von {object}</translation>
    </message>
    <message>
        <source>configuration {configuration} has {count} {count|position|positions} for {joints} {joints|joint|joints}</source>
        <translation>Konfiguration {configuration} hat {count} {count|Stellung|Stellungen} für {joints} {joints|Gelenk|Gelenke}</translation>
    </message>
    <message>
        <source>the Cartesian limit {field} has {count} {count|value|values}</source>
        <translation>Die kartesische Grenze {field} hat {count} {count|Wert|Werte}</translation>
    </message>
    <message>
        <source>the request has no collision_settings</source>
        <translation>die Anfrage hat keine collision_settings</translation>
    </message>
    <message>
        <source>there is nothing in the world</source>
        <translation>in der Welt ist nichts</translation>
    </message>
    <message>
        <source>clear disable_collision_checking in these settings</source>
        <translation>löschen Sie disable_collision_checking in diesen Einstellungen</translation>
    </message>
    <message>
        <source>add collision_settings, empty ones will do, to the request to have them checked</source>
        <translation>geben Sie der Anfrage collision_settings, auch leere, damit geprüft wird</translation>
    </message>
    <message>
        <source>import models, or make objects, first</source>
        <translation>importieren Sie zuerst Modelle, oder legen Sie Objekte an</translation>
    </message>
    <message>
        <source>give two objects collision geometry: in URDF and SDF by a &lt;collision&gt; element of the link, else by importing the mesh or solid with collision geometry</source>
        <translation>geben Sie zwei Objekten Kollisionsgeometrie: in URDF und SDF durch ein Element &lt;collision&gt; des Glieds, sonst indem Sie das Netz oder den Körper mit Kollisionsgeometrie importieren</translation>
    </message>
    <message>
        <source>give links of the robot, or what it carries, collision geometry</source>
        <translation>geben Sie Gliedern des Roboters oder dem, was er trägt, Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>take out a rule that excludes a pair</source>
        <translation>nehmen Sie eine Regel heraus, die ein Paar ausnimmt</translation>
    </message>
    <message>
        <source>{joint} is a joint and has no collision geometry of its own</source>
        <translation>{joint} ist ein Gelenk und hat keine eigene Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>name the link that it moves: {link}</source>
        <translation>nennen Sie das Glied, das es bewegt: {link}</translation>
    </message>
    <message>
        <source>rule {rule} is about no two bodies that could meet</source>
        <translation>Regel {rule} betrifft keine zwei Körper, die sich treffen könnten</translation>
    </message>
    <message>
        <source>name in rule {rule} things with collision geometry that can meet, or remove it</source>
        <translation>nennen Sie in Regel {rule} Dinge mit Kollisionsgeometrie, die sich treffen können, oder entfernen Sie sie</translation>
    </message>
    <message>
        <source>rule {rule} never decides: rule {other} does for all of its pairs</source>
        <translation>Regel {rule} entscheidet nie: bei allen ihren Paaren tut es Regel {other}</translation>
    </message>
    <message>
        <source>remove rule {rule}, or take from rule {other} what it is to decide</source>
        <translation>entfernen Sie Regel {rule}, oder nehmen Sie aus Regel {other} heraus, worüber sie entscheiden soll</translation>
    </message>
    <message>
        <source>rule {rule} never decides: for all of its pairs something else holds, as a smaller margin</source>
        <translation>Regel {rule} entscheidet nie: für alle ihre Paare gilt etwas anderes, etwa ein kleinerer Abstand</translation>
    </message>
    <message>
        <source>remove rule {rule}, or raise the margins that are smaller</source>
        <translation>entfernen Sie Regel {rule}, oder erhöhen Sie die kleineren Abstände</translation>
    </message>
    <message>
        <source>choose a frame or link of the robot or of what it carries: {known}</source>
        <translation>wählen Sie ein Bezugssystem oder Glied des Roboters oder dessen, was er trägt: {known}</translation>
    </message>
    <message>
        <source>choose a target that stands still: {known}</source>
        <translation>wählen Sie ein Ziel, das stillsteht: {known}</translation>
    </message>
    <message>
        <source>the start is in collision by its margin alone</source>
        <translation>der Anfang kollidiert allein durch den Abstand, der verlangt ist</translation>
    </message>
    <message>
        <source>set the margin below {distance} if that is enough, move {object} or the robot, or exclude the pair by a collision rule</source>
        <translation>setzen Sie den Abstand unter {distance}, wenn das genügt, verschieben Sie {object} oder den Roboter, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>set the margin (minimum_margin, or that of the rule) below {distance}: these are parts of the robot and of what it carries; or exclude the pair by a collision rule</source>
        <translation>setzen Sie den Abstand (minimum_margin oder den der Regel) unter {distance}: dies sind Teile des Roboters und dessen, was er trägt; oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>the goal is in collision by its margin alone</source>
        <translation>das Ziel kollidiert allein durch den Abstand, der verlangt ist</translation>
    </message>
    <message>
        <source>set the margin below {distance} if that is enough, choose another goal, move {object}, or exclude the pair by a collision rule</source>
        <translation>setzen Sie den Abstand unter {distance}, wenn das genügt, wählen Sie ein anderes Ziel, verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>the goal is in collision in every posture found ({count}), by its margin alone</source>
        <translation>das Ziel kollidiert in jeder gefundenen Stellung ({count}) allein durch den Abstand, der verlangt ist</translation>
    </message>
    <message>
        <source>set the margin below {distance} if that is enough, move or turn the goal, move {object}, or exclude the pair by a collision rule</source>
        <translation>setzen Sie den Abstand unter {distance}, wenn das genügt, verschieben oder drehen Sie das Ziel, verschieben Sie {object}, oder nehmen Sie das Paar durch eine Kollisionsregel aus</translation>
    </message>
    <message>
        <source>the goal cannot be reached from below, which is what its z axis asks for by pointing up</source>
        <translation>das Ziel ist von unten nicht zu erreichen, wie es seine nach oben zeigende z-Achse verlangt</translation>
    </message>
    <message>
        <source>turn the goal by 180 degrees about its x axis: then {robot} reaches it from above</source>
        <translation>drehen Sie das Ziel um 180 Grad um seine x-Achse: dann erreicht {robot} es von oben</translation>
    </message>
    <message>
        <source>turn the target by 180 degrees about its x axis: then {robot} reaches it from above</source>
        <translation>drehen Sie das Ziel um 180 Grad um seine x-Achse: dann erreicht {robot} es von oben</translation>
    </message>
    <message>
        <source>the joints are outside the joint limits</source>
        <translation>die Gelenke stehen außerhalb ihrer Grenzen</translation>
    </message>
    <message>
        <source>limits are radians: if {given} degrees were meant, write {meant}</source>
        <translation>Grenzen sind Radiant: wenn {given} Grad gemeint waren, schreiben Sie {meant}</translation>
    </message>
    <message>
        <source>{object} has child objects ({count}): {children}</source>
        <translation>{object} hat untergeordnete Objekte ({count}): {children}</translation>
    </message>
    <message>
        <source>{file} was read with a warning [{codes}]</source>
        <translation>{file} wurde mit einer Warnung gelesen [{codes}]</translation>
    </message>
    <message>
        <source>{remedy}or import it without the strict option</source>
        <translation>{remedy}oder importieren Sie ohne die strenge Option</translation>
    </message>
    <message>
        <source>{remedy}or leave --strict out</source>
        <translation>{remedy}oder lassen Sie --strict weg</translation>
    </message>
    <message>
        <source>{file} was read with {count} warnings [{codes}]</source>
        <translation>{file} wurde mit {count} Warnungen gelesen [{codes}]</translation>
    </message>
    <message>
        <source>nothing can be saved of {file}</source>
        <translation>von {file} ist nichts zu retten</translation>
    </message>
    <message>
        <source>restore a backup of the file, or copy it again from where it came from</source>
        <translation>spielen Sie eine Sicherung der Datei zurück, oder kopieren Sie sie noch einmal von dort, woher sie kam</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat</translation>
    </message>
    <message>
        <source>take the backup {backup}, which a save has left: `worldwright info {backup}` tells what it holds</source>
        <translation>nehmen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat: `worldwright info {backup}` sagt, was sie enthält</translation>
    </message>
    <message>
        <source>this user may read the file {file}, but not write it</source>
        <translation>dieser Benutzer darf die Datei {file} lesen, aber nicht schreiben</translation>
    </message>
    <message>
        <source>make the file writable, or choose another one</source>
        <translation>machen Sie die Datei beschreibbar, oder wählen Sie eine andere</translation>
    </message>
    <message>
        <source>make it writable: `chmod u+w {path}`, or name another file for the outcome</source>
        <translation>machen Sie sie beschreibbar: `chmod u+w {path}`, oder nennen Sie eine andere Datei für das Ergebnis</translation>
    </message>
    <message>
        <source>this user may not read the file {file}</source>
        <translation>dieser Benutzer darf die Datei {file} nicht lesen</translation>
    </message>
    <message>
        <source>make the file readable, or choose another one</source>
        <translation>machen Sie die Datei lesbar, oder wählen Sie eine andere</translation>
    </message>
    <message>
        <source>make it readable: `chmod u+r {path}`, or ask its owner for that</source>
        <translation>machen Sie sie lesbar: `chmod u+r {path}`, oder bitten Sie ihren Besitzer darum</translation>
    </message>
    <message>
        <source>there is no folder {folder} for the socket {path}</source>
        <translation>es gibt keinen Ordner {folder} für den Socket {path}</translation>
    </message>
    <message>
        <source>make the folder first, or choose a path in one that is there</source>
        <translation>legen Sie den Ordner zuerst an, oder wählen Sie einen Pfad in einem vorhandenen</translation>
    </message>
    <message>
        <source>geometry_operations.remove_types: an import makes no geometry of the type {type}</source>
        <translation>geometry_operations.remove_types: ein Import macht keine Geometrie der Art {type}</translation>
    </message>
    <message>
        <source>its types are {known}</source>
        <translation>die Arten sind {known}</translation>
    </message>
    <message>
        <source>where it stands now, {link} of {robot} is {depth} deep in {other}</source>
        <translation>wo es jetzt steht, steckt {link} von {robot} {depth} tief in {other}</translation>
    </message>
    <message>
        <source>move {robot} by {depth} out of {other}, or give its joints other positions</source>
        <translation>rücken Sie {robot} um {depth} aus {other} heraus, oder geben Sie den Gelenken andere Stellungen</translation>
    </message>
    <message>
        <source>joint {joint} of {robot} may turn from {lower} to {upper} rad, {turns} times around: the limits of {joints} look like degrees</source>
        <translation>Gelenk {joint} von {robot} darf sich von {lower} bis {upper} rad drehen, {turns} Mal herum: die Grenzen von {joints} sehen nach Grad aus</translation>
    </message>
    <message>
        <source>give them in radians: for {joint} lower {lower_rad} and upper {upper_rad}</source>
        <translation>geben Sie sie im Bogenmaß an: für {joint} unten {lower_rad} und oben {upper_rad}</translation>
    </message>
    <message>
        <source>{object} is {size} large; with millimetres taken as metres it would be {then}</source>
        <translation>{object} ist {size} groß; wurden Millimeter als Meter genommen, wäre es {then}</translation>
    </message>
    <message>
        <source>lengths are metres: check those of {object}</source>
        <translation>Längen sind Meter: prüfen Sie die von {object}</translation>
    </message>
    <message>
        <source>{object} is only {size} large; with metres taken as millimetres it would be {then}</source>
        <translation>{object} ist nur {size} groß; wurden Meter als Millimeter genommen, wäre es {then}</translation>
    </message>
    <message>
        <source>{link} has a mass of {mass} kg now and fits a box of {size}: its density would be {density} kg/m3 or more, and that of steel is 7850</source>
        <translation>{link} hat jetzt eine Masse von {mass} kg und passt in einen Quader von {size}: die Dichte wäre {density} kg/m3 oder mehr, und die von Stahl ist 7850</translation>
    </message>
    <message>
        <source>masses are kilograms: grams would be {less} kg</source>
        <translation>Massen sind Kilogramm: Gramm wären {less} kg</translation>
    </message>
    <message>
        <source>all things must keep a margin of {margin} now: what is nearer counts as a collision</source>
        <translation>alles muss jetzt einen Abstand von {margin} halten: was näher ist, gilt als Kollision</translation>
    </message>
    <message>
        <source>margins are metres: millimetres would be {then} m</source>
        <translation>Abstände sind Meter: Millimeter wären {then} m</translation>
    </message>
    <message>
        <source>collision rule {index} asks for a margin of {margin}: what is nearer counts as a collision</source>
        <translation>Kollisionsregel {index} verlangt einen Abstand von {margin}: was näher ist, gilt als Kollision</translation>
    </message>
    <message>
        <source>paths are checked for collisions only every {spacing} radians or metres now: what a joint passes in between is not seen</source>
        <translation>Wege werden jetzt nur in Schritten von {spacing} (Bogenmaß oder Meter) auf Kollisionen geprüft: was ein Gelenk dazwischen durchläuft, wird nicht gesehen</translation>
    </message>
    <message>
        <source>0.01 to 0.1 is usual; without collision_check_spacing the program chooses</source>
        <translation>üblich ist 0.01 bis 0.1; ohne collision_check_spacing wählt das Programm</translation>
    </message>
    <message>
        <source>settings that are sent take the place of all: send the rules that shall stay along with them</source>
        <translation>gesendete Einstellungen ersetzen alle: senden Sie die Regeln mit, die bleiben sollen</translation>
    </message>
    <message>
        <source>undo this if they were to stay</source>
        <translation>machen Sie dies rückgängig, wenn sie bleiben sollten</translation>
    </message>
    <message>
        <source>it is not said which object is meant</source>
        <translation>es ist nicht gesagt, welches Objekt gemeint ist</translation>
    </message>
    <message>
        <source>name the object, by its id or by_name</source>
        <translation>nennen Sie das Objekt, mit seiner id oder by_name</translation>
    </message>
    <message>
        <source>it is not said which frame is meant</source>
        <translation>es ist nicht gesagt, welches Bezugssystem gemeint ist</translation>
    </message>
    <message>
        <source>name the frame, by its id or by_name</source>
        <translation>nennen Sie das Bezugssystem, mit seiner id oder by_name</translation>
    </message>
    <message>
        <source>it is not said which entity is meant</source>
        <translation>es ist nicht gesagt, welches Teil gemeint ist</translation>
    </message>
    <message>
        <source>name the entity by its id</source>
        <translation>nennen Sie das Teil mit seiner id</translation>
    </message>
    <message>
        <source>it is not said which object, entity or frame is meant</source>
        <translation>es ist nicht gesagt, welches Objekt, Teil oder Bezugssystem gemeint ist</translation>
    </message>
    <message>
        <source>name it, by its id or by_name</source>
        <translation>nennen Sie es, mit seiner id oder by_name</translation>
    </message>
    <message>
        <source>it is not said which object or entity is meant</source>
        <translation>es ist nicht gesagt, welches Objekt oder Teil gemeint ist</translation>
    </message>
    <message>
        <source>the edit is empty, or of a kind that this program does not know</source>
        <translation>die Änderung ist leer, oder von einer Art, die dieses Programm nicht kennt</translation>
    </message>
    <message>
        <source>the update is empty, or of a kind that this program does not know</source>
        <translation>die Aktualisierung ist leer, oder von einer Art, die dieses Programm nicht kennt</translation>
    </message>
    <message>
        <source>send it along: pack both into a ZIP archive, and import that</source>
        <translation>Senden Sie sie mit: Packen Sie beide in ein ZIP-Archiv und importieren Sie dieses</translation>
    </message>
    <message>
        <source>{file} was found neither beside the file nor in {folders}</source>
        <translation>{file} wurde weder neben der Datei noch in {folders} gefunden</translation>
    </message>
    <message>
        <source>download it, and send it along: pack both into a ZIP archive, and import that</source>
        <translation>Laden Sie sie herunter und senden Sie sie mit: Packen Sie beide in ein ZIP-Archiv und importieren Sie dieses</translation>
    </message>
    <message>
        <source>the element {element} in &lt;{parent}&gt; is not read, and left out</source>
        <translation>Das Element {element} in &lt;{parent}&gt; wird nicht gelesen und weggelassen</translation>
    </message>
    <message>
        <source>correct its name in the file</source>
        <translation>Berichtigen Sie seinen Namen in der Datei</translation>
    </message>
    <message>
        <source>no triangle of {file} has an area: there is nothing to be seen of it</source>
        <translation>Kein Dreieck von {file} hat eine Fläche: Es ist nichts davon zu sehen</translation>
    </message>
    <message>
        <source>the corners of each lie on a line or in one point: export it again, with surfaces</source>
        <translation>Die Ecken von jedem liegen auf einer Linie oder in einem Punkt: Exportieren Sie die Datei neu, mit Flächen</translation>
    </message>
    <message>
        <source>face {face} of the PLY file names the vertex {index}, and there are {count}, counted from 0</source>
        <translation>Fläche {face} der PLY-Datei nennt den Eckpunkt {index}, und es gibt {count}, von 0 an gezählt</translation>
    </message>
    <message>
        <source>{place}: a &lt;p&gt; of the COLLADA file holds {text}, and has to hold indices: whole numbers of 0 or more</source>
        <translation>{place}: Ein &lt;p&gt; der COLLADA-Datei enthält {text} und muss Indizes enthalten: ganze Zahlen ab 0</translation>
    </message>
    <message>
        <source>{place}: the node {node} of the COLLADA file holds itself, directly or by way of others</source>
        <translation>{place}: Der Knoten {node} der COLLADA-Datei enthält sich selbst, unmittelbar oder über andere</translation>
    </message>
    <message>
        <source>take this &lt;instance_node&gt; out, or export the file again</source>
        <translation>Nehmen Sie dieses &lt;instance_node&gt; heraus, oder exportieren Sie die Datei neu</translation>
    </message>
    <message>
        <source>{place}: the {attribute} of this &lt;{element}&gt; is {text}, and has to be a whole number of {least} or more</source>
        <translation>{place}: {attribute} dieses &lt;{element}&gt; ist {text} und muss eine ganze Zahl ab {least} sein</translation>
    </message>
    <message>
        <source>{place}: the &lt;{element}&gt; names {name}, and the file has nothing with this id: it is left out</source>
        <translation>{place}: Das &lt;{element}&gt; nennt {name}, und die Datei hat nichts mit dieser id: Es wird weggelassen</translation>
    </message>
    <message>
        <source>export it again, or name the id of a part that there is</source>
        <translation>Exportieren Sie die Datei neu, oder nennen Sie die id eines vorhandenen Teils</translation>
    </message>
    <message>
        <source>the nodes {nodes} of the glTF file are their own descendants: their children lead in a circle</source>
        <translation>Die Knoten {nodes} der glTF-Datei sind ihre eigenen Nachkommen: Ihre Kinder führen im Kreis</translation>
    </message>
    <message>
        <source>send the model along: pack both into a ZIP archive, and import that</source>
        <translation>Senden Sie das Modell mit: Packen Sie beide in ein ZIP-Archiv und importieren Sie dieses</translation>
    </message>
    <message>
        <source>send them along: pack all into a ZIP archive, and import that</source>
        <translation>Senden Sie sie mit: Packen Sie alle in ein ZIP-Archiv und importieren Sie dieses</translation>
    </message>
    <message>
        <source>joint {joint} closes a circle of joints, from {parent} to {child}; it is left out</source>
        <translation>Gelenk {joint} schließt einen Kreis von Gelenken, von {parent} zu {child}; es wird weggelassen</translation>
    </message>
    <message>
        <source>the circle is opened there; take another joint of it out to open it elsewhere</source>
        <translation>Der Kreis ist dort geöffnet; nehmen Sie ein anderes seiner Gelenke heraus, um ihn anderswo zu öffnen</translation>
    </message>
    <message>
        <source>no joint holds {links}; fixed to {root} here</source>
        <translation>Kein Gelenk hält {links}; hier fest an {root}</translation>
    </message>
    <message>
        <source>add a joint in the file for each that shall move</source>
        <translation>Fügen Sie in der Datei ein Gelenk für jedes hinzu, das sich bewegen soll</translation>
    </message>
    <message>
        <source>joint {joint} may turn with {velocity} rad/s, {turns} times around in a second: this looks like degrees per second</source>
        <translation>Gelenk {joint} darf sich mit {velocity} rad/s drehen, {turns}-mal herum in einer Sekunde: Das sieht nach Grad je Sekunde aus</translation>
    </message>
    <message>
        <source>write it in radians per second into the file: {radians}</source>
        <translation>Schreiben Sie es in Radiant je Sekunde in die Datei: {radians}</translation>
    </message>
    <message>
        <source>the angles {text} in the {attribute} of {owner} look like degrees</source>
        <translation>Die Winkel {text} in {attribute} von {owner} sehen nach Grad aus</translation>
    </message>
    <message>
        <source>write them in radians into the file, {radians}, and look for others like them</source>
        <translation>Schreiben Sie sie in Radiant in die Datei, {radians}, und suchen Sie nach weiteren solchen</translation>
    </message>
    <message>
        <source>joint {joint} stands {distance} from the link that holds it, {times} times the size of the largest link: the places of {joints} look like millimetres</source>
        <translation>Gelenk {joint} steht {distance} von dem Glied entfernt, das es trägt, {times}-mal so weit wie das größte Glied groß ist: Die Lagen von {joints} sehen nach Millimetern aus</translation>
    </message>
    <message>
        <source>write them in metres into the file: for {joint} {metres} instead of {distance}</source>
        <translation>Schreiben Sie sie in Metern in die Datei: für {joint} {metres} statt {distance}</translation>
    </message>
    <message>
        <source>{count} {count|name is|names are} written otherwise here: {names}</source>
        <translation>{count} {count|Name ist|Namen sind} hier anders geschrieben: {names}</translation>
    </message>
    <message>
        <source>use the new names here, or letters, digits and underscores in the file</source>
        <translation>Verwenden Sie hier die neuen Namen, oder in der Datei Buchstaben, Ziffern und Unterstriche</translation>
    </message>
    <message>
        <source>{place}: the joints {joints} run in a circle, and each link of the robot has a parent</source>
        <translation>{place}: Die Gelenke {joints} laufen im Kreis, und jedes Glied des Roboters hat einen Träger</translation>
    </message>
    <message>
        <source>{file} is an SRDF: it describes groups and pairs of links, and holds no robot</source>
        <translation>{file} ist eine SRDF-Datei: Sie beschreibt Gruppen und Paare von Gliedern und enthält keinen Roboter</translation>
    </message>
    <message>
        <source>import the URDF that it belongs to</source>
        <translation>Importieren Sie die URDF-Datei, zu der sie gehört</translation>
    </message>
    <message>
        <source>its packed bytes are damaged</source>
        <translation>seine gepackten Bytes sind beschädigt</translation>
    </message>
    <message>
        <source>the list of what it holds, which stands at its end, is missing: it seems cut off</source>
        <translation>das Verzeichnis seines Inhalts, das an seinem Ende steht, fehlt: Es scheint abgeschnitten</translation>
    </message>
    <message>
        <source>&lt;up_axis&gt; says {said}, which is no axis of COLLADA; Y is taken for up</source>
        <translation>&lt;up_axis&gt; sagt {said}, was keine Achse von COLLADA ist; Y gilt als oben</translation>
    </message>
    <message>
        <source>write X_UP, Y_UP or Z_UP there if the parts lie on their side</source>
        <translation>dort X_UP, Y_UP oder Z_UP schreiben, falls die Teile auf der Seite liegen</translation>
    </message>
    <message>
        <source>{place}: the JSON of the glTF file is broken here</source>
        <translation>{place}: Hier ist das JSON der glTF-Datei fehlerhaft</translation>
    </message>
    <message>
        <source>export it again, or correct what stands there: a comma or a quote too many or too few</source>
        <translation>neu exportieren oder berichtigen, was dort steht: ein Komma oder Anführungszeichen zu viel oder zu wenig</translation>
    </message>
    <message>
        <source>{place}: the JSON of the glTF file breaks off here</source>
        <translation>{place}: Hier bricht das JSON der glTF-Datei ab</translation>
    </message>
    <message>
        <source>the file is cut off: copy it again, or export it again</source>
        <translation>die Datei ist abgeschnitten: noch einmal kopieren oder neu exportieren</translation>
    </message>
    <message>
        <source>{count} collision rules are gone with this; rules of the world now: {left}</source>
        <translation>damit sind {count} Kollisionsregeln fort; Regeln der Welt jetzt: {left}</translation>
    </message>
    <message>
        <source>{name} is the name of the world&apos;s root object</source>
        <translation>{name} ist der Name des Wurzelobjekts der Welt</translation>
    </message>
    <message>
        <source>{file} is a pointer of Git LFS, in place of the file itself</source>
        <translation>{file} ist ein Verweis von Git LFS anstelle der Datei selbst</translation>
    </message>
    <message>
        <source>run git lfs pull in its repository, which fetches the file</source>
        <translation>führen Sie git lfs pull in ihrem Repository aus, das holt die Datei</translation>
    </message>
    <message>
        <source>{file} is packed with {what}</source>
        <translation>{file} ist mit {what} gepackt</translation>
    </message>
    <message>
        <source>unpack it, and import what it holds</source>
        <translation>entpacken Sie sie und importieren Sie, was darin ist</translation>
    </message>
    <message>
        <source>{file} is a web page (HTML), no scene</source>
        <translation>{file} ist eine Webseite (HTML), keine Szene</translation>
    </message>
    <message>
        <source>download the file itself: the page that shows it was saved in its place</source>
        <translation>laden Sie die Datei selbst herunter: statt ihrer wurde die Seite gespeichert, die sie zeigt</translation>
    </message>
    <message>
        <source>{file} is a picture or document ({what}), no scene</source>
        <translation>{file} ist ein Bild oder Dokument ({what}), keine Szene</translation>
    </message>
    <message>
        <source>choose the file with the geometry, or export it again</source>
        <translation>wählen Sie die Datei mit der Geometrie, oder exportieren Sie sie erneut</translation>
    </message>
    <message>
        <source>the file holds a second &lt;{element}&gt;, which is not read</source>
        <translation>die Datei enthält ein zweites &lt;{element}&gt;, das nicht gelesen wird</translation>
    </message>
    <message>
        <source>put what it holds into the first one, or into a file of its own</source>
        <translation>setzen Sie, was darin steht, in das erste oder in eine eigene Datei</translation>
    </message>
    <message>
        <source>the attribute {attribute} of &lt;{element}&gt; in {owner} is not read, and left out</source>
        <translation>das Attribut {attribute} von &lt;{element}&gt; in {owner} wird nicht gelesen und weggelassen</translation>
    </message>
    <message>
        <source>the file asks for a reader of glTF {version} or newer; 2.0 is read</source>
        <translation>die Datei verlangt ein Programm für glTF {version} oder neuer; gelesen wird 2.0</translation>
    </message>
    <message>
        <source>{file} is a building model ({schema}), which is written like STEP and holds no STEP shapes</source>
        <translation>{file} ist ein Gebäudemodell ({schema}), das wie STEP geschrieben ist und keine STEP-Formen enthält</translation>
    </message>
    <message>
        <source>export it as STEP (AP214 or AP242), glTF or OBJ</source>
        <translation>exportieren Sie es als STEP (AP214 oder AP242), glTF oder OBJ</translation>
    </message>
    <message>
        <source>{place}: the name {name} of a {element} holds ::, which SDF keeps for models inside of models</source>
        <translation>{place}: der Name {name} eines Elements {element} enthält ::, das in SDF Modellen in Modellen vorbehalten ist</translation>
    </message>
    <message>
        <source>write the name without ::, for instance with __ in its place</source>
        <translation>schreiben Sie den Namen ohne ::, zum Beispiel mit __ an seiner Stelle</translation>
    </message>
    <message>
        <source>{place}: no model can be made of {file}, which is included there</source>
        <translation>{place}: aus {file}, das dort eingebunden ist, lässt sich kein Modell machen</translation>
    </message>
    <message>
        <source>import {file} by itself, which tells what is wrong with it</source>
        <translation>importieren Sie {file} für sich allein, das zeigt, was daran falsch ist</translation>
    </message>
    <message>
        <source>the &lt;{shape}&gt; of {owner} has no &lt;{element}&gt;: {taken} is taken, as SDF has it</source>
        <translation>&lt;{shape}&gt; von {owner} hat kein &lt;{element}&gt;: genommen wird {taken}, wie SDF es vorgibt</translation>
    </message>
    <message>
        <source>write a &lt;{element}&gt; into this &lt;{shape}&gt;</source>
        <translation>schreiben Sie ein &lt;{element}&gt; in dieses &lt;{shape}&gt;</translation>
    </message>
    <message>
        <source>the &lt;{shape}&gt; of {owner} has &lt;{found}&gt; in place of &lt;{element}&gt;: {taken} is taken, as SDF has it</source>
        <translation>&lt;{shape}&gt; von {owner} hat &lt;{found}&gt; anstelle von &lt;{element}&gt;: genommen wird {taken}, wie SDF es vorgibt</translation>
    </message>
    <message>
        <source>write &lt;{element}&gt; in place of &lt;{found}&gt; in the file</source>
        <translation>schreiben Sie in der Datei &lt;{element}&gt; anstelle von &lt;{found}&gt;</translation>
    </message>
    <message>
        <source>the {attribute} of the &lt;limit&gt; of joint {joint} is {text}: it is taken as no limit (noted for {joints})</source>
        <translation>{attribute} im &lt;limit&gt; von Gelenk {joint} ist {text}: das gilt als keine Grenze (vermerkt für {joints})</translation>
    </message>
    <message>
        <source>write what the joint can do, above 0, as its {attribute} into the file</source>
        <translation>schreiben Sie in die Datei als {attribute}, was das Gelenk kann, über 0</translation>
    </message>
    <message>
        <source>the plane of link {link} has no end in SDF; here it is a plate of {x} x {y}, {thick} thick: what lies wholly below it counts as free</source>
        <translation>die Ebene von Glied {link} hat in SDF kein Ende; hier ist sie eine Platte von {x} x {y}, {thick} dick: was ganz darunter liegt, gilt als frei</translation>
    </message>
    <message>
        <source>give the plane a &lt;size&gt; in the file, or put a thick box in its place</source>
        <translation>geben Sie der Ebene in der Datei ein &lt;size&gt;, oder setzen Sie einen dicken Quader an ihre Stelle</translation>
    </message>
    <message>
        <source>the effort in the &lt;limit&gt; of {joints} is 0: it is taken as no limit</source>
        <translation>effort im &lt;limit&gt; von {joints} ist 0: das gilt als keine Grenze</translation>
    </message>
    <message>
        <source>write the largest force or torque there if physics is to obey it</source>
        <translation>schreiben Sie dort die größte Kraft oder das größte Drehmoment, wenn die Physik sich daran halten soll</translation>
    </message>
    <message>
        <source>{place}: link {link} is the child of two joints, {first} and {second}</source>
        <translation>{place}: Glied {link} ist das Kind zweier Gelenke, {first} und {second}</translation>
    </message>
    <message>
        <source>{place}: joint {joint} connects link {link} with itself</source>
        <translation>{place}: Gelenk {joint} verbindet Glied {link} mit sich selbst</translation>
    </message>
    <message>
        <source>its {shape} has {found} in place of {attribute}</source>
        <translation>in {shape} steht {found} anstelle von {attribute}</translation>
    </message>
    <message>
        <source>write {attribute}=&quot;...&quot; in place of {found}</source>
        <translation>schreiben Sie {attribute}=&quot;...&quot; anstelle von {found}</translation>
    </message>
    <message>
        <source>its &lt;inertial&gt; has no &lt;{element}&gt;</source>
        <translation>sein &lt;inertial&gt; hat kein &lt;{element}&gt;</translation>
    </message>
    <message>
        <source>write a &lt;{element}&gt; into it, or take the whole &lt;inertial&gt; out</source>
        <translation>schreiben Sie ein &lt;{element}&gt; hinein, oder nehmen Sie das ganze &lt;inertial&gt; heraus</translation>
    </message>
    <message>
        <source>{count} {count|byte stands|bytes stand} before the ZIP archive in {file}, which are no part of it</source>
        <translation>vor dem ZIP-Archiv in {file} {count|steht|stehen} {count} {count|Byte, das|Bytes, die} nicht dazu {count|gehört|gehören}</translation>
    </message>
    <message>
        <source>pack it or download it again</source>
        <translation>packen Sie es erneut, oder laden Sie es erneut herunter</translation>
    </message>
    <message>
        <source>nothing of {file} can be imported</source>
        <translation>nichts aus {file} lässt sich importieren</translation>
    </message>
    <message>
        <source>{a} is kept {margin} from {b} (minimum margin)</source>
        <translation>{a} hält {margin} Abstand zu {b} (Mindestabstand)</translation>
    </message>
    <message>
        <source>{a} is kept {margin} from {b} (margin rule {rule} of the object)</source>
        <translation>{a} hält {margin} Abstand zu {b} (Abstandsregel {rule} des Objekts)</translation>
    </message>
    <message>
        <source>{a} is kept {margin} from {b} (rule {rule})</source>
        <translation>{a} hält {margin} Abstand zu {b} (Regel {rule})</translation>
    </message>
    <message>
        <source>no velocity limit is given for {joints}: {assumed}/s is assumed</source>
        <translation>für {joints} ist keine Geschwindigkeitsgrenze angegeben: {assumed}/s wird angenommen</translation>
    </message>
    <message>
        <source>give each joint its limit for true times</source>
        <translation>geben Sie jedem Gelenk seine Grenze, damit die Zeiten stimmen</translation>
    </message>
    <message>
        <source>no acceleration limit is given for {joints}: {assumed}/s^2 is assumed</source>
        <translation>für {joints} ist keine Beschleunigungsgrenze angegeben: {assumed}/s^2 wird angenommen</translation>
    </message>
    <message>
        <source>start with {joint} within its limits; positions of joints that slide are metres: if {given} mm were meant, write {meant}</source>
        <translation>beginnen Sie mit {joint} innerhalb seiner Grenzen; Stellungen von Schubgelenken sind in Metern: wenn {given} mm gemeint waren, schreiben Sie {meant}</translation>
    </message>
    <message>
        <source>choose a position of {joint} within its limits; positions of joints that slide are metres: if {given} mm were meant, write {meant}</source>
        <translation>wählen Sie eine Stellung von {joint} innerhalb seiner Grenzen; Stellungen von Schubgelenken sind in Metern: wenn {given} mm gemeint waren, schreiben Sie {meant}</translation>
    </message>
    <message>
        <source>the time allowed was used up before planning could begin</source>
        <translation>die erlaubte Zeit war verbraucht, bevor die Planung beginnen konnte</translation>
    </message>
    <message>
        <source>this user has no permission to make a file in the folder {folder}</source>
        <translation>dieser Benutzer darf im Ordner {folder} keine Datei anlegen</translation>
    </message>
    <message>
        <source>choose another folder, or let yourself write there: `chmod u+w {dir}`</source>
        <translation>wählen Sie einen anderen Ordner, oder erlauben Sie sich das Schreiben dort: `chmod u+w {dir}`</translation>
    </message>
    <message>
        <source>{file} is a link to {target}, which is not there</source>
        <translation>{file} ist eine Verknüpfung mit {target}, und das gibt es nicht</translation>
    </message>
    <message>
        <source>put the file {target} there, or remove the link {file} and name the file itself</source>
        <translation>legen Sie die Datei {target} dorthin, oder entfernen Sie die Verknüpfung {file} und nennen Sie die Datei selbst</translation>
    </message>
    <message>
        <source>too little of it is there to save anything: copy it again from where it came from, or restore a backup of it</source>
        <translation>es ist zu wenig davon da, um etwas zu retten: kopieren Sie sie noch einmal von dort, woher sie kam, oder stellen Sie eine Sicherung wieder her</translation>
    </message>
    <message>
        <source>open the backup {backup}, which a save has left, or copy the file again from where it came from</source>
        <translation>öffnen Sie die Sicherung {backup}, die ein Speichern hinterlassen hat, oder kopieren Sie die Datei noch einmal von dort, woher sie kam</translation>
    </message>
    <message>
        <source>stay within the limits; positions of joints that slide are metres: if {given} mm were meant, write {meant}</source>
        <translation>bleiben Sie innerhalb der Grenzen; Stellungen von Schubgelenken sind in Metern: wenn {given} mm gemeint waren, schreiben Sie {meant}</translation>
    </message>
    <message>
        <source>the name of {object} is not a global one any more: by that name alone it is not found now</source>
        <translation>der Name von {object} ist kein globaler mehr: mit dem Namen allein wird es jetzt nicht gefunden</translation>
    </message>
    <message>
        <source>send name_is_global_alias: true along with the name</source>
        <translation>senden Sie name_is_global_alias: true zusammen mit dem Namen</translation>
    </message>
    <message>
        <source>undo this if others refer to it by that name</source>
        <translation>machen Sie das rückgängig, wenn andere sich mit diesem Namen darauf beziehen</translation>
    </message>
    <message>
        <source>{robot} carries a payload of {mass} kg now: hardly any robot carries as much</source>
        <translation>{robot} trägt jetzt eine Last von {mass} kg: kaum ein Roboter trägt so viel</translation>
    </message>
    <message>
        <source>the centre of mass of what {robot} carries is {distance} away from its tip now</source>
        <translation>der Schwerpunkt dessen, was {robot} trägt, ist jetzt {distance} von seiner Spitze entfernt</translation>
    </message>
    <message>
        <source>lengths are metres: millimetres would be {then} m</source>
        <translation>Längen sind Meter: Millimeter wären {then} m</translation>
    </message>
    <message>
        <source>the ik_solver_key {key} of {robot} has no effect: one solver serves all robots here</source>
        <translation>der ik_solver_key {key} von {robot} bewirkt nichts: hier dient ein Löser allen Robotern</translation>
    </message>
    <message>
        <source>leave ik_solver_key out; it is kept for other programs that read this world</source>
        <translation>lassen Sie ik_solver_key weg; er bleibt für andere Programme erhalten, die diese Welt lesen</translation>
    </message>
    <message>
        <source>name it by its id or by its path from the root: a name alone will do only where it is a global one</source>
        <translation>nennen Sie es mit seiner Kennung oder seinem Pfad ab der Wurzel: ein Name allein genügt nur, wenn er ein globaler ist</translation>
    </message>
    <message>
        <source>node_a and node_b are the same, {node}: nothing has a pose in itself</source>
        <translation>node_a und node_b sind dasselbe, {node}: nichts hat eine Lage in sich selbst</translation>
    </message>
    <message>
        <source>name as node_a what {node} is to be placed in, for instance root</source>
        <translation>nennen Sie als node_a, worin {node} liegen soll, zum Beispiel root</translation>
    </message>
    <message>
        <source>the limits of joint {joint} cannot be set</source>
        <translation>die Grenzen des Gelenks {joint} lassen sich nicht setzen</translation>
    </message>
    <message>
        <source>send application limits that are within the system&apos;s, or both in one request</source>
        <translation>senden Sie Anwendungsgrenzen innerhalb der Systemgrenzen, oder beide in einer Anfrage</translation>
    </message>
    <message>
        <source>limits are radians: if degrees were meant, write {lower_rad} and {upper_rad}, and so for the other joints; stay within the system limits</source>
        <translation>Grenzen sind in Radiant: wenn Grad gemeint waren, schreiben Sie {lower_rad} und {upper_rad}, und ebenso bei den anderen Gelenken; bleiben Sie innerhalb der Systemgrenzen</translation>
    </message>
    <message>
        <source>at waypoint {index} {a} and {b} overlap by {depth}, and rule {rule} of the collision settings has them not checked</source>
        <translation>am Wegpunkt {index} überlappen sich {a} und {b} um {depth}, und Regel {rule} der Kollisionseinstellungen nimmt sie von der Prüfung aus</translation>
    </message>
    <message>
        <source>take the two out of rule {rule} if they are to be checked</source>
        <translation>nehmen Sie die beiden aus Regel {rule} heraus, wenn sie geprüft werden sollen</translation>
    </message>
    <message>
        <source>trying postures of the robot was cancelled</source>
        <translation>das Ausprobieren von Stellungen des Roboters wurde abgebrochen</translation>
    </message>
    <message>
        <source>nothing was changed; run it again</source>
        <translation>es wurde nichts geändert; starten Sie es noch einmal</translation>
    </message>
    <message>
        <source>rule {rule} has {a} and {b} not checked, and they run into each other in {count} of {samples} postures</source>
        <translation>Regel {rule} nimmt {a} und {b} von der Prüfung aus, und in {count} von {samples} Stellungen stoßen sie zusammen</translation>
    </message>
    <message>
        <source>name in rule {rule} only what touches on purpose, or remove it</source>
        <translation>nennen Sie in Regel {rule} nur, was sich mit Absicht berührt, oder entfernen Sie sie</translation>
    </message>
    <message>
        <source>Remove collision rule {rule}</source>
        <translation>Kollisionsregel {rule} entfernen</translation>
    </message>
    <message>
        <source>Name {object} in collision rule {rule}</source>
        <translation>In Kollisionsregel {rule} {object} nennen</translation>
    </message>
    <message>
        <source>Take what is gone out of collision rule {rule}</source>
        <translation>Fehlendes aus Kollisionsregel {rule} herausnehmen</translation>
    </message>
    <message>
        <source>Make the minimum margin {margin}</source>
        <translation>Mindestabstand auf {margin} setzen</translation>
    </message>
    <message>
        <source>Make the margin of collision rule {rule} {margin}</source>
        <translation>Abstand der Kollisionsregel {rule} auf {margin} setzen</translation>
    </message>
    <message>
        <source>Take what is gone out of the collision rules of {object}</source>
        <translation>Fehlendes aus den Kollisionsregeln von {object} herausnehmen</translation>
    </message>
    <message>
        <source>Name {entity} in the collision rules of {object}</source>
        <translation>In den Kollisionsregeln von {object} {entity} nennen</translation>
    </message>
    <message>
        <source>Let collision rule {rule} exclude only what touches now</source>
        <translation>Mit Kollisionsregel {rule} nur ausnehmen, was sich jetzt berührt</translation>
    </message>
    <message>
        <source>Exclude {a} and {b} from collision checks</source>
        <translation>{a} und {b} von der Kollisionsprüfung ausnehmen</translation>
    </message>
    <message>
        <source>Let {a} and {b} come as near as {margin}</source>
        <translation>{a} und {b} bis auf {margin} aneinander lassen</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>checked all the same</source>
        <translation>trotzdem geprüft</translation>
    </message>
    <message>
        <source>{margin} apart</source>
        <translation>{margin} Abstand</translation>
    </message>
    <message>
        <source>Among the rules of the world an exclusion beats every margin, and of several margins the smallest holds; their order never counts. Among the exclusion rules of an object the last that matches holds.</source>
        <translation>Unter den Regeln der Welt geht eine Ausnahme jedem Abstand vor, und von mehreren Abständen gilt der kleinste; ihre Reihenfolge zählt nie. Unter den Ausnahmeregeln eines Objekts gilt die letzte, die zutrifft.</translation>
    </message>
    <message>
        <source>{checked} of {pairs} pairs of bodies are checked</source>
        <translation>{checked} von {pairs} Körperpaaren werden geprüft</translation>
    </message>
    <message>
        <source>Trying postures</source>
        <translation>Stellungen werden ausprobiert</translation>
    </message>
    <message>
        <source>cannot move against each other</source>
        <translation>können sich nicht gegeneinander bewegen</translation>
    </message>
    <message>
        <source>on the two sides of a joint</source>
        <translation>auf den beiden Seiten eines Gelenks</translation>
    </message>
    <message>
        <source>overlap in all of {samples} postures</source>
        <translation>überlappen sich in allen {samples} Stellungen</translation>
    </message>
    <message>
        <source>meet in none of {samples} postures</source>
        <translation>treffen sich in keiner von {samples} Stellungen</translation>
    </message>
    <message>
        <source>overlap in {count} of {samples} postures</source>
        <translation>überlappen sich in {count} von {samples} Stellungen</translation>
    </message>
    <message>
        <source>collision checking is switched off</source>
        <translation>die Kollisionsprüfung ist ausgeschaltet</translation>
    </message>
    <message>
        <source>they are parts of one rigid body</source>
        <translation>sie sind Teile eines starren Körpers</translation>
    </message>
    <message>
        <source>they are the two sides of one joint</source>
        <translation>sie sind die beiden Seiten eines Gelenks</translation>
    </message>
    <message>
        <source>one joint moves both</source>
        <translation>ein Gelenk bewegt beide</translation>
    </message>
    <message>
        <source>{rule} has the pair checked</source>
        <translation>{rule} lässt das Paar prüfen</translation>
    </message>
    <message>
        <source>{rule} asks for {margin}</source>
        <translation>{rule} verlangt {margin}</translation>
    </message>
    <message>
        <source>{rule} excludes the pair</source>
        <translation>{rule} nimmt das Paar aus</translation>
    </message>
    <message>
        <source>decides: then nothing is checked, whatever the rules</source>
        <translation>entscheidet: dann wird nichts geprüft, wie auch immer die Regeln sind</translation>
    </message>
    <message>
        <source>decides: they cannot move against each other</source>
        <translation>entscheidet: sie können sich nicht gegeneinander bewegen</translation>
    </message>
    <message>
        <source>decides: an exclusion beats every margin, whatever the order</source>
        <translation>entscheidet: eine Ausnahme geht jedem Abstand vor, in jeder Reihenfolge</translation>
    </message>
    <message>
        <source>decides: of the exclusion rules of an object the last that matches holds</source>
        <translation>entscheidet: von den Ausnahmeregeln eines Objekts gilt die letzte, die zutrifft</translation>
    </message>
    <message>
        <source>decides: they touch by construction, and no rule has them checked</source>
        <translation>entscheidet: sie berühren sich von Bau aus, und keine Regel lässt sie prüfen</translation>
    </message>
    <message>
        <source>decides: what they do is one number, and no rule has them checked</source>
        <translation>entscheidet: eine Zahl legt fest, wie sie stehen, und keine Regel lässt sie prüfen</translation>
    </message>
    <message>
        <source>decides: the smallest margin of all that match holds</source>
        <translation>entscheidet: von allen Abständen, die zutreffen, gilt der kleinste</translation>
    </message>
    <message>
        <source>has no effect while checking is switched off</source>
        <translation>wirkt nicht, solange die Prüfung ausgeschaltet ist</translation>
    </message>
    <message>
        <source>has no effect on parts of one body</source>
        <translation>wirkt nicht auf Teile eines Körpers</translation>
    </message>
    <message>
        <source>does not decide: a later exclusion rule of the object is about the pair, too</source>
        <translation>entscheidet nicht: eine spätere Ausnahmeregel des Objekts betrifft das Paar auch</translation>
    </message>
    <message>
        <source>does not decide: the pair is excluded</source>
        <translation>entscheidet nicht: das Paar ist ausgenommen</translation>
    </message>
    <message>
        <source>holds: the pair is checked, and the margins decide how</source>
        <translation>gilt: das Paar wird geprüft, und die Abstände entscheiden wie</translation>
    </message>
    <message>
        <source>does not decide: a rule of the object has the pair checked</source>
        <translation>entscheidet nicht: eine Regel des Objekts lässt das Paar prüfen</translation>
    </message>
    <message>
        <source>does not decide: a margin that is not larger holds</source>
        <translation>entscheidet nicht: es gilt ein Abstand, der nicht größer ist</translation>
    </message>
    <message>
        <source>they touch</source>
        <translation>sie berühren sich</translation>
    </message>
    <message>
        <source>they overlap by {depth}</source>
        <translation>sie überlappen sich um {depth}</translation>
    </message>
    <message>
        <source>they are {distance} apart</source>
        <translation>sie sind {distance} voneinander entfernt</translation>
    </message>
    <message>
        <source>no rule sets a margin for them: only an overlap counts</source>
        <translation>keine Regel verlangt einen Abstand für sie: nur eine Überlappung zählt</translation>
    </message>
    <message>
        <source>exclusion rule {index} of {object}</source>
        <translation>Ausnahmeregel {index} von {object}</translation>
    </message>
    <message>
        <source>margin rule {index} of {object}</source>
        <translation>Abstandsregel {index} von {object}</translation>
    </message>
    <message>
        <source>the minimum margin</source>
        <translation>der Mindestabstand</translation>
    </message>
    <message>
        <source>switched-off rule {index}</source>
        <translation>ausgeschaltete Regel {index}</translation>
    </message>
    <message>
        <source>rule {index}</source>
        <translation>Regel {index}</translation>
    </message>
    <message>
        <source>there is no policy {policy} for the collision rules of {object}</source>
        <translation>für die Kollisionsregeln von {object} gibt es kein Vorgehen {policy}</translation>
    </message>
    <message>
        <source>use one of the policies of UpdateCollisionRules</source>
        <translation>nehmen Sie eines der Vorgehen von UpdateCollisionRules</translation>
    </message>
    <message>
        <source>an update of the collision rules of {object} holds no rule</source>
        <translation>eine Änderung der Kollisionsregeln von {object} enthält keine Regel</translation>
    </message>
    <message>
        <source>set exclusion_rule or margin_rule, or use POLICY_CLEAR_ALL</source>
        <translation>setzen Sie exclusion_rule oder margin_rule, oder nehmen Sie POLICY_CLEAR_ALL</translation>
    </message>
    <message>
        <source>a collision rule of {object} names {entity}, and {object} has no such entity</source>
        <translation>eine Kollisionsregel von {object} nennt {entity}, und {object} hat keine solche Entität</translation>
    </message>
    <message>
        <source>name entities of {object}; an empty name means any of them</source>
        <translation>nennen Sie Entitäten von {object}; ein leerer Name steht für jede davon</translation>
    </message>
    <message>
        <source>Switch collision rules</source>
        <translation>Kollisionsregeln schalten</translation>
    </message>
    <message>
        <source>Change the collision rules of {name}</source>
        <translation>Kollisionsregeln von {name} ändern</translation>
    </message>
    <message>
        <source>{field} must be at least {limit}, and is {value}</source>
        <translation>{field} muss mindestens {limit} sein und ist {value}</translation>
    </message>
    <message>
        <source>set {field} to at least {limit}; lengths are metres, angles radians</source>
        <translation>setzen Sie {field} auf mindestens {limit}; Längen sind Meter, Winkel Radiant</translation>
    </message>
    <message>
        <source>{field} must be at most {limit}, and is {value}</source>
        <translation>{field} darf höchstens {limit} sein und ist {value}</translation>
    </message>
    <message>
        <source>set {field} to at most {limit}; lengths are metres, angles radians</source>
        <translation>setzen Sie {field} auf höchstens {limit}; Längen sind Meter, Winkel Radiant</translation>
    </message>
    <message>
        <source>{field} has no direction</source>
        <translation>{field} hat keine Richtung</translation>
    </message>
    <message>
        <source>give {field} three finite numbers that are not all 0</source>
        <translation>geben Sie {field} drei endliche Zahlen, die nicht alle 0 sind</translation>
    </message>
    <message>
        <source>the intersection holds no constraint</source>
        <translation>der Durchschnitt enthält keine Bedingung</translation>
    </message>
    <message>
        <source>give it at least one, or leave it out</source>
        <translation>geben Sie ihm mindestens eine, oder lassen Sie ihn weg</translation>
    </message>
    <message>
        <source>{first}, and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message>
        <source>the joint positions {list}</source>
        <translation>die Gelenkstellungen {list}</translation>
    </message>
    <message>
        <source>the ranges of the joints</source>
        <translation>die Bereiche der Gelenke</translation>
    </message>
    <message>
        <source>the limit of the sum of joint positions</source>
        <translation>die Grenze der Summe von Gelenkstellungen</translation>
    </message>
    <message>
        <source>{moving} pointing at {target}</source>
        <translation>die Richtung von {moving} auf {target}</translation>
    </message>
    <message>
        <source>the pose of {moving} in {target}</source>
        <translation>die Lage von {moving} in {target}</translation>
    </message>
    <message>
        <source>the position of {moving} in {target}</source>
        <translation>die Position von {moving} in {target}</translation>
    </message>
    <message>
        <source>{moving} in the box of {target}</source>
        <translation>{moving} im Quader von {target}</translation>
    </message>
    <message>
        <source>{moving} in the ellipsoid of {target}</source>
        <translation>{moving} im Ellipsoid von {target}</translation>
    </message>
    <message>
        <source>{moving} in the frustum of {target}</source>
        <translation>{moving} im Pyramidenstumpf von {target}</translation>
    </message>
    <message>
        <source>the rotation of {moving} in {target}</source>
        <translation>die Drehung von {moving} in {target}</translation>
    </message>
    <message>
        <source>the axis of {moving} in the cone of {target}</source>
        <translation>die Achse von {moving} im Kegel von {target}</translation>
    </message>
    <message>
        <source>shoulder right</source>
        <translation>Schulter rechts</translation>
    </message>
    <message>
        <source>shoulder left</source>
        <translation>Schulter links</translation>
    </message>
    <message>
        <source>elbow up</source>
        <translation>Ellenbogen oben</translation>
    </message>
    <message>
        <source>elbow down</source>
        <translation>Ellenbogen unten</translation>
    </message>
    <message>
        <source>wrist not flipped</source>
        <translation>Handgelenk nicht umgeschlagen</translation>
    </message>
    <message>
        <source>wrist flipped</source>
        <translation>Handgelenk umgeschlagen</translation>
    </message>
    <message>
        <source>{shoulder}, {elbow}, {wrist}</source>
        <translation>{shoulder}, {elbow}, {wrist}</translation>
    </message>
    <message>
        <source>joint weights need {count} finite values of at least zero</source>
        <translation>Gewichte von Gelenken brauchen {count} endliche Werte, keinen unter null</translation>
    </message>
    <message>
        <source>give a weight for each joint that moves, or none at all</source>
        <translation>geben Sie für jedes bewegliche Gelenk ein Gewicht an, oder gar keines</translation>
    </message>
    <message>
        <source>{what} is missed by {distance} at best</source>
        <translation>{what} wird bestenfalls um {distance} verfehlt</translation>
    </message>
    <message>
        <source>move what is asked for by {distance}, or allow so much more</source>
        <translation>verschieben Sie das Verlangte um {distance}, oder lassen Sie so viel mehr zu</translation>
    </message>
    <message>
        <source>{what} is missed by {angle} at best</source>
        <translation>{what} wird bestenfalls um {angle} verfehlt</translation>
    </message>
    <message>
        <source>turn what is asked for by {angle}, or allow so much more</source>
        <translation>drehen Sie das Verlangte um {angle}, oder lassen Sie so viel mehr zu</translation>
    </message>
    <message>
        <source>{what} is missed by {distance} and {angle} at best</source>
        <translation>{what} wird bestenfalls um {distance} und {angle} verfehlt</translation>
    </message>
    <message>
        <source>ask for less, or allow so much more</source>
        <translation>verlangen Sie weniger, oder lassen Sie so viel mehr zu</translation>
    </message>
    <message>
        <source>each of the {count} constraints can hold by itself, but not all together</source>
        <translation>jede der {count} Bedingungen ist für sich erfüllbar, aber nicht alle zusammen</translation>
    </message>
    <message>
        <source>leave one of them out, or allow more in one of them</source>
        <translation>lassen Sie eine davon weg, oder lassen Sie in einer mehr zu</translation>
    </message>
    <message>
        <source>the straight line is blocked {at} % of the way</source>
        <translation>die gerade Linie ist nach {at} % des Weges versperrt</translation>
    </message>
    <message>
        <source>use motion type ANY, or start from another posture: the robot meets itself or what it carries</source>
        <translation>nehmen Sie die Bewegungsart ANY, oder beginnen Sie mit einer anderen Haltung: der Roboter trifft sich selbst oder was er trägt</translation>
    </message>
    <message>
        <source>choose the motion &quot;Around obstacles&quot;, or start from another posture: the robot meets itself or what it carries</source>
        <translation>wählen Sie die Bewegung „Um Hindernisse herum“, oder beginnen Sie mit einer anderen Haltung: der Roboter trifft sich selbst oder was er trägt</translation>
    </message>
    <message>
        <source>the straight line of {node} ends {at} % of the way, where {joint} reaches its limit</source>
        <translation>die gerade Linie von {node} endet nach {at} % des Weges, wo {joint} seine Grenze erreicht</translation>
    </message>
    <message>
        <source>start from another posture, leave the rotation free (position_equality), or use motion type ANY</source>
        <translation>beginnen Sie mit einer anderen Haltung, lassen Sie die Drehung frei (position_equality), oder nehmen Sie die Bewegungsart ANY</translation>
    </message>
    <message>
        <source>start from another posture, turn or move the target, or choose the motion &quot;Around obstacles&quot;</source>
        <translation>beginnen Sie mit einer anderen Haltung, drehen oder verschieben Sie das Ziel, oder wählen Sie die Bewegung „Um Hindernisse herum“</translation>
    </message>
    <message>
        <source>the straight line of {node} ends {at} % of the way in a singularity: {joint} and {other} would have to turn against each other at once</source>
        <translation>die gerade Linie von {node} endet nach {at} % des Weges in einer Singularität: {joint} und {other} müssten sich mit einem Mal gegeneinander drehen</translation>
    </message>
    <message>
        <source>start from another posture, move the line aside, leave the rotation free (position_equality), or use motion type ANY</source>
        <translation>beginnen Sie mit einer anderen Haltung, verschieben Sie die Linie zur Seite, lassen Sie die Drehung frei (position_equality), oder nehmen Sie die Bewegungsart ANY</translation>
    </message>
    <message>
        <source>the straight line of {node} ends {at} % of the way: from there on it is reached in another posture only</source>
        <translation>die gerade Linie von {node} endet nach {at} % des Weges: von dort an ist sie nur in einer anderen Haltung erreichbar</translation>
    </message>
    <message>
        <source>the straight line of {node} leaves the reach of the robot {at} % of the way</source>
        <translation>die gerade Linie von {node} verlässt nach {at} % des Weges die Reichweite des Roboters</translation>
    </message>
    <message>
        <source>move start or goal nearer to the robot, leave the rotation free (position_equality), or use motion type ANY</source>
        <translation>rücken Sie Anfang oder Ziel näher an den Roboter, lassen Sie die Drehung frei (position_equality), oder nehmen Sie die Bewegungsart ANY</translation>
    </message>
    <message>
        <source>move start or target nearer to the robot, or choose the motion &quot;Around obstacles&quot;</source>
        <translation>rücken Sie Anfang oder Ziel näher an den Roboter, oder wählen Sie die Bewegung „Um Hindernisse herum“</translation>
    </message>
    <message>
        <source>the straight line ends in another posture than the one asked for: {joint} at {position} and not at {wanted}</source>
        <translation>die gerade Linie endet in einer anderen Haltung als der verlangten: {joint} bei {position} und nicht bei {wanted}</translation>
    </message>
    <message>
        <source>give the pose as target, or use motion type JOINT or ANY</source>
        <translation>geben Sie die Lage als Ziel an, oder nehmen Sie die Bewegungsart JOINT oder ANY</translation>
    </message>
    <message>
        <source>choose a frame as target, or another kind of motion</source>
        <translation>wählen Sie einen Rahmen als Ziel oder eine andere Art von Bewegung</translation>
    </message>
    <message>
        <source>all of it can be followed from the joint positions {list}</source>
        <translation>von den Gelenkstellungen {list} aus ist sie ganz befahrbar</translation>
    </message>
    <message>
        <source>start from there</source>
        <translation>beginnen Sie dort</translation>
    </message>
    <message>
        <source>no joint positions satisfy the target</source>
        <translation>keine Gelenkstellungen erfüllen das Ziel</translation>
    </message>
    <message>
        <source>ask for less, or move the target nearer to {robot}</source>
        <translation>verlangen Sie weniger, oder rücken Sie das Ziel näher an {robot}</translation>
    </message>
    <message>
        <source>use ANY, LINEAR or JOINT</source>
        <translation>nehmen Sie ANY, LINEAR oder JOINT</translation>
    </message>
    <message>
        <source>{field} is not supported for a target that names no moving frame</source>
        <translation>{field} wird für ein Ziel nicht unterstützt, das kein bewegtes Bezugssystem nennt</translation>
    </message>
    <message>
        <source>use joint_limits, or cartesian_pose as target</source>
        <translation>nehmen Sie joint_limits, oder cartesian_pose als Ziel</translation>
    </message>
    <message>
        <source>{field} must be positive</source>
        <translation>{field} muss positiv sein</translation>
    </message>
    <message>
        <source>set it above 0, or leave it out</source>
        <translation>setzen Sie es über 0, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>set one of its constraints: cartesian_pose, joint_position or another</source>
        <translation>setzen Sie eine seiner Bedingungen: cartesian_pose, joint_position oder eine andere</translation>
    </message>
    <message>
        <source>{field}: {object} is not the robot that moves</source>
        <translation>{field}: {object} ist nicht der Roboter, der sich bewegt</translation>
    </message>
    <message>
        <source>name {robot}, or leave it out</source>
        <translation>nennen Sie {robot}, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>{field}: there is no joint {index}</source>
        <translation>{field}: es gibt kein Gelenk {index}</translation>
    </message>
    <message>
        <source>joints are counted from 0 to {last}</source>
        <translation>Gelenke werden von 0 bis {last} gezählt</translation>
    </message>
    <message>
        <source>{field}: intersections in intersections are too deep</source>
        <translation>{field}: die Durchschnitte sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>put all constraints into one intersection</source>
        <translation>setzen Sie alle Bedingungen in einen Durchschnitt</translation>
    </message>
    <message>
        <source>the settings of the view</source>
        <translation>die Einstellungen der Ansicht</translation>
    </message>
    <message>
        <source>state {index} of the trajectory is not later than the one before, at {time}</source>
        <translation>Zustand {index} der Bewegung ist nicht später als der vorige, bei {time}</translation>
    </message>
    <message>
        <source>give states at times that rise</source>
        <translation>geben Sie Zustände zu steigenden Zeiten an</translation>
    </message>
    <message>
        <source>{frame} moves faster than its limit at {time}</source>
        <translation>{frame} bewegt sich bei {time} schneller als erlaubt</translation>
    </message>
    <message>
        <source>{frame} turns faster than its limit at {time}</source>
        <translation>{frame} dreht sich bei {time} schneller als erlaubt</translation>
    </message>
    <message>
        <source>{frame} exceeds its limit of linear acceleration at {time}</source>
        <translation>{frame} überschreitet bei {time} die Grenze der linearen Beschleunigung</translation>
    </message>
    <message>
        <source>{frame} exceeds its limit of angular acceleration at {time}</source>
        <translation>{frame} überschreitet bei {time} die Grenze der Winkelbeschleunigung</translation>
    </message>
    <message>
        <source>the motion ends {distance} and {angle} away from its target</source>
        <translation>die Bewegung endet um {distance} und {angle} neben ihrem Ziel</translation>
    </message>
    <message>
        <source>plan again with another seed</source>
        <translation>planen Sie mit einem anderen Startwert</translation>
    </message>
    <message>
        <source>{node} is {distance} and {angle} off its straight line at {time}</source>
        <translation>{node} ist bei {time} um {distance} und {angle} neben der geraden Linie</translation>
    </message>
    <message>
        <source>move the line away from where the robot is singular, or plan without it</source>
        <translation>führen Sie die Linie von dort weg, wo der Roboter singulär ist, oder planen Sie ohne sie</translation>
    </message>
    <message>
        <source>the joint positions</source>
        <translation>die Gelenkstellungen</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>Schritt {step}</translation>
    </message>
    <message>
        <source>the joint speed</source>
        <translation>die Gelenkgeschwindigkeit</translation>
    </message>
    <message>
        <source>the speed of the tool</source>
        <translation>die Geschwindigkeit des Werkzeugs</translation>
    </message>
    <message>
        <source>the angular speed of the tool</source>
        <translation>die Drehgeschwindigkeit des Werkzeugs</translation>
    </message>
    <message>
        <source>the acceleration of the tool</source>
        <translation>die Beschleunigung des Werkzeugs</translation>
    </message>
    <message>
        <source>the time to wait</source>
        <translation>die Wartezeit</translation>
    </message>
    <message>
        <source>the position of the gripper</source>
        <translation>die Stellung des Greifers</translation>
    </message>
    <message>
        <source>frame {frame}</source>
        <translation>Koordinatensystem {frame}</translation>
    </message>
    <message>
        <source>programs cannot be exported as {dialect}</source>
        <translation>Programme lassen sich nicht als {dialect} exportieren</translation>
    </message>
    <message>
        <source>choose one of {known}</source>
        <translation>Wählen Sie eines von {known}</translation>
    </message>
    <message>
        <source>the program {program} has no steps</source>
        <translation>das Programm {program} hat keine Schritte</translation>
    </message>
    <message>
        <source>add a step to {program}, then export it</source>
        <translation>Fügen Sie {program} einen Schritt hinzu und exportieren Sie es dann</translation>
    </message>
    <message>
        <source>step {step} has a number that is not finite: {part}</source>
        <translation>Schritt {step} hat eine Zahl, die nicht endlich ist: {part}</translation>
    </message>
    <message>
        <source>set {part} of the step to a finite number, or plan the program again</source>
        <translation>Geben Sie dem Schritt eine endliche Zahl für {part}, oder planen Sie das Programm neu</translation>
    </message>
    <message>
        <source>step {step} has {given} joint positions, and {robot} has {count} joints</source>
        <translation>Schritt {step} hat {given} Gelenkstellungen, und {robot} hat {count} Gelenke</translation>
    </message>
    <message>
        <source>plan the program again for {robot}</source>
        <translation>Planen Sie das Programm für {robot} neu</translation>
    </message>
    <message>
        <source>step {step} moves at {share} of the joints&apos; speed, which is not between {least} and 1</source>
        <translation>Schritt {step} fährt mit einem Anteil von {share} der Gelenkgeschwindigkeit, der nicht zwischen {least} und 1 liegt</translation>
    </message>
    <message>
        <source>set the joint speed of the step to a share between {least} and 1</source>
        <translation>Setzen Sie die Gelenkgeschwindigkeit des Schritts auf einen Anteil zwischen {least} und 1</translation>
    </message>
    <message>
        <source>the blend of step {step} is below 0, or more than the whole</source>
        <translation>die Überschleifung von Schritt {step} ist kleiner als 0 oder mehr als das Ganze</translation>
    </message>
    <message>
        <source>set its radius to 0 or more, and its share to a number between 0 and 1</source>
        <translation>Setzen Sie ihren Radius auf mindestens 0 und ihren Anteil auf eine Zahl zwischen 0 und 1</translation>
    </message>
    <message>
        <source>step {step} has a number below 0: {part} is {value}</source>
        <translation>Schritt {step} hat eine Zahl unter 0: {part} ist {value}</translation>
    </message>
    <message>
        <source>set {part} of the step to 0 or more</source>
        <translation>Geben Sie dem Schritt mindestens 0 für {part}</translation>
    </message>
    <message>
        <source>{dialect} drives arms of 6 axes, and {robot} has {count}</source>
        <translation>{dialect} bewegt Arme mit 6 Achsen, und {robot} hat {count}</translation>
    </message>
    <message>
        <source>export the program as CSV or JSON, which take any robot</source>
        <translation>Exportieren Sie das Programm als CSV oder JSON, die jeden Roboter nehmen</translation>
    </message>
    <message>
        <source>{joint} slides, and the axes of an arm turn in {dialect}</source>
        <translation>{joint} fährt linear, und die Achsen eines Arms drehen sich in {dialect}</translation>
    </message>
    <message>
        <source>drive {joint} as an external axis, or export the program as CSV or JSON</source>
        <translation>Führen Sie {joint} als externe Achse, oder exportieren Sie das Programm als CSV oder JSON</translation>
    </message>
    <message>
        <source>{dialect} has no external axes, and {joint} of {robot} is one</source>
        <translation>{dialect} hat keine externen Achsen, und {joint} von {robot} ist eine</translation>
    </message>
    <message>
        <source>export the program of the arm without {joint}, or as CSV or JSON</source>
        <translation>Exportieren Sie das Programm des Arms ohne {joint}, oder als CSV oder JSON</translation>
    </message>
    <message>
        <source>{dialect} has at most {most} external axes, and {robot} has {count}</source>
        <translation>{dialect} hat höchstens {most} externe Achsen, und {robot} hat {count}</translation>
    </message>
    <message>
        <source>export the program as CSV or JSON, which take any number of axes</source>
        <translation>Exportieren Sie das Programm als CSV oder JSON, die beliebig viele Achsen nehmen</translation>
    </message>
    <message>
        <source>{joint} has no velocity limit, which {dialect} takes the speed of joint moves from</source>
        <translation>{joint} hat keine Grenze der Geschwindigkeit, aus der {dialect} das Tempo von Gelenkfahrten nimmt</translation>
    </message>
    <message>
        <source>set a velocity limit for {joint}</source>
        <translation>Setzen Sie für {joint} eine Grenze der Geschwindigkeit</translation>
    </message>
    <message>
        <source>{frame} has the number {number}, and {dialect} has {least} to {most} for it</source>
        <translation>{frame} hat die Nummer {number}, und {dialect} hat dafür {least} bis {most}</translation>
    </message>
    <message>
        <source>give {frame} the number that it has on the controller, {least} to {most}</source>
        <translation>Geben Sie {frame} die Nummer, die es auf der Steuerung hat, {least} bis {most}</translation>
    </message>
    <message>
        <source>step {step} moves in a straight line, and has no speed of the tool</source>
        <translation>Schritt {step} fährt auf einer Geraden und hat keine Geschwindigkeit des Werkzeugs</translation>
    </message>
    <message>
        <source>set the speed of the tool for the step, in metres per second</source>
        <translation>Setzen Sie für den Schritt die Geschwindigkeit des Werkzeugs, in Metern je Sekunde</translation>
    </message>
    <message>
        <source>step {step} moves at a share of the joints&apos; speed, which {dialect} cannot say</source>
        <translation>Schritt {step} fährt mit einem Anteil der Gelenkgeschwindigkeit, was {dialect} nicht ausdrücken kann</translation>
    </message>
    <message>
        <source>set the speed of the tool for the step, or let it move at full speed</source>
        <translation>Setzen Sie für den Schritt die Geschwindigkeit des Werkzeugs, oder lassen Sie ihn mit vollem Tempo fahren</translation>
    </message>
    <message>
        <source>step {step} moves the tool at {speed} m/s, and {dialect} takes {least} to {most} m/s</source>
        <translation>Schritt {step} bewegt das Werkzeug mit {speed} m/s, und {dialect} nimmt {least} bis {most} m/s</translation>
    </message>
    <message>
        <source>set the speed of the tool for the step to {least} to {most} m/s</source>
        <translation>Setzen Sie die Geschwindigkeit des Werkzeugs für den Schritt auf {least} bis {most} m/s</translation>
    </message>
    <message>
        <source>step {step} has a blend, and no motion follows that it could blend into</source>
        <translation>Schritt {step} hat eine Überschleifung, und es folgt keine Bewegung, in die er übergehen könnte</translation>
    </message>
    <message>
        <source>let step {step} stop at its target: set its blend to 0</source>
        <translation>Lassen Sie Schritt {step} am Ziel anhalten: setzen Sie seine Überschleifung auf 0</translation>
    </message>
    <message>
        <source>the blend of step {step} is a share, and {dialect} takes a radius there</source>
        <translation>die Überschleifung von Schritt {step} ist ein Anteil, und {dialect} nimmt dort einen Radius</translation>
    </message>
    <message>
        <source>give the blend of the step a radius, or set it to 0</source>
        <translation>Geben Sie der Überschleifung des Schritts einen Radius, oder setzen Sie sie auf 0</translation>
    </message>
    <message>
        <source>the blend of step {step} is a radius, and {dialect} takes a share there</source>
        <translation>die Überschleifung von Schritt {step} ist ein Radius, und {dialect} nimmt dort einen Anteil</translation>
    </message>
    <message>
        <source>give the blend of the step as a share, or set it to 0</source>
        <translation>Geben Sie die Überschleifung des Schritts als Anteil an, oder setzen Sie sie auf 0</translation>
    </message>
    <message>
        <source>step {step} ends in a posture without a name, and {dialect} names it with the pose</source>
        <translation>Schritt {step} endet in einer Stellung ohne Namen, und {dialect} nennt sie mit der Pose</translation>
    </message>
    <message>
        <source>make the step a joint move, which {dialect} writes as joint positions</source>
        <translation>Machen Sie den Schritt zu einer Gelenkfahrt, die {dialect} als Gelenkstellungen schreibt</translation>
    </message>
    <message>
        <source>step {step} turns {joint} farther than {dialect} can say with a pose</source>
        <translation>Schritt {step} dreht {joint} weiter, als {dialect} mit einer Pose ausdrücken kann</translation>
    </message>
    <message>
        <source>make the step a joint move, or turn {joint} back by whole turns</source>
        <translation>Machen Sie den Schritt zu einer Gelenkfahrt, oder drehen Sie {joint} um ganze Umdrehungen zurück</translation>
    </message>
    <message>
        <source>the first motion is linear, and programs begin with a joint move in {dialect}: step {step}</source>
        <translation>die erste Bewegung ist linear, und Programme beginnen in {dialect} mit einer Gelenkfahrt: Schritt {step}</translation>
    </message>
    <message>
        <source>put a joint move to the start of the line before step {step}</source>
        <translation>Setzen Sie vor Schritt {step} eine Gelenkfahrt zum Anfang der Geraden</translation>
    </message>
    <message>
        <source>the signal {signal} of step {step} has no number, by which {dialect} knows it</source>
        <translation>das Signal {signal} von Schritt {step} hat keine Nummer, unter der {dialect} es kennt</translation>
    </message>
    <message>
        <source>give {signal} the number that it has on the controller</source>
        <translation>Geben Sie {signal} die Nummer, die es auf der Steuerung hat</translation>
    </message>
    <message>
        <source>the signal {signal} has the number {number}, and {dialect} has {least} to {most}</source>
        <translation>das Signal {signal} hat die Nummer {number}, und {dialect} hat {least} bis {most}</translation>
    </message>
    <message>
        <source>give {signal} a number from {least} to {most}</source>
        <translation>Geben Sie {signal} eine Nummer von {least} bis {most}</translation>
    </message>
    <message>
        <source>{signal} is no name of a signal in {dialect}: step {step}</source>
        <translation>{signal} ist in {dialect} kein Name eines Signals: Schritt {step}</translation>
    </message>
    <message>
        <source>rename {signal} as on the controller: a letter, then letters, digits and underscores, {most} at most</source>
        <translation>Benennen Sie {signal} um wie auf der Steuerung: ein Buchstabe, dann Buchstaben, Ziffern und Unterstriche, höchstens {most}</translation>
    </message>
    <message>
        <source>step {step} waits for {signal} for {time} at most, and {dialect} waits for ever</source>
        <translation>Schritt {step} wartet höchstens {time} auf {signal}, und {dialect} wartet ohne Ende</translation>
    </message>
    <message>
        <source>let step {step} wait without a limit of time</source>
        <translation>Lassen Sie Schritt {step} ohne Zeitgrenze warten</translation>
    </message>
    <message>
        <source>step {step} waits for {time}, and {dialect} waits for {most} at most</source>
        <translation>Schritt {step} wartet {time}, und {dialect} wartet höchstens {most}</translation>
    </message>
    <message>
        <source>split the wait of step {step} into several</source>
        <translation>Teilen Sie das Warten von Schritt {step} in mehrere Schritte</translation>
    </message>
    <message>
        <source>step {step} moves {joint} of a gripper, for which {dialect} has no statement</source>
        <translation>Schritt {step} bewegt {joint} eines Greifers, wofür {dialect} keine Anweisung hat</translation>
    </message>
    <message>
        <source>give the step the signal that opens and closes the gripper</source>
        <translation>Geben Sie dem Schritt das Signal, das den Greifer öffnet und schließt</translation>
    </message>
    <message>
        <source>the name of the program {program} has {count} characters, and {dialect} takes {most}</source>
        <translation>der Name des Programms {program} hat {count} Zeichen, und {dialect} nimmt {most}</translation>
    </message>
    <message>
        <source>rename {program} to something shorter</source>
        <translation>Geben Sie {program} einen kürzeren Namen</translation>
    </message>
    <message>
        <source>the programs {program} and {other} would both be called {name} in {dialect}</source>
        <translation>die Programme {program} und {other} hießen in {dialect} beide {name}</translation>
    </message>
    <message>
        <source>rename {program} or {other}</source>
        <translation>Benennen Sie {program} oder {other} um</translation>
    </message>
    <message>
        <source>somebody else has just changed the collision rules</source>
        <translation>jemand anderes hat gerade die Kollisionsregeln geändert</translation>
    </message>
    <message>
        <source>look at the list as it is now, and do it again</source>
        <translation>sehen Sie sich die Liste an, wie sie jetzt ist, und tun Sie es noch einmal</translation>
    </message>
    <message>
        <source>the start does not keep the path constraint ({constraint}): it misses by {distance} and {angle}</source>
        <translation>der Start hält die Bedingung an die Bahn nicht ein ({constraint}): es fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>move the robot to where the constraint holds first, or allow it more room: it holds from the start on</source>
        <translation>fahren Sie den Roboter zuerst dorthin, wo die Bedingung gilt, oder lassen Sie ihr mehr Spielraum: sie gilt vom Start an</translation>
    </message>
    <message>
        <source>the goal does not keep the path constraint ({constraint}): it misses by {distance} and {angle}</source>
        <translation>das Ziel hält die Bedingung an die Bahn nicht ein ({constraint}): es fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>choose a goal where the constraint holds, or allow it more room: it holds up to the goal</source>
        <translation>wählen Sie ein Ziel, an dem die Bedingung gilt, oder lassen Sie ihr mehr Spielraum: sie gilt bis zum Ziel</translation>
    </message>
    <message>
        <source>the goal does not keep the path constraint ({constraint}) in any posture found: the nearest misses by {distance} and {angle}</source>
        <translation>das Ziel hält die Bedingung an die Bahn ({constraint}) in keiner gefundenen Haltung ein: der nächsten fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>the straight joint motion leaves the path constraint ({constraint}) {first} % of the way, and misses by {distance} and {angle} at {at} %</source>
        <translation>die gerade Gelenkbewegung verlässt die Bedingung an die Bahn ({constraint}) nach {first} % des Weges, und bei {at} % fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>use motion type ANY, which keeps to the constraint, or allow it more room</source>
        <translation>nehmen Sie die Bewegungsart ANY, die sich an die Bedingung hält, oder lassen Sie ihr mehr Spielraum</translation>
    </message>
    <message>
        <source>the straight line leaves the path constraint ({constraint}) {first} % of the way, and misses by {distance} and {angle} at {at} %</source>
        <translation>die gerade Linie verlässt die Bedingung an die Bahn ({constraint}) nach {first} % des Weges, und bei {at} % fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>no path was found that keeps the path constraint and is free</source>
        <translation>es wurde keine freie Bahn gefunden, die ihre Bedingung einhält</translation>
    </message>
    <message>
        <source>allow the constraint more room, add a waypoint, or move what stands in the way: more time would not help</source>
        <translation>lassen Sie der Bedingung mehr Spielraum, fügen Sie einen Wegpunkt ein, oder bewegen Sie, was im Weg steht: mehr Zeit hülfe nicht</translation>
    </message>
    <message>
        <source>allow more time, or the constraint more room, or add a waypoint</source>
        <translation>lassen Sie mehr Zeit oder der Bedingung mehr Spielraum, oder fügen Sie einen Wegpunkt ein</translation>
    </message>
    <message>
        <source>the locked motion starts at other joint positions</source>
        <translation>die gesicherte Bewegung beginnt bei anderen Gelenkstellungen</translation>
    </message>
    <message>
        <source>bring the robot to where it was locked, or have this segment planned anew as well</source>
        <translation>bringen Sie den Roboter dorthin, wo sie gesichert wurde, oder lassen Sie auch diesen Abschnitt neu planen</translation>
    </message>
    <message>
        <source>the locked motion is in collision now</source>
        <translation>die gesicherte Bewegung stößt jetzt an</translation>
    </message>
    <message>
        <source>have this segment planned anew, or move {object} back</source>
        <translation>lassen Sie diesen Abschnitt neu planen, oder stellen Sie {object} zurück</translation>
    </message>
    <message>
        <source>have this segment planned anew: the robot meets itself or what it carries on the way</source>
        <translation>lassen Sie diesen Abschnitt neu planen: der Roboter stößt unterwegs an sich selbst oder an, was er trägt</translation>
    </message>
    <message>
        <source>the locked motion is outside the joint limits</source>
        <translation>die gesicherte Bewegung liegt außerhalb der Gelenkgrenzen</translation>
    </message>
    <message>
        <source>have this segment planned anew, or give {joint} the limits that it had</source>
        <translation>lassen Sie diesen Abschnitt neu planen, oder geben Sie {joint} die Grenzen, die es hatte</translation>
    </message>
    <message>
        <source>the locked motion leaves the path constraint ({constraint}) {first} % of the way, and misses by {distance} and {angle} at {at} %</source>
        <translation>die gesicherte Bewegung verlässt die Bedingung an die Bahn ({constraint}) nach {first} % des Weges, und bei {at} % fehlen {distance} und {angle}</translation>
    </message>
    <message>
        <source>have this segment planned anew, or allow the constraint more room</source>
        <translation>lassen Sie diesen Abschnitt neu planen, oder lassen Sie der Bedingung mehr Spielraum</translation>
    </message>
    <message>
        <source>{count} locked motions are kept, and there is no room for more</source>
        <translation>{count} gesicherte Bewegungen werden aufbewahrt, und für mehr ist kein Platz</translation>
    </message>
    <message>
        <source>restart the server, and save those that are still needed</source>
        <translation>starten Sie den Server neu, und sichern Sie die, die noch gebraucht werden</translation>
    </message>
    <message>
        <source>the robot stops after segment {index}</source>
        <translation>der Roboter hält nach Abschnitt {index}</translation>
    </message>
    <message>
        <source>corners between linear motions are rounded by cartesian_blending, corners between others by joint_blending, and those between a linear motion and another not at all</source>
        <translation>Ecken zwischen geradlinigen Bewegungen rundet cartesian_blending, Ecken zwischen anderen joint_blending, und solche zwischen einer geradlinigen und einer anderen werden nicht gerundet</translation>
    </message>
    <message>
        <source>the robot stops after segment {index}: the next has other limits</source>
        <translation>der Roboter hält nach Abschnitt {index}: der nächste hat andere Grenzen</translation>
    </message>
    <message>
        <source>give both segments the same limits if the robot is to go on</source>
        <translation>geben Sie beiden Abschnitten dieselben Grenzen, wenn der Roboter weiterfahren soll</translation>
    </message>
    <message>
        <source>the robot stops after segment {index}: the rounded corner has no room, is not free, or cannot be followed</source>
        <translation>der Roboter hält nach Abschnitt {index}: die gerundete Ecke hat keinen Platz, ist nicht frei, oder ihr kann nicht gefolgt werden</translation>
    </message>
    <message>
        <source>move the corner, or what stands near it, if the robot is to go on</source>
        <translation>verschieben Sie die Ecke, oder was ihr nahe steht, wenn der Roboter weiterfahren soll</translation>
    </message>
    <message>
        <source>the robot stops after segment {index}: rounded, the motion failed its final check</source>
        <translation>der Roboter hält nach Abschnitt {index}: gerundet bestand die Bewegung ihre letzte Prüfung nicht</translation>
    </message>
    <message>
        <source>ask for a smaller corner, or plan with another seed, if the robot is to go on</source>
        <translation>verlangen Sie eine kleinere Rundung, oder planen Sie mit einem anderen Startwert, wenn der Roboter weiterfahren soll</translation>
    </message>
    <message>
        <source>the corner after segment {index} is rounded within {distance} and {angle}: more does not fit, or is not free</source>
        <translation>die Ecke nach Abschnitt {index} ist innerhalb von {distance} und {angle} gerundet: mehr passt nicht oder ist nicht frei</translation>
    </message>
    <message>
        <source>make both segments longer, or the room around the corner larger, for more</source>
        <translation>machen Sie beide Abschnitte länger oder den Raum um die Ecke größer, wenn es mehr sein soll</translation>
    </message>
    <message>
        <source>the corner after segment {index} is rounded within {angle} of every joint: more does not fit, or is not free</source>
        <translation>die Ecke nach Abschnitt {index} ist innerhalb von {angle} jedes Gelenks gerundet: mehr passt nicht oder ist nicht frei</translation>
    </message>
    <message>
        <source>{field} must not be negative, and is {given}</source>
        <translation>{field} darf nicht negativ sein und ist {given}</translation>
    </message>
    <message>
        <source>set how far from the corner rounding may begin, or leave it out for a stop there</source>
        <translation>setzen Sie, wie weit vor der Ecke die Rundung beginnen darf, oder lassen Sie es weg, wenn dort gehalten werden soll</translation>
    </message>
    <message>
        <source>set save_motion_command or load_motion_command, or leave it out</source>
        <translation>setzen Sie save_motion_command oder load_motion_command, oder lassen Sie es weg</translation>
    </message>
    <message>
        <source>there is no locked motion {name}</source>
        <translation>es gibt keine gesicherte Bewegung {name}</translation>
    </message>
    <message>
        <source>plan it with save_motion_command, and load it by the lock_motion_id of the answer; the server forgets them when it ends</source>
        <translation>planen Sie sie mit save_motion_command, und laden Sie sie mit der lock_motion_id der Antwort; der Server vergisst sie, wenn er endet</translation>
    </message>
    <message>
        <source>the locked motion {name} has {count} {count|segment|segments}, the request has {given}</source>
        <translation>die gesicherte Bewegung {name} hat {count} {count|Abschnitt|Abschnitte}, die Anfrage hat {given}</translation>
    </message>
    <message>
        <source>load it with the segments that it was planned with</source>
        <translation>laden Sie sie mit den Abschnitten, mit denen sie geplant wurde</translation>
    </message>
    <message>
        <source>{field}: there is no segment {index}</source>
        <translation>{field}: es gibt keinen Abschnitt {index}</translation>
    </message>
    <message>
        <source>segments are counted from 0 to {last}</source>
        <translation>Abschnitte werden von 0 bis {last} gezählt</translation>
    </message>
    <message>
        <source>leave it out, or set one of its constraints: rotation_cone, position_bounding_box, joint_position_sum_limit, point_at or an intersection of them</source>
        <translation>lassen Sie es weg, oder setzen Sie eine seiner Bedingungen: rotation_cone, position_bounding_box, joint_position_sum_limit, point_at oder mehrere davon zusammen</translation>
    </message>
    <message>
        <source>the trajectory has no states</source>
        <translation>die Bewegung hat keine Zustände</translation>
    </message>
    <message>
        <source>give discretized.state and discretized.time_since_start</source>
        <translation>geben Sie discretized.state und discretized.time_since_start an</translation>
    </message>
    <message>
        <source>the trajectory has {states} states and {times} times</source>
        <translation>die Bewegung hat {states} Zustände und {times} Zeiten</translation>
    </message>
    <message>
        <source>give a time for each state</source>
        <translation>geben Sie zu jedem Zustand eine Zeit an</translation>
    </message>
    <message>
        <source>state {index} of the trajectory does not have a position, velocity and acceleration of {count} joints</source>
        <translation>Zustand {index} der Bewegung hat nicht Stellung, Geschwindigkeit und Beschleunigung von {count} Gelenken</translation>
    </message>
    <message>
        <source>give each state as many finite numbers of each kind as the first has positions</source>
        <translation>geben Sie jedem Zustand von jeder Art so viele endliche Zahlen, wie der erste Stellungen hat</translation>
    </message>
    <message>
        <source>the path constraint</source>
        <translation>die Bedingung an die Bahn</translation>
    </message>
    <message>
        <source>{field} is empty</source>
        <translation>{field} ist leer</translation>
    </message>
    <message>
        <source>name the program with letters, digits and underscores</source>
        <translation>benennen Sie das Programm mit Buchstaben, Ziffern und Unterstrichen</translation>
    </message>
    <message>
        <source>there is a program {program} already</source>
        <translation>es gibt schon ein Programm {program}</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>wählen Sie einen anderen Namen</translation>
    </message>
    <message>
        <source>there is no program {program}</source>
        <translation>es gibt kein Programm {program}</translation>
    </message>
    <message>
        <source>the world has {known}</source>
        <translation>die Welt hat {known}</translation>
    </message>
    <message>
        <source>there is no program {program}, as the world has none at all</source>
        <translation>es gibt kein Programm {program}, denn die Welt hat gar keines</translation>
    </message>
    <message>
        <source>add it first, by the edit set_program or by SetProgram</source>
        <translation>legen Sie es zuerst an, mit der Änderung set_program oder mit SetProgram</translation>
    </message>
    <message>
        <source>add it first, by the edit set_program and the verb apply</source>
        <translation>legen Sie es zuerst an, mit der Änderung set_program und dem Befehl apply</translation>
    </message>
    <message>
        <source>add one first</source>
        <translation>legen Sie zuerst eines an</translation>
    </message>
    <message>
        <source>a world holds at most {most} programs</source>
        <translation>eine Welt hat höchstens {most} Programme</translation>
    </message>
    <message>
        <source>delete those that are not needed, or use another world</source>
        <translation>löschen Sie, was nicht gebraucht wird, oder nehmen Sie eine andere Welt</translation>
    </message>
    <message>
        <source>{program} has {count} steps, and at most {most} are allowed</source>
        <translation>{program} hat {count} Schritte, erlaubt sind höchstens {most}</translation>
    </message>
    <message>
        <source>split it into programs that call each other</source>
        <translation>teilen Sie es in Programme, die einander aufrufen</translation>
    </message>
    <message>
        <source>{program} takes {bytes}, and at most {most} are allowed</source>
        <translation>{program} braucht {bytes}, erlaubt sind höchstens {most}</translation>
    </message>
    <message>
        <source>a name or comment in {program} is longer than {most} bytes</source>
        <translation>ein Name oder Kommentar in {program} ist länger als {most} Bytes</translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation>kürzen Sie ihn</translation>
    </message>
    <message>
        <source>{program} has version {version}, and this program knows up to {known}</source>
        <translation>{program} hat Version {version}, und dieses Programm kennt sie bis {known}</translation>
    </message>
    <message>
        <source>plan it with a newer program; here it is kept as it is</source>
        <translation>planen Sie es mit einem neueren Programm; hier bleibt es, wie es ist</translation>
    </message>
    <message>
        <source>step {step} of {program} says nothing to do</source>
        <translation>Schritt {step} von {program} sagt nicht, was zu tun ist</translation>
    </message>
    <message>
        <source>set one of the kinds of steps, or leave the step out</source>
        <translation>setzen Sie eine der Arten von Schritten, oder lassen Sie den Schritt weg</translation>
    </message>
    <message>
        <source>the move of step {step} of {program} has no target</source>
        <translation>die Bewegung in Schritt {step} von {program} hat kein Ziel</translation>
    </message>
    <message>
        <source>give it a frame, a configuration or a constraint</source>
        <translation>geben Sie ihr ein Koordinatensystem, eine Stellung oder eine Bedingung</translation>
    </message>
    <message>
        <source>step {step} of {program} has a pose in a frame, and no frame as target</source>
        <translation>Schritt {step} von {program} hat eine Lage in einem Koordinatensystem, aber keines zum Ziel</translation>
    </message>
    <message>
        <source>leave frame_t_tool out, or make a frame the target</source>
        <translation>lassen Sie frame_t_tool weg, oder machen Sie ein Koordinatensystem zum Ziel</translation>
    </message>
    <message>
        <source>{field} in step {step} of {program} is not a number</source>
        <translation>{field} in Schritt {step} von {program} ist keine Zahl</translation>
    </message>
    <message>
        <source>give it a finite value</source>
        <translation>geben Sie ihm einen endlichen Wert</translation>
    </message>
    <message>
        <source>the speed of step {step} of {program} is {speed}, and it is a share of the limits</source>
        <translation>die Geschwindigkeit von Schritt {step} von {program} ist {speed}, und sie ist ein Anteil der Grenzen</translation>
    </message>
    <message>
        <source>set it above 0 and at most 1</source>
        <translation>setzen Sie sie über 0 und auf höchstens 1</translation>
    </message>
    <message>
        <source>step {step} of {program} waits {time}, which is no time to wait</source>
        <translation>Schritt {step} von {program} wartet {time}, und das ist keine Wartezeit</translation>
    </message>
    <message>
        <source>set it from 0 to {most}</source>
        <translation>setzen Sie sie von 0 bis {most}</translation>
    </message>
    <message>
        <source>step {step} of {program} names no signal</source>
        <translation>Schritt {step} von {program} nennt kein Signal</translation>
    </message>
    <message>
        <source>give it a signal</source>
        <translation>geben Sie ihm ein Signal</translation>
    </message>
    <message>
        <source>step {step} of {program} has no value for {signal}</source>
        <translation>Schritt {step} von {program} hat keinen Wert für {signal}</translation>
    </message>
    <message>
        <source>set on or number</source>
        <translation>setzen Sie on oder number</translation>
    </message>
    <message>
        <source>step {step} of {program} names no object</source>
        <translation>Schritt {step} von {program} nennt kein Objekt</translation>
    </message>
    <message>
        <source>give it an object</source>
        <translation>geben Sie ihm ein Objekt</translation>
    </message>
    <message>
        <source>step {step} of {program} names no joint</source>
        <translation>Schritt {step} von {program} nennt kein Gelenk</translation>
    </message>
    <message>
        <source>give it the name of a joint</source>
        <translation>geben Sie ihm den Namen eines Gelenks</translation>
    </message>
    <message>
        <source>step {step} of {program} names no program to call</source>
        <translation>Schritt {step} von {program} nennt kein Programm, das er aufruft</translation>
    </message>
    <message>
        <source>give it the name of another program</source>
        <translation>geben Sie ihm den Namen eines anderen Programms</translation>
    </message>
    <message>
        <source>{program} comes to call itself, by way of {path}</source>
        <translation>{program} ruft am Ende sich selbst auf, über {path}</translation>
    </message>
    <message>
        <source>take one of these calls out: nothing ends that repeats itself</source>
        <translation>nehmen Sie einen dieser Aufrufe heraus: was sich selbst wiederholt, endet nicht</translation>
    </message>
    <message>
        <source>calls in {program} go deeper than {most} programs</source>
        <translation>die Aufrufe in {program} gehen tiefer als {most} Programme</translation>
    </message>
    <message>
        <source>put the steps of some of them in the place of their calls</source>
        <translation>setzen Sie von einigen die Schritte an die Stelle der Aufrufe</translation>
    </message>
    <message>
        <source>{program} comes to more than {most} steps with all that it calls</source>
        <translation>{program} hat mit allem, was es aufruft, mehr als {most} Schritte</translation>
    </message>
    <message>
        <source>call fewer programs, or shorter ones</source>
        <translation>rufen Sie weniger Programme auf, oder kürzere</translation>
    </message>
    <message>
        <source>{program} is called by {callers}</source>
        <translation>{program} wird von {callers} aufgerufen</translation>
    </message>
    <message>
        <source>take these calls out first</source>
        <translation>nehmen Sie zuerst diese Aufrufe heraus</translation>
    </message>
    <message>
        <source>the plan of {program} does not fit together at step {step}</source>
        <translation>der Plan von {program} passt bei Schritt {step} nicht zusammen</translation>
    </message>
    <message>
        <source>plan the program again</source>
        <translation>planen Sie das Programm neu</translation>
    </message>
    <message>
        <source>timeout is {time}, which is no time to plan in</source>
        <translation>timeout ist {time}, und das ist keine Zeit zum Planen</translation>
    </message>
    <message>
        <source>planning of programs</source>
        <translation>Planung von Programmen</translation>
    </message>
    <message>
        <source>{program} names no robot, and the world has none</source>
        <translation>{program} nennt keinen Roboter, und die Welt hat keinen</translation>
    </message>
    <message>
        <source>add a robot, or name what {program} moves</source>
        <translation>fügen Sie einen Roboter hinzu, oder nennen Sie, was {program} bewegt</translation>
    </message>
    <message>
        <source>{program} names no robot, and the world has several: {robots}</source>
        <translation>{program} nennt keinen Roboter, und die Welt hat mehrere: {robots}</translation>
    </message>
    <message>
        <source>set the robot of {program}</source>
        <translation>setzen Sie den Roboter von {program}</translation>
    </message>
    <message>
        <source>{object} has no joint {joint} that moves</source>
        <translation>{object} hat kein Gelenk {joint}, das sich bewegt</translation>
    </message>
    <message>
        <source>name one of the joints of {object} that are free to choose</source>
        <translation>nennen Sie eines der Gelenke von {object}, die frei wählbar sind</translation>
    </message>
    <message>
        <source>{program} has no steps to plan</source>
        <translation>{program} hat keine Schritte, die zu planen sind</translation>
    </message>
    <message>
        <source>add a step, or switch one on</source>
        <translation>fügen Sie einen Schritt hinzu, oder schalten Sie einen ein</translation>
    </message>
    <message>
        <source>the step is not the one that was planned</source>
        <translation>der Schritt ist nicht der, der geplant wurde</translation>
    </message>
    <message>
        <source>{robot} does not stand where the step starts</source>
        <translation>{robot} steht nicht da, wo der Schritt beginnt</translation>
    </message>
    <message>
        <source>bring {robot} back to where it was, or plan the program again</source>
        <translation>bringen Sie {robot} dahin zurück, wo er war, oder planen Sie das Programm neu</translation>
    </message>
    <message>
        <source>the plan moves {robot} otherwise than the program does</source>
        <translation>der Plan bewegt {robot} anders als das Programm</translation>
    </message>
    <message>
        <source>the time for checking the plan is over</source>
        <translation>die Zeit für die Prüfung des Plans ist um</translation>
    </message>
    <message>
        <source>allow more time, or plan the program again</source>
        <translation>geben Sie mehr Zeit, oder planen Sie das Programm neu</translation>
    </message>
    <message>
        <source>the robot stops after step {step}: the planner does not round this corner</source>
        <translation>der Roboter hält nach Schritt {step}: der Planer rundet diese Ecke nicht</translation>
    </message>
    <message>
        <source>leave the blend out if the stop does no harm</source>
        <translation>lassen Sie das Verschleifen weg, wenn der Halt nicht schadet</translation>
    </message>
    <message>
        <source>the robot stops after step {step}: no motion of the same robot follows to blend into</source>
        <translation>der Roboter hält nach Schritt {step}: es folgt keine Bewegung desselben Roboters, in die er übergehen kann</translation>
    </message>
    <message>
        <source>leave the blend out, or put a move behind the step</source>
        <translation>lassen Sie das Verschleifen weg, oder setzen Sie eine Bewegung hinter den Schritt</translation>
    </message>
    <message>
        <source>step {step} awaits {signal}, which the program does not set: the time line assumes {time}</source>
        <translation>Schritt {step} wartet auf {signal}, das das Programm nicht setzt: die Zeitleiste nimmt {time} an</translation>
    </message>
    <message>
        <source>set expected_seconds to what it usually takes</source>
        <translation>setzen Sie expected_seconds auf das, was es gewöhnlich dauert</translation>
    </message>
    <message>
        <source>set the expected time to what it usually takes</source>
        <translation>setzen Sie die erwartete Zeit auf das, was es gewöhnlich dauert</translation>
    </message>
    <message>
        <source>step {step} no longer holds</source>
        <translation>Schritt {step} gilt nicht mehr</translation>
    </message>
    <message>
        <source>steps {steps} and {last} no longer hold</source>
        <translation>die Schritte {steps} und {last} gelten nicht mehr</translation>
    </message>
    <message>
        <source>not planned</source>
        <translation>nicht geplant</translation>
    </message>
    <message>
        <source>the plan is up to date</source>
        <translation>der Plan ist aktuell</translation>
    </message>
    <message>
        <source>steps name what is not there</source>
        <translation>Schritte nennen, was nicht da ist</translation>
    </message>
    <message>
        <source>{change}: every step still holds</source>
        <translation>{change}: jeder Schritt gilt noch</translation>
    </message>
    <message>
        <source>{change}: the program is to be planned again</source>
        <translation>{change}: das Programm ist neu zu planen</translation>
    </message>
    <message>
        <source>{change}: {steps}</source>
        <translation>{change}: {steps}</translation>
    </message>
    <message>
        <source>{name} moved {distance} and turned {angle}</source>
        <translation>{name} hat sich um {distance} verschoben und um {angle} gedreht</translation>
    </message>
    <message>
        <source>{name} moved {distance}</source>
        <translation>{name} hat sich um {distance} verschoben</translation>
    </message>
    <message>
        <source>{name} turned {angle}</source>
        <translation>{name} hat sich um {angle} gedreht</translation>
    </message>
    <message>
        <source>{name} hangs on something else</source>
        <translation>{name} hängt an etwas anderem</translation>
    </message>
    <message>
        <source>{name} has another shape</source>
        <translation>{name} hat eine andere Form</translation>
    </message>
    <message>
        <source>the joints of {name} stand elsewhere</source>
        <translation>die Gelenke von {name} stehen anders</translation>
    </message>
    <message>
        <source>{name} has other limits</source>
        <translation>{name} hat andere Grenzen</translation>
    </message>
    <message>
        <source>a configuration of {name} is another</source>
        <translation>eine Stellung von {name} ist eine andere</translation>
    </message>
    <message>
        <source>{name} has gone</source>
        <translation>{name} ist nicht mehr da</translation>
    </message>
    <message>
        <source>{name} came within reach</source>
        <translation>{name} ist in die Reichweite gekommen</translation>
    </message>
    <message>
        <source>the program was changed</source>
        <translation>das Programm wurde geändert</translation>
    </message>
    <message>
        <source>the collision rules were changed</source>
        <translation>die Kollisionsregeln wurden geändert</translation>
    </message>
    <message>
        <source>Move straight to {target}</source>
        <translation>Gerade nach {target} fahren</translation>
    </message>
    <message>
        <source>Turn joints to {target}</source>
        <translation>Gelenke nach {target} drehen</translation>
    </message>
    <message>
        <source>Move to {target}</source>
        <translation>Nach {target} fahren</translation>
    </message>
    <message>
        <source>Set {signal} to {value}</source>
        <translation>{signal} auf {value} setzen</translation>
    </message>
    <message>
        <source>Await {signal} at {value}</source>
        <translation>Auf {value} von {signal} warten</translation>
    </message>
    <message>
        <source>Attach {object}</source>
        <translation>{object} anhängen</translation>
    </message>
    <message>
        <source>Detach {object}</source>
        <translation>{object} lösen</translation>
    </message>
    <message>
        <source>Wait {time}</source>
        <translation>{time} warten</translation>
    </message>
    <message>
        <source>Set {joint} of {object} to {value}</source>
        <translation>{joint} von {object} auf {value} setzen</translation>
    </message>
    <message>
        <source>Call {program}</source>
        <translation>{program} aufrufen</translation>
    </message>
    <message>
        <source>Something that a newer program knows</source>
        <translation>Etwas, das ein neueres Programm kennt</translation>
    </message>
    <message>
        <source>the path constraint is missed by {distance} and {angle} at {time}</source>
        <translation>der Bedingung an die Bahn fehlen bei {time} {distance} und {angle}</translation>
    </message>
    <message>
        <source>plan again with another seed, or allow the constraint more room</source>
        <translation>planen Sie mit einem anderen Startwert neu, oder lassen Sie der Bedingung mehr Spielraum</translation>
    </message>
    <message>
        <source>Rename program {name} to {new_name}</source>
        <translation>Programm {name} in {new_name} umbenennen</translation>
    </message>
    <message>
        <source>Add program {name}</source>
        <translation>Programm {name} hinzufügen</translation>
    </message>
    <message>
        <source>Change program {name}</source>
        <translation>Programm {name} ändern</translation>
    </message>
    <message>
        <source>Delete program {name}</source>
        <translation>Programm {name} löschen</translation>
    </message>
    <message>
        <source>Plan program {name}</source>
        <translation>Programm {name} planen</translation>
    </message>
    <message>
        <source>Forget the plan of program {name}</source>
        <translation>Den Plan von Programm {name} vergessen</translation>
    </message>
    <message>
        <source>there is no folder for journals of edits: neither XDG_STATE_HOME nor HOME is set</source>
        <translation>es gibt keinen Ordner für Protokolle von Änderungen: Weder XDG_STATE_HOME noch HOME ist gesetzt</translation>
    </message>
    <message>
        <source>set XDG_STATE_HOME to a folder of yours, then start the program again</source>
        <translation>setzen Sie XDG_STATE_HOME auf einen Ihrer Ordner und starten Sie das Programm neu</translation>
    </message>
    <message>
        <source>there is no journal {id}</source>
        <translation>es gibt kein Protokoll {id}</translation>
    </message>
    <message>
        <source>look which documents can be recovered</source>
        <translation>sehen Sie nach, welche Dokumente wiederhergestellt werden können</translation>
    </message>
    <message>
        <source>`worldwright recover` lists those that there are</source>
        <translation>`worldwright recover` listet die vorhandenen auf</translation>
    </message>
    <message>
        <source>the journal {id} is in use: its document is open in an editor</source>
        <translation>das Protokoll {id} ist in Gebrauch: Sein Dokument ist in einem Editor geöffnet</translation>
    </message>
    <message>
        <source>close the document there first</source>
        <translation>schließen Sie das Dokument dort zuerst</translation>
    </message>
    <message>
        <source>the journal {id} holds no whole state of a world that its edits could start from</source>
        <translation>das Protokoll {id} enthält keinen vollständigen Stand einer Welt, von dem seine Änderungen ausgehen könnten</translation>
    </message>
    <message>
        <source>open the file of the document, or a backup of it</source>
        <translation>öffnen Sie die Datei des Dokuments oder eine Sicherung davon</translation>
    </message>
    <message>
        <source>the journal {id} was written by a newer version of the program</source>
        <translation>das Protokoll {id} wurde von einer neueren Version des Programms geschrieben</translation>
    </message>
    <message>
        <source>recover it with that version</source>
        <translation>stellen Sie es mit dieser Version wieder her</translation>
    </message>
    <message>
        <source>a record of the journal has another form than it should</source>
        <translation>ein Eintrag des Protokolls hat eine andere Form, als er sollte</translation>
    </message>
    <message>
        <source>take what comes before it</source>
        <translation>nehmen Sie, was davor kommt</translation>
    </message>
    <message>
        <source>the newest state in the journal is damaged, and an older one was taken</source>
        <translation>der neueste Stand im Protokoll ist beschädigt, und ein älterer wurde genommen</translation>
    </message>
    <message>
        <source>compare what was recovered with the file of the document</source>
        <translation>vergleichen Sie das Wiederhergestellte mit der Datei des Dokuments</translation>
    </message>
    <message>
        <source>edit {number} is damaged in the journal, so that it and {count} later ones are missing</source>
        <translation>Änderung {number} ist im Protokoll beschädigt, sodass sie und {count} spätere fehlen</translation>
    </message>
    <message>
        <source>look at what comes before it, and make the rest again</source>
        <translation>sehen Sie sich an, was davor kommt, und machen Sie den Rest noch einmal</translation>
    </message>
    <message>
        <source>the journal breaks off within a record: an edit of its last moment may be missing</source>
        <translation>das Protokoll bricht in einem Eintrag ab: Eine Änderung seines letzten Augenblicks fehlt vielleicht</translation>
    </message>
    <message>
        <source>look whether the last thing done is there</source>
        <translation>sehen Sie nach, ob das zuletzt Getane da ist</translation>
    </message>
    <message>
        <source>edit {number}, {label}, cannot be done again, so that it and {count} later ones are missing</source>
        <translation>Änderung {number}, {label}, lässt sich nicht wiederholen, sodass sie und {count} spätere fehlen</translation>
    </message>
    <message>
        <source>edit {number}, {label}, leads to another world than it did, so that it and {count} later ones are missing</source>
        <translation>Änderung {number}, {label}, führt zu einer anderen Welt als damals, sodass sie und {count} spätere fehlen</translation>
    </message>
    <message>
        <source>the last edits cannot be kept for recovery</source>
        <translation>die letzten Änderungen können nicht für eine Wiederherstellung aufgehoben werden</translation>
    </message>
    <message>
        <source>save the world now; the journal is tried again meanwhile</source>
        <translation>speichern Sie die Welt jetzt; das Protokoll wird inzwischen weiter versucht</translation>
    </message>
    <message>
        <source>Recovering edits</source>
        <translation>Änderungen werden wiederhergestellt</translation>
    </message>
    <message>
        <source>the tool comes no nearer than {distance} and {angle} to there without a jump</source>
        <translation>ohne Sprung kommt das Werkzeug nicht näher als {distance} und {angle} heran</translation>
    </message>
    <message>
        <source>take another posture, or go there by a planned motion</source>
        <translation>nehmen Sie eine andere Haltung, oder fahren Sie mit einer geplanten Bewegung dorthin</translation>
    </message>
    <message>
        <source>SDF (Gazebo): robots and worlds with joints</source>
        <translation>SDF (Gazebo): Roboter und Welten mit Gelenken</translation>
    </message>
    <message>
        <source>URDF (ROS): robots with joints</source>
        <translation>URDF (ROS): Roboter mit Gelenken</translation>
    </message>
    <message>
        <source>USD (Omniverse, Isaac): scenes with joints</source>
        <translation>USD (Omniverse, Isaac): Szenen mit Gelenken</translation>
    </message>
    <message>
        <source>STEP: parts for CAD</source>
        <translation>STEP: Teile für CAD</translation>
    </message>
    <message>
        <source>GLB (glTF): what is seen, with materials</source>
        <translation>GLB (glTF): was zu sehen ist, mit Materialien</translation>
    </message>
    <message>
        <source>OBJ: what is seen, with colours</source>
        <translation>OBJ: was zu sehen ist, mit Farben</translation>
    </message>
    <message>
        <source>STL: the triangles alone</source>
        <translation>STL: nur die Dreiecke</translation>
    </message>
    <message>
        <source>Scene object: all that is known, as text</source>
        <translation>Szenenobjekt: alles, was bekannt ist, als Text</translation>
    </message>
    <message>
        <source>there is no format {format} to export to</source>
        <translation>es gibt kein Format {format} für den Export</translation>
    </message>
    <message>
        <source>there is no object to export</source>
        <translation>es gibt kein Objekt zu exportieren</translation>
    </message>
    <message>
        <source>add or import an object first</source>
        <translation>fügen Sie zuerst ein Objekt hinzu, oder importieren Sie eines</translation>
    </message>
    <message>
        <source>the geometry of the shape {shape} on the link {link} is not known here</source>
        <translation>die Geometrie der Form {shape} am Glied {link} ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>send the geometry with the object, or upload it first</source>
        <translation>senden Sie die Geometrie mit dem Objekt, oder laden Sie sie vorher hoch</translation>
    </message>
    <message>
        <source>{name} has no surface, and {format} holds nothing else</source>
        <translation>{name} hat keine Oberfläche, und {format} hält nichts anderes fest</translation>
    </message>
    <message>
        <source>choose an object with visible geometry, or a format of robots such as SDF</source>
        <translation>wählen Sie ein Objekt mit sichtbarer Geometrie oder ein Format für Roboter wie SDF</translation>
    </message>
    <message>
        <source>the export was cancelled</source>
        <translation>der Export wurde abgebrochen</translation>
    </message>
    <message>
        <source>nothing was written; export again</source>
        <translation>es wurde nichts geschrieben; exportieren Sie noch einmal</translation>
    </message>
    <message>
        <source>the unit of {scale} in a metre does not lie between 1e-9 and 1e9</source>
        <translation>die Einheit von {scale} je Meter liegt nicht zwischen 1e-9 und 1e9</translation>
    </message>
    <message>
        <source>{count} files cannot go to one place without names</source>
        <translation>{count} Dateien können nicht ohne Namen an einen Ort</translation>
    </message>
    <message>
        <source>name a file, or one that ends in .zip, which holds them all</source>
        <translation>nennen Sie eine Datei, oder eine, die auf .zip endet und alle enthält</translation>
    </message>
    <message>
        <source>{name} is too large for {format}: more than {most}</source>
        <translation>{name} ist zu groß für {format}: mehr als {most}</translation>
    </message>
    <message>
        <source>export fewer objects at once, or simplify their meshes</source>
        <translation>exportieren Sie weniger Objekte auf einmal, oder vereinfachen Sie ihre Netze</translation>
    </message>
    <message>
        <source>{count} triangles are too many for STEP, which takes {most} at most</source>
        <translation>{count} Dreiecke sind zu viele für STEP, das höchstens {most} nimmt</translation>
    </message>
    <message>
        <source>export as GLB, OBJ or STL, or fewer objects at once</source>
        <translation>exportieren Sie als GLB, OBJ oder STL, oder weniger Objekte auf einmal</translation>
    </message>
    <message>
        <source>URDF cannot say the joint {joint}: its axis passes the origin of its link {link} at a distance of {distance}</source>
        <translation>URDF kann das Gelenk {joint} nicht sagen: seine Achse geht im Abstand von {distance} am Ursprung seines Glieds {link} vorbei</translation>
    </message>
    <message>
        <source>export as SDF, which has a place of its own for the joint</source>
        <translation>exportieren Sie als SDF, das für das Gelenk einen eigenen Ort hat</translation>
    </message>
    <message>
        <source>make it first, or choose another one</source>
        <translation>legen Sie ihn zuerst an, oder wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>{file} is a folder</source>
        <translation>{file} ist ein Ordner</translation>
    </message>
    <message>
        <source>name a file in it</source>
        <translation>nennen Sie eine Datei darin</translation>
    </message>
    <message>
        <source>cannot write {file}: {reason}</source>
        <translation>{file} lässt sich nicht schreiben: {reason}</translation>
    </message>
    <message>
        <source>check the folder and the space on the disk</source>
        <translation>prüfen Sie den Ordner und den Platz auf dem Datenträger</translation>
    </message>
    <message>
        <source>there is no space left to write {file}</source>
        <translation>es ist kein Platz mehr, um {file} zu schreiben</translation>
    </message>
    <message>
        <source>make room on the disk, or choose another one</source>
        <translation>schaffen Sie Platz auf dem Datenträger, oder wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>{count} {count|sensor is|sensors are} left out, as {format} has none: {names}</source>
        <translation>{count} {count|Sensor wird|Sensoren werden} weggelassen, da {format} keine hat: {names}</translation>
    </message>
    <message>
        <source>export as SDF to keep them</source>
        <translation>exportieren Sie als SDF, um sie zu behalten</translation>
    </message>
    <message>
        <source>{count} {count|sensor is|sensors are} left out, as {format} has no such kind: {names}</source>
        <translation>{count} {count|Sensor wird|Sensoren werden} weggelassen, da {format} diese Art nicht hat: {names}</translation>
    </message>
    <message>
        <source>export as a scene object to keep them</source>
        <translation>exportieren Sie als Szenenobjekt, um sie zu behalten</translation>
    </message>
    <message>
        <source>{count} {count|frame becomes a link|frames become links} without geometry, as {format} has no frames: {names}</source>
        <translation>{count} {count|Bezugssystem wird zu einem Glied|Bezugssysteme werden zu Gliedern} ohne Geometrie, da {format} keine Bezugssysteme hat: {names}</translation>
    </message>
    <message>
        <source>export as SDF to keep them frames</source>
        <translation>exportieren Sie als SDF, damit sie Bezugssysteme bleiben</translation>
    </message>
    <message>
        <source>{count} {count|link hangs|links hang} on others without a joint, and {count|gets|get} a fixed one in {format}: {names}</source>
        <translation>{count} {count|Glied hängt|Glieder hängen} ohne Gelenk an anderen und {count|bekommt|bekommen} in {format} ein festes: {names}</translation>
    </message>
    <message>
        <source>they stay where they are; nothing needs to be done</source>
        <translation>sie bleiben, wo sie sind; es ist nichts zu tun</translation>
    </message>
    <message>
        <source>the positions of {count} {count|joint|joints} are left out, as {format} has no place for them: {names}</source>
        <translation>die Stellungen von {count} {count|Gelenk|Gelenken} werden weggelassen, da {format} keinen Platz dafür hat: {names}</translation>
    </message>
    <message>
        <source>set them again after reading the file, or export as a scene object</source>
        <translation>stellen Sie sie nach dem Lesen der Datei wieder ein, oder exportieren Sie als Szenenobjekt</translation>
    </message>
    <message>
        <source>{count} {count|joint has|joints have} limits of the application, and {format} holds those of the system alone: {names}</source>
        <translation>{count} {count|Gelenk hat|Gelenke haben} Grenzen der Anwendung, und {format} hält nur die des Systems fest: {names}</translation>
    </message>
    <message>
        <source>export as a scene object to keep both</source>
        <translation>exportieren Sie als Szenenobjekt, um beide zu behalten</translation>
    </message>
    <message>
        <source>limits of {count} {count|joint|joints} are left out, as {format} has no words for them: {names}</source>
        <translation>Grenzen von {count} {count|Gelenk|Gelenken} werden weggelassen, da {format} keine Worte dafür hat: {names}</translation>
    </message>
    <message>
        <source>export as SDF, which holds acceleration and jerk as well</source>
        <translation>exportieren Sie als SDF, das auch Beschleunigung und Ruck festhält</translation>
    </message>
    <message>
        <source>that {count} {count|joint follows|joints follow} others stands in attributes of our own, as {format} has no word for it: {names}</source>
        <translation>dass {count} {count|Gelenk anderen folgt|Gelenke anderen folgen}, steht in eigenen Attributen, da {format} kein Wort dafür hat: {names}</translation>
    </message>
    <message>
        <source>export as URDF or SDF, where other programs know it</source>
        <translation>exportieren Sie als URDF oder SDF, wo andere Programme es kennen</translation>
    </message>
    <message>
        <source>the inertia of {count} {count|link|links} cannot be that of a body, and is left out: {names}</source>
        <translation>die Trägheit von {count} {count|Glied|Gliedern} kann nicht die eines Körpers sein und wird weggelassen: {names}</translation>
    </message>
    <message>
        <source>set mass and inertia of the link</source>
        <translation>setzen Sie Masse und Trägheit des Glieds</translation>
    </message>
    <message>
        <source>{count} {count|shape is|shapes are} left out, as meshes do not go along: {names}</source>
        <translation>{count} {count|Form wird|Formen werden} weggelassen, da Netze nicht mitgehen: {names}</translation>
    </message>
    <message>
        <source>ask for geometries, which come in a ZIP</source>
        <translation>verlangen Sie die Geometrien, die in einem ZIP kommen</translation>
    </message>
    <message>
        <source>{count} {count|shape becomes a mesh|shapes become meshes}, as {format} has no such primitive: {names}</source>
        <translation>{count} {count|Form wird zum Netz|Formen werden zu Netzen}, da {format} einen solchen Grundkörper nicht hat: {names}</translation>
    </message>
    <message>
        <source>nothing needs to be done; their surfaces are approximated by triangles</source>
        <translation>es ist nichts zu tun; ihre Oberflächen werden durch Dreiecke angenähert</translation>
    </message>
    <message>
        <source>collision shapes of {count} {count|link|links} are left out, as {format} has surfaces to see alone: {names}</source>
        <translation>Kollisionsformen von {count} {count|Glied|Gliedern} werden weggelassen, da {format} nur sichtbare Flächen hat: {names}</translation>
    </message>
    <message>
        <source>export as SDF, URDF or USD to keep them</source>
        <translation>exportieren Sie als SDF, URDF oder USD, um sie zu behalten</translation>
    </message>
    <message>
        <source>{count} {count|joint is|joints are} left out, and all stands as it does now, as {format} has none: {names}</source>
        <translation>{count} {count|Gelenk wird|Gelenke werden} weggelassen, und alles steht, wie es jetzt steht, da {format} keine hat: {names}</translation>
    </message>
    <message>
        <source>collision rules, named configurations and data of clients are left out for {count} {count|object|objects}: {names}</source>
        <translation>Kollisionsregeln, benannte Stellungen und Daten von Clients werden bei {count} {count|Objekt|Objekten} weggelassen: {names}</translation>
    </message>
    <message>
        <source>{count} {count|object hangs|objects hang} on others, and {count|stands by itself|stand by themselves} in the file: {names}</source>
        <translation>{count} {count|Objekt hängt|Objekte hängen} an anderen und {count|steht|stehen} in der Datei für sich: {names}</translation>
    </message>
    <message>
        <source>attach them again after reading the file</source>
        <translation>befestigen Sie sie nach dem Lesen der Datei wieder</translation>
    </message>
    <message>
        <source>{count} {count|part has|parts have} no exact surfaces, and {count|stands|stand} in {format} as flat faces: {names}</source>
        <translation>{count} {count|Teil hat|Teile haben} keine exakten Flächen und {count|steht|stehen} in {format} als ebene Flächen: {names}</translation>
    </message>
    <message>
        <source>import them from CAD files to keep exact surfaces</source>
        <translation>importieren Sie sie aus CAD-Dateien, um exakte Flächen zu behalten</translation>
    </message>
    <message>
        <source>{count} {count|frame|frames} of the world itself {count|is|are} left out: {names}</source>
        <translation>{count} {count|Bezugssystem|Bezugssysteme} der Welt selbst {count|wird|werden} weggelassen: {names}</translation>
    </message>
    <message>
        <source>put them on an object to keep them</source>
        <translation>setzen Sie sie auf ein Objekt, um sie zu behalten</translation>
    </message>
    <message>
        <source>writing the STEP file was cancelled</source>
        <translation>das Schreiben der STEP-Datei wurde abgebrochen</translation>
    </message>
    <message>
        <source>writing the STEP file took longer than {limit}</source>
        <translation>das Schreiben der STEP-Datei dauerte länger als {limit}</translation>
    </message>
    <message>
        <source>writing the STEP file needed more than {limit} of memory</source>
        <translation>das Schreiben der STEP-Datei brauchte mehr als {limit} Speicher</translation>
    </message>
    <message>
        <source>the program that writes STEP files ended before it was done</source>
        <translation>das Programm, das STEP-Dateien schreibt, endete, bevor es fertig war</translation>
    </message>
    <message>
        <source>export as GLB or OBJ, or fewer objects at once to find the one that it is</source>
        <translation>exportieren Sie als GLB oder OBJ, oder weniger Objekte auf einmal, um das zu finden, an dem es liegt</translation>
    </message>
    <message>
        <source>the STEP file cannot be written: the CAD kernel gave up: {reason}</source>
        <translation>die STEP-Datei lässt sich nicht schreiben: der CAD-Kern hat aufgegeben: {reason}</translation>
    </message>
    <message>
        <source>writing the STEP file</source>
        <translation>Schreiben der STEP-Datei</translation>
    </message>
    <message>
        <source>a node without a parent</source>
        <translation>ein Knoten ohne Elternteil</translation>
    </message>
    <message>
        <source>it does not say why</source>
        <translation>er sagt nicht, warum</translation>
    </message>
    <message>
        <source>exports</source>
        <translation>Exporte</translation>
    </message>
    <message>
        <source>scene_object.proto is not set</source>
        <translation>scene_object.proto ist nicht gesetzt</translation>
    </message>
    <message>
        <source>send the scene object that is to be exported</source>
        <translation>senden Sie das Szenenobjekt, das exportiert werden soll</translation>
    </message>
    <message>
        <source>format {format} is none that is known</source>
        <translation>das Format {format} ist keines, das bekannt ist</translation>
    </message>
    <message>
        <source>use EXPORT_FORMAT_SDF</source>
        <translation>verwenden Sie EXPORT_FORMAT_SDF</translation>
    </message>
    <message>
        <source>the archive would be larger than {most}</source>
        <translation>das Archiv wäre größer als {most}</translation>
    </message>
    <message>
        <source>leave include_geometries out, or export from the command line</source>
        <translation>lassen Sie include_geometries weg, oder exportieren Sie von der Kommandozeile</translation>
    </message>
    <message>
        <source>{count} {count|shape has|shapes have} a colour for each face, and {format} holds one for all: {names}</source>
        <translation>{count} {count|Form hat|Formen haben} eine Farbe je Fläche, und {format} hält eine für alle fest: {names}</translation>
    </message>
    <message>
        <source>export as GLB, USD or SDF to keep them</source>
        <translation>exportieren Sie als GLB, USD oder SDF, um sie zu behalten</translation>
    </message>
    <message>
        <source>the program ffmpeg, which makes movies, is not found</source>
        <translation>das Programm ffmpeg, das Filme macht, wurde nicht gefunden</translation>
    </message>
    <message>
        <source>install ffmpeg, or save frames instead and make a movie of them elsewhere</source>
        <translation>installieren Sie ffmpeg, oder speichern Sie Einzelbilder und machen Sie anderswo einen Film daraus</translation>
    </message>
    <message>
        <source>ffmpeg could not make the movie {file}: {reason}</source>
        <translation>ffmpeg konnte den Film {file} nicht machen: {reason}</translation>
    </message>
    <message>
        <source>choose another ending or another folder, or save frames instead</source>
        <translation>wählen Sie eine andere Endung oder einen anderen Ordner, oder speichern Sie Einzelbilder</translation>
    </message>
    <message>
        <source>the picture {file} could not be written: {reason}</source>
        <translation>das Bild {file} konnte nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>choose another folder, or make room there</source>
        <translation>wählen Sie einen anderen Ordner, oder schaffen Sie dort Platz</translation>
    </message>
    <message>
        <source>{file} could not be written: {reason}</source>
        <translation>{file} konnte nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>choose another folder, or let yourself write there</source>
        <translation>wählen Sie einen anderen Ordner, oder geben Sie sich dort Schreibrecht</translation>
    </message>
    <message>
        <source>Back to an earlier state</source>
        <translation>Zurück zu einem früheren Zustand</translation>
    </message>
    <message>
        <source>Back to {name}</source>
        <translation>Zurück zu {name}</translation>
    </message>
    <message>
        <source>What was recovered</source>
        <translation>Was wiederhergestellt wurde</translation>
    </message>
    <message>
        <source>it is not connected</source>
        <translation>es ist nicht verbunden</translation>
    </message>
    <message>
        <source>the other computer is not on</source>
        <translation>der andere Rechner ist nicht an</translation>
    </message>
    <message>
        <source>the other computer cannot be reached</source>
        <translation>der andere Rechner ist nicht zu erreichen</translation>
    </message>
    <message>
        <source>there is no network</source>
        <translation>es gibt kein Netz</translation>
    </message>
    <message>
        <source>the device has gone</source>
        <translation>das Gerät ist weg</translation>
    </message>
    <message>
        <source>the world</source>
        <translation>die Welt</translation>
    </message>
    <message>
        <source>program {name}</source>
        <translation>Programm {name}</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>ours</source>
        <translation>unsere</translation>
    </message>
    <message>
        <source>theirs</source>
        <translation>ihre</translation>
    </message>
    <message>
        <source>{item}: ours {ours}; theirs {theirs}; taken: {taken}</source>
        <translation>{item}: unsere Seite {ours}; ihre Seite {theirs}; genommen: {taken}</translation>
    </message>
    <message>
        <source>renamed from {old} to {new}</source>
        <translation>umbenannt von {old} in {new}</translation>
    </message>
    <message>
        <source>now on {new} instead of {old}</source>
        <translation>jetzt an {new} statt an {old}</translation>
    </message>
    <message>
        <source>moved by rounding only</source>
        <translation>nur durch Rundung verschoben</translation>
    </message>
    <message>
        <source>position {old} to {new}</source>
        <translation>Stellung {old} auf {new}</translation>
    </message>
    <message>
        <source>now slides</source>
        <translation>schiebt jetzt</translation>
    </message>
    <message>
        <source>now turns</source>
        <translation>dreht jetzt</translation>
    </message>
    <message>
        <source>now fixed</source>
        <translation>jetzt fest</translation>
    </message>
    <message>
        <source>axis changed</source>
        <translation>Achse geändert</translation>
    </message>
    <message>
        <source>place of the joint changed</source>
        <translation>Ort des Gelenks geändert</translation>
    </message>
    <message>
        <source>velocity limit {old} to {new}</source>
        <translation>Geschwindigkeitsgrenze {old} auf {new}</translation>
    </message>
    <message>
        <source>acceleration limit {old} to {new}</source>
        <translation>Beschleunigungsgrenze {old} auf {new}</translation>
    </message>
    <message>
        <source>jerk limit {old} to {new}</source>
        <translation>Ruckgrenze {old} auf {new}</translation>
    </message>
    <message>
        <source>effort limit {old} to {new}</source>
        <translation>Kraft- oder Momentgrenze {old} auf {new}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>{value} {unit}</source>
        <translation>{value} {unit}</translation>
    </message>
    <message>
        <source>any position</source>
        <translation>jede Stellung</translation>
    </message>
    <message>
        <source>{lower} ... {upper}</source>
        <translation>{lower} bis {upper}</translation>
    </message>
    <message>
        <source>range {old} to {new}</source>
        <translation>Bereich {old}, jetzt {new}</translation>
    </message>
    <message>
        <source>limits changed</source>
        <translation>Grenzen geändert</translation>
    </message>
    <message>
        <source>of the system: {what}</source>
        <translation>des Systems: {what}</translation>
    </message>
    <message>
        <source>limits of the application set</source>
        <translation>Grenzen der Anwendung gesetzt</translation>
    </message>
    <message>
        <source>limits of the application removed</source>
        <translation>Grenzen der Anwendung entfernt</translation>
    </message>
    <message>
        <source>of the application: {what}</source>
        <translation>der Anwendung: {what}</translation>
    </message>
    <message>
        <source>damping or friction changed</source>
        <translation>Dämpfung oder Reibung geändert</translation>
    </message>
    <message>
        <source>visual geometry</source>
        <translation>sichtbare Geometrie</translation>
    </message>
    <message>
        <source>collision geometry</source>
        <translation>Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>geometry {kind}</source>
        <translation>Geometrie {kind}</translation>
    </message>
    <message>
        <source>{which} added</source>
        <translation>{which} hinzugefügt</translation>
    </message>
    <message>
        <source>{which} removed</source>
        <translation>{which} entfernt</translation>
    </message>
    <message>
        <source>colour of {which} changed</source>
        <translation>Farbe geändert: {which}</translation>
    </message>
    <message>
        <source>{which} changed</source>
        <translation>{which} geändert</translation>
    </message>
    <message>
        <source>physical properties changed</source>
        <translation>physikalische Eigenschaften geändert</translation>
    </message>
    <message>
        <source>mass {old} kg to {new} kg</source>
        <translation>Masse {old} kg auf {new} kg</translation>
    </message>
    <message>
        <source>sensor changed</source>
        <translation>Sensor geändert</translation>
    </message>
    <message>
        <source>no sound world came of the merge, not even with all conflicts left as ours has them</source>
        <translation>Aus dem Zusammenführen wurde keine gültige Welt, auch nicht mit allen Konflikten, wie unsere Seite sie hat</translation>
    </message>
    <message>
        <source>verify the files first, and report this as a fault of the program</source>
        <translation>Prüfen Sie zuerst die Dateien, und melden Sie dies als Fehler des Programms</translation>
    </message>
    <message>
        <source>this is not the text form of a world: its first line does not name a version</source>
        <translation>Das ist nicht die Textform einer Welt: Ihre erste Zeile nennt keine Version</translation>
    </message>
    <message>
        <source>take a text that was made of a world file</source>
        <translation>Nehmen Sie einen Text, der aus einer Weltdatei gemacht wurde</translation>
    </message>
    <message>
        <source>take a text that textconv wrote; `worldwright textconv --help` tells how</source>
        <translation>Nehmen Sie einen Text, den textconv geschrieben hat; `worldwright textconv --help` sagt, wie</translation>
    </message>
    <message>
        <source>the text form is of version {format}, and this program reads version {own}</source>
        <translation>Die Textform hat die Version {format}, und dieses Programm liest Version {own}</translation>
    </message>
    <message>
        <source>read it with a newer version of the program</source>
        <translation>Lesen Sie sie mit einer neueren Version des Programms</translation>
    </message>
    <message>
        <source>the text form is wrong in {place}: {what}</source>
        <translation>Die Textform stimmt nicht in {place}: {what}</translation>
    </message>
    <message>
        <source>correct that line, or make the text anew from the world file</source>
        <translation>Berichtigen Sie diese Zeile, oder machen Sie den Text neu aus der Weltdatei</translation>
    </message>
    <message>
        <source>the text form was made without geometry, so that no world can be made of it</source>
        <translation>Die Textform wurde ohne Geometrie gemacht, sodass aus ihr keine Welt werden kann</translation>
    </message>
    <message>
        <source>make the text anew from the world file, with its geometry</source>
        <translation>Machen Sie den Text neu aus der Weltdatei, mit ihrer Geometrie</translation>
    </message>
    <message>
        <source>the geometry {ref} in the text form is not what its name says</source>
        <translation>Die Geometrie {ref} in der Textform ist nicht die, die ihr Name nennt</translation>
    </message>
    <message>
        <source>make the text anew from the world file</source>
        <translation>Machen Sie den Text neu aus der Weltdatei</translation>
    </message>
    <message>
        <source>the parts in the text form do not make a world</source>
        <translation>Die Teile in der Textform ergeben keine Welt</translation>
    </message>
    <message>
        <source>now an attachment frame</source>
        <translation>jetzt ein Koordinatensystem zum Anbringen</translation>
    </message>
    <message>
        <source>no longer an attachment frame</source>
        <translation>kein Koordinatensystem zum Anbringen mehr</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>both sides added steps at this place</source>
        <translation>beide Seiten haben an dieser Stelle Schritte eingefügt</translation>
    </message>
    <message>
        <source>its name now holds in the whole world</source>
        <translation>sein Name gilt jetzt in der ganzen Welt</translation>
    </message>
    <message>
        <source>its name now holds beside its siblings only</source>
        <translation>sein Name gilt jetzt nur noch neben seinen Geschwistern</translation>
    </message>
    <message>
        <source>now attached to {frame}</source>
        <translation>jetzt befestigt an {frame}</translation>
    </message>
    <message>
        <source>no longer attached to {frame}</source>
        <translation>nicht mehr befestigt an {frame}</translation>
    </message>
    <message>
        <source>configuration {name} added</source>
        <translation>Konfiguration {name} hinzugefügt</translation>
    </message>
    <message>
        <source>configuration {name} removed</source>
        <translation>Konfiguration {name} entfernt</translation>
    </message>
    <message>
        <source>configuration {name} changed</source>
        <translation>Konfiguration {name} geändert</translation>
    </message>
    <message>
        <source>which joints follow others changed</source>
        <translation>welche Gelenke anderen folgen, hat sich geändert</translation>
    </message>
    <message>
        <source>user data {key} added</source>
        <translation>Nutzerdaten {key} hinzugefügt</translation>
    </message>
    <message>
        <source>user data {key} removed</source>
        <translation>Nutzerdaten {key} entfernt</translation>
    </message>
    <message>
        <source>user data {key} changed</source>
        <translation>Nutzerdaten {key} geändert</translation>
    </message>
    <message>
        <source>Cartesian limits changed</source>
        <translation>kartesische Grenzen geändert</translation>
    </message>
    <message>
        <source>inverse kinematics changed</source>
        <translation>inverse Kinematik geändert</translation>
    </message>
    <message>
        <source>simulation properties changed</source>
        <translation>Eigenschaften der Simulation geändert</translation>
    </message>
    <message>
        <source>now static in simulation</source>
        <translation>jetzt unbewegt in der Simulation</translation>
    </message>
    <message>
        <source>no longer static in simulation</source>
        <translation>nicht mehr unbewegt in der Simulation</translation>
    </message>
    <message>
        <source>its own collision rules changed</source>
        <translation>seine eigenen Kollisionsregeln geändert</translation>
    </message>
    <message>
        <source>its own collision rules changed, {new} instead of {old}</source>
        <translation>seine eigenen Kollisionsregeln geändert, {new} statt {old}</translation>
    </message>
    <message>
        <source>payload removed</source>
        <translation>Last entfernt</translation>
    </message>
    <message>
        <source>payload of {mass} kg set</source>
        <translation>Last von {mass} kg gesetzt</translation>
    </message>
    <message>
        <source>payload {old} kg to {new} kg</source>
        <translation>Last {old} kg auf {new} kg</translation>
    </message>
    <message>
        <source>centre of gravity or inertia of the payload changed</source>
        <translation>Schwerpunkt oder Trägheit der Last geändert</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>in another order</source>
        <translation>in anderer Reihenfolge</translation>
    </message>
    <message>
        <source>other properties changed</source>
        <translation>andere Eigenschaften geändert</translation>
    </message>
    <message>
        <source>step {number} added: {what}</source>
        <translation>Schritt {number} hinzugefügt: {what}</translation>
    </message>
    <message>
        <source>step {number} removed: {what}</source>
        <translation>Schritt {number} entfernt: {what}</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>its plan is gone</source>
        <translation>sein Plan ist weg</translation>
    </message>
    <message>
        <source>planned again</source>
        <translation>neu geplant</translation>
    </message>
    <message>
        <source>robot {old} to {new}</source>
        <translation>Roboter {old}, jetzt {new}</translation>
    </message>
    <message>
        <source>tool {old} to {new}</source>
        <translation>Werkzeug {old}, jetzt {new}</translation>
    </message>
    <message>
        <source>starts elsewhere</source>
        <translation>beginnt anderswo</translation>
    </message>
    <message>
        <source>comment changed</source>
        <translation>Kommentar geändert</translation>
    </message>
    <message>
        <source>needs {what}, which is not there any more</source>
        <translation>braucht {what}, was nicht mehr da ist</translation>
    </message>
    <message>
        <source>would hang on itself, by way of {what}</source>
        <translation>würde über {what} an sich selbst hängen</translation>
    </message>
    <message>
        <source>two would be called {name}</source>
        <translation>zwei würden {name} heißen</translation>
    </message>
    <message>
        <source>names {what}, which is not there any more</source>
        <translation>nennt {what}, was nicht mehr da ist</translation>
    </message>
    <message>
        <source>calls {what}, which is not there any more</source>
        <translation>ruft {what} auf, was nicht mehr da ist</translation>
    </message>
    <message>
        <source>a pose or joint positions</source>
        <translation>eine Lage oder Gelenkstellungen</translation>
    </message>
    <message>
        <source>signal {signal} = {value}</source>
        <translation>Signal {signal} = {value}</translation>
    </message>
    <message>
        <source>signal {signal} on</source>
        <translation>Signal {signal} ein</translation>
    </message>
    <message>
        <source>signal {signal} off</source>
        <translation>Signal {signal} aus</translation>
    </message>
    <message>
        <source>step {number} now {type}</source>
        <translation>Schritt {number} jetzt {type}</translation>
    </message>
    <message>
        <source>step {number} goes to {new} instead of {old}</source>
        <translation>Schritt {number} fährt nach {new} statt nach {old}</translation>
    </message>
    <message>
        <source>step {number}: speed {old} to {new}</source>
        <translation>Schritt {number}: Geschwindigkeit {old} auf {new}</translation>
    </message>
    <message>
        <source>step {number}: waits {new} instead of {old}</source>
        <translation>Schritt {number}: wartet {new} statt {old}</translation>
    </message>
    <message>
        <source>{type} to {target}</source>
        <translation>{type} nach {target}</translation>
    </message>
    <message>
        <source>attach {object}</source>
        <translation>{object} befestigen</translation>
    </message>
    <message>
        <source>detach {object}</source>
        <translation>{object} lösen</translation>
    </message>
    <message>
        <source>wait {seconds}</source>
        <translation>{seconds} warten</translation>
    </message>
    <message>
        <source>await {signal}</source>
        <translation>warten auf {signal}</translation>
    </message>
    <message>
        <source>joint {joint} of {object}</source>
        <translation>Gelenk {joint} von {object}</translation>
    </message>
    <message>
        <source>call {program}</source>
        <translation>{program} aufrufen</translation>
    </message>
    <message>
        <source>a step of a newer program</source>
        <translation>ein Schritt eines neueren Programms</translation>
    </message>
    <message>
        <source>step {number} switched off</source>
        <translation>Schritt {number} ausgeschaltet</translation>
    </message>
    <message>
        <source>step {number} switched on</source>
        <translation>Schritt {number} eingeschaltet</translation>
    </message>
    <message>
        <source>step {number} now: {what}</source>
        <translation>Schritt {number} jetzt: {what}</translation>
    </message>
    <message>
        <source>step {number} named {name}</source>
        <translation>Schritt {number} heißt jetzt {name}</translation>
    </message>
    <message>
        <source>step {number} changed</source>
        <translation>Schritt {number} geändert</translation>
    </message>
    <message>
        <source>moved {distance}, {angle}</source>
        <translation>verschoben um {distance}, gedreht um {angle}</translation>
    </message>
    <message>
        <source>moved {distance}</source>
        <translation>verschoben um {distance}</translation>
    </message>
    <message>
        <source>turned {angle}</source>
        <translation>gedreht um {angle}</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>Zeile {line}</translation>
    </message>
    <message>
        <source>no field is called {name}</source>
        <translation>Kein Feld heißt {name}</translation>
    </message>
    <message>
        <source>these are no bytes of a record before them</source>
        <translation>Das sind keine Bytes eines Datensatzes davor</translation>
    </message>
    <message>
        <source>these are no bytes of a geometry</source>
        <translation>Das sind keine Bytes einer Geometrie</translation>
    </message>
    <message>
        <source>between {left} and all else</source>
        <translation>zwischen {left} und allem anderen</translation>
    </message>
    <message>
        <source>between {left} and {right}</source>
        <translation>zwischen {left} und {right}</translation>
    </message>
    <message>
        <source>margin {margin}</source>
        <translation>Abstand {margin}</translation>
    </message>
    <message>
        <source>rule {pair} added: {new}</source>
        <translation>Regel {pair} hinzugefügt: {new}</translation>
    </message>
    <message>
        <source>rule {pair} removed: {old}</source>
        <translation>Regel {pair} entfernt: {old}</translation>
    </message>
    <message>
        <source>margin {pair} {from} to {to}</source>
        <translation>Abstand {pair}: {from} auf {to}</translation>
    </message>
    <message>
        <source>rule {pair}: {new} instead of {old}</source>
        <translation>Regel {pair}: {new} statt {old}</translation>
    </message>
    <message>
        <source>rule {pair} switched off</source>
        <translation>Regel {pair} ausgeschaltet</translation>
    </message>
    <message>
        <source>rule {pair} switched on</source>
        <translation>Regel {pair} eingeschaltet</translation>
    </message>
    <message>
        <source>rule {pair} changed</source>
        <translation>Regel {pair} geändert</translation>
    </message>
    <message>
        <source>collision checking switched off</source>
        <translation>Kollisionsprüfung ausgeschaltet</translation>
    </message>
    <message>
        <source>collision checking switched on</source>
        <translation>Kollisionsprüfung eingeschaltet</translation>
    </message>
    <message>
        <source>margin between all bodies {from} to {to}</source>
        <translation>Abstand zwischen allen Körpern {from} auf {to}</translation>
    </message>
    <message>
        <source>spacing of collision checks {old} to {new}</source>
        <translation>Schrittweite der Kollisionsprüfungen {old} auf {new}</translation>
    </message>
    <message>
        <source>tag {old} to {new}</source>
        <translation>Kennzeichen {old}, jetzt {new}</translation>
    </message>
    <message>
        <source>this state is no longer in the history</source>
        <translation>dieser Zustand ist nicht mehr im Verlauf</translation>
    </message>
    <message>
        <source>choose another state of the history</source>
        <translation>wählen Sie einen anderen Zustand des Verlaufs</translation>
    </message>
    <message>
        <source>this state of the world cannot be made again</source>
        <translation>dieser Zustand der Welt lässt sich nicht wieder herstellen</translation>
    </message>
    <message>
        <source>{file} was changed by a program that does not keep its history</source>
        <translation>{file} wurde von einem Programm geändert, das den Verlauf nicht weiterführt</translation>
    </message>
    <message>
        <source>what was done before cannot be undone any more; the history begins anew</source>
        <translation>was vorher getan wurde, lässt sich nicht mehr rückgängig machen; der Verlauf beginnt neu</translation>
    </message>
    <message>
        <source>a checkpoint needs a name</source>
        <translation>ein Sicherungspunkt braucht einen Namen</translation>
    </message>
    <message>
        <source>type a name for it</source>
        <translation>geben Sie einen Namen dafür ein</translation>
    </message>
    <message>
        <source>there is a checkpoint {name} already</source>
        <translation>es gibt schon einen Sicherungspunkt {name}</translation>
    </message>
    <message>
        <source>Command {verb}</source>
        <translation>Befehl {verb}</translation>
    </message>
    <message>
        <source>&lt;{element}&gt; of {owner} is no sound limit, and left out</source>
        <translation>&lt;{element}&gt; von {owner} ist keine brauchbare Grenze und wird weggelassen</translation>
    </message>
    <message>
        <source>write finite numbers, the lower ones not above the upper ones</source>
        <translation>schreiben Sie endliche Zahlen, die unteren nicht über den oberen</translation>
    </message>
    <message>
        <source>the solver of {owner} ends at link {link}, which there is not; its chain ends where it does</source>
        <translation>der Löser von {owner} endet an dem Glied {link}, das es nicht gibt; seine Kette endet, wo sie endet</translation>
    </message>
    <message>
        <source>name a link of the model as tip_link_name</source>
        <translation>nennen Sie ein Glied des Modells als tip_link_name</translation>
    </message>
    <message>
        <source>{owner} names {count} solvers; only the first is taken</source>
        <translation>{owner} nennt {count} Löser; nur der erste wird genommen</translation>
    </message>
    <message>
        <source>leave one solver in {owner}</source>
        <translation>lassen Sie einen Löser in {owner}</translation>
    </message>
    <message>
        <source>link {link} has a {shape}, which scene objects cannot hold</source>
        <translation>das Glied {link} hat eine Form {shape}, die Szenenobjekte nicht haben können</translation>
    </message>
    <message>
        <source>replace it by a mesh, or by a box, sphere, cylinder, capsule or ellipsoid; imports by a person leave it out with a warning</source>
        <translation>ersetzen Sie sie durch ein Netz, oder durch Quader, Kugel, Zylinder, Kapsel oder Ellipsoid; Importe durch einen Menschen lassen sie mit einer Warnung weg</translation>
    </message>
    <message>
        <source>link {link} has a plane, which scene objects cannot hold</source>
        <translation>das Glied {link} hat eine Ebene, die Szenenobjekte nicht haben können</translation>
    </message>
    <message>
        <source>replace it by a thin box, as imports by a person do</source>
        <translation>ersetzen Sie sie durch einen dünnen Quader, wie Importe durch einen Menschen es tun</translation>
    </message>
    <message>
        <source>joint {joint} is of the kind {kind}, which scene objects cannot hold</source>
        <translation>das Gelenk {joint} ist von der Art {kind}, die Szenenobjekte nicht haben können</translation>
    </message>
    <message>
        <source>use revolute, prismatic, fixed or ball joints; imports by a person read continuous joints, and fix others with a warning</source>
        <translation>nehmen Sie revolute, prismatic, fixed oder ball; Importe durch einen Menschen lesen continuous, und machen andere mit einer Warnung fest</translation>
    </message>
    <message>
        <source>joint {joint} hangs on the world, which is no link of the model</source>
        <translation>das Gelenk {joint} hängt an der Welt, die kein Glied des Modells ist</translation>
    </message>
    <message>
        <source>leave the joint out, and place the object; imports by a person do</source>
        <translation>lassen Sie das Gelenk weg, und stellen Sie das Objekt auf; Importe durch einen Menschen tun das</translation>
    </message>
    <message>
        <source>joint {joint} moves, and has no &lt;{element}&gt;</source>
        <translation>das Gelenk {joint} bewegt sich, und hat kein &lt;{element}&gt;</translation>
    </message>
    <message>
        <source>give it an &lt;axis&gt; with a &lt;limit&gt;; imports by a person do without a limit</source>
        <translation>geben Sie ihm eine &lt;axis&gt; mit einem &lt;limit&gt;; Importe durch einen Menschen kommen ohne Grenze aus</translation>
    </message>
    <message>
        <source>no joint holds {links} and {root}, and a scene object has one root</source>
        <translation>kein Gelenk hält {links} und {root}, und ein Szenenobjekt hat eine Wurzel</translation>
    </message>
    <message>
        <source>join them by joints; imports by a person fix them to {root} with a note</source>
        <translation>verbinden Sie sie durch Gelenke; Importe durch einen Menschen machen sie mit einem Hinweis an {root} fest</translation>
    </message>
    <message>
        <source>{field} has no effect: {reason}</source>
        <translation>{field} bewirkt nichts: {reason}</translation>
    </message>
    <message>
        <source>there is one collision checker</source>
        <translation>es gibt nur einen Kollisionsprüfer</translation>
    </message>
    <message>
        <source>the planner shortens paths in its own way</source>
        <translation>der Planer kürzt Wege auf seine Weise</translation>
    </message>
    <message>
        <source>the plan is made in the world of world_id as it is now</source>
        <translation>geplant wird in der Welt von world_id, wie sie jetzt ist</translation>
    </message>
    <message>
        <source>the drive of the folder {folder} does not answer: {reason}</source>
        <translation>das Laufwerk des Ordners {folder} antwortet nicht: {reason}</translation>
    </message>
    <message>
        <source>connect the drive again and try again, or choose a folder on another one</source>
        <translation>verbinden Sie das Laufwerk wieder und versuchen Sie es noch einmal, oder wählen Sie einen Ordner auf einem anderen</translation>
    </message>
    <message>
        <source>{file} is open in {program}: {owner} on {machine}, since {since}</source>
        <translation>{file} ist in {program} geöffnet: {owner} auf {machine}, seit {since}</translation>
    </message>
    <message>
        <source>save and close it there, or take a copy of the file</source>
        <translation>speichern und schließen Sie sie dort, oder nehmen Sie eine Kopie der Datei</translation>
    </message>
    <message>
        <source>save and close it there, or take a copy: `cp {path} {copy}`</source>
        <translation>speichern und schließen Sie sie dort, oder nehmen Sie eine Kopie: `cp {path} {copy}`</translation>
    </message>
    <message>
        <source>save and close it there, or save here under another name</source>
        <translation>speichern und schließen Sie sie dort, oder speichern Sie hier unter einem anderen Namen</translation>
    </message>
    <message>
        <source>{file} is open in {program} and shared at {address}: {owner} on {machine}, since {since}</source>
        <translation>{file} ist in {program} geöffnet und unter {address} freigegeben: {owner} auf {machine}, seit {since}</translation>
    </message>
    <message>
        <source>make the change through the services at {address}, or save and close it there</source>
        <translation>machen Sie die Änderung über die Dienste unter {address}, oder speichern und schließen Sie sie dort</translation>
    </message>
    <message>
        <source>{file} was made by a newer version of the program, in format {format}: it is shown as far as this version knows it, and not written to</source>
        <translation>{file} stammt von einer neueren Version des Programms, im Format {format}: Die Datei wird gezeigt, soweit diese Version sie kennt, und nicht beschrieben</translation>
    </message>
    <message>
        <source>save what is shown under another name to go on with it, or open the file with a newer version of the program</source>
        <translation>Speichern Sie das Gezeigte unter einem anderen Namen, um damit weiterzuarbeiten, oder öffnen Sie die Datei mit einer neueren Version des Programms</translation>
    </message>
    <message>
        <source>the history</source>
        <translation>der Verlauf</translation>
    </message>
    <message>
        <source>nobody answers at {address}: {reason}</source>
        <translation>unter {address} antwortet niemand: {reason}</translation>
    </message>
    <message>
        <source>look whether the world is still shared there, and do it again</source>
        <translation>sehen Sie nach, ob die Welt dort noch freigegeben ist, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>the program that shares the world at {address} does not do it: {reason}</source>
        <translation>das Programm, das die Welt unter {address} freigibt, tut es nicht: {reason}</translation>
    </message>
    <message>
        <source>change what it names, and do it again</source>
        <translation>ändern Sie, was es nennt, und versuchen Sie es noch einmal</translation>
    </message>
    <message>
        <source>{field} of the Cartesian limits has {count} {count|value|values}</source>
        <translation>{field} der kartesischen Grenzen hat {count} {count|Wert|Werte}</translation>
    </message>
    <message>
        <source>{field} of the Cartesian limits is not a number</source>
        <translation>{field} der kartesischen Grenzen ist keine Zahl</translation>
    </message>
    <message>
        <source>{lower} of the Cartesian limits is above {upper}</source>
        <translation>{lower} der kartesischen Grenzen liegt über {upper}</translation>
    </message>
    <message>
        <source>the update of the scene object is empty, or of a kind that this program does not know</source>
        <translation>die Änderung des Szenenobjekts ist leer, oder von einer Art, die dieses Programm nicht kennt</translation>
    </message>
    <message>
        <source>set one of the kinds of SceneObjectUpdate; a newer program may know more</source>
        <translation>setzen Sie eine der Arten von SceneObjectUpdate; ein neueres Programm kennt vielleicht mehr</translation>
    </message>
    <message>
        <source>say what is to be changed</source>
        <translation>sagen Sie, was geändert werden soll</translation>
    </message>
    <message>
        <source>there is no entity {entity} in the scene object</source>
        <translation>es gibt keine Entität {entity} in dem Szenenobjekt</translation>
    </message>
    <message>
        <source>name a link, joint, frame or sensor of it</source>
        <translation>nennen Sie ein Glied, ein Gelenk, ein Bezugssystem oder einen Sensor von ihm</translation>
    </message>
    <message>
        <source>the name {name} is that of another entity of the scene object</source>
        <translation>der Name {name} ist der einer anderen Entität des Szenenobjekts</translation>
    </message>
    <message>
        <source>{entity} is the root entity, which has no pose in a parent</source>
        <translation>{entity} ist die Wurzelentität, die keine Pose in etwas Übergeordnetem hat</translation>
    </message>
    <message>
        <source>move the object as a whole, or an entity below its root</source>
        <translation>bewegen Sie das Objekt als Ganzes, oder eine Entität unter seiner Wurzel</translation>
    </message>
    <message>
        <source>the root entity {entity} cannot be deleted</source>
        <translation>die Wurzelentität {entity} kann nicht gelöscht werden</translation>
    </message>
    <message>
        <source>delete the object, or an entity below its root</source>
        <translation>löschen Sie das Objekt, oder eine Entität unter seiner Wurzel</translation>
    </message>
    <message>
        <source>the root entity {entity} has no parent</source>
        <translation>über der Wurzelentität {entity} ist nichts</translation>
    </message>
    <message>
        <source>name an entity below it instead</source>
        <translation>nennen Sie stattdessen eine Entität unter ihr</translation>
    </message>
    <message>
        <source>{entity} is no frame, and of an instance only frames can be deleted</source>
        <translation>{entity} ist kein Bezugssystem, und von einer Instanz können nur Bezugssysteme gelöscht werden</translation>
    </message>
    <message>
        <source>change the scene object itself</source>
        <translation>ändern Sie das Szenenobjekt selbst</translation>
    </message>
    <message>
        <source>other entities hang on {entity}: {children}</source>
        <translation>an {entity} hängen andere Entitäten: {children}</translation>
    </message>
    <message>
        <source>say with child_policy whether they go too or hang on its parent then</source>
        <translation>sagen Sie mit child_policy, ob sie auch gehen oder dann an dem Übergeordneten hängen</translation>
    </message>
    <message>
        <source>there is no policy {policy} for this update</source>
        <translation>es gibt keine Vorgehensweise {policy} für diese Änderung</translation>
    </message>
    <message>
        <source>use one of the policies of the message</source>
        <translation>nehmen Sie eine der Vorgehensweisen der Nachricht</translation>
    </message>
    <message>
        <source>{entity} cannot hang on {parent}, which is or hangs on itself</source>
        <translation>{entity} kann nicht an {parent} hängen, denn das ist es selbst oder hängt an ihm</translation>
    </message>
    <message>
        <source>joint {joint} carries a link already, and {entity} would be a second</source>
        <translation>das Gelenk {joint} trägt schon ein Glied, und {entity} wäre ein zweites</translation>
    </message>
    <message>
        <source>hang it on the link that the joint carries</source>
        <translation>hängen Sie es an das Glied, das das Gelenk trägt</translation>
    </message>
    <message>
        <source>{entity} is no frame</source>
        <translation>{entity} ist kein Bezugssystem</translation>
    </message>
    <message>
        <source>name a frame</source>
        <translation>nennen Sie ein Bezugssystem</translation>
    </message>
    <message>
        <source>{entity} is no link, and only links have geometry</source>
        <translation>{entity} ist kein Glied, und nur Glieder haben Geometrie</translation>
    </message>
    <message>
        <source>name the link</source>
        <translation>nennen Sie das Glied</translation>
    </message>
    <message>
        <source>{entity} is no link, and only links have mass</source>
        <translation>{entity} ist kein Glied, und nur Glieder haben Masse</translation>
    </message>
    <message>
        <source>the tip {entity} of a solver is no link</source>
        <translation>das Ende {entity} eines Lösers ist kein Glied</translation>
    </message>
    <message>
        <source>name the last link of the chain</source>
        <translation>nennen Sie das letzte Glied der Kette</translation>
    </message>
    <message>
        <source>the scene object has no joint that moves, which a solver could solve for</source>
        <translation>das Szenenobjekt hat kein bewegliches Gelenk, für das ein Löser etwas lösen könnte</translation>
    </message>
    <message>
        <source>leave the solvers out</source>
        <translation>lassen Sie die Löser weg</translation>
    </message>
    <message>
        <source>neither positions, limits nor places of joints are set</source>
        <translation>weder Stellungen noch Grenzen noch Orte von Gelenken sind gesetzt</translation>
    </message>
    <message>
        <source>set joint_positions, joint_application_limits, joint_system_limits or parent_t_inboard</source>
        <translation>setzen Sie joint_positions, joint_application_limits, joint_system_limits oder parent_t_inboard</translation>
    </message>
    <message>
        <source>{joint} is no joint of the scene object that could be changed so</source>
        <translation>{joint} ist kein Gelenk des Szenenobjekts, das so geändert werden könnte</translation>
    </message>
    <message>
        <source>name a joint; positions and limits are those of joints that move</source>
        <translation>nennen Sie ein Gelenk; Stellungen und Grenzen haben bewegliche Gelenke</translation>
    </message>
    <message>
        <source>the scene object has no configuration {configuration}</source>
        <translation>das Szenenobjekt hat keine Stellung {configuration}</translation>
    </message>
    <message>
        <source>name one that it has</source>
        <translation>nennen Sie eine, die es hat</translation>
    </message>
    <message>
        <source>the scene object has user data {key} already</source>
        <translation>das Szenenobjekt hat schon Benutzerdaten {key}</translation>
    </message>
    <message>
        <source>the user data key {key} belongs to programs</source>
        <translation>der Schlüssel {key} der Benutzerdaten gehört Programmen</translation>
    </message>
    <message>
        <source>use a key that begins neither with FLOWSTATE_ nor with WORLDWRIGHT_</source>
        <translation>nehmen Sie einen Schlüssel, der weder mit FLOWSTATE_ noch mit WORLDWRIGHT_ beginnt</translation>
    </message>
    <message>
        <source>the geometry override of {entity} names {other}</source>
        <translation>die Geometrie, die die von {entity} ersetzen soll, nennt {other}</translation>
    </message>
    <message>
        <source>leave entity_name out, or name the same entity</source>
        <translation>lassen Sie entity_name weg, oder nennen Sie dieselbe Entität</translation>
    </message>
    <message>
        <source>{field} of the Cartesian limits leaves no standing still</source>
        <translation>{field} der kartesischen Grenzen lässt keinen Stillstand zu</translation>
    </message>
    <message>
        <source>lower limits of velocity, acceleration and jerk are 0 or less, upper ones 0 or more</source>
        <translation>untere Grenzen von Geschwindigkeit, Beschleunigung und Ruck sind 0 oder weniger, obere 0 oder mehr</translation>
    </message>
    <message>
        <source>{field} of the configuration</source>
        <translation>{field} der Konfiguration</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>Depth camera</source>
        <translation>Tiefenkamera</translation>
    </message>
    <message>
        <source>Force and torque sensor</source>
        <translation>Kraft- und Momentsensor</translation>
    </message>
    <message>
        <source>Laser scanner</source>
        <translation>Laserscanner</translation>
    </message>
    <message>
        <source>Sensor of a kind that is not told</source>
        <translation>Sensor, dessen Art nicht gesagt ist</translation>
    </message>
    <message>
        <source>{width} x {height} pixels</source>
        <translation>{width} x {height} Pixel</translation>
    </message>
    <message>
        <source>sees {angle} from side to side</source>
        <translation>sieht {angle} von Seite zu Seite</translation>
    </message>
    <message>
        <source>sees from {near} to {far}</source>
        <translation>sieht von {near} bis {far}</translation>
    </message>
    <message>
        <source>{count} rays from {from} to {to}</source>
        <translation>{count} Strahlen von {from} bis {to}</translation>
    </message>
    <message>
        <source>{count} rows from {from} to {to}</source>
        <translation>{count} Zeilen von {from} bis {to}</translation>
    </message>
    <message>
        <source>measures from {near} to {far}</source>
        <translation>misst von {near} bis {far}</translation>
    </message>
    <message>
        <source>{rate} times a second</source>
        <translation>{rate} Mal je Sekunde</translation>
    </message>
    <message>
        <source>topic {topic}</source>
        <translation>Topic {topic}</translation>
    </message>
    <message>
        <source>this is no replay package, or it is damaged</source>
        <translation>das ist kein Wiederholungspaket, oder es ist beschädigt</translation>
    </message>
    <message>
        <source>give a file that holds a recorded call, whole</source>
        <translation>geben Sie eine Datei an, die einen aufgezeichneten Aufruf enthält, ganz</translation>
    </message>
    <message>
        <source>give a file that plan --replay or serve --replays has written</source>
        <translation>geben Sie eine Datei an, die plan --replay oder serve --replays geschrieben hat</translation>
    </message>
    <message>
        <source>the replay package is of a newer version ({version}) than this program knows</source>
        <translation>das Wiederholungspaket hat eine neuere Version ({version}), als dieses Programm kennt</translation>
    </message>
    <message>
        <source>replay it with the program that made it, or a newer one</source>
        <translation>wiederholen Sie es mit dem Programm, das es gemacht hat, oder mit einem neueren</translation>
    </message>
    <message>
        <source>a request that loads a locked motion cannot be made again elsewhere</source>
        <translation>eine Anfrage, die eine festgehaltene Bewegung lädt, lässt sich anderswo nicht wiederholen</translation>
    </message>
    <message>
        <source>leave load_motion_command out of requests that are to be replayed</source>
        <translation>lassen Sie load_motion_command in Anfragen weg, die wiederholt werden sollen</translation>
    </message>
    <message>
        <source>no request can say that {tool} of {robot} moves</source>
        <translation>keine Anfrage kann sagen, dass sich {tool} von {robot} bewegt</translation>
    </message>
    <message>
        <source>plan for a frame on {tool}, or without a replay package</source>
        <translation>planen Sie für ein Koordinatensystem an {tool}, oder ohne Wiederholungspaket</translation>
    </message>
    <message>
        <source>{program} is not planned</source>
        <translation>{program} ist nicht geplant</translation>
    </message>
    <message>
        <source>plan {program} first</source>
        <translation>planen Sie {program} zuerst</translation>
    </message>
    <message>
        <source>the target of step {step} is no pose, and cannot be seen in a mirror</source>
        <translation>das Ziel von Schritt {step} ist keine Lage und kann nicht gespiegelt werden</translation>
    </message>
    <message>
        <source>mirror moves to frames, configurations and joint positions</source>
        <translation>spiegeln Sie Bewegungen zu Bezugssystemen, Stellungen und Gelenkstellungen</translation>
    </message>
    <message>
        <source>{program} is not planned, and it is its plan that is exported</source>
        <translation>{program} ist nicht geplant, und exportiert wird sein Plan</translation>
    </message>
    <message>
        <source>the plan of {program} no longer holds, so that it is not exported</source>
        <translation>der Plan von {program} gilt nicht mehr und wird deshalb nicht exportiert</translation>
    </message>
    <message>
        <source>plan {program} again</source>
        <translation>planen Sie {program} neu</translation>
    </message>
    <message>
        <source>{program} moves no robot, so that there is none to export it for</source>
        <translation>{program} bewegt keinen Roboter, für den es exportiert werden könnte</translation>
    </message>
    <message>
        <source>add a move to {program}, and plan it</source>
        <translation>fügen Sie {program} eine Bewegung hinzu, und planen Sie es</translation>
    </message>
    <message>
        <source>step {step} moves {other}, and the program is that of {robot}</source>
        <translation>Schritt {step} bewegt {other}, und das Programm ist das von {robot}</translation>
    </message>
    <message>
        <source>put the steps of {other} into a program of their own, and export both</source>
        <translation>legen Sie die Schritte von {other} in ein eigenes Programm, und exportieren Sie beide</translation>
    </message>
    <message>
        <source>step {step} moves {other}, and the tool of the program is {tool}</source>
        <translation>Schritt {step} bewegt {other}, und das Werkzeug des Programms ist {tool}</translation>
    </message>
    <message>
        <source>give all steps one tool, or split the program</source>
        <translation>geben Sie allen Schritten ein Werkzeug, oder teilen Sie das Programm</translation>
    </message>
    <message>
        <source>step {step} has a number for {signal}, and exports know signals that are on or off</source>
        <translation>Schritt {step} hat eine Zahl für {signal}, und Exporte kennen Signale, die an oder aus sind</translation>
    </message>
    <message>
        <source>set {signal} on or off</source>
        <translation>setzen Sie {signal} auf an oder aus</translation>
    </message>
    <message>
        <source>Move the target by {distance}</source>
        <translation>Ziel um {distance} verschieben</translation>
    </message>
    <message>
        <source>Leave the rotation at the target free</source>
        <translation>Drehung am Ziel freigeben</translation>
    </message>
    <message>
        <source>Raise the limit of {joint} by {amount}</source>
        <translation>Grenze von {joint} um {amount} weiten</translation>
    </message>
    <message>
        <source>Come to step {step} in another posture</source>
        <translation>In anderer Haltung zu Schritt {step} kommen</translation>
    </message>
    <message>
        <source>Come to step {step} so: {branch}</source>
        <translation>So zu Schritt {step} kommen: {branch}</translation>
    </message>
    <message>
        <source>Exclude {a} and {b}</source>
        <translation>{a} und {b} ausnehmen</translation>
    </message>
    <message>
        <source>the configured object {name} has no scene object that could be configured</source>
        <translation>das konfigurierte Objekt {name} hat kein Szenenobjekt, das konfiguriert werden könnte</translation>
    </message>
    <message>
        <source>set create_from_scene_object</source>
        <translation>setzen Sie create_from_scene_object</translation>
    </message>
    <message>
        <source>{entity} cannot go, as {object} hangs on it</source>
        <translation>{entity} kann nicht gehen, denn {object} hängt daran</translation>
    </message>
    <message>
        <source>hang {object} on something else first</source>
        <translation>hängen Sie {object} zuerst an etwas anderes</translation>
    </message>
    <message>
        <source>object {name}</source>
        <translation>Objekt {name}</translation>
    </message>
    <message>
        <source>Change {name}</source>
        <translation>{name} ändern</translation>
    </message>
    <message>
        <source>there is no simulation {id}</source>
        <translation>Es gibt keine Simulation {id}</translation>
    </message>
    <message>
        <source>start one by StartSimulation, and use the id that it gives</source>
        <translation>Beginnen Sie eine mit StartSimulation, und nehmen Sie die ID, die es gibt</translation>
    </message>
    <message>
        <source>there are {most} simulations already</source>
        <translation>Es gibt schon {most} Simulationen</translation>
    </message>
    <message>
        <source>end one of them by EndSimulation</source>
        <translation>Beenden Sie eine davon mit EndSimulation</translation>
    </message>
    <message>
        <source>{field} is {value}, which is no such value</source>
        <translation>{field} ist {value}, und das ist kein solcher Wert</translation>
    </message>
    <message>
        <source>heights are below 1e6 m, densities from 0 to 1e6 kg/m^3, time steps from 1e-6 to 0.1 s, rates up to 1000 Hz</source>
        <translation>Höhen liegen unter 1e6 m, Dichten zwischen 0 und 1e6 kg/m³, Zeitschritte zwischen 1e-6 und 0,1 s, Raten bis 1000 Hz</translation>
    </message>
    <message>
        <source>reading of models</source>
        <translation>Lesen von Modellen</translation>
    </message>
    <message>
        <source>{object} has no mass and stands still</source>
        <translation>{object} hat keine Masse und bleibt stehen</translation>
    </message>
    <message>
        <source>give a link a mass in its physics component, or a density for all that have none</source>
        <translation>Geben Sie einem Glied in seiner Physik-Komponente eine Masse, oder allem ohne Masse eine Dichte</translation>
    </message>
    <message>
        <source>what moves with {joint} has no mass, and {mass} kg are assumed</source>
        <translation>Was sich mit {joint} bewegt, hat keine Masse; {mass} kg werden angenommen</translation>
    </message>
    <message>
        <source>give the links on it a mass in their physics components</source>
        <translation>Geben Sie den Gliedern darauf in ihren Physik-Komponenten eine Masse</translation>
    </message>
    <message>
        <source>the links of {object} have no mass: its joints do not move</source>
        <translation>Die Glieder von {object} haben keine Masse: seine Gelenke bewegen sich nicht</translation>
    </message>
    <message>
        <source>give the links a mass in their physics components, or a density</source>
        <translation>Geben Sie den Gliedern in ihren Physik-Komponenten eine Masse, oder eine Dichte</translation>
    </message>
    <message>
        <source>{object} is left out of simulation, as it says itself</source>
        <translation>{object} nimmt an der Simulation nicht teil, wie es selbst sagt</translation>
    </message>
    <message>
        <source>set disabled to false in its simulation component</source>
        <translation>Setzen Sie disabled in seiner Simulations-Komponente auf false</translation>
    </message>
    <message>
        <source>{object} has {count} simulator plugins, and none of them is run</source>
        <translation>{object} hat {count} Simulator-Plugins, und keines davon wird ausgeführt</translation>
    </message>
    <message>
        <source>their text is kept; drive the joints by efforts or trajectories</source>
        <translation>Ihr Text bleibt erhalten; treiben Sie die Gelenke durch Kräfte oder Trajektorien an</translation>
    </message>
    <message>
        <source>stored, not simulated: {fields}</source>
        <translation>gespeichert, nicht simuliert: {fields}</translation>
    </message>
    <message>
        <source>the engine has no like of it; the values are kept and told again</source>
        <translation>Die Physik-Engine kennt nichts Entsprechendes; die Werte bleiben erhalten und werden wieder genannt</translation>
    </message>
    <message>
        <source>{object} reaches {depth} below the floor, which pushes it out</source>
        <translation>{object} reicht {depth} unter den Boden, der es hinausdrückt</translation>
    </message>
    <message>
        <source>move it up, set the height of the floor, or leave the floor out</source>
        <translation>Heben Sie es an, setzen Sie die Höhe des Bodens, oder lassen Sie den Boden weg</translation>
    </message>
    <message>
        <source>there is no model {name}</source>
        <translation>Es gibt kein Modell {name}</translation>
    </message>
    <message>
        <source>ask for the names of all models</source>
        <translation>Fragen Sie nach den Namen aller Modelle</translation>
    </message>
    <message>
        <source>there is no link {name}</source>
        <translation>Es gibt kein Glied {name}</translation>
    </message>
    <message>
        <source>write it as model::link</source>
        <translation>Schreiben Sie es als Modell::Glied</translation>
    </message>
    <message>
        <source>there is no moving joint {name}</source>
        <translation>Es gibt kein bewegliches Gelenk {name}</translation>
    </message>
    <message>
        <source>write it as model::joint</source>
        <translation>Schreiben Sie es als Modell::Gelenk</translation>
    </message>
    <message>
        <source>{name} may be any of {candidates}</source>
        <translation>{name} kann jedes von {candidates} sein</translation>
    </message>
    <message>
        <source>write one of these</source>
        <translation>Schreiben Sie eines davon</translation>
    </message>
    <message>
        <source>there is no reference frame {name}</source>
        <translation>Es gibt kein Bezugssystem {name}</translation>
    </message>
    <message>
        <source>name a model, a link as model::link or a frame as model/frame; nothing for the world</source>
        <translation>Nennen Sie ein Modell, ein Glied als Modell::Glied oder ein Koordinatensystem als Modell/System; nichts für die Welt</translation>
    </message>
    <message>
        <source>{field} is not a number that can be used</source>
        <translation>{field} ist keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>give finite values of a sound size</source>
        <translation>Geben Sie endliche Werte vernünftiger Größe an</translation>
    </message>
    <message>
        <source>{field} is {value}, and it must be {range}</source>
        <translation>{field} ist {value}, und es muss {range} sein</translation>
    </message>
    <message>
        <source>change the value</source>
        <translation>Ändern Sie den Wert</translation>
    </message>
    <message>
        <source>there are {names} names and {values} values</source>
        <translation>Es gibt {names} Namen und {values} Werte</translation>
    </message>
    <message>
        <source>give a value for each name</source>
        <translation>Geben Sie für jeden Namen einen Wert an</translation>
    </message>
    <message>
        <source>no body has this inertia</source>
        <translation>Kein Körper hat diese Trägheit</translation>
    </message>
    <message>
        <source>the main moments must be positive, and none larger than the other two together</source>
        <translation>Die Hauptmomente müssen positiv sein und keines größer als die beiden anderen zusammen</translation>
    </message>
    <message>
        <source>{name} stands still, and nothing moves it</source>
        <translation>{name} steht still, und nichts bewegt es</translation>
    </message>
    <message>
        <source>give it a mass, and clear is_static in its simulation component</source>
        <translation>Geben Sie ihm eine Masse, und nehmen Sie is_static aus seiner Simulations-Komponente</translation>
    </message>
    <message>
        <source>{name} rides on {carrier}, which says where it is</source>
        <translation>{name} sitzt auf {carrier}, das bestimmt, wo es ist</translation>
    </message>
    <message>
        <source>move {carrier}, or set the joints that carry it</source>
        <translation>Bewegen Sie {carrier}, oder setzen Sie die Gelenke, die es tragen</translation>
    </message>
    <message>
        <source>joint {name} follows {leader}</source>
        <translation>Gelenk {name} folgt {leader}</translation>
    </message>
    <message>
        <source>drive the other joint</source>
        <translation>Treiben Sie das andere Gelenk an</translation>
    </message>
    <message>
        <source>single steps are made while the simulation is paused</source>
        <translation>Einzelne Schritte gibt es, während die Simulation angehalten ist</translation>
    </message>
    <message>
        <source>pause it first</source>
        <translation>Halten Sie sie zuerst an</translation>
    </message>
    <message>
        <source>{count} steps cannot be made at once</source>
        <translation>{count} Schritte können nicht auf einmal gemacht werden</translation>
    </message>
    <message>
        <source>ask for 1 to {most}</source>
        <translation>Verlangen Sie 1 bis {most}</translation>
    </message>
    <message>
        <source>{object} has left all bounds after {time}: the simulation has paused</source>
        <translation>{object} hat nach {time} alle Grenzen verlassen: Die Simulation hält an</translation>
    </message>
    <message>
        <source>use a smaller time step, smaller forces, or masses that are nearer to each other, and reset it</source>
        <translation>Nehmen Sie einen kleineren Zeitschritt, kleinere Kräfte oder Massen, die einander näher sind, und setzen Sie sie zurück</translation>
    </message>
    <message>
        <source>stopped after {time}</source>
        <translation>nach {time} abgebrochen</translation>
    </message>
    <message>
        <source>what was reached stays; go on from there</source>
        <translation>Was erreicht wurde, bleibt; machen Sie von dort weiter</translation>
    </message>
    <message>
        <source>the trajectory has no points or no joints</source>
        <translation>Die Trajektorie hat keine Punkte oder keine Gelenke</translation>
    </message>
    <message>
        <source>give joint names, and points with a position for each</source>
        <translation>Geben Sie Gelenknamen an, und Punkte mit einer Stellung für jedes</translation>
    </message>
    <message>
        <source>point {index} of the trajectory is not later than the one before it</source>
        <translation>Punkt {index} der Trajektorie ist nicht später als der davor</translation>
    </message>
    <message>
        <source>let time_from_start grow from point to point</source>
        <translation>Lassen Sie time_from_start von Punkt zu Punkt wachsen</translation>
    </message>
    <message>
        <source>there are {count} {what} waiting already</source>
        <translation>Es warten schon {count} {what}</translation>
    </message>
    <message>
        <source>clear some, or wait until they have ended</source>
        <translation>Löschen Sie einige, oder warten Sie, bis sie zu Ende sind</translation>
    </message>
    <message>
        <source>entry {index} of the script: {reason}</source>
        <translation>Eintrag {index} des Skripts: {reason}</translation>
    </message>
    <message>
        <source>an entry has a time in seconds, not before that of the entry above, and one operation</source>
        <translation>Ein Eintrag hat eine Zeit in Sekunden, nicht vor der des Eintrags darüber, und eine Operation</translation>
    </message>
    <message>
        <source>the replay differs from the record at {time}</source>
        <translation>Die Wiederholung weicht bei {time} von der Aufzeichnung ab</translation>
    </message>
    <message>
        <source>replay it with the world file and the version of the program that made it</source>
        <translation>Wiederholen Sie sie mit der Weltdatei und der Programmversion, die sie gemacht haben</translation>
    </message>
    <message>
        <source>it says nothing to do</source>
        <translation>er sagt nicht, was zu tun ist</translation>
    </message>
    <message>
        <source>its time is none</source>
        <translation>seine Zeit ist keine</translation>
    </message>
    <message>
        <source>its time is before that of the entry above</source>
        <translation>seine Zeit liegt vor der des Eintrags darüber</translation>
    </message>
    <message>
        <source>it resets the time, by which the entries are ordered; say the scope 6</source>
        <translation>er setzt die Zeit zurück, nach der die Einträge geordnet sind; geben Sie als Umfang 6 an</translation>
    </message>
    <message>
        <source>entry {index} of the script</source>
        <translation>Eintrag {index} des Skripts</translation>
    </message>
    <message>
        <source>points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>wrenches</source>
        <translation>Kräfte</translation>
    </message>
    <message>
        <source>efforts</source>
        <translation>Gelenkkräfte</translation>
    </message>
    <message>
        <source>{joint} is no longer held where it is</source>
        <translation>{joint} wird nicht mehr gehalten, wo es ist</translation>
    </message>
    <message>
        <source>the effort is cut to the joint&apos;s limit of {limit}</source>
        <translation>Die Kraft ist auf die Grenze {limit} des Gelenks beschnitten</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 oder mehr</translation>
    </message>
    <message>
        <source>more than 0</source>
        <translation>mehr als 0</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 bis 1</translation>
    </message>
    <message>
        <source>not below loStop</source>
        <translation>nicht unter loStop</translation>
    </message>
    <message>
        <source>1e-6 to 0.1 seconds</source>
        <translation>1e-6 bis 0,1 Sekunden</translation>
    </message>
    <message>
        <source>1 to 10000</source>
        <translation>1 bis 10000</translation>
    </message>
    <message>
        <source>between 0 and 2</source>
        <translation>zwischen 0 und 2</translation>
    </message>
    <message>
        <source>{node}</source>
        <translation>{node}</translation>
    </message>
    <message>
        <source>the text of the model is neither SDF nor URDF</source>
        <translation>Der Text des Modells ist weder SDF noch URDF</translation>
    </message>
    <message>
        <source>send the whole file, which has an element sdf or robot</source>
        <translation>Senden Sie die ganze Datei, die ein Element sdf oder robot hat</translation>
    </message>
    <message>
        <source>the text holds {count} models, and one is spawned at a time</source>
        <translation>Der Text enthält {count} Modelle, und es wird immer eines eingesetzt</translation>
    </message>
    <message>
        <source>send a text for each of them</source>
        <translation>Senden Sie für jedes einen Text</translation>
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
    <message>
        <source>Allow co&amp;llisions between two objects</source>
        <translation>Ko&amp;llisionen zwischen zwei Objekten erlauben</translation>
    </message>
    <message>
        <source>&amp;Check collisions between two objects</source>
        <translation>Kollisionen zwischen zwei Objekten &amp;prüfen</translation>
    </message>
    <message>
        <source>Allow co&amp;llisions between %1 and %2</source>
        <translation>Ko&amp;llisionen zwischen %1 und %2 erlauben</translation>
    </message>
    <message>
        <source>&amp;Check collisions between %1 and %2</source>
        <translation>Kollisionen zwischen %1 und %2 &amp;prüfen</translation>
    </message>
    <message>
        <source>Collision rule: the two that are selected are not checked against each other</source>
        <translation>Kollisionsregel: die beiden gewählten werden nicht gegeneinander geprüft</translation>
    </message>
    <message>
        <source>Collision rule: the two that are selected are checked against each other again</source>
        <translation>Kollisionsregel: die beiden gewählten werden wieder gegeneinander geprüft</translation>
    </message>
    <message numerus="yes">
        <source>%n collision rules went too, which named what was deleted. Undo brings them back.</source>
        <translation>
            <numerusform>%n Kollisionsregel, die Gelöschtes nannte, ging mit. Rückgängig bringt sie zurück.</numerusform>
            <numerusform>%n Kollisionsregeln, die Gelöschtes nannten, gingen mit. Rückgängig bringt sie zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>The world itself cannot be deleted. Select the objects in it, or start a new world.</source>
        <translation>Die Welt selbst lässt sich nicht löschen. Wählen Sie die Objekte in ihr, oder beginnen Sie eine neue Welt.</translation>
    </message>
    <message>
        <source>S&amp;witch collision checking on</source>
        <translation>Kollisionsprüfung ein&amp;schalten</translation>
    </message>
    <message>
        <source>What collides is found and told again, by the collision rules of this world</source>
        <translation>Was kollidiert, wird nach den Kollisionsregeln dieser Welt wieder gefunden und gemeldet</translation>
    </message>
    <message>
        <source>There is nothing to undo: nothing has been changed since this world was opened.</source>
        <translation>Es gibt nichts rückgängig zu machen: Seit dem Öffnen dieser Welt wurde nichts geändert.</translation>
    </message>
    <message>
        <source>There is nothing to redo: nothing has been undone since the last change.</source>
        <translation>Es gibt nichts zu wiederholen: Seit der letzten Änderung wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Clears the selection, or ends an isolation</source>
        <translation>Hebt die Auswahl auf oder beendet eine Isolierung</translation>
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
    <message>
        <source>&amp;Export...</source>
        <translation>&amp;Exportieren...</translation>
    </message>
    <message>
        <source>Writes objects or the whole world as SDF, URDF, USD, STEP, GLB, OBJ or STL</source>
        <translation>Schreibt Objekte oder die ganze Welt als SDF, URDF, USD, STEP, GLB, OBJ oder STL</translation>
    </message>
    <message>
        <source>Save a &amp;copy without history...</source>
        <translation>&amp;Kopie ohne Verlauf speichern...</translation>
    </message>
    <message>
        <source>Saves a copy that tells nothing of what was done before: to be given to others</source>
        <translation>Speichert eine Kopie, die nichts von dem erzählt, was vorher getan wurde: zum Weitergeben</translation>
    </message>
    <message>
        <source>&amp;Compare...</source>
        <translation>&amp;Vergleichen...</translation>
    </message>
    <message>
        <source>Shows what differs from another world file, to be taken over item by item</source>
        <translation>Zeigt, was von einer anderen Weltdatei abweicht, und übernimmt es Stück für Stück</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
</context>
<context>
    <name>Gizmo</name>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>There are %1 values, but this handle takes %2 at most.</source>
        <translation>Das sind %1 Werte, dieser Griff nimmt aber höchstens %2.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
</context>
<context>
    <name>HandText</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>stopped before a collision: %1</source>
        <translation>vor einer Kollision angehalten: %1</translation>
    </message>
    <message>
        <source>%1 is at its upper limit</source>
        <translation>%1 ist an seiner oberen Grenze</translation>
    </message>
    <message>
        <source>%1 is at its lower limit</source>
        <translation>%1 ist an seiner unteren Grenze</translation>
    </message>
    <message>
        <source>on the way is another posture: keys 1 to 8 take one</source>
        <translation>auf dem Weg liegt eine andere Haltung: die Tasten 1 bis 8 nehmen eine</translation>
    </message>
    <message>
        <source>out of reach</source>
        <translation>außer Reichweite</translation>
    </message>
    <message>
        <source>%1 (%2 short)</source>
        <translation>%1 (%2 fehlen)</translation>
    </message>
    <message>
        <source>%1 beyond its limit by %2</source>
        <translation>%1 um %2 jenseits seiner Grenze</translation>
    </message>
    <message>
        <source>collision: %1</source>
        <translation>Kollision: %1</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
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
    <message>
        <source>Pre&amp;ferences...</source>
        <translation>Ein&amp;stellungen...</translation>
    </message>
    <message>
        <source>Units, decimals, mouse, theme, language, shortcuts</source>
        <translation>Einheiten, Stellen, Maus, Farbschema, Sprache, Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Help on this panel</source>
        <translation>&amp;Hilfe zu diesem Bereich</translation>
    </message>
    <message>
        <source>A page on the panel that has the keys, with a picture; all pages can be searched</source>
        <translation>Eine Seite zu dem Bereich, der die Tasten hat, mit einem Bild; alle Seiten lassen sich durchsuchen</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Was ist das?</translation>
    </message>
    <message>
        <source>Click a field or a button then: it says what it is for</source>
        <translation>Danach ein Feld oder einen Knopf anklicken: Er sagt, wozu er da ist</translation>
    </message>
    <message>
        <source>Wel&amp;come page</source>
        <translation>&amp;Willkommensseite</translation>
    </message>
    <message>
        <source>Recent worlds, sample cells, how to begin</source>
        <translation>Zuletzt verwendete Welten, Beispielzellen, wie man anfängt</translation>
    </message>
</context>
<context>
    <name>JointText</name>
    <message>
        <source>At most %1: the upper limit of this joint.</source>
        <translation>Höchstens %1: die obere Grenze dieses Gelenks.</translation>
    </message>
    <message>
        <source>At least %1: the lower limit of this joint.</source>
        <translation>Mindestens %1: die untere Grenze dieses Gelenks.</translation>
    </message>
    <message>
        <source>The robot itself goes from %1 to %2; its limits stay within that.</source>
        <translation>Der Roboter selbst geht von %1 bis %2; seine Grenzen bleiben darin.</translation>
    </message>
    <message>
        <source>%1 stands at %2, so that its lower limit is at most that. Jog the joint first.</source>
        <translation>%1 steht bei %2; seine untere Grenze ist höchstens das. Erst das Gelenk bewegen.</translation>
    </message>
    <message>
        <source>%1 stands at %2, so that its upper limit is at least that. Jog the joint first.</source>
        <translation>%1 steht bei %2; seine obere Grenze ist mindestens das. Erst das Gelenk bewegen.</translation>
    </message>
    <message>
        <source>%1 follows %2: %3 × its position + %4. It stands at %5.</source>
        <translation>%1 folgt %2: %3 × dessen Stellung + %4. Es steht bei %5.</translation>
    </message>
    <message>
        <source>The lower limit, %1, would be above the upper one, %2. Choose a smaller lower or a larger upper limit.</source>
        <translation>Die untere Grenze, %1, läge über der oberen, %2. Wählen Sie eine kleinere untere oder eine größere obere Grenze.</translation>
    </message>
</context>
<context>
    <name>LayoutActions</name>
    <message>
        <source>&amp;Scene</source>
        <translation>&amp;Szene</translation>
    </message>
    <message>
        <source>Opens or folds the tree of what is in the world</source>
        <translation>Klappt den Baum dessen, was in der Welt ist, auf oder zu</translation>
    </message>
    <message>
        <source>&amp;Properties</source>
        <translation>&amp;Eigenschaften</translation>
    </message>
    <message>
        <source>Opens or folds the numbers of what is selected</source>
        <translation>Klappt die Zahlen dessen, was ausgewählt ist, auf oder zu</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>&amp;Bewegung</translation>
    </message>
    <message>
        <source>Opens or folds what plans and plays motions</source>
        <translation>Klappt auf oder zu, was Bewegungen plant und abspielt</translation>
    </message>
    <message>
        <source>&amp;Joints</source>
        <translation>&amp;Gelenke</translation>
    </message>
    <message>
        <source>Opens or folds the positions of the joints</source>
        <translation>Klappt die Stellungen der Gelenke auf oder zu</translation>
    </message>
    <message>
        <source>P&amp;roblems</source>
        <translation>P&amp;robleme</translation>
    </message>
    <message>
        <source>Opens or folds the list of what is wrong</source>
        <translation>Klappt die Liste dessen, was nicht stimmt, auf oder zu</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>Opens or folds the list of edits</source>
        <translation>Klappt die Liste der Änderungen auf oder zu</translation>
    </message>
    <message>
        <source>Sh&amp;aring</source>
        <translation>&amp;Freigabe</translation>
    </message>
    <message>
        <source>Opens or folds what other programs do here</source>
        <translation>Klappt auf oder zu, was andere Programme hier tun</translation>
    </message>
    <message>
        <source>J&amp;obs</source>
        <translation>&amp;Aufträge</translation>
    </message>
    <message>
        <source>Opens or folds what is being worked at</source>
        <translation>Klappt auf oder zu, woran gearbeitet wird</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>&amp;Protokoll</translation>
    </message>
    <message>
        <source>Opens or folds what was said</source>
        <translation>Klappt auf oder zu, was gemeldet wurde</translation>
    </message>
    <message>
        <source>All room &amp;to the view</source>
        <translation>Aller Platz der A&amp;nsicht</translation>
    </message>
    <message>
        <source>Folds all panels, and opens those again</source>
        <translation>Klappt alle Bereiche zu und dieselben wieder auf</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>&amp;Aufbau</translation>
    </message>
    <message>
        <source>Panels for placing things</source>
        <translation>Bereiche zum Aufstellen</translation>
    </message>
    <message>
        <source>Panels for planning and playing motions</source>
        <translation>Bereiche zum Planen und Abspielen von Bewegungen</translation>
    </message>
    <message>
        <source>&amp;Collisions</source>
        <translation>&amp;Kollisionen</translation>
    </message>
    <message>
        <source>Panels for finding what collides, and why</source>
        <translation>Bereiche, um zu finden, was kollidiert, und warum</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>&amp;Durchsicht</translation>
    </message>
    <message>
        <source>Panels for looking at what was made</source>
        <translation>Bereiche zum Ansehen dessen, was entstanden ist</translation>
    </message>
    <message>
        <source>Reset &amp;workspace</source>
        <translation>Arbeitsbereich zurück&amp;setzen</translation>
    </message>
    <message>
        <source>Puts all panels of this workspace back to where they were at first</source>
        <translation>Setzt alle Bereiche dieses Arbeitsbereichs dorthin, wo sie zuerst waren</translation>
    </message>
    <message>
        <source>Opens or folds the collision rules, and why two things are checked or not</source>
        <translation>Öffnet oder faltet die Kollisionsregeln, und warum zwei Dinge geprüft werden oder nicht</translation>
    </message>
    <message>
        <source>Pro&amp;gram</source>
        <translation>Progra&amp;mm</translation>
    </message>
    <message>
        <source>Opens or folds the steps of programs</source>
        <translation>Öffnet die Schritte von Programmen oder klappt sie zu</translation>
    </message>
</context>
<context>
    <name>MarkText</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1: the tool goes at %2, its limit %3</source>
        <translation>%1: das Werkzeug fährt mit %2, die Grenze ist %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 is %4, its limit %5</source>
        <translation>%1: %2 von %3 ist %4, die Grenze %5</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1: the robot stops</source>
        <translation>%1: der Roboter hält an</translation>
    </message>
    <message>
        <source>%1: %2 come as near as %3</source>
        <translation>%1: %2 kommen sich bis auf %3 nahe</translation>
    </message>
    <message>
        <source>%1: %2 touch, %3 deep</source>
        <translation>%1: %2 berühren sich, %3 tief</translation>
    </message>
    <message>
        <source>%1: near a singular place, the tool loses a direction</source>
        <translation>%1: nahe einer singulären Stelle, dem Werkzeug fehlt eine Richtung</translation>
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
    <name>MotionNames</name>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
</context>
<context>
    <name>MotionReport</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>not checked: %1</source>
        <translation>nicht geprüft: %1</translation>
    </message>
    <message>
        <source>nothing comes near</source>
        <translation>nichts kommt nahe</translation>
    </message>
    <message>
        <source>%1 at %2: %3 and %4</source>
        <translation>%1 bei %2: %3 und %4</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>no limits</source>
        <translation>keine Grenzen</translation>
    </message>
    <message>
        <source>The world has changed since this motion was planned.</source>
        <translation>Die Welt hat sich geändert, seit diese Bewegung geplant wurde.</translation>
    </message>
    <message>
        <source>Cycle time</source>
        <translation>Taktzeit</translation>
    </message>
    <message>
        <source>Least clearance</source>
        <translation>Kleinster Abstand</translation>
    </message>
    <message>
        <source>Way of the tool</source>
        <translation>Weg des Werkzeugs</translation>
    </message>
    <message>
        <source>Fastest the tool goes</source>
        <translation>Höchste Geschwindigkeit des Werkzeugs</translation>
    </message>
    <message>
        <source>%1, %2 of its limit</source>
        <translation>%1, %2 der Grenze</translation>
    </message>
    <message>
        <source>Stops on the way</source>
        <translation>Halte unterwegs</translation>
    </message>
    <message>
        <source>Limits not kept</source>
        <translation>Nicht eingehaltene Grenzen</translation>
    </message>
    <message>
        <source>Singular places</source>
        <translation>Singuläre Stellen</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>Margin to its limits</source>
        <translation>Abstand zu den Grenzen</translation>
    </message>
    <message>
        <source>Peak velocity</source>
        <translation>Größte Geschwindigkeit</translation>
    </message>
    <message>
        <source>Peak acceleration</source>
        <translation>Größte Beschleunigung</translation>
    </message>
    <message>
        <source>Peak jerk</source>
        <translation>Größter Ruck</translation>
    </message>
</context>
<context>
    <name>MotionText</name>
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
        <source>less than %1 mm</source>
        <translation>weniger als %1 mm</translation>
    </message>
    <message>
        <source>minimum margin</source>
        <translation>Mindestabstand der Welt</translation>
    </message>
    <message>
        <source>no rule</source>
        <translation>keine Regel</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>rule %1 of %2</source>
        <translation>Regel %1 von %2</translation>
    </message>
</context>
<context>
    <name>NavigationPreset</name>
    <message>
        <source>Middle drag or Alt: orbit. Right drag: pan. Wheel: zoom</source>
        <translation>Mit der mittleren Taste ziehen oder Alt: drehen. Mit der rechten: schieben. Rad: zoomen</translation>
    </message>
    <message>
        <source>Middle drag: orbit; with Shift: pan; with Ctrl: zoom. Wheel: zoom</source>
        <translation>Mit der mittleren Taste ziehen: drehen; mit Umschalt: schieben; mit Strg: zoomen. Rad: zoomen</translation>
    </message>
    <message>
        <source>Middle drag: pan; with the left or right button as well: orbit. Wheel: zoom</source>
        <translation>Mit der mittleren Taste ziehen: schieben; dazu die linke oder rechte: drehen. Rad: zoomen</translation>
    </message>
    <message>
        <source>Middle drag: orbit; with Ctrl: pan; with Shift: zoom. Wheel down: closer</source>
        <translation>Mit der mittleren Taste ziehen: drehen; mit Strg: schieben; mit Umschalt: zoomen. Rad abwärts: näher</translation>
    </message>
    <message>
        <source>Left drag: orbit. Middle or Shift+left drag: pan. Right drag or wheel: zoom</source>
        <translation>Mit der linken Taste ziehen: drehen. Mit der mittleren oder Umschalt+links: schieben. Mit der rechten oder Rad: zoomen</translation>
    </message>
</context>
<context>
    <name>NodePoses</name>
    <message>
        <source>The world itself has no pose that could be set.</source>
        <translation>Die Welt selbst hat keine Lage, die gesetzt werden könnte.</translation>
    </message>
    <message>
        <source>Where it stands follows from its object and the joints. Select the object to move it.</source>
        <translation>Wo es steht, folgt aus seinem Objekt und den Gelenken. Wählen Sie das Objekt aus, um es zu bewegen.</translation>
    </message>
    <message>
        <source>Where %1 stands follows from its object and the joints. Take it out of the selection to move the others.</source>
        <translation>Wo %1 steht, folgt aus seinem Objekt und den Gelenken. Nehmen Sie es aus der Auswahl, um die anderen zu bewegen.</translation>
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
    <message>
        <source>R</source>
        <translation>R</translation>
    </message>
    <message>
        <source>P</source>
        <translation>N</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>G</translation>
    </message>
</context>
<context>
    <name>PairStory</name>
    <message>
        <source>%1: %2</source>
        <extracomment>what a rule says about a pair, and what comes of it</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No rule is about the two: they may touch, and only an overlap counts.</source>
        <translation>Keine Regel betrifft die beiden: sie dürfen sich berühren, nur eine Überschneidung zählt.</translation>
    </message>
</context>
<context>
    <name>PoseText</name>
    <message>
        <source>This pose is more than 10 km away. Positions are in metres.</source>
        <translation>Diese Lage ist mehr als 10 km entfernt. Positionen sind in Metern.</translation>
    </message>
    <message>
        <source>The four numbers of the orientation are no quaternion of length 1.</source>
        <translation>Die vier Zahlen der Orientierung sind kein Quaternion der Länge 1.</translation>
    </message>
    <message>
        <source>This matrix is no rigid motion, with the rotation in rows and 0 0 0 1 at the end.</source>
        <translation>Diese Matrix ist keine starre Bewegung mit der Drehung in Zeilen und 0 0 0 1 am Ende.</translation>
    </message>
    <message>
        <source>Six numbers are three lengths and three angles.</source>
        <translation>Sechs Zahlen sind drei Längen und drei Winkel.</translation>
    </message>
    <message>
        <source>Six numbers without units could be metres or millimetres, degrees or radians.</source>
        <translation>Sechs Zahlen ohne Einheiten könnten Meter oder Millimeter, Grad oder Radiant sein.</translation>
    </message>
    <message>
        <source>Seven numbers are three lengths and a quaternion.</source>
        <translation>Sieben Zahlen sind drei Längen und ein Quaternion.</translation>
    </message>
    <message numerus="yes">
        <source>These are %n numbers.</source>
        <translation>
            <numerusform>Das ist %n Zahl.</numerusform>
            <numerusform>Das sind %n Zahlen.</numerusform>
        </translation>
    </message>
    <message>
        <source>A matrix has no units; lengths are in metres.</source>
        <translation>Eine Matrix hat keine Einheiten; Längen sind in Metern.</translation>
    </message>
    <message>
        <source>This text holds several poses; copy one of them.</source>
        <translation>Dieser Text enthält mehrere Lagen; kopieren Sie eine davon.</translation>
    </message>
    <message>
        <source>There is no position with orientation in this text.</source>
        <translation>In diesem Text gibt es keine Position mit Orientierung.</translation>
    </message>
    <message>
        <source>Position and orientation are x y z and w x y z.</source>
        <translation>Position und Orientierung sind x y z und w x y z.</translation>
    </message>
    <message>
        <source>xyz and rpy are three numbers each.</source>
        <translation>xyz und rpy sind je drei Zahlen.</translation>
    </message>
    <message>
        <source>A pose is 6 numbers with units (100 mm, 0, 50 mm, 0 deg, 90 deg, 0 deg), 7 numbers (x y z in metres, quaternion w x y z), a 4x4 matrix, or position and orientation by name (JSON, proto text).</source>
        <translation>Eine Lage ist 6 Zahlen mit Einheiten (100 mm, 0, 50 mm, 0 deg, 90 deg, 0 deg), 7 Zahlen (x y z in Metern, Quaternion w x y z), eine 4x4-Matrix oder Position und Orientierung mit Namen (JSON, Proto-Text).</translation>
    </message>
    <message>
        <source>This text is too long for a pose.</source>
        <translation>Dieser Text ist zu lang für eine Lage.</translation>
    </message>
</context>
<context>
    <name>ProgramActions</name>
    <message>
        <source>&amp;New program</source>
        <translation>&amp;Neues Programm</translation>
    </message>
    <message>
        <source>Adds a program: what a robot does, step by step</source>
        <translation>Fügt ein Programm hinzu: was ein Roboter tut, Schritt für Schritt</translation>
    </message>
    <message>
        <source>&amp;Teach this posture</source>
        <translation>Diese &amp;Haltung einlernen</translation>
    </message>
    <message>
        <source>Adds a move to where the robot is shown now, behind the chosen step of the program</source>
        <translation>Fügt hinter dem gewählten Schritt des Programms eine Bewegung dorthin hinzu, wo der Roboter jetzt gezeigt wird</translation>
    </message>
    <message>
        <source>Plan the p&amp;rogram</source>
        <translation>P&amp;rogramm planen</translation>
    </message>
    <message>
        <source>Plans all steps of the program that is shown, and keeps the plan in the world</source>
        <translation>Plant alle Schritte des gezeigten Programms und behält den Plan in der Welt</translation>
    </message>
    <message>
        <source>Plan &amp;all programs</source>
        <translation>A&amp;lle Programme planen</translation>
    </message>
    <message>
        <source>Plans those programs of the world whose plans are missing or no longer hold</source>
        <translation>Plant die Programme der Welt, deren Pläne fehlen oder nicht mehr gelten</translation>
    </message>
    <message>
        <source>&amp;Export the program...</source>
        <translation>Programm &amp;exportieren...</translation>
    </message>
    <message>
        <source>Writes the planned program in the language of a controller, or as CSV or JSON</source>
        <translation>Schreibt das geplante Programm in der Sprache einer Steuerung oder als CSV oder JSON</translation>
    </message>
</context>
<context>
    <name>ProgramStep</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Something that a newer program knows</source>
        <translation>Etwas, das ein neueres Programm kennt</translation>
    </message>
    <message>
        <source>Straight to %1</source>
        <translation>Gerade zu %1</translation>
    </message>
    <message>
        <source>By joints to %1</source>
        <translation>Gelenkweise zu %1</translation>
    </message>
    <message>
        <source>Move to %1</source>
        <translation>Bewegung zu %1</translation>
    </message>
    <message>
        <source>Attach %1</source>
        <translation>%1 anhängen</translation>
    </message>
    <message>
        <source>Detach %1</source>
        <translation>%1 lösen</translation>
    </message>
    <message>
        <source>Wait %1 s</source>
        <translation>%1 s warten</translation>
    </message>
    <message>
        <source>Await %1: %2</source>
        <translation>Warten auf %1: %2</translation>
    </message>
    <message>
        <source>Set %1: %2</source>
        <translation>%1 setzen: %2</translation>
    </message>
    <message>
        <source>Set %1 of %2</source>
        <translation>%1 von %2 stellen</translation>
    </message>
    <message>
        <source>Call %1</source>
        <translation>%1 aufrufen</translation>
    </message>
    <message>
        <source>not planned</source>
        <translation>nicht geplant</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>still holds</source>
        <translation>gilt noch</translation>
    </message>
    <message>
        <source>being checked</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>no longer holds</source>
        <translation>gilt nicht mehr</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>something has changed</source>
        <translation>etwas hat sich geändert</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>%1 with an offset</source>
        <translation>%1 mit Versatz</translation>
    </message>
    <message>
        <source>joint positions</source>
        <translation>Gelenkstellungen</translation>
    </message>
    <message>
        <source>a position, turned as it likes</source>
        <translation>einer Position, beliebig gedreht</translation>
    </message>
    <message>
        <source>%1 beyond its limit by %2</source>
        <translation>%1 um %2 jenseits seiner Grenze</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
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
        <source>Too many brackets.</source>
        <translation>Zu viele Klammern.</translation>
    </message>
    <message>
        <source>Too many signs.</source>
        <translation>Zu viele Vorzeichen.</translation>
    </message>
    <message>
        <source>A unit takes whole exponents only.</source>
        <translation>Eine Einheit verträgt nur ganze Exponenten.</translation>
    </message>
    <message>
        <source>After feet there should be inches, as in 5&apos; 3&quot;.</source>
        <translation>Nach Fuß sollten Zoll folgen, wie in 5&apos; 3&quot;.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot take %2.</source>
        <translation>„%1“ verträgt nicht: %2.</translation>
    </message>
    <message>
        <source>This is too long for a number.</source>
        <translation>Das ist zu lang für eine Zahl.</translation>
    </message>
    <message>
        <source>The comma is ambiguous here. Write 1234.5 or 1234,5.</source>
        <translation>Das Komma ist hier zweideutig. Schreiben Sie 1234.5 oder 1234,5.</translation>
    </message>
    <message>
        <source>Lengths are in mm, cm, m, km, um, in or ft.</source>
        <translation>Längen stehen in mm, cm, m, km, um, in oder ft.</translation>
    </message>
    <message>
        <source>Angles are in deg, rad, mrad or rev.</source>
        <translation>Winkel stehen in deg, rad, mrad oder rev.</translation>
    </message>
    <message>
        <source>Leave the unit out.</source>
        <translation>Lassen Sie die Einheit weg.</translation>
    </message>
    <message>
        <source>There is no number. Type a number, a unit, or a sum such as 25.4mm + 1in.</source>
        <translation>Hier steht keine Zahl. Geben Sie eine Zahl, eine Einheit oder eine Summe wie 25,4mm + 1in ein.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not expected here. Write one number, or a sum such as 10mm + 5mm.</source>
        <translation>„%1“ wird hier nicht erwartet. Schreiben Sie eine Zahl oder eine Summe wie 10mm + 5mm.</translation>
    </message>
    <message>
        <source>This is %1, but %2 is needed. %3</source>
        <translation>Das ist %1, gebraucht wird %2. %3</translation>
    </message>
    <message>
        <source>The result is not a finite number. Use smaller numbers.</source>
        <translation>Das Ergebnis ist keine endliche Zahl. Nehmen Sie kleinere Zahlen.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be added. Give both a unit of the same kind.</source>
        <translation>%1 und %2 lassen sich nicht addieren. Geben Sie beiden eine Einheit derselben Art.</translation>
    </message>
    <message>
        <source>This is a division by zero. Divide by a number other than 0.</source>
        <translation>Das ist eine Division durch null. Teilen Sie durch eine andere Zahl als 0.</translation>
    </message>
    <message>
        <source>An exponent has no unit. Remove its unit.</source>
        <translation>Ein Exponent hat keine Einheit. Entfernen Sie sie.</translation>
    </message>
    <message>
        <source>Two units follow each other. Remove one of them.</source>
        <translation>Zwei Einheiten folgen aufeinander. Entfernen Sie eine davon.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a known unit. %2</source>
        <translation>„%1“ ist keine bekannte Einheit. %2</translation>
    </message>
    <message>
        <source>Something is missing at the end. Add a number, or remove the last sign.</source>
        <translation>Am Ende fehlt etwas. Ergänzen Sie eine Zahl, oder entfernen Sie das letzte Zeichen.</translation>
    </message>
    <message>
        <source>A closing bracket is missing. Add one: )</source>
        <translation>Eine schließende Klammer fehlt. Ergänzen Sie eine: )</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number. Type one, such as 25.4 or 1in.</source>
        <translation>„%1“ ist keine Zahl. Geben Sie eine ein, etwa 25,4 oder 1in.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs its value in brackets, as in sqrt(2).</source>
        <translation>„%1“ braucht seinen Wert in Klammern, wie in sqrt(2).</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known. Type a number; sqrt, abs, sin, cos, tan and pi can stand in it.</source>
        <translation>„%1“ ist nicht bekannt. Geben Sie eine Zahl ein; sqrt, abs, sin, cos, tan und pi dürfen vorkommen.</translation>
    </message>
</context>
<context>
    <name>RateText</name>
    <message>
        <source>Position</source>
        <translation>Stellung</translation>
    </message>
    <message>
        <source>Velocity</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Acceleration</source>
        <translation>Beschleunigung</translation>
    </message>
    <message>
        <source>Jerk</source>
        <translation>Ruck</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>Repairs</name>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n Element</numerusform>
            <numerusform>%n Elemente</numerusform>
        </translation>
    </message>
    <message>
        <source>Read the position of %1 as millimetres</source>
        <translation>Position von %1 als Millimeter lesen</translation>
    </message>
    <message>
        <source>Read as millimetres</source>
        <translation>Als Millimeter lesen</translation>
    </message>
    <message>
        <source>Divides the position by 1000; Undo takes it back</source>
        <translation>Teilt die Position durch 1000; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Read the joints of %1 as degrees</source>
        <translation>Gelenke von %1 als Grad lesen</translation>
    </message>
    <message>
        <source>Read as degrees</source>
        <translation>Als Grad lesen</translation>
    </message>
    <message>
        <source>Takes all joints that were set with it for degrees; Undo takes it back</source>
        <translation>Nimmt alle Gelenke, die damit gestellt wurden, als Grad; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Move %1 out</source>
        <translation>%1 herausbewegen</translation>
    </message>
    <message>
        <source>Moves %1 the shortest way to where it touches nothing of %2; Undo takes it back</source>
        <translation>Bewegt %1 auf dem kürzesten Weg dorthin, wo es nichts von %2 berührt; Rückgängig nimmt es zurück</translation>
    </message>
    <message>
        <source>Deletes what came in, and asks about the file again; Undo brings it back</source>
        <translation>Löscht, was hereinkam, und fragt noch einmal nach der Datei; Rückgängig bringt es zurück</translation>
    </message>
    <message>
        <source>Import again in mm</source>
        <translation>Noch einmal in mm importieren</translation>
    </message>
    <message>
        <source>Import again in m</source>
        <translation>Noch einmal in m importieren</translation>
    </message>
</context>
<context>
    <name>RuleActions</name>
    <message>
        <source>&amp;Why are two objects checked, or not?</source>
        <translation>&amp;Warum werden zwei Objekte geprüft oder nicht?</translation>
    </message>
    <message>
        <source>Tells which collision rules are about the two that are selected, which one decides, and how far apart they are</source>
        <translation>Sagt, welche Kollisionsregeln die zwei ausgewählten Dinge betreffen, welche entscheidet und wie weit sie auseinander sind</translation>
    </message>
    <message>
        <source>&amp;Why are %1 and %2 checked, or not?</source>
        <translation>&amp;Warum werden %1 und %2 geprüft oder nicht?</translation>
    </message>
    <message>
        <source>New collision &amp;rule...</source>
        <translation>Neue Kollisions&amp;regel...</translation>
    </message>
    <message>
        <source>Begins a collision rule, between the two that are selected if there are any</source>
        <translation>Beginnt eine Kollisionsregel, zwischen den zwei ausgewählten Dingen, wenn es welche gibt</translation>
    </message>
    <message>
        <source>&amp;Look for mistakes in the collision rules</source>
        <translation>Nach &amp;Fehlern in den Kollisionsregeln suchen</translation>
    </message>
    <message>
        <source>Lists what is odd about the rules, each with its repair</source>
        <translation>Listet auf, was an den Regeln auffällt, jeweils mit der Reparatur</translation>
    </message>
</context>
<context>
    <name>RuleCommands</name>
    <message>
        <source>New rule</source>
        <translation>Neue Regel</translation>
    </message>
    <message>
        <source>Begins a rule, between the two things that are selected if there are any</source>
        <translation>Beginnt eine Regel, zwischen den zwei ausgewählten Dingen, wenn es welche gibt</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Deletes the chosen rules</source>
        <translation>Löscht die gewählten Regeln</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Goes to the fields of the chosen rules</source>
        <translation>Geht zu den Feldern der gewählten Regeln</translation>
    </message>
    <message>
        <source>Switch on or off</source>
        <translation>Ein- oder ausschalten</translation>
    </message>
    <message>
        <source>A rule that is switched off is kept in the file, and has no effect</source>
        <translation>Eine ausgeschaltete Regel bleibt in der Datei und hat keine Wirkung</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplizieren</translation>
    </message>
    <message>
        <source>Copies the chosen rules, each behind itself</source>
        <translation>Kopiert die gewählten Regeln, jede hinter sich selbst</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Moves an object&apos;s own exclusion up: of these the last that matches holds</source>
        <translation>Schiebt einen eigenen Ausschluss eines Objekts nach oben: von diesen gilt der letzte, der passt</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Moves an object&apos;s own exclusion down: of these the last that matches holds</source>
        <translation>Schiebt einen eigenen Ausschluss eines Objekts nach unten: von diesen gilt der letzte, der passt</translation>
    </message>
</context>
<context>
    <name>RuleEdits</name>
    <message>
        <source>Add a collision rule</source>
        <translation>Kollisionsregel hinzufügen</translation>
    </message>
    <message>
        <source>Add a collision rule to %1</source>
        <translation>Kollisionsregel zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>Delete collision %1</source>
        <translation>%1 löschen</translation>
    </message>
    <message>
        <source>Delete %1 collision rules</source>
        <translation>%1 Kollisionsregeln löschen</translation>
    </message>
    <message>
        <source>Duplicate collision %1</source>
        <translation>%1 duplizieren</translation>
    </message>
    <message>
        <source>Duplicate %1 collision rules</source>
        <translation>%1 Kollisionsregeln duplizieren</translation>
    </message>
    <message>
        <source>Switch on collision %1</source>
        <translation>%1 einschalten</translation>
    </message>
    <message>
        <source>Switch off collision %1</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message>
        <source>Switch on %1 collision rules</source>
        <translation>%1 Kollisionsregeln einschalten</translation>
    </message>
    <message>
        <source>Switch off %1 collision rules</source>
        <translation>%1 Kollisionsregeln ausschalten</translation>
    </message>
    <message>
        <source>Change collision %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Change %1 collision rules</source>
        <translation>%1 Kollisionsregeln ändern</translation>
    </message>
    <message>
        <source>Move collision %1</source>
        <translation>%1 verschieben</translation>
    </message>
    <message>
        <source>Switch collision checking on</source>
        <translation>Kollisionsprüfung einschalten</translation>
    </message>
    <message>
        <source>Switch collision checking off</source>
        <translation>Kollisionsprüfung ausschalten</translation>
    </message>
    <message>
        <source>Set the minimum margin</source>
        <translation>Mindestabstand setzen</translation>
    </message>
    <message>
        <source>Take the minimum margin away</source>
        <translation>Mindestabstand wegnehmen</translation>
    </message>
    <message>
        <source>Repair the collision rules: %1 findings</source>
        <translation>Kollisionsregeln reparieren: %1 Befunde</translation>
    </message>
</context>
<context>
    <name>RuleMatrixLook</name>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>kept apart by a margin</source>
        <translation>mit Abstand geprüft</translation>
    </message>
    <message>
        <source>a rule of the object</source>
        <translation>Regel des Objekts</translation>
    </message>
    <message>
        <source>neighbours at a joint</source>
        <translation>Nachbarn an einem Gelenk</translation>
    </message>
    <message>
        <source>one body</source>
        <translation>ein Körper</translation>
    </message>
    <message>
        <source>different, open it</source>
        <translation>verschieden, öffnen Sie es</translation>
    </message>
    <message>
        <source>nothing to check</source>
        <translation>nichts zu prüfen</translation>
    </message>
    <message>
        <source>The brush Exclude ends the check.</source>
        <translation>Der Pinsel Ausnehmen beendet die Prüfung.</translation>
    </message>
    <message>
        <source>The brush Check has it checked again.</source>
        <translation>Der Pinsel Prüfen lässt es wieder prüfen.</translation>
    </message>
    <message>
        <source>The brush Check has it checked all the same.</source>
        <translation>Der Pinsel Prüfen lässt es trotzdem prüfen.</translation>
    </message>
    <message>
        <source>They cannot move against each other.</source>
        <translation>Sie können sich nicht gegeneinander bewegen.</translation>
    </message>
    <message>
        <source>Enter opens the object of the row, Shift+Enter that of the column.</source>
        <translation>Die Eingabetaste öffnet das Objekt der Zeile, Umschalt+Eingabetaste das der Spalte.</translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>There are more pairs than are looked at here; the command &quot;worldwright rules&quot; lists all.</source>
        <translation>Es gibt mehr Paare, als hier angesehen werden; der Befehl &quot;worldwright rules&quot; listet alle auf.</translation>
    </message>
</context>
<context>
    <name>Samples</name>
    <message>
        <source>Pick and place</source>
        <translation>Greifen und Ablegen</translation>
    </message>
    <message>
        <source>A robot with gripper, a conveyor, and a column in the way</source>
        <translation>Ein Roboter mit Greifer, ein Förderband und eine Säule im Weg</translation>
    </message>
    <message>
        <source>Machine tending</source>
        <translation>Maschinenbeschickung</translation>
    </message>
    <message>
        <source>A machine tool with a door and a vice to load</source>
        <translation>Eine Werkzeugmaschine mit Tür und Schraubstock zum Beladen</translation>
    </message>
    <message>
        <source>Palletising</source>
        <translation>Palettieren</translation>
    </message>
    <message>
        <source>Cartons from a conveyor onto two pallets</source>
        <translation>Kartons von einem Förderband auf zwei Paletten</translation>
    </message>
    <message>
        <source>Robot on a rail</source>
        <translation>Roboter auf einer Schiene</translation>
    </message>
    <message>
        <source>A robot that goes along a linear axis between two tables</source>
        <translation>Ein Roboter, der auf einer Linearachse zwischen zwei Tischen fährt</translation>
    </message>
    <message>
        <source>Two robots</source>
        <translation>Zwei Roboter</translation>
    </message>
    <message>
        <source>Two arms of seven axes at one table</source>
        <translation>Zwei Arme mit sieben Achsen an einem Tisch</translation>
    </message>
    <message>
        <source>Seven axes</source>
        <translation>Sieben Achsen</translation>
    </message>
    <message>
        <source>An arm with a spare axis, small and quick to try</source>
        <translation>Ein Arm mit einer Achse mehr, klein und schnell ausprobiert</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>create empty blank clear start world scene project</source>
        <translation>anlegen leer anfangen Welt Szene Projekt erstellen</translation>
    </message>
    <message>
        <source>load read file world project</source>
        <translation>laden lesen Datei Welt Projekt</translation>
    </message>
    <message>
        <source>example demo tutorial cell robot</source>
        <translation>Beispiel Muster Vorführung Zelle Roboter</translation>
    </message>
    <message>
        <source>write store keep file</source>
        <translation>sichern schreiben ablegen Datei</translation>
    </message>
    <message>
        <source>export copy write file name</source>
        <translation>exportieren Kopie schreiben Datei Name</translation>
    </message>
    <message>
        <source>load insert model CAD mesh robot part URDF SDF STEP STL OBJ glTF</source>
        <translation>laden einfügen Modell CAD Netz Roboter Teil URDF SDF STEP STL OBJ glTF</translation>
    </message>
    <message>
        <source>exit close end leave</source>
        <translation>beenden schließen verlassen Ende</translation>
    </message>
    <message>
        <source>back revert take back step</source>
        <translation>zurück zurücknehmen Schritt widerrufen</translation>
    </message>
    <message>
        <source>again forward repeat</source>
        <translation>nochmal vorwärts wiederholen erneut</translation>
    </message>
    <message>
        <source>remove erase clear</source>
        <translation>entfernen wegnehmen leeren</translation>
    </message>
    <message>
        <source>name title call</source>
        <translation>Name Titel benennen</translation>
    </message>
    <message>
        <source>copy clone again</source>
        <translation>kopieren klonen nochmal verdoppeln</translation>
    </message>
    <message>
        <source>everything mark</source>
        <translation>alles markieren</translation>
    </message>
    <message>
        <source>nothing clear unmark escape</source>
        <translation>nichts aufheben abwählen</translation>
    </message>
    <message>
        <source>position orientation transform coordinates matrix clipboard</source>
        <translation>Position Orientierung Lage Koordinaten Matrix Zwischenablage</translation>
    </message>
    <message>
        <source>contact touch ignore exclude rule exception</source>
        <translation>Kontakt Berührung ignorieren ausschließen Regel Ausnahme</translation>
    </message>
    <message>
        <source>contact touch rule include</source>
        <translation>Kontakt Berührung Regel prüfen</translation>
    </message>
    <message>
        <source>contact touch check on</source>
        <translation>Kontakt Berührung prüfen an</translation>
    </message>
    <message>
        <source>search filter look for tree</source>
        <translation>suchen filtern Baum</translation>
    </message>
    <message>
        <source>settings options configuration units decimals language mouse navigation shortcuts keys</source>
        <translation>Einstellungen Optionen Einheiten Stellen Sprache Maus Navigation Tastenkürzel Tasten</translation>
    </message>
    <message>
        <source>cube cuboid block primitive create insert</source>
        <translation>Würfel Block Grundkörper anlegen einfügen</translation>
    </message>
    <message>
        <source>ball round primitive create insert</source>
        <translation>Ball rund Grundkörper anlegen einfügen</translation>
    </message>
    <message>
        <source>tube rod pipe primitive create insert</source>
        <translation>Rohr Stab Stange Grundkörper anlegen einfügen</translation>
    </message>
    <message>
        <source>pill primitive create insert</source>
        <translation>Pille Grundkörper anlegen einfügen</translation>
    </message>
    <message>
        <source>egg primitive create insert</source>
        <translation>Ei Grundkörper anlegen einfügen</translation>
    </message>
    <message>
        <source>coordinate system axes point target TCP tool tip marker</source>
        <translation>Koordinatensystem Achsen Punkt Ziel TCP Werkzeugspitze Marke</translation>
    </message>
    <message>
        <source>robot manipulator insert</source>
        <translation>Roboter Manipulator einfügen</translation>
    </message>
    <message>
        <source>end effector tool hand fingers insert</source>
        <translation>Endeffektor Werkzeug Hand Finger einfügen</translation>
    </message>
    <message>
        <source>CNC mill lathe door vice insert</source>
        <translation>CNC Fräse Drehbank Tür Schraubstock einfügen</translation>
    </message>
    <message>
        <source>track axis linear gantry insert</source>
        <translation>Schiene Achse Linearachse Portal einfügen</translation>
    </message>
    <message>
        <source>insert library part</source>
        <translation>einfügen Bibliothek Teil</translation>
    </message>
    <message>
        <source>zoom all everything home overview</source>
        <translation>zoomen alles Überblick</translation>
    </message>
    <message>
        <source>zoom focus frame look at</source>
        <translation>zoomen Fokus anschauen</translation>
    </message>
    <message>
        <source>camera home perspective default</source>
        <translation>Kamera Perspektive Standard</translation>
    </message>
    <message>
        <source>orthographic perspective parallel camera</source>
        <translation>orthografisch Perspektive parallel Kamera</translation>
    </message>
    <message>
        <source>floor lines raster hide show</source>
        <translation>Boden Linien Gitter ausblenden zeigen</translation>
    </message>
    <message>
        <source>axes coordinate systems labels hide show</source>
        <translation>Achsen Koordinatensysteme Beschriftung ausblenden zeigen</translation>
    </message>
    <message>
        <source>hull shapes geometry hide show</source>
        <translation>Hülle Formen Geometrie ausblenden zeigen</translation>
    </message>
    <message>
        <source>colour look appearance mode bright night</source>
        <translation>Farbe Aussehen Modus hell Nacht</translation>
    </message>
    <message>
        <source>panels docks windows default arrange</source>
        <translation>Bereiche Fenster Standard anordnen</translation>
    </message>
    <message>
        <source>camera side look</source>
        <translation>Kamera Seite Blick</translation>
    </message>
    <message>
        <source>tool pick choose pointer cursor mark</source>
        <translation>Werkzeug wählen Zeiger markieren</translation>
    </message>
    <message>
        <source>tool translate shift drag position gizmo handle</source>
        <translation>Werkzeug bewegen schieben ziehen Position Griff</translation>
    </message>
    <message>
        <source>tool turn spin orientation gizmo handle</source>
        <translation>Werkzeug rotieren Orientierung Griff kippen</translation>
    </message>
    <message>
        <source>axes global coordinates space</source>
        <translation>Achsen global Koordinaten Welt</translation>
    </message>
    <message>
        <source>axes object coordinates space</source>
        <translation>Achsen Objekt Koordinaten lokal</translation>
    </message>
    <message>
        <source>grid raster steps magnet</source>
        <translation>Gitter Schritte Magnet einrasten</translation>
    </message>
    <message>
        <source>TCP end effector frame tip</source>
        <translation>TCP Endeffektor Spitze</translation>
    </message>
    <message>
        <source>server network gRPC API remote connect publish</source>
        <translation>Server Netz gRPC API verbinden freigeben</translation>
    </message>
    <message>
        <source>path trajectory move go compute solve</source>
        <translation>Bahn Weg Trajektorie bewegen fahren berechnen</translation>
    </message>
    <message>
        <source>run start pause simulate animate preview</source>
        <translation>starten anhalten simulieren Vorschau laufen</translation>
    </message>
    <message>
        <source>end halt cancel preview</source>
        <translation>beenden anhalten abbrechen Vorschau</translation>
    </message>
    <message>
        <source>manual documentation handbook guide how</source>
        <translation>Handbuch Anleitung Dokumentation wie</translation>
    </message>
    <message>
        <source>explain tip meaning field</source>
        <translation>erklären Bedeutung Feld Tipp</translation>
    </message>
    <message>
        <source>start page recent samples examples home</source>
        <translation>Startseite zuletzt Beispiele Anfang</translation>
    </message>
    <message>
        <source>version licence info</source>
        <translation>Version Lizenz Information</translation>
    </message>
    <message>
        <source>distance gap nearest measure collision</source>
        <translation>Entfernung Lücke nächste messen Kollision</translation>
    </message>
    <message>
        <source>shell safety distance collision rule</source>
        <translation>Hülle Sicherheit Abstand Kollision Regel</translation>
    </message>
    <message>
        <source>explain ignored excluded reason collision pair distance margin</source>
        <translation>erklären ignoriert ausgeschlossen Grund Kollision Paar Abstand</translation>
    </message>
    <message>
        <source>exclude allow margin clearance distance add collision</source>
        <translation>ausschließen erlauben Abstand hinzufügen Kollision</translation>
    </message>
    <message>
        <source>lint check repair fix unused collision rules</source>
        <translation>prüfen reparieren unbenutzt Fehler Kollisionsregeln</translation>
    </message>
    <message>
        <source>rules exclude margin matrix linter explain contact</source>
        <translation>Regeln ausschließen Abstand Matrix Befunde erklären Kontakt</translation>
    </message>
    <message>
        <source>robot TCP jog drag IK inverse kinematics teach lead posture branch</source>
        <translation>Roboter TCP bewegen ziehen IK inverse Kinematik teachen führen Haltung Zweig</translation>
    </message>
    <message>
        <source>write convert robot mesh CAD URDF SDF USD STEP STL OBJ glTF Gazebo ROS Isaac</source>
        <translation>schreiben umwandeln ausgeben Roboter Netz CAD URDF SDF USD STEP STL OBJ glTF Gazebo ROS Isaac</translation>
    </message>
    <message>
        <source>give send mail strip clean past</source>
        <translation>weitergeben senden verschicken bereinigen Vergangenheit</translation>
    </message>
    <message>
        <source>difference diff changes merge join versions other file</source>
        <translation>unterschied abweichung vergleich änderungen zusammenführen übernehmen versionen andere datei</translation>
    </message>
    <message>
        <source>plot graph diagram speed acceleration jerk joint limits</source>
        <translation>Kurve Diagramm Verlauf Geschwindigkeit Beschleunigung Ruck Gelenk Grenzen</translation>
    </message>
    <message>
        <source>figures cycle time clearance margin peak table copy</source>
        <translation>Zahlen Taktzeit Abstand Reserve Spitze Tabelle kopieren</translation>
    </message>
    <message>
        <source>onion skin poses trail shadow preview</source>
        <translation>Zwiebel Stellungen Spur Schatten Vorschau</translation>
    </message>
    <message>
        <source>screenshot image export view</source>
        <translation>Bildschirmfoto Bild ausgeben Ansicht</translation>
    </message>
    <message>
        <source>images sequence export animation</source>
        <translation>Bilder Folge ausgeben Animation</translation>
    </message>
    <message>
        <source>video film record animation export ffmpeg</source>
        <translation>Video Film aufnehmen Animation ausgeben ffmpeg</translation>
    </message>
</context>
<context>
    <name>Shortcut</name>
    <message>
        <source>Press the keys first.</source>
        <translation>Zuerst die Tasten drücken.</translation>
    </message>
    <message>
        <source>Tab goes from field to field.</source>
        <translation>Tab geht von Feld zu Feld.</translation>
    </message>
    <message>
        <source>Enter confirms what is typed.</source>
        <translation>Die Eingabetaste bestätigt, was getippt ist.</translation>
    </message>
</context>
<context>
    <name>ShowActions</name>
    <message>
        <source>Select something first.</source>
        <translation>Wählen Sie zuerst etwas aus.</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>&amp;Ausblenden</translation>
    </message>
    <message>
        <source>Hides what is selected with all that hangs on it; collision checks and plans do not care</source>
        <translation>Blendet die Auswahl aus mit allem, was daran hängt; Kollisionsprüfung und Planung kümmert das nicht</translation>
    </message>
    <message>
        <source>&amp;Show again</source>
        <translation>Wieder &amp;einblenden</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>A&amp;lles einblenden</translation>
    </message>
    <message>
        <source>Opens all eyes, shows all kinds and ends the isolation</source>
        <translation>Öffnet alle Augen, zeigt alle Arten und beendet die Isolierung</translation>
    </message>
    <message>
        <source>Nothing is hidden.</source>
        <translation>Nichts ist ausgeblendet.</translation>
    </message>
    <message>
        <source>&amp;Isolate</source>
        <translation>&amp;Isolieren</translation>
    </message>
    <message>
        <source>Shows what is selected alone, until this is chosen again or Esc is pressed</source>
        <translation>Zeigt allein die Auswahl, bis dies noch einmal gewählt oder Esc gedrückt wird</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>&amp;Sperren</translation>
    </message>
    <message>
        <source>Nothing in the view chooses or drags what is locked; the scene tree still does</source>
        <translation>Was gesperrt ist, lässt sich in der Ansicht weder auswählen noch ziehen; im Szenenbaum bleibt es wählbar</translation>
    </message>
    <message>
        <source>Un&amp;lock</source>
        <translation>Ent&amp;sperren</translation>
    </message>
    <message>
        <source>&amp;Unlock all</source>
        <translation>Alles e&amp;ntsperren</translation>
    </message>
    <message>
        <source>Opens all locks</source>
        <translation>Öffnet alle Schlösser</translation>
    </message>
    <message>
        <source>Nothing is locked.</source>
        <translation>Nichts ist gesperrt.</translation>
    </message>
    <message>
        <source>Collision geometry &amp;over the visual</source>
        <translation>Kollisionsgeometrie ü&amp;ber der sichtbaren</translation>
    </message>
    <message>
        <source>Shows the geometry that collision checks use, hatched, over what is seen otherwise</source>
        <translation>Zeigt die Geometrie der Kollisionsprüfung schraffiert über dem, was sonst zu sehen ist</translation>
    </message>
    <message>
        <source>Sectio&amp;n plane</source>
        <translation>Schnitt&amp;ebene</translation>
    </message>
    <message>
        <source>Cuts the view open along a plane; the world stays as it is</source>
        <translation>Schneidet die Ansicht an einer Ebene auf; die Welt bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>Sa&amp;ved views</source>
        <translation>&amp;Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Cameras that were saved, with their pictures: a click goes there</source>
        <translation>Gespeicherte Kameras mit ihren Bildern: ein Klick geht dorthin</translation>
    </message>
    <message>
        <source>Sa&amp;ve this view</source>
        <translation>Diese Ansicht s&amp;peichern</translation>
    </message>
    <message>
        <source>Keeps the camera as it is now in the file, with a picture</source>
        <translation>Hält die Kamera, wie sie jetzt ist, mit einem Bild in der Datei fest</translation>
    </message>
    <message>
        <source>&amp;Background and floor</source>
        <translation>&amp;Hintergrund und Boden</translation>
    </message>
    <message>
        <source>What is behind the world, and how high its floor is; kept in the file</source>
        <translation>Was hinter der Welt zu sehen ist und wie hoch ihr Boden liegt; bleibt in der Datei</translation>
    </message>
    <message>
        <source>&amp;X-ray of what is selected</source>
        <translation>Auswahl d&amp;urchsichtig</translation>
    </message>
    <message>
        <source>Draws what is selected as a ghost, so that what lies in it and behind it is seen</source>
        <translation>Zeichnet die Auswahl durchscheinend, damit zu sehen ist, was in ihr und hinter ihr liegt</translation>
    </message>
    <message>
        <source>X-ra&amp;y of all</source>
        <translation>Alles durchsi&amp;chtig</translation>
    </message>
    <message>
        <source>Draws everything as a ghost</source>
        <translation>Zeichnet alles durchscheinend</translation>
    </message>
    <message>
        <source>&amp;Robots</source>
        <translation>&amp;Roboter</translation>
    </message>
    <message>
        <source>Shows objects with joints</source>
        <translation>Zeigt Objekte mit Gelenken</translation>
    </message>
    <message>
        <source>&amp;Parts</source>
        <translation>&amp;Teile</translation>
    </message>
    <message>
        <source>Shows objects without joints</source>
        <translation>Zeigt Objekte ohne Gelenke</translation>
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
        <source>This is a fault of the program. Please report it with the log.</source>
        <translation>Das ist ein Fehler des Programms. Bitte melden Sie ihn mit dem Protokoll.</translation>
    </message>
    <message>
        <source>Restore an earlier copy of the file, or open it here: what is sound in it can be saved.</source>
        <translation>Stellen Sie eine frühere Fassung der Datei wieder her, oder öffnen Sie sie hier: Was darin heil ist, lässt sich retten.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;</source>
        <extracomment>A name in quotes</extracomment>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>TimelineActions</name>
    <message>
        <source>Save a pic&amp;ture...</source>
        <translation>Bil&amp;d speichern...</translation>
    </message>
    <message>
        <source>Saves what the view shows as a picture</source>
        <translation>Speichert als Bild, was die Ansicht zeigt</translation>
    </message>
    <message>
        <source>Save &amp;frames...</source>
        <translation>&amp;Einzelbilder speichern...</translation>
    </message>
    <message>
        <source>Saves the motion as pictures, one for each moment</source>
        <translation>Speichert die Bewegung als Bilder, eines für jeden Augenblick</translation>
    </message>
    <message>
        <source>Save a &amp;movie...</source>
        <translation>&amp;Film speichern...</translation>
    </message>
    <message>
        <source>Saves the motion as a movie; the program ffmpeg makes it</source>
        <translation>Speichert die Bewegung als Film; das Programm ffmpeg macht ihn</translation>
    </message>
    <message>
        <source>&amp;Curves</source>
        <translation>&amp;Kurven</translation>
    </message>
    <message>
        <source>Position, velocity, acceleration and jerk of the joints and the speed of the tool, below the time line</source>
        <translation>Stellung, Geschwindigkeit, Beschleunigung und Ruck der Gelenke und das Tempo des Werkzeugs, unter der Zeitleiste</translation>
    </message>
    <message>
        <source>&amp;Report...</source>
        <translation>&amp;Bericht...</translation>
    </message>
    <message>
        <source>Cycle time, least clearance, margins and peaks of the motion as a page that can be copied</source>
        <translation>Taktzeit, kleinster Abstand, Reserven und Spitzen der Bewegung als Seite, die kopiert werden kann</translation>
    </message>
    <message>
        <source>&amp;Ghosts along the motion</source>
        <translation>&amp;Geister entlang der Bewegung</translation>
    </message>
    <message>
        <source>Shows the robot at some places along its way</source>
        <translation>Zeigt den Roboter an einigen Stellen seines Weges</translation>
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
        <source>S&amp;hare this world</source>
        <translation>Diese &amp;Welt freigeben</translation>
    </message>
    <message>
        <source>Lets other programs read and change this world over gRPC</source>
        <translation>Lässt andere Programme diese Welt über gRPC lesen und ändern</translation>
    </message>
    <message>
        <source>Re&amp;define tool</source>
        <translation>Werkzeug neu &amp;festlegen</translation>
    </message>
    <message>
        <source>Lets the handles move the frame of a tool: the tool is another one then, the robot does not follow</source>
        <translation>Lässt die Griffe das Koordinatensystem eines Werkzeugs bewegen: Das Werkzeug ist dann ein anderes, der Roboter folgt nicht</translation>
    </message>
    <message>
        <source>&amp;Move and turn</source>
        <translation>&amp;Verschieben und drehen</translation>
    </message>
    <message>
        <source>Drag an arrow or a square to move what is selected, a ring to turn it</source>
        <translation>Am Pfeil oder Quadrat ziehen verschiebt das Ausgewählte, am Ring dreht es</translation>
    </message>
    <message>
        <source>&amp;Rotate only</source>
        <translation>Nur &amp;drehen</translation>
    </message>
    <message>
        <source>Moves and turns in steps; the preferences say how large</source>
        <translation>Verschiebt und dreht in Schritten; wie groß, steht in den Einstellungen</translation>
    </message>
    <message>
        <source>H&amp;and</source>
        <translation>&amp;Hand</translation>
    </message>
    <message>
        <source>Drag a robot by its tool: it follows, stops before collisions and says why. The keys 1 to 8 choose a posture then, in place of a view</source>
        <translation>Einen Roboter am Werkzeug ziehen: Er folgt, hält vor Kollisionen an und sagt, warum. Die Tasten 1 bis 8 wählen dann eine Haltung statt einer Ansicht</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>Click a surface: a target with the tool along its normal, and the steps of the program that go there</source>
        <translation>Eine Fläche anklicken: ein Ziel mit dem Werkzeug entlang ihrer Normale und die Schritte des Programms, die dorthin gehen</translation>
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
        <translation>&amp;Perspektivische oder parallele Ansicht</translation>
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
        <source>&amp;Next region</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
    <message>
        <source>The keys go round: tool bar, scene, view, properties, lower panels</source>
        <translation>Die Tasten gehen reihum: Werkzeugleiste, Szene, Ansicht, Eigenschaften, untere Bereiche</translation>
    </message>
    <message>
        <source>Pre&amp;vious region</source>
        <translation>&amp;Voriger Bereich</translation>
    </message>
    <message>
        <source>The keys go round the other way</source>
        <translation>Die Tasten gehen andersherum</translation>
    </message>
    <message>
        <source>Brings what is selected into view; with nothing selected, everything</source>
        <translation>Holt das Ausgewählte ins Bild; ist nichts ausgewählt, alles</translation>
    </message>
    <message>
        <source>Look from further &amp;left</source>
        <translation>Von weiter &amp;links schauen</translation>
    </message>
    <message>
        <source>Goes round to the next side or edge on the left</source>
        <translation>Geht nach links herum zur nächsten Seite oder Kante</translation>
    </message>
    <message>
        <source>Look from further &amp;right</source>
        <translation>Von weiter &amp;rechts schauen</translation>
    </message>
    <message>
        <source>Goes round to the next side or edge on the right</source>
        <translation>Geht nach rechts herum zur nächsten Seite oder Kante</translation>
    </message>
    <message>
        <source>Look from further &amp;up</source>
        <translation>Von weiter &amp;oben schauen</translation>
    </message>
    <message>
        <source>Goes up to the next edge or corner, at last to the top</source>
        <translation>Geht hinauf zur nächsten Kante oder Ecke, zuletzt nach oben</translation>
    </message>
    <message>
        <source>Look from further &amp;down</source>
        <translation>Von weiter &amp;unten schauen</translation>
    </message>
    <message>
        <source>Goes down to the next edge or corner, at last to the bottom</source>
        <translation>Geht hinunter zur nächsten Kante oder Ecke, zuletzt nach unten</translation>
    </message>
    <message>
        <source>R&amp;oll to the left</source>
        <translation>Nach links &amp;kippen</translation>
    </message>
    <message>
        <source>Turns the picture by 90 degrees to the left</source>
        <translation>Dreht das Bild um 90 Grad nach links</translation>
    </message>
    <message>
        <source>Ro&amp;ll to the right</source>
        <translation>Nach rechts k&amp;ippen</translation>
    </message>
    <message>
        <source>Turns the picture by 90 degrees to the right</source>
        <translation>Dreht das Bild um 90 Grad nach rechts</translation>
    </message>
    <message>
        <source>C&amp;learance of what is selected</source>
        <translation>A&amp;bstand des Ausgewählten</translation>
    </message>
    <message>
        <source>Shows the smallest distance of what is selected to everything else, while it moves, too</source>
        <translation>Zeigt den kleinsten Abstand des Ausgewählten zu allem anderen, auch während es sich bewegt</translation>
    </message>
    <message>
        <source>Mar&amp;gins around what is selected</source>
        <translation>&amp;Mindestabstände um das Ausgewählte</translation>
    </message>
    <message>
        <source>Shows what collision margins keep free around what is selected</source>
        <translation>Zeigt, was Mindestabstände um das Ausgewählte frei halten</translation>
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
    <message>
        <source>A quarter to the left</source>
        <translation>Ein Viertel nach links</translation>
    </message>
    <message>
        <source>A quarter to the right</source>
        <translation>Ein Viertel nach rechts</translation>
    </message>
    <message>
        <source>A quarter up</source>
        <translation>Ein Viertel nach oben</translation>
    </message>
    <message>
        <source>A quarter down</source>
        <translation>Ein Viertel nach unten</translation>
    </message>
    <message>
        <source>Roll to the left</source>
        <translation>Nach links kippen</translation>
    </message>
    <message>
        <source>Roll to the right</source>
        <translation>Nach rechts kippen</translation>
    </message>
    <message>
        <source>Whole world</source>
        <translation>Ganze Welt</translation>
    </message>
</context>
<context>
    <name>ViewLabels</name>
    <message>
        <source> m</source>
        <translation> m</translation>
    </message>
</context>
<context>
    <name>ww::editor::ClearanceDesk</name>
    <message>
        <source>The smallest distance of what is selected, with all that hangs on it, to everything that it is checked against, as shown.</source>
        <translation>Der kleinste Abstand des Ausgewählten, mit allem, was daran hängt, zu allem, wogegen es geprüft wird, so wie es gezeigt ist.</translation>
    </message>
    <message>
        <source>Clearance: select something</source>
        <translation>Abstand: etwas auswählen</translation>
    </message>
    <message>
        <source>The largest margin around what is selected.</source>
        <translation>Der größte Mindestabstand um das Ausgewählte.</translation>
    </message>
    <message>
        <source>Clearance...</source>
        <translation>Abstand …</translation>
    </message>
    <message>
        <source>Clearance: no collision geometry</source>
        <translation>Abstand: keine Kollisionsgeometrie</translation>
    </message>
    <message>
        <source>What is selected has no geometry for collisions.</source>
        <translation>Das Ausgewählte hat keine Geometrie für Kollisionen.</translation>
    </message>
    <message>
        <source>Clearance: nothing is checked</source>
        <translation>Abstand: nichts wird geprüft</translation>
    </message>
    <message>
        <source>The collision rules have nothing checked against what is selected.</source>
        <translation>Die Kollisionsregeln lassen nichts gegen das Ausgewählte prüfen.</translation>
    </message>
    <message>
        <source>Clearance: %1</source>
        <translation>Abstand: %1</translation>
    </message>
    <message>
        <source>%1 to %2.</source>
        <translation>%1 zu %2.</translation>
    </message>
    <message>
        <source>A click shows where.</source>
        <translation>Ein Klick zeigt, wo.</translation>
    </message>
    <message>
        <source>Margins...</source>
        <translation>Mindestabstände …</translation>
    </message>
    <message>
        <source>Margin: %1</source>
        <translation>Mindestabstand: %1</translation>
    </message>
    <message>
        <source>No margin here</source>
        <translation>Kein Mindestabstand hier</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Clearance: too much at once</source>
        <translation>Abstand: zu viel auf einmal</translation>
    </message>
    <message>
        <source>So much is selected, or moves, that no check could follow it. Select less.</source>
        <translation>Es ist so viel ausgewählt, oder es bewegt sich so viel, dass keine Prüfung folgen könnte. Wählen Sie weniger aus.</translation>
    </message>
    <message>
        <source>Clearance</source>
        <translation>Abstand</translation>
    </message>
</context>
<context>
    <name>ww::editor::CollisionDisplay</name>
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
    <message numerus="yes">
        <source>%n collisions</source>
        <translation>
            <numerusform>%n Kollision</numerusform>
            <numerusform>%n Kollisionen</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing in the world collides.</source>
        <translation>Nichts in der Welt kollidiert.</translation>
    </message>
    <message>
        <source>Checking... (before: %1)</source>
        <translation>Prüft... (zuvor: %1)</translation>
    </message>
    <message>
        <source>The world has changed since. Before: %1</source>
        <translation>Die Welt hat sich seitdem geändert. Zuvor: %1</translation>
    </message>
    <message>
        <source>A click shows where.</source>
        <translation>Ein Klick zeigt, wo.</translation>
    </message>
    <message>
        <source>Moving...</source>
        <translation>In Bewegung...</translation>
    </message>
    <message>
        <source>What is shown now has not been checked for collisions yet.</source>
        <translation>Was jetzt gezeigt wird, ist noch nicht auf Kollisionen geprüft.</translation>
    </message>
    <message>
        <source>This is about what is shown now. The world has not been changed yet.</source>
        <translation>Das gilt für das, was jetzt gezeigt wird. Die Welt ist noch nicht geändert.</translation>
    </message>
    <message>
        <source>Free of collisions as shown</source>
        <translation>Kollisionsfrei, wie gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>%n collisions as shown</source>
        <translation>
            <numerusform>%n Kollision, wie gezeigt</numerusform>
            <numerusform>%n Kollisionen, wie gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 von %2: %3</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>Nichts zu prüfen</translation>
    </message>
    <message>
        <source>Not checked for collisions</source>
        <translation>Nicht auf Kollisionen geprüft</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Checked by the collision rules of the world.</source>
        <translation>Geprüft nach den Kollisionsregeln der Welt.</translation>
    </message>
    <message>
        <source>There are no two things that could collide. Add or import some.</source>
        <translation>Es gibt keine zwei Dinge, die kollidieren könnten. Fügen Sie welche hinzu, oder importieren Sie sie.</translation>
    </message>
    <message>
        <source>Checking is switched off in the collision settings of the world. A click shows how to switch it on.</source>
        <translation>Die Prüfung ist in den Kollisionseinstellungen der Welt abgeschaltet. Ein Klick zeigt, wie man sie einschaltet.</translation>
    </message>
    <message>
        <source>The collision settings of the world exclude every pair. Select two objects and choose &quot;Check collisions&quot; in the Edit menu.</source>
        <translation>Die Kollisionseinstellungen der Welt nehmen jedes Paar aus. Wählen Sie zwei Objekte und im Menü „Bearbeiten“ „Kollisionen prüfen“.</translation>
    </message>
    <message>
        <source>Without collision geometry, and never checked: %1. Import with collision geometry to have it checked.</source>
        <translation>Ohne Kollisionsgeometrie und nie geprüft: %1. Importieren Sie mit Kollisionsgeometrie, damit geprüft wird.</translation>
    </message>
    <message>
        <source>Nothing collides. What does is listed here, with how deep and by which rule.</source>
        <translation>Nichts kollidiert. Was es tut, steht hier, mit der Tiefe und der Regel dazu.</translation>
    </message>
</context>
<context>
    <name>ww::editor::CompareDesk</name>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Worldwright worlds (*.wright)</source>
        <translation>Worldwright-Welten (*.wright)</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>%1 lesen</translation>
    </message>
    <message>
        <source>%1 could not be compared</source>
        <translation>%1 konnte nicht verglichen werden</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>Mit %1 vergleichen</translation>
    </message>
    <message>
        <source>The open world and %1 are the same.</source>
        <translation>Die offene Welt und %1 sind gleich.</translation>
    </message>
    <message>
        <source>The world has changed meanwhile: look at the differences again.</source>
        <translation>Die Welt hat sich inzwischen geändert: Sehen Sie die Unterschiede noch einmal an.</translation>
    </message>
    <message>
        <source>Take over from %1</source>
        <translation>Aus %1 übernehmen</translation>
    </message>
    <message>
        <source>Nothing was taken over from %1</source>
        <translation>Aus %1 wurde nichts übernommen</translation>
    </message>
    <message>
        <source>Could not be had without what was left:</source>
        <translation>Ohne das Weggelassene nicht zu haben:</translation>
    </message>
</context>
<context>
    <name>ww::editor::ContactsDesk</name>
    <message>
        <source>%1 deep</source>
        <translation>%1 tief</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>ww::editor::Docks</name>
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
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Aufträge</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Shows or hides the panel %1</source>
        <translation>Zeigt oder verbirgt den Bereich %1</translation>
    </message>
    <message>
        <source>Fold %1</source>
        <translation>%1 zuklappen</translation>
    </message>
    <message>
        <source>Folds this panel to its tab at the lower edge of the window</source>
        <translation>Klappt diesen Bereich zu seinem Reiter am unteren Rand zu</translation>
    </message>
    <message>
        <source>Collisions</source>
        <translation>Kollisionen</translation>
    </message>
    <message>
        <source>Joints and tool</source>
        <translation>Gelenke und Werkzeug</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
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
    <message>
        <source>%1 is not saved.</source>
        <translation>%1 ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Done instead: %1.</source>
        <translation>Stattdessen getan: %1.</translation>
    </message>
    <message>
        <source>Recover %1</source>
        <translation>%1 wiederherstellen</translation>
    </message>
    <message>
        <source>Open %1 when others have closed it</source>
        <translation>%1 öffnen, wenn andere es geschlossen haben</translation>
    </message>
    <message>
        <source>%1 was opened as a copy</source>
        <translation>%1 wurde als Kopie geöffnet</translation>
    </message>
</context>
<context>
    <name>ww::editor::ExportDesk</name>
    <message>
        <source>There is nothing to export: the world is empty.</source>
        <translation>Es gibt nichts zu exportieren: die Welt ist leer.</translation>
    </message>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 ist schon da. Ersetzen?</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Angehalten. Es wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>%1 could not be exported</source>
        <translation>%1 konnte nicht exportiert werden</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n Datei</numerusform>
            <numerusform>%n Dateien</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n losses are listed under Problems.</source>
        <translation>
            <numerusform>%n Verlust steht unter Probleme.</numerusform>
            <numerusform>%n Verluste stehen unter Probleme.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 exported</source>
        <translation>%1 exportiert</translation>
    </message>
</context>
<context>
    <name>ww::editor::FileDesk</name>
    <message>
        <source>Worldwright worlds (*.wright)</source>
        <translation>Worldwright-Welten (*.wright)</translation>
    </message>
    <message>
        <source>Not done: %1. %2</source>
        <translation>Nicht getan: %1. %2</translation>
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
        <source>It is being saved.</source>
        <translation>Es wird gerade gespeichert.</translation>
    </message>
    <message>
        <source>Everything is saved.</source>
        <translation>Alles ist gespeichert.</translation>
    </message>
    <message>
        <source>%1. What it was before is kept as %1~.</source>
        <translation>%1. Was vorher darin stand, bleibt als %1~ erhalten.</translation>
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
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 was changed by another program since it was opened here.</source>
        <translation>%1 wurde von einem anderen Programm geändert, seit es hier geöffnet wurde.</translation>
    </message>
    <message>
        <source>%1 exists already, and holds something that was not opened here.</source>
        <translation>%1 gibt es schon, mit einem Inhalt, der nicht hier geöffnet wurde.</translation>
    </message>
    <message>
        <source>Changed by another program</source>
        <translation>Von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>Replace a file</source>
        <translation>Eine Datei ersetzen</translation>
    </message>
    <message>
        <source>Saving here replaces those changes; they are kept as %1~.</source>
        <translation>Speichern ersetzt diese Änderungen; sie bleiben als %1~ erhalten.</translation>
    </message>
    <message>
        <source>Saving here replaces it; it is kept as %1~.</source>
        <translation>Speichern ersetzt sie; sie bleibt als %1~ erhalten.</translation>
    </message>
    <message>
        <source>Save anyway</source>
        <translation>Trotzdem speichern</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Save as...</source>
        <translation>Speichern unter ...</translation>
    </message>
    <message>
        <source>Saving %1. After that: %2</source>
        <translation>%1 wird gespeichert. Danach: %2</translation>
    </message>
    <message>
        <source>%1...</source>
        <translation>%1...</translation>
    </message>
    <message>
        <source>Stop saving</source>
        <translation>Speichern abbrechen</translation>
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
        <source>Lost: %1</source>
        <translation>Verloren: %1</translation>
    </message>
    <message>
        <source>Stay here</source>
        <translation>Hier bleiben</translation>
    </message>
    <message>
        <source>Open the sample cell</source>
        <translation>Beispielzelle öffnen</translation>
    </message>
    <message>
        <source>No sample comes with this program.</source>
        <translation>Diesem Programm liegt kein Beispiel bei.</translation>
    </message>
    <message>
        <source>%1 What is not saved then is lost.</source>
        <translation>%1 Was dann nicht gespeichert ist, geht verloren.</translation>
    </message>
    <message>
        <source>%1 is to be opened in its place.</source>
        <translation>%1 soll an ihrer Stelle geöffnet werden.</translation>
    </message>
    <message>
        <source>Save and open %1</source>
        <translation>Speichern und %1 öffnen</translation>
    </message>
    <message>
        <source>Open %1 without saving</source>
        <translation>%1 öffnen, ohne zu speichern</translation>
    </message>
    <message>
        <source>The sample cell is to be opened in its place.</source>
        <translation>Die Beispielzelle soll an ihrer Stelle geöffnet werden.</translation>
    </message>
    <message>
        <source>Save and open the sample</source>
        <translation>Speichern und Beispiel öffnen</translation>
    </message>
    <message>
        <source>Open the sample without saving</source>
        <translation>Beispiel öffnen, ohne zu speichern</translation>
    </message>
    <message>
        <source>The window is to be closed.</source>
        <translation>Das Fenster soll geschlossen werden.</translation>
    </message>
    <message>
        <source>Save and close</source>
        <translation>Speichern und schließen</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen, ohne zu speichern</translation>
    </message>
    <message>
        <source>A new world is to be started in its place.</source>
        <translation>Eine neue Welt soll an ihrer Stelle begonnen werden.</translation>
    </message>
    <message>
        <source>Save and start a new one</source>
        <translation>Speichern und neue beginnen</translation>
    </message>
    <message>
        <source>Start a new one without saving</source>
        <translation>Neue beginnen, ohne zu speichern</translation>
    </message>
    <message>
        <source>Take it off the list</source>
        <translation>Von der Liste nehmen</translation>
    </message>
    <message>
        <source>%1 was not opened: one world is open at a time.</source>
        <translation>%1 wurde nicht geöffnet: Es ist immer nur eine Welt offen.</translation>
    </message>
    <message>
        <source>Open it by itself; it comes in the place of the one that is open.</source>
        <translation>Öffnen Sie sie für sich; sie tritt an die Stelle der offenen.</translation>
    </message>
    <message>
        <source>Open it now</source>
        <translation>Jetzt öffnen</translation>
    </message>
    <message>
        <source>Save elsewhere...</source>
        <translation>Woanders speichern...</translation>
    </message>
    <message>
        <source>The history of this world cannot be used</source>
        <translation>Der Verlauf dieser Welt ist nicht zu gebrauchen</translation>
    </message>
    <message>
        <source>%1-copy</source>
        <translation>%1-Kopie</translation>
    </message>
    <message>
        <source>Save the world elsewhere</source>
        <translation>Die Welt woanders speichern</translation>
    </message>
    <message>
        <source>Save a copy without history</source>
        <translation>Kopie ohne Verlauf speichern</translation>
    </message>
    <message>
        <source>A copy needs another name than the file itself.</source>
        <translation>Eine Kopie braucht einen anderen Namen als die Datei selbst.</translation>
    </message>
    <message>
        <source>Saving %1 takes long</source>
        <translation>Das Speichern von %1 dauert lange</translation>
    </message>
    <message>
        <source>Its drive may not answer. You can go on working here.</source>
        <translation>Das Laufwerk antwortet vielleicht nicht. Sie können hier weiterarbeiten.</translation>
    </message>
</context>
<context>
    <name>ww::editor::FilmDesk</name>
    <message>
        <source>Pictures of a motion are being saved.</source>
        <translation>Gerade werden Bilder einer Bewegung gespeichert.</translation>
    </message>
    <message>
        <source>motion</source>
        <translation>bewegung</translation>
    </message>
    <message>
        <source>Save a picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg)</source>
        <translation>Bilder (*.png *.jpg)</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 speichern</translation>
    </message>
    <message>
        <source>The picture was not saved</source>
        <translation>Das Bild wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 saved.</source>
        <translation>%1 gespeichert.</translation>
    </message>
    <message>
        <source>No movie can be made</source>
        <translation>Es kann kein Film gemacht werden</translation>
    </message>
    <message>
        <source>Save a movie</source>
        <translation>Film speichern</translation>
    </message>
    <message>
        <source>Save frames</source>
        <translation>Einzelbilder speichern</translation>
    </message>
    <message>
        <source>Movies (*.mp4 *.webm *.mkv *.mov *.gif)</source>
        <translation>Filme (*.mp4 *.webm *.mkv *.mov *.gif)</translation>
    </message>
    <message>
        <source>Pictures, numbered (*.png *.jpg)</source>
        <translation>Bilder, nummeriert (*.png *.jpg)</translation>
    </message>
    <message>
        <source>%1 was not saved: cancelled.</source>
        <translation>%1 wurde nicht gespeichert: abgebrochen.</translation>
    </message>
    <message>
        <source>%1 was not saved</source>
        <translation>%1 wurde nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>ww::editor::FolderChoice</name>
    <message>
        <source>Nothing was imported from %1</source>
        <translation>Aus %1 wurde nichts importiert</translation>
    </message>
    <message>
        <source>Import from a folder</source>
        <translation>Aus einem Ordner importieren</translation>
    </message>
    <message numerus="yes">
        <source>%n files can be imported. Which ones?</source>
        <translation>
            <numerusform>%n Datei kann importiert werden. Diese?</numerusform>
            <numerusform>%n Dateien können importiert werden. Welche?</numerusform>
        </translation>
    </message>
    <message>
        <source>There are more: drop a folder further in to see them.</source>
        <translation>Es gibt noch mehr: Legen Sie einen tieferen Ordner ab, um sie zu sehen.</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter of the files</source>
        <translation>Filter der Dateien</translation>
    </message>
    <message>
        <source>Files in the folder</source>
        <translation>Dateien im Ordner</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Look for models</source>
        <translation>Nach Modellen suchen</translation>
    </message>
    <message>
        <source>Nothing was imported</source>
        <translation>Nichts wurde importiert</translation>
    </message>
</context>
<context>
    <name>ww::editor::GeneratorOffer</name>
    <message>
        <source>%1 has no collision rules of its own</source>
        <translation>%1 hat keine eigenen Kollisionsregeln</translation>
    </message>
    <message>
        <source>Trying postures finds the pairs of its links that need no check: checks are faster then, and what always overlaps is no collision.</source>
        <translation>Beim Probieren von Haltungen finden sich die Paare seiner Glieder, die keine Prüfung brauchen: Prüfungen sind dann schneller, und was sich immer überschneidet, ist keine Kollision.</translation>
    </message>
    <message>
        <source>Generate rules</source>
        <translation>Regeln erzeugen</translation>
    </message>
    <message>
        <source>Never offer this</source>
        <translation>Nie anbieten</translation>
    </message>
</context>
<context>
    <name>ww::editor::HandBar</name>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>collision</source>
        <translation>Kollision</translation>
    </message>
    <message>
        <source>free</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>Robot in the hand</source>
        <translation>Roboter in der Hand</translation>
    </message>
    <message>
        <source>What keeps the robot from the hand</source>
        <translation>Was den Roboter von der Hand fernhält</translation>
    </message>
    <message>
        <source>Stop before collisions</source>
        <translation>Vor Kollisionen anhalten</translation>
    </message>
    <message>
        <source>While the tool is dragged or jogged the robot stops before it would hit something</source>
        <translation>Während das Werkzeug gezogen oder schrittweise bewegt wird, hält der Roboter an, bevor er etwas träfe</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1 an %2</translation>
    </message>
    <message>
        <source>Select a robot, or a frame that moves with one</source>
        <translation>Wählen Sie einen Roboter oder ein Koordinatensystem, das sich mit einem bewegt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>Posture %1, %2: the robot stands so. %3</source>
        <translation>Haltung %1, %2: So steht der Roboter. %3</translation>
    </message>
    <message>
        <source>Posture %1, %2: %3. A click or the key %1 takes it.</source>
        <translation>Haltung %1, %2: %3. Ein Klick oder die Taste %1 nimmt sie.</translation>
    </message>
    <message>
        <source>Posture %1</source>
        <translation>Haltung %1</translation>
    </message>
</context>
<context>
    <name>ww::editor::HistoryDesk</name>
    <message>
        <source>The world could not go there</source>
        <translation>Die Welt konnte nicht dorthin</translation>
    </message>
    <message>
        <source>Going back in the history</source>
        <translation>Im Verlauf zurückgehen</translation>
    </message>
    <message>
        <source>No checkpoint was made</source>
        <translation>Es wurde kein Sicherungspunkt gesetzt</translation>
    </message>
    <message>
        <source>The world as it is now is the checkpoint %1.</source>
        <translation>Die Welt, wie sie jetzt ist, ist der Sicherungspunkt %1.</translation>
    </message>
</context>
<context>
    <name>ww::editor::ImportDesk</name>
    <message>
        <source>Models (%1);;All files (*)</source>
        <translation>Modelle (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>In a free place</source>
        <translation>An einer freien Stelle</translation>
    </message>
    <message>
        <source>Where it was dropped</source>
        <translation>Wo es abgelegt wurde</translation>
    </message>
    <message>
        <source>At the origin, as in the file</source>
        <translation>Am Ursprung, wie in der Datei</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>An %1</translation>
    </message>
    <message>
        <source>Import models</source>
        <translation>Modelle importieren</translation>
    </message>
    <message>
        <source>%1 comes after %2.</source>
        <translation>%1 kommt nach %2.</translation>
    </message>
    <message>
        <source>%1 goes into %2 now.</source>
        <translation>%1 kommt jetzt in %2.</translation>
    </message>
    <message>
        <source>Import %1</source>
        <translation>%1 importieren</translation>
    </message>
    <message>
        <source>It moves with %1, and is not checked against it.</source>
        <translation>Es bewegt sich mit %1 und wird nicht dagegen geprüft.</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings are listed under Problems.</source>
        <translation>
            <numerusform>%n Warnung steht unter Probleme.</numerusform>
            <numerusform>%n Warnungen stehen unter Probleme.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 imported</source>
        <translation>%1 importiert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 cannot be imported. %2</source>
        <translation>%1 kann nicht importiert werden. %2</translation>
    </message>
    <message>
        <source>Delete %1</source>
        <translation>%1 löschen</translation>
    </message>
</context>
<context>
    <name>ww::editor::JournalDesk</name>
    <message>
        <source>What you do now would be lost in a crash</source>
        <translation>Was Sie jetzt tun, ginge bei einem Absturz verloren</translation>
    </message>
    <message>
        <source>Not saved last time</source>
        <translation>Letztes Mal nicht gespeichert</translation>
    </message>
    <message>
        <source>Show...</source>
        <translation>Anzeigen ...</translation>
    </message>
    <message>
        <source>Recover %1</source>
        <translation>%1 wiederherstellen</translation>
    </message>
    <message>
        <source>%1 could not be recovered</source>
        <translation>%1 konnte nicht wiederhergestellt werden</translation>
    </message>
    <message numerus="yes">
        <source>%1 recovered with %n edits; they are not saved yet.</source>
        <translation>
            <numerusform>%1 mit %n Änderung wiederhergestellt; sie ist noch nicht gespeichert.</numerusform>
            <numerusform>%1 mit %n Änderungen wiederhergestellt; sie sind noch nicht gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 was recovered with doubts</source>
        <translation>%1 wurde unter Vorbehalt wiederhergestellt</translation>
    </message>
    <message>
        <source>%1 was recovered in part</source>
        <translation>%1 wurde teilweise wiederhergestellt</translation>
    </message>
    <message>
        <source>Discard edits</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>The edits of %1 that were not saved are thrown away for good.</source>
        <translation>Die nicht gespeicherten Änderungen von %1 werden endgültig verworfen.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>It could not be discarded</source>
        <translation>Es konnte nicht verworfen werden</translation>
    </message>
</context>
<context>
    <name>ww::editor::LeftList</name>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholt: %1</translation>
    </message>
    <message>
        <source>Documents that can be recovered</source>
        <translation>Dokumente, die wiederhergestellt werden können</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Picture of %1</source>
        <translation>Bild von %1</translation>
    </message>
    <message numerus="yes">
        <source>%n edits that are not saved</source>
        <translation>
            <numerusform>%n nicht gespeicherte Änderung</numerusform>
            <numerusform>%n nicht gespeicherte Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the last at %2</source>
        <translation>%1, die letzte um %2</translation>
    </message>
    <message>
        <source>Recovering it did not come to an end last time.</source>
        <translation>Die Wiederherstellung kam letztes Mal nicht zum Ende.</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Does these edits again; the file stays as it is until you save</source>
        <translation>Führt diese Änderungen noch einmal aus; die Datei bleibt, wie sie ist, bis Sie speichern</translation>
    </message>
    <message>
        <source>Recover an older state</source>
        <translation>Älteren Stand wiederherstellen</translation>
    </message>
    <message>
        <source>Takes the last state that was written whole, without the edits behind it, which stay here</source>
        <translation>Nimmt den letzten vollständig geschriebenen Stand ohne die Änderungen danach, die hier bleiben</translation>
    </message>
    <message>
        <source>Open what was saved</source>
        <translation>Gespeicherten Stand öffnen</translation>
    </message>
    <message>
        <source>Opens the file without these edits, which stay here</source>
        <translation>Öffnet die Datei ohne diese Änderungen, die hier bleiben</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>Für später aufheben</translation>
    </message>
    <message>
        <source>Asks again at the next start</source>
        <translation>Fragt beim nächsten Start wieder</translation>
    </message>
    <message>
        <source>Discard...</source>
        <translation>Verwerfen ...</translation>
    </message>
    <message>
        <source>Throws these edits away</source>
        <translation>Verwirft diese Änderungen</translation>
    </message>
</context>
<context>
    <name>ww::editor::MainWindow</name>
    <message>
        <source>%1 opened.</source>
        <translation>%1 geöffnet.</translation>
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
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>%1 was not imported, as %2 was not opened.</source>
        <translation>%1 wurde nicht importiert, da %2 nicht geöffnet wurde.</translation>
    </message>
    <message>
        <source>Drop it again by itself to import it into the world that is open.</source>
        <translation>Ziehen Sie es für sich noch einmal hierher, um es in die offene Welt zu importieren.</translation>
    </message>
    <message>
        <source>Import it here</source>
        <translation>Hier importieren</translation>
    </message>
    <message>
        <source>%1 (only looked at)</source>
        <translation>%1 (wird nur angesehen)</translation>
    </message>
</context>
<context>
    <name>ww::editor::Messages</name>
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
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>ww::editor::MotionDesk</name>
    <message>
        <source>Motion planned: %1</source>
        <translation>Bewegung geplant: %1</translation>
    </message>
    <message>
        <source>No path: %1</source>
        <translation>Kein Weg: %1</translation>
    </message>
</context>
<context>
    <name>ww::editor::MotionView</name>
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
        <source>Not planned yet</source>
        <translation>Noch nicht geplant</translation>
    </message>
    <message>
        <source>Plan of another motion</source>
        <translation>Plan einer anderen Bewegung</translation>
    </message>
    <message>
        <source>No path</source>
        <translation>Kein Weg</translation>
    </message>
    <message>
        <source>Robot moved</source>
        <translation>Roboter bewegt</translation>
    </message>
    <message>
        <source>The robot was moved along this motion.</source>
        <translation>Der Roboter wurde entlang dieser Bewegung bewegt.</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>No path was found, but the world has changed since.</source>
        <translation>Es wurde kein Weg gefunden, aber die Welt hat sich seitdem geändert.</translation>
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
        <source>Plan: moving...</source>
        <translation>Plan: in Bewegung...</translation>
    </message>
    <message>
        <source>Something that the motion depends on is being moved.</source>
        <translation>Etwas, wovon die Bewegung abhängt, wird gerade bewegt.</translation>
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
        <source>Plan touches</source>
        <translation>Plan berührt</translation>
    </message>
    <message>
        <source>Plan comes near</source>
        <translation>Plan kommt nahe</translation>
    </message>
    <message>
        <source>Plan not checked</source>
        <translation>Plan nicht geprüft</translation>
    </message>
    <message>
        <source>The limits hold. Nothing was looked at for collisions: see the chip beside this one.</source>
        <translation>Die Grenzen sind eingehalten. Auf Kollisionen wurde nichts geprüft: siehe die Marke daneben.</translation>
    </message>
</context>
<context>
    <name>ww::editor::NewObjects</name>
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
</context>
<context>
    <name>ww::editor::OtherPrograms</name>
    <message numerus="yes">
        <source>%n objects are in the file alone</source>
        <translation>
            <numerusform>%n Objekt ist nur in der Datei</numerusform>
            <numerusform>%n Objekte sind nur in der Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects are here alone</source>
        <translation>
            <numerusform>%n Objekt ist nur hier</numerusform>
            <numerusform>%n Objekte sind nur hier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects differ</source>
        <translation>
            <numerusform>%n Objekt ist verschieden</numerusform>
            <numerusform>%n Objekte sind verschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames are in the file alone</source>
        <translation>
            <numerusform>%n Frame ist nur in der Datei</numerusform>
            <numerusform>%n Frames sind nur in der Datei</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames are here alone</source>
        <translation>
            <numerusform>%n Frame ist nur hier</numerusform>
            <numerusform>%n Frames sind nur hier</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames differ</source>
        <translation>
            <numerusform>%n Frame ist verschieden</numerusform>
            <numerusform>%n Frames sind verschieden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n programs differ</source>
        <translation>
            <numerusform>%n Programm ist verschieden</numerusform>
            <numerusform>%n Programme sind verschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>the collision rules differ</source>
        <translation>die Kollisionsregeln sind verschieden</translation>
    </message>
    <message>
        <source>Open elsewhere</source>
        <translation>Woanders geöffnet</translation>
    </message>
    <message>
        <source>Two who save to one file would take each other&apos;s work away.</source>
        <translation>Zwei, die in eine Datei speichern, nähmen einander die Arbeit weg.</translation>
    </message>
    <message>
        <source>Look at it only</source>
        <translation>Nur ansehen</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>Kopie öffnen</translation>
    </message>
    <message>
        <source>Wait until it is closed</source>
        <translation>Warten, bis sie geschlossen ist</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 is free now</source>
        <translation>%1 ist jetzt frei</translation>
    </message>
    <message>
        <source>Nobody else has it open any more. Here it is only looked at.</source>
        <translation>Niemand sonst hat sie mehr geöffnet. Hier wird sie nur angesehen.</translation>
    </message>
    <message>
        <source>Open it to change it</source>
        <translation>Zum Ändern öffnen</translation>
    </message>
    <message>
        <source>%1 was changed by another program</source>
        <translation>%1 wurde von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>Open it anew</source>
        <translation>Neu öffnen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meine behalten</translation>
    </message>
    <message>
        <source>The world stays as it is here. The next save asks before it replaces %1.</source>
        <translation>Die Welt bleibt, wie sie hier ist. Das nächste Speichern fragt, bevor es %1 ersetzt.</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 wurde von einem anderen Programm geändert.</translation>
    </message>
    <message>
        <source>Open it anew, or save over it.</source>
        <translation>Öffnen Sie die Datei neu, oder überschreiben Sie sie.</translation>
    </message>
    <message>
        <source>The world here is as it was when it was opened or saved.</source>
        <translation>Die Welt hier ist, wie sie beim Öffnen oder Speichern war.</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>%1 vergleichen</translation>
    </message>
    <message>
        <source>%1 could not be compared</source>
        <translation>%1 konnte nicht verglichen werden</translation>
    </message>
    <message>
        <source>The file and the world here are the same.</source>
        <translation>Die Datei und die Welt hier sind gleich.</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <translation>%1 ist nicht mehr da.</translation>
    </message>
    <message>
        <source>The world here stays as it is. Save it again, there or elsewhere.</source>
        <translation>Die Welt hier bleibt, wie sie ist. Sie lässt sich wieder speichern, dort oder woanders.</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>Wieder speichern</translation>
    </message>
</context>
<context>
    <name>ww::editor::ProblemWatch</name>
    <message>
        <source>No path: %1</source>
        <translation>Kein Weg: %1</translation>
    </message>
    <message>
        <source>The world has changed since: plan again.</source>
        <translation>Die Welt hat sich seitdem geändert: Planen Sie neu.</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Move one of the two, or allow it where they may touch.</source>
        <translation>Verschieben Sie eines der beiden, oder erlauben Sie es, wo sie sich berühren dürfen.</translation>
    </message>
    <message>
        <source>Allow this pair</source>
        <translation>Dieses Paar erlauben</translation>
    </message>
    <message>
        <source>This world is not checked for collisions: checking is switched off.</source>
        <translation>Diese Welt wird nicht auf Kollisionen geprüft: Die Prüfung ist abgeschaltet.</translation>
    </message>
    <message>
        <source>Switch it on to see what collides.</source>
        <translation>Schalten Sie sie ein, um zu sehen, was kollidiert.</translation>
    </message>
</context>
<context>
    <name>ww::editor::ProgramDesk</name>
    <message>
        <source>Program %1 planned: it takes %2 s</source>
        <translation>Programm %1 geplant: es dauert %2 s</translation>
    </message>
    <message>
        <source>Program %1 was not planned: %2</source>
        <translation>Programm %1 wurde nicht geplant: %2</translation>
    </message>
    <message>
        <source>A target on the robot itself would move away from it. Click something else.</source>
        <translation>Ein Ziel am Roboter selbst würde vor ihm weglaufen. Klicken Sie etwas anderes an.</translation>
    </message>
    <message>
        <source>Add a target on %1</source>
        <translation>Ziel an %1 hinzufügen</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>%1 was not exported</source>
        <translation>%1 wurde nicht exportiert</translation>
    </message>
    <message>
        <source>%1 exported to %2</source>
        <translation>%1 nach %2 exportiert</translation>
    </message>
</context>
<context>
    <name>ww::editor::ProgramExportDialog</name>
    <message>
        <source>Corner share of rounded corners, per cent</source>
        <translation>Anteil verrundeter Ecken, Prozent</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>%1 exportieren</translation>
    </message>
    <message>
        <source>The language of the controller; CSV and JSON take any robot</source>
        <translation>Die Sprache der Steuerung; CSV und JSON nehmen jeden Roboter</translation>
    </message>
    <message>
        <source>The file that is written; languages of several files write the others beside it</source>
        <translation>Die Datei, die geschrieben wird; Sprachen mit mehreren Dateien schreiben die anderen daneben</translation>
    </message>
    <message>
        <source>The number that the tool has on the controller</source>
        <translation>Die Nummer, die das Werkzeug auf der Steuerung hat</translation>
    </message>
    <message>
        <source>The number that the base has on the controller</source>
        <translation>Die Nummer, die die Basis auf der Steuerung hat</translation>
    </message>
    <message>
        <source>How much corners are rounded where the language knows no radius; 0 per cent: it is refused there</source>
        <translation>Wie stark Ecken verrundet werden, wo die Sprache keinen Radius kennt; 0 Prozent: dort wird es abgelehnt</translation>
    </message>
    <message>
        <source>Choose the file</source>
        <translation>Datei wählen</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Tool number</source>
        <translation>Werkzeugnummer</translation>
    </message>
    <message>
        <source>Base number</source>
        <translation>Basisnummer</translation>
    </message>
    <message>
        <source>Corner share %</source>
        <translation>Eckenanteil %</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>as its name ends</source>
        <translation>wie sein Name endet</translation>
    </message>
    <message>
        <source>Number of the signal %1</source>
        <translation>Nummer des Signals %1</translation>
    </message>
    <message>
        <source>The number that the signal has on the controller</source>
        <translation>Die Nummer, die das Signal auf der Steuerung hat</translation>
    </message>
    <message>
        <source>Signal %1</source>
        <translation>Signal %1</translation>
    </message>
    <message>
        <source>signal that is on where it closes</source>
        <translation>Signal, das beim Schließen an ist</translation>
    </message>
    <message>
        <source>Signal of the gripper joint %1</source>
        <translation>Signal des Greifergelenks %1</translation>
    </message>
    <message>
        <source>Controllers move no gripper by its joint: the signal that does, on where the joint closes; with ! before it, on where it opens</source>
        <translation>Steuerungen bewegen keinen Greifer über sein Gelenk: das Signal, das es tut, an, wo das Gelenk schließt; mit ! davor an, wo es öffnet</translation>
    </message>
    <message>
        <source>Gripper %1</source>
        <translation>Greifer %1</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Name a file.</source>
        <translation>Nennen Sie eine Datei.</translation>
    </message>
    <message>
        <source>There is such a file already: it is replaced.</source>
        <translation>Es gibt schon eine solche Datei: sie wird ersetzt.</translation>
    </message>
    <message>
        <source>Poses are those of the tool in the frame of the robot; motions that go around something have points on the way.</source>
        <translation>Lagen sind die des Werkzeugs im Bezugssystem des Roboters; Bewegungen, die um etwas herumgehen, haben Punkte unterwegs.</translation>
    </message>
</context>
<context>
    <name>ww::editor::RulesDesk</name>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Generate</source>
        <translation>Erzeugen</translation>
    </message>
    <message>
        <source>Why do they collide?</source>
        <translation>Warum kollidieren sie?</translation>
    </message>
    <message>
        <source>Collision rules</source>
        <translation>Kollisionsregeln</translation>
    </message>
    <message>
        <source>Select exactly two objects, or links of them, first.</source>
        <translation>Wählen Sie zuerst genau zwei Objekte oder Glieder von Objekten.</translation>
    </message>
</context>
<context>
    <name>ww::editor::SavedViews</name>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Save this view</source>
        <translation>Diese Ansicht speichern</translation>
    </message>
    <message>
        <source>Keeps the camera as it is now in the file, with a picture</source>
        <translation>Hält die Kamera, wie sie jetzt ist, mit einem Bild in der Datei fest</translation>
    </message>
    <message>
        <source>A click goes there. F2 renames, Del deletes</source>
        <translation>Ein Klick geht dorthin. F2 benennt um, Entf löscht</translation>
    </message>
    <message>
        <source>No views are saved yet. What is saved here stays in the file.</source>
        <translation>Noch sind keine Ansichten gespeichert. Was hier gespeichert wird, bleibt in der Datei.</translation>
    </message>
    <message>
        <source>A click goes there. F2 renames, Del deletes.</source>
        <translation>Ein Klick geht dorthin. F2 benennt um, Entf löscht.</translation>
    </message>
</context>
<context>
    <name>ww::editor::SectionBar</name>
    <message>
        <source>Place of the section plane</source>
        <translation>Lage der Schnittebene</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>Cuts across the axis %1</source>
        <translation>Schneidet quer zur Achse %1</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Wenden</translation>
    </message>
    <message>
        <source>Shows the other side</source>
        <translation>Zeigt die andere Seite</translation>
    </message>
    <message>
        <source>Ends the section (P)</source>
        <translation>Beendet den Schnitt (P)</translation>
    </message>
</context>
<context>
    <name>ww::editor::ShareConsent</name>
    <message>
        <source>a free port</source>
        <translation>ein freier Port</translation>
    </message>
    <message>
        <source>port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>Programs that you start on this machine can then read and change it, by the socket file %1.</source>
        <translation>Programme, die Sie auf diesem Rechner starten, können sie dann über die Socket-Datei %1 lesen und ändern.</translation>
    </message>
    <message>
        <source>Programs on other machines that have the token can then read and change it over TLS, at %1, %2.</source>
        <translation>Programme auf anderen Rechnern, die das Token haben, können sie dann über TLS lesen und ändern: %1, %2.</translation>
    </message>
    <message>
        <source>Programs of everybody who works on this machine can then read and change it, at 127.0.0.1, %1.</source>
        <translation>Programme aller, die auf diesem Rechner arbeiten, können sie dann lesen und ändern: 127.0.0.1, %1.</translation>
    </message>
    <message>
        <source>Programs on this machine that have the token can then read and change it, at 127.0.0.1, %1.</source>
        <translation>Programme auf diesem Rechner, die das Token haben, können sie dann lesen und ändern: 127.0.0.1, %1.</translation>
    </message>
    <message>
        <source>Share this world</source>
        <translation>Diese Welt freigeben</translation>
    </message>
    <message>
        <source>Share %1?</source>
        <translation>%1 freigeben?</translation>
    </message>
    <message>
        <source>Each of their edits can be undone here.</source>
        <translation>Jede ihrer Änderungen kann hier rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Freigeben</translation>
    </message>
</context>
<context>
    <name>ww::editor::ShareDesk</name>
    <message>
        <source>Sharing</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>%1 is in the editor now</source>
        <translation>%1 ist jetzt im Editor</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Clients work on this world now: it is their init_world.</source>
        <translation>Clients arbeiten jetzt an dieser Welt: sie ist ihre init_world.</translation>
    </message>
    <message>
        <source>%1 is shared now</source>
        <translation>%1 ist jetzt freigegeben</translation>
    </message>
    <message>
        <source>End sharing</source>
        <translation>Freigabe beenden</translation>
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
</context>
<context>
    <name>ww::editor::Surroundings</name>
    <message>
        <source>Height of the floor</source>
        <translation>Höhe des Bodens</translation>
    </message>
    <message>
        <source>Background and floor</source>
        <translation>Hintergrund und Boden</translation>
    </message>
    <message>
        <source>As the theme</source>
        <translation>Wie das Farbschema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>One colour</source>
        <translation>Eine Farbe</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>Hintergrund</translation>
    </message>
    <message>
        <source>Chooses the colour of the background</source>
        <translation>Wählt die Farbe des Hintergrunds</translation>
    </message>
    <message>
        <source>Colour of the background</source>
        <translation>Farbe des Hintergrunds</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Boden</translation>
    </message>
</context>
<context>
    <name>ww::editor::TargetBar</name>
    <message>
        <source>Stand off</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Stand off of targets from the surface</source>
        <translation>Abstand der Ziele von der Fläche</translation>
    </message>
    <message>
        <source>How far before the surface the tool stays</source>
        <translation>Wie weit vor der Fläche das Werkzeug bleibt</translation>
    </message>
    <message>
        <source>Approach</source>
        <translation>Anfahrt</translation>
    </message>
    <message>
        <source>Straight way to targets</source>
        <translation>Gerader Weg zu Zielen</translation>
    </message>
    <message>
        <source>How far before the target the tool begins to go straight; 0: it goes there as it likes</source>
        <translation>Wie weit vor dem Ziel das Werkzeug beginnt, gerade zu fahren; 0: es fährt dorthin, wie es will</translation>
    </message>
    <message>
        <source>An approach cannot be negative.</source>
        <translation>Eine Anfahrt kann nicht negativ sein.</translation>
    </message>
    <message>
        <source>Click a surface: a target there, and a program that goes to it</source>
        <translation>Eine Fläche anklicken: ein Ziel dort und ein Programm, das dorthin geht</translation>
    </message>
    <message>
        <source>Click a surface: a target there, and the steps of %1 that go to it</source>
        <translation>Eine Fläche anklicken: ein Ziel dort und die Schritte von %1, die dorthin gehen</translation>
    </message>
</context>
<context>
    <name>ww::editor::TimelineDesk</name>
    <message>
        <source>&amp;Number of ghosts</source>
        <translation>&amp;Zahl der Geister</translation>
    </message>
</context>
<context>
    <name>ww::editor::ToolMode</name>
    <message>
        <source>Redefining a tool</source>
        <translation>Ein Werkzeug wird neu festgelegt</translation>
    </message>
    <message>
        <source>Redefining tool: %1</source>
        <translation>Werkzeug wird neu festgelegt: %1</translation>
    </message>
    <message>
        <source>The handles move %1 against %2: it is another tool then. Esc or a click ends this.</source>
        <translation>Die Griffe bewegen %1 gegen %2: Es ist dann ein anderes Werkzeug. Esc oder ein Klick beendet das.</translation>
    </message>
    <message>
        <source>%1 is the tool of %2: moving it redefines the tool.</source>
        <translation>%1 ist das Werkzeug von %2: Wer es bewegt, legt das Werkzeug neu fest.</translation>
    </message>
    <message>
        <source>The robot would not follow.</source>
        <translation>Der Roboter würde nicht folgen.</translation>
    </message>
    <message>
        <source>Redefine tool</source>
        <translation>Werkzeug neu festlegen</translation>
    </message>
</context>
<context>
    <name>ww::editor::ViewDesk</name>
    <message>
        <source>A click, or Esc, shows the others again.</source>
        <translation>Ein Klick oder Esc zeigt die anderen wieder.</translation>
    </message>
    <message>
        <source>A click shows all.</source>
        <translation>Ein Klick blendet alles ein.</translation>
    </message>
    <message>
        <source>Collision checks and plans do not care what is hidden.</source>
        <translation>Kollisionsprüfung und Planung kümmert nicht, was ausgeblendet ist.</translation>
    </message>
    <message>
        <source>There are %1 saved views already: delete one first.</source>
        <translation>Es gibt schon %1 gespeicherte Ansichten: löschen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>View %1</source>
        <translation>Ansicht %1</translation>
    </message>
    <message>
        <source>What is hidden</source>
        <translation>Was verborgen ist</translation>
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
    <name>ww::editor::WelcomePage</name>
    <message>
        <source>Worlds that you open or save show up here, with their pictures.</source>
        <translation>Welten, die geöffnet oder gespeichert werden, erscheinen hier, mit ihren Bildern.</translation>
    </message>
    <message>
        <source>Welcome</source>
        <translation>Willkommen</translation>
    </message>
    <message>
        <source>Recent worlds</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>Show this page at the start</source>
        <translation>Diese Seite beim Start zeigen</translation>
    </message>
    <message>
        <source>Without it the program starts with an empty world; the menu Help has this page</source>
        <translation>Ohne sie startet das Programm mit einer leeren Welt; im Menü Hilfe gibt es diese Seite</translation>
    </message>
    <message>
        <source>Welcome to Worldwright</source>
        <translation>Willkommen bei Worldwright</translation>
    </message>
    <message>
        <source>Close the welcome page</source>
        <translation>Willkommensseite schließen</translation>
    </message>
    <message>
        <source>Closes this page and shows the empty world (Esc)</source>
        <translation>Schließt diese Seite und zeigt die leere Welt (Esc)</translation>
    </message>
    <message>
        <source>New world</source>
        <translation>Neue Welt</translation>
    </message>
    <message>
        <source>Starts an empty world</source>
        <translation>Beginnt eine leere Welt</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>Öffnen...</translation>
    </message>
    <message>
        <source>Opens a world file</source>
        <translation>Öffnet eine Weltdatei</translation>
    </message>
    <message>
        <source>Import...</source>
        <translation>Importieren...</translation>
    </message>
    <message>
        <source>Brings a robot or a part into an empty world</source>
        <translation>Holt einen Roboter oder ein Teil in eine leere Welt</translation>
    </message>
    <message>
        <source>Preferences...</source>
        <translation>Einstellungen...</translation>
    </message>
    <message>
        <source>Units, mouse, theme, language, shortcuts</source>
        <translation>Einheiten, Maus, Farbschema, Sprache, Tastenkürzel</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>A page for each panel</source>
        <translation>Eine Seite zu jedem Bereich</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>What lengths and angles are shown in; fields take any unit</source>
        <translation>Worin Längen und Winkel gezeigt werden; Felder nehmen jede Einheit</translation>
    </message>
    <message>
        <source>Millimetres, degrees</source>
        <translation>Millimeter, Grad</translation>
    </message>
    <message>
        <source>Metres, degrees</source>
        <translation>Meter, Grad</translation>
    </message>
    <message>
        <source>Metres, radians</source>
        <translation>Meter, Radiant</translation>
    </message>
    <message>
        <source>Inches, degrees</source>
        <translation>Zoll, Grad</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>How the view is turned and moved: as in the program you know</source>
        <translation>Wie die Ansicht gedreht und geschoben wird: wie in dem Programm, das Sie kennen</translation>
    </message>
    <message>
        <source>As in %1</source>
        <translation>Wie in %1</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>How do you like to work?</source>
        <translation>Wie arbeiten Sie gern?</translation>
    </message>
    <message>
        <source>That suits me</source>
        <translation>So passt es</translation>
    </message>
    <message>
        <source>Goes on; all of this can be changed at any time under Preferences</source>
        <translation>Geht weiter; all das lässt sich jederzeit unter Einstellungen ändern</translation>
    </message>
    <message>
        <source>Sample cells</source>
        <translation>Beispielzellen</translation>
    </message>
    <message>
        <source>It is not there now.</source>
        <translation>Sie ist gerade nicht da.</translation>
    </message>
    <message>
        <source>Not saved last time</source>
        <translation>Letztes Mal nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>ww::editor::WindowBars</name>
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
        <source>Sho&amp;w and hide</source>
        <translation>Ein- und a&amp;usblenden</translation>
    </message>
    <message>
        <source>Tur&amp;n the view</source>
        <translation>Ansicht &amp;drehen</translation>
    </message>
    <message>
        <source>&amp;Workspace</source>
        <translation>&amp;Arbeitsbereich</translation>
    </message>
</context>
<context>
    <name>ww::editor::WorkspaceSwitch</name>
    <message>
        <source>Workspace %1</source>
        <translation>Arbeitsbereich %1</translation>
    </message>
    <message>
        <source>Which panels are open, for which kind of work</source>
        <translation>Welche Bereiche offen sind, für welche Arbeit</translation>
    </message>
</context>
<context>
    <name>ww::ui::ActionTable</name>
    <message>
        <source>There is no such action.</source>
        <translation>Diese Aktion gibt es nicht.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
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
    <name>ww::ui::ClearanceStrip</name>
    <message>
        <source>Clearance along the motion</source>
        <translation>Abstand entlang der Bewegung</translation>
    </message>
    <message>
        <source>How near the robot comes to anything at each moment of the motion. What is below the warning limit is hatched; a click goes to a moment.</source>
        <translation>Wie nahe der Roboter in jedem Augenblick der Bewegung etwas kommt. Was unter der Warngrenze liegt, ist schraffiert; ein Klick geht zu einem Augenblick.</translation>
    </message>
    <message>
        <source>More than %1 to everything at %2 s</source>
        <translation>Mehr als %1 zu allem bei %2 s</translation>
    </message>
    <message>
        <source>%1 at %2 s: %3</source>
        <translation>%1 bei %2 s: %3</translation>
    </message>
    <message>
        <source>The world has changed since.</source>
        <translation>Die Welt hat sich seitdem geändert.</translation>
    </message>
</context>
<context>
    <name>ww::ui::CollisionsPanel</name>
    <message>
        <source>Pages about collisions</source>
        <translation>Seiten über Kollisionen</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>Befunde (%1)</translation>
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
    <message>
        <source>No action is called &quot;%1&quot;. The arrow keys choose one of these, which only come near:</source>
        <translation>Keine Aktion heißt &quot;%1&quot;. Mit den Pfeiltasten wählen Sie eine von diesen, die nur ähnlich sind:</translation>
    </message>
    <message>
        <source>These only come near:</source>
        <translation>Diese sind nur ähnlich:</translation>
    </message>
    <message>
        <source>Nothing was run.</source>
        <translation>Nichts wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Nothing was run: %1</source>
        <translation>Nichts wurde ausgeführt: %1</translation>
    </message>
    <message>
        <source>No action is called like &quot;%1&quot;. Try another word, or one of these:</source>
        <translation>Keine Aktion heißt so ähnlich wie „%1“. Ein anderes Wort versuchen oder eine von diesen:</translation>
    </message>
</context>
<context>
    <name>ww::ui::CompareDialog</name>
    <message>
        <source>&amp;All</source>
        <translation>&amp;Alle</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Keine</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>Mit %1 vergleichen</translation>
    </message>
    <message>
        <source>What is checked is taken from %1 into the open world, in one step that can be undone.</source>
        <translation>Was angekreuzt ist, wird aus %1 in die offene Welt übernommen, in einem Schritt, der sich rückgängig machen lässt.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Checked: taken from the other world. The row that is chosen is shown in the view.</source>
        <translation>Angekreuzt: wird aus der anderen Welt übernommen. Die gewählte Zeile wird in der Ansicht gezeigt.</translation>
    </message>
    <message>
        <source>Checks all differences</source>
        <translation>Kreuzt alle Unterschiede an</translation>
    </message>
    <message>
        <source>Leaves all differences as they are here</source>
        <translation>Lässt alle Unterschiede, wie sie hier sind</translation>
    </message>
    <message>
        <source>Changes the open world</source>
        <translation>Ändert die offene Welt</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Leaves the open world as it is</source>
        <translation>Lässt die offene Welt, wie sie ist</translation>
    </message>
    <message>
        <source>&amp;Take all</source>
        <translation>Alle &amp;übernehmen</translation>
    </message>
    <message>
        <source>&amp;Take %1 of %2</source>
        <translation>%1 von %2 &amp;übernehmen</translation>
    </message>
</context>
<context>
    <name>ww::ui::ContactsModel</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 apart</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Mindestabstand</translation>
    </message>
    <message>
        <source>Margin by</source>
        <translation>Abstand durch</translation>
    </message>
</context>
<context>
    <name>ww::ui::ContactsPanel</name>
    <message>
        <source>Zoom to</source>
        <translation>Hinzoomen</translation>
    </message>
    <message>
        <source>Exclude this pair</source>
        <translation>Dieses Paar ausnehmen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Nothing collides. What does is listed here, with how deep and by which rule.</source>
        <translation>Nichts kollidiert. Was es tut, steht hier, mit der Tiefe und der Regel dazu.</translation>
    </message>
    <message>
        <source>Contacts</source>
        <translation>Kontakte</translation>
    </message>
    <message>
        <source>What collides now; a click selects the two, a double click shows where</source>
        <translation>Was jetzt kollidiert; ein Klick wählt die beiden aus, ein Doppelklick zeigt, wo</translation>
    </message>
    <message>
        <source>Why this pair is checked</source>
        <translation>Warum dieses Paar geprüft wird</translation>
    </message>
    <message>
        <source>Brings the place of the chosen contact into view (Return)</source>
        <translation>Holt die Stelle des gewählten Kontakts in die Ansicht (Eingabe)</translation>
    </message>
    <message>
        <source>Says which rules are about the chosen pair, which decides, and why</source>
        <translation>Sagt, welche Regeln das gewählte Paar betreffen, welche entscheidet und warum</translation>
    </message>
    <message>
        <source>A rule of the world: %1 and %2 are no longer checked against each other. Undo takes it back.</source>
        <translation>Eine Regel der Welt: %1 und %2 werden nicht mehr gegeneinander geprüft. Rückgängig nimmt sie zurück.</translation>
    </message>
    <message>
        <source>Choose a contact first.</source>
        <translation>Wählen Sie zuerst einen Kontakt.</translation>
    </message>
    <message>
        <source>Choose a contact to have it explained.</source>
        <translation>Wählen Sie einen Kontakt, um ihn erklärt zu bekommen.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ExplainPanel</name>
    <message>
        <source>Follow the selection</source>
        <translation>Der Auswahl folgen</translation>
    </message>
    <message>
        <source>Do not check them</source>
        <translation>Nicht prüfen</translation>
    </message>
    <message>
        <source>Check them</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Keep apart by</source>
        <translation>Abstand halten von</translation>
    </message>
    <message>
        <source>Go to the rule</source>
        <translation>Zur Regel</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Margin of the pair</source>
        <translation>Abstand des Paars</translation>
    </message>
    <message>
        <source>Tells of the two things that are selected, whenever two are</source>
        <translation>Berichtet über die zwei ausgewählten Dinge, sobald es zwei sind</translation>
    </message>
    <message>
        <source>A margin cannot be negative.</source>
        <translation>Ein Abstand kann nicht negativ sein.</translation>
    </message>
    <message>
        <source>What has a say about the pair</source>
        <translation>Was bei dem Paar mitredet</translation>
    </message>
    <message>
        <source>Every rule that is about the pair, the one that decides first; Enter goes to it in the list</source>
        <translation>Jede Regel, die das Paar betrifft, zuerst die, die entscheidet; Eingabe geht zu ihr in der Liste</translation>
    </message>
    <message>
        <source>What has a say</source>
        <translation>Was mitredet</translation>
    </message>
    <message>
        <source>What comes of it</source>
        <translation>Was daraus wird</translation>
    </message>
    <message>
        <source>They may touch and overlap from now on</source>
        <translation>Von nun an dürfen sie sich berühren und überschneiden</translation>
    </message>
    <message>
        <source>They collide again when they touch: what keeps them from being checked is changed for them</source>
        <translation>Sie kollidieren wieder, wenn sie sich berühren: was ihre Prüfung verhindert, wird für sie geändert</translation>
    </message>
    <message>
        <source>They collide as soon as they are nearer than this</source>
        <translation>Sie kollidieren, sobald sie sich näher sind als das</translation>
    </message>
    <message>
        <source>Shows what decides in the list of rules, to be changed there</source>
        <translation>Zeigt, was entscheidet, in der Liste der Regeln, um es dort zu ändern</translation>
    </message>
    <message>
        <source>Brings the two, and where they are nearest, into view</source>
        <translation>Bringt die zwei, und wo sie sich am nächsten sind, ins Bild</translation>
    </message>
    <message>
        <source>Select two objects or links, in the view or in the scene tree: here stands why they are checked against each other, or why not.</source>
        <translation>Wählen Sie zwei Objekte oder Glieder in der Ansicht oder im Szenenbaum: hier steht, warum sie gegeneinander geprüft werden oder warum nicht.</translation>
    </message>
    <message>
        <source>Working it out...</source>
        <translation>Wird ermittelt...</translation>
    </message>
    <message>
        <source>They collide now.</source>
        <translation>Sie kollidieren jetzt.</translation>
    </message>
    <message>
        <source>These are the nearest of %1 pairs of bodies, of which %2 are checked.</source>
        <translation>Das ist das nächste von %1 Körperpaaren, von denen %2 geprüft werden.</translation>
    </message>
    <message>
        <source>the margin that holds is %1</source>
        <translation>es gilt ein Abstand von %1</translation>
    </message>
    <message>
        <source>(before the last change)</source>
        <translation>(vor der letzten Änderung)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
    <message>
        <source>Switch checking on</source>
        <translation>Prüfung einschalten</translation>
    </message>
    <message>
        <source>Switch off %1</source>
        <translation>Ausschalten: %1</translation>
    </message>
    <message>
        <source>What collides is found and told again, by the rules of this world</source>
        <translation>Was kollidiert, wird wieder gefunden und gemeldet, nach den Regeln dieser Welt</translation>
    </message>
    <message>
        <source>The rule is kept, and has no effect any more; see what decides then</source>
        <translation>Die Regel bleibt erhalten und wirkt nicht mehr; sehen Sie, was dann entscheidet</translation>
    </message>
    <message>
        <source>Do not check %1 against %2</source>
        <translation>%1 nicht gegen %2 prüfen</translation>
    </message>
    <message>
        <source>Check %1 against %2</source>
        <translation>%1 gegen %2 prüfen</translation>
    </message>
    <message>
        <source>Keep %1 apart from %2</source>
        <translation>%1 von %2 fernhalten</translation>
    </message>
    <message>
        <source>The smallest margin holds, and %1 asks for %2. Change it there.</source>
        <translation>Der kleinste Abstand gilt, und %1 verlangt %2. Ändern Sie ihn dort.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ExportDialog</name>
    <message>
        <source>Pack all into one &amp;ZIP file</source>
        <translation>Alles in eine &amp;ZIP-Datei packen</translation>
    </message>
    <message>
        <source>&amp;Browse...</source>
        <translation>&amp;Durchsuchen...</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Exportieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>Gewählt: %1</translation>
    </message>
    <message>
        <source>The whole world</source>
        <translation>Die ganze Welt</translation>
    </message>
    <message>
        <source>Metres</source>
        <translation>Meter</translation>
    </message>
    <message>
        <source>Millimetres</source>
        <translation>Millimeter</translation>
    </message>
    <message>
        <source>&amp;What</source>
        <translation>&amp;Was</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>&amp;Unit</source>
        <translation>E&amp;inheit</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>Da&amp;tei</translation>
    </message>
    <message>
        <source>Colours go into %1 beside it.</source>
        <translation>Farben kommen in %1 daneben.</translation>
    </message>
    <message>
        <source>Meshes go into the folder %1 beside it.</source>
        <translation>Netze kommen in den Ordner %1 daneben.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
</context>
<context>
    <name>ww::ui::EyeStrip</name>
    <message>
        <source>hidden</source>
        <translation>ausgeblendet</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>Locked: nothing in the view chooses or drags it. A click opens the lock (K)</source>
        <translation>Gesperrt: in der Ansicht nicht auszuwählen und nicht zu ziehen. Ein Klick öffnet das Schloss (K)</translation>
    </message>
    <message>
        <source>Locked with what it hangs on</source>
        <translation>Gesperrt mit dem, woran es hängt</translation>
    </message>
    <message>
        <source>A click locks it and what hangs on it: nothing in the view chooses or drags it then (K)</source>
        <translation>Ein Klick sperrt es und was daran hängt: in der Ansicht ist es dann nicht auszuwählen und nicht zu ziehen (K)</translation>
    </message>
    <message>
        <source>Hidden. A click shows it (H)</source>
        <translation>Ausgeblendet. Ein Klick blendet es ein (H)</translation>
    </message>
    <message>
        <source>Not shown: what it hangs on or its kind is hidden, or others are isolated</source>
        <translation>Nicht zu sehen: woran es hängt oder seine Art ist ausgeblendet, oder anderes ist isoliert</translation>
    </message>
    <message>
        <source>A click hides it and what hangs on it (H). Collision checks and plans do not care</source>
        <translation>Ein Klick blendet es aus und was daran hängt (H). Kollisionsprüfung und Planung kümmert das nicht</translation>
    </message>
</context>
<context>
    <name>ww::ui::Hand</name>
    <message>
        <source>Move %1 by its tool</source>
        <translation>%1 am Werkzeug bewegen</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>There is no posture %1.</source>
        <translation>Eine Haltung %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>At this place the tool has fewer.</source>
        <translation>An diesem Ort hat das Werkzeug weniger.</translation>
    </message>
    <message>
        <source>Posture %1 cannot be taken: %2.</source>
        <translation>Haltung %1 lässt sich nicht einnehmen: %2.</translation>
    </message>
    <message>
        <source>Move the tool, or raise the limit if the robot allows it.</source>
        <translation>Bewegen Sie das Werkzeug, oder erhöhen Sie die Grenze, wenn der Roboter es zulässt.</translation>
    </message>
    <message>
        <source>Move the tool, or switch off Stop before collisions.</source>
        <translation>Bewegen Sie das Werkzeug, oder schalten Sie Vor Kollisionen anhalten aus.</translation>
    </message>
    <message>
        <source>Posture %1 of %2</source>
        <translation>Haltung %1 von %2</translation>
    </message>
    <message>
        <source>Jog the tool of %1</source>
        <translation>Werkzeug von %1 schrittweise bewegen</translation>
    </message>
</context>
<context>
    <name>ww::ui::HelpWindow</name>
    <message>
        <source>en</source>
        <comment>language of the help</comment>
        <extracomment>the folder with the help in this language: en or de</extracomment>
        <translation>de</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Shows the pages that have all these words</source>
        <translation>Zeigt die Seiten, in denen alle diese Wörter stehen</translation>
    </message>
    <message>
        <source>Pages of the help</source>
        <translation>Seiten der Hilfe</translation>
    </message>
    <message>
        <source>Choose a page</source>
        <translation>Eine Seite wählen</translation>
    </message>
    <message>
        <source>Page of the help</source>
        <translation>Seite der Hilfe</translation>
    </message>
    <message>
        <source>The page that is chosen in the list</source>
        <translation>Die Seite, die in der Liste gewählt ist</translation>
    </message>
    <message>
        <source>No page has &quot;%1&quot;. Try another word, or one of these:</source>
        <translation>Auf keiner Seite steht „%1“. Ein anderes Wort versuchen oder eine von diesen:</translation>
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
    <message>
        <source>All changes since the world was opened; a click goes to that state</source>
        <translation>Alle Änderungen, seit die Welt geöffnet wurde; ein Klick geht zu diesem Zustand</translation>
    </message>
    <message>
        <source>No changes yet. Each one is listed here; a click goes back to it.</source>
        <translation>Noch keine Änderungen. Jede wird hier aufgelistet; ein Klick geht zu ihr zurück.</translation>
    </message>
    <message>
        <source>All states</source>
        <translation>Alle Zustände</translation>
    </message>
    <message>
        <source>All states of the world that are kept, also those of branches that were left</source>
        <translation>Alle Zustände der Welt, die aufgehoben sind, auch die verlassener Zweige</translation>
    </message>
    <message>
        <source>Picture of the chosen state</source>
        <translation>Bild des gewählten Zustands</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Dorthin gehen</translation>
    </message>
    <message>
        <source>Undoes and redoes until the world is as it was then; nothing is lost by it</source>
        <translation>Macht rückgängig und wiederholt, bis die Welt so ist wie damals; nichts geht dabei verloren</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>Puts the chosen state in the place of this one, as one step that can be undone</source>
        <translation>Setzt den gewählten Zustand an die Stelle des jetzigen, als ein Schritt, der sich rückgängig machen lässt</translation>
    </message>
    <message>
        <source>Forget the name</source>
        <translation>Namen vergessen</translation>
    </message>
    <message>
        <source>The state stays, without its name</source>
        <translation>Der Zustand bleibt, ohne seinen Namen</translation>
    </message>
    <message>
        <source>Name of a checkpoint</source>
        <translation>Name eines Sicherungspunkts</translation>
    </message>
    <message>
        <source>Names the world as it is now, so that it can be found and brought back</source>
        <translation>Gibt der Welt, wie sie jetzt ist, einen Namen, damit sie sich finden und zurückholen lässt</translation>
    </message>
    <message>
        <source>Make a checkpoint</source>
        <translation>Sicherungspunkt setzen</translation>
    </message>
</context>
<context>
    <name>ww::ui::HistoryTreeModel</name>
    <message>
        <source>Start</source>
        <translation>Anfang</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1 an %2</translation>
    </message>
    <message>
        <source>Branch: %1, %2</source>
        <translation>Zweig: %1, %2</translation>
    </message>
    <message>
        <source>%1. A double click goes there; nothing is lost by it.</source>
        <translation>%1. Ein Doppelklick geht dorthin; nichts geht dabei verloren.</translation>
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
    <message>
        <source>Reading was cancelled.</source>
        <translation>Das Lesen wurde abgebrochen.</translation>
    </message>
    <message>
        <source>%1 comes next.</source>
        <translation>%1 kommt als Nächstes.</translation>
    </message>
    <message numerus="yes">
        <source>%n more files come next.</source>
        <translation>
            <numerusform>%n weitere Datei kommt danach.</numerusform>
            <numerusform>%n weitere Dateien kommen danach.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel all</source>
        <translation>Alle abbrechen</translation>
    </message>
    <message>
        <source>Imports neither this file nor those that come next</source>
        <translation>Importiert weder diese Datei noch die folgenden</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Where it goes in the world. On a link it moves with the robot</source>
        <translation>Wohin es in der Welt kommt. An einem Glied bewegt es sich mit dem Roboter</translation>
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
    <message>
        <source>What runs and what is done, with its progress</source>
        <translation>Was läuft und was fertig ist, mit dem Fortschritt</translation>
    </message>
</context>
<context>
    <name>ww::ui::JogPanel</name>
    <message>
        <source>Axes and numbers in</source>
        <translation>Achsen und Zahlen in</translation>
    </message>
    <message>
        <source>The frame along whose axes the tool is jogged, and in which its pose is told</source>
        <translation>Das Koordinatensystem, entlang dessen Achsen das Werkzeug bewegt und in dem seine Lage angegeben wird</translation>
    </message>
    <message>
        <source>Tool that is jogged</source>
        <translation>Werkzeug, das bewegt wird</translation>
    </message>
    <message>
        <source>Why the tool does not go there</source>
        <translation>Warum das Werkzeug nicht dorthin geht</translation>
    </message>
    <message>
        <source>Jog the tool</source>
        <translation>Werkzeug schrittweise bewegen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Step of a jog along an axis</source>
        <translation>Schritt entlang einer Achse</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Drehung</translation>
    </message>
    <message>
        <source>Step of a jog about an axis</source>
        <translation>Schritt um eine Achse</translation>
    </message>
    <message>
        <source>Orientation %1 of the tool</source>
        <translation>Orientierung %1 des Werkzeugs</translation>
    </message>
    <message>
        <source>Position %1 of the tool</source>
        <translation>Position %1 des Werkzeugs</translation>
    </message>
    <message>
        <source>Jog forward: %1</source>
        <translation>Schritt vor: %1</translation>
    </message>
    <message>
        <source>Jog back: %1</source>
        <translation>Schritt zurück: %1</translation>
    </message>
    <message>
        <source>Turns the tool by a step about this axis, again and again while held (%1)</source>
        <translation>Dreht das Werkzeug um einen Schritt um diese Achse, gehalten immer wieder (%1)</translation>
    </message>
    <message>
        <source>Moves the tool by a step along this axis, again and again while held (%1)</source>
        <translation>Bewegt das Werkzeug um einen Schritt entlang dieser Achse, gehalten immer wieder (%1)</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1 an %2</translation>
    </message>
    <message>
        <source>Select a robot, or a frame that moves with one.</source>
        <translation>Wählen Sie einen Roboter oder ein Koordinatensystem, das sich mit einem bewegt.</translation>
    </message>
    <message>
        <source>World</source>
        <translation>Welt</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Robot</source>
        <translation>Roboter</translation>
    </message>
    <message>
        <source>Set the tool of %1</source>
        <translation>Werkzeug von %1 setzen</translation>
    </message>
</context>
<context>
    <name>ww::ui::JointLimits</name>
    <message>
        <source>all selected joints</source>
        <translation>alle ausgewählten Gelenke</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>Joints that all have</source>
        <translation>Gelenke, die alle haben</translation>
    </message>
    <message>
        <source>Select these joints</source>
        <translation>Diese Gelenke auswählen</translation>
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
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>Lower limit of %1</source>
        <translation>Untere Grenze von %1</translation>
    </message>
    <message>
        <source>Upper limit of %1</source>
        <translation>Obere Grenze von %1</translation>
    </message>
    <message>
        <source>This joint has gone.</source>
        <translation>Dieses Gelenk gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Limits of %1</source>
        <translation>Grenzen von %1</translation>
    </message>
    <message>
        <source>Joint limits</source>
        <translation>Gelenkgrenzen</translation>
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
    <name>ww::ui::LintList</name>
    <message>
        <source>Repair all</source>
        <translation>Alle reparieren</translation>
    </message>
    <message>
        <source>All repairs as one step of the history, but those that let something collide: these are yours to decide</source>
        <translation>Alle Reparaturen als ein Schritt des Verlaufs, außer denen, die etwas kollidieren lassen: über diese entscheiden Sie</translation>
    </message>
    <message>
        <source>Moves the robots through postures at random, and tells of rules that hide what they can run into</source>
        <translation>Bewegt die Roboter durch zufällige Stellungen und nennt Regeln, die verdecken, wogegen sie fahren können</translation>
    </message>
    <message>
        <source>Findings about the collision rules</source>
        <translation>Befunde zu den Kollisionsregeln</translation>
    </message>
    <message>
        <source>Looking at the rules...</source>
        <translation>Die Regeln werden angesehen...</translation>
    </message>
    <message>
        <source>Nothing is odd about the collision rules, and nothing collides where it stands.</source>
        <translation>An den Kollisionsregeln fällt nichts auf, und nichts kollidiert, wo es steht.</translation>
    </message>
    <message>
        <source>%1 findings.</source>
        <translation>Befunde: %1.</translation>
    </message>
    <message>
        <source>The first %1 are listed.</source>
        <translation>Die ersten %1 sind aufgelistet.</translation>
    </message>
    <message>
        <source>The world has changed since: looking again.</source>
        <translation>Die Welt hat sich seither geändert: es wird neu nachgesehen.</translation>
    </message>
    <message>
        <source>Postures of the robots have not been tried.</source>
        <translation>Stellungen der Roboter wurden nicht durchprobiert.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Try postures</source>
        <translation>Stellungen probieren</translation>
    </message>
    <message>
        <source>(tried before the last change)</source>
        <translation>(vor der letzten Änderung probiert)</translation>
    </message>
    <message>
        <source>Repairs this finding, as one step of the history</source>
        <translation>Repariert diesen Befund als einen Schritt des Verlaufs</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Tells why the two are checked, or not, and shows them</source>
        <translation>Sagt, warum die zwei geprüft werden oder nicht, und zeigt sie</translation>
    </message>
    <message>
        <source>Shows the rule in the list</source>
        <translation>Zeigt die Regel in der Liste</translation>
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
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>What was told since the start; a double click goes to what a line is about</source>
        <translation>Was seit dem Start gemeldet wurde; ein Doppelklick geht zu dem, worum es in der Zeile geht</translation>
    </message>
    <message>
        <source>Nothing has been told yet. What is done and what fails is listed here, with its time.</source>
        <translation>Noch wurde nichts gemeldet. Was getan wird und was misslingt, steht hier, mit der Uhrzeit.</translation>
    </message>
</context>
<context>
    <name>ww::ui::MarkStrip</name>
    <message>
        <source>Marks of the motion</source>
        <translation>Marken der Bewegung</translation>
    </message>
    <message>
        <source>Where steps end, something comes near or touches, limits are not kept, and the robot is near a singular place. A click goes there. Drag with Shift to choose the part that is played; a double click plays all.</source>
        <translation>Wo Schritte enden, etwas nahe kommt oder sich berührt, Grenzen nicht eingehalten werden und der Roboter nahe einer singulären Stelle ist. Ein Klick geht dorthin. Ziehen mit der Umschalttaste wählt den Teil, der abgespielt wird; ein Doppelklick spielt alles ab.</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionCard</name>
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
        <source>Exclude this pair</source>
        <translation>Dieses Paar ausnehmen</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Noch einmal planen</translation>
    </message>
    <message>
        <source>Plans the same motion in the world as it is now</source>
        <translation>Plant dieselbe Bewegung in der Welt, wie sie jetzt ist</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Goes to the moment at which the motion comes nearest, and shows what it comes near to</source>
        <translation>Geht zu dem Zeitpunkt, an dem die Bewegung am nächsten kommt, und zeigt, wem</translation>
    </message>
    <message>
        <source>Move the robot here</source>
        <translation>Roboter hierher bewegen</translation>
    </message>
    <message>
        <source>Move to the end</source>
        <translation>Ans Ende bewegen</translation>
    </message>
    <message>
        <source>Sets the world to the end of the motion; the next one starts there. Undo takes it back.</source>
        <translation>Setzt die Welt ans Ende der Bewegung; die nächste beginnt dort. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>Was hilft</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionChoice</name>
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
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Kind of motion</source>
        <translation>Art der Bewegung</translation>
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
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>What of the robot shall meet a frame</source>
        <translation>Was vom Roboter ein Koordinatensystem treffen soll</translation>
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
        <source>Any path around obstacles, straight in joint space, or a straight line of the tool</source>
        <translation>Irgendein Weg um Hindernisse, gerade im Gelenkraum, oder eine gerade Linie des Werkzeugs</translation>
    </message>
    <message>
        <source>Straight line of the tool</source>
        <translation>Gerade Linie des Werkzeugs</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionClock</name>
    <message>
        <source>Play or pause</source>
        <translation>Abspielen oder anhalten</translation>
    </message>
    <message>
        <source>Plays the motion, or holds it (Space)</source>
        <translation>Spielt die Bewegung ab oder hält sie an (Leertaste)</translation>
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
        <source>%1 / %2 s</source>
        <translation>%1 / %2 s</translation>
    </message>
    <message>
        <source>Curves and more</source>
        <translation>Kurven und mehr</translation>
    </message>
    <message>
        <source>Curves, report, ghosts along the motion, pictures and movies</source>
        <translation>Kurven, Bericht, Geister entlang der Bewegung, Bilder und Filme</translation>
    </message>
    <message>
        <source>Drag to see any moment of the motion. Keys: Space, arrows, Home, End; I and O for the part that is played</source>
        <translation>Ziehen Sie, um einen Augenblick der Bewegung zu sehen. Tasten: Leertaste, Pfeile, Pos1, Ende; I und O für den Teil, der abgespielt wird</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionPanel</name>
    <message>
        <source>A motion is being planned.</source>
        <translation>Eine Bewegung wird gerade geplant.</translation>
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
        <source>The world has changed since: plan again before you rely on this.</source>
        <translation>Die Welt hat sich seither geändert: planen Sie neu, bevor Sie sich darauf verlassen.</translation>
    </message>
    <message>
        <source>Choose where the robot shall go and press Plan. The path is checked as the collision rules of the world say.</source>
        <translation>Wählen Sie, wohin der Roboter soll, und drücken Sie Planen. Der Weg wird so geprüft, wie es die Kollisionsregeln der Welt sagen.</translation>
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
        <source>The robot stands at the target already.</source>
        <translation>Der Roboter steht bereits am Ziel.</translation>
    </message>
    <message>
        <source>The world has changed since: plan again to see whether it works now.</source>
        <translation>Die Welt hat sich seitdem geändert: Planen Sie neu, um zu sehen, ob es jetzt geht.</translation>
    </message>
    <message>
        <source>No motion of %1 is planned. The one that can be played is of %2.</source>
        <translation>Für %1 ist keine Bewegung geplant. Die, die sich abspielen lässt, ist die von %2.</translation>
    </message>
    <message>
        <source>No motion of %1 is planned. The last try was for %2.</source>
        <translation>Für %1 ist keine Bewegung geplant. Der letzte Versuch galt %2.</translation>
    </message>
    <message>
        <source>A rule of the world: %1 and %2 are no longer checked against each other. Undo takes it back.</source>
        <translation>Eine Regel der Welt: %1 und %2 werden nicht mehr gegeneinander geprüft. Rückgängig nimmt sie zurück.</translation>
    </message>
    <message>
        <source>Warn below</source>
        <translation>Warnen unter</translation>
    </message>
    <message>
        <source>Warn below this clearance</source>
        <translation>Unter diesem Abstand warnen</translation>
    </message>
    <message>
        <source>A plan that comes nearer to anything than this is a warning, with the pair and the moment</source>
        <translation>Ein Plan, der irgendetwas näher kommt, ist eine Warnung mit Paar und Zeitpunkt</translation>
    </message>
    <message>
        <source>Not less than 0 mm</source>
        <translation>Nicht weniger als 0 mm</translation>
    </message>
    <message>
        <source>Sets the world to the end of the motion; the next one starts there. Undo takes it back.</source>
        <translation>Setzt die Welt ans Ende der Bewegung; die nächste beginnt dort. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>No motion to %1 is planned. The one that is shown goes to %2.</source>
        <translation>Keine Bewegung nach %1 ist geplant. Die gezeigte führt nach %2.</translation>
    </message>
    <message>
        <source>No motion to %1 is planned. The last try was to %2.</source>
        <translation>Keine Bewegung nach %1 ist geplant. Der letzte Versuch war nach %2.</translation>
    </message>
    <message>
        <source>Another tool or kind of motion is chosen than that of the motion that is shown.</source>
        <translation>Es ist ein anderes Werkzeug oder eine andere Art der Bewegung gewählt als bei der gezeigten Bewegung.</translation>
    </message>
    <message>
        <source>Another tool or kind of motion is chosen than that of the last try.</source>
        <translation>Es ist ein anderes Werkzeug oder eine andere Art der Bewegung gewählt als beim letzten Versuch.</translation>
    </message>
    <message>
        <source>Plan touches: %1 and %2, %3 at %4 s</source>
        <translation>Plan berührt: %1 und %2, %3 bei %4 s</translation>
    </message>
    <message>
        <source>Plan comes near: %1 and %2, %3 at %4 s</source>
        <translation>Plan kommt nahe: %1 und %2, %3 bei %4 s</translation>
    </message>
    <message>
        <source>0 mm</source>
        <translation>0 mm</translation>
    </message>
    <message>
        <source>The robot was moved along this motion. The next one starts where it stands now.</source>
        <translation>Der Roboter wurde entlang dieser Bewegung bewegt. Die nächste beginnt, wo er jetzt steht.</translation>
    </message>
    <message>
        <source>Tool: %1</source>
        <translation>Werkzeug: %1</translation>
    </message>
    <message>
        <source>Show %1 s</source>
        <translation>%1 s zeigen</translation>
    </message>
    <message>
        <source>Sets the world to the moment that is shown. Undo takes it back.</source>
        <translation>Setzt die Welt auf den gezeigten Zeitpunkt. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Move %1 to %2 s of the way to %3</source>
        <translation>%1 zu %2 s des Weges nach %3 bewegen</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1 nach %2 bewegen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more remarks, listed when the pointer rests here</source>
        <translation>
            <numerusform>und %n weitere Anmerkung, zu lesen, wenn der Zeiger hier ruht</numerusform>
            <numerusform>und %n weitere Anmerkungen, zu lesen, wenn der Zeiger hier ruht</numerusform>
        </translation>
    </message>
    <message>
        <source>Nearest: %1 and %2, %3 at %4 s</source>
        <translation>Am nächsten: %1 und %2, %3 bei %4 s</translation>
    </message>
    <message>
        <source>Smallest joint margin: %1</source>
        <translation>Kleinste Gelenkreserve: %1</translation>
    </message>
    <message>
        <source>Seed: %1</source>
        <translation>Startwert: %1</translation>
    </message>
    <message>
        <source>Target: %1</source>
        <translation>Ziel: %1</translation>
    </message>
    <message>
        <source>Not checked for collisions: %1.</source>
        <translation>Nicht auf Kollisionen geprüft: %1.</translation>
    </message>
    <message>
        <source>There is no planned motion yet. Plan one first.</source>
        <translation>Es ist noch keine Bewegung geplant. Planen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>The robot of the planned motion was deleted. Undo brings it back.</source>
        <translation>Der Roboter der geplanten Bewegung wurde gelöscht. Rückgängig bringt ihn zurück.</translation>
    </message>
    <message>
        <source>Planning was stopped.</source>
        <translation>Die Planung wurde angehalten.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Not looked at, without collision geometry: %1.</source>
        <translation>Nicht betrachtet, da ohne Kollisionsgeometrie: %1.</translation>
    </message>
    <message>
        <source>checked by the collision rules of the world</source>
        <translation>geprüft nach den Kollisionsregeln der Welt</translation>
    </message>
    <message>
        <source>not validated: something touches between two checks</source>
        <translation>nicht bestätigt: zwischen zwei Prüfungen berührt sich etwas</translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionPlots</name>
    <message>
        <source>What is drawn</source>
        <translation>Was gezeichnet wird</translation>
    </message>
    <message>
        <source>Tool speed</source>
        <translation>Tempo des Werkzeugs</translation>
    </message>
    <message>
        <source>Curve of %1</source>
        <translation>Kurve von %1</translation>
    </message>
    <message>
        <source>Shows or hides %1</source>
        <translation>Zeigt oder verbirgt %1</translation>
    </message>
    <message>
        <source>Nothing is chosen: tick a joint above.</source>
        <translation>Nichts ist gewählt: Haken Sie oben ein Gelenk an.</translation>
    </message>
    <message>
        <source>Plan a motion to see its curves.</source>
        <translation>Planen Sie eine Bewegung, um ihre Kurven zu sehen.</translation>
    </message>
    <message>
        <source>% of the limit</source>
        <translation>% der Grenze</translation>
    </message>
    <message>
        <source>Nothing rides on the joints of this robot.</source>
        <translation>An den Gelenken dieses Roboters hängt nichts.</translation>
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
    <name>ww::ui::PlotCanvas</name>
    <message>
        <source>Curves of the motion</source>
        <translation>Kurven der Bewegung</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, beyond its limit</source>
        <translation>%1: %2, jenseits der Grenze</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
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
        <translation>Relativ zum Träger</translation>
    </message>
    <message>
        <source>Relative to world</source>
        <translation>Relativ zur Welt</translation>
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
        <source>The clipboard holds no pose.</source>
        <translation>Die Zwischenablage enthält keine Lage.</translation>
    </message>
    <message>
        <source>These numbers give no orientation. At least one of them must be other than 0.</source>
        <translation>Diese Zahlen ergeben keine Orientierung. Mindestens eine muss von 0 verschieden sein.</translation>
    </message>
    <message>
        <source>The pose on the clipboard cannot be used.</source>
        <translation>Die Pose in der Zwischenablage lässt sich nicht verwenden.</translation>
    </message>
</context>
<context>
    <name>ww::ui::PreferencesDialog</name>
    <message>
        <source>A step is more than 0. The tool Snap switches steps off.</source>
        <translation>Ein Schritt ist größer als 0. Das Werkzeug Einrasten schaltet Schritte aus.</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>Mouse and steps</source>
        <translation>Maus und Schritte</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Everything is kept already</source>
        <translation>Alles ist schon behalten</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>Wie am Anfang</translation>
    </message>
    <message>
        <source>All of this but theme and shortcuts as it was before anything was chosen</source>
        <translation>All das außer Farbschema und Tastenkürzeln so, wie es war, bevor etwas gewählt wurde</translation>
    </message>
    <message>
        <source>How many places are shown behind the point; values are exact whatever is shown</source>
        <translation>Wie viele Stellen hinter dem Komma gezeigt werden; Werte sind genau, was immer gezeigt wird</translation>
    </message>
    <message>
        <source>as the unit</source>
        <translation>wie die Einheit</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>The language of the program</source>
        <translation>Die Sprache des Programms</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>The program speaks it when it is started again.</source>
        <translation>Das Programm spricht sie, wenn es wieder gestartet wird.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>Hell oder dunkel</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Show the welcome page at the start</source>
        <translation>Die Willkommensseite beim Start zeigen</translation>
    </message>
    <message>
        <source>Recent worlds and sample cells; the menu Help has it at any time</source>
        <translation>Zuletzt verwendete Welten und Beispielzellen; im Menü Hilfe gibt es sie jederzeit</translation>
    </message>
    <message>
        <source>What is shown; fields take any unit, such as 2in or 0.5rad</source>
        <translation>Was gezeigt wird; Felder nehmen jede Einheit, etwa 2in oder 0.5rad</translation>
    </message>
    <message>
        <source>Unit of lengths</source>
        <translation>Einheit der Längen</translation>
    </message>
    <message>
        <source>Decimals of lengths</source>
        <translation>Stellen der Längen</translation>
    </message>
    <message>
        <source>Unit of angles</source>
        <translation>Einheit der Winkel</translation>
    </message>
    <message>
        <source>Decimals of angles</source>
        <translation>Stellen der Winkel</translation>
    </message>
    <message>
        <source>Orientations</source>
        <translation>Orientierungen</translation>
    </message>
    <message>
        <source>The numbers in which orientations are shown and typed</source>
        <translation>Die Zahlen, in denen Orientierungen gezeigt und getippt werden</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Längen</translation>
    </message>
    <message>
        <source>Decimals</source>
        <translation>Stellen</translation>
    </message>
    <message>
        <source>Angles</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>Maus</translation>
    </message>
    <message>
        <source>Which buttons turn, move and zoom the view</source>
        <translation>Welche Tasten die Ansicht drehen, schieben und zoomen</translation>
    </message>
    <message>
        <source>As in %1</source>
        <translation>Wie in %1</translation>
    </message>
    <message>
        <source>Step of moving</source>
        <translation>Schritt beim Verschieben</translation>
    </message>
    <message>
        <source>Step of turning</source>
        <translation>Schritt beim Drehen</translation>
    </message>
    <message>
        <source>The handles go in these steps while the tool Snap is on.</source>
        <translation>Die Griffe gehen in diesen Schritten, solange das Werkzeug Einrasten an ist.</translation>
    </message>
    <message>
        <source>So 1234.5678 mm and 30° are shown: %1, %2</source>
        <translation>So werden 1234,5678 mm und 30° gezeigt: %1, %2</translation>
    </message>
    <message>
        <source>History in the file</source>
        <translation>Verlauf in der Datei</translation>
    </message>
    <message>
        <source>A world file keeps what was done, so that it can be undone after opening the file again</source>
        <translation>Eine Weltdatei behält, was getan wurde, damit es sich nach dem Wiederöffnen rückgängig machen lässt</translation>
    </message>
    <message>
        <source>None is kept</source>
        <translation>Keiner wird behalten</translation>
    </message>
    <message>
        <source>Up to %1 MB</source>
        <translation>Bis %1 MB</translation>
    </message>
    <message>
        <source>The newest 1000 states at most. Who gets the file can see what was done; the menu File saves a copy without it.</source>
        <translation>Höchstens die neuesten 1000 Zustände. Wer die Datei bekommt, kann sehen, was getan wurde; das Menü Datei speichert eine Kopie ohne das.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ProblemsPanel</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Selects what the problem is about, and brings it into view</source>
        <translation>Wählt aus, worum es geht, und bringt es in die Ansicht</translation>
    </message>
    <message>
        <source>Takes the selected failures off the list, or all; what is wrong with the world itself stays until it is mended</source>
        <translation>Nimmt die ausgewählten Fehler von der Liste, oder alle; was an der Welt selbst falsch ist, bleibt, bis es behoben ist</translation>
    </message>
    <message>
        <source>No problems. What is wrong now is listed here, with what to do; what was wrong before is in the log.</source>
        <translation>Keine Probleme. Was jetzt falsch ist, steht hier, mit dem, was zu tun ist; was vorher falsch war, steht im Protokoll.</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>Was hilft</translation>
    </message>
    <message>
        <source>Do not show again</source>
        <translation>Nicht mehr anzeigen</translation>
    </message>
    <message>
        <source>Show all notes</source>
        <translation>Alle Hinweise anzeigen</translation>
    </message>
    <message>
        <source>Shows no more notes of this kind, here or in future</source>
        <translation>Zeigt Hinweise dieser Art nicht mehr an, hier und künftig</translation>
    </message>
    <message>
        <source>From now on shows notes of all kinds again</source>
        <translation>Zeigt ab jetzt wieder Hinweise aller Art</translation>
    </message>
    <message>
        <source>What helps as well</source>
        <translation>Was ebenfalls hilft</translation>
    </message>
    <message>
        <source>What is wrong now; a double click goes to the place</source>
        <translation>Was jetzt nicht stimmt; ein Doppelklick geht zu der Stelle</translation>
    </message>
    <message>
        <source>Does what helps against the selected problem</source>
        <translation>Tut, was gegen das ausgewählte Problem hilft</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
    </message>
    <message>
        <source>Tells which rules are about the two, and how far apart they are; there it can be changed</source>
        <translation>Sagt, welche Regeln die zwei betreffen und wie weit sie auseinander sind; dort lässt es sich ändern</translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramCards</name>
    <message>
        <source>The world has changed since: plan again to see whether it works now.</source>
        <translation>Die Welt hat sich seitdem geändert: Planen Sie neu, um zu sehen, ob es jetzt geht.</translation>
    </message>
    <message>
        <source>Show the robot there</source>
        <translation>Den Roboter dort zeigen</translation>
    </message>
    <message>
        <source>Shows the robot where it came to grief, until something else is shown</source>
        <translation>Zeigt den Roboter, wo es scheiterte, bis etwas anderes gezeigt wird</translation>
    </message>
    <message>
        <source>Postures at the target:</source>
        <translation>Haltungen am Ziel:</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Shows the robot in this posture: %1</source>
        <translation>Zeigt den Roboter in dieser Haltung: %1</translation>
    </message>
    <message>
        <source>It was tried: the step is planned then. Does it, and plans again; Undo takes it back.</source>
        <translation>Es wurde versucht: dann lässt sich der Schritt planen. Tut es und plant neu; Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Does it, and plans again. Undo takes it back.</source>
        <translation>Tut es und plant neu. Rückgängig nimmt es zurück.</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Go to the step</source>
        <translation>Zum Schritt</translation>
    </message>
    <message>
        <source>Chooses the step in the list</source>
        <translation>Wählt den Schritt in der Liste</translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramList</name>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>The programs of this world</source>
        <translation>Die Programme dieser Welt</translation>
    </message>
    <message>
        <source>New program</source>
        <translation>Neues Programm</translation>
    </message>
    <message>
        <source>Adds a program without steps (Insert)</source>
        <translation>Fügt ein Programm ohne Schritte hinzu (Einfg)</translation>
    </message>
    <message>
        <source>Rename the program</source>
        <translation>Programm umbenennen</translation>
    </message>
    <message>
        <source>Calls it something else; calls of it follow (F2)</source>
        <translation>Nennt es anders; Aufrufe folgen (F2)</translation>
    </message>
    <message>
        <source>Duplicate the program</source>
        <translation>Programm verdoppeln</translation>
    </message>
    <message>
        <source>Another program with the same steps (Ctrl+D)</source>
        <translation>Noch ein Programm mit denselben Schritten (Strg+D)</translation>
    </message>
    <message>
        <source>Delete the program</source>
        <translation>Programm löschen</translation>
    </message>
    <message>
        <source>Deletes it with its plan; Undo takes it back (Delete)</source>
        <translation>Löscht es mit seinem Plan; Rückgängig nimmt es zurück (Entf)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Add the program %1</source>
        <translation>Programm %1 hinzufügen</translation>
    </message>
    <message>
        <source>Duplicate the program %1</source>
        <translation>Programm %1 verdoppeln</translation>
    </message>
    <message>
        <source>Delete the program %1</source>
        <translation>Programm %1 löschen</translation>
    </message>
    <message>
        <source>Rename the program %1 to %2</source>
        <translation>Programm %1 in %2 umbenennen</translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramPanel</name>
    <message>
        <source>Whether the plan holds</source>
        <translation>Ob der Plan gilt</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Planung</translation>
    </message>
    <message>
        <source>Switch step %1 on</source>
        <translation>Schritt %1 einschalten</translation>
    </message>
    <message>
        <source>Pass over step %1</source>
        <translation>Schritt %1 übergehen</translation>
    </message>
    <message>
        <source>Set the robot of %1</source>
        <translation>Roboter von %1 setzen</translation>
    </message>
    <message>
        <source>Set the start of %1</source>
        <translation>Anfang von %1 setzen</translation>
    </message>
    <message>
        <source>There is no program yet. Add one, or teach a posture of a robot.</source>
        <translation>Es gibt noch kein Programm. Fügen Sie eines hinzu, oder lernen Sie eine Haltung eines Roboters ein.</translation>
    </message>
    <message>
        <source>Planning...</source>
        <translation>Plant...</translation>
    </message>
    <message>
        <source>A newer program made this: it is kept as it is, and not planned here.</source>
        <translation>Ein neueres Programm hat dies gemacht: es bleibt, wie es ist, und wird hier nicht geplant.</translation>
    </message>
    <message>
        <source>%1: looking whether the steps still hold...</source>
        <translation>%1: es wird geprüft, ob die Schritte noch gelten...</translation>
    </message>
    <message>
        <source>Something has changed</source>
        <translation>Etwas hat sich geändert</translation>
    </message>
    <message>
        <source>No steps yet. Add some, or teach them from the robot.</source>
        <translation>Noch keine Schritte. Fügen Sie welche hinzu, oder lernen Sie sie vom Roboter ein.</translation>
    </message>
    <message>
        <source>Not planned yet.</source>
        <translation>Noch nicht geplant.</translation>
    </message>
    <message>
        <source>The program has changed since: plan it again.</source>
        <translation>Das Programm hat sich seither geändert: planen Sie es neu.</translation>
    </message>
    <message>
        <source>Programs are being planned.</source>
        <translation>Es werden Programme geplant.</translation>
    </message>
    <message>
        <source>There is no program yet.</source>
        <translation>Es gibt noch kein Programm.</translation>
    </message>
    <message>
        <source>A newer program made this one.</source>
        <translation>Ein neueres Programm hat dieses gemacht.</translation>
    </message>
    <message>
        <source>The program has no steps yet.</source>
        <translation>Das Programm hat noch keine Schritte.</translation>
    </message>
    <message>
        <source>All plans are up to date.</source>
        <translation>Alle Pläne sind aktuell.</translation>
    </message>
    <message>
        <source>Plan the program first.</source>
        <translation>Planen Sie das Programm zuerst.</translation>
    </message>
    <message>
        <source>The plan no longer holds: plan the program again.</source>
        <translation>Der Plan gilt nicht mehr: planen Sie das Programm neu.</translation>
    </message>
    <message>
        <source>There is no planned program yet. Plan one first.</source>
        <translation>Es gibt noch kein geplantes Programm. Planen Sie zuerst eines.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramPlanning</name>
    <message>
        <source>Plan the program %1</source>
        <translation>Programm %1 planen</translation>
    </message>
    <message numerus="yes">
        <source>Plan %n programs</source>
        <translation>
            <numerusform>%n Programm planen</numerusform>
            <numerusform>%n Programme planen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramWriter</name>
    <message>
        <source>Select the frame or object that the tool shall go to.</source>
        <translation>Wählen Sie das Bezugssystem oder Objekt aus, zu dem das Werkzeug fahren soll.</translation>
    </message>
    <message>
        <source>Add a move to %1</source>
        <translation>Bewegung zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>Select the object that the robot shall hold.</source>
        <translation>Wählen Sie das Objekt aus, das der Roboter halten soll.</translation>
    </message>
    <message>
        <source>Select the object that the robot shall let go of.</source>
        <translation>Wählen Sie das Objekt aus, das der Roboter loslassen soll.</translation>
    </message>
    <message>
        <source>Add: attach %1</source>
        <translation>Hinzufügen: %1 anhängen</translation>
    </message>
    <message>
        <source>Add: detach %1</source>
        <translation>Hinzufügen: %1 lösen</translation>
    </message>
    <message>
        <source>Add a wait</source>
        <translation>Warten hinzufügen</translation>
    </message>
    <message>
        <source>Add: await a signal</source>
        <translation>Hinzufügen: auf ein Signal warten</translation>
    </message>
    <message>
        <source>Add: set a signal</source>
        <translation>Hinzufügen: ein Signal setzen</translation>
    </message>
    <message>
        <source>Select the gripper, or another object with joints.</source>
        <translation>Wählen Sie den Greifer aus, oder ein anderes Objekt mit Gelenken.</translation>
    </message>
    <message>
        <source>Add: set a joint of %1</source>
        <translation>Hinzufügen: ein Gelenk von %1 stellen</translation>
    </message>
    <message>
        <source>Add: call %1</source>
        <translation>Hinzufügen: %1 aufrufen</translation>
    </message>
    <message>
        <source>There is no other program to call.</source>
        <translation>Es gibt kein anderes Programm, das aufgerufen werden könnte.</translation>
    </message>
    <message>
        <source>Add a retreat from %1</source>
        <translation>Rückzug von %1 hinzufügen</translation>
    </message>
    <message>
        <source>The move before goes to no frame or object that the tool could retreat from.</source>
        <translation>Die Bewegung davor geht zu keinem Bezugssystem oder Objekt, von dem sich das Werkzeug zurückziehen könnte.</translation>
    </message>
    <message>
        <source>Move to what is selected</source>
        <translation>Bewegung zur Auswahl</translation>
    </message>
    <message>
        <source>Straight to what is selected</source>
        <translation>Gerade zur Auswahl</translation>
    </message>
    <message>
        <source>Retreat straight from the target before</source>
        <translation>Gerader Rückzug vom Ziel davor</translation>
    </message>
    <message>
        <source>Move to a configuration</source>
        <translation>Bewegung zu einer Stellung</translation>
    </message>
    <message>
        <source>Attach what is selected</source>
        <translation>Auswahl anhängen</translation>
    </message>
    <message>
        <source>Detach what is held</source>
        <translation>Gehaltenes lösen</translation>
    </message>
    <message>
        <source>Set a joint of the gripper</source>
        <translation>Ein Gelenk des Greifers stellen</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>Set a signal</source>
        <translation>Ein Signal setzen</translation>
    </message>
    <message>
        <source>Await a signal</source>
        <translation>Auf ein Signal warten</translation>
    </message>
    <message>
        <source>Call another program</source>
        <translation>Ein anderes Programm aufrufen</translation>
    </message>
    <message>
        <source>There is no robot, or several and the program names none.</source>
        <translation>Es gibt keinen Roboter, oder mehrere, und das Programm nennt keinen.</translation>
    </message>
    <message>
        <source>Teach a posture of %1</source>
        <translation>Haltung von %1 einlernen</translation>
    </message>
    <message>
        <source>Change step %1</source>
        <translation>Schritt %1 ändern</translation>
    </message>
    <message numerus="yes">
        <source>Change %n steps</source>
        <translation>
            <numerusform>%n Schritt ändern</numerusform>
            <numerusform>%n Schritte ändern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n steps</source>
        <translation>
            <numerusform>%n Schritt löschen</numerusform>
            <numerusform>%n Schritte löschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n steps</source>
        <translation>
            <numerusform>%n Schritt verdoppeln</numerusform>
            <numerusform>%n Schritte verdoppeln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n steps</source>
        <translation>
            <numerusform>%n Schritt verschieben</numerusform>
            <numerusform>%n Schritte verschieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Switch %n steps on</source>
        <translation>
            <numerusform>%n Schritt einschalten</numerusform>
            <numerusform>%n Schritte einschalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pass over %n steps</source>
        <translation>
            <numerusform>%n Schritt übergehen</numerusform>
            <numerusform>%n Schritte übergehen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mirror %n steps</source>
        <translation>
            <numerusform>%n Schritt spiegeln</numerusform>
            <numerusform>%n Schritte spiegeln</numerusform>
        </translation>
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
    <message>
        <source>On: %1, attached to %2</source>
        <translation>Auf: %1, befestigt an %2</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Zu %1</translation>
    </message>
    <message>
        <source>Select what this is attached to</source>
        <translation>Wählt aus, woran dies befestigt ist</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>No longer goes with %1; stays where it is</source>
        <translation>Geht nicht mehr mit %1 mit; bleibt, wo es ist</translation>
    </message>
    <message>
        <source>Detach %1 from %2</source>
        <translation>%1 von %2 lösen</translation>
    </message>
    <message numerus="yes">
        <source>%n selected: edits are for all of them</source>
        <translation>
            <numerusform>%n ausgewählt: Änderungen gelten dafür</numerusform>
            <numerusform>%n ausgewählt: Änderungen gelten für alle</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 x %2</source>
        <translation>%1 x %2</translation>
    </message>
    <message>
        <source>several parents</source>
        <translation>mehrere übergeordnete</translation>
    </message>
    <message>
        <source>several frames</source>
        <translation>mehrere Koordinatensysteme</translation>
    </message>
    <message>
        <source>They no longer go with what they are attached to; they stay where they are</source>
        <translation>Sie gehen nicht mehr mit dem, woran sie angebracht sind; sie bleiben, wo sie sind</translation>
    </message>
    <message numerus="yes">
        <source>Detach %n objects</source>
        <translation>
            <numerusform>%n Objekt lösen</numerusform>
            <numerusform>%n Objekte lösen</numerusform>
        </translation>
    </message>
    <message>
        <source>These numbers give no orientation for one of them.</source>
        <translation>Diese Zahlen ergeben für eines davon keine Orientierung.</translation>
    </message>
    <message numerus="yes">
        <source>Move %n things</source>
        <translation>
            <numerusform>%n Ding bewegen</numerusform>
            <numerusform>%n Dinge bewegen</numerusform>
        </translation>
    </message>
    <message>
        <source>At least one number of each must be other than 0.</source>
        <translation>Bei jedem muss mindestens eine Zahl von 0 verschieden sein.</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>Stellungen</translation>
    </message>
    <message>
        <source>What this is about has gone.</source>
        <translation>Das, worum es hier geht, gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Simulation of %1</source>
        <translation>Simulation von %1</translation>
    </message>
    <message>
        <source>anything of it</source>
        <translation>alles an ihm</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1: %2 mm apart</source>
        <translation>%1: %2 mm Abstand</translation>
    </message>
    <message>
        <source>%1: not checked</source>
        <translation>%1: nicht geprüft</translation>
    </message>
    <message>
        <source>%1: checked</source>
        <translation>%1: geprüft</translation>
    </message>
    <message>
        <source>Remove the rule &quot;%1&quot;</source>
        <translation>Die Regel „%1“ entfernen</translation>
    </message>
    <message>
        <source>Remove a rule of %1</source>
        <translation>Eine Regel von %1 entfernen</translation>
    </message>
    <message>
        <source>First part of the new rule</source>
        <translation>Erstes Teil der neuen Regel</translation>
    </message>
    <message>
        <source>Second part of the new rule</source>
        <translation>Zweites Teil der neuen Regel</translation>
    </message>
    <message>
        <source>Do not check these parts against each other</source>
        <translation>Diese Teile nicht gegeneinander prüfen</translation>
    </message>
    <message>
        <source>Add a rule to %1</source>
        <translation>Eine Regel zu %1 hinzufügen</translation>
    </message>
    <message>
        <source>Sensor</source>
        <translation>Sensor</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>Simulation</translation>
    </message>
    <message>
        <source>Stays where it is</source>
        <translation>Bleibt, wo es ist</translation>
    </message>
    <message>
        <source>Physics does not move it</source>
        <translation>Die Physik bewegt es nicht</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Simulations do without it</source>
        <translation>Simulationen kommen ohne es aus</translation>
    </message>
    <message>
        <source>Own rules</source>
        <translation>Eigene Regeln</translation>
    </message>
    <message>
        <source>None: parts that do not hang together are checked.</source>
        <translation>Keine: Teile, die nicht zusammenhängen, werden geprüft.</translation>
    </message>
    <message>
        <source>Mass (kg)</source>
        <translation>Masse (kg)</translation>
    </message>
    <message>
        <source>Mass in kilograms</source>
        <translation>Masse in Kilogramm</translation>
    </message>
    <message>
        <source>Centre of mass %1</source>
        <translation>Schwerpunkt %1</translation>
    </message>
    <message>
        <source>Centre of mass, in the link</source>
        <translation>Schwerpunkt, im Glied</translation>
    </message>
    <message>
        <source>Inertia %1</source>
        <translation>Trägheit %1</translation>
    </message>
    <message>
        <source>Inertia about the centre of mass, in kg m²</source>
        <translation>Trägheit um den Schwerpunkt, in kg m²</translation>
    </message>
    <message>
        <source>Friction</source>
        <translation>Reibung</translation>
    </message>
    <message>
        <source>Friction in the first direction</source>
        <translation>Reibung in der ersten Richtung</translation>
    </message>
    <message>
        <source>across</source>
        <translation>quer</translation>
    </message>
    <message>
        <source>Friction in the second direction</source>
        <translation>Reibung in der zweiten Richtung</translation>
    </message>
    <message>
        <source>Physics of %1</source>
        <translation>Physik von %1</translation>
    </message>
    <message>
        <source>Centre and inertia from its shape</source>
        <translation>Schwerpunkt und Trägheit aus seiner Form</translation>
    </message>
    <message>
        <source>Its shape encloses nothing: it is open, or there is none.</source>
        <translation>Seine Form umschließt nichts: sie ist offen, oder es gibt keine.</translation>
    </message>
    <message>
        <source>Give a mass first.</source>
        <translation>Geben Sie zuerst eine Masse an.</translation>
    </message>
    <message>
        <source>As of a body that is as dense everywhere</source>
        <translation>Wie von einem Körper, der überall gleich dicht ist</translation>
    </message>
    <message>
        <source>Physics</source>
        <translation>Physik</translation>
    </message>
    <message>
        <source>Nothing is known of its mass.</source>
        <translation>Über seine Masse ist nichts bekannt.</translation>
    </message>
    <message>
        <source>Payload of %1</source>
        <translation>Last von %1</translation>
    </message>
    <message>
        <source>0: not limited</source>
        <translation>0: nicht begrenzt</translation>
    </message>
    <message>
        <source>Tool limits of %1</source>
        <translation>Werkzeuggrenzen von %1</translation>
    </message>
    <message>
        <source>Solver of %1</source>
        <translation>Löser von %1</translation>
    </message>
    <message>
        <source>Last link of the solver&apos;s chain</source>
        <translation>Letztes Glied der Kette des Lösers</translation>
    </message>
    <message>
        <source>Last link: as it is</source>
        <translation>Letztes Glied: wie es ist</translation>
    </message>
    <message>
        <source>Last link: %1</source>
        <translation>Letztes Glied: %1</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Mass of the payload</source>
        <translation>Masse der Last</translation>
    </message>
    <message>
        <source>Centre of the payload %1</source>
        <translation>Schwerpunkt der Last %1</translation>
    </message>
    <message>
        <source>Inertia of the payload %1</source>
        <translation>Trägheit der Last %1</translation>
    </message>
    <message>
        <source>Centre of gravity, in the flange</source>
        <translation>Schwerpunkt, im Flansch</translation>
    </message>
    <message>
        <source>Inertia about it, in kg m²</source>
        <translation>Trägheit um ihn, in kg m²</translation>
    </message>
    <message>
        <source>Tool limits</source>
        <translation>Werkzeuggrenzen</translation>
    </message>
    <message>
        <source>Speed (m/s)</source>
        <translation>Geschwindigkeit (m/s)</translation>
    </message>
    <message>
        <source>Acceleration (m/s²)</source>
        <translation>Beschleunigung (m/s²)</translation>
    </message>
    <message>
        <source>Turning (rad/s)</source>
        <translation>Drehung (rad/s)</translation>
    </message>
    <message>
        <source>Turning acceleration (rad/s²)</source>
        <translation>Drehbeschleunigung (rad/s²)</translation>
    </message>
    <message>
        <source>Inverse kinematics</source>
        <translation>Inverse Kinematik</translation>
    </message>
    <message>
        <source>No solver is named</source>
        <translation>Kein Löser ist genannt</translation>
    </message>
    <message>
        <source>Key of the solver</source>
        <translation>Schlüssel des Lösers</translation>
    </message>
    <message>
        <source>For other programs: this one solves by itself</source>
        <translation>Für andere Programme: dieses löst selbst</translation>
    </message>
    <message>
        <source>Remove the user data &quot;%1&quot;</source>
        <translation>Die Benutzerdaten „%1“ entfernen</translation>
    </message>
    <message>
        <source>Remove user data %1</source>
        <translation>Benutzerdaten %1 entfernen</translation>
    </message>
    <message>
        <source>To change it, enter its key and the new text below</source>
        <translation>Um ihn zu ändern, geben Sie unten seinen Schlüssel und den neuen Text ein</translation>
    </message>
    <message>
        <source>Key of user data</source>
        <translation>Schlüssel der Benutzerdaten</translation>
    </message>
    <message>
        <source>Text of user data</source>
        <translation>Text der Benutzerdaten</translation>
    </message>
    <message>
        <source>Enter keeps the text under this key</source>
        <translation>Die Eingabetaste behält den Text unter diesem Schlüssel</translation>
    </message>
    <message>
        <source>Set user data %1</source>
        <translation>Benutzerdaten %1 setzen</translation>
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
    <message>
        <source>mixed</source>
        <translation>verschieden</translation>
    </message>
</context>
<context>
    <name>ww::ui::ReportPage</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Report of the motion</source>
        <translation>Bericht über die Bewegung</translation>
    </message>
    <message>
        <source>Figures of the motion</source>
        <translation>Zahlen der Bewegung</translation>
    </message>
    <message>
        <source>Copies the report: as a table for sheets of figures, with its layout for texts</source>
        <translation>Kopiert den Bericht: als Tabelle für Rechenblätter, mit Gestaltung für Texte</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleEditor</name>
    <message>
        <source>One side of the rule</source>
        <translation>Eine Seite der Regel</translation>
    </message>
    <message>
        <source>Other side of the rule</source>
        <translation>Andere Seite der Regel</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Add the rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>A margin cannot be negative.</source>
        <translation>Ein Abstand kann nicht negativ sein.</translation>
    </message>
    <message>
        <source>What the rule does</source>
        <translation>Was die Regel tut</translation>
    </message>
    <message>
        <source>Not checked: they may touch and overlap. Checked: they collide when they are nearer than the margin.</source>
        <translation>Nicht geprüft: sie dürfen sich berühren und überschneiden. Geprüft: sie kollidieren, wenn sie sich näher sind als der Abstand.</translation>
    </message>
    <message>
        <source>Makes the rule, as one step of the history</source>
        <translation>Macht die Regel als einen Schritt des Verlaufs</translation>
    </message>
    <message>
        <source>Makes no rule</source>
        <translation>Macht keine Regel</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>New rule of %1</source>
        <translation>Neue Regel von %1</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>Neue Regel</translation>
    </message>
    <message>
        <source>Collision %1</source>
        <translation>Kollision: %1</translation>
    </message>
    <message>
        <source>%1 collision rules</source>
        <translation>%1 Kollisionsregeln</translation>
    </message>
    <message>
        <source>Choose a rule in the list to change it, or add one.</source>
        <translation>Wählen Sie eine Regel in der Liste, um sie zu ändern, oder fügen Sie eine hinzu.</translation>
    </message>
    <message>
        <source>several rules</source>
        <translation>mehrere Regeln</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Checked all the same</source>
        <translation>Trotzdem geprüft</translation>
    </message>
    <message>
        <source>Checked, kept apart by</source>
        <translation>Geprüft, mit Abstand</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>verschieden</translation>
    </message>
    <message>
        <source>Name at least one side: the rule would be about all there is.</source>
        <translation>Nennen Sie mindestens eine Seite: die Regel beträfe sonst alles, was es gibt.</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleGeneratorModel</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>Nothing would change: of %1 pairs, %2 are left out already and %3 stay checked.</source>
        <translation>Nichts würde sich ändern: von %1 Paaren sind %2 schon ausgenommen, und %3 werden weiter geprüft.</translation>
    </message>
    <message>
        <source>Of %1 pairs, %2 would be left out of checks that are checked now; %3 are left out already, and %4 stay checked.</source>
        <translation>Von %1 Paaren würden %2, die jetzt geprüft werden, von der Prüfung ausgenommen; %3 sind es schon, und %4 werden weiter geprüft.</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>checked</source>
        <translation>geprüft</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>Overlapped in</source>
        <translation>Überschneidung in</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Cannot move against each other (%1)</source>
        <translation>Können sich nicht gegeneinander bewegen (%1)</translation>
    </message>
    <message>
        <source>On the two sides of a joint (%1)</source>
        <translation>An den beiden Seiten eines Gelenks (%1)</translation>
    </message>
    <message>
        <source>Overlap in every posture (%1)</source>
        <translation>Überschneiden sich in jeder Haltung (%1)</translation>
    </message>
    <message>
        <source>Overlap in some postures: these stay as they are (%1)</source>
        <translation>Überschneiden sich in manchen Haltungen: diese bleiben, wie sie sind (%1)</translation>
    </message>
    <message>
        <source>Never met (%1)</source>
        <translation>Trafen sich nie (%1)</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleGeneratorPanel</name>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Postures</source>
        <translation>Haltungen</translation>
    </message>
    <message>
        <source>How many postures are tried, spread evenly over what the joints can reach</source>
        <translation>Wie viele Haltungen probiert werden, gleichmäßig über das verteilt, was die Gelenke erreichen</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Another seed tries other postures; the same one the same again</source>
        <translation>Ein anderer Startwert probiert andere Haltungen; derselbe wieder dieselben</translation>
    </message>
    <message>
        <source>Robot</source>
        <translation>Roboter</translation>
    </message>
    <message>
        <source>Whose pairs of bodies are looked at</source>
        <translation>Wessen Körperpaare betrachtet werden</translation>
    </message>
    <message>
        <source>Tries the postures; nothing is changed by that</source>
        <translation>Probiert die Haltungen; geändert wird dadurch nichts</translation>
    </message>
    <message>
        <source>Ends it; nothing is changed</source>
        <translation>Beendet es; geändert wird nichts</translation>
    </message>
    <message>
        <source>Leaves the chosen pairs out of checks, as one step that can be undone</source>
        <translation>Nimmt die gewählten Paare von der Prüfung aus, als ein Schritt, der sich zurücknehmen lässt</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Was sich ändern würde</translation>
    </message>
    <message>
        <source>Pairs of bodies</source>
        <translation>Körperpaare</translation>
    </message>
    <message>
        <source>Pairs of bodies by what the postures say of them. Those with a tick would be left out of checks; a pair that overlaps in some postures only is a real collision and stays.</source>
        <translation>Körperpaare nach dem, was die Haltungen von ihnen sagen. Die mit einem Haken würden von der Prüfung ausgenommen; ein Paar, das sich nur in manchen Haltungen überschneidet, ist eine echte Kollision und bleibt.</translation>
    </message>
    <message>
        <source>Ending it ...</source>
        <translation>Wird beendet ...</translation>
    </message>
    <message>
        <source>There is no robot whose joints move. Import one, or add one from the library.</source>
        <translation>Es gibt keinen Roboter mit beweglichen Gelenken. Importieren Sie einen, oder fügen Sie einen aus der Bibliothek hinzu.</translation>
    </message>
    <message>
        <source>Tries postures of the robot at random and finds the pairs of its bodies that need no check: they always overlap, or never meet.</source>
        <translation>Probiert zufällige Haltungen des Roboters und findet die Paare seiner Körper, die keine Prüfung brauchen: sie überschneiden sich immer oder treffen sich nie.</translation>
    </message>
    <message>
        <source>What was tried is not there any more.</source>
        <translation>Was probiert wurde, ist nicht mehr da.</translation>
    </message>
    <message>
        <source>Trying postures of %1 ...</source>
        <translation>Haltungen von %1 werden probiert ...</translation>
    </message>
    <message>
        <source>Try postures of %1</source>
        <translation>Haltungen von %1 probieren</translation>
    </message>
    <message>
        <source>Cancelled: nothing has changed.</source>
        <translation>Abgebrochen: nichts hat sich geändert.</translation>
    </message>
    <message>
        <source>Generate collision rules for %1</source>
        <translation>Kollisionsregeln für %1 erzeugen</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs are left out of checks now, as one step: Undo takes it back.</source>
        <translation>
            <numerusform>%n Paar ist jetzt von der Prüfung ausgenommen, als ein Schritt: Rückgängig nimmt es zurück.</numerusform>
            <numerusform>%n Paare sind jetzt von der Prüfung ausgenommen, als ein Schritt: Rückgängig nimmt es zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>The robot has changed since: try it again.</source>
        <translation>Der Roboter hat sich seitdem geändert: probieren Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleMatrixModel</name>
    <message numerus="yes">
        <source>%n bodies; a double click opens or folds it.</source>
        <translation>
            <numerusform>%n Körper; ein Doppelklick öffnet oder schließt es.</numerusform>
            <numerusform>%n Körper; ein Doppelklick öffnet oder schließt es.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: nothing to check, it is one body</source>
        <translation>%1: nichts zu prüfen, es ist ein Körper</translation>
    </message>
    <message>
        <source>%1 and %2: %3</source>
        <translation>%1 und %2: %3</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleMatrixPanel</name>
    <message>
        <source>Nothing here has geometry for collisions. What is imported or added with some is listed here, each against each.</source>
        <translation>Nichts hier hat Geometrie für Kollisionen. Was mit solcher importiert oder hinzugefügt wird, steht hier, jedes gegen jedes.</translation>
    </message>
    <message>
        <source>Matrix of collision rules</source>
        <translation>Matrix der Kollisionsregeln</translation>
    </message>
    <message>
        <source>Each object against each: whether they are checked for collisions, and why not. Enter opens an object to its bodies. With a brush chosen, dragging over cells or Space changes them; Escape gives it up.</source>
        <translation>Jedes Objekt gegen jedes: ob sie auf Kollisionen geprüft werden, und warum nicht. Die Eingabetaste öffnet ein Objekt zu seinen Körpern. Ist ein Pinsel gewählt, ändert Ziehen über Zellen oder die Leertaste diese; Escape gibt es auf.</translation>
    </message>
    <message>
        <source>About the cell</source>
        <translation>Zur Zelle</translation>
    </message>
    <message>
        <source>At most %1 cells can be painted at once. Paint the cells of whole objects, folded, instead of those of their bodies.</source>
        <translation>Höchstens %1 Zellen lassen sich auf einmal bemalen. Bemalen Sie die Zellen ganzer, zugeklappter Objekte statt die ihrer Körper.</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>A click selects the pair in the tree and in the view</source>
        <translation>Ein Klick wählt das Paar im Baum und in der Ansicht aus</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausnehmen</translation>
    </message>
    <message>
        <source>Dragging over cells, or Space, ends the check of these pairs</source>
        <translation>Ziehen über Zellen oder die Leertaste beendet die Prüfung dieser Paare</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Dragging over cells, or Space, has these pairs checked, also what is left out by design</source>
        <translation>Ziehen über Zellen oder die Leertaste lässt diese Paare prüfen, auch was der Bauart nach ausgenommen ist</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Dragging over cells, or Space, has these pairs kept apart by the length beside this</source>
        <translation>Ziehen über Zellen oder die Leertaste lässt diese Paare den Abstand daneben halten</translation>
    </message>
    <message>
        <source>Margin of the brush</source>
        <translation>Abstand des Pinsels</translation>
    </message>
    <message>
        <source>A margin is at least 0.</source>
        <translation>Ein Abstand ist mindestens 0.</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Only rows with these words in their names</source>
        <translation>Nur Zeilen mit diesen Wörtern im Namen</translation>
    </message>
    <message>
        <source>Filter columns</source>
        <translation>Spalten filtern</translation>
    </message>
    <message>
        <source>Only columns with these words in their names</source>
        <translation>Nur Spalten mit diesen Wörtern im Namen</translation>
    </message>
    <message>
        <source>What the signs mean</source>
        <translation>Was die Zeichen bedeuten</translation>
    </message>
    <message>
        <source>%1 is one body: there is nothing to open.</source>
        <translation>%1 ist ein Körper: es gibt nichts zu öffnen.</translation>
    </message>
    <message numerus="yes">
        <source>End the collision check of %n pairs</source>
        <translation>
            <numerusform>Kollisionsprüfung von %n Paar beenden</numerusform>
            <numerusform>Kollisionsprüfung von %n Paaren beenden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %n pairs for collisions</source>
        <translation>
            <numerusform>%n Paar auf Kollisionen prüfen</numerusform>
            <numerusform>%n Paare auf Kollisionen prüfen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep %n pairs %1 apart</source>
        <translation>
            <numerusform>%n Paar %1 auseinanderhalten</numerusform>
            <numerusform>%n Paare %1 auseinanderhalten</numerusform>
        </translation>
    </message>
    <message>
        <source>End the collision check of %1 and %2</source>
        <translation>Kollisionsprüfung von %1 und %2 beenden</translation>
    </message>
    <message>
        <source>Keep %1 and %2 %3 apart</source>
        <translation>%1 und %2 %3 auseinanderhalten</translation>
    </message>
    <message>
        <source>Check %1 and %2 for collisions</source>
        <translation>%1 und %2 auf Kollisionen prüfen</translation>
    </message>
    <message>
        <source>Nothing to change: these pairs are not checked already.</source>
        <translation>Nichts zu ändern: diese Paare werden schon nicht geprüft.</translation>
    </message>
    <message>
        <source>Nothing to change: these pairs are checked already, or one body.</source>
        <translation>Nichts zu ändern: diese Paare werden schon geprüft oder sind ein Körper.</translation>
    </message>
    <message>
        <source>Nothing to change: these pairs have that margin already, or are not checked at all. The brush Check has them checked first.</source>
        <translation>Nichts zu ändern: diese Paare haben diesen Abstand schon oder werden gar nicht geprüft. Der Pinsel Prüfen lässt sie erst prüfen.</translation>
    </message>
    <message>
        <source>The rule is made, but of several margins the smallest holds: %1</source>
        <translation>Die Regel ist angelegt, aber von mehreren Abständen zählt der kleinste: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n pairs changed, as one step: Undo takes it back.</source>
        <translation>
            <numerusform>%n Paar geändert, als ein Schritt: Rückgängig nimmt es zurück.</numerusform>
            <numerusform>%n Paare geändert, als ein Schritt: Rückgängig nimmt es zurück.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking for collisions is switched off in this world: switch it on first.</source>
        <translation>Die Prüfung auf Kollisionen ist in dieser Welt ausgeschaltet: schalten Sie sie zuerst ein.</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleSideField</name>
    <message>
        <source>anything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>Names of objects or links, with commas between them; nothing means anything. Can be dropped here from the scene tree.</source>
        <translation>Namen von Objekten oder Gliedern, mit Kommas dazwischen; nichts bedeutet: alles. Lässt sich auch aus dem Szenenbaum hierher ziehen.</translation>
    </message>
    <message>
        <source>%1: take what is selected</source>
        <translation>%1: die Auswahl übernehmen</translation>
    </message>
    <message>
        <source>Takes what is selected in the view or in the scene tree</source>
        <translation>Übernimmt, was in der Ansicht oder im Szenenbaum ausgewählt ist</translation>
    </message>
    <message>
        <source>%1 cannot collide with anything: name an object or a link.</source>
        <translation>%1 kann mit nichts kollidieren: nennen Sie ein Objekt oder ein Glied.</translation>
    </message>
    <message>
        <source>%1 has no link of that name.</source>
        <translation>%1 hat kein Glied dieses Namens.</translation>
    </message>
    <message>
        <source>Select a link of %1 first, in the view or in the scene tree.</source>
        <translation>Wählen Sie zuerst ein Glied von %1 in der Ansicht oder im Szenenbaum.</translation>
    </message>
    <message>
        <source>Select an object or a link first, in the view or in the scene tree.</source>
        <translation>Wählen Sie zuerst ein Objekt oder ein Glied in der Ansicht oder im Szenenbaum.</translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleWatch</name>
    <message>
        <source>Try postures against the collision rules</source>
        <translation>Stellungen gegen die Kollisionsregeln probieren</translation>
    </message>
</context>
<context>
    <name>ww::ui::RulesModel</name>
    <message>
        <source>Not checked</source>
        <translation>Nicht geprüft</translation>
    </message>
    <message>
        <source>Checked all the same</source>
        <translation>Trotzdem geprüft</translation>
    </message>
    <message>
        <source>Kept apart</source>
        <translation>Mit Abstand</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>M%1</source>
        <comment>number of a margin rule</comment>
        <translation>A%1</translation>
    </message>
    <message>
        <source>%1: %2 and %3, %4</source>
        <translation>%1: %2 und %3, %4</translation>
    </message>
    <message>
        <source>Rules of the world</source>
        <translation>Regeln der Welt</translation>
    </message>
    <message>
        <source>Own rules of %1</source>
        <translation>Eigene Regeln von %1</translation>
    </message>
    <message>
        <source>An exclusion beats every margin; of several margins the smallest holds. Their order never counts.</source>
        <translation>Ein Ausschluss geht vor jedem Abstand; von mehreren Abständen gilt der kleinste. Die Reihenfolge zählt nie.</translation>
    </message>
    <message>
        <source>Of the exclusions of an object the last that matches holds: these can be moved, by drag or by Alt+Up and Alt+Down.</source>
        <translation>Von den Ausschlüssen eines Objekts gilt der letzte, der passt: sie lassen sich verschieben, durch Ziehen oder mit Alt+Auf und Alt+Ab.</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Is in force. Without the tick it is kept, and has no effect.</source>
        <translation>Ist in Kraft. Ohne den Haken bleibt sie erhalten und wirkt nicht.</translation>
    </message>
    <message>
        <source>Is switched off: kept in the file, and without effect.</source>
        <translation>Ist ausgeschaltet: bleibt in der Datei und wirkt nicht.</translation>
    </message>
    <message>
        <source>It is switched off, and decides nothing.</source>
        <translation>Sie ist ausgeschaltet und entscheidet nichts.</translation>
    </message>
    <message>
        <source>Not counted yet, or there are too many pairs.</source>
        <translation>Noch nicht gezählt, oder es sind zu viele Paare.</translation>
    </message>
    <message>
        <source>Is about %1 pairs of bodies, and decides %2 of them.</source>
        <translation>Betrifft %1 Körperpaare und entscheidet %2 davon.</translation>
    </message>
    <message>
        <source>The world has changed since.</source>
        <translation>Die Welt hat sich seither geändert.</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Between</source>
        <translation>Zwischen</translation>
    </message>
    <message>
        <source>And</source>
        <translation>Und</translation>
    </message>
    <message>
        <source>They are</source>
        <translation>Sie sind</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Decides</source>
        <translation>Entscheidet</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>The number that messages name the rule by; the tick switches it</source>
        <translation>Die Nummer, mit der Meldungen die Regel nennen; der Haken schaltet sie</translation>
    </message>
    <message>
        <source>One side: objects, links, or anything</source>
        <translation>Eine Seite: Objekte, Glieder oder alles</translation>
    </message>
    <message>
        <source>The other side</source>
        <translation>Die andere Seite</translation>
    </message>
    <message>
        <source>What is done about the pairs that it is about</source>
        <translation>Was mit den Paaren geschieht, die sie betrifft</translation>
    </message>
    <message>
        <source>How far they are kept from each other</source>
        <translation>Wie weit sie voneinander ferngehalten werden</translation>
    </message>
    <message>
        <source>How many pairs of bodies this rule alone decides about now</source>
        <translation>Über wie viele Körperpaare jetzt diese Regel allein entscheidet</translation>
    </message>
    <message>
        <source>What is odd about the rule; the page Findings says how to repair it</source>
        <translation>Was an der Regel auffällt; die Seite Befunde sagt, wie es sich reparieren lässt</translation>
    </message>
</context>
<context>
    <name>ww::ui::RulesPanel</name>
    <message>
        <source>Check for collisions</source>
        <translation>Auf Kollisionen prüfen</translation>
    </message>
    <message>
        <source>Minimum margin</source>
        <translation>Mindestabstand</translation>
    </message>
    <message>
        <source>Without this tick nothing at all is checked, whatever the rules say</source>
        <translation>Ohne diesen Haken wird gar nichts geprüft, was auch immer die Regeln sagen</translation>
    </message>
    <message>
        <source>A margin cannot be negative.</source>
        <translation>Ein Abstand kann nicht negativ sein.</translation>
    </message>
    <message>
        <source>Everything collides that is nearer than this; the margin of a rule holds only where it is smaller</source>
        <translation>Alles kollidiert, was sich näher ist als das; der Abstand einer Regel gilt nur, wo er kleiner ist</translation>
    </message>
    <message>
        <source>No minimum margin</source>
        <translation>Kein Mindestabstand</translation>
    </message>
    <message>
        <source>Takes the minimum margin away: then the margins of rules hold as they are</source>
        <translation>Nimmt den Mindestabstand weg: dann gelten die Abstände der Regeln, wie sie sind</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter the rules</source>
        <translation>Die Regeln filtern</translation>
    </message>
    <message>
        <source>Shows the rules that have all these words in their sides or in what they do</source>
        <translation>Zeigt die Regeln, die alle diese Wörter in ihren Seiten haben oder in dem, was sie tun</translation>
    </message>
    <message>
        <source>Which rules are shown</source>
        <translation>Welche Regeln gezeigt werden</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>Alle Regeln</translation>
    </message>
    <message>
        <source>With findings</source>
        <translation>Mit Befunden</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>About the selection</source>
        <translation>Zur Auswahl</translation>
    </message>
    <message>
        <source>Collision rules</source>
        <translation>Kollisionsregeln</translation>
    </message>
    <message>
        <source>What may touch what, and how near. Among the rules of the world an exclusion beats every margin, and of several margins the smallest holds; their order never counts. Of an object&apos;s own exclusions the last that matches holds.</source>
        <translation>Was was berühren darf, und wie nah. Unter den Regeln der Welt geht ein Ausschluss vor jedem Abstand, und von mehreren Abständen gilt der kleinste; die Reihenfolge zählt nie. Von den eigenen Ausschlüssen eines Objekts gilt der letzte, der passt.</translation>
    </message>
    <message>
        <source>Rule of the world</source>
        <translation>Regel der Welt</translation>
    </message>
    <message>
        <source>Own rule of %1</source>
        <translation>Eigene Regel von %1</translation>
    </message>
    <message>
        <source>There are no collision rules: everything is checked against everything, but what one joint connects. Insert adds a rule.</source>
        <translation>Es gibt keine Kollisionsregeln: alles wird gegen alles geprüft, außer was ein Gelenk verbindet. Einfg fügt eine Regel hinzu.</translation>
    </message>
    <message>
        <source>No rule fits the filter. Clear it to see all.</source>
        <translation>Keine Regel passt zum Filter. Leeren Sie ihn, um alle zu sehen.</translation>
    </message>
    <message>
        <source>Checking is switched off: no rule has any effect now.</source>
        <translation>Die Prüfung ist ausgeschaltet: keine Regel wirkt jetzt.</translation>
    </message>
    <message>
        <source>%1 of %2 pairs of bodies are checked.</source>
        <translation>%1 von %2 Körperpaaren werden geprüft.</translation>
    </message>
    <message>
        <source>There are too many pairs to count them.</source>
        <translation>Es sind zu viele Paare, um sie zu zählen.</translation>
    </message>
    <message>
        <source>Counting...</source>
        <translation>Wird gezählt...</translation>
    </message>
    <message>
        <source>%1 Counting again: the world has changed.</source>
        <translation>%1 Es wird neu gezählt: die Welt hat sich geändert.</translation>
    </message>
</context>
<context>
    <name>ww::ui::RulesSection</name>
    <message>
        <source>Collision rules</source>
        <translation>Kollisionsregeln</translation>
    </message>
    <message>
        <source>Opens the panel Collisions with the rules about what is selected</source>
        <translation>Öffnet den Bereich Kollisionen mit den Regeln zur Auswahl</translation>
    </message>
    <message>
        <source>Change rules...</source>
        <translation>Regeln ändern...</translation>
    </message>
</context>
<context>
    <name>ww::ui::ScenePanel</name>
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
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>Nothing here yet. Drop a STEP, STL, OBJ, glTF, URDF or SDF file here, press Ctrl+I to import, add something from the Add menu, or open the sample cell in the File menu.</source>
        <translation>Noch leer. Lassen Sie eine STEP-, STL-, OBJ-, glTF-, URDF- oder SDF-Datei hier fallen, importieren Sie mit Strg+I, nehmen Sie etwas aus dem Menü Hinzufügen, oder öffnen Sie die Beispielzelle im Menü Datei.</translation>
    </message>
    <message>
        <source>Drop it on something else, or hang that elsewhere first.</source>
        <translation>Legen Sie es auf etwas anderem ab, oder hängen Sie jenes zuerst um.</translation>
    </message>
    <message>
        <source>There is no type &quot;%1&quot;. The types are %2.</source>
        <translation>Es gibt keinen Typ „%1“. Die Typen sind %2.</translation>
    </message>
    <message>
        <source>Nothing fits &quot;%1&quot;. Use fewer letters, or clear the filter.</source>
        <translation>Nichts passt zu „%1“. Nehmen Sie weniger Buchstaben, oder leeren Sie den Filter.</translation>
    </message>
    <message>
        <source>Name or type:robot</source>
        <translation>Name oder type:robot</translation>
    </message>
    <message>
        <source>Everything in the world, each thing below what it hangs on; drag a row onto another to hang it there</source>
        <translation>Alles in der Welt, jedes unter dem, woran es hängt; eine Zeile auf eine andere ziehen hängt sie dort an</translation>
    </message>
</context>
<context>
    <name>ww::ui::SceneTreeModel</name>
    <message>
        <source>Rename %1</source>
        <translation>%1 umbenennen</translation>
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
    <message>
        <source>Attached to %1</source>
        <translation>Befestigt an %1</translation>
    </message>
    <message>
        <source>attached to %1</source>
        <translation>befestigt an %1</translation>
    </message>
    <message>
        <source>%1 cannot hang on itself.</source>
        <translation>%1 kann nicht an sich selbst hängen.</translation>
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
    <message>
        <source>What clients have called, with what came of it</source>
        <translation>Was Programme aufgerufen haben, und was dabei herauskam</translation>
    </message>
    <message>
        <source>The programs that have called, and when they did so last</source>
        <translation>Die Programme, die etwas aufgerufen haben, und wann zuletzt</translation>
    </message>
    <message>
        <source>Worlds that clients have made beside the one in the editor</source>
        <translation>Welten, die Programme neben der im Editor angelegt haben</translation>
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
    <name>ww::ui::ShortcutPage</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Find an action or keys, such as Ctrl+D</source>
        <translation>Eine Aktion oder Tasten finden, etwa Strg+D</translation>
    </message>
    <message>
        <source>Find an action or keys</source>
        <translation>Eine Aktion oder Tasten finden</translation>
    </message>
    <message>
        <source>Shows the actions whose name or keys have this in them</source>
        <translation>Zeigt die Aktionen, in deren Namen oder Tasten das vorkommt</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Choose an action, then press keys for it below</source>
        <translation>Eine Aktion wählen, dann unten die Tasten für sie drücken</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>Press the keys that the action is to have</source>
        <translation>Die Tasten drücken, die die Aktion haben soll</translation>
    </message>
    <message>
        <source>The action has no keys then</source>
        <translation>Die Aktion hat dann keine Tasten</translation>
    </message>
    <message>
        <source>The keys that the action has at first</source>
        <translation>Die Tasten, die die Aktion am Anfang hat</translation>
    </message>
    <message>
        <source>All actions have the keys that they have at first</source>
        <translation>Alle Aktionen haben die Tasten, die sie am Anfang haben</translation>
    </message>
    <message>
        <source>Choose an action first.</source>
        <translation>Zuerst eine Aktion wählen.</translation>
    </message>
    <message>
        <source>Assign</source>
        <translation>Zuweisen</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Gives the keys to the action, beside those that it has</source>
        <translation>Gibt der Aktion die Tasten, neben denen, die sie hat</translation>
    </message>
    <message>
        <source>Takes the keys from %1</source>
        <translation>Nimmt die Tasten von %1</translation>
    </message>
    <message>
        <source>%1 belongs to: %2. Take over gives it to the chosen action.</source>
        <translation>%1 gehört zu: %2. Übernehmen gibt es der gewählten Aktion.</translation>
    </message>
    <message>
        <source>; then 1 to 8: a posture</source>
        <translation>; dann 1 bis 8: eine Haltung</translation>
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
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>Lengths are shown in %1 and angles in %2, as the preferences say; fields take any unit, such as 2in or 0.5rad</source>
        <translation>Längen werden in %1 gezeigt und Winkel in %2, wie es in den Einstellungen steht; Felder nehmen jede Einheit, etwa 2in oder 0.5rad</translation>
    </message>
    <message>
        <source>What was done last would be lost in a crash: save the world</source>
        <translation>Das zuletzt Getane ginge bei einem Absturz verloren: Speichern Sie die Welt</translation>
    </message>
    <message>
        <source>What was done last is being kept for the case of a crash</source>
        <translation>Das zuletzt Getane wird gerade für den Fall eines Absturzes aufgehoben</translation>
    </message>
    <message>
        <source>All that was done is kept for the case of a crash</source>
        <translation>Alles Getane ist für den Fall eines Absturzes aufgehoben</translation>
    </message>
</context>
<context>
    <name>ww::ui::StepEditor</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What the step is called; exports name points so</source>
        <translation>Wie der Schritt heißt; Exporte nennen Punkte so</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Stands beside the step, and in exports</source>
        <translation>Steht beim Schritt und in Exporten</translation>
    </message>
    <message>
        <source>Take what is selected for the target</source>
        <translation>Auswahl als Ziel nehmen</translation>
    </message>
    <message>
        <source>Takes the frame or object that is selected for the target</source>
        <translation>Nimmt das ausgewählte Bezugssystem oder Objekt als Ziel</translation>
    </message>
    <message>
        <source>Position %1 of the tool in the target</source>
        <translation>Position %1 des Werkzeugs im Ziel</translation>
    </message>
    <message>
        <source>Speed, per cent of what the joints may do</source>
        <translation>Geschwindigkeit in Prozent dessen, was die Gelenke dürfen</translation>
    </message>
    <message>
        <source>Corner of straight moves</source>
        <translation>Ecke gerader Bewegungen</translation>
    </message>
    <message>
        <source>Corner of other moves</source>
        <translation>Ecke anderer Bewegungen</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>Where the tool goes: a frame or object, or a configuration of the robot</source>
        <translation>Wohin das Werkzeug fährt: ein Bezugssystem oder Objekt, oder eine Stellung des Roboters</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>Where the tool is in the frame of the target: X, Y and Z. It comes along its own z axis, so that Z below 0 is before the target</source>
        <translation>Wo das Werkzeug im Bezugssystem des Ziels ist: X, Y und Z. Es kommt entlang seiner eigenen z-Achse, so dass Z unter 0 vor dem Ziel liegt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Any: around what is in the way. Linear: the tool goes straight. Joint: all joints at once</source>
        <translation>Beliebig: um das herum, was im Weg steht. Linear: das Werkzeug fährt gerade. Gelenk: alle Gelenke zugleich</translation>
    </message>
    <message>
        <source>Speed %</source>
        <translation>Tempo %</translation>
    </message>
    <message>
        <source>Share of what the joints may do</source>
        <translation>Anteil dessen, was die Gelenke dürfen</translation>
    </message>
    <message>
        <source>Corner</source>
        <translation>Ecke</translation>
    </message>
    <message>
        <source>How far from the target the corner to the next straight move is rounded; 0: a stop</source>
        <translation>Wie weit vom Ziel die Ecke zur nächsten geraden Bewegung verrundet wird; 0: ein Halt</translation>
    </message>
    <message>
        <source>Joint corner</source>
        <translation>Gelenkecke</translation>
    </message>
    <message>
        <source>How far from the target, by the joint that is farthest, the corner to the next move is rounded; 0: a stop</source>
        <translation>Wie weit vom Ziel, nach dem entferntesten Gelenk, die Ecke zur nächsten Bewegung verrundet wird; 0: ein Halt</translation>
    </message>
    <message>
        <source>Position of the joint</source>
        <translation>Stellung des Gelenks</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>What is attached or detached, or has the joint</source>
        <translation>Was angehängt oder gelöst wird oder das Gelenk hat</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Gelenk</translation>
    </message>
    <message>
        <source>The joint that is set</source>
        <translation>Das Gelenk, das gestellt wird</translation>
    </message>
    <message>
        <source>Angle</source>
        <translation>Winkel</translation>
    </message>
    <message>
        <source>Where the joint goes</source>
        <translation>Wohin das Gelenk fährt</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>Signal</translation>
    </message>
    <message>
        <source>The name of the signal</source>
        <translation>Der Name des Signals</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>What the signal is set to, or awaited at</source>
        <translation>Worauf das Signal gesetzt oder worauf gewartet wird</translation>
    </message>
    <message>
        <source>The number that the signal is set to, or awaited at</source>
        <translation>Die Zahl, auf die das Signal gesetzt oder auf die gewartet wird</translation>
    </message>
    <message>
        <source>How long the step waits; of a signal how long it is expected to take</source>
        <translation>Wie lange der Schritt wartet; bei einem Signal, wie lange es voraussichtlich dauert</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>The program whose steps are done here</source>
        <translation>Das Programm, dessen Schritte hier getan werden</translation>
    </message>
    <message>
        <source>Robot</source>
        <translation>Roboter</translation>
    </message>
    <message>
        <source>Whose program it is</source>
        <translation>Wessen Programm es ist</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>What moves to the targets</source>
        <translation>Was zu den Zielen fährt</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Where the robot stands when the program begins</source>
        <translation>Wo der Roboter steht, wenn das Programm beginnt</translation>
    </message>
    <message>
        <source>A speed is above 0 % and at most 100 %.</source>
        <translation>Eine Geschwindigkeit liegt über 0 % und höchstens bei 100 %.</translation>
    </message>
    <message>
        <source>A corner cannot be negative.</source>
        <translation>Eine Ecke kann nicht negativ sein.</translation>
    </message>
    <message>
        <source>Nobody waits for less than no time.</source>
        <translation>Niemand wartet weniger als gar nicht.</translation>
    </message>
    <message>
        <source>Add a program, then its steps.</source>
        <translation>Fügen Sie ein Programm hinzu, dann seine Schritte.</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n steps; a change is for all of them</source>
        <translation>
            <numerusform>%n Schritt; eine Änderung gilt für ihn</numerusform>
            <numerusform>%n Schritte; eine Änderung gilt für alle</numerusform>
        </translation>
    </message>
    <message>
        <source>Program %1. Choose a step to change it.</source>
        <translation>Programm %1. Wählen Sie einen Schritt, um ihn zu ändern.</translation>
    </message>
    <message>
        <source>None found</source>
        <translation>Keiner gefunden</translation>
    </message>
    <message>
        <source>%1, as found</source>
        <translation>%1, wie gefunden</translation>
    </message>
    <message>
        <source>As found</source>
        <translation>Wie gefunden</translation>
    </message>
    <message>
        <source>Where it stands</source>
        <translation>Wo er steht</translation>
    </message>
    <message>
        <source>At joint positions</source>
        <translation>Bei Gelenkstellungen</translation>
    </message>
    <message>
        <source>Target of the step</source>
        <translation>Ziel des Schritts</translation>
    </message>
</context>
<context>
    <name>ww::ui::StepStrip</name>
    <message>
        <source>Steps over time</source>
        <translation>Schritte über die Zeit</translation>
    </message>
    <message>
        <source>The steps of the program over its time. A click or a drag goes to a moment.</source>
        <translation>Die Schritte des Programms über seine Zeit. Ein Klick oder Ziehen geht zu einem Augenblick.</translation>
    </message>
    <message>
        <source>%1. %2: %3</source>
        <translation>%1. %2: %3</translation>
    </message>
</context>
<context>
    <name>ww::ui::StepTools</name>
    <message>
        <source>Add a step</source>
        <translation>Schritt hinzufügen</translation>
    </message>
    <message>
        <source>A step behind those that are chosen</source>
        <translation>Ein Schritt hinter den gewählten</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Teach this posture</source>
        <translation>Diese Haltung einlernen</translation>
    </message>
    <message>
        <source>A move to where the robot is shown now, behind the chosen step (Ctrl+T)</source>
        <translation>Eine Bewegung dorthin, wo der Roboter jetzt gezeigt wird, hinter dem gewählten Schritt (Strg+T)</translation>
    </message>
    <message>
        <source>Teach</source>
        <translation>Einlernen</translation>
    </message>
    <message>
        <source>As joint positions</source>
        <translation>Als Gelenkstellungen</translation>
    </message>
    <message>
        <source>As a pose of the tool, in the frame of the robot</source>
        <translation>Als Lage des Werkzeugs im Bezugssystem des Roboters</translation>
    </message>
    <message>
        <source>As a new frame on what is selected</source>
        <translation>Als neues Bezugssystem an der Auswahl</translation>
    </message>
    <message>
        <source>Delete the steps</source>
        <translation>Schritte löschen</translation>
    </message>
    <message>
        <source>Deletes those that are chosen (Delete)</source>
        <translation>Löscht die gewählten (Entf)</translation>
    </message>
    <message>
        <source>Duplicate the steps</source>
        <translation>Schritte verdoppeln</translation>
    </message>
    <message>
        <source>Copies those that are chosen, each behind itself (Ctrl+D)</source>
        <translation>Kopiert die gewählten, jeden hinter sich selbst (Strg+D)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Oben</translation>
    </message>
    <message>
        <source>Moves the chosen steps before the one above (Alt+Up)</source>
        <translation>Schiebt die gewählten Schritte vor den darüber (Alt+Auf)</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Moves the chosen steps behind the one below (Alt+Down)</source>
        <translation>Schiebt die gewählten Schritte hinter den darunter (Alt+Ab)</translation>
    </message>
    <message>
        <source>Pass over or not</source>
        <translation>Übergehen oder nicht</translation>
    </message>
    <message>
        <source>What is passed over stays in the program and does nothing (Space)</source>
        <translation>Was übergangen wird, bleibt im Programm und tut nichts (Leertaste)</translation>
    </message>
    <message>
        <source>Mirror the steps</source>
        <translation>Schritte spiegeln</translation>
    </message>
    <message>
        <source>Copies of those that are chosen behind them, seen in a mirror through the robot</source>
        <translation>Kopien der gewählten hinter ihnen, gespiegelt an einer Ebene durch den Roboter</translation>
    </message>
    <message>
        <source>Left and right of the robot</source>
        <translation>Links und rechts vom Roboter</translation>
    </message>
    <message>
        <source>Before and behind the robot</source>
        <translation>Vor und hinter dem Roboter</translation>
    </message>
    <message>
        <source>Kind of new moves</source>
        <translation>Art neuer Bewegungen</translation>
    </message>
    <message>
        <source>Of moves that are added or taught</source>
        <translation>Von Bewegungen, die hinzugefügt oder eingelernt werden</translation>
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
        <source>Export...</source>
        <translation>Exportieren...</translation>
    </message>
    <message>
        <source>Plans all steps, and keeps the plan in the world (Ctrl+P)</source>
        <translation>Plant alle Schritte und behält den Plan in der Welt (Strg+P)</translation>
    </message>
    <message>
        <source>Writes the planned program in the language of a controller, or as CSV or JSON</source>
        <translation>Schreibt das geplante Programm in der Sprache einer Steuerung oder als CSV oder JSON</translation>
    </message>
</context>
<context>
    <name>ww::ui::StepsModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Number of the step; without the tick it is passed over</source>
        <translation>Nummer des Schritts; ohne Haken wird er übergangen</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>What the step does; its name is typed here</source>
        <translation>Was der Schritt tut; hier wird sein Name getippt</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Any: around what is in the way. Linear: the tool goes straight. Joint: all joints at once</source>
        <translation>Beliebig: um das herum, was im Weg steht. Linear: das Werkzeug fährt gerade. Gelenk: alle Gelenke zugleich</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>How far from the target the corner to the next step is rounded; nothing: a stop</source>
        <translation>Wie weit vom Ziel die Ecke zum nächsten Schritt verrundet wird; nichts: ein Halt</translation>
    </message>
    <message>
        <source>Corner</source>
        <translation>Ecke</translation>
    </message>
    <message>
        <source>Share of what the joints may do</source>
        <translation>Anteil dessen, was die Gelenke dürfen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>When the step is done, since the program began</source>
        <translation>Wann der Schritt fertig ist, seit Beginn des Programms</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Endet</translation>
    </message>
    <message>
        <source>Whether the plan of the step holds in the world as it is</source>
        <translation>Ob der Plan des Schritts in der Welt gilt, wie sie ist</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>A corner is rounded by 0 to 1 m.</source>
        <translation>Eine Ecke wird um 0 bis 1 m verrundet.</translation>
    </message>
    <message>
        <source>A speed is above 0 % and at most 100 %.</source>
        <translation>Eine Geschwindigkeit liegt über 0 % und höchstens bei 100 %.</translation>
    </message>
</context>
<context>
    <name>ww::ui::StepsView</name>
    <message>
        <source>Steps of the program</source>
        <translation>Schritte des Programms</translation>
    </message>
    <message>
        <source>What the robot does, in this order. Rows are dragged to other places; names, kinds, corners and speeds are changed where they stand. A step without its tick is passed over.</source>
        <translation>Was der Roboter tut, in dieser Reihenfolge. Zeilen werden an andere Stellen gezogen; Namen, Arten, Ecken und Geschwindigkeiten werden dort geändert, wo sie stehen. Ein Schritt ohne Haken wird übergangen.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ToolLock</name>
    <message>
        <source>Select the frame of a tool first.</source>
        <translation>Wählen Sie zuerst das Koordinatensystem eines Werkzeugs aus.</translation>
    </message>
</context>
<context>
    <name>ww::ui::ViewKeeper</name>
    <message numerus="yes">
        <source>%n isolated</source>
        <translation>
            <numerusform>%n isoliert</numerusform>
            <numerusform>%n isoliert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n ausgeblendet</numerusform>
            <numerusform>%n ausgeblendet</numerusform>
        </translation>
    </message>
    <message>
        <source>no robots</source>
        <translation>keine Roboter</translation>
    </message>
    <message>
        <source>no parts</source>
        <translation>keine Teile</translation>
    </message>
    <message>
        <source>no frames</source>
        <translation>keine Frames</translation>
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
    <name>ww::ui::WorldSize</name>
    <message>
        <source>Size in the world: ...</source>
        <translation>Größe in der Welt: ...</translation>
    </message>
    <message>
        <source>Size in the world: %1</source>
        <translation>Größe in der Welt: %1</translation>
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
        <source>Release to select everything the rectangle touches (to the right: only what lies inside)</source>
        <translation>Loslassen wählt alles aus, was das Rechteck berührt (nach rechts: nur, was darin liegt)</translation>
    </message>
    <message>
        <source>Release to select what lies inside the rectangle (to the left: whatever it touches)</source>
        <translation>Loslassen wählt aus, was im Rechteck liegt (nach links: was es berührt)</translation>
    </message>
    <message>
        <source>Drag: turn about this axis</source>
        <translation>Ziehen: um diese Achse drehen</translation>
    </message>
    <message>
        <source>Locked: %1 is the tool of %2. Redefine tool, in the menu Tools, lets it be moved</source>
        <translation>Gesperrt: %1 ist das Werkzeug von %2. Werkzeug neu festlegen, im Menü Werkzeuge, lässt es bewegen</translation>
    </message>
    <message>
        <source>Drag; or type a value such as 25.4+10, 1in or -30deg. Shift: fine. Return takes it, Esc restores</source>
        <translation>Ziehen oder einen Wert tippen, etwa 25,4+10, 1in oder -30deg. Umschalt: fein. Eingabe übernimmt, Esc stellt wieder her</translation>
    </message>
    <message>
        <source>Nothing was moved. %1</source>
        <translation>Nichts wurde bewegt. %1</translation>
    </message>
    <message>
        <source>Drag: turn about the axis towards you</source>
        <translation>Ziehen: um die Achse zum Betrachter drehen</translation>
    </message>
    <message>
        <source>Drag: move in the plane of the screen</source>
        <translation>Ziehen: in der Bildebene verschieben</translation>
    </message>
    <message>
        <source>Drag: move in this plane</source>
        <translation>Ziehen: in dieser Ebene verschieben</translation>
    </message>
    <message>
        <source>Drag: move along this axis</source>
        <translation>Ziehen: entlang dieser Achse verschieben</translation>
    </message>
    <message>
        <source>Click: look from this side: %1</source>
        <translation>Klicken: von dieser Seite schauen: %1</translation>
    </message>
    <message>
        <source>Click: turn the view by 90 degrees: %1</source>
        <translation>Klicken: Ansicht um 90 Grad drehen: %1</translation>
    </message>
    <message>
        <source>Click: the whole world, from the front right above</source>
        <translation>Klicken: die ganze Welt, von vorn rechts oben</translation>
    </message>
    <message>
        <source>Click: select; Ctrl adds or removes; again: what lies behind. %1</source>
        <translation>Klick: auswählen; Strg fügt hinzu oder nimmt weg; noch einmal: was dahinter liegt. %1</translation>
    </message>
    <message>
        <source>Drag with Ctrl: select with a rectangle. %1</source>
        <translation>Mit Strg ziehen: mit einem Rechteck auswählen. %1</translation>
    </message>
    <message>
        <source>Drag: select with a rectangle. %1</source>
        <translation>Ziehen: mit einem Rechteck auswählen. %1</translation>
    </message>
    <message>
        <source>There is no surface here. Click one of an object.</source>
        <translation>Hier ist keine Fläche. Klicken Sie eine Fläche eines Objekts an.</translation>
    </message>
    <message>
        <source>Click a surface: a target there, with the tool along its normal, and the steps that go to it.</source>
        <translation>Eine Fläche anklicken: ein Ziel dort, mit dem Werkzeug entlang ihrer Normale, und die Schritte, die dorthin gehen.</translation>
    </message>
</context>
</TS>
