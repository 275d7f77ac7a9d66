import { Trans } from "@lingui/react/macro";
import { FileDown } from "lucide-react";
import { Icon } from "#ui/icon.tsx";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { fileUrl } from "../file-url.ts";
import type { FileBlock } from "./file.ts";

/** A download link with the file's size. */
function View({ block }: BlockViewProps<FileBlock>) {
  const size = useByteSize();
  if (block.fileId === null) return null;
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

export const view = { View } satisfies BlockView<FileBlock>;
