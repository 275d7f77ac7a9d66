import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { undoJob } from "#features/jobs/contract.ts";
import { call, postFile } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import type { Subject } from "../headings.ts";

/** What shows imports; every step of one asks for it again. */
const importSubject = "import";

export const importsQuery = queryOptions({
  queryKey: ["imports"],
  meta: shows(importSubject),
  queryFn: ({ signal }) => call(api.listImports, undefined, { signal }),
});

/** One import. */
export const importQuery = (importId: number) =>
  queryOptions({
    queryKey: ["import", importId],
    meta: shows(importSubject),
    queryFn: ({ signal }) => call(api.getImport, { params: { importId } }, { signal }),
  });

export const importRowsQuery = (importId: number, request: Input<typeof api.listRows>["query"]) =>
  queryOptions({
    queryKey: ["import", "rows", importId, request],
    meta: shows(importSubject),
    queryFn: ({ signal }) => call(api.listRows, { params: { importId }, query: request }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Asks again for everything about imports. */
export const useImportsAgain = () => {
  const client = useQueryClient();
  return () => refetchWhatShows(client, importSubject);
};

/** A table to take: a file, or text that was pasted. */
export type Table = { readonly subject: Subject } & ({ readonly file: File } | { readonly text: string });

/** Sends a table. */
export function useTakeTable() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (table: Table) => ("text" in table ? call(api.pasteImport, { body: table }, { timeoutMs: uploadMs }) : sendTable(table)),
    onSuccess: (taken) => client.setQueryData(importQuery(taken.id).queryKey, taken),
    onSettled: () => refetchWhatShows(client, importSubject),
  });
}

const uploadMs = 120_000;

const sendTable = async ({ file, subject }: { readonly file: File; readonly subject: Subject }) =>
  (await postFile(`${api.uploadPath}?name=${encodeURIComponent(file.name)}&subject=${subject}`, file, uploadMs)) as api.Import;

/** The steps of an import after it was taken. */
export function useImportSteps(importId: number) {
  const client = useQueryClient();
  const params = { importId };
  const step = {
    onSuccess: (one: api.Import) => client.setQueryData(importQuery(importId).queryKey, one),
    onSettled: () => refetchWhatShows(client, importSubject),
  };
  return {
    read: useMutation({ mutationFn: (body: Input<typeof api.readAgain>["body"]) => call(api.readAgain, { params, body }), ...step }),
    check: useMutation({ mutationFn: (body: Input<typeof api.checkImport>["body"]) => call(api.checkImport, { params, body }), ...step }),
    run: useMutation({ mutationFn: (people: number | null) => call(api.runImport, { params, body: { people } }), ...step }),
    undo: useMutation({
      mutationFn: (jobId: number) => call(undoJob, { params: { jobId } }),
      onSettled: () => refetchWhatShows(client, importSubject),
    }),
  };
}

/** Corrects a row. */
export function useCorrectRow(importId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ number, cells }: { number: number; cells: string[] }) =>
      call(api.correctRow, { params: { importId, number }, body: { cells } }),
    onSettled: () => refetchWhatShows(client, importSubject),
  });
}
