import { lacks } from "../lacking.ts";
import type { PermissionId } from "../permissions.ts";
import { useSignedIn } from "./environment.ts";

/**
 * Whether the person signed in may do something, as far as copies of their roles with fewer permissions say; whether their roles give it at all is asked where it
 * is shown. What they may not do is not offered. The server decides again.
 */
export function useMay(): (id: PermissionId) => boolean {
  const user = useSignedIn()?.User;
  return (id) => !lacks(user, id);
}
