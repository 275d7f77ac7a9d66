import * as fake from "fake-indexeddb";
import { databaseNames, stageOf } from "./stage-shape.ts";

// Loaded by the launcher's page where the browser denies storage: IndexedDB in memory, for this launch.
const all = fake as unknown as Record<string, unknown>;
const stage = stageOf(window);
if (stage) stage.databases = Object.fromEntries(databaseNames.map((name) => [name, all[name]]));
