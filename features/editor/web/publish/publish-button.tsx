import { Trans, useLingui } from "@lingui/react/macro";
import { CalendarClock, Ellipsis, EyeOff } from "lucide-react";
import { useState } from "react";
import { Button as MenuButton } from "react-aria-components/Button";
import { useMay } from "#features/portal/web/use-may.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Menu } from "#ui/menu.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import type { Jump } from "../jump.ts";
import "./publish.css";

const PublishDialog = lazyPart(() => import("./publish-dialog.tsx"));
const UnpublishDialog = lazyPart(() => import("./unpublish-dialog.tsx"));
const ScheduledDialog = lazyPart(() => import("./scheduled-dialog.tsx"));

interface PublishButtonProps {
  readonly draft: EditorDraft;
  /** Whether everything that was typed has reached the server. */
  readonly isSaved: boolean;
  /** Whether something was chosen that is saved by hand, and is not. */
  readonly isDirty: boolean;
  readonly onJump: (to: Jump) => void;
}

/** Publishes the draft, now or at a time, and takes the course out of the catalog; says when it will be published by itself. */
export function PublishButton({ draft, isSaved, isDirty, onJump }: PublishButtonProps) {
  const { t } = useLingui();
  const may = useMay();
  const [open, setOpen] = useState<"publish" | "schedule" | "unpublish" | "scheduled" | null>(null);
  const close = () => setOpen(null);
  const ask = (how: "publish" | "schedule") =>
    isDirty
      ? toast({ tone: "info", title: t`Save your changes first`, message: t`What is not saved would not be published.` })
      : setOpen(how);
  const { scheduled } = draft;
  const mayPublish = may("publish-courses");
  return (
    <div className="publish-actions">
      {scheduled &&
        (mayPublish ? (
          <Button variant="quiet" size="s" icon={CalendarClock} onPress={() => setOpen("scheduled")}>
            <ScheduledWords publishAt={scheduled.publishAt} />
          </Button>
        ) : (
          <span className="publish-scheduled muted small">
            <Icon of={CalendarClock} size="s" />
            <ScheduledWords publishAt={scheduled.publishAt} />
          </span>
        ))}
      {mayPublish && (
        <>
          <Button variant="primary" onPress={() => ask("publish")}>
            <Trans>Publish</Trans>
          </Button>
          <Menu
            label={t`More about publishing`}
            items={[
              { id: "schedule", label: t`Publish at a time`, icon: CalendarClock, onAction: () => ask("schedule") },
              ...(draft.status === "published"
                ? [{ id: "unpublish", label: t`Take out of the catalog`, icon: EyeOff, onAction: () => setOpen("unpublish") }]
                : []),
            ]}
            trigger={
              <MenuButton className="ui-button" data-variant="quiet" data-icon-only aria-label={t`More about publishing`}>
                <Icon of={Ellipsis} />
              </MenuButton>
            }
          />
        </>
      )}
      {(open === "publish" || open === "schedule") && (
        <PublishDialog key={open} draft={draft} isSaved={isSaved} isLater={open === "schedule"} onJump={onJump} onClose={close} />
      )}
      {open === "scheduled" && scheduled && <ScheduledDialog draft={draft} scheduled={scheduled} onClose={close} />}
      {open === "unpublish" && <UnpublishDialog draft={draft} onClose={close} />}
    </div>
  );
}

function ScheduledWords({ publishAt }: { publishAt: string }) {
  return (
    <span>
      <Trans>
        Will be published on <Time instant={publishAt} showZone={false} />
      </Trans>
    </span>
  );
}
