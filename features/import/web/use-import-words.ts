import { useLingui } from "@lingui/react/macro";
import type { Import } from "../contract.ts";
import type { OwnColumn, ResultColumn } from "../headings.ts";

/** The words of an import: columns, verdicts, states. */
export function useImportWords() {
  const { t } = useLingui();
  const own: Record<OwnColumn | ResultColumn, string> = {
    email: t`Email`,
    given_name: t`Given name`,
    family_name: t`Family name`,
    external_id: t`External ID`,
    language: t`Language`,
    time_zone: t`Time zone`,
    status: t`Status`,
    groups: t`Groups`,
    roles: t`Roles`,
    course: t`Course`,
    completed: t`Completed`,
    started: t`Started`,
    score: t`Score`,
    result: t`Result`,
  };
  return {
    /** The name of a column of people. */
    meaning: (meaning: string, { targets }: Pick<Import, "targets">): string =>
      own[meaning as OwnColumn | ResultColumn] ?? targets.find((one) => one.meaning === meaning)?.label ?? t`A field that is no more`,
    subject: { people: t`People`, results: t`Results from elsewhere` },
    verdict: {
      create: t`New`,
      update: t`Change`,
      return: t`Bring back`,
      leave: t`Deactivate`,
      unchanged: t`Unchanged`,
      skip: t`Skipped`,
      error: t`Error`,
      refused: t`Left out`,
      kept: t`Not taken back`,
    },
    state: {
      read: t`Not checked yet`,
      checking: t`Is being checked`,
      checked: t`Checked, not imported yet`,
      running: t`Is being imported`,
      done: t`Imported`,
      undoing: t`Is being undone`,
      undone: t`Undone`,
    } satisfies Record<Import["state"], string>,
    encoding: {
      "utf-8": "UTF-8",
      "utf-16le": "UTF-16",
      "utf-16be": "UTF-16 (BE)",
      "windows-1252": t`Western European (Windows-1252)`,
      "iso-8859-15": t`Western European (ISO 8859-15)`,
      "windows-1250": t`Central European (Windows-1250)`,
      "iso-8859-2": t`Central European (ISO 8859-2)`,
      "windows-1251": t`Cyrillic (Windows-1251)`,
      macintosh: t`Western European (Mac)`,
      cp850: t`Western European (MS-DOS)`,
    } satisfies Record<NonNullable<Import["encoding"]>, string>,
    delimiter: {
      ",": t`Comma`,
      ";": t`Semicolon`,
      "\t": t`Tab`,
      "|": t`Vertical bar`,
      ":": t`Colon`,
      "^": t`Caret`,
    } satisfies Record<NonNullable<Import["delimiter"]>, string>,
  };
}
