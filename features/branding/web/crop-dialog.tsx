import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useMemo, useState } from "react";
import { ReactCrop, type PercentCrop } from "react-image-crop";
import "react-image-crop/dist/ReactCrop.css";
import "./crop-dialog.css";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { brandSlots, type BrandSlot } from "../brand.ts";
import type { BrandImage } from "../contract.ts";
import { useUpload } from "./hooks.ts";

interface CropDialogProps {
  slot: BrandSlot;
  /** What the place is called. */
  title: string;
  file: File;
  onTaken: (image: BrandImage) => void;
  onClose: () => void;
}

const whole: PercentCrop = { unit: "%", x: 0, y: 0, width: 100, height: 100 };

/** What of a picture is taken: a rectangle that is drawn by the pointer or moved by the arrow keys; all of it at first. */
export default function CropDialog({ slot, title, file, onTaken, onClose }: CropDialogProps) {
  const { t } = useLingui();
  const upload = useUpload();
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [crop, setCrop] = useState<PercentCrop>(whole);
  const [leastWidth, leastHeight] = brandSlots[slot].least;
  const part = size && {
    x: Math.round((crop.x / 100) * size.width),
    y: Math.round((crop.y / 100) * size.height),
    width: Math.max(1, Math.floor((crop.width / 100) * size.width)),
    height: Math.max(1, Math.floor((crop.height / 100) * size.height)),
  };
  const isTooSmall = part !== null && (part.width < leastWidth || part.height < leastHeight);
  const take = () =>
    part &&
    upload.mutate(
      { slot, file, crop: [part.x, part.y, part.width, part.height] },
      {
        onSuccess: (image) => {
          onTaken(image);
          onClose();
        },
      },
    );
  return (
    <Dialog
      title={title}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isDisabled={!part || isTooSmall}
            isPending={upload.isPending}
            pendingLabel={t`Uploading`}
            onPress={take}
          >
            <Trans>Use this part</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {upload.isError && (
          <Banner tone="danger" role="alert" title={t`The picture was not taken`}>
            <p>{upload.error.message}</p>
          </Banner>
        )}
        {isUnreadable ? (
          <Banner tone="danger" role="alert" title={t`This file is no picture that can be shown`}>
            <p>
              <Trans>
                Take a PNG, JPEG, WebP or GIF file. Drawings (SVG) are not taken, because they can carry programs: save it as PNG first.
              </Trans>
            </p>
          </Banner>
        ) : (
          <>
            <p className="muted">
              <Trans>Draw what is to be seen, or move the edges with the arrow keys.</Trans>
            </p>
            <div className="brand-crop">
              <ReactCrop
                crop={crop}
                onChange={(_, next) => setCrop(next.width > 0 && next.height > 0 ? next : whole)}
                ruleOfThirds
                ariaLabels={{
                  cropArea: t`The part that is taken: move it with the arrow keys`,
                  nwDragHandle: t`Upper left corner`,
                  nDragHandle: t`Upper edge`,
                  neDragHandle: t`Upper right corner`,
                  eDragHandle: t`Right edge`,
                  seDragHandle: t`Lower right corner`,
                  sDragHandle: t`Lower edge`,
                  swDragHandle: t`Lower left corner`,
                  wDragHandle: t`Left edge`,
                }}
              >
                <img
                  src={address}
                  alt={t`The picture that you chose`}
                  onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
                  onError={() => setIsUnreadable(true)}
                />
              </ReactCrop>
            </div>
            {part && (
              <p role="status" className={isTooSmall ? "brand-warning" : "muted"}>
                {isTooSmall ? (
                  <Trans>
                    {part.width} × {part.height} pixels are too few: at least {leastWidth} × {leastHeight} are needed.
                  </Trans>
                ) : (
                  <Trans>
                    {part.width} × {part.height} pixels
                  </Trans>
                )}
              </p>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
