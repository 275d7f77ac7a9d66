import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { mostLines, type KeptList } from "#features/bulk/contract.ts";
import { TextArea } from "#ui/text-area.tsx";
import { TextFile } from "#ui/text-file.tsx";

type Props = { text: string; kept: KeptList | undefined; onChange: (text: string) => void };

/** A list of people as text, pasted or from a file, and whom it names. */
export function PastedList({ text, kept, onChange }: Props) {
  const { t, i18n } = useLingui();
  const most = i18n.number(mostLines);
  return (
    <div className="stack">
      <TextArea
        id="group-list"
        label={t`Email addresses, external ids or user names`}
        description={t`One person a line, ${most} lines or fewer. Of a line with several columns, the address counts.`}
        rows={6}
        value={text}
        onChange={onChange}
        spellCheck={false}
        autoComplete="off"
      />
      <TextFile label={t`Or a CSV or text file`} onRead={onChange} />
      {kept && <Named kept={kept} />}
    </div>
  );
}

function Named({ kept: { found, twice, unknown, several, left } }: { kept: KeptList }) {
  const { t } = useLingui();
  const shown = left.length;
  const rest = unknown + several - shown;
  return (
    <div className="group-part" role="status">
      <p>
        <strong>{t`${plural(found, { 0: "Nobody was found", one: "# person was found", other: "# people were found" })}`}</strong>
      </p>
      <ul className="group-rows small">
        {twice > 0 && <li>{t`${plural(twice, { one: "# line names somebody again", other: "# lines name somebody again" })}`}</li>}
        {unknown > 0 && (
          <li>{t`${plural(unknown, { one: "# line names nobody among the people you manage", other: "# lines name nobody among the people you manage" })}`}</li>
        )}
        {several > 0 && <li>{t`${plural(several, { one: "# line fits several people", other: "# lines fit several people" })}`}</li>}
      </ul>
      {shown > 0 && (
        <ul className="group-rows small group-choices" aria-label={t`Lines left out`}>
          {left.map(({ line, words, fate }) => (
            <li key={line}>
              <bdi>{words}</bdi>
              <span className="muted">{fate === "unknown" ? t`Line ${line}: nobody` : t`Line ${line}: several people`}</span>
            </li>
          ))}
          {rest > 0 && <li className="muted">{t`${plural(rest, { one: "and # more line", other: "and # more lines" })}`}</li>}
        </ul>
      )}
    </div>
  );
}
