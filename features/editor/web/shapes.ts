/** The schemas by which the editor reads what comes from outside: from the clipboard, or from what an earlier visit left on the device. */
export { Block } from "#features/blocks/kinds.ts";
export { Page } from "#features/courses/content.ts";
