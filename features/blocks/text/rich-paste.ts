import { Extension } from "@tiptap/core";
import { DOMParser } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { cleanPaste } from "./clean-paste.ts";

/**
 * Takes HTML from the clipboard or a drop by our own cleaning. The editor's own way would write it as HTML into a document, which the content
 * security policy refuses.
 */
export const richPaste = Extension.create({
  name: "richPaste",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          paste: (view, event) => take(view, event, event.clipboardData, null),
          // What is dragged inside the editor is not HTML to it.
          drop: (view, event) => !view.dragging && take(view, event, event.dataTransfer, { left: event.clientX, top: event.clientY }),
          // The browser's own undo would change the text behind the back of the document's.
          beforeinput(_, event) {
            if (event.inputType === "historyUndo" || event.inputType === "historyRedo") event.preventDefault();
            return false;
          },
        },
      },
    }),
  ],
});

function take(view: EditorView, event: Event, data: DataTransfer | null, place: { left: number; top: number } | null): boolean {
  const html = data?.getData("text/html");
  if (!html) return false;
  event.preventDefault();
  const slice = DOMParser.fromSchema(view.state.schema).parseSlice(cleanPaste(html), { context: view.state.selection.$from });
  const at = place && view.posAtCoords(place)?.pos;
  const change = at == null ? view.state.tr.replaceSelection(slice) : view.state.tr.replaceRange(at, at, slice);
  view.dispatch(change.scrollIntoView().setMeta("paste", true));
  return true;
}
