import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bookmark, BookmarkPlus, PencilLine, Pin, PinOff, Save, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useLocation, useNavigate } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { Menu, type MenuItem, type MenuSection } from "#ui/menu.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { AnyListState } from "#ui/list-screen/use-list-state.ts";
import { toast } from "#ui/toast.ts";
import { useViewChanges, viewsQuery } from "./hooks.ts";
import "#ui/button.css";
import "./views.css";

const ViewDialog = lazyPart(() => import("./view-dialog.tsx"));

/** The key of the address that names the view that was opened. */
const key = "saved";

/** What a list shows as the query of its address, without the page, in an order that does not depend on how it was put together. of: the names that count. */
const queryOf = (list: AnyListState, of: (name: string) => boolean): string =>
  sorted(
    new URLSearchParams(
      Object.entries(list.request).flatMap(([name, value]) =>
        name === "page" || value === undefined || !of(name) ? [] : [[name, String(value)]],
      ),
    ),
  );
const sorted = (query: URLSearchParams): string => {
  query.sort();
  return query.toString();
};

interface Props {
  readonly name: string;
  readonly list: AnyListState;
  readonly everything: string;
  readonly isWaiting: boolean;
  readonly place?: readonly string[];
}

const nowhere: readonly string[] = [];

/**
 * The views of a list as tabs, for the `tabs` of a list screen, and a menu that keeps, changes, pins, shares and deletes them. name: the list in app/viewed-lists.ts.
 * everything: the words of the tab without any filter, such as "Everybody". isWaiting: set while a call is under way that brings the views along. place: the filters that say
 * of what it is a list, such as a course; they are in no view, and stay when one is opened.
 */
export function ViewTabs({ name, list, everything, isWaiting, place = nowhere }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { data } = useQuery({ ...viewsQuery(name), enabled: !isWaiting });
  const change = useViewChanges(name);
  const [asked, setAsked] = useState<"new" | "rename" | null>(null);
  const views = data?.rows ?? [];
  const opened = views.find(({ id }) => String(id) === new URLSearchParams(search).get(key));
  const query = queryOf(list, (filter) => !place.includes(filter));
  const isChanged = opened !== undefined && sorted(new URLSearchParams(opened.query)) !== query;
  const where = queryOf(list, (filter) => place.includes(filter));
  const unfiltered = where ? `${pathname}?${where}` : pathname;
  const addressOf = (view: { readonly id: number; readonly query: string }) =>
    `${pathname}?${[where, view.query, `${key}=${view.id}`].filter((part) => part !== "").join("&")}`;
  const failed = (error: Error) => toast({ tone: "danger", title: t`The view was not changed`, message: error.message });
  const tabs = [
    { to: unfiltered, label: everything, isCurrent: !opened && query === "" },
    ...views
      .filter(({ isPinned, id }) => isPinned || id === opened?.id)
      .map((view) => ({
        to: addressOf(view),
        label: view.id === opened?.id && isChanged ? `${view.name} *` : view.name,
        isCurrent: view.id === opened?.id,
      })),
  ];
  const items: (MenuItem | MenuSection)[] = [
    ...(views.length > 0
      ? [
          {
            id: "views",
            title: t`All views`,
            items: views.map((view) => {
              const { by } = view;
              return {
                id: `view-${view.id}`,
                label: view.name,
                to: addressOf(view),
                isCurrent: view.id === opened?.id,
                ...(by ? { description: t`Shared by ${by}` } : view.isShared && { description: t`Shared by you` }),
              };
            }),
          },
        ]
      : []),
    {
      id: "actions",
      title: opened ? opened.name : t`This view`,
      isTitleHidden: !opened,
      items: [
        ...(opened?.mayChange && isChanged
          ? [
              {
                id: "save",
                label: t`Keep what is shown now`,
                icon: Save,
                onAction: () =>
                  change.save.mutate(
                    { viewId: opened.id, name: opened.name, query, isShared: opened.isShared },
                    { onError: failed, onSuccess: () => toast({ tone: "success", title: t`The view is kept` }) },
                  ),
              },
            ]
          : []),
        { id: "new", label: t`Keep as a new view`, icon: BookmarkPlus, onAction: () => setAsked("new") },
        ...(opened
          ? [
              {
                id: "pin",
                label: opened.isPinned ? t`Take from the tabs` : t`Pin to the tabs`,
                icon: opened.isPinned ? PinOff : Pin,
                onAction: () => change.pin.mutate({ viewId: opened.id, isPinned: !opened.isPinned }, { onError: failed }),
              },
            ]
          : []),
        ...(opened?.mayChange
          ? [
              { id: "rename", label: t`Rename or share`, icon: PencilLine, onAction: () => setAsked("rename") },
              {
                id: "delete",
                label: t`Delete`,
                icon: Trash2,
                tone: "danger" as const,
                onAction: () =>
                  change.remove.mutate(opened.id, {
                    onError: failed,
                    onSuccess: () => {
                      void navigate(unfiltered);
                      toast({
                        tone: "success",
                        title: t`The view is deleted`,
                        message: opened.name,
                        action: { label: t`Undo`, onPress: () => change.restore.mutate(opened.id, { onError: failed }) },
                      });
                    },
                  }),
              },
            ]
          : []),
      ],
    },
  ];
  return (
    <div className="view-tabs">
      <LinkTabs label={t`Views`} tabs={tabs} />
      <Menu
        label={t`Views`}
        trigger={
          <AriaButton className="ui-button" data-variant="quiet" data-size="s">
            <Icon of={Bookmark} />
            {t`Views`}
          </AriaButton>
        }
        items={items}
      />
      {asked && (
        <ViewDialog
          view={asked === "rename" ? (opened ?? null) : null}
          mayShare={data?.mayShare ?? false}
          onClose={() => setAsked(null)}
          onGiveUp={() => setAsked(null)}
          onSave={async (named) => {
            if (asked === "rename" && opened) await change.save.mutateAsync({ viewId: opened.id, query: opened.query, ...named });
            else void navigate(addressOf(await change.create.mutateAsync({ query, ...named })));
          }}
        />
      )}
    </div>
  );
}
