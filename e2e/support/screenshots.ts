// Draws every screen at two widths in both modes: node e2e/support/screenshots.ts FOLDER. Also writes docs/screenshot.png for the README.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase } from "#platform/test/database.ts";
import { openScreen, studentOf, studentScreens } from "./screens.ts";
import { startStoa } from "./stoa.ts";

const folder = process.argv[2];
const only = process.argv[3]?.split(",");
if (!folder) throw new Error("Name the folder to draw into.");
mkdirSync(folder, { recursive: true });

const database = await openTestDatabase();
const stoa = await startStoa(database.superUrl);
try {
  for (const portal of ["northwind", "harbor", "civic"] as const) {
    const page = await stoa.signedIn({ email: studentOf[portal], portal, reducedMotion: "reduce" });
    const visitor = await stoa.visitor({ reducedMotion: "reduce" });
    const shown =
      portal === "northwind"
        ? await studentScreens(stoa, portal)
        : (await studentScreens(stoa, portal)).filter(({ name }) => name === "dashboard" || name === "catalog");
    const login = { name: "login", path: "/v/auth/login", shows: "form" };
    for (const screen of [login, ...shown].filter(({ name }) => !only || only.includes(name)))
      for (const width of [1280, 390]) {
        const window = screen === login ? visitor : page;
        await window.setViewportSize({ width, height: width === 1280 ? 800 : 844 });
        await openScreen(window, stoa.url(screen.path, portal), screen.shows);
        for (const colorScheme of ["light", "dark"] as const) {
          await window.emulateMedia({ colorScheme });
          const path = join(folder, `${portal}-${screen.name}-${width}-${colorScheme}.png`);
          await window.screenshot({ path, fullPage: true });
          if (portal === "northwind" && screen.name === "dashboard" && width === 1280 && colorScheme === "light")
            copyFileSync(path, join(import.meta.dirname, "../../docs/screenshot.png"));
        }
      }
    await Promise.all([page.context().close(), visitor.context().close()]);
  }
} finally {
  await stoa.close();
  await database.stop();
}
