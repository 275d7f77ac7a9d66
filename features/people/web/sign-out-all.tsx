import { useLingui } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";

type Props = {
  readonly name: string;
  /** The button's words: "Sign out everywhere". */
  readonly action: ReactNode;
  readonly question: ReactNode;
  /** Signs the person out; throws where that is refused. */
  readonly onSignOut: () => Promise<unknown>;
};

/** A button that signs a person out of many browsers at once, after a question, and says what became of it. */
export function SignOutAll({ name, action, question, onSignOut }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<"no" | "yes" | "answered">("no");
  const signOut = async () => {
    setAsked("answered");
    try {
      await onSignOut();
      toast({ tone: "success", title: t`${name} is signed out` });
    } catch (error) {
      toast({ tone: "danger", title: t`Nobody was signed out`, message: error instanceof Error ? error.message : "" });
    }
    setAsked("no");
  };
  return (
    <div>
      <Button icon={LogOut} onPress={() => setAsked("yes")}>
        {action}
      </Button>
      <LazyConfirmDialog
        isOpen={asked !== "no"}
        isPending={asked === "answered"}
        onCancel={() => setAsked("no")}
        onConfirm={() => void signOut()}
      >
        <p>{question}</p>
      </LazyConfirmDialog>
    </div>
  );
}
