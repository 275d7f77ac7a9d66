import type { SectionScreen } from "./navigation.ts";

/**
 * The screens of all sections in their order, from app/screens.ts. The build fills this in (app/build-screens.ts). It is a module of its own, so that
 * only the screens that show these tabs load it.
 */
export const sectionScreens: readonly SectionScreen[] = [];
