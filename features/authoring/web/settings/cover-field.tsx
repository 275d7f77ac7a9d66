import { Trans, useLingui } from "@lingui/react/macro";
import { ImageUp, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { Controller } from "react-hook-form";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { Button } from "#ui/button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { EditorControl } from "../editor-values.ts";
import { fieldId } from "../editor-values.ts";

const CoverDialog = lazyPart(() => import("./cover-dialog.tsx"));

/** A course's picture, or the plate that is drawn for it. Decorative wherever it is shown: the title stands beside it. */
export function CoverField({ control, courseId }: { control: EditorControl; courseId: number }) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  return (
    <Controller
      control={control}
      name="coverFileId"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <div role="group" aria-labelledby="editor-cover-title" className="stack-s" id={fieldId("coverFileId")} tabIndex={-1}>
          <span className="ui-label" id="editor-cover-title">
            <Trans>Cover</Trans>
          </span>
          <div className="editor-cover">
            <CourseCover course={{ id: courseId, coverFileId: value }} />
          </div>
          <p className="ui-hint">
            {value === null ? (
              <Trans>Drawn for this course. A picture of your own takes its place.</Trans>
            ) : (
              <Trans>
                Shown on cards and on the course's page. Screen readers skip it, so it should not say anything that the title does not.
              </Trans>
            )}
          </p>
          {error?.message && <p className="ui-error">{error.message}</p>}
          <span className="row">
            <Button size="s" icon={ImageUp} onPress={() => chooser.current?.click()}>
              {value === null ? <Trans>Choose a picture</Trans> : <Trans>Choose another picture</Trans>}
            </Button>
            {value !== null && (
              <Button size="s" variant="quiet" icon={Undo2} onPress={() => onChange(null)}>
                <Trans>Use the drawn one</Trans>
              </Button>
            )}
          </span>
          <input
            ref={chooser}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={t`Picture of the cover`}
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              // So that the same file can be chosen again after it was changed.
              target.value = "";
            }}
          />
          {file && (
            <CoverDialog courseId={courseId} file={file} onTaken={onChange} onClose={() => setFile(null)} onGiveUp={() => setFile(null)} />
          )}
        </div>
      )}
    />
  );
}
