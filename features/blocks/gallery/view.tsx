import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { useFetchAhead } from "#ui/use-fetch-ahead.ts";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import { pictureOf } from "../picture-of.ts";
import type { GalleryBlock } from "./gallery.ts";
import "./gallery.css";

const Lightbox = lazyPart(() => import("./lightbox.tsx"));

/** Pictures beside one another. A press on one shows it large, with its caption. */
function View({ block: { pictures } }: BlockViewProps<GalleryBlock>) {
  const { t } = useLingui();
  const [shown, show] = useState<number | null>(null);
  // Stays once it was open, so that its closing animation can play.
  const [isWanted, setWanted] = useState(false);
  useFetchAhead([Lightbox]);
  const open = (index: number | null) => {
    setWanted(true);
    show(index);
  };
  const giveUp = () => {
    setWanted(false);
    show(null);
  };
  return (
    <>
      <ul className="gallery" aria-label={t`Pictures`}>
        {pictures.map(({ id, fileId, alt, width, height }, index) => (
          <li key={id}>
            <button type="button" onClick={() => open(index)}>
              <img
                {...pictureOf(fileId, width, "min(50vw, 12rem)")}
                alt={alt}
                width={width}
                height={height}
                loading="lazy"
                decoding="async"
              />
            </button>
          </li>
        ))}
      </ul>
      {isWanted && <Lightbox pictures={pictures} isOpen={shown !== null} shown={shown} onShow={open} onGiveUp={giveUp} />}
    </>
  );
}

export const view = { View } satisfies BlockView<GalleryBlock>;
