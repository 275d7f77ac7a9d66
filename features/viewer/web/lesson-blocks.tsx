import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, FileDown } from "lucide-react";
import { useState } from "react";
import type { LearnerBlock } from "#features/courses/content.ts";
import { fileUrl } from "#features/courses/web/file-url.ts";
import { Icon } from "#ui/icon.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import { useByteSize } from "#ui/use-byte-size.ts";

type ImageBlock = Extract<LearnerBlock, { kind: "image" }>;
type FileBlock = Extract<LearnerBlock, { kind: "file" }>;

/** A picture with its caption. Width and height keep its place while it loads; when it fails, its words remain. */
export function LessonImage({ block }: { block: ImageBlock }) {
  const { t } = useLingui();
  const [failed, setFailed] = useState(false);
  // Asking again needs another address, or the browser answers from what it has.
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <figure className="lesson-image">
      {failed ? (
        <div className="lesson-image-failed">
          <p>
            <Icon of={CircleAlert} /> <Trans>The picture could not be loaded.</Trans> {block.alt && <bdi>{block.alt}</bdi>}
          </p>
          <PlainButton onPress={retry}>{t`Try again`}</PlainButton>
        </div>
      ) : (
        <img
          src={fileUrl(block.fileId) + (attempt > 0 ? `?again=${attempt}` : "")}
          alt={block.alt}
          width={block.width}
          height={block.height}
          // Its room is known before it is there; no wider than it is.
          style={{ inlineSize: `min(100%, ${block.width}px)` }}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
      {block.caption && (
        <figcaption className="muted">
          <bdi>{block.caption}</bdi>
        </figcaption>
      )}
    </figure>
  );
}

/** A file to take along, with its size. */
export function LessonFile({ block }: { block: FileBlock }) {
  const size = useByteSize();
  return (
    <a className="lesson-file" href={fileUrl(block.fileId, block.name)} download={block.name}>
      <Icon of={FileDown} size="l" />
      <span className="lesson-file-words">
        <span>
          <Trans>
            Download <bdi>{block.name}</bdi>
          </Trans>
        </span>
        {block.description && (
          <span className="muted small">
            <bdi>{block.description}</bdi>
          </span>
        )}
      </span>
      <bdi className="muted num">{size(block.bytes)}</bdi>
    </a>
  );
}
