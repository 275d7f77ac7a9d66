import { Trans, useLingui } from "@lingui/react/macro";
import { FileArchive } from "lucide-react";
import { useState } from "react";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { usePercent } from "#ui/use-percent.ts";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { usePackageProblem } from "./use-package-problem.ts";
import type { UploadState } from "./use-package-upload.ts";
import "./upload.css";

type Props = {
  file: File | null;
  onFile: (file: File | null) => void;
  /** Called instead when several were chosen; without it, only one can be. */
  onFiles?: (files: File[]) => void;
  state: UploadState;
};

/** Chooses one .zip file (specification §5) by pressing or dropping, or several where that is wanted, and shows the upload's progress. */
export function PackagePicker({ file, onFile, onFiles, state }: Props) {
  if (file && state.is !== "resting" && state.is !== "asking") return <OnItsWay file={file} state={state} />;
  return <Picker file={file} onFile={onFile} {...(onFiles && { onFiles })} />;
}

function Picker({ file, onFile, onFiles }: Omit<Props, "state">) {
  const { t } = useLingui();
  const size = useByteSize();
  const problemOf = usePackageProblem();
  const [problem, setProblem] = useState("");

  function take(chosen: File) {
    const wrong = problemOf(chosen);
    setProblem(wrong);
    onFile(wrong ? null : chosen);
  }

  return (
    <FileDrop
      label={file ? t`SCORM package (.zip): ${file.name}` : t`SCORM package (.zip)`}
      accept=".zip"
      chosen={
        file && (
          <>
            <bdi>{file.name}</bdi> <bdi className="muted num">{size(file.size)}</bdi>
          </>
        )
      }
      chosenIcon={FileArchive}
      prompt={onFiles ? <Trans>Choose .zip files or drop them here</Trans> : <Trans>Choose a .zip file or drop it here</Trans>}
      note={file ? <Trans>Choose another file</Trans> : <Trans>SCORM 1.2 or SCORM 2004, as your authoring tool exports it</Trans>}
      problem={problem}
      onFile={take}
      onFiles={onFiles}
    />
  );
}

function OnItsWay({ file, state }: { file: File; state: UploadState }) {
  const { t } = useLingui();
  const size = useByteSize();
  const percent = usePercent();
  const left = useTimeLeft(state);
  if (state.is === "checking")
    return (
      <div className="upload-way">
        <Spinner label={t`Checking the package`} />
        <p role="status">
          <Trans>
            <bdi>{file.name}</bdi> has arrived. It is being unpacked and checked; large packages take a minute.
          </Trans>
        </p>
      </div>
    );
  if (state.is !== "sending") return null;
  const { loaded, total, speed } = state;
  const part = total > 0 ? Math.floor((loaded / total) * 100) : 0;
  return (
    <div className="upload-way">
      <Progress label={file.name} value={loaded} max={total} text={percent(part)} isLabelVisible />
      <p className="muted num small">
        <Trans>
          <bdi>{size(loaded)}</bdi> of <bdi>{size(total)}</bdi>
        </Trans>
        {speed !== null && (
          <>
            {" · "}
            <bdi>{t`${size(speed)} per second`}</bdi>
          </>
        )}
        {left && (
          <>
            {" · "}
            <bdi>{left}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

/** "about 2 min left"; empty until the speed is known. */
function useTimeLeft(state: UploadState): string {
  const { t, i18n } = useLingui();
  if (state.is !== "sending" || !state.speed) return "";
  const seconds = Math.ceil((state.total - state.loaded) / state.speed);
  const time = i18n.number(seconds < 60 ? seconds : Math.ceil(seconds / 60), {
    style: "unit",
    unit: seconds < 60 ? "second" : "minute",
    unitDisplay: "short",
  });
  return t`about ${time} left`;
}
