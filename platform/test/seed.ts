/** For fc.assert: what lands is decided by the same cases every time; everywhere else they are new ones, and a failure tells its seed. */
export const seed = process.env["CI"] ? { seed: 20_261_121 } : {};
