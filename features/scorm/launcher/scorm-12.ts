import { startLauncher } from "./launcher.ts";
import { runtime12 } from "./runtime-12.ts";

startLauncher(runtime12);
