import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { mediaPath, mostBytes, type StoredMedia } from "#features/media/contract.ts";
import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

const brokenOff = words("The connection broke before the picture had arrived. Check it, then send the picture again.");
/** Width by height of what is kept of a picture. */
const shape = 1.6;

type Props = { courseId: number; file: File; onTaken: (fileId: number) => void; onClose: () => void };

/** Shows a picture as it will be cut, lets the author move what stays in view, and sends it. */
export default function CoverDialog({ courseId, file, onTaken, onClose }: Props) {
  const { t } = useLingui();
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [[x, y], setFocus] = useState<readonly [number, number]>([50, 50]);
  const isTooLarge = file.size > mostBytes.cover;
  const send = useMutation({
    mutationFn: () => {
      const form = new FormData();
      form.append("file", file, file.name);
      return sendForm<StoredMedia>(`${mediaPath.replace(":courseId", String(courseId))}?use=cover&focus=${x},${y}`, form, { brokenOff });
    },
    onSuccess: ({ fileId }) => {
      onTaken(fileId);
      onClose();
    },
  });
  const isWide = size !== null && size.width / size.height > shape + 0.01;
  const isHigh = size !== null && size.width / size.height < shape - 0.01;
  return (
    <Dialog
      title={t`Cover`}
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
            isDisabled={!size || isTooLarge}
            isPending={send.isPending}
            pendingLabel={t`Uploading`}
            onPress={() => send.mutate()}
          >
            <Trans>Use this picture</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {send.isError && (
          <Banner tone="danger" role="alert" title={t`The picture was not taken`}>
            <p>{send.error.message}</p>
          </Banner>
        )}
        {isUnreadable || isTooLarge ? (
          <Banner tone="danger" role="alert" title={t`The picture was not taken`}>
            <p>
              {isTooLarge ? (
                <Trans>It is larger than 25 MB. Make it smaller first.</Trans>
              ) : (
                <Trans>
                  Take a PNG, JPEG, WebP or GIF file. Drawings (SVG) are not taken, because they can carry programs: save it as PNG first.
                </Trans>
              )}
            </p>
          </Banner>
        ) : (
          <>
            <img
              className="editor-cover-cut"
              src={address}
              alt={t`The picture that you chose`}
              style={{ objectPosition: `${x}% ${y}%` }}
              onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
              onError={() => setUnreadable(true)}
            />
            {isWide && <Mover label={t`Left or right`} value={x} onChange={(next) => setFocus([next, y])} />}
            {isHigh && <Mover label={t`Higher or lower`} value={y} onChange={(next) => setFocus([x, next])} />}
            <p className="ui-hint">
              <Trans>Cards show the middle of it, a little lower than here. Keep what matters away from the upper and lower edge.</Trans>
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Mover({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <div className="ui-field">
      <label className="ui-label" htmlFor={id}>
        {label}
      </label>
      <input id={id} type="range" min={0} max={100} value={value} onChange={({ target }) => onChange(Number(target.value))} />
    </div>
  );
}
