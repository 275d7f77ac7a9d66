import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { sendPackage } from "#features/authoring/web/send-package.ts";
import { usePackageProblem } from "#features/authoring/web/use-package-problem.ts";
import type { EditorMedia, SentPackage } from "#features/blocks/block-editor.ts";
import { call, CallError } from "#platform/call.ts";
import { useSteady } from "#ui/use-steady.ts";
import { readPackages } from "../../contract.ts";

const packagesQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["editor", "packages", courseId],
    queryFn: ({ signal }) => call(readPackages, { params: { courseId } }, { signal }),
    refetchOnWindowFocus: false,
  });

/** The SCORM packages of a course for the forms of its blocks, and how another one is sent. They are fetched once a page asks for them. */
export function useCoursePackages(courseId: number, isWanted: boolean) {
  const { t } = useLingui();
  const client = useQueryClient();
  const problemOf = usePackageProblem();
  const { data, isError } = useQuery({ ...packagesQuery(courseId), enabled: isWanted });
  const packages = data?.packages ?? (isError ? null : undefined);
  const { send } = useSteady({
    async send(
      file: File,
      { progress, signal = new AbortController().signal }: Parameters<NonNullable<EditorMedia["sendPackage"]>>[1],
    ): Promise<SentPackage> {
      const problem = problemOf(file);
      if (problem !== "") throw new CallError(400, "not_taken", problem);
      const answer = await sendPackage(
        { courseId, file, overrideFile: false },
        { signal, onProgress: (loaded, total) => progress?.(total === 0 ? 0 : Math.min(1, loaded / total)) },
      );
      if (!answer.isSuccessful) throw new CallError(400, "not_taken", answer.data || answer.Message);
      const renewed = await client.fetchQuery({ ...packagesQuery(courseId), staleTime: 0 });
      const sent = renewed.packages.find(({ packageId }) => packageId === answer.packageId);
      if (!sent) throw new CallError(404, "not_found", t`The package was uploaded but cannot be shown. Load the page again.`);
      return { ...sent, report: answer.data };
    },
  });
  return useMemo(() => ({ packages, sendPackage: send }), [packages, send]);
}
