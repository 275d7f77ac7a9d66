import { join } from "node:path";
import * as z from "zod/mini";
import { runFolder } from "./run-folder.ts";

// The servers and scripts that tests start load the same files again and again: compiled once in a run, they are ready in a third of the time. It is
// set here and not for the whole run because it would keep the workers themselves from ending at once.
process.env["NODE_COMPILE_CACHE"] = join(runFolder(), "compiled");

// Test files of one worker share its modules, so each module is evaluated once. Global changes by one file's imports are undone here before the
// next: importing the full zod, as the form resolver does, gives every schema English messages that the server never has.
z.config({ localeError: undefined });
