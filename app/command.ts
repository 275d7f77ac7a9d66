import { StartError } from "#platform/lifecycle-error.ts";
import { readEnvFile } from "./env-file.ts";

/** Bytes as a person reads them. */
export const sizeOf = (bytes: number) =>
  bytes < 1024 ** 2
    ? `${Math.ceil(bytes / 1024)} kB`
    : bytes < 1024 ** 3
      ? `${(bytes / 1024 ** 2).toFixed(1)} MB`
      : `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/**
 * Runs what a command does, with the environment that `.env` completes; names there that are no settings are told. It prints with `say`, and names with
 * `onStop` what has to be ended after it, last first, also when it fails or is stopped by Ctrl-C. An error that a person can act on is printed as its
 * sentence. Sets the exit code.
 */
export async function command(
  failed: string,
  work: (say: (line: string) => void, onStop: (end: () => Promise<void> | void) => void) => Promise<void>,
): Promise<void> {
  const ends: (() => Promise<void> | void)[] = [];
  const finish = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) await end();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void finish().finally(() => process.exit(1)));
  try {
    for (const sentence of readEnvFile()) process.stderr.write(`${sentence}\n`);
    await work(
      (line) => process.stdout.write(`${line}\n`),
      (end) => ends.push(end),
    );
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : `${failed} ${(error as Error).stack ?? String(error)}`}\n`);
    process.exitCode = 1;
  } finally {
    await finish();
  }
}
