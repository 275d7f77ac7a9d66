import { useLingui } from "@lingui/react/macro";
import type { Role, Assignment, GrantedRole, Ability } from "../contract.ts";
import type { RoleScope } from "../scope.ts";

/** The words of roles, of what they let people do, and of whom they reach. */
export function useRoleWords() {
  const { t } = useLingui();
  const role: Record<GrantedRole, string> = { Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator` };
  const ability: Record<Ability, string> = {
    learn: t`Take courses and see their own history`,
    "see-courses": t`See courses being made, and how learners do in them`,
    "make-courses": t`Make and change courses`,
    "publish-courses": t`Publish courses and take them back`,
    "publish-with-barriers": t`Publish courses that keep some people out, with a reason`,
    "approve-courses": t`Approve courses that authors ask about, or give them back`,
    "export-courses": t`Export courses and how learners do in them`,
    "arrange-categories": t`Arrange the categories of the portal`,
    "see-portal-courses": t`See all courses of the portal`,
    "export-portal-courses": t`Export the list of the portal's courses`,
    "arrange-catalog": t`Set how the catalog is searched and who sees which courses in it`,
    "change-portal-courses": t`Change owners, catalog and categories of the portal's courses, and copy them`,
    "test-packages": t`Test packages of courses`,
    "see-people": t`Find and see people`,
    "export-people": t`Export people and what they did`,
    "edit-people": t`Change names, email addresses and fields of people`,
    "add-people": t`Add people`,
    "open-portal": t`Say who may register`,
    "make-codes": t`Make authorization codes`,
    "deactivate-people": t`Deactivate people and bring them back`,
    "enrol-people": t`Enrol people and end enrolments`,
    "sign-off": t`Sign off what learners show`,
    "correct-learning": t`Correct results: complete, reset, exempt, dates`,
    "import-people": t`Import tables of people`,
    "define-fields": t`Define custom user fields`,
    "fill-groups": t`Put people into groups and take them out`,
    "define-groups": t`Create, change and delete groups`,
    "read-package-logs": t`Read the logs of packages`,
    "name-deputies": t`Name a deputy for the time away`,
    "grant-roles": t`Give and take roles`,
    "keep-records": t`Export, merge and erase people`,
    "message-people": t`Send messages to many people at once`,
    "move-people": t`Move people to another portal`,
    "set-passwords": t`Make links with which people set their password`,
    "reset-factors": t`Remove a second factor for somebody who lost it`,
    "look-as": t`Look at the portal as somebody else`,
    "change-settings": t`Change the portal's settings`,
    "brand-portal": t`Change how the portal looks`,
    announce: t`Write announcements and see who has read them`,
    "set-quick-links": t`Set the quick links of the portal`,
    "answer-questions": t`Answer what people ask for help with`,
    "arrange-widgets": t`Arrange the dashboards of the portal`,
    "oversee-jobs": t`See what others do to many people at once, cancel and undo it`,
    "share-categories": t`Offer categories to all portals, and change those that portals share`,
    "share-fields": t`Offer custom fields to all portals, and change those that portals share`,
    "limit-seats": t`Set how many people can be active in a portal`,
    "see-identities": t`See people with their memberships in all portals`,
    "change-identities": t`Change people's accounts and memberships in all portals`,
    "see-portals": t`See all portals of the installation`,
    "run-portals": t`Open portals, suspend them and change their addresses`,
    "read-audit": t`Read the audit log`,
    "read-mail": t`Read what the portal sends by email`,
    "set-mail": t`Set how the portal sends email, and to whom not`,
    "set-webhooks": t`Send what happens in the portal to webhooks`,
  };
  const state: Record<Assignment["state"], string> = { now: t`Holds now`, later: t`Starts later`, ended: t`Ended` };
  const reports = (field: Assignment["field"]) => {
    if (!field) return t`Nobody: the field is gone`;
    const { name } = field;
    return field.isOpen ? t`Nobody: others may edit the field ${name}` : t`Direct reports (${name})`;
  };
  const enrolledIn = (courses: Assignment["courses"]) => {
    if (courses.length === 0) return t`Nobody: the courses are gone`;
    const titles = courses.map(({ title }) => title).join(", ");
    return t`Whoever is enrolled in ${titles}`;
  };
  const scopes: Record<RoleScope["kind"], (one: Pick<Assignment, "groups" | "field" | "courses">) => string> = {
    portal: () => t`The whole portal`,
    groups: ({ groups }) => (groups.length === 0 ? t`Nobody: the groups are gone` : groups.map(({ name }) => name).join(", ")),
    condition: () => t`Whoever fits a condition`,
    reports: ({ field }) => reports(field),
    courses: ({ courses }) => enrolledIn(courses),
  };
  const scope = (one: Pick<Assignment, "scope" | "groups" | "field" | "courses">) => scopes[one.scope.kind](one);
  /** A role's name; a copy has one that its admins gave it. */
  const roleName = (one: Pick<Role, "of" | "name">) => one.name || role[one.of];
  const held = (one: Pick<Assignment, "role" | "copy">) => one.copy?.name ?? role[one.role];
  return { role, roleName, held, ability, state, scope };
}
