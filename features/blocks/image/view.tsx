import { useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { Button } from "#ui/button.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { pictureOf } from "../picture-of.ts";
import type { ImageBlock } from "./image.ts";

/** A picture with its caption. Width and height reserve its space while it loads; when it fails, its alternative text remains. */
function View({ block }: BlockViewProps<ImageBlock>) {
  const { t } = useLingui();
  const [failed, setFailed] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const retry = () => {
    // The button goes with the press.
    figure.current?.focus({ preventScroll: true });
    setFailed(false);
  };
  if (block.fileId === null) return null;
  return (
    <figure ref={figure} className="lesson-image" tabIndex={-1}>
      {failed ? (
        <div className="lesson-image-failed">
          <p>
            <Icon of={CircleAlert} /> {t`The image could not be loaded.`} {block.alt && <bdi>{block.alt}</bdi>}
          </p>
          <Button onPress={retry}>{t`Try again`}</Button>
        </div>
      ) : (
        <img
          {...pictureOf(block.fileId, block.width)}
          alt={block.alt}
          width={block.width}
          height={block.height}
          // Reserves the space before the picture is loaded, and never enlarges it.
          style={{ inlineSize: `min(100%, ${block.shownWidth ?? block.width}px)` }}
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

export const view = { View } satisfies BlockView<ImageBlock>;
