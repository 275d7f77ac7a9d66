import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "#ui/banner.tsx";
import type { GroupChangeAsked } from "../contract.ts";
import { foreseenQuery } from "./hooks.ts";

/** What saving a change would do to a group: how many people come in and go out, and which courses would ask for themselves by it. */
export function Foreseen({ groupId, change }: { groupId: number; change: GroupChangeAsked }) {
  const { t } = useLingui();
  const { data } = useQuery(foreseenQuery(groupId, change));
  if (!data) return null;
  const { come, gone, circles } = data;
  return (
    <Banner tone={gone > 0 || circles.length > 0 ? "warning" : "info"} role="status">
      <p>
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
      </p>
      {circles.length > 0 && (
        <p>
          {plural(circles.length, {
            one: "Nobody new could then begin this course, because it would ask for its own completion by way of this group:",
            other: "Nobody new could then begin these courses, because each would ask for its own completion by way of this group:",
          })}{" "}
          <bdi>{circles.join(", ")}</bdi>
        </p>
      )}
    </Banner>
  );
}
