import { Trans, useLingui } from "@lingui/react/macro";
import { ImageUp, Undo2 } from "lucide-react";
import { useRef } from "react";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Plate } from "#ui/plate.tsx";
import type { CategoryRow } from "../contract.ts";
import { useRemovePicture, useTakePicture } from "./hooks.ts";

type Props = { category: CategoryRow; onClose: () => void };

/** The picture of a category, or the plate that is drawn for it. Decorative wherever it is shown: the name stands beside it. */
export default function PictureDialog({ category: { id, name, parentId, pictureFileId }, onClose }: Props) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const take = useTakePicture();
  const remove = useRemovePicture();
  const { error } = take.isError ? take : remove;
  const send = (file: File | undefined) => {
    if (!file) return;
    remove.reset();
    take.mutate({ id, file }, { onSuccess: () => announce(t`The picture was taken`) });
  };
  const drop = () => {
    take.reset();
    remove.mutate(id, { onSuccess: () => announce(t`The picture was removed`) });
  };
  const title = t`Picture of ${name}`;
  return (
    <Dialog
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="stack">
        {error && (
          <Banner tone="danger" role="alert" title={t`The picture was not changed`}>
            <p>{error.message}</p>
          </Banner>
        )}
        <div className="category-picture">
          {pictureFileId === null ? (
            <Plate seed={`category-${id}`} shape="wide" />
          ) : (
            <img src={`/rest/files/${pictureFileId}/cover`} alt="" />
          )}
        </div>
        <p className="ui-hint">
          {parentId === null ? (
            <Trans>The catalog shows it where people start from a category, cut to this shape. Screen readers skip it.</Trans>
          ) : (
            <Trans>The catalog shows pictures of categories at the top of the tree. Screen readers skip it.</Trans>
          )}
        </p>
        <span className="row">
          <Button icon={ImageUp} isPending={take.isPending} pendingLabel={t`Uploading`} onPress={() => chooser.current?.click()}>
            {pictureFileId === null ? <Trans>Choose a picture</Trans> : <Trans>Choose another picture</Trans>}
          </Button>
          {pictureFileId !== null && (
            <Button variant="quiet" icon={Undo2} isPending={remove.isPending} pendingLabel={t`Removing`} onPress={drop}>
              <Trans>Use the drawn one</Trans>
            </Button>
          )}
        </span>
        <input
          ref={chooser}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={title}
          accept="image/png,image/jpeg,image/webp,image/gif"
          onChange={({ target }) => {
            send(target.files?.[0]);
            // So that the same file can be chosen again after it was changed.
            target.value = "";
          }}
        />
      </div>
    </Dialog>
  );
}
