import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import { recordsSubject } from "#features/lifecycle/web/records-subject.ts";
import { standingSubject } from "#features/enrolment/web/standing-subject.ts";
import { jobsSubject } from "#features/jobs/web/job-subject.ts";
import { rolesSubject } from "#features/roles/web/roles-subject.ts";
import type { FieldValues } from "#features/fields/definition.ts";
import type { FieldSheet } from "#features/fields/sheet-contract.ts";
import * as api from "../person-contract.ts";
import * as record from "../record-contract.ts";
import type { Act } from "./decision-dialog.tsx";

/** What is shown of people one by one; a change of one asks for all of it again. */
export const personSubject = "person";

export const personQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "profile", userId],
    meta: shows(personSubject, rolesSubject, recordsSubject),
    queryFn: ({ signal }) => call(api.getPerson, { params: { userId } }, { signal }),
  });

export const personEnrolmentsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "enrolments", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.listPersonEnrolments, { params: { userId } }, { signal }),
  });

/** Saves names and email of a person. */
export function useSavePerson(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.savePerson>["body"]) => call(api.savePerson, { params: { userId }, body }),
    onSuccess: (saved) => client.setQueryData(personQuery(userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}

/** Enrols a person in a course. */
export function useEnrolPerson(userId: number) {
  const changed = useStandingChanged();
  return useMutation({
    mutationFn: (body: Input<typeof api.enrolPerson>["body"]) => call(api.enrolPerson, { params: { userId }, body }),
    onSettled: changed,
  });
}

interface Decided {
  readonly act: Act;
  readonly enrolmentId: number;
  /** What is taken back. */
  readonly correctionId: number;
  readonly reason: string;
  /** "" for none. */
  readonly day: string;
  /** Of an attempt that is added; a score of null is none. */
  readonly result: (typeof api.addedResults)[number];
  readonly score: number | null;
}

/** Records a decision about an enrolment, or takes one back. */
export function useDecision(userId: number) {
  const changed = useStandingChanged();
  return useMutation({
    mutationFn: ({ act, enrolmentId, correctionId, reason, day, result, score }: Decided) => {
      const params = { userId, enrolmentId };
      switch (act) {
        case "end":
          return call(api.endEnrolment, { params, body: { reason } });
        case "reverse":
          return call(api.reverseCorrection, { params: { userId, correctionId }, body: { reason } });
        case "due":
        case "date":
          return call(api.correctEnrolment, { params, body: { kind: act, at: day, reason } });
        case "attempt":
          return call(api.correctEnrolment, { params, body: { kind: act, at: day, result, score, reason } });
        case "complete":
          return call(api.correctEnrolment, { params, body: { kind: act, ...(day && { at: day }), reason } });
        case "exempt":
        case "reset":
          return call(api.correctEnrolment, { params, body: { kind: act, reason } });
      }
    },
    onSettled: changed,
  });
}

function useStandingChanged() {
  const client = useQueryClient();
  return () => Promise.all([refetchWhatShows(client, personSubject), refetchWhatShows(client, standingSubject)]);
}

/** One page of a person's story; the previous page stays on screen while the next one loads. */
export const personStoryQuery = (userId: number, query: Input<typeof api.listStory>["query"]) =>
  queryOptions({
    queryKey: ["person", "timeline", userId, query],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(api.listStory, { params: { userId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Deactivates a person or brings them back. */
export function useSetStatus(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof api.setStatus>["body"]) => call(api.setStatus, { params: { userId }, body }),
    onSuccess: (saved) => client.setQueryData(personQuery(userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}

/** Adds one person to the portal. */
export const useAddPerson = () => useMutation({ mutationFn: (body: Input<typeof api.addPerson>["body"]) => call(api.addPerson, { body }) });

/** Brings back somebody who was deactivated, with what was typed about them. */
export function useReturnPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }: Input<typeof api.returnPerson>["body"] & { userId: number }) =>
      call(api.returnPerson, { params: { userId }, body }),
    onSuccess: (saved) => client.setQueryData(personQuery(saved.userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}

/** The custom fields of a person. */
export const personFieldsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "fields", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(record.getPersonFields, { params: { userId } }, { signal }),
  });

/** Saves values of a person's custom fields. */
export function useSavePersonFields(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: FieldValues) => call(record.savePersonFields, { params: { userId }, body: { values } }),
    onSuccess: (saved) => client.setQueryData(personFieldsQuery(userId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}

/** Shows custom fields of a person that an upload gave. */
export function useTakenFields(userId: number) {
  const client = useQueryClient();
  return (sheet: FieldSheet) => {
    client.setQueryData(personFieldsQuery(userId).queryKey, sheet);
    void refetchWhatShows(client, personSubject);
  };
}

/** Every attempt of a person. */
export const personAttemptsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "attempts", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(record.listPersonAttempts, { params: { userId } }, { signal }),
  });

/** One page of a person's history; the previous page stays on screen while the next one loads. */
export const transcriptQuery = (userId: number, query: Input<typeof record.listTranscript>["query"]) =>
  queryOptions({
    queryKey: ["person", "transcript", userId, query],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(record.listTranscript, { params: { userId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of what a person agreed to; the previous page stays on screen while the next one loads. */
export const consentsQuery = (userId: number, query: Input<typeof record.listConsents>["query"]) =>
  queryOptions({
    queryKey: ["person", "consents", userId, query],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(record.listConsents, { params: { userId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The groups that a person is in, and those they joined and left. */
export const personGroupsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "groups", userId],
    meta: shows(personSubject, jobsSubject),
    queryFn: ({ signal }) => call(record.listPersonGroups, { params: { userId } }, { signal }),
  });

/** When a person signed in, and where they are signed in now. */
export const personSignInsQuery = (userId: number) =>
  queryOptions({
    queryKey: ["person", "signIns", userId],
    meta: shows(personSubject),
    queryFn: ({ signal }) => call(record.listPersonSignIns, { params: { userId } }, { signal }),
  });

/** Signs a person out in one browser or in all. */
export function useEndSessions(userId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof record.endPersonSessions>["body"]) => call(record.endPersonSessions, { params: { userId }, body }),
    onSettled: () => refetchWhatShows(client, personSubject),
  });
}

/** Makes a link with which a person sets a password. Its answer is kept nowhere but in what asked for it. */
export const useMakePasswordLink = (userId: number) =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: Input<typeof record.makePasswordLink>["body"]) => call(record.makePasswordLink, { params: { userId }, body }),
  });
