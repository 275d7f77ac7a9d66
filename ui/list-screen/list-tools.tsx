import { Trans, useLingui } from "@lingui/react/macro";
import type { LucideIcon } from "lucide-react";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { LazySheet } from "../lazy-sheet.tsx";
import { LinkTabs } from "../link-tabs.tsx";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { RadioGroup } from "../radio-group.tsx";
import { Select } from "../select.tsx";
import { chosenIn } from "./filter-fields.tsx";
import type { ListFilter } from "./filter-fields.tsx";
import type { AnyListState } from "./use-list-state.ts";

/** Views of the list in tabs: a filter whose options show their counts. It has no chip, and clearing the filters keeps it. */
export type ListViews = {
  label: string;
  /** Name of the filter. */
  filter: string;
  /** id: the option's text in the address; "" for the view without this filter. */
  options: readonly { id: string; label: string; count?: number | undefined }[];
  /** The view to show as current, when it differs from the one in the address. */
  current?: string | undefined;
};

export function ViewTabs({ list, views }: { list: AnyListState; views: ListViews }) {
  const shape = list.shape.filters[views.filter];
  const current = chosenIn(list, views.filter)[0] ?? views.current ?? "";
  return (
    <LinkTabs
      label={views.label}
      tabs={views.options.map(({ id, label, count }) => ({
        to: list.hrefOf({ [views.filter]: shape?.read(id) ?? shape?.none }),
        label,
        isCurrent: id === current,
        ...(count !== undefined && { count }),
      }))}
    />
  );
}

/** The filters beside the list. */
export function FilterSide({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <aside className="ui-listing-side" aria-label={t`Filters`}>
      {children}
    </aside>
  );
}

type FilterSheetProps = {
  list: AnyListState;
  filters: readonly ListFilter[];
  count: string | undefined;
  /** The order is chosen in the sheet too. */
  hasOrder: boolean;
  children: ReactNode;
};

/** The button that opens the filters in a narrow window, and the sheet with them. */
export function FilterSheet({ list, filters, count, hasOrder, children }: FilterSheetProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const chosen = filters.reduce((sum, { id }) => sum + chosenIn(list, id).length, 0);
  return (
    <>
      <Button icon={SlidersHorizontal} onPress={() => setOpen(true)} aria-haspopup="dialog">
        {chosen > 0 ? <Trans>Filters ({chosen})</Trans> : hasOrder ? <Trans>Filter and sort</Trans> : <Trans>Filters</Trans>}
      </Button>
      <LazySheet
        title={hasOrder ? t`Filter and sort` : t`Filters`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={
          <Button variant="primary" onPress={() => setOpen(false)} isFullWidth>
            {count === undefined ? <Trans>Show</Trans> : <Trans>Show {count}</Trans>}
          </Button>
        }
      >
        <div className="stack-l">{children}</div>
      </LazySheet>
    </>
  );
}

type OrderProps = { list: AnyListState; sorts: readonly { id: string; label: string }[]; sort: string };

export function OrderSelect({ list, sorts, sort }: OrderProps) {
  const { t } = useLingui();
  return (
    <div className="ui-listing-order">
      <Select label={t`Sort by`} isLabelHidden options={sorts} value={sort} onChange={(next) => list.change({ sort: next })} />
    </div>
  );
}

/** The order in the sheet, where there is room to show every choice. */
export function OrderRadios({ list, sorts, sort }: OrderProps) {
  const { t } = useLingui();
  return <RadioGroup label={t`Sort by`} options={sorts} value={sort} onChange={(next) => list.change({ sort: next })} />;
}

type LayoutSwitchProps = { list: AnyListState; layouts: readonly { id: string; label: string; icon: LucideIcon }[] };

/** Switches how rows are shown, cards or lines; the page number stays. */
export function LayoutSwitch({ list, layouts }: LayoutSwitchProps) {
  const { t } = useLingui();
  const { view, page } = list.state;
  return (
    <div className="ui-listing-layouts" role="group" aria-label={t`View`}>
      {layouts.map(({ id, label, icon }) => (
        <IconButton
          key={id}
          label={label}
          icon={icon}
          aria-pressed={view === id}
          onPress={() => list.change({ view: id, page }, { replace: true })}
        />
      ))}
    </div>
  );
}
