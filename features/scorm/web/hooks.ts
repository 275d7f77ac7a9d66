import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { call, type CallError } from "#platform/call.ts";
import { toast } from "#ui/toast.ts";
import { openPackage, type OpenedPackage } from "../contract.ts";
import { createPackageRun, type PackageRun, type RunOptions } from "./package-run.ts";
import { RunningPackagesContext } from "./running-packages.ts";

/**
 * Opens the package of an attempt, and opens it again for every new start: in another window, or after its end. Each start is a run of its own, which keeps
 * what it was opened with. The token is bound to the epoch.
 */
export function usePackageStarts(attemptId: number, epoch: number, blockId?: string) {
  const { t } = useLingui();
  const [start, setStart] = useState({ number: 1, inWindow: false, isDue: false });
  const body = { attemptId, epoch, ...(blockId !== undefined && { blockId }) };
  const query = useQuery<OpenedPackage, CallError>({
    queryKey: ["scorm", "opened", attemptId, epoch, blockId],
    queryFn: ({ signal }) => call(openPackage, { body }, { signal }),
    retry: (count, error) => error.temporary && count < 2,
    // Also when everything is invalidated, as after signing in over the page: another token would be another address, and load the package again.
    staleTime: "static",
    gcTime: 0,
    structuralSharing: false,
    networkMode: "always",
  });
  const openAgain = () => call(openPackage, { body });
  const refetch = async () => {
    if ((await query.refetch()).isSuccess) setStart((now) => ({ ...now, isDue: false }));
  };
  return {
    opened: start.isDue ? undefined : query.data,
    /** Null while a package plays: one that could not be opened again goes on. */
    error: query.data && !start.isDue ? null : query.error,
    isFetching: query.isFetching,
    refetch: () => void refetch(),
    openAgain,
    start: { number: start.number, inWindow: start.inWindow || (start.number === 1 && query.data?.newWindow === true) },
    /** Ends the running start and begins another one with the states of then. While the package cannot be opened the running one goes on. */
    async startAgain(inWindow: boolean, end: () => Promise<void>) {
      try {
        await openAgain();
      } catch (error) {
        const next = (error as CallError).status === 0 ? t`Check your connection, then try again.` : (error as CallError).message;
        return void toast({ tone: "danger", title: t`The course could not be opened`, message: next });
      }
      await end();
      setStart(({ number }) => ({ number: number + 1, inWindow, isDue: true }));
      await refetch();
    },
  };
}

export type Starts = Pick<ReturnType<typeof usePackageStarts>, "start" | "startAgain" | "openAgain">;

/** The run of a package, kept for as long as the screen shows it. */
export function usePackageRun(options: RunOptions): PackageRun {
  const [run] = useState(() => createPackageRun(options));
  useEffect(() => run.listen(), [run]);
  const running = useContext(RunningPackagesContext);
  useLayoutEffect(() => running?.add(run.stop), [running, run]);
  return run;
}

export const useRunState = (run: PackageRun) => useSyncExternalStore(run.subscribe, run.getSnapshot);
