import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";
import type { GroupBranding } from "../contract.ts";
import type { BrandPlace } from "./hooks.ts";

/** The groups with a look, and those that are found by `q`. */
export const groupBrandsQuery = (q: string) =>
  queryOptions({
    queryKey: ["branding-groups", q],
    queryFn: ({ signal }) => call(api.listGroupBrands, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
    // It is changed on other screens: of one group, and of who is in which.
    staleTime: 0,
  });

/** The look of a group. */
export const groupPlace = (groupId: number): BrandPlace<GroupBranding> => {
  const params = { groupId };
  return {
    key: ["branding-group", groupId],
    read: (signal) => call(api.getGroupBrand, { params }, { signal }),
    save: (body) => call(api.saveGroupDraft, { params, body }),
    discard: (body) => call(api.discardGroupDraft, { params, body }),
    publish: (body) => call(api.publishGroupBrand, { params, body }),
    restore: (versionId, body) => call(api.restoreGroupVersion, { params: { ...params, versionId }, body }),
  };
};
