import type { Told } from "../told.ts";
import "./gets-list.css";

/** What a code gives or gave, kind by kind. */
export function GetsList({ gets }: { gets: readonly Told[] }) {
  return (
    <dl className="code-gets">
      {gets.map(({ title, items }) => (
        <div key={title}>
          <dt>{title}</dt>
          {items.map((item) => (
            <dd key={item}>
              <bdi>{item}</bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
