import { useLingui } from "@lingui/react/macro";
import type { storyKinds, StoryRow } from "../person-contract.ts";
import { useGroupCauseWords } from "./use-group-cause-words.ts";
import { usePersonCauseWords } from "./use-person-cause-words.ts";

/** The words of a person's story: its kinds, and a line and what is said beside it for each row. */
export function useStoryWords() {
  const { t } = useLingui();
  const causeWords = usePersonCauseWords();
  const groupCauses: Record<string, string> = useGroupCauseWords();
  const kind: Record<(typeof storyKinds)[number], string> = {
    membership: t`Membership`,
    role: t`Roles`,
    group: t`Groups`,
    enrolled: t`Enrolled`,
    ended: t`Enrolment ended`,
    due: t`Due`,
    letter: t`Reminders and messages`,
    decision: t`Decisions`,
    takenBack: t`Taken back`,
    started: t`Started`,
    moved: t`New versions`,
    signOff: t`Sign-offs`,
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
    role_removed: t`Role taken away`,
    removed_Author: t`Author role taken away`,
    removed_Manager: t`Manager role taken away`,
    removed_Admin: t`Administrator role taken away`,
    told_enrolled: t`Told of the enrolment`,
    told_due_soon: t`Reminded of the due date`,
    told_overdue: t`Reminded that it is overdue`,
    told_nudged: t`Reminded of open courses`,
    told_staff_message: t`Received a message`,
    told_completed: t`Told of the completion`,
    signed_off: t`Signed off`,
    sign_off_refused: t`Not signed off yet`,
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
  const groupLine = (isJoined: boolean, group: string) => {
    if (group === "") return isJoined ? t`Joined a group that you do not look after` : t`Left a group that you do not look after`;
    return isJoined ? t`Joined the group ${group}` : t`Left the group ${group}`;
  };
  const moved = (version: string): Record<string, string> => ({
    move: t`Goes on in version ${version}`,
    restart: t`Begins again in version ${version}`,
    retake: t`To be done again in version ${version}`,
    equivalent: t`Completion counts for version ${version} too`,
  });
  const line = (row: StoryRow): string => {
    const { what } = row;
    switch (row.kind) {
      case "group":
        return groupLine(what.startsWith("joined"), row.detail);
      case "moved":
        return moved(row.detail)[what] ?? what;
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
  /** What is said beside the line; of a group, why it was joined or left. */
  const detail = (row: Pick<StoryRow, "kind" | "what" | "detail">): string => {
    switch (row.kind) {
      case "group":
        return groupCauses[row.what.replace(/^[a-z]+_/, "")] ?? "";
      case "moved":
        return "";
      default:
        return row.detail;
    }
  };
  return { kind, line, detail };
}
