import { effectiveSettings } from "#features/portal/server/effective-settings.ts";
import { settingOn } from "#features/portal/setting-values.ts";
import type { Db } from "#platform/db/connect.ts";
import { approvalState, type Approval } from "../approval.ts";
import { findApproval } from "./approval-queries.ts";

/**
 * Whether the draft of a course is approved as it is now. It follows from what the approval was about, so that nothing has to reset it; the caller reads the draft
 * before.
 */
export async function approvalOf(db: Db, key: { readonly portalId: number; readonly courseId: number }): Promise<Approval> {
  const { settings, ...standing } = await findApproval(db, key);
  return {
    state: approvalState(standing),
    isRequired: settingOn(effectiveSettings(settings), "publishOnlyApproved"),
  };
}
