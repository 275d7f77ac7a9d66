// Takes screenshots of every screen, and in English of what opens over it, at two widths in both colour modes: node e2e/support/screenshots.ts FOLDER [SCREEN,SCREEN… [de]]. Also writes docs/screenshot.png, in English.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase } from "#platform/test/database.ts";
import { overlays } from "./overlays.ts";
import { openScreen, screenStates, windowFor } from "./screens.ts";
import { startStoa } from "./stoa.ts";

const folder = process.argv[2];
const only = process.argv[3]?.split(",").filter(Boolean);
const language = process.argv[4] ?? "en";
if (!folder) throw new Error("Name the folder to draw into.");
mkdirSync(folder, { recursive: true });
const sizes = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };

const database = await openTestDatabase();
const stoa = await startStoa(database.superUrl);
try {
  await stoa.databases.inSystem("screenshots in a language", async (db) => {
    await db.updateTable("portals").set({ locale: language }).execute();
    await db.updateTable("users").set({ locale: language }).execute();
  });
  for (const portal of ["northwind", "harbor", "civic"] as const) {
    const windows = {
      visitor: await windowFor(stoa, "visitor", portal, { reducedMotion: "reduce" }),
      student: await windowFor(stoa, "student", portal, { reducedMotion: "reduce" }),
      author: await windowFor(stoa, "author", portal, { reducedMotion: "reduce" }),
      manager: await windowFor(stoa, "manager", portal, { reducedMotion: "reduce" }),
      admin: await windowFor(stoa, "admin", portal, { reducedMotion: "reduce" }),
      system: await windowFor(stoa, "system", portal, { reducedMotion: "reduce" }),
    };
    const states = await screenStates(stoa, portal);
    // The other portals differ by their colours and their demo; all of their screens are drawn only when they are asked for by name.
    const drawn =
      portal === "northwind" || only?.length
        ? states
        : states.filter(({ name }) => ["login", "dashboard", "catalog", "author-dashboard"].includes(name));
    for (const state of drawn.filter(({ name }) => !only?.length || only.includes(name)))
      for (const width of [1280, 390] as const) {
        const window = windows[state.visitor];
        await window.setViewportSize(sizes[width]);
        const open = () => openScreen(window, stoa.url(state.path, portal), state.shows);
        await open();
        for (const colorScheme of ["light", "dark"] as const) {
          await window.emulateMedia({ colorScheme });
          const path = join(folder, `${portal}-${state.name}-${width}-${colorScheme}.png`);
          await window.screenshot({ path, fullPage: true });
          if (portal === "northwind" && state.name === "dashboard" && width === 1280 && colorScheme === "light" && language === "en")
            copyFileSync(path, join(import.meta.dirname, "../../docs/screenshot.png"));
        }
        // Their buttons are named in English.
        if (language !== "en" || portal !== "northwind") continue;
        for (const overlay of overlays.filter((one) => one.state === state.name && (!one.narrow || width === 390))) {
          // What is opened from a toolbar stands behind a button on a phone, so the window gets narrow afterwards.
          await window.setViewportSize(overlay.narrow ? sizes[390] : sizes[1280]);
          await open();
          await overlay.open(window);
          await overlay.shows(window);
          await window.setViewportSize(sizes[width]);
          for (const colorScheme of ["light", "dark"] as const) {
            await window.emulateMedia({ colorScheme });
            const name = `${portal}-${state.name}-with-${overlay.name.replaceAll(" ", "-")}-${width}-${colorScheme}.png`;
            await window.screenshot({ path: join(folder, name) });
          }
        }
      }
    await Promise.all(Object.values(windows).map((one) => one.context().close()));
  }
} finally {
  await stoa.close();
  await database.stop();
}
