import { createContext } from "react";

/** The packages that play on a page: a SCORM course's own, or those of a lesson. */
export interface RunningPackages {
  /** Registers one by what makes its API refuse. Returns a function that unregisters it. */
  add(stop: () => Promise<void>): () => void;
  /** Tells all of them that the course goes on elsewhere. Resolves once their APIs answer false. */
  stopAll(): Promise<void>;
}

export function runningPackages(): RunningPackages {
  const stops = new Set<() => Promise<void>>();
  return {
    add(stop) {
      stops.add(stop);
      return () => void stops.delete(stop);
    },
    stopAll: async () => void (await Promise.all([...stops].map((stop) => stop()))),
  };
}

/** Where a package that begins to play registers itself (usePackageRun). */
export const RunningPackagesContext = createContext<RunningPackages | null>(null);
