// A small separate volume for packages and archives that can be filled to its last byte. Needs root, loop devices and mkfs.ext4.
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

export interface Volume {
  /** Bytes that can still be written. */
  free(): number;
  /** Fills the volume except for `leave` bytes. */
  fill(leave?: number): void;
  /** Frees that space again. */
  empty(): void;
  unmount(): void;
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });

/** Mounts a new ext4 volume of `bytes` and moves folders of `dir` onto it. Its backing file is sparse, so filling takes no space on the machine's disk. */
export function mountVolume(dir: string, bytes: number, folders: readonly string[]): Volume {
  const image = join(dir, "volume.img");
  const at = join(dir, "volume");
  const ballast = join(at, "ballast");
  const file = openSync(image, "w");
  ftruncateSync(file, bytes);
  closeSync(file);
  mkdirSync(at);
  run("mkfs.ext4", "-q", "-m", "0", image);
  run("mount", "-o", "loop", image, at);
  const mounted = [at];
  for (const name of folders) {
    mkdirSync(join(at, name));
    mkdirSync(join(dir, name), { recursive: true });
    run("mount", "--bind", join(at, name), join(dir, name));
    mounted.unshift(join(dir, name));
  }
  const free = () => {
    const { bavail, bsize } = statfsSync(at);
    return bavail * bsize;
  };
  return {
    free,
    fill(leave = 0) {
      let step = free() - leave;
      for (let size = 0; free() > leave && step >= 4096;) {
        try {
          run("fallocate", "-o", String(size), "-l", String(step), ballast);
          size += step;
          step = Math.min(step, free() - leave);
        } catch {
          // Another process wrote meanwhile: try a smaller step.
          step = Math.floor(step / 2);
        }
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      for (const each of mounted.splice(0)) run("umount", "-l", each);
    },
  };
}
