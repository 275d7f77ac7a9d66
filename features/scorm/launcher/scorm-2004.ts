import { startLauncher } from "./launcher.ts";
import { runtime2004 } from "./runtime-2004.ts";

startLauncher(runtime2004);
