import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "#ui/banner.tsx";
import type { GroupChangeAsked } from "../contract.ts";
import { foreseenQuery } from "./hooks.ts";

/** What saving a change would do to a group: how many people come in and go out. */
export function Foreseen({ groupId, change }: { groupId: number; change: GroupChangeAsked }) {
  const { t } = useLingui();
  const { data } = useQuery(foreseenQuery(groupId, change));
  if (!data) return null;
  const { come, gone } = data;
  return (
    <Banner tone={gone > 0 ? "warning" : "info"} role="status">
      {come + gone === 0
        ? t`When you save, the same people stay in the group.`
        : t`When you save, ${plural(come, { 0: "nobody comes in", one: "# person comes in", other: "# people come in" })} and ${plural(
            gone,
            {
              0: "nobody goes out",
              one: "# person goes out",
              other: "# people go out",
            },
          )}.`}
    </Banner>
  );
}
