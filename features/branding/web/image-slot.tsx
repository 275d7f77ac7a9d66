import { Trans, useLingui } from "@lingui/react/macro";
import { ImageOff, TriangleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { contrast, parseColor } from "#ui/color.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { brandSlots, type BrandSlot } from "../brand.ts";
import type { BrandImage } from "../contract.ts";
import { useSlotWords } from "./use-slot-words.ts";

const CropDialog = lazyPart(() => import("./crop-dialog.tsx"));

interface ImageSlotProps {
  slot: BrandSlot;
  /** Address of what stands there; null for nothing of the portal's own. */
  address: string | null;
  /** What stands there is the portal's, in the look of a group. */
  isInherited?: boolean;
  images: readonly BrandImage[];
  /** The colour that it is shown on. */
  background: string;
  onTake: (image: BrandImage) => void;
  onRemove: () => void;
}

/** Contrast between a picture's mean colour and what is behind it, below which it is hardly seen. */
const hardlySeen = 1.4;

/** The place of an image: what stands there on its own background, another one, or none. */
export function ImageSlot({ slot, address, isInherited = false, images, background, onTake, onRemove }: ImageSlotProps) {
  const { t } = useLingui();
  const { title, help } = useSlotWords()[slot];
  const [chosen, setChosen] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const own = images.find((image) => image.address === address);
  const tones = [parseColor(own?.tone), parseColor(background)] as const;
  const isHardlySeen = tones[0] !== null && tones[1] !== null && contrast(tones[0], tones[1]) < hardlySeen;
  const [width, height] = brandSlots[slot].fits;
  return (
    <section className="brand-slot" aria-labelledby={`brand-${slot}`}>
      <h3 id={`brand-${slot}`}>{title}</h3>
      <p className="muted">
        {help}{" "}
        <Trans>
          Up to {width} × {height} pixels are kept.
        </Trans>
      </p>
      <div className="brand-shown" style={address ? { background } : undefined} data-slot={slot}>
        {address ? (
          <img src={address} alt={title} />
        ) : (
          <>
            <span className="muted">
              <Icon of={ImageOff} size="l" />
            </span>
            <span className="visually-hidden">
              <Trans>Nothing here yet</Trans>
            </span>
          </>
        )}
      </div>
      <div className="stack-s">
        {isHardlySeen && (
          <p className="brand-warning small" role="status">
            <Icon of={TriangleAlert} size="s" />
            <Trans>On this background it can hardly be seen. Choose another background, or a picture with an edge of its own.</Trans>
          </p>
        )}
        <div className="row">
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp,image/gif"
            aria-label={title}
            onChange={({ target }) => {
              setChosen(target.files?.[0] ?? null);
              target.value = "";
            }}
          />
          <Button
            size="s"
            onPress={() => input.current?.click()}
            aria-label={address ? t`Choose another: ${title}` : t`Choose a picture: ${title}`}
          >
            {address ? <Trans>Choose another</Trans> : <Trans>Choose a picture</Trans>}
          </Button>
          {isInherited && (
            <span className="muted small">
              <Trans>The portal's.</Trans>
            </span>
          )}
          {address && !isInherited && (
            <Button size="s" variant="quiet" onPress={onRemove} aria-label={t`Remove: ${title}`}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </div>
      {chosen && (
        <CropDialog
          slot={slot}
          title={title}
          file={chosen}
          onTaken={onTake}
          onClose={() => setChosen(null)}
          onGiveUp={() => setChosen(null)}
        />
      )}
    </section>
  );
}
