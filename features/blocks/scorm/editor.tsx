import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { BlockEditor, BlockEditorProps, EditorPackage } from "../block-editor.ts";
import { SendField } from "../web/media-field.tsx";
import type { ScormBlock, ScormProblem } from "./scorm.ts";

/** Which part of which package of the course is played here. A package is sent, or chosen from those that the course has. */
function Form({ block, onChange, media: { packages, sendPackage }, autoFocus = false }: BlockEditorProps<ScormBlock>) {
  const { t, i18n } = useLingui();
  const chooser = useRef<HTMLButtonElement>(null);
  const [report, setReport] = useState("");
  const hasSome = (packages?.length ?? 0) > 0;
  useEffect(() => {
    if (autoFocus) chooser.current?.focus();
  }, [autoFocus]);
  const { packageId, scoKey } = block;
  const chosen = packages?.find((one) => one.packageId === packageId);
  /** The part with the same key stays chosen: it is the same one in a newer package. */
  const take = ({ packageId: id, parts, needsWindow }: EditorPackage) => {
    const part = parts.find((one) => one.scoKey === scoKey) ?? parts[0];
    if (part) onChange({ ...block, packageId: id, scoKey: part.scoKey, ...(needsWindow && { newWindow: true }) });
  };
  const uploaded = (instant: string) => i18n.date(new Date(instant), { dateStyle: "long", timeStyle: "short" });
  return (
    <div className="block-form">
      {packages === undefined && <Spinner label={t`Loading the packages of this course`} />}
      {packages === null && (
        <p className="muted">
          <Trans>The packages of this course could not be loaded. Load the page again, or upload one.</Trans>
        </p>
      )}
      {packages?.length === 0 && (
        <p className="muted">
          <Trans>This course has no SCORM package yet. Upload the zip that your authoring tool exports.</Trans>
        </p>
      )}
      {packages && hasSome && (
        <Select
          ref={chooser}
          label={t`Package`}
          placeholder={t`Choose a package`}
          options={packages.map(({ packageId: id, title, fileName, uploadedAt }) => ({
            id: String(id),
            label: title || fileName,
            description: `${fileName} · ${uploaded(uploadedAt)}`,
          }))}
          value={chosen ? String(chosen.packageId) : null}
          onChange={(id) => {
            const found = packages.find((one) => String(one.packageId) === id);
            setReport("");
            if (found) take(found);
          }}
        />
      )}
      {chosen && (
        <Select
          label={t`Part of the package`}
          options={chosen.parts.map((part) => ({ id: part.scoKey, label: part.title }))}
          value={scoKey}
          onChange={(key) => onChange({ ...block, packageId: chosen.packageId, scoKey: key })}
        />
      )}
      {sendPackage && (
        <SendField
          label={t`SCORM package (.zip)`}
          description={
            packageId === null
              ? t`SCORM 1.2 or SCORM 2004, as your authoring tool exports it`
              : t`Learners in the course stay on the package they started with until you publish and move them.`
          }
          accept=".zip"
          send={sendPackage}
          hasFile={packageId !== null}
          autoFocus={autoFocus && !hasSome}
          onStored={(sent) => {
            setReport(sent.report);
            take(sent);
          }}
        />
      )}
      {report !== "" && (
        <div role="status" className="package-report">
          {report}
        </div>
      )}
    </div>
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
