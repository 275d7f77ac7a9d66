import { useLingui } from "@lingui/react/macro";
import { useRoleNames } from "#features/shell/web/use-navigation.tsx";
import { timeOptions } from "#ui/format-time.ts";
import { useZone } from "#ui/zone.ts";

const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));
/** `dueAt` as "due at": what has no words here is at least no name of a program. */
const spelled = (field: string) => field.replaceAll(/(?<=[a-z\d])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** Returns functions that say a changed field and its values in words. */
export function useFieldWords() {
  const { t, i18n } = useLingui();
  const zone = useZone();
  const roles: Readonly<Record<string, string>> = useRoleNames();
  const labels: Readonly<Record<string, string>> = {
    address: t`Address`,
    bytes: t`Bytes`,
    cap: t`Seats`,
    cause: t`Cause`,
    code: t`Code`,
    comment: t`Comment`,
    completedAt: t`Completed`,
    condition: t`Condition`,
    count: t`Number`,
    course: t`Course`,
    courseId: t`Course`,
    days: t`Days`,
    domains: t`Domains`,
    dueAt: t`Due`,
    email: t`Email`,
    endsAt: t`Ends`,
    enrolmentId: t`Enrolment`,
    event: t`Event`,
    expiresAt: t`Expires`,
    externalId: t`External id`,
    familyName: t`Family name`,
    fileId: t`File`,
    from: t`From`,
    givenName: t`Given name`,
    group: t`Group`,
    groupId: t`Group`,
    groupIds: t`Groups`,
    groups: t`Groups`,
    host: t`Host name`,
    isArchived: t`Archived`,
    isOffered: t`Offered`,
    isOn: t`Switched on`,
    isRetired: t`Retired`,
    isShared: t`Shared`,
    kind: t`Kind`,
    label: t`Label`,
    language: t`Language`,
    locale: t`Language`,
    mode: t`Mode`,
    name: t`Name`,
    ownerId: t`Owner`,
    page: t`Page`,
    parentId: t`Below`,
    people: t`People`,
    publishAt: t`Published`,
    reason: t`Reason`,
    revision: t`Revision`,
    role: t`Role`,
    score: t`Score`,
    scopes: t`Scopes`,
    seats: t`Seats`,
    startsAt: t`Begins`,
    state: t`Status`,
    status: t`Status`,
    text: t`Text`,
    texts: t`Texts`,
    timeZone: t`Time zone`,
    title: t`Title`,
    to: t`To`,
    type: t`Type`,
    userId: t`Person`,
    version: t`Version`,
    versionId: t`Version`,
  };
  return {
    label: (field: string) => (Object.hasOwn(labels, field) && labels[field]) || spelled(field),
    value: (field: string, value: unknown): string => {
      if (typeof value === "boolean") return value ? t`Yes` : t`No`;
      if (value === null) return t`None`;
      if (typeof value !== "string") return JSON.stringify(value);
      if (field === "role" && Object.hasOwn(roles, value)) return roles[value] ?? value;
      return isInstant(value) ? i18n.date(new Date(value), timeOptions("dateTime", Date.parse(value), Infinity, zone)) : value;
    },
  };
}
