import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleDot, CircleX } from "lucide-react";
import { Tag } from "#ui/tag.tsx";

/** Whether an answer was right, partly right or wrong. */
export function AnswerMark({ right, partly }: { right: boolean; partly: boolean }) {
  const { t } = useLingui();
  return (
    <Tag tone={right ? "success" : partly ? "warning" : "danger"} icon={right ? CircleCheck : partly ? CircleDot : CircleX}>
      {right ? t`Right` : partly ? t`Partly right` : t`Wrong`}
    </Tag>
  );
}
