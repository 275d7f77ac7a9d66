import { useLingui } from "@lingui/react/macro";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { TableBlock } from "./table.ts";
import "./table.css";

/** A table, which is moved sideways inside itself where it is wider than the lesson. */
function View({ block: { caption, headerRow, headerColumn, rows } }: BlockViewProps<TableBlock>) {
  const { t } = useLingui();
  const body = rows.slice(headerRow ? 1 : 0);
  return (
    // The focus, so that it can be moved by the keyboard.
    <div className="lesson-table" role="group" aria-label={caption || t`Table`} tabIndex={0}>
      <table>
        {caption && (
          <caption>
            <bdi>{caption}</bdi>
          </caption>
        )}
        {headerRow && (
          <thead>
            <tr>
              {rows[0]?.map((cell, column) => (
                <Cell key={column} words={cell} scope="col" />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <Cell key={column} words={cell} scope={headerColumn && column === 0 ? "row" : undefined} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell; one without words names nothing. */
const Cell = ({ words, scope }: { words: string; scope: "row" | "col" | undefined }) =>
  scope && words ? (
    <th scope={scope} dir="auto">
      {words}
    </th>
  ) : (
    <td dir="auto">{words}</td>
  );

export const view = { View } satisfies BlockView<TableBlock>;
