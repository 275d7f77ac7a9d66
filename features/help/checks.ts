import type { Check } from "./check.ts";
import { clock } from "./checks/clock.ts";
import { cookies } from "./checks/cookies.ts";
import { room } from "./checks/room.ts";
import { storage } from "./checks/storage.ts";
import { windows } from "./checks/windows.ts";

/** What "Check my computer" looks at, in its order. Opening a window comes first: a browser allows it only right after a press. */
export const checks = { windows, cookies, storage, clock, room } as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;
