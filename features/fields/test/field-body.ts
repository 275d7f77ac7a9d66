import type { KindName } from "../definition.ts";

/** The body of a request that creates a field, with defaults for what a test leaves out. */
export const aFieldBody = (kind: KindName, name: string, more: object = {}) => ({
  kind,
  name,
  help: "",
  ownAccess: "read",
  authorAccess: "hidden",
  managerAccess: "edit",
  isRequired: false,
  isAskedAtSignIn: false,
  isUnique: false,
  isSensitive: false,
  pattern: null,
  patternSample: null,
  source: "local",
  settings: {},
  options: [] as string[],
  ...more,
});
