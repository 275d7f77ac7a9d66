import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { usePercent } from "#ui/use-percent.ts";
import { zipPath, type FileReply } from "../contract.ts";
import { firstTitle, folderOf, isTitle, mostOf, takenEndings, fileUseOf } from "../file-place.ts";
import { useFileUpload } from "./use-file-upload.ts";
import "./media.css";

export interface FileUploadDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Where files are sent (specification §7: a configurable upload URL). */
  readonly url: string;
  /** More names and values that are sent with the file. */
  readonly paramsOf?: (file: File) => Promise<Readonly<Record<string, string>>>;
  /** The endings that are taken, such as ".png,.pdf". */
  readonly accept?: string;
  /** Where a .zip is extracted; null where extraction is disabled. */
  readonly extractUrl?: string | null;
  /** Whether the rules for videos are checked before a byte is sent. */
  readonly checksVideos?: boolean;
  /** The folder that is offered; undefined where files have none. */
  readonly folder?: string;
  readonly onDone: (reply: FileReply) => void;
}

/** The file upload dialog (specification §4, §5, §8, §9). Whatever was in it is gone when it opens again. */
export function FileUploadDialog(props: FileUploadDialogProps) {
  return props.isOpen && <Upload {...props} />;
}

const isZip = (name: string) => /\.zip$/i.test(name);
const isVideo = (file: File) => file.type.startsWith("video/") || fileUseOf(file.name) === "video";

function Upload(props: FileUploadDialogProps) {
  const { t } = useLingui();
  const { url, paramsOf, accept = takenEndings, extractUrl = zipPath, checksVideos = true, onClose, onDone } = props;
  const size = useByteSize();
  const percent = usePercent();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState("");
  const [folder, setFolder] = useState(props.folder ?? "");
  const [problem, setProblem] = useState("");
  const [errors, setErrors] = useState<{ title?: string; folder?: string }>({});
  const upload = useFileUpload({
    onDone(reply) {
      onDone(reply);
      onClose();
    },
    // Specification §8: an error toast with the returned text, and the dialog closes.
    onFailed(data) {
      toast({ tone: "danger", title: t`Error Message`, message: data });
      onClose();
    },
  });
  const { state, isBusy } = upload;
  const canExtract = file !== null && isZip(file.name) && extractUrl !== null;

  function choose(chosen: File) {
    setFile(chosen);
    setTitle(firstTitle(chosen.name));
    setErrors({});
    setProblem(problemOf(chosen));
  }
  function problemOf(chosen: File): string {
    const { name } = chosen;
    const use = fileUseOf(name);
    if (chosen.size === 0) return t`${name} is empty.`;
    if (!accept.split(",").some((ending) => name.toLowerCase().endsWith(ending))) return t`${name} is not of a kind that is taken here.`;
    if (checksVideos && isVideo(chosen)) return chosen.size > mostOf("video") ? t`Video exceeds max size of 500mb` : "";
    if (use === null || isZip(name) || chosen.size <= mostOf(use)) return "";
    const most = size(mostOf(use));
    return t`${name} is larger than ${most}, the most that is taken here.`;
  }
  /** Whether title and folder may be sent; says at the field what is wrong. */
  function mayBeSent(chosen: File): boolean {
    const asVideo = checksVideos && isVideo(chosen);
    const found = {
      ...(!isTitle(title, asVideo ? "video" : "document") && {
        title: asVideo
          ? t`Invalid characters in the video title.`
          : t`A title has at most 180 characters, and none of these: < > : " / \\ | ? *`,
      }),
      ...(folderOf(folder) === null && { folder: t`This is no name for a folder. It has no dots alone and no special characters.` }),
    };
    setErrors(found);
    return problem === "" && Object.keys(found).length === 0;
  }
  async function send() {
    if (!file || !mayBeSent(file)) return;
    const params = await paramsOf?.(file);
    upload.start({ url, file, title: title.trim(), path: props.folder === undefined ? undefined : folder, params, overrideFile: false });
  }
  function extract() {
    if (!file || extractUrl === null || !mayBeSent(file)) return;
    upload.start({ url: extractUrl, file, title: title.trim() });
  }
  function close() {
    upload.stop();
    onClose();
  }

  return (
    <>
      <Dialog
        title={props.title}
        width="third"
        isOpen
        onOpenChange={(isOpen) => !isOpen && close()}
        escapeCloses={!isBusy}
        footer={
          <>
            <Button onPress={isBusy ? upload.stop : close}>{isBusy ? <Trans>Stop the upload</Trans> : <Trans>Cancel</Trans>}</Button>
            {canExtract && !isBusy && (
              <Button onPress={extract}>
                <Trans>Extract</Trans>
              </Button>
            )}
            <Button
              variant="primary"
              isDisabled={!file}
              isPending={isBusy}
              pendingLabel={state.is === "sending" && state.share === 1 ? t`Checking` : t`Uploading`}
              onPress={() => void send()}
            >
              <Trans>Upload</Trans>
            </Button>
          </>
        }
      >
        <div className="stack">
          {state.is === "sending" && file ? (
            <div className="file-upload-way">
              <Progress label={file.name} value={state.share} max={1} text={percent(Math.floor(state.share * 100))} isLabelVisible />
              <p className="muted small" role="status">
                {state.share === 1 ? <Trans>The file has arrived and is being checked.</Trans> : <Trans>Keep this page open.</Trans>}
              </p>
            </div>
          ) : (
            <FileDrop
              label={file ? t`File: ${file.name}` : t`File`}
              accept={accept}
              chosen={
                file && (
                  <>
                    <bdi>{file.name}</bdi> <bdi className="muted num">{size(file.size)}</bdi>
                  </>
                )
              }
              prompt={<Trans>Choose a file or drop it here</Trans>}
              note={file ? <Trans>Choose another file</Trans> : <Trans>One file at a time</Trans>}
              problem={problem}
              onFile={choose}
            />
          )}
          {file && !isBusy && (
            <>
              <TextField
                label={canExtract ? t`Folder name` : t`Title`}
                dir="auto"
                value={title}
                onChange={setTitle}
                {...(errors.title !== undefined && { error: errors.title })}
                {...(canExtract && {
                  description: t`Extract makes web pages of the zip, in a folder of this name. Upload keeps the zip under this name.`,
                })}
              />
              {props.folder !== undefined && (
                <TextField
                  label={t`Folder`}
                  description={t`Where it stands among the files of this course. A new name makes a new folder.`}
                  isOptional
                  dir="auto"
                  value={folder}
                  onChange={setFolder}
                  {...(errors.folder !== undefined && { error: errors.folder })}
                />
              )}
            </>
          )}
        </div>
      </Dialog>
      <ConfirmDialog isOpen={state.is === "asking"} onConfirm={upload.confirm} onCancel={upload.stop}>
        <p>{state.is === "asking" && state.message}</p>
      </ConfirmDialog>
    </>
  );
}
