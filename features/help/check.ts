import type { MessageDescriptor } from "@lingui/core";

/** What a check of somebody's browser found. */
export interface Finding {
  readonly isGood: boolean;
  /** What was found and, where it is not good, what to do about it. */
  readonly words: MessageDescriptor;
}

/** One thing that the portal needs of a browser. */
export interface Check {
  readonly title: MessageDescriptor;
  /** Looks at it, and leaves nothing behind. Begun while a press is handled, because a browser opens windows only then. Never throws. */
  find(): Finding | Promise<Finding>;
}
