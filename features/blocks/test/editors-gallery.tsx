// The page for editors.test.ts: one block in its editor, as an author's canvas has it. `?kind=` chooses which; what is stored stands below it.
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { useEffect, useState, type ComponentType } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import "#ui/styles.css";
import { UiProvider } from "#ui/ui-provider.tsx";
import type { BlockEditor, BlockEditorProps, EditorMedia, EditorPackage } from "../block-editor.ts";
import { problemsOfBlock } from "../block.ts";
import { Block } from "../kinds.ts";
import { blockEditors, blockGroups, blockMenu } from "../web/editors.ts";

let files = 0;
const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
/** Takes every file, except one with "broken" in its name. */
const media: EditorMedia = {
  send: async (file, _, on) => {
    on?.progress?.(0.5);
    if (file.name.includes("broken")) throw new Error("This file is broken.");
    files += 1;
    return { fileId: files, name: file.name, mime: file.type, bytes: file.size, width: 640, height: 360, seconds: 12 };
  },
  urlOf: () => pixel,
};
const aPackage = (packageId: number, title: string): EditorPackage => ({
  packageId,
  title,
  fileName: `${title}.zip`,
  uploadedAt: "2026-02-03T10:00:00.000Z",
  needsWindow: false,
  parts: [
    { scoKey: "one", title: "First part" },
    { scoKey: "two", title: "Second part" },
  ],
});

function Canvas({ editor }: { editor: BlockEditor<Block> }) {
  const [past, setPast] = useState<Block[]>(() => [editor.create("new")]);
  const block = past.at(-1) as Block;
  const [packages, setPackages] = useState([aPackage(5, "Knots"), aPackage(4, "Ropes")]);
  const sendPackage = async (file: File) => {
    if (file.name.includes("broken")) throw new Error("The package has no imsmanifest.xml.\nExport it again.");
    const sent = { ...aPackage(6, "Sails"), needsWindow: true };
    setPackages([sent, ...packages]);
    return { ...sent, report: "The package was imported." };
  };
  const isNone = new URLSearchParams(location.search).has("none");
  const props: BlockEditorProps<Block> = {
    block,
    media: { ...media, packages: isNone ? packages.slice(0, -2) : packages, sendPackage },
    onChange: (next) => setPast((before) => [...before, next]),
    autoFocus: past.length === 1,
  };
  const { Form } = editor;
  const Settings: ComponentType<BlockEditorProps<Block>> | undefined = editor.Settings;
  const told = problemsOfBlock(block).map(({ code, values = {} }) => {
    const words = editor.problemWords[code];
    return { code, words: words ? i18n._({ ...words, values: { ...words.values, ...values } }) : null };
  });
  return (
    <>
      <main style={{ padding: 16, display: "grid", gap: 24 }}>
        <h1>{i18n._(blockMenu[block.kind].name)}</h1>
        <p>{i18n._(blockGroups[blockMenu[block.kind].group])}</p>
        <Form {...props} />
        {Settings && (
          <section aria-label="Properties">
            <Settings {...props} />
          </section>
        )}
        <p>
          <button type="button" onClick={() => past.length > 1 && setPast(past.slice(0, -1))}>
            Back
          </button>
        </p>
      </main>
      <script type="application/json" id="stored" data-files={files}>
        {JSON.stringify({ block, isStorable: Block.safeParse(block).success, problems: told })}
      </script>
    </>
  );
}

function Gallery() {
  const kind = (new URLSearchParams(location.search).get("kind") ?? "text") as keyof typeof blockEditors;
  const [editor, setEditor] = useState<BlockEditor<Block> | null>(null);
  useEffect(() => {
    void blockEditors[kind]().then((loaded) => setEditor(loaded.editor as unknown as BlockEditor<Block>));
  }, [kind]);
  return editor && <Canvas editor={editor} />;
}

i18n.loadAndActivate({ locale: "en", messages: {} });
const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <UiProvider locale="en" zone="UTC">
        <BrowserRouter>
          <Gallery />
        </BrowserRouter>
      </UiProvider>
    </I18nProvider>,
  );
