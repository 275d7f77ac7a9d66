import type { ComponentType } from "react";

/**
 * The code of what staff have in the header besides their account: the tray of their jobs. The build fills this in (app/build-screens.ts), because the shell
 * does not know the features above it. Only the account menu imports it, which loads when the page is at rest; so no first visit pays for it.
 */
export const loadStaffTools: () => Promise<{ default: ComponentType }> = async () => ({ default: () => null });
