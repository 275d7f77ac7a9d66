import { quietChecks } from "#features/help/checks.ts";
import { contentCheck } from "./content-check.ts";

/** Looks at what the portal needs of this browser, without opening anything. content: where courses play; without it, that is not looked at. */
export const findingsOf = (content: Parameters<typeof contentCheck>[0] | null) =>
  Promise.all(
    [...Object.values(quietChecks), ...(content ? [contentCheck(content)] : [])].map(async (check) => ({
      title: check.title,
      finding: await check.find(),
    })),
  );
