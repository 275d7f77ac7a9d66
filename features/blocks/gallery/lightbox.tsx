import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { pictureOf } from "../picture-of.ts";
import type { Picture } from "./gallery.ts";

interface LightboxProps {
  readonly pictures: readonly Picture[];
  readonly isOpen: boolean;
  /** Counts from 0; null while nothing is shown. */
  readonly shown: number | null;
  readonly onShow: (index: number | null) => void;
}

/** One picture of a gallery as large as the window lets it be. Its buttons lead to the others. */
export default function Lightbox({ pictures, isOpen, shown, onShow }: LightboxProps) {
  const { t } = useLingui();
  // Stays while the window closes.
  const [last, setLast] = useState(shown ?? 0);
  if (shown !== null && shown !== last) setLast(shown);
  const picture = pictures[last];
  const [number, total] = [last + 1, pictures.length];
  const go = (by: number) => onShow((last + by + total) % total);
  return (
    <Dialog
      title={t`Picture ${number} of ${total}`}
      width="half"
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onShow(null)}
      outsideCloses
      footer={
        total > 1 && (
          <>
            <Button icon={ChevronLeft} data-flip onPress={() => go(-1)}>{t`Previous picture`}</Button>
            <Button iconEnd={ChevronRight} onPress={() => go(1)}>{t`Next picture`}</Button>
          </>
        )
      }
    >
      {picture && (
        <figure className="gallery-large" aria-live="polite">
          <img
            {...pictureOf(picture.fileId, picture.width, "(width >= 990px) 50vw, 100vw")}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
          />
          {picture.caption && (
            <figcaption>
              <bdi>{picture.caption}</bdi>
            </figcaption>
          )}
        </figure>
      )}
    </Dialog>
  );
}
