import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDashed, TriangleAlert, Unlink } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Tone } from "#ui/tone.ts";
import type { LinkHealth as Health, LinkProblem, QuickLink } from "../contract.ts";

const looks: Record<Health, { icon: LucideIcon; tone: Tone }> = {
  works: { icon: CircleCheck, tone: "success" },
  failed: { icon: TriangleAlert, tone: "warning" },
  dead: { icon: Unlink, tone: "danger" },
  unasked: { icon: CircleDashed, tone: "neutral" },
};

/** What the last check of a link found, when, and why (QL-2). */
export function LinkHealth({ health: { state, problem, status, checkedAt, failingSince } }: { health: NonNullable<QuickLink["health"]> }) {
  const { t } = useLingui();
  const code = String(status ?? "");
  const word: Record<Health, string> = {
    works: t`Leads somewhere`,
    failed: t`Led nowhere once`,
    dead: t`Dead link`,
    unasked: t`Cannot be checked`,
  };
  const why: Record<LinkProblem, string> = {
    gone: t`There is nothing at this address any more (${code}).`,
    status: t`Its server answers with an error (${code}).`,
    no_screen: t`This portal has no such page.`,
    no_course: t`The course is not published any more.`,
    unknown_host: t`The name of its server does not exist.`,
    unreachable: t`Its server could not be reached.`,
    timeout: t`Its server did not answer in time.`,
    certificate: t`The certificate of its server is not valid.`,
    redirects: t`It is led on too often.`,
    inner: t`It leads into a network or to a port that is not public. Nothing is asked there.`,
  };
  return (
    <span className="quick-links-health">
      <Tag {...looks[state]}>{word[state]}</Tag>
      <span className="muted small">
        {problem && `${why[problem]} `}
        {failingSince !== null && (
          <>
            <Trans>
              Since <Time instant={failingSince} kind="date" />.
            </Trans>{" "}
          </>
        )}
        <Trans>
          Checked <Time instant={checkedAt} showZone={false} />.
        </Trans>
      </span>
    </span>
  );
}
