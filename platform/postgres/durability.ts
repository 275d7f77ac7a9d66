import * as pg from "pg";

const reasons = {
  fsync: "a power cut could destroy the database",
  full_page_writes: "a power cut could damage the database",
  synchronous_commit: "work that was answered with saved could be lost",
};

/** A PostgreSQL setting that "saved" depends on. */
export type DurabilitySetting = keyof typeof reasons;
const all = Object.keys(reasons) as DurabilitySetting[];

const settingsOf = async (client: Pick<pg.Client, "query">, names: readonly string[]) => {
  const found = await client.query<{ name: string; value: string }>(
    "select name, current_setting(name) as value from unnest($1::text[]) as name",
    [names],
  );
  return new Map(found.rows.map((row) => [row.name, row.value]));
};

/** One sentence for each of these settings that is switched off on this connection; by default for all that "saved" depends on. */
export async function durabilityProblems(client: Pick<pg.Client, "query">, names: readonly DurabilitySetting[] = all): Promise<string[]> {
  const value = await settingsOf(client, names);
  // `local` still waits for this server's disk; `off` waits for none.
  return names
    .filter((name) => value.get(name) === "off")
    .map((name) => `PostgreSQL runs with ${name} off: ${reasons[name]}. Turn it on and start again.`);
}

/**
 * Checks the server settings that "saved means kept" depends on (security.md §5.1). A start is refused on `problems` in every mode, and a running
 * server with one is not ready; `warnings` are only logged. One sentence each.
 */
export async function checkDurability(url: string): Promise<{ problems: string[]; warnings: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const problems = await durabilityProblems(client);
    const checksums = (await settingsOf(client, ["data_checksums"])).get("data_checksums");
    const warnings =
      checksums === "off"
        ? ["PostgreSQL runs without data checksums: damage on the disk would go unnoticed. Turn them on with pg_checksums."]
        : [];
    return { problems, warnings };
  } finally {
    await client.end();
  }
}
