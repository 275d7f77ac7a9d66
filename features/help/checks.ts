import type { Check } from "./check.ts";
import { clock } from "./checks/clock.ts";
import { cookies } from "./checks/cookies.ts";
import { room } from "./checks/room.ts";
import { storage } from "./checks/storage.ts";
import { video } from "./checks/video.ts";
import { windows } from "./checks/windows.ts";

/** Those that open nothing, so that a screen may look by itself. */
export const quietChecks = { cookies, storage, clock, room, video } as const satisfies Record<string, Check>;

/** What "Check my computer" looks at, in its order. Opening a window comes first: a browser allows it only right after a press. */
export const checks = { windows, ...quietChecks } as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;
