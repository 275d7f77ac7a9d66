import type { PermissionId } from "#features/portal/permissions.ts";
import { useRoleWords } from "#features/roles/web/use-role-words.ts";

/** Permissions in words. */
export default function PermissionList({ ids }: { ids: readonly PermissionId[] }) {
  const { ability } = useRoleWords();
  return (
    <ul className="environment-permissions">
      {ids.map((id) => (
        <li key={id}>{ability[id]}</li>
      ))}
    </ul>
  );
}
