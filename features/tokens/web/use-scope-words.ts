import { useLingui } from "@lingui/react/macro";
import type { Scope } from "../scopes.ts";

/** What each scope lets a program do, in a few words. */
export function useScopeWords(): Record<Scope, string> {
  const { t } = useLingui();
  return {
    "learning:read": t`Read your own courses, results and history, and the catalog`,
    "people:read": t`Read people, groups, teams and how they learn`,
    "people:write": t`Add people, change their names, deactivate them and bring them back`,
    "enrolments:write": t`Enrol people in courses and end enrolments`,
    "courses:read": t`Read the courses of the portal and how learners do in them`,
    "audit:read": t`Read the audit log`,
  };
}
