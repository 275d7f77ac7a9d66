import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { call, type CallError } from "#platform/call.ts";
import { openPackage, openTest, type OpenedPackage } from "../contract.ts";
import { createPackageRun, type PackageRun, type RunOptions } from "./package-run.ts";

/** Opens the package of an attempt, once for each opening of the course: the token is bound to the epoch. */
export function useOpenedPackage(attemptId: number, epoch: number, blockId?: string) {
  return useQuery<OpenedPackage, CallError>({
    queryKey: ["scorm", "opened", attemptId, epoch, blockId],
    queryFn: ({ signal }) => call(openPackage, { body: { attemptId, epoch, ...(blockId !== undefined && { blockId }) } }, { signal }),
    retry: (count, error) => error.temporary && count < 2,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
    networkMode: "always",
  });
}

/** Opens a course's newest package as a test. */
export function useOpenedTest(courseId: number) {
  const { mutate, ...opened } = useMutation<OpenedPackage, CallError>({
    mutationFn: () => call(openTest, { body: { courseId } }),
    networkMode: "always",
  });
  useEffect(() => mutate(), [mutate, courseId]);
  return { ...opened, open: () => mutate() };
}

/** The run of a package, kept for as long as the screen shows it. */
export function usePackageRun(options: RunOptions): PackageRun {
  const [run] = useState(() => createPackageRun(options));
  useEffect(() => () => run.close(), [run]);
  return run;
}

export const useRunState = (run: PackageRun) => useSyncExternalStore(run.subscribe, run.getSnapshot);
