// The page for list-screen.test.ts: a list of people with views, search, filters, orders, pages, selectable rows and an export, on its own data.
// `?is=` shows it loading, failed, refused or empty; `&at=side` shows cards with the filters beside them.
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { CircleCheck, LayoutGrid, List, Mail, Trash2, TriangleAlert, Users } from "lucide-react";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, useLocation } from "react-router";
import "../styles.css";
import type { Column } from "../data-table.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import type { ListFilter } from "../list-screen/filter-fields.tsx";
import { TableList } from "../list-screen/table-list.tsx";
import { useListState } from "../list-screen/use-list-state.ts";
import type { Target } from "../list-screen/use-selection.ts";
import { PageHeader } from "../page-header.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Tag } from "../tag.tsx";
import { UiProvider } from "../ui-provider.tsx";

const groups = ["Nursing", "Pharmacy", "Transport"];
const statuses = ["Active", "Invited"] as const;
const PEOPLE = Array.from({ length: 57 }, (_, index) => ({
  id: String(index + 1),
  name: `${["Ana", "Ben", "Chiara", "Dilek"][index % 4]} ${["Ruiz", "Okafor", "Conti"][index % 3]} ${index + 1}`,
  email: `person${index + 1}@harbor.example`,
  group: groups[index % 3] ?? "",
  status: statuses[index % 5 === 0 ? 1 : 0] ?? "Active",
  courses: (index * 7) % 13,
}));
type Person = (typeof PEOPLE)[number];

const knownIn = (values: readonly string[]) => (text: string) => values.find((value) => value === text);
const LIST = {
  sorts: ["name", "-name", "courses", "-courses"],
  sort: "name",
  filters: {
    who: { none: null as string | null, read: knownIn(["invited"]) },
    status: { none: null as string | null, read: knownIn(statuses) },
    group: {
      none: [] as readonly string[],
      read: (text: string) => (text.split(",").every((one) => groups.includes(one)) ? text.split(",") : undefined),
    },
  },
  pageSize: 20,
};
const OPTIONS = { layouts: ["cards", "lines"] };

const COLUMNS: Column<Person>[] = [
  { id: "name", header: "Name", isRowHeader: true, isSortable: true, cell: ({ name }) => <a href="#top">{name}</a> },
  { id: "email", header: "Email", cell: ({ email }) => <bdi>{email}</bdi> },
  { id: "group", header: "Group", cell: ({ group }) => group },
  {
    id: "status",
    header: "Status",
    card: "corner",
    cell: ({ status }) => (
      <Tag icon={status === "Active" ? CircleCheck : TriangleAlert} tone={status === "Active" ? "success" : "warning"}>
        {status}
      </Tag>
    ),
  },
  { id: "courses", header: "Courses", align: "end", isSortable: true, cell: ({ courses }) => courses },
];

class Refused extends Error {
  status = 403;
}

function usePeople(list: ReturnType<typeof useListState<typeof LIST, string>>, is: string | null) {
  const { q, sort, page, status, group, who } = list.state;
  const left = PEOPLE.filter(
    (one) =>
      one.name.toLowerCase().includes(q.toLowerCase()) &&
      (status === null || one.status === status) &&
      (who !== "invited" || one.status === "Invited") &&
      (group.length === 0 || group.includes(one.group)),
  );
  const rising = left.toSorted((a, b) => (sort.endsWith("courses") ? a.courses - b.courses : a.name.localeCompare(b.name)));
  const sorted = sort.startsWith("-") ? rising.toReversed() : rising;
  const total = is === "empty" ? 0 : sorted.length;
  const data = { rows: sorted.slice((page - 1) * 20, page * 20), page, pageSize: 20, total, all: is === "empty" ? 0 : PEOPLE.length };
  const error = is === "failed" ? new Error("The server is busy.") : is === "refused" ? new Refused("Only managers see people.") : null;
  return {
    data: is === "waiting" || error ? undefined : data,
    error,
    isFetching: false,
    isPlaceholderData: false,
    refetch: () => Promise.resolve(),
  };
}

const words = {
  label: "People",
  count: (total: number) => (total === 1 ? "1 person" : `${total} people`),
  failed: { title: "People could not be loaded", safe: "Nothing was changed." },
  nothing: { title: "Nobody matches these filters" },
  search: "Search people",
};
const empty = <EmptyState icon={Users} title="Nobody here yet" message="People you add are listed here." />;
const filters: ListFilter[] = [
  { id: "status", label: "Status", any: "Every status", options: statuses.map((id) => ({ id, label: id })) },
  { id: "group", label: "Group", options: groups.map((id) => ({ id, label: id, count: 19 })) },
];

function PeopleTable({ is }: { is: string | null }) {
  const list = useListState(LIST);
  const result = usePeople(list, is);
  const [done, setDone] = useState<Target | null>(null);
  return (
    <>
      <TableList
        {...words}
        list={list}
        result={result}
        waiting="Loading people"
        empty={empty}
        views={{
          label: "Views of people",
          filter: "who",
          options: [
            { id: "", label: "Everyone", count: 57 },
            { id: "invited", label: "Invited", count: 12 },
          ],
        }}
        filters={filters.slice(0, 1)}
        columns={COLUMNS}
        rowId={({ id }) => id}
        exportHref="/people.csv"
        bulk={{
          rowLabel: ({ name }) => name,
          actions: [
            { id: "invite", label: "Invite", icon: Mail, run: setDone },
            {
              id: "remove",
              label: "Remove",
              icon: Trash2,
              isDangerous: true,
              run: (target, clear) => {
                setDone(target);
                clear();
              },
            },
          ],
        }}
      />
      <output>{done && JSON.stringify(done)}</output>
    </>
  );
}

function PeopleCards({ is }: { is: string | null }) {
  const list = useListState(LIST, OPTIONS);
  const result = usePeople(list, is);
  return (
    <ListScreen
      {...words}
      list={list}
      result={result}
      waiting={{ label: "Loading people", skeleton: <Skeleton shape="cards" count={6} /> }}
      empty={empty}
      filters={filters}
      filtersAt="side"
      sorts={[
        { id: "name", label: "Name" },
        { id: "-courses", label: "Most courses" },
      ]}
      layouts={[
        { id: "cards", label: "Cards", icon: LayoutGrid },
        { id: "lines", label: "Lines", icon: List },
      ]}
    >
      {({ rows }) => (
        <ul className={list.state.view === "cards" ? "grid-cards" : "stack-s"}>
          {rows.map(({ id, name, group }) => (
            <li key={id} className="card person">
              <strong>{name}</strong> <span className="muted">{group}</span>
            </li>
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function Gallery() {
  const query = new URLSearchParams(useLocation().search);
  const is = query.get("is");
  return (
    <main className="page" lang="en">
      <PageHeader title="People" />
      {query.get("at") === "side" ? <PeopleCards is={is} /> : <PeopleTable is={is} />}
    </main>
  );
}

i18n.loadAndActivate({ locale: "en", messages: {} });
const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <BrowserRouter>
        <UiProvider locale="en-GB" zone="Europe/Berlin">
          <Gallery />
        </UiProvider>
      </BrowserRouter>
    </I18nProvider>,
  );
