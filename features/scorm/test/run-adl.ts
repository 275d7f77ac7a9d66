import { startStoa } from "../../../e2e/support/stoa.ts";
import { openTestDatabase } from "#platform/test/database.ts";
import { adlCases, adlFolder, adlPage, playAdlCase } from "./adl-cases.ts";

// Plays ADL's cases, all or the named ones, and prints a line for each: npm run adl -- [name…]
const wanted = process.argv.slice(2);
const cases = adlCases.filter((one) => wanted.length === 0 || wanted.includes(one));
if (cases.length === 0) {
  const why =
    adlCases.length === 0 ? `ADL's cases are not here: they belong in ${adlFolder}.` : `There is no case called ${wanted.join(" or ")}.`;
  process.stderr.write(`${why} Nothing was played.\n`);
  process.exit(1);
}
const database = await openTestDatabase();
const stoa = await startStoa(database.superUrl);
let passed = 0;
let played = 0;
try {
  const learner = await stoa.userId();
  const page = await adlPage(stoa);
  for (const name of cases) {
    const began = performance.now();
    const wrong = await playAdlCase(stoa, page, name, learner).catch((error: Error) => `broke off: ${error.message.split("\n")[0]}`);
    played++;
    if (wrong === null) passed++;
    process.stdout.write(
      `${name.padEnd(9)} ${wrong === null ? "passed" : `FAILED  ${wrong}`}  ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
    );
  }
  process.stdout.write(`${passed} of ${played} passed\n`);
  if (passed < played) process.exitCode = 1;
} finally {
  await stoa.close();
  await database.stop();
}
