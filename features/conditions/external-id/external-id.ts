import * as z from "zod/mini";
import { folded } from "#platform/folded.ts";
import { Text, type ConditionKind } from "../condition-kind.ts";
import { textFits, textTests } from "../text-test.ts";

export const externalIdPresence = ["set", "none"] as const;
/** A test of what another system calls somebody, such as a personnel number: as texts are compared, or whether there is one at all. */
export const ExternalIdTest = z.discriminatedUnion("test", [
  z.object({ test: z.enum(textTests), text: Text }),
  z.object({ test: z.enum(externalIdPresence) }),
]);
export type ExternalIdTest = z.infer<typeof ExternalIdTest>;
export const ExternalId = z.object({ kind: z.literal("externalId"), is: ExternalIdTest });
export type ExternalId = z.infer<typeof ExternalId>;

export const externalId: ConditionKind<ExternalId> = {
  fits({ is }, { externalId: value }) {
    if (value === null) return is.test === "none";
    return "text" in is ? textFits(is, folded(value)) : is.test === "set";
  },
  seen: (_, { externalId: value }) => ({ texts: value === null ? [] : [value] }),
};
