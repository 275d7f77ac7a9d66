import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import type { ScormBlock, ScormProblem } from "./scorm.ts";

const idOf = ({ packageId, scoKey }: { packageId: number; scoKey: string }) => `${packageId}/${scoKey}`;

/** Which part of which package of the course is played here; where the course has none, how to come by one. */
function Form({ block, onChange, media: { packages = [] }, autoFocus = false }: BlockEditorProps<ScormBlock>) {
  const { t } = useLingui();
  const chooser = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (autoFocus) chooser.current?.focus();
  }, [autoFocus]);
  const { packageId, scoKey } = block;
  if (packages.length === 0)
    return (
      <p className="muted">
        <Trans>This course has no SCORM package to choose from. To publish a package as a whole, create a SCORM course.</Trans>
      </p>
    );
  return (
    <Select
      ref={chooser}
      label={t`Part of a package`}
      options={packages.map((part) => ({ id: idOf(part), label: part.title }))}
      value={packageId === null ? null : idOf({ packageId, scoKey })}
      onChange={(id) => {
        const part = packages.find((one) => idOf(one) === id);
        if (part) onChange({ ...block, packageId: part.packageId, scoKey: part.scoKey });
      }}
    />
  );
}

/** Where it opens. */
function Settings({ block, onChange }: BlockEditorProps<ScormBlock>) {
  const { t } = useLingui();
  return (
    <Checkbox value={block.newWindow ?? false} onChange={(newWindow) => onChange({ ...block, newWindow })}>
      {t`Opens in a window of its own`}
    </Checkbox>
  );
}

const problemWords: Record<ScormProblem, MessageDescriptor> = {
  package_missing: msg`No package is chosen yet.`,
};

export const editor = {
  create: (id) => ({ id, kind: "scorm", packageId: null, scoKey: "none" }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<ScormBlock>;
