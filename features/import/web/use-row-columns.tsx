import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, CircleDashed, CircleMinus, CirclePlus, Pencil, UserMinus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Tag } from "#ui/tag.tsx";
import type { Tone } from "#ui/tone.ts";
import type { CheckedRow, Import } from "../contract.ts";
import type { Verdict } from "../finding.ts";
import { useImportWords } from "./use-import-words.ts";

const looks: Record<Verdict | "refused", { tone: Tone; icon: LucideIcon }> = {
  create: { tone: "success", icon: CirclePlus },
  update: { tone: "accent", icon: Pencil },
  return: { tone: "accent", icon: Pencil },
  leave: { tone: "warning", icon: UserMinus },
  unchanged: { tone: "neutral", icon: CircleCheck },
  skip: { tone: "neutral", icon: CircleMinus },
  error: { tone: "danger", icon: CircleAlert },
  refused: { tone: "danger", icon: CircleMinus },
};

/** The columns of an import's rows. onCorrect: opens a row; only while nothing was written. */
export function useRowColumns(one: Import, onCorrect: (row: CheckedRow) => void): Column<CheckedRow>[] {
  const { t } = useLingui();
  const words = useImportWords();
  const columns: Column<CheckedRow>[] = [
    {
      id: "number",
      header: t`Row`,
      align: "end",
      card: "line",
      cell: ({ number }) => (number > 0 ? <bdi className="num">{number}</bdi> : "–"),
    },
    {
      id: "row",
      header: t`Content`,
      isRowHeader: true,
      card: "title",
      cell: ({ cells }) => (
        <span className="import-cells">
          {cells
            .filter((cell) => cell.trim() !== "")
            .slice(0, 4)
            .map((cell, at) => (
              <bdi key={at}>{cell.slice(0, 80)}</bdi>
            ))}
        </span>
      ),
    },
    {
      id: "verdict",
      header: t`What happens`,
      card: "corner",
      cell: ({ verdict, outcome }) => {
        const is = outcome === "refused" ? "refused" : verdict;
        return is === null ? (
          <Tag tone="neutral" icon={CircleDashed}>
            {t`Not checked`}
          </Tag>
        ) : (
          <Tag tone={looks[is].tone} icon={looks[is].icon}>
            {words.verdict[is]}
          </Tag>
        );
      },
    },
    { id: "changes", header: t`In detail`, cell: (row) => <Details row={row} one={one} /> },
  ];
  if (one.runJobId !== null) return columns;
  return [
    ...columns,
    {
      id: "correct",
      header: t`Correct`,
      isHeaderHidden: true,
      cell: (row: CheckedRow) =>
        row.number > 0 && (
          <Button size="s" icon={Pencil} aria-label={t`Correct row ${row.number}`} onPress={() => onCorrect(row)}>
            <Trans>Correct</Trans>
          </Button>
        ),
    },
  ];
}

function Details({ row, one }: { row: CheckedRow; one: Import }) {
  const words = useImportWords();
  return (
    <ul className="import-details">
      {row.findings.map(({ level, column, code, message }) => (
        <li key={`${code} ${column}`} data-level={level}>
          {column !== null && (
            <>
              <strong>
                <bdi>{one.headings[column] || column + 1}</bdi>
              </strong>{" "}
            </>
          )}
          {message}
        </li>
      ))}
      {row.changes.map(({ meaning, before, after }, at) => (
        <li key={at}>
          <span className="muted">{words.meaning(meaning, one)}</span>{" "}
          {before !== null && (
            <>
              <del>
                <bdi>{before}</bdi>
              </del>{" "}
            </>
          )}
          {after === null ? <Trans>empty</Trans> : <bdi>{after}</bdi>}
        </li>
      ))}
      {row.joins.map(({ id, name }) => (
        <li key={`joins ${id}`}>
          <span className="muted">
            <Trans>Joins by rule</Trans>
          </span>{" "}
          <bdi>{name}</bdi>
        </li>
      ))}
      {row.leaves.map(({ id, name }) => (
        <li key={`leaves ${id}`}>
          <span className="muted">
            <Trans>Leaves by rule</Trans>
          </span>{" "}
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
