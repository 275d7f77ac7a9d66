import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshEnvironment } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

const announcementsSubject = "announcements";
const meta = shows(announcementsSubject);

/** A page of the announcements; the previous page stays on screen while the next one loads. */
export const announcementsQuery = (query: Input<typeof api.listAnnouncements>["query"]) =>
  queryOptions({
    queryKey: ["announcements", "list", query],
    queryFn: ({ signal }) => call(api.listAnnouncements, { query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

export const announcementQuery = (announcementId: number) =>
  queryOptions({
    queryKey: ["announcements", "one", announcementId],
    queryFn: ({ signal }) => call(api.getAnnouncement, { params: { announcementId } }, { signal }),
    meta,
  });

/** A page of who has read an announcement and who has not. */
export const readersQuery = (announcementId: number, query: Input<typeof api.listReaders>["query"]) =>
  queryOptions({
    queryKey: ["announcements", "readers", announcementId, query],
    queryFn: ({ signal }) => call(api.listReaders, { params: { announcementId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** A page of what was done with an announcement. */
export const changesQuery = (announcementId: number, page: number, revision: number) =>
  queryOptions({
    queryKey: ["announcements", "changes", announcementId, page, revision],
    queryFn: ({ signal }) => call(api.listChanges, { params: { announcementId }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    meta,
  });

/** Whom a condition would reach. */
export const tryAudienceQuery = (condition: Input<typeof api.tryAudience>["body"]["condition"]) =>
  queryOptions({
    queryKey: ["announcements", "try", condition],
    queryFn: ({ signal }) => call(api.tryAudience, { body: { condition } }, { signal }),
    placeholderData: keepPreviousData,
  });

function useAnnouncementChange<Asked>(mutationFn: (asked: Asked) => Promise<api.Announcement>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (one) => client.setQueryData(announcementQuery(one.id).queryKey, one),
    // Who writes it sees it too.
    onSettled: () => Promise.all([refetchWhatShows(client, announcementsSubject), refreshEnvironment(client)]),
  });
}

/** Reminds everybody who has not confirmed an announcement. */
export const useRemind = () =>
  useAnnouncementChange((announcementId: number) => call(api.remindOfAnnouncement, { params: { announcementId } }));
/** Sends an announcement to oneself. */
export function useTestAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (announcementId: number) => call(api.testAnnouncement, { params: { announcementId } }),
    onSettled: () => refetchWhatShows(client, announcementsSubject),
  });
}

export const useCreateAnnouncement = () =>
  useAnnouncementChange((body: Input<typeof api.createAnnouncement>["body"]) => call(api.createAnnouncement, { body }));
export const useSaveAnnouncement = (announcementId: number) =>
  useAnnouncementChange((body: Input<typeof api.saveAnnouncement>["body"]) =>
    call(api.saveAnnouncement, { params: { announcementId }, body }),
  );
export const useChangeAnnouncement = () =>
  useAnnouncementChange(({ id, change }: { id: number; change: api.AnnouncementChange }) =>
    call(api.changeAnnouncement, { params: { announcementId: id }, body: { change } }),
  );
