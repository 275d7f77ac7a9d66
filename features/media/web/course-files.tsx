import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { AudioLines, Clapperboard, FileArchive, FileText, Globe, Image, Plus, RefreshCw, Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { courseFilesPath, zipPath, type CourseFile } from "../contract.ts";
import { playedLength } from "./course-media.ts";
import { FileUploadDialog } from "./file-upload-dialog.tsx";
import { courseFilesQuery, usePutBack, useRemoveFile, useTakeFile } from "./hooks.ts";
import "./media.css";

/** Up to how many files there is no search. */
const fewFiles = 8;

/** The files of a course for its authors: what is there and where it is shown, sending, replacing, taking out. */
export function CourseFiles({ courseId }: { courseId: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(courseFilesQuery(courseId));
  const [words, setWords] = useState("");
  const [sending, setSending] = useState<"new" | CourseFile | null>(null);
  const [removing, setRemoving] = useState<CourseFile | null>(null);
  const remove = useRemoveFile(courseId);
  const take = useTakeFile(courseId);
  const failed = (wrong: unknown) =>
    toast({ tone: "danger", title: t`Error Message`, message: wrong instanceof CallError ? wrong.message : String(wrong) });

  const putBack = usePutBack(courseId);
  const done = { onSuccess: () => toast({ tone: "success", title: t`Undone` }), onError: failed };
  const takeOut = ({ fileId, name }: CourseFile) =>
    remove.mutate(fileId, {
      onError: failed,
      onSuccess: () =>
        toast({
          tone: "success",
          title: t`${name} was taken out`,
          action: { label: t`Undo`, onPress: () => take.mutate(fileId, done) },
        }),
    });

  if (error && !data)
    return (
      <ErrorState
        title={t`The files could not be loaded`}
        next={error instanceof CallError ? error.message : t`Check your connection, then try again.`}
        requestId={error instanceof CallError && error.requestId ? error.requestId : undefined}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        headingLevel={3}
      />
    );
  if (!data) return <Skeleton count={5} />;
  const wanted = words.trim().toLocaleLowerCase();
  const shown = data.files.filter(({ name, folder }) => `${folder}/${name}`.toLocaleLowerCase().includes(wanted));
  const replaced = sending !== "new" ? sending : null;
  return (
    <div className="course-files">
      <div className="row">
        <Button icon={Upload} variant="primary" onPress={() => setSending("new")}>
          <Trans>Upload a file</Trans>
        </Button>
        {data.files.length > fewFiles && <SearchField label={t`Search the files`} value={words} onChange={setWords} />}
      </div>
      {data.files.length === 0 ? (
        <EmptyState
          headingLevel={3}
          icon={Image}
          title={t`No files yet`}
          message={<Trans>Pictures, videos, documents and web pages that you send for this course stand here.</Trans>}
        />
      ) : shown.length === 0 ? (
        <EmptyState headingLevel={3} title={t`No file has these words in its name`} />
      ) : (
        <ul className="course-files-list" aria-label={t`Files of this course`}>
          {shown.map((file) => (
            <FileRow
              key={file.fileId}
              file={file}
              onReplace={() => setSending(file)}
              onRemove={() => setRemoving(file)}
              onTake={() => take.mutate(file.fileId, { onError: failed })}
            />
          ))}
        </ul>
      )}
      <FileUploadDialog
        isOpen={sending !== null}
        onClose={() => setSending(null)}
        title={replaced ? t`Replace ${replaced.name}` : t`Upload a file`}
        url={courseFilesPath.replace(":courseId", String(courseId))}
        paramsOf={async (file): Promise<Record<string, string>> => {
          if (!replaced) return {};
          const seconds = await playedLength(file);
          return { replaces: String(replaced.fileId), ...(seconds !== null && { seconds: seconds.toFixed(3) }) };
        }}
        extractUrl={replaced ? null : `${zipPath}?courseId=${courseId}`}
        {...(!replaced && { folder: "" })}
        onDone={({ replaced: before, file }) => {
          const undo = before && file && { action: { label: t`Undo`, onPress: () => putBack.mutate({ replaced: before, file }, done) } };
          toast({ tone: "success", title: before ? t`File replaced` : t`File added`, ...undo });
          void client.invalidateQueries({ queryKey: courseFilesQuery(courseId).queryKey });
        }}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        tone="danger"
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) takeOut(removing);
          setRemoving(null);
        }}
      >
        <p>
          <Trans>
            Take <bdi>{removing?.name}</bdi> out of the files of this course? Versions already published keep it.
          </Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}

const iconOf = ({ mime, webFiles }: CourseFile) =>
  webFiles !== null
    ? Globe
    : mime.startsWith("image/")
      ? Image
      : mime.startsWith("video/")
        ? Clapperboard
        : mime.startsWith("audio/")
          ? AudioLines
          : mime === "application/zip"
            ? FileArchive
            : FileText;

type FileRowProps = { file: CourseFile; onReplace: () => void; onRemove: () => void; onTake: () => void };

function FileRow({ file, onReplace, onRemove, onTake }: FileRowProps) {
  const { t } = useLingui();
  const size = useByteSize();
  const { fileId, name, folder, bytes, sentAt, pages, isPublished, webFiles, isLoose } = file;
  return (
    <li className="course-file">
      <Icon of={iconOf(file)} size="l" />
      <div className="course-file-words">
        <a href={`/rest/files/${fileId}/${encodeURIComponent(name)}`} target="_blank" rel="noopener">
          {folder !== "" && <bdi className="muted">{folder} / </bdi>}
          <bdi>{name}</bdi>
          <span className="visually-hidden"> {t`(opens in a new tab)`}</span>
        </a>
        <span className="muted small num">
          <bdi>{size(bytes)}</bdi> · <Time instant={sentAt} kind="date" />
          {webFiles !== null && (
            <>
              {" · "}
              <Plural value={webFiles} one="Web pages, # file" other="Web pages, # files" />
            </>
          )}
        </span>
        <span className="small">
          {isLoose ? (
            <Trans>In no course yet</Trans>
          ) : pages.length > 0 ? (
            <Trans>
              On <bdi>{pages.map(({ title }) => title || t`Untitled page`).join(", ")}</bdi>
            </Trans>
          ) : isPublished ? (
            <Trans>Only in published versions</Trans>
          ) : (
            <span className="muted">
              <Trans>On no page</Trans>
            </span>
          )}
        </span>
      </div>
      <div className="course-file-actions">
        {isLoose ? (
          <Button size="s" icon={Plus} onPress={onTake} aria-label={t`Add to this course: ${name}`}>
            <Trans>Add to this course</Trans>
          </Button>
        ) : (
          <>
            {webFiles === null && <IconButton icon={RefreshCw} label={t`Replace ${name}`} onPress={onReplace} />}
            <IconButton icon={Trash2} label={t`Remove ${name}`} onPress={onRemove} isDisabled={pages.length > 0} />
          </>
        )}
      </div>
    </li>
  );
}
