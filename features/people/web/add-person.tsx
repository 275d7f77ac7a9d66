import { Trans } from "@lingui/react/macro";
import { UserPlus } from "lucide-react";
import * as z from "zod/mini";
import { Button } from "#ui/button.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { LazyAddPersonDialog } from "./lazy-dialogs.ts";

const shape = { add: z.enum(["", "person"]) };
const defaults: { add: "" | "person" } = { add: "" };

/** The button that adds one person by hand; its dialog has an address of its own, `?add=person`. */
export function AddPerson() {
  const { state, set } = useUrlState(shape, defaults);
  return (
    <>
      <Button variant="primary" icon={UserPlus} onPress={() => set({ add: "person" })}>
        <Trans>Add a person</Trans>
      </Button>
      <LazyAddPersonDialog isOpen={state.add === "person"} onClose={() => set({ add: "" }, { replace: true })} />
    </>
  );
}
