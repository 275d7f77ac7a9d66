import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { knownEnvironment, refreshEnvironment, writeEnvironment } from "#features/portal/web/environment.ts";
import { call, postFile } from "#platform/call.ts";
import { themeStyle } from "#ui/portal-theme.ts";
import { sameBrand, type Brand, type BrandSlot } from "../brand.ts";
import * as api from "../contract.ts";
import type { BrandImage, Branding } from "../contract.ts";

export const brandingQuery = queryOptions({
  queryKey: ["branding"],
  queryFn: ({ signal }) => call(api.getBranding, undefined, { signal }),
});

/** Whose look is worked on: where it is kept here, and how it is asked for and changed. */
export interface BrandPlace<Data extends Branding> {
  readonly key: readonly unknown[];
  readonly read: (signal: AbortSignal) => Promise<Data>;
  readonly save: (body: { revision: number; brand: Brand }) => Promise<Data>;
  readonly discard: (body: { revision: number }) => Promise<Data>;
  readonly publish: (body: { revision: number }) => Promise<Data>;
  readonly restore: (versionId: number, body: { revision: number }) => Promise<Data>;
}

/** The portal's own look. */
export const portalPlace: BrandPlace<Branding> = {
  key: brandingQuery.queryKey,
  read: (signal) => call(api.getBranding, undefined, { signal }),
  save: (body) => call(api.saveDraft, { body }),
  discard: (body) => call(api.discardDraft, { body }),
  publish: (body) => call(api.publishBrand, { body }),
  restore: (versionId, body) => call(api.restoreVersion, { params: { versionId }, body }),
};

/** How long an upload may take, in ms. */
const uploadMs = 120_000;

/** Uploads a picture for a place; crop: what is cut out of it, in its pixels. */
export const useUpload = () =>
  useMutation({
    mutationFn: async ({ slot, file, crop }: { slot: BrandSlot; file: Blob; crop: readonly [number, number, number, number] }) =>
      (await postFile(`${api.uploadPath}?slot=${slot}&crop=${crop.join(",")}`, file, uploadMs)) as BrandImage,
  });

/** How long after the last change the draft is saved, in ms. */
const debounceMs = 600;

/** The look being worked on: what is changed shows at once and is saved by itself; one save after the other, each on the revision of the last. */
export function useBrand<Data extends Branding>(place: BrandPlace<Data>) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: place.key, queryFn: ({ signal }) => place.read(signal) });
  const [changed, setChanged] = useState<Brand | null>(null);
  const [uploaded, setUploaded] = useState<readonly BrandImage[]>([]);
  const wanted = useRef<Brand | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const keep = (next: Data) => void client.setQueryData<Data>(place.key, next);
  const save = useMutation({
    mutationFn: (brand: Brand) => place.save({ revision: client.getQueryData<Data>(place.key)?.revision ?? 0, brand }),
    onSuccess: (next, brand) => {
      keep(next);
      // What was changed while it was under way is saved next.
      if (wanted.current === brand) {
        wanted.current = null;
        setChanged(null);
      } else if (wanted.current) save.mutate(wanted.current);
    },
  });
  const saveNow = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (wanted.current && !save.isPending) save.mutate(wanted.current);
  };
  // Who leaves the page within the debounce loses nothing.
  const leaving = useRef(saveNow);
  useEffect(() => void (leaving.current = saveNow));
  useEffect(() => () => leaving.current(), []);
  const shown = query.data ? (changed ?? query.data.draft ?? query.data.published) : null;
  const change = (next: Brand) => {
    wanted.current = next;
    setChanged(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => leaving.current(), debounceMs);
  };
  const start = () => {
    clearTimeout(timer.current);
    wanted.current = null;
    setChanged(null);
  };
  const revision = query.data?.revision ?? 0;
  const after = {
    onSuccess: (next: Data) => {
      start();
      keep(next);
    },
  };
  const publish = useMutation({
    mutationFn: () => writeEnvironment(() => place.publish({ revision })),
    onSuccess: async (next) => {
      after.onSuccess(next);
      await refreshEnvironment(client);
      // The page has its colours from the server; this one goes on with the new ones.
      const style = document.getElementById("stoa-portal");
      const colors = knownEnvironment(client)?.Colors;
      if (style && colors) style.textContent = themeStyle(colors);
    },
  });
  const discard = useMutation({ mutationFn: () => place.discard({ revision }), ...after });
  const restore = useMutation({
    mutationFn: (versionId: number) => place.restore(versionId, { revision }),
    ...after,
  });
  return {
    query,
    brand: shown,
    images: [...(query.data?.images ?? []), ...uploaded],
    isDraft: query.data !== undefined && shown !== null && !sameBrand(shown, query.data.published),
    isSaving: changed !== null && !save.isError,
    problem: save.error ?? publish.error ?? discard.error ?? restore.error,
    change,
    take: (image: BrandImage) => setUploaded((known) => [...known, image]),
    reload: () => {
      start();
      save.reset();
      void query.refetch();
    },
    publish,
    discard,
    restore,
  };
}
export type BrandWork<Data extends Branding = Branding> = ReturnType<typeof useBrand<Data>>;
