import type { Access } from "#features/portal/policy.ts";
import type { PermissionId } from "#features/portal/permissions.ts";
import type { ArticleName } from "./articles.ts";

/** A screen as the help needs it: its article, who opens it, and its address without /v where that names no thing. */
export interface HelpScreen {
  readonly article: ArticleName;
  readonly access: Access;
  readonly needs?: PermissionId;
  readonly to?: string;
}

/** The screens of app/screens.ts. The build fills this in (app/build-screens.ts); only the help loads it. */
export const helpScreens: readonly HelpScreen[] = [];
