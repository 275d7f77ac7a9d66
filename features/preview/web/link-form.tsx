import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import type { ShownDocument } from "../contract.ts";
import { useSharing } from "./hooks.ts";

const lives = ["1", "7", "14", "30", "90"] as const;

/** Asks for what a new link is: for whom, what it shows, until when, and whether a passcode goes with it. */
export function LinkForm({ courseId, hasCurrent, onClose }: { courseId: number; hasCurrent: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { makeLink } = useSharing(courseId);
  const [name, setName] = useState("");
  const [shows, setShows] = useState<ShownDocument>("draft");
  const [days, setDays] = useState<(typeof lives)[number]>("14");
  const [passcode, setPasscode] = useState("");
  const { error } = makeLink;
  const refusal = (field: string) =>
    error instanceof CallError ? error.errors.find((one) => one.field === field || one.field === `body.${field}`)?.message : undefined;
  const [nameError, passcodeError] = [refusal("name"), refusal("passcode")];
  const failure = error && nameError === undefined && passcodeError === undefined ? error : null;
  return (
    <form
      className="form share-form"
      onSubmit={(event) => {
        event.preventDefault();
        makeLink.mutate(
          { name, shows, days: Number(days), passcode: passcode.trim() === "" ? null : passcode },
          {
            onSuccess: () => {
              toast({ tone: "success", title: t`The link was made`, message: t`Copy it and send it to those who are to see the course.` });
              onClose();
            },
          },
        );
      }}
    >
      {failure && (
        <Banner tone="danger" role="alert">
          {failure instanceof CallError && failure.status !== 0
            ? failure.message
            : t`No link was made. Check your connection, then try again.`}
        </Banner>
      )}
      <TextField
        label={t`Who it is for`}
        description={t`Only you and the other authors see this.`}
        value={name}
        onChange={setName}
        maxLength={100}
        dir="auto"
        autoFocus
        {...(nameError !== undefined && { error: nameError })}
      />
      {hasCurrent && (
        <Select<ShownDocument>
          label={t`What it shows`}
          value={shows}
          options={[
            { id: "draft", label: t`The draft, as it changes` },
            { id: "current", label: t`The published version` },
          ]}
          onChange={setShows}
        />
      )}
      <Select
        label={t`How long it works`}
        value={days}
        options={lives.map((id) => ({ id, label: t`${plural(Number(id), { one: "# day", other: "# days" })}` }))}
        onChange={setDays}
      />
      <TextField
        label={t`Passcode`}
        isOptional
        description={t`At least 6 characters. Send it another way than the link; it cannot be shown again.`}
        value={passcode}
        onChange={setPasscode}
        maxLength={100}
        autoComplete="off"
        {...(passcodeError !== undefined && { error: passcodeError })}
      />
      <div className="row">
        <Button type="submit" variant="primary" isPending={makeLink.isPending} pendingLabel={t`Making the link`}>
          <Trans>Make the link</Trans>
        </Button>
        <Button variant="quiet" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
