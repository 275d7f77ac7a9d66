import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from "@tanstack/react-query";
import { announceSignedOut, CallError, unreachable } from "#platform/call.ts";
import { words } from "#platform/words.ts";
import * as api from "../contract.ts";
import type { Environment, EnvironmentNoUser, RoleName } from "../contract.ts";
import { isSignedIn, mayOpen } from "../policy.ts";
import { inlinedEnvironment, inlinedEtag, inlinedNoUser } from "./inlined.ts";

const noPortal = words("There is no portal at this address.");
const etags = new Map<string, string>();

if (inlinedEnvironment && inlinedEtag) etags.set(api.environment.path, inlinedEtag);

/** Fetches an environment call with its ETag; for 304 returns `known`. Throws CallError; a 401 is announced to the shell. */
async function read<T>(path: string, known: T | undefined): Promise<T> {
  const etag = known === undefined ? undefined : etags.get(path);
  let response: Response;
  try {
    response = await fetch(path, {
      ...(etag && { headers: { "if-none-match": etag } }),
      signal: AbortSignal.timeout(30_000),
    });
  } catch {
    throw unreachable();
  }
  if (response.status === 304 && known !== undefined) return known;
  const data = await response.json().catch(() => null);
  if (!response.ok || data === null) {
    const error = new CallError(
      response.status,
      data?.code ?? "unexpected",
      data?.message ?? "",
      response.headers.get("x-request-id") ?? "",
    );
    if (error.status === 401) announceSignedOut(error);
    throw error;
  }
  const next = response.headers.get("etag");
  if (next) etags.set(path, next);
  return data as T;
}

const key = ["environment"];

let patches = 0;
let writing: Promise<unknown> = Promise.resolve();

/** Sends a call that changes the environment. Such calls run one after another, and the environment is fetched after them. */
export function writeEnvironment<T>(send: () => Promise<T>): Promise<T> {
  const written = writing.then(send);
  writing = written.catch(() => undefined);
  return written;
}

/** The server's environment, but never an answer from before this page's last change: that would restore the old value. */
async function readCurrent(client: QueryClient) {
  for (;;) {
    await writing;
    const seen = patches;
    const data = await read<Environment | { validPortal: false }>(api.environment.path, client.getQueryData<Environment>(key));
    if (patches === seen) return data;
  }
}

/**
 * The environment in the role of this tab, and with that role kept for the tab: the one given, else the one kept, else the server's, which is the
 * last one taken in any tab (ROLE-4).
 */
export function inRole(environment: Environment, role?: RoleName): Environment {
  const { User } = environment;
  const place = `role-${User.Id}`;
  let { Name } = User.CurrentRole;
  try {
    const wanted = role ?? (sessionStorage.getItem(place) as RoleName | null);
    if (wanted && mayOpen([wanted], User)) Name = wanted;
    sessionStorage.setItem(place, Name);
  } catch {
    // Without storage every tab has the server's.
  }
  return { ...environment, User: { ...User, CurrentRole: { Name } } };
}

/** The environment (specification §3). After 5xx and timeouts the known one is kept; they never sign anyone out. */
export const environmentQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ client }) => {
    const data = await readCurrent(client);
    // specification §4: an invalid portal leads to the login page, which says so.
    if (data.validPortal === false) {
      location.assign("/v/auth/login");
      throw new CallError(404, "unknown_portal", noPortal.error());
    }
    return inRole(data as Environment);
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Fills the query cache with what the server inlined into the page, so that the first screen waits for no call. */
export const beginEnvironment = (client: QueryClient): Environment | null =>
  inlinedEnvironment && (client.setQueryData<Environment>(key, inRole(inlinedEnvironment)) ?? null);

/** The portal, the person and their preferences. Only for screens behind the guard, where somebody is signed in. */
export const useEnvironment = (): Environment => useSuspenseQuery(environmentQuery).data;

/** The environment when somebody is signed in, else null; for pages that anyone may see. */
export const useSignedIn = (): Environment | null => signedIn(useQuery({ ...environmentQuery, enabled: false }).data);

/** The signed-in environment that is cached now, for code outside React. */
export const knownEnvironment = (client: QueryClient): Environment | null => signedIn(client.getQueryData<Environment>(key));

const signedIn = (environment: Environment | undefined) => (environment && isSignedIn(environment) ? environment : null);

const noUserKey = ["environmentNoUser"];

const noUserQuery = queryOptions({
  queryKey: noUserKey,
  queryFn: ({ client }) =>
    read<EnvironmentNoUser | { validPortal: false }>(api.environmentNoUser.path, client.getQueryData<EnvironmentNoUser>(noUserKey)),
  staleTime: Number.POSITIVE_INFINITY,
  ...(inlinedNoUser && { initialData: inlinedNoUser as EnvironmentNoUser | { validPortal: false } }),
});

/** The login-time environment (specification §3), or null when the address belongs to no portal. */
export function useEnvironmentNoUser(): EnvironmentNoUser | null {
  const { data } = useSuspenseQuery(noUserQuery);
  return data.validPortal ? data : null;
}

let refreshing: Promise<unknown> | null = null;

/** Refreshes the environment; ignored while a refresh is running (specification §4). With reload, the page reloads afterwards. Never throws. */
export function refreshEnvironment(client: QueryClient, { reload = false } = {}): Promise<unknown> {
  refreshing ??= client
    .fetchQuery({ ...environmentQuery, staleTime: 0, retry: false })
    .then(() => reload && location.reload())
    .catch(() => undefined)
    .finally(() => (refreshing = null));
  return refreshing;
}

/** Changes the cached environment without asking the server, for optimistic updates. */
export function patchEnvironment(client: QueryClient, change: (known: Environment) => Environment) {
  patches++;
  // The next answer comes whole: where the server is again as it was, the tag of that time would hide it.
  etags.delete(api.environment.path);
  client.setQueryData<Environment>(key, (known) => known && change(known));
}
