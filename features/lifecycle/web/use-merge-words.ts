import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Likeness, MergeHindrance, MergePreview, MovedKind } from "../contract.ts";
import { useRecordWords } from "./use-record-words.ts";

/** The words for what a merge moves, why it cannot be, and what two people have in common. */
export function useMergeWords() {
  const { t, i18n } = useLingui();
  const records = useRecordWords();
  const moved = (kind: MovedKind, count: number): string => {
    if (kind === "groups" || kind === "roles") return records.erased(kind, count);
    if (kind === "causes") return t`${plural(count, { one: "# reason of an enrolment", other: "# reasons of enrolments" })}`;
    if (kind === "decisions") return t`${plural(count, { one: "# decision", other: "# decisions" })}`;
    return records.kept(kind, count);
  };
  const hindrances: Record<MergeHindrance, string> = {
    ...records.hindrances,
    elsewhere: t`The account that would go is used elsewhere too. Keep that one, or leave both.`,
    erasure: t`One of the two is to be erased. Cancel that first.`,
  };
  const common: Record<Likeness, string> = { name: t`same name`, email: t`similar email`, field: t`same date or number` };
  const day = (instant: string) => i18n.date(instant, { dateStyle: "long" });
  return {
    moved,
    hindrances,
    like: (of: readonly Likeness[]) => of.map((one) => common[one]).join(", "),
    party({ status, joinedAt, lastSignInAt }: MergePreview["kept"]) {
      const joined = day(joinedAt);
      const last = lastSignInAt === null ? "" : day(lastSignInAt);
      const seen = last === "" ? t`never signed in` : t`last signed in ${last}`;
      return status === "active" ? t`Member since ${joined}, ${seen}` : t`Deactivated, member since ${joined}, ${seen}`;
    },
    attempt({ percent, isComplete, startedAt }: MergePreview["courses"][number]["kept"]) {
      const began = day(startedAt);
      return isComplete ? t`Complete, started ${began}` : t`${percent} %, started ${began}`;
    },
  };
}
