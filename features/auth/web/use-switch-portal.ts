import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";
import { postHandover } from "./post-handover.ts";

/** Changes to another portal without signing in again: posts a single-use token to it, as a full page load. */
export function useSwitchPortal() {
  return useMutation({
    mutationFn: (body: { portalId: number; path: string }) => call(api.switchPortal, { body }),
    onSuccess: postHandover,
  });
}
