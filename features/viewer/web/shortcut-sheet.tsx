import { Trans, useLingui } from "@lingui/react/macro";
import { Dialog } from "#ui/dialog.tsx";

/** The list of the viewer's keys, opened with `?`. */
export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const course = [
    { keys: ["["], words: t`Previous lesson` },
    { keys: ["]"], words: t`Next lesson` },
    { keys: ["?"], words: t`Show these shortcuts` },
  ];
  const player = [
    { keys: ["K", t`Space`], words: t`Play or pause` },
    { keys: ["J"], words: t`Back 10 seconds` },
    { keys: ["L"], words: t`Forward 10 seconds` },
    { keys: ["←", "→"], words: t`Back or forward 5 seconds` },
    { keys: ["↑", "↓"], words: t`Volume up or down` },
    { keys: ["C"], words: t`Captions on or off` },
    { keys: ["F"], words: t`Full screen` },
    { keys: ["M"], words: t`Sound on or off` },
    { keys: ["<", ">"], words: t`Slower or faster` },
  ];
  return (
    <Dialog title={t`Keyboard shortcuts`} isOpen onOpenChange={(isOpen) => !isOpen && onClose()} outsideCloses>
      <h3>
        <Trans>In the course</Trans>
      </h3>
      <KeyList entries={course} />
      <h3>
        <Trans>In a video or a recording</Trans>
      </h3>
      <p className="muted small">
        <Trans>The letters work all over the page, Space and arrows while a control of the player has focus.</Trans>
      </p>
      <KeyList entries={player} />
    </Dialog>
  );
}

function KeyList({ entries }: { entries: { keys: string[]; words: string }[] }) {
  return (
    <dl className="shortcut-list">
      {entries.map(({ keys, words }) => (
        <div key={words}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
