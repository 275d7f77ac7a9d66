import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { presences, type Presence } from "#features/portal/announcements-contract.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import type { AnnouncementTerms } from "../contract.ts";

/** How an announcement is shown and sent, and whether it is to be confirmed. */
export type ShownTerms = Pick<AnnouncementTerms, "mustRead" | "blocks" | "remindDays" | "isPinned" | "isImportant" | "presence" | "byMail">;

/** Days after which somebody can be reminded; of others that are stored, the list offers the one that is set, too. */
const days = [1, 2, 3, 5, 7, 14, 30];

/** The part of the form about where an announcement stands, how it comes to people, and whether they confirm it (ANN-1, ANN-2). */
export function ShownFields({ value, onChange }: { value: ShownTerms; onChange: (value: ShownTerms) => void }) {
  const { t } = useLingui();
  const put = (change: Partial<ShownTerms>) => onChange({ ...value, ...change });
  const words: Record<Presence, string> = {
    portal: t`As the portal's settings say`,
    message: t`A banner at the top of every page`,
    dialog: t`It opens by itself`,
  };
  const { mustRead, blocks, remindDays, isPinned, isImportant, presence, byMail } = value;
  const offered = [...new Set([...days, ...(remindDays === null ? [] : [remindDays])])].toSorted((a, b) => a - b);
  return (
    <>
      <Select
        label={t`How it comes to people`}
        description={t`Until they have read it. It also stands behind the info icon and among the widgets.`}
        options={presences.map((id) => ({ id, label: words[id] }))}
        value={presence}
        onChange={(id) => put({ presence: id })}
      />
      <Checkbox
        value={byMail}
        onChange={(isOn) => put({ byMail: isOn })}
        description={t`When it begins. Mail comes at once or collected, as each person chose.`}
      >
        <Trans>Tell people by bell and mail, too</Trans>
      </Checkbox>
      <Checkbox
        value={isImportant}
        onChange={(isOn) => put({ isImportant: isOn })}
        description={t`It stands above the others and is marked.`}
      >
        <Trans>Important</Trans>
      </Checkbox>
      <Checkbox value={isPinned} onChange={(isOn) => put({ isPinned: isOn })} description={t`It stands first, whatever comes later.`}>
        <Trans>Pinned</Trans>
      </Checkbox>
      <Checkbox
        value={mustRead}
        onChange={(isOn) => put(isOn ? { mustRead: true } : { mustRead: false, blocks: false, remindDays: null })}
        description={t`It opens by itself until they do, and a report shows who has.`}
      >
        <Trans>People confirm that they have read it</Trans>
      </Checkbox>
      {mustRead && (
        <div className="announcement-more">
          <Checkbox
            value={blocks}
            onChange={(isOn) => put({ blocks: isOn })}
            description={t`Until then nothing else is possible here but signing out. A lesson that is open is not disturbed.`}
          >
            <Trans>The page waits until they do</Trans>
          </Checkbox>
          <Select
            label={t`Remind who has not confirmed it`}
            options={[
              { id: "", label: t`Never by itself` },
              ...offered.map((day) => ({ id: String(day), label: t`${plural(day, { one: "After # day", other: "After # days" })}` })),
            ]}
            value={remindDays === null ? "" : String(remindDays)}
            onChange={(id) => put({ remindDays: id === "" ? null : Number(id) })}
          />
        </div>
      )}
    </>
  );
}
