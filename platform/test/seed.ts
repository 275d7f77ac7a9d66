/** Options for fc.assert. In CI the cases are the same every time; elsewhere they are new each time, and a failure prints its seed. */
export const seed = process.env["CI"] ? { seed: 20_261_121 } : {};
