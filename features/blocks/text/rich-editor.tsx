import { useLingui } from "@lingui/react/macro";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { allowedDoc } from "./allowed-doc.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { richExtensions } from "./rich-schema.ts";
import { RichToolbar } from "./rich-toolbar.tsx";
import type { RichNode } from "./text.ts";
import "./rich-editor.css";

interface RichEditorProps {
  /** The accessible name of the text. */
  readonly label: string;
  readonly doc: RichNode;
  readonly onChange: (doc: RichNode) => void;
  readonly autoFocus?: boolean | undefined;
}

const sameDoc = (one: RichNode, other: RichNode) => one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Rich text to write: a toolbar, shortcuts and Markdown signs. It keeps no history: every change is given to `onChange`, and a `doc` that comes from
 * elsewhere (undo, another author) replaces what stands here.
 */
export function RichEditor({ label, doc, onChange, autoFocus = false }: RichEditorProps) {
  const { t } = useLingui();
  const hint = useId();
  const [isLinking, setLinking] = useState(false);
  const latest = useRef(onChange);
  /** The document last given out, and whether it has come back: until then an older one is only late. */
  const given = useRef<{ doc: RichNode; isBack: boolean } | null>(null);
  useEffect(() => {
    latest.current = onChange;
  });
  const editor = useEditor({
    extensions: richExtensions,
    content: allowedDoc(doc),
    injectCSS: false,
    enablePasteRules: ["link"],
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-describedby": hint,
        class: "prose lesson-text rich-text",
      },
      handleKeyDown(view, event) {
        if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
          event.preventDefault();
          setLinking(true);
          return true;
        }
        if (event.altKey && event.key === "F10") {
          event.preventDefault();
          view.dom.closest(".rich-editor")?.querySelector<HTMLElement>("[role=toolbar] button")?.focus();
          return true;
        }
        return false;
      },
    },
    onUpdate({ editor: changed }) {
      const next = allowedDoc(changed.getJSON());
      given.current = { doc: next, isBack: false };
      latest.current(next);
    },
  });
  // At once: the editor's own way takes it a moment after the text has appeared, and what is typed until then is lost.
  useLayoutEffect(() => {
    if (!autoFocus) return;
    editor.commands.setTextSelection(editor.state.doc.content.size);
    editor.view.focus();
    editor.commands.scrollIntoView();
  }, [editor, autoFocus]);
  useEffect(() => {
    if (given.current && sameDoc(given.current.doc, doc)) {
      given.current.isBack = true;
      return;
    }
    const next = allowedDoc(doc);
    if (given.current?.isBack === false || sameDoc(allowedDoc(editor.getJSON()), next)) return;
    const { from, to } = editor.state.selection;
    editor.commands.setContent(next, { emitUpdate: false });
    const end = editor.state.doc.content.size;
    editor.commands.setTextSelection({ from: Math.min(from, end), to: Math.min(to, end) });
  }, [editor, doc]);
  return (
    <div className="rich-editor">
      <RichToolbar editor={editor} onLink={() => setLinking(true)} />
      <EditorContent editor={editor} />
      <p id={hint} className="visually-hidden">{t`Alt and F10 go to the formatting buttons.`}</p>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
