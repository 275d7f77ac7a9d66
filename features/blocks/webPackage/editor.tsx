import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { isLoadedForStage } from "#platform/web/stage-page.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps, EditorMedia } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import { openIn, SiteFrame } from "./site-frame.tsx";
import type { WebPackageBlock, WebPackageProblem } from "./web-package.ts";

/** The zip of web pages, and what they are called. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<WebPackageBlock>) {
  const { t } = useLingui();
  const { fileId, title } = block;
  return (
    <div className="block-form">
      <MediaField
        label={t`Web pages as a .zip`}
        description={t`With index.html at its top.`}
        use="site"
        accept=".zip"
        check={(file) => (/\.zip$/i.test(file.name) ? undefined : t`This is no .zip. Make one of the folder with index.html.`)}
        media={media}
        hasFile={fileId !== null}
        autoFocus={autoFocus}
        onStored={(stored) => onChange({ ...block, fileId: stored.fileId, title: title || stored.name.replace(/\.zip$/i, "") })}
      />
      <TextField
        label={t`Title`}
        description={t`It stands over the pages, and tells what they are where they cannot be seen.`}
        dir="auto"
        maxLength={500}
        value={title}
        onChange={(next) => onChange({ ...block, title: next })}
      />
      {fileId !== null && media.courseId !== undefined && (
        <Shown key={fileId} title={title} fileId={fileId} courseId={media.courseId} media={media} />
      )}
      <p className="muted small">
        <Trans>The pages play in a frame of their own. They cannot report progress: the lesson is complete by its own rule.</Trans>
      </p>
    </div>
  );
}

/** The pages as learners have them, once their author wants to see them: playing takes a request for each of their files. */
function Shown({ title, fileId, courseId, media }: { title: string; fileId: number; courseId: number; media: EditorMedia }) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  // Showing them may have loaded the page anew.
  const [isShown, setShown] = useState(isLoadedForStage);
  const [isSettling, setSettling] = useState(false);
  const show = async () => {
    // The button goes with the press.
    place.current?.focus({ preventScroll: true });
    setSettling(true);
    await media.settle?.();
    setShown(true);
  };
  return (
    <div ref={place} tabIndex={-1}>
      {isShown ? (
        <SiteFrame title={title} fileId={fileId} open={openIn(courseId)} />
      ) : (
        <Button isPending={isSettling} onPress={() => void show()}>{t`Show the pages here`}</Button>
      )}
    </div>
  );
}

const problemWords: Record<WebPackageProblem, MessageDescriptor> = {
  file_missing: msg`No web pages are chosen yet.`,
  title_missing: msg`The web pages have no title.`,
};

export const editor = {
  create: (id) => ({ id, kind: "webPackage", title: "", fileId: null }),
  Form,
  problemWords,
} satisfies BlockEditor<WebPackageBlock>;
