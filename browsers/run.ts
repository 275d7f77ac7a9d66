// npm run browsers [-- chromium firefox webkit]: plays the product's main ways in real browsers of three engines, on a server with the demo. No part of
// `npm test`, which drives Chromium alone.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestDatabase } from "#platform/test/database.ts";
import { startServed } from "../e2e/support/stoa.ts";
import { engines } from "./installed.ts";
import { playJourney, type Journey, type Played } from "./journey.ts";
import { onlineCourse } from "./online-course.ts";
import { outcome } from "./outcome.ts";
import { packageCourse, packageInOwnWindow } from "./package.ts";
import { stageJourneys } from "./stage.ts";
import { table } from "./table.ts";

const journeys: readonly Journey[] = [onlineCourse, packageCourse, packageInOwnWindow, ...stageJourneys];
/** With this folder, a picture of every window is written there when a step fails. */
const pictures = process.env["BROWSERS_PICTURES"];
const say = (text = "") => process.stdout.write(`${text}\n`);

let pictured = 0;
function keepPicture(name: string, picture: Buffer) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${name} ${++pictured}.png`), picture);
}

const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const unknown = asked.filter((name) => !engines.some((engine) => engine.name.toLowerCase() === name));
if (unknown.length > 0) {
  say(`There is no engine called ${unknown.join(", ")}. There are ${engines.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}
const wanted = engines.filter(({ name }) => asked.length === 0 || asked.includes(name.toLowerCase()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

const database = await openTestDatabase();
const results = new Map<string, Played[]>();
const absent: string[] = [];
for (const installable of wanted) {
  const starting = installable.start();
  if (starting === null) {
    absent.push(`${installable.name} is not installed here: ${installable.howToGet}.`);
    continue;
  }
  const engine = await starting;
  const played: Played[] = [];
  results.set(engine.name, played);
  say(`${engine.name}:`);
  try {
    for (const journey of journeys) {
      const { served } = await startServed(database.superUrl);
      const tell = (one: Played) => {
        played.push(one);
        say(`  ${journey.name}: ${one.step} ${one.wrong === null ? "ok" : `FAILED: ${one.wrong}`}, ${(one.ms / 1000).toFixed(1)} s`);
      };
      const onWrong = (picture: Buffer) => keepPicture(`${engine.name} ${journey.name}`, picture);
      await playJourney(journey, { stoa: served, engine, tell, onWrong });
      await served.close();
    }
    say(`  this was ${engine.version}`);
  } finally {
    await engine.close();
  }
}

say();
say(table(results));
const { lines, code } = outcome(results, absent);
for (const line of lines) say(line);
await database.stop();
process.exit(code);
