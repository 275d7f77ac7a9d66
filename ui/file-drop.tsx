import { useId, useState, type ReactNode } from "react";
import { FileCheck, Upload } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Icon } from "./icon.tsx";
import "./field.css";
import "./file-drop.css";

type FileDropProps = {
  /** What the file is, for those who do not see the box; with its name once there is one. */
  label: string;
  accept?: string | undefined;
  /** Shown once a file was chosen: its name and size. */
  chosen: ReactNode | null;
  chosenIcon?: LucideIcon;
  /** Shown before that, such as "Choose a file or drop it here". */
  prompt: ReactNode;
  note: ReactNode;
  problem: string;
  onFile: (file: File) => void;
  /** Called instead when several were chosen at once; without it, only one can be. */
  onFiles?: ((files: File[]) => void) | undefined;
};

/** A box in which a file is chosen, or several, by pressing or by dropping them there. */
export function FileDrop({ label, accept, chosen, chosenIcon = FileCheck, prompt, note, problem, onFile, onFiles }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <div className="ui-field">
      <label className="file-drop" data-over={isOver || undefined}>
        <input
          type="file"
          accept={accept}
          multiple={onFiles !== undefined}
          className="file-drop-input"
          aria-label={label}
          aria-describedby={`${id}-note ${id}-problem`}
          aria-invalid={problem ? true : undefined}
          // The invisible file input covers the box and accepts dropped files itself.
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => {
            const [file, ...others] = target.files ?? [];
            if (file && others.length > 0 && onFiles) onFiles([file, ...others]);
            else if (file) onFile(file);
            // Reset, so that the same file can be chosen again after it was changed.
            target.value = "";
          }}
        />
        <Icon of={chosen === null ? Upload : chosenIcon} size="l" />
        <span className="file-drop-name">{chosen ?? prompt}</span>
        <span className="ui-hint" id={`${id}-note`}>
          {note}
        </span>
      </label>
      <p className="ui-error" role="alert" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  );
}
