import { useLingui } from "@lingui/react/macro";

/** Returns a function that says what was done; an action without words is shown as programs call it. */
export function useActionWords(): (action: string) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    signed_in: t`Signed in`,
    signed_out: t`Signed out`,
    sign_in_failed: t`Sign-in failed`,
    portal_switched: t`Came from another portal`,
    password_changed: t`Password changed`,
    sessions_ended: t`Signed out other browsers`,
    profile_changed: t`Profile changed`,
    field_values_changed: t`Custom fields changed`,
    role_changed: t`Current role changed`,
    role_copy_made: t`Role copied`,
    role_copy_changed: t`Copied role changed`,
    role_copy_removed: t`Copied role removed`,
    role_removed: t`Role taken away`,
    look_began: t`Began to look as somebody`,
    look_ended: t`Stopped looking as somebody`,
    changed_as: t`Changed something as somebody else`,
    role_granted: t`Role granted`,
    role_ended: t`Role taken away`,
    enrolled: t`Enrolled`,
    unenrolled: t`Unenrolled`,
    corrected_due: t`Due date changed`,
    corrected_exempt: t`Exempted`,
    corrected_reset: t`Attempt reset`,
    corrected_complete: t`Marked complete`,
    corrected_date: t`Date of completion corrected`,
    correction_reversed: t`Decision taken back`,
    person_added: t`Person added`,
    person_deactivated: t`Deactivated`,
    person_returned: t`Reactivated`,
    person_erased: t`Erased`,
    person_exported: t`Personal data exported`,
    person_export_asked: t`Personal data asked for`,
    password_link_made: t`Link for a password made`,
    password_set: t`Password set by link`,
    exported: t`List exported`,
    course_published: t`Course published`,
    course_created: t`Course created`,
    course_saved: t`Course saved`,
    course_unpublished: t`Course taken out of the catalog`,
    course_discarded: t`Course discarded`,
  };
  return (action) => (Object.hasOwn(words, action) ? (words[action] ?? action) : action);
}
