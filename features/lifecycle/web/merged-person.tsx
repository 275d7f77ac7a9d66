import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { mergedQuery } from "./hooks.ts";

/** Leads from the address of somebody who was merged to the one who is kept; shows `children` where nobody was. */
export function MergedPerson({ userId, children }: { readonly userId: number; readonly children: ReactNode }) {
  const { data, isPending } = useQuery({ ...mergedQuery(userId), enabled: userId > 0 });
  if (data) return <Navigate to={`/users/details/${data.userId}`} replace />;
  return isPending && userId > 0 ? null : children;
}
