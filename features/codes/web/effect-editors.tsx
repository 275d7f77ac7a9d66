import { courses } from "../effects/courses/choose-courses.tsx";
import type { EffectName, Effects } from "../effects/effects.ts";
import { fields } from "../effects/fields/choose-fields.tsx";
import { groups } from "../effects/groups/choose-groups.tsx";
import { role } from "../effects/role/choose-role.tsx";
import type { EffectEditor } from "./effect-editor.ts";

/** How each kind of effect is chosen. */
const effectEditors = { groups, fields, role, courses } satisfies {
  readonly [Name in EffectName]: EffectEditor<NonNullable<Effects[Name]>>;
};

/** An editor of any effect, as the table holds it. */
export const editorOf = (name: EffectName): EffectEditor<unknown> => effectEditors[name] as EffectEditor<unknown>;
