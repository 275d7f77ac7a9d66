import type { FieldDefinition, KindName } from "./definition.ts";

/** The kinds of custom fields that a short form can ask for; registration/web/asked-field.tsx has a control for each. */
const askedKinds = ["text", "long_text", "number", "date", "yes_no", "single", "phone", "email", "url"] as const satisfies KindName[];
export type AskedKind = (typeof askedKinds)[number];

/** Whether a kind is one of them. */
export const isAsked = (kind: KindName): kind is AskedKind => askedKinds.some((one) => one === kind);

/** Whether a field can be asked for at registration: not one whose values are there once only, which would tell strangers what exists. */
export const canAsk = ({ kind, isUnique, source }: FieldDefinition): boolean => isAsked(kind) && !isUnique && source === "local";
