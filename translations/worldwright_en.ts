<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CoverageText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditActions</name>
    <message numerus="yes">
        <source>Delete %n things</source>
        <translation>
            <numerusform>Delete %n thing</numerusform>
            <numerusform>Delete %n things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n objects</source>
        <translation>
            <numerusform>Duplicate %n object</numerusform>
            <numerusform>Duplicate %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n collision rules went too, which named what was deleted. Undo brings them back.</source>
        <translation>
            <numerusform>%n collision rule went too, which named what was deleted. Undo brings it back.</numerusform>
            <numerusform>%n collision rules went too, which named what was deleted. Undo brings them back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PoseText</name>
    <message numerus="yes">
        <source>These are %n numbers.</source>
        <translation>
            <numerusform>This is %n number.</numerusform>
            <numerusform>These are %n numbers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Repairs</name>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n thing</numerusform>
            <numerusform>%n things</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RuleText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::CollisionDisplay</name>
    <message numerus="yes">
        <source>%n collisions</source>
        <translation>
            <numerusform>%n collision</numerusform>
            <numerusform>%n collisions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n collisions as shown</source>
        <translation>
            <numerusform>%n collision as shown</numerusform>
            <numerusform>%n collisions as shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %n collisions</source>
        <translation>
            <numerusform>More than %n collision</numerusform>
            <numerusform>More than %n collisions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %n collisions as shown</source>
        <translation>
            <numerusform>More than %n collision as shown</numerusform>
            <numerusform>More than %n collisions as shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Free of collisions, %n objects not checked</source>
        <translation>
            <numerusform>Free of collisions, %n object not checked</numerusform>
            <numerusform>Free of collisions, %n objects not checked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::ExportDesk</name>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n losses are listed under Problems.</source>
        <translation>
            <numerusform>%n loss is listed under Problems.</numerusform>
            <numerusform>%n losses are listed under Problems.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::FileDesk</name>
    <message numerus="yes">
        <source>%n losses are listed under Problems.</source>
        <translation>
            <numerusform>%n loss is listed under Problems.</numerusform>
            <numerusform>%n losses are listed under Problems.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::FolderChoice</name>
    <message numerus="yes">
        <source>%n files can be imported. Which ones?</source>
        <translation>
            <numerusform>%n file can be imported. This one?</numerusform>
            <numerusform>%n files can be imported. Which ones?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::ImportDesk</name>
    <message numerus="yes">
        <source>%n warnings are listed under Problems.</source>
        <translation>
            <numerusform>%n warning is listed under Problems.</numerusform>
            <numerusform>%n warnings are listed under Problems.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Read %n files</source>
        <translation>
            <numerusform>Read %n file</numerusform>
            <numerusform>Read %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n files</source>
        <translation>
            <numerusform>Import %n file</numerusform>
            <numerusform>Import %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files imported</source>
        <translation>
            <numerusform>%n file imported</numerusform>
            <numerusform>%n files imported</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::IsaacDesk</name>
    <message numerus="yes">
        <source>%n programs</source>
        <translation>
            <numerusform>%n program</numerusform>
            <numerusform>%n programs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::JournalDesk</name>
    <message numerus="yes">
        <source>%1 recovered with %n edits; they are not saved yet.</source>
        <translation>
            <numerusform>%1 recovered with %n edit; it is not saved yet.</numerusform>
            <numerusform>%1 recovered with %n edits; they are not saved yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::LeftList</name>
    <message numerus="yes">
        <source>%n edits that are not saved</source>
        <translation>
            <numerusform>%n edit that is not saved</numerusform>
            <numerusform>%n edits that are not saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the world itself, with %n objects</source>
        <translation>
            <numerusform>the world itself, with %n object</numerusform>
            <numerusform>the world itself, with %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoints named or renamed since</source>
        <translation>
            <numerusform>%n checkpoint named or renamed since</numerusform>
            <numerusform>%n checkpoints named or renamed since</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::OtherPrograms</name>
    <message numerus="yes">
        <source>%n objects are in the file alone</source>
        <translation>
            <numerusform>%n object is in the file alone</numerusform>
            <numerusform>%n objects are in the file alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects are here alone</source>
        <translation>
            <numerusform>%n object is here alone</numerusform>
            <numerusform>%n objects are here alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n objects differ</source>
        <translation>
            <numerusform>%n object differs</numerusform>
            <numerusform>%n objects differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames are in the file alone</source>
        <translation>
            <numerusform>%n frame is in the file alone</numerusform>
            <numerusform>%n frames are in the file alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames are here alone</source>
        <translation>
            <numerusform>%n frame is here alone</numerusform>
            <numerusform>%n frames are here alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n frames differ</source>
        <translation>
            <numerusform>%n frame differs</numerusform>
            <numerusform>%n frames differ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n programs differ</source>
        <translation>
            <numerusform>%n program differs</numerusform>
            <numerusform>%n programs differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::ProblemWatch</name>
    <message numerus="yes">
        <source>More than %n pairs collide: these are the deepest.</source>
        <translation>
            <numerusform>More than %n pair collides: this is the deepest.</numerusform>
            <numerusform>More than %n pairs collide: these are the deepest.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::ShareDesk</name>
    <message numerus="yes">
        <source>%n clients</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ConnectionPage</name>
    <message numerus="yes">
        <source>Recording into %1: %n messages</source>
        <translation>
            <numerusform>Recording into %1: %n message</numerusform>
            <numerusform>Recording into %1: %n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ImportWizard</name>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parts</source>
        <translation>
            <numerusform>%n part</numerusform>
            <numerusform>%n parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n joints</source>
        <translation>
            <numerusform>%n joint</numerusform>
            <numerusform>%n joints</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more files come next.</source>
        <translation>
            <numerusform>%n more file comes next.</numerusform>
            <numerusform>%n more files come next.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checked with %n shapes, at most %1 missing and %2 blocked</source>
        <translation>
            <numerusform>Checked with %n shape, at most %1 missing and %2 blocked</numerusform>
            <numerusform>Checked with %n shapes, at most %1 missing and %2 blocked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::LintList</name>
    <message numerus="yes">
        <source>%n findings.</source>
        <translation>
            <numerusform>%n finding.</numerusform>
            <numerusform>%n findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::MessageTree</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::MessageWriter</name>
    <message numerus="yes">
        <source>Sent to %n receivers.</source>
        <translation>
            <numerusform>Sent to %n receiver.</numerusform>
            <numerusform>Sent to %n receivers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::MotionPanel</name>
    <message numerus="yes">
        <source>and %n more remarks, listed when the pointer rests here</source>
        <translation>
            <numerusform>and %n more remark, listed when the pointer rests here</numerusform>
            <numerusform>and %n more remarks, listed when the pointer rests here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::PhysicsBar</name>
    <message numerus="yes">
        <source>%n pose(s) were kept. Undo takes them back.</source>
        <translation>
            <numerusform>%n pose was kept. Undo takes it back.</numerusform>
            <numerusform>%n poses were kept. Undo takes them back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) that you moved since physics began stay where they are: select them to keep their poses, too.</source>
        <translation>
            <numerusform>%n object that you moved since physics began stays where it is: select it to keep its pose, too.</numerusform>
            <numerusform>%n objects that you moved since physics began stay where they are: select them to keep their poses, too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::PlotCanvas</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramPlanning</name>
    <message numerus="yes">
        <source>Plan %n programs</source>
        <translation>
            <numerusform>Plan %n program</numerusform>
            <numerusform>Plan %n programs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ProgramWriter</name>
    <message numerus="yes">
        <source>Change %n steps</source>
        <translation>
            <numerusform>Change %n step</numerusform>
            <numerusform>Change %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n steps</source>
        <translation>
            <numerusform>Delete %n step</numerusform>
            <numerusform>Delete %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n steps</source>
        <translation>
            <numerusform>Duplicate %n step</numerusform>
            <numerusform>Duplicate %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n steps</source>
        <translation>
            <numerusform>Move %n step</numerusform>
            <numerusform>Move %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Switch %n steps on</source>
        <translation>
            <numerusform>Switch %n step on</numerusform>
            <numerusform>Switch %n steps on</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pass over %n steps</source>
        <translation>
            <numerusform>Pass over %n step</numerusform>
            <numerusform>Pass over %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mirror %n steps</source>
        <translation>
            <numerusform>Mirror %n step</numerusform>
            <numerusform>Mirror %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lock %n steps</source>
        <translation>
            <numerusform>Lock %n step</numerusform>
            <numerusform>Lock %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %n steps</source>
        <translation>
            <numerusform>Unlock %n step</numerusform>
            <numerusform>Unlock %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::PropertiesPanel</name>
    <message numerus="yes">
        <source>%n primitives</source>
        <translation>
            <numerusform>%n primitive</numerusform>
            <numerusform>%n primitives</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected: edits are for all of them</source>
        <translation>
            <numerusform>%n selected: edits are for it</numerusform>
            <numerusform>%n selected: edits are for all of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Detach %n objects</source>
        <translation>
            <numerusform>Detach %n object</numerusform>
            <numerusform>Detach %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n things</source>
        <translation>
            <numerusform>Move %n thing</numerusform>
            <numerusform>Move %n things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleGeneratorPanel</name>
    <message numerus="yes">
        <source>%n pairs are left out of checks now, as one step: Undo takes it back.</source>
        <translation>
            <numerusform>%n pair is left out of checks now, as one step: Undo takes it back.</numerusform>
            <numerusform>%n pairs are left out of checks now, as one step: Undo takes it back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleMatrixModel</name>
    <message numerus="yes">
        <source>%n bodies; a double click opens or folds it.</source>
        <translation>
            <numerusform>%n body; a double click opens or folds it.</numerusform>
            <numerusform>%n bodies; a double click opens or folds it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::RuleMatrixPanel</name>
    <message numerus="yes">
        <source>End the collision check of %n pairs</source>
        <translation>
            <numerusform>End the collision check of %n pair</numerusform>
            <numerusform>End the collision check of %n pairs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Check %n pairs for collisions</source>
        <translation>
            <numerusform>Check %n pair for collisions</numerusform>
            <numerusform>Check %n pairs for collisions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep %n pairs %1 apart</source>
        <translation>
            <numerusform>Keep %n pair %1 apart</numerusform>
            <numerusform>Keep %n pairs %1 apart</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs changed, as one step: Undo takes it back.</source>
        <translation>
            <numerusform>%n pair changed, as one step: Undo takes it back.</numerusform>
            <numerusform>%n pairs changed, as one step: Undo takes it back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::SceneTreeModel</name>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n thing</numerusform>
            <numerusform>%n things</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ShapesDialog</name>
    <message numerus="yes">
        <source>%n primitives</source>
        <translation>
            <numerusform>%n primitive</numerusform>
            <numerusform>%n primitives</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shapes</source>
        <translation>
            <numerusform>%n shape</numerusform>
            <numerusform>%n shapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>What is seen is open at %n edges: its inside is not known.</source>
        <translation>
            <numerusform>What is seen is open at %n edge: its inside is not known.</numerusform>
            <numerusform>What is seen is open at %n edges: its inside is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ShareLists</name>
    <message numerus="yes">
        <source>%n calls came too quickly to be listed.</source>
        <translation>
            <numerusform>%n call came too quickly to be listed.</numerusform>
            <numerusform>%n calls came too quickly to be listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::StatusLine</name>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::StepEditor</name>
    <message numerus="yes">
        <source>%n steps; a change is for all of them</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps; a change is for all of them</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ViewKeeper</name>
    <message numerus="yes">
        <source>%n isolated</source>
        <translation>
            <numerusform>%n isolated</numerusform>
            <numerusform>%n isolated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hidden</source>
        <translation>
            <numerusform>%n hidden</numerusform>
            <numerusform>%n hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::Viewport</name>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::scene::TransformTool</name>
    <message numerus="yes">
        <source>Rotate %n objects</source>
        <translation>
            <numerusform>Rotate %n object</numerusform>
            <numerusform>Rotate %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n objects</source>
        <translation>
            <numerusform>Move %n object</numerusform>
            <numerusform>Move %n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::editor::AttachList</name>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n thing</numerusform>
            <numerusform>%n things</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ScenePanel</name>
    <message numerus="yes">
        <source>%n things</source>
        <translation>
            <numerusform>%n thing</numerusform>
            <numerusform>%n things</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ww::ui::ExtrasForm</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
</TS>
