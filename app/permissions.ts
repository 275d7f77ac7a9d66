import { readsAudit } from "#features/audit/policy.ts";
import { author } from "#features/courses/policy.ts";
import { keepsRecords } from "#features/lifecycle/policy.ts";
import { manager } from "#features/portal/policy.ts";
import type { Permissions } from "#features/roles/server/permissions.ts";
import { grantsRoles, looksAs, managesPeople } from "#features/roles/policy.ts";
import { readsCalls, testsPackages } from "#features/scorm/policy.ts";
import { signedIn } from "#platform/actor.ts";

/**
 * What people may do, each with the rules of endpoints behind it. Screens say from this who may what and why, so a rule that is missing here would be left out of the
 * answer: app/permissions.test.ts compares it with the route table.
 */
export const permissions: Permissions = {
  learn: [signedIn],
  "make-courses": [author],
  "test-packages": [testsPackages],
  "read-package-logs": [readsCalls],
  "manage-people": [manager, managesPeople],
  "keep-records": [keepsRecords],
  "grant-roles": [grantsRoles],
  "look-as": [looksAs],
  "read-audit": [readsAudit],
};
