import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { richProblemWords } from "./rich-problem-words.ts";
import { RichEditor } from "./rich-editor.tsx";
import type { TextBlock, TextProblem } from "./text.ts";

/** The text in its place, with a toolbar above it. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<TextBlock>) {
  const { t } = useLingui();
  return <RichEditor label={t`Text`} doc={block.doc} onChange={(doc) => onChange({ ...block, doc })} autoFocus={autoFocus} />;
}

const problemWords: Record<TextProblem, MessageDescriptor> = { text_missing: msg`This text is empty.`, ...richProblemWords };

export const editor = {
  create: (id) => ({ id, kind: "text", doc: { type: "doc", content: [{ type: "paragraph" }] } }),
  Form,
  problemWords,
} satisfies BlockEditor<TextBlock>;
