import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import "./pager.css";
import { useUiLocale } from "./zone.ts";

type PagerProps = {
  page: number;
  pageCount: number;
  /** The address of a page; pages are numbered from 1. */
  to: (page: number) => string;
  label?: string;
  total?: number;
  pageSize?: number;
};

/** Page numbers as links, and the range of rows that is shown out of the total. */
export function Pager({ page, pageCount, to, label, total, pageSize }: PagerProps) {
  const { t } = useLingui();
  const locale = useUiLocale();
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <div className="ui-pager">
      <Range page={page} total={total} pageSize={pageSize} number={number} />
      {pageCount > 1 && (
        <nav aria-label={label ?? t`Pages`}>
          <ul className="num">
            <li>
              <Step to={page > 1 ? to(page - 1) : null} label={t`Previous page`} icon={ChevronLeft} />
            </li>
            {pagesAround(page, pageCount).map((entry) => (
              <li key={entry}>
                {entry < 0 ? (
                  <span aria-hidden="true" className="muted">
                    …
                  </span>
                ) : (
                  <Link
                    to={to(entry)}
                    className="ui-page-link"
                    aria-label={t`Page ${number(entry)}`}
                    aria-current={entry === page ? "page" : undefined}
                  >
                    {number(entry)}
                  </Link>
                )}
              </li>
            ))}
            <li>
              <Step to={page < pageCount ? to(page + 1) : null} label={t`Next page`} icon={ChevronRight} />
            </li>
          </ul>
        </nav>
      )}
    </div>
  );
}

function Range(props: { page: number; total?: number; pageSize?: number; number: (value: number) => string }) {
  if (props.total === undefined || props.pageSize === undefined) return <span />;
  const first = props.number(Math.min(props.total, (props.page - 1) * props.pageSize + 1));
  const last = props.number(Math.min(props.total, props.page * props.pageSize));
  const total = props.number(props.total);
  return (
    <span className="muted num">
      <Trans>
        <bdi>{first}</bdi> to <bdi>{last}</bdi> of <bdi>{total}</bdi>
      </Trans>
    </span>
  );
}

function Step({ to, label, icon }: { to: string | null; label: string; icon: typeof ChevronLeft }) {
  if (to === null) return null;
  return (
    <Link to={to} className="ui-page-link" aria-label={label}>
      <Icon of={icon} flip />
    </Link>
  );
}

/** The first page, the last, and those around the current one; a negative number stands for a gap. */
function pagesAround(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount];
  const shown = [...new Set(wanted)].filter((entry) => entry >= 1 && entry <= pageCount).toSorted((a, b) => a - b);
  return shown.flatMap((entry, index) => {
    const gap = entry - (shown[index - 1] ?? 0);
    if (gap === 2) return [entry - 1, entry];
    return gap > 2 ? [-entry, entry] : [entry];
  });
}
