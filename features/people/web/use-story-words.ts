import { useLingui } from "@lingui/react/macro";
import type { storyKinds, StoryRow } from "../person-contract.ts";
import { usePersonCauseWords } from "./use-person-cause-words.ts";

/** The words of a person's story: its kinds, and a line for each row. */
export function useStoryWords() {
  const { t } = useLingui();
  const causeWords = usePersonCauseWords();
  const kind: Record<(typeof storyKinds)[number], string> = {
    membership: t`Membership`,
    role: t`Roles`,
    enrolled: t`Enrolled`,
    ended: t`Enrolment ended`,
    due: t`Due`,
    decision: t`Decisions`,
    takenBack: t`Taken back`,
    started: t`Started`,
    completed: t`Completed`,
    signIn: t`Sign-ins`,
    profile: t`Profile`,
  };
  const decided: Record<string, string> = {
    due: t`Due date changed`,
    exempt: t`Exempted`,
    reset: t`Attempt reset`,
    complete: t`Marked complete`,
    date: t`Date of completion corrected`,
    attempt: t`Attempt added`,
  };
  const happened: Record<string, string> = {
    joined: t`Joined the portal`,
    Author: t`Author since then`,
    Manager: t`Manager since then`,
    Admin: t`Administrator since then`,
    overdue: t`Overdue since then`,
    due: t`Due`,
    passed: t`Passed`,
    notPassed: t`Not passed`,
    completed: t`Completed`,
    entered_passed: t`Passed, entered by hand`,
    entered_notPassed: t`Not passed, entered by hand`,
    entered_completed: t`Completed, entered by hand`,
    imported_passed: t`Passed elsewhere, brought over`,
    imported_notPassed: t`Not passed elsewhere, brought over`,
    imported_completed: t`Completed elsewhere, brought over`,
    signed_in: t`Signed in`,
    signed_out: t`Signed out`,
    sign_in_failed: t`Sign-in failed`,
    portal_switched: t`Came from another portal`,
    profile_changed: t`Profile changed`,
    field_values_changed: t`Custom fields changed`,
    email_changed: t`Email changed`,
    password_changed: t`Password changed`,
    password_set: t`Password set by link`,
    password_link_made: t`Link for a password made`,
    person_added: t`Person added`,
    person_deactivated: t`Deactivated`,
    person_returned: t`Reactivated`,
  };
  const line = (row: StoryRow): string => {
    const { what } = row;
    switch (row.kind) {
      case "enrolled":
        return causeWords({ kind: what as Parameters<typeof causeWords>[0]["kind"], by: row.by, reference: row.detail });
      case "ended":
        return t`Enrolment ended`;
      case "decision":
        return decided[what] ?? what;
      case "takenBack": {
        const before = decided[what] ?? what;
        return t`Taken back: ${before}`;
      }
      case "started":
        return t`Attempt ${what} started`;
      default:
        return happened[what] ?? what;
    }
  };
  return { kind, line };
}
