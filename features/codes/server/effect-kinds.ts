import type { EffectName, Effects } from "../effects/effects.ts";
import type { EffectKind } from "./effect-kind.ts";
import { courses } from "../effects/courses/give-courses.ts";
import { fields } from "../effects/fields/give-fields.ts";
import { groups } from "../effects/groups/give-groups.ts";
import { role } from "../effects/role/give-role.ts";

/** How each kind of effect is given and taken back. */
export const effectKinds = { groups, fields, role, courses } satisfies {
  readonly [Name in EffectName]: EffectKind<NonNullable<Effects[Name]>, object, object>;
};

/** A kind of any effect, as the table holds it. */
export type AnyEffectKind = EffectKind<unknown, object, object>;
export const kindOf = (name: EffectName): AnyEffectKind => effectKinds[name] as AnyEffectKind;
