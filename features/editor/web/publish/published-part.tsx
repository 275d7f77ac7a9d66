import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { isUnfinished, jobQuery } from "#features/jobs/web/hooks.ts";
import type { Result } from "#platform/contract.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { Progress } from "#ui/progress.tsx";
import type { EditorDraft } from "../../contract.ts";
import type { publishDraft } from "../../publish-contract.ts";
import { versionQuery } from "../versions/hooks.ts";
import { MoveReport } from "./move-report.tsx";

interface PublishedPartProps {
  readonly draft: EditorDraft;
  readonly published: Result<typeof publishDraft>;
  readonly onClose: () => void;
}

/** What publishing did: the report about the people, or how far the job is that moves them. */
export function PublishedPart({ draft, published, onClose }: PublishedPartProps) {
  const { t, i18n } = useLingui();
  const { number, report, jobId } = published;
  const job = useQuery({ ...jobQuery(jobId ?? 0), enabled: jobId !== null });
  const isMoving = jobId !== null && (!job.data || isUnfinished(job.data));
  const moved = useQuery({ ...versionQuery(draft.id, number), enabled: jobId !== null && !isMoving });
  const shown = jobId === null ? report : (moved.data?.report ?? null);
  const [version, done, total] = [i18n.number(number), job.data?.done ?? 0, job.data?.total ?? 0];
  return (
    <Dialog
      title={t`Published`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="stack">
        <Banner tone="success" role="status" title={t`Version ${version} is what learners get now.`} />
        {isMoving ? (
          <div className="stack-s">
            <Progress
              label={t`Moving people`}
              isLabelVisible
              value={done}
              max={total}
              text={`${i18n.number(done)} / ${i18n.number(total)}`}
            />
            <p className="muted">
              <Plural
                value={total}
                one="# person is being moved. You can close this and go on working."
                other="# people are being moved. You can close this and go on working."
              />{" "}
              <Link to={`/jobs/${jobId}`}>
                <Trans>See the job</Trans>
              </Link>
            </p>
          </div>
        ) : job.data && job.data.state !== "done" ? (
          <Banner tone="danger" title={t`Not everybody was moved`}>
            <Link to={`/jobs/${jobId}`}>
              <Trans>See why, and try again</Trans>
            </Link>
          </Banner>
        ) : (
          shown && <MoveReport report={shown} />
        )}
      </div>
    </Dialog>
  );
}
