import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Condition } from "#features/conditions/condition.ts";
import { audienceFrom } from "#features/groups/web/audience-fields.tsx";
import { GroupCondition } from "#features/groups/web/group-condition.tsx";
import { useTermsErrors, type TermsErrors } from "#features/groups/web/use-terms-errors.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LayoutTerms } from "../layout-terms.ts";
import type { AudienceLayout, Layouts } from "../layouts.ts";
import { tryLayoutQuery } from "./hooks.ts";

// Lazy as on the screen that learners open: nothing that it loads first is shared with this one.
const columns = () => import("#features/dashboard/web/arrange-columns.tsx");
const ArrangeColumns = lazyPart(columns);

type Terms = Omit<Layouts, "revision">;
type Props = {
  /** The layout to change; null for a new one. */
  of: AudienceLayout | "everybody" | null;
  layouts: Layouts;
  onSave: (next: Terms, failed: (error: Error) => void) => void;
  isPending: boolean;
  onClose: () => void;
};

/** Arranges the dashboards of some people, or of everybody else: for whom, what stands where, and what they may not change. */
export default function LayoutForm({ of, layouts: { revision: _revision, ...terms }, onSave, isPending, onClose }: Props) {
  const { t } = useLingui();
  const some = of === "everybody" ? null : of;
  const [name, setName] = useState(some?.name ?? "");
  const [condition, setCondition] = useState(() => audienceFrom(some?.audience ?? null).condition);
  const [layout, setLayout] = useState(() => (of === "everybody" ? terms.everybody : (some?.layout ?? terms.everybody)));
  const messages = useTermsErrors();
  const [errors, setErrors] = useState<TermsErrors>({});

  const submit = () => {
    const failed = (error: Error) => {
      const { "": whole, ...fields } = messages.ofRefusal(error);
      setErrors({ "": whole ?? Object.values(fields)[0] ?? error.message });
    };
    if (of === "everybody") return onSave({ ...terms, everybody: layout }, failed);
    if (condition.of.length === 0) return setErrors({ audience: t`Say whom this layout is for: add a condition.` });
    const id = some?.id ?? Math.max(0, ...terms.layouts.map((one) => one.id)) + 1;
    const read = LayoutTerms.safeParse({ name, audience: condition as Condition });
    if (!read.success) return setErrors(messages.ofIssues(read.error.issues));
    setErrors({});
    const made: AudienceLayout = { ...read.data, id, layout };
    const layouts = some ? terms.layouts.map((one) => (one.id === id ? made : one)) : [...terms.layouts, made];
    onSave({ ...terms, layouts }, failed);
  };
  const shown = ["", "audience"].map((field) => errors[field]).filter((one) => one !== undefined);
  return (
    <Dialog
      title={of === null ? t`Add a layout` : of === "everybody" ? t`Change the layout for everybody else` : t`Change the layout`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={isPending} onPress={submit}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="form widget-form">
        {shown.map((message) => (
          <Banner key={message} tone="danger" role="alert">
            {message}
          </Banner>
        ))}
        {of !== "everybody" && (
          <>
            <TextField
              id="name"
              label={t`Name`}
              description={t`For you and other admins; people do not see it.`}
              autoComplete="off"
              maxLength={60}
              value={name}
              onChange={setName}
              error={errors["name"]}
            />
            <GroupCondition value={condition} onChange={setCondition} ask={tryLayoutQuery} />
          </>
        )}
        <section className="stack" aria-labelledby="widget-form-places">
          <div className="row-between">
            <h3 id="widget-form-places">
              <Trans>What stands where</Trans>
            </h3>
            <Button size="s" onPress={() => void columns().then(({ defaultLayout }) => setLayout(defaultLayout))}>
              <Trans>As it is at first</Trans>
            </Button>
          </div>
          <p className="muted small">
            <Trans>
              A widget that is off can be switched on by each person, and one that is on can be moved and hidden, unless it is locked. The
              main column is wide, the side column narrow.
            </Trans>
          </p>
          <ArrangeColumns value={layout} onChange={setLayout} locks meanwhile={<Skeleton shape="table" count={5} />} />
        </section>
      </div>
    </Dialog>
  );
}
