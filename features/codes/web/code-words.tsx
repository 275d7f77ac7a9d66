import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, Download, Printer, Ticket } from "lucide-react";
import { useCallback, useState } from "react";
import { exportAddress } from "#platform/list/list.ts";
import { CopyId } from "#ui/copy-id.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Tag } from "#ui/tag.tsx";
import { listCodeWords, wordList, wordsFile, wordStates, type Code, type CodeWord } from "../contract.ts";
import { CodeSheet } from "./code-sheet.tsx";
import { wordsQuery } from "./hooks.ts";

/** The codes of a batch: to copy one by one, to print, or all of them as a table. */
export function CodeWords({ code }: { code: Code }) {
  const { t } = useLingui();
  const list = useListState(wordList);
  const result = useQuery(wordsQuery(code.id, list.request));
  const [printed, setPrinted] = useState<{ code: string; link: string } | null>(null);
  const done = useCallback(() => setPrinted(null), []);
  const words = useStateWords();
  return (
    <>
      <TableList
        list={list}
        result={result}
        label={t`Codes`}
        count={(total) => t`${plural(total, { one: "# code", other: "# codes" })}`}
        waiting={t`Loading codes`}
        failed={{ title: t`The codes could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={Ticket} title={t`The codes are being made`} message={t`They appear here as soon as they are ready.`} />}
        nothing={{ title: t`No code matches these filters` }}
        search={t`Find a code`}
        filters={[{ id: "state", label: t`Status`, any: t`Every status`, options: wordStates.map((id) => ({ id, label: words[id] })) }]}
        columns={useColumns(setPrinted)}
        rowId={({ id }) => String(id)}
        exportHref={exportAddress(listCodeWords.path.replace(":codeId", String(code.id)), list.request)}
        actions={
          <a className="ui-button" href={wordsFile(code.id)} download>
            <Icon of={Download} />
            <Trans>All codes as XLSX</Trans>
          </a>
        }
      />
      {printed && <CodeSheet code={code} word={printed} onPrinted={done} />}
    </>
  );
}

function useStateWords(): Record<(typeof wordStates)[number], string> {
  const { t } = useLingui();
  return { open: t`Not used`, used: t`Used` };
}

function useColumns(onPrint: (word: { code: string; link: string }) => void): Column<CodeWord>[] {
  const { t } = useLingui();
  const words = useStateWords();
  return [
    {
      id: "code",
      header: t`Code`,
      isRowHeader: true,
      cell: ({ code }) => (code ? <CopyId label="" value={code} /> : <span className="muted">{t`Cannot be shown any more`}</span>),
    },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ taken }) => <Tag icon={taken > 0 ? CircleCheck : Circle}>{taken > 0 ? words.used : words.open}</Tag>,
    },
    {
      id: "sheet",
      header: t`Sheet`,
      cell: ({ code, link }) =>
        code && link ? <IconButton icon={Printer} label={t`Print a sheet of ${code}`} onPress={() => onPrint({ code, link })} /> : null,
    },
  ];
}
