import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { refreshEnvironment } from "#features/portal/web/environment.ts";
import { useSwitchPortal } from "#features/auth/web/use-switch-portal.ts";
import { call } from "#platform/call.ts";
import type { Input } from "#platform/contract.ts";
import { refetchWhatShows, shows } from "#platform/web/query-subjects.ts";
import * as api from "../contract.ts";

const portalsSubject = "portals";

/** One page of all portals. */
export const portalsQuery = (query: Input<typeof api.listPortals>["query"]) =>
  queryOptions({
    queryKey: ["portals", "list", query],
    meta: shows(portalsSubject),
    queryFn: ({ signal }) => call(api.listPortals, { query }, { signal }),
  });

/** One portal. */
export const portalQuery = (portalId: number) =>
  queryOptions({
    queryKey: ["portals", "one", portalId],
    meta: shows(portalsSubject),
    queryFn: ({ signal }) => call(api.getPortal, { params: { portalId } }, { signal }),
  });

/** The portals that can be templates. */
export const templatesQuery = queryOptions({
  queryKey: ["portals", "templates"],
  meta: shows(portalsSubject),
  queryFn: ({ signal }) => call(api.listTemplates, undefined, { signal }),
});

/** What everybody is told in all portals. */
export const systemAnnouncementQuery = queryOptions({
  queryKey: ["portals", "systemAnnouncement"],
  queryFn: ({ signal }) => call(api.getSystemAnnouncement, undefined, { signal }),
  // Each opening of the form begins with what stands now.
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** Changes what everybody is told in all portals. */
export function useSaveSystemAnnouncement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: api.SystemAnnouncement) => call(api.saveSystemAnnouncement, { body }),
    onSuccess: () => refreshEnvironment(client),
  });
}

/** What is known now of an address: asked once while the page is open, and again on demand, because it asks servers of others. */
export const hostCheckQuery = (portalId: number, host: string) =>
  queryOptions({
    queryKey: ["portals", "check", portalId, host],
    queryFn: ({ signal }) => call(api.checkHost, { params: { portalId }, body: { host } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Returns a function that asks again for what shows portals, after something else changed about one. */
export function usePortalsChanged(): () => unknown {
  const client = useQueryClient();
  return () => refetchWhatShows(client, portalsSubject);
}

/** Keeps the portal that a change answers with, and asks again for the lists. */
function useKept(portalId: number) {
  const client = useQueryClient();
  return {
    onSuccess: (saved: api.PortalDetails) => client.setQueryData(portalQuery(portalId).queryKey, saved),
    onSettled: () => refetchWhatShows(client, portalsSubject),
  };
}

/** Saves names, language and time zone. */
export const useSavePortal = (portalId: number) =>
  useMutation({
    mutationFn: (body: api.PortalTerms) => call(api.savePortal, { params: { portalId }, body }),
    ...useKept(portalId),
  });

/** Suspends the portal, or brings it back. */
export const useSetStatus = (portalId: number) =>
  useMutation({
    mutationFn: (status: api.PortalStatus) => call(api.setPortalStatus, { params: { portalId }, body: { status } }),
    ...useKept(portalId),
  });

const hostCalls = { add: api.addHost, primary: api.setPrimaryHost, remove: api.removeHost };

/** Adds a host name, makes one primary or removes one. */
export const useChangeHost = (portalId: number, what: keyof typeof hostCalls) =>
  useMutation({
    mutationFn: (host: string) => call(hostCalls[what], { params: { portalId }, body: { host } }),
    ...useKept(portalId),
  });

/** Opens a portal. */
export function useOpenPortal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: api.OpenPortal) => call(api.openPortal, { body }),
    onSettled: () => refetchWhatShows(client, portalsSubject),
  });
}

/**
 * Enters a portal without signing in again. A page says when it is made which portals its forms may post to; where a portal or its primary address is newer than the
 * page, the browser refuses, and the page is loaded anew so that the next press leads there.
 */
export function useEnterPortal() {
  const enter = useSwitchPortal();
  useEffect(() => {
    const refused = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "form-action") window.location.reload();
    };
    document.addEventListener("securitypolicyviolation", refused);
    return () => document.removeEventListener("securitypolicyviolation", refused);
  }, []);
  return enter;
}
