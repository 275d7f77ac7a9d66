import * as pg from "pg";

const reasons: Readonly<Record<string, string>> = {
  fsync: "a power cut could destroy the database",
  full_page_writes: "a power cut could damage the database",
  synchronous_commit: "work that was answered with saved could be lost",
};

/**
 * Asks the server for the settings the promise "saved means kept" rests on (security.md §5.1). `problems` are refused at start in
 * every mode, `warnings` are only logged; one sentence each.
 */
export async function checkDurability(url: string): Promise<{ problems: string[]; warnings: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const found = await client.query<{ name: string; value: string }>(
      `select name, current_setting(name) as value
         from unnest(array['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) as name`,
    );
    const value = new Map(found.rows.map((row) => [row.name, row.value]));
    // `local` still waits for this server's disk; `off` waits for none.
    const problems = Object.entries(reasons)
      .filter(([name]) => value.get(name) === "off")
      .map(([name, reason]) => `PostgreSQL runs with ${name} off: ${reason}. Turn it on and start again.`);
    const warnings =
      value.get("data_checksums") === "off"
        ? ["PostgreSQL runs without data checksums: damage on the disk would go unnoticed. Turn them on with pg_checksums."]
        : [];
    return { problems, warnings };
  } finally {
    await client.end();
  }
}
