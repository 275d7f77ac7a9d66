import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { CopyId } from "./copy-id.tsx";
import { Icon } from "./icon.tsx";
import { Button } from "./button.tsx";
import "./state.css";

type ErrorStateProps = {
  /** What failed. */
  title: string;
  /** What is not lost ("Your answers are saved"). */
  safe?: ReactNode;
  /** What to do now. */
  next?: ReactNode;
  requestId?: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  headingLevel?: 2 | 3 | 4;
};

/** An error: what failed, what is not lost, what to do, and the request id for support. */
export function ErrorState(props: ErrorStateProps) {
  const { t } = useLingui();
  const Heading = `h${props.headingLevel ?? 2}` as const;
  return (
    <div className="ui-state" data-tone="danger" role="alert">
      <Icon of={CircleAlert} size="l" />
      <Heading>{props.title}</Heading>
      {props.safe && <p>{props.safe}</p>}
      {props.next && <p className="muted">{props.next}</p>}
      <div className="ui-state-actions">
        {props.onRetry && (
          <Button icon={RotateCw} onPress={props.onRetry} isPending={props.isRetrying} pendingLabel={t`Trying again`}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {props.requestId && <CopyId label={t`Request id`} value={props.requestId} />}
      </div>
    </div>
  );
}
