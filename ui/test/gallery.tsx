// The page for ui.test.ts: every component of ui/ once, in one portal's colours. `?portal=` and `?mode=` choose them.
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { BookOpen, CircleCheck, Ellipsis, Filter, Info, MonitorPlay, Play, Plus, Search, TriangleAlert, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import * as z from "zod/mini";
import "../styles.css";
import { Avatar } from "../avatar.tsx";
import { Banner } from "../banner.tsx";
import { BusyRegion } from "../busy-region.tsx";
import { Button } from "../button.tsx";
import { CheckboxGroup } from "../checkbox-group.tsx";
import { Checkbox } from "../checkbox.tsx";
import { ComboBox } from "../combo-box.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { CopyId } from "../copy-id.tsx";
import { DataTable } from "../data-table.tsx";
import type { Column } from "../data-table.tsx";
import { Dialog } from "../dialog.tsx";
import { Disclosure } from "../disclosure.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { ErrorState } from "../error-state.tsx";
import { FormErrorSummary } from "../form-error-summary.tsx";
import { IconButton } from "../icon-button.tsx";
import { Icon } from "../icon.tsx";
import { LinkButton } from "../link-button.tsx";
import { LinkTabs } from "../link-tabs.tsx";
import { Menu } from "../menu.tsx";
import { PageHeader } from "../page-header.tsx";
import { Pager } from "../pager.tsx";
import { PasswordField } from "../password-field.tsx";
import { Plate } from "../plate.tsx";
import { Popover } from "../popover.tsx";
import { Progress } from "../progress.tsx";
import { RadioGroup } from "../radio-group.tsx";
import { SearchField } from "../search-field.tsx";
import { Select } from "../select.tsx";
import { Sheet } from "../sheet.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Spinner } from "../spinner.tsx";
import { Switch } from "../switch.tsx";
import { Tag } from "../tag.tsx";
import { TextArea } from "../text-area.tsx";
import { TextField } from "../text-field.tsx";
import { Thread } from "../thread.tsx";
import { TimeRange } from "../time-range.tsx";
import { Time } from "../time.tsx";
import { toast } from "../toast.ts";
import { Toasts } from "../toasts.tsx";
import { UiProvider } from "../ui-provider.tsx";
import { useNow } from "../use-now.ts";
import { useUrlState } from "../use-url-state.ts";

type Person = { id: string; name: string; email: string; group: string; status: "Active" | "Invited"; courses: number };
const PEOPLE: Person[] = [
  { id: "1", name: "Ana Ruiz", email: "ana.ruiz@harbor.example", group: "Nursing", status: "Active", courses: 12 },
  { id: "2", name: "Ben Okafor", email: "ben.okafor@harbor.example", group: "Pharmacy", status: "Active", courses: 7 },
  { id: "3", name: "Chiara Conti", email: "c.conti@harbor.example", group: "Nursing", status: "Invited", courses: 0 },
];
const COLUMNS: Column<Person>[] = [
  { id: "name", header: "Name", isRowHeader: true, isSortable: true, cell: (person) => <a href="#top">{person.name}</a> },
  { id: "email", header: "Email", isSortable: true, cell: (person) => <bdi>{person.email}</bdi> },
  { id: "group", header: "Group", card: "hidden", cell: (person) => person.group },
  {
    id: "status",
    header: "Status",
    cell: (person) =>
      person.status === "Active" ? (
        <Tag icon={CircleCheck} tone="success">
          Active
        </Tag>
      ) : (
        <Tag icon={TriangleAlert} tone="warning">
          Invited
        </Tag>
      ),
  },
  { id: "courses", header: "Courses", align: "end", isSortable: true, cell: (person) => person.courses },
  {
    id: "actions",
    header: "Actions",
    isHeaderHidden: true,
    card: "corner",
    cell: (person) => <IconButton label={`Actions for ${person.name}`} icon={Ellipsis} />,
  },
];

const SHAPE = {
  q: z.string(),
  sort: z.enum(["name", "-name", "email", "-email", "courses", "-courses"]),
  page: z.coerce.number().check(z.int(), z.gte(1)),
  kind: z.array(z.enum(["online", "classroom"])),
};
const DEFAULTS: { q: string; sort: z.output<typeof SHAPE.sort>; page: number; kind: ("online" | "classroom")[] } = {
  q: "",
  sort: "name",
  page: 1,
  kind: [],
};

const ZONES = ["Europe/Berlin", "Europe/Madrid", "America/New_York", "Asia/Tokyo", "Asia/Riyadh"].map((id) => ({
  id,
  label: id.replace("_", " "),
}));

function Fails(): never {
  throw new Error("as planned");
}

function doneButton(close: () => void) {
  return (
    <Button variant="primary" onPress={close}>
      Continue
    </Button>
  );
}

function failure(_: unknown, retry: () => void) {
  return (
    <ErrorState
      title="Your courses could not be loaded"
      safe="Your progress is saved."
      next="Try again in a minute."
      requestId="req-8f2c"
      onRetry={retry}
    />
  );
}

function Gallery() {
  const now = useNow();
  const { state, set, href } = useUrlState(SHAPE, DEFAULTS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(["1"]));
  const [isConfirming, setConfirming] = useState(false);
  const [type, setType] = useState<"online" | "classroom" | null>("online");
  const [zone, setZone] = useState<string | null>("Europe/Berlin");
  const [isOn, setOn] = useState(true);
  const [open, setOpen] = useState<"filters" | "legend" | "create" | null>(null);
  const close = () => setOpen(null);
  const legend = useRef<HTMLButtonElement>(null);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="topbar row">
        <strong>Harbor Health Academy</strong>
        <IconButton label="Announcements, 1 unread" icon={Info} inherit />
        <Menu
          label="Account"
          trigger={<AriaButton className="ui-button">Account</AriaButton>}
          items={[
            { id: "account", label: "My account", to: "/my-account", icon: BookOpen },
            { id: "roles", title: "Role", items: [{ id: "student", label: "Student", isCurrent: true, onAction: () => setOn(true) }] },
            {
              id: "more",
              title: "More",
              isTitleHidden: true,
              items: [{ id: "out", label: "Delete account", description: "For good", icon: Trash2, tone: "danger" }],
            },
          ]}
        />
      </header>
      <nav className="navbar" aria-label="Main">
        <a href="#main" aria-current="page">
          <Icon of={BookOpen} /> Dashboard
        </a>
        <a href="#main">My courses</a>
      </nav>
      <main id="main" className="page stack-l">
        <PageHeader
          title="Users"
          back={{ to: "/", label: "Settings" }}
          description="Everyone who can sign in to this portal."
          actions={
            <>
              <Button onPress={() => setConfirming(true)}>Confirm</Button>
              <Button
                icon={Info}
                onPress={() =>
                  toast({
                    title: "Ana Ruiz was added",
                    message: "To Nursing.",
                    tone: "success",
                    action: { label: "Undo", onPress: () => setOn(false) },
                  })
                }
              >
                Toast
              </Button>
              <LinkButton to="/new" variant="primary" icon={Plus}>
                Add user
              </LinkButton>
            </>
          }
        />
        <section className="card" aria-label="Users table">
          <LinkTabs
            label="Views"
            tabs={[
              { to: "/", label: "All", count: 1284 },
              { to: "/?view=never", label: "Never signed in" },
              { to: "/overdue", label: "Overdue training", icon: TriangleAlert },
            ]}
          />
          <div className="row pad">
            <SearchField label="Search name or email" value={state.q} onChange={(q) => set({ q }, { replace: true })} />
            <Button icon={Filter} onPress={() => setOpen("filters")}>
              Filters
            </Button>
            <Sheet title="Filters" isOpen={open === "filters"} onOpenChange={close} footer={doneButton}>
              <CheckboxGroup
                label="Kind"
                options={[
                  { id: "online", label: "Online", count: 14 },
                  { id: "classroom", label: "Classroom", count: 10 },
                ]}
                value={state.kind}
                onChange={(kind) => set({ kind })}
              />
            </Sheet>
          </div>
          <DataTable
            label="Users"
            columns={COLUMNS}
            rows={PEOPLE}
            rowId={(person) => person.id}
            sort={state.sort}
            onSort={(sort) => set({ sort: sort as typeof state.sort })}
            selection={{ selected, onChange: setSelected, rowLabel: (person) => person.name }}
          />
          <Pager page={state.page} pageCount={52} total={1284} pageSize={25} to={(page) => href({ page })} />
        </section>
        <div className="grid-cards">
          {["Data Protection Basics", "Patient Handling", "Forklift Safety", "Fire Warden", "First Aid", "Hand hygiene"].map(
            (name, index) => (
              <article key={name} className="card course">
                <Plate seed={name} />
                <div className="row">
                  <Tag icon={MonitorPlay}>Online</Tag>
                </div>
                <h2>{name}</h2>
                <Progress label={`${name} progress`} value={index * 18} />
                <p className="muted num">
                  <Time instant={now + index * 5 * 86_400_000} />
                </p>
                <div>
                  <LinkButton to="/course">Continue</LinkButton>
                </div>
              </article>
            ),
          )}
        </div>
        <div className="two">
          <div className="form">
            <FormErrorSummary errors={[{ id: "email", message: "Enter an email address with an @." }]} />
            <TextField id="email" label="Email" value="ana.ruiz" error="Enter an email address with an @." autoComplete="email" />
            <TextField label="Job title" isOptional description="Shown on your certificate." placeholder="Ward sister" />
            <TextField label="Employee number" disabled value="A-1002" />
            <PasswordField label="Password" autoComplete="current-password" />
            <TextArea label="Notes" isOptional />
            <Select
              label="Course type"
              value={type}
              onChange={setType}
              options={[
                { id: "online", label: "Online course", description: "At any time" },
                { id: "classroom", label: "Classroom or webinar" },
              ]}
            />
            <ComboBox label="Time zone" value={zone} onChange={setZone} options={ZONES} description="Times are shown in this zone." />
            <Checkbox description="At most one a week.">Send me reminders</Checkbox>
            <Checkbox value error="Confirm to go on.">
              I confirm
            </Checkbox>
            <Switch value={isOn} onChange={setOn} description="Takes effect at once.">
              Single-letter shortcuts
            </Switch>
            <RadioGroup
              label="What kind of course"
              layout="cards"
              description="The type cannot be changed later."
              value={type}
              onChange={setType}
              options={[
                { id: "online", label: "Online course", description: "Lessons people take on their own.", icon: MonitorPlay },
                { id: "classroom", label: "Classroom or webinar", description: "Sessions at a set time." },
              ]}
            />
            <RadioGroup
              label="Answer"
              value="online"
              onChange={setType}
              options={[
                { id: "online", label: "Yes" },
                { id: "classroom", label: "No" },
              ]}
            />
            <RadioGroup
              label="Not answered yet"
              value={null}
              onChange={setType}
              options={[
                { id: "online", label: "First" },
                { id: "classroom", label: "Second" },
              ]}
            />
            <div className="form-actions">
              <Button variant="primary" type="submit" icon={Play}>
                Continue
              </Button>
              <Button isPending pendingLabel="Saving">
                Save
              </Button>
              <Button variant="quiet">Discard</Button>
              <Button variant="danger" icon={Trash2}>
                Delete
              </Button>
              <Button isDisabled>Not now</Button>
              <IconButton label="Search" icon={Search} variant="secondary" aria-pressed />
            </div>
          </div>
          <div className="stack-l">
            <div className="sunken">
              <Progress label="Course progress" value={6} max={10} text="6 of 10 complete" isLabelVisible />
              <Thread
                label="Outline"
                items={[
                  { id: "1", label: "Why infection control matters", state: "complete", meta: "4 min", to: "/1" },
                  { id: "2", label: "Personal protective equipment, and when to change it", state: "complete", meta: "12 min", to: "/2" },
                  { id: "3", label: "Hand hygiene audits", state: "started", isCurrent: true, meta: "11 min", to: "/3" },
                  { id: "4", label: "Outbreak playbook", state: "empty", meta: "14 min", onPress: () => setOn(true) },
                  { id: "5", label: "Final assessment", state: "locked", meta: "Quiz", reason: "Complete the case study first." },
                ]}
              />
            </div>
            {(["info", "success", "warning", "danger", "accent", "neutral"] as const).map((tone) => (
              <Banner
                key={tone}
                tone={tone}
                title={`A ${tone} banner`}
                onDismiss={() => setOn(false)}
                action={<Button size="s">Reload</Button>}
              >
                Nothing is recorded in a preview. <a href="#main">Read more</a>
              </Banner>
            ))}
            <Disclosure title="Requirements" meta="2" defaultExpanded>
              <p>Complete Level 1 first.</p>
            </Disclosure>
            <p>
              <TimeRange from={now} to={now + 9_000_000} zone="Europe/Berlin" />
            </p>
            <div className="row">
              <Avatar name="Ana Ruiz" />
              <Avatar name="Ben Okafor" size="l" />
              <CopyId label="Course id" value="8f2c-77aa" />
              <Button ref={legend} size="s" onPress={() => setOpen("legend")}>
                Legend
              </Button>
              <Popover label="Legend" anchor={legend} isOpen={open === "legend"} onOpenChange={close}>
                <p>Filled means complete.</p>
              </Popover>
              <Button onPress={() => setOpen("create")}>Create</Button>
              <Dialog
                title="Create new course"
                width="half"
                escapeCloses={false}
                isOpen={open === "create"}
                onOpenChange={close}
                footer={doneButton}
              >
                <TextField label="Title" />
              </Dialog>
            </div>
            <ErrorBoundary fallback={failure}>
              <Fails />
            </ErrorBoundary>
            <EmptyState
              title="Nothing assigned yet"
              message="Courses you are enrolled in appear here."
              icon={BookOpen}
              action={<LinkButton to="/catalog">Browse the catalog</LinkButton>}
            />
            <BusyRegion isBusy label="Loading courses" skeleton={<Skeleton />}>
              <p>Loaded</p>
            </BusyRegion>
            <Skeleton shape="table" count={2} />
            <Spinner label="Opening the course" />
          </div>
        </div>
      </main>
      <ConfirmDialog isOpen={isConfirming} onCancel={() => setConfirming(false)} onConfirm={() => setConfirming(false)}>
        A file with this name exists. Replace it?
      </ConfirmDialog>
      <Toasts />
    </>
  );
}

i18n.loadAndActivate({ locale: "en", messages: {} });
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <BrowserRouter>
        <UiProvider locale="en-GB" zone="Europe/Berlin">
          <Gallery />
        </UiProvider>
      </BrowserRouter>
    </I18nProvider>,
  );
}
