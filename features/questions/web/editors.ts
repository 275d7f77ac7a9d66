import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Question } from "../kinds.ts";
import { editor as multiple } from "../multiple/editor.tsx";
import { editor as numeric } from "../numeric/editor.tsx";
import { editor as ordering } from "../ordering/editor.tsx";
import type { QuestionEditor } from "../question-editor.ts";
import { editor as single } from "../single/editor.tsx";
import { editor as trueFalse } from "../trueFalse/editor.tsx";

type Kind = Question["kind"];

/** The author's part of the table of question kinds, in the order in which they are offered. All come with the editor of the quiz. */
export const questionEditors = {
  single,
  multiple,
  trueFalse,
  numeric,
  ordering,
} satisfies { [K in Kind]: QuestionEditor<Extract<Question, { kind: K }>> };

/** What each kind is called where one is added. */
export const questionNames: Readonly<Record<Kind, MessageDescriptor>> = {
  // As called, a line a kind.
  single: msg`One right option`,
  multiple: msg`Several right options`,
  trueFalse: msg`True or false`,
  numeric: msg`A number`,
  ordering: msg`Putting in order`,
};
