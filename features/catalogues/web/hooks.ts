import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { call } from "#platform/call.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";
import type { CatalogueTerms } from "../contract.ts";

/** What is shown of catalogues; a change of one asks for all of it again. */
const cataloguesSubject = "catalogues";
const meta = shows(cataloguesSubject);

/** The catalogues of the portal. */
export const cataloguesQuery = queryOptions({
  queryKey: ["catalogues", "list"],
  queryFn: ({ signal }) => call(api.listCatalogues, undefined, { signal }),
  meta,
});

/** One catalogue with all that it names. */
export const catalogueQuery = (catalogueId: number) =>
  queryOptions({
    queryKey: ["catalogues", "one", catalogueId],
    queryFn: ({ signal }) => call(api.getCatalogue, { params: { catalogueId } }, { signal }),
    // What is changed is the state of now.
    gcTime: 0,
    staleTime: 0,
    meta,
  });

/** The groups and categories that a catalogue can name. */
export const choicesQuery = queryOptions({
  queryKey: ["catalogues", "choices"],
  queryFn: ({ signal }) => call(api.listCatalogueChoices, undefined, { signal }),
  meta,
});

function useChanged() {
  const client = useQueryClient();
  return () => Promise.all([refetchWhatShows(client, cataloguesSubject), refetchWhatShows(client, courseSubject)]);
}

/** Adds a catalogue, or changes one. */
export function useSaveCatalogue() {
  const changed = useChanged();
  return useMutation({
    mutationFn: ({ of, terms }: { of: { id: number; revision: number } | null; terms: CatalogueTerms }) =>
      of
        ? call(api.saveCatalogue, { params: { catalogueId: of.id }, body: { ...terms, revision: of.revision } })
        : call(api.createCatalogue, { body: terms }),
    onSuccess: () => void changed(),
  });
}

/** Deletes a catalogue. */
export function useDeleteCatalogue() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (catalogueId: number) => call(api.deleteCatalogue, { params: { catalogueId } }),
    onSettled: () => void changed(),
  });
}
