import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useMay } from "#features/portal/web/use-may.ts";
import { call } from "#platform/call.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import type { EditorDraft } from "../../contract.ts";
import { checkPublish, publishDraft, type PublishProblem } from "../../publish-contract.ts";
import { useRenewDraft } from "../hooks.ts";

interface PublishButtonProps {
  readonly draft: EditorDraft;
  /** Whether everything that was typed has reached the server. */
  readonly isSaved: boolean;
  readonly onJump: (pageId: string, blockId?: string) => void;
}

/** Publishes the draft when it is ready; else leads to the first thing to mend. */
export function PublishButton({ draft, isSaved, onJump }: PublishButtonProps) {
  const { t } = useLingui();
  const may = useMay();
  const renew = useRenewDraft(draft.id);
  const params = { courseId: draft.id };
  const publish = useMutation({
    mutationFn: async (): Promise<PublishProblem | null> => {
      const check = await call(checkPublish, { params });
      const first = check.problems.find(({ severity }) => severity === "error");
      if (first) return first;
      await call(publishDraft, { params, body: { revision: check.revision, note: "" } });
      return null;
    },
    onSuccess: (problem) => {
      if (problem) {
        toast({ tone: "warning", title: t`This course is not ready yet` });
        if (problem.pageId) onJump(problem.pageId, problem.blockId ?? undefined);
        return;
      }
      toast({ tone: "success", title: t`Published` });
      void renew();
    },
    onError: (error) => toast({ tone: "danger", title: t`The course was not published`, message: error.message }),
  });
  if (!may("publish-courses")) return null;
  return (
    <Button variant="primary" isDisabled={!isSaved} isPending={publish.isPending} onPress={() => publish.mutate()}>
      {t`Publish`}
    </Button>
  );
}
