import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useEffect, useRef, type ClipboardEvent } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { cellsOf, mostColumns, mostLetters, mostRows, pasted, type TableBlock, type TableProblem } from "./table.ts";
import "../web/editors.css";
import "./table-editor.css";

/** The cells in their places. A table copied elsewhere is pasted into the cells from the one that has the focus. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<TableBlock>) {
  const { t } = useLingui();
  const frame = useRef<HTMLDivElement>(null);
  const { rows } = block;
  const columns = rows[0]?.length ?? 0;
  useEffect(() => {
    if (autoFocus) frame.current?.querySelector("textarea")?.focus();
  }, [autoFocus]);
  const set = (next: string[][]) => onChange({ ...block, rows: next });
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const cells = cellsOf(event.clipboardData.getData("text/plain"));
    if (!cells) return;
    event.preventDefault();
    set(pasted(rows, cells, row, column));
  };
  const remove = (next: string[][]) => {
    // The button goes with what it removes.
    frame.current?.focus({ preventScroll: true });
    set(next);
  };
  return (
    <div ref={frame} className="block-form" tabIndex={-1}>
      <div className="table-form">
        <table>
          <tbody>
            {rows.map((cells, at) => {
              const row = at + 1;
              return (
                <tr key={at}>
                  {cells.map((cell, index) => {
                    const column = index + 1;
                    return (
                      <td key={index}>
                        <textarea
                          className="ui-input"
                          rows={1}
                          dir="auto"
                          maxLength={mostLetters}
                          aria-label={t`Row ${row}, column ${column}`}
                          value={cell}
                          onChange={({ target }) => set(rows.with(at, cells.with(index, target.value)))}
                          onPaste={(event) => paste(event, at, index)}
                        />
                      </td>
                    );
                  })}
                  <td>
                    {rows.length > 1 && (
                      <IconButton icon={Trash2} size="s" label={t`Remove row ${row}`} onPress={() => remove(rows.toSpliced(at, 1))} />
                    )}
                  </td>
                </tr>
              );
            })}
            {columns > 1 && (
              <tr>
                {rows[0]?.map((_cell, index) => {
                  const column = index + 1;
                  return (
                    <td key={index}>
                      <IconButton
                        icon={Trash2}
                        size="s"
                        label={t`Remove column ${column}`}
                        onPress={() => remove(rows.map((cells) => cells.toSpliced(index, 1)))}
                      />
                    </td>
                  );
                })}
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <div className="row">
        <Button icon={Plus} isDisabled={rows.length >= mostRows} onPress={() => set([...rows, Array<string>(columns).fill("")])}>
          {t`Add a row`}
        </Button>
        <Button icon={Plus} isDisabled={columns >= mostColumns} onPress={() => set(rows.map((cells) => [...cells, ""]))}>
          {t`Add a column`}
        </Button>
      </div>
    </div>
  );
}

/** What names the cells, and the table. */
function Settings({ block, onChange }: BlockEditorProps<TableBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <TextField
        label={t`Caption`}
        isOptional
        dir="auto"
        maxLength={500}
        value={block.caption ?? ""}
        onChange={(next) => {
          const { caption: _, ...others } = block;
          onChange(next === "" ? others : { ...others, caption: next });
        }}
      />
      <Checkbox value={block.headerRow} onChange={(headerRow) => onChange({ ...block, headerRow })}>
        {t`The first row names the columns`}
      </Checkbox>
      <Checkbox value={block.headerColumn} onChange={(headerColumn) => onChange({ ...block, headerColumn })}>
        {t`The first column names the rows`}
      </Checkbox>
    </div>
  );
}

const problemWords: Record<TableProblem, MessageDescriptor> = {
  table_empty: msg`The table is empty.`,
  header_missing: msg`Neither a row nor a column names the cells. Screen readers then cannot say what a cell is about.`,
  header_empty: msg`A cell that should name a row or a column is empty.`,
};

export const editor = {
  create: (id) => ({
    id,
    kind: "table",
    headerRow: true,
    headerColumn: false,
    rows: [
      ["", ""],
      ["", ""],
    ],
  }),
  Form,
  Settings,
  problemWords,
} satisfies BlockEditor<TableBlock>;
