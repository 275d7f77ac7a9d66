import { Trans, useLingui } from "@lingui/react/macro";
import { Ban, Pencil, Play, Pause, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { toast } from "#ui/toast.ts";
import type { Code } from "../contract.ts";
import { useSetState } from "./hooks.ts";

const CodeEditor = lazyPart(() => import("./code-editor.tsx"));
const RevokeDialog = lazyPart(() => import("./revoke-dialog.tsx"));

/** What somebody can do with a code: change it, pause or activate it, end it. */
export function CodeActions({ code }: { code: Code }) {
  const { t } = useLingui();
  const state = useSetState(code.id);
  const [open, setOpen] = useState<"editor" | "revoke" | null>(null);
  const close = () => setOpen(null);
  const failed = (error: Error) => toast({ tone: "danger", title: t`The code was not changed`, message: error.message });
  const isOver = code.state === "revoked";
  const isAsleep = code.state === "draft" || code.state === "paused";
  const activate = () =>
    state.mutate("active", { onSuccess: () => toast({ tone: "success", title: t`The code works now` }), onError: failed });
  const pause = () =>
    state.mutate("paused", {
      onSuccess: () => toast({ tone: "success", title: t`The code is paused`, action: { label: t`Undo`, onPress: activate } }),
      onError: failed,
    });
  return (
    <>
      {!isOver && (
        <>
          <Button icon={Pencil} onPress={() => setOpen("editor")}>
            <Trans>Change</Trans>
          </Button>
          {isAsleep ? (
            <Button icon={Play} variant="primary" isPending={state.isPending} onPress={activate}>
              <Trans>Activate</Trans>
            </Button>
          ) : (
            <Button icon={Pause} isPending={state.isPending} onPress={pause}>
              <Trans>Pause</Trans>
            </Button>
          )}
          <Button icon={Ban} onPress={() => setOpen("revoke")}>
            <Trans>End the code</Trans>
          </Button>
        </>
      )}
      {isOver && code.undoable > 0 && (
        <Button icon={Undo2} onPress={() => setOpen("revoke")}>
          <Trans>Take back what it gave</Trans>
        </Button>
      )}
      {open === "editor" && <CodeEditor code={code} onClose={close} onGiveUp={close} />}
      {open === "revoke" && <RevokeDialog code={code} onClose={close} onGiveUp={close} />}
    </>
  );
}
