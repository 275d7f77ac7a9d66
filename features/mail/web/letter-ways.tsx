import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import type { Option } from "#ui/option-list.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import type { EventWays, Override, OverrideKind } from "../overrides-contract.ts";
import type { TextLanguage } from "../texts-contract.ts";
import { DaysField, daysAsText, daysFrom } from "./days-field.tsx";
import { overridableQuery, overridesQuery, useAddOverride, useSaveTiming } from "./overrides-hooks.ts";

type Props = { event: string; language: TextLanguage };

/** When a letter is sent, and which courses and groups are told in another way (MAIL-1). */
export default function LetterWays({ event, language }: Props) {
  const { t } = useLingui();
  const query = useQuery(overridesQuery(event));
  const { data } = query;
  if (query.isError && !data)
    return (
      <ErrorState
        title={t`The courses and groups could not be loaded`}
        safe={t`Nothing was changed.`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <BusyRegion isBusy={!data} label={t`Loading the courses and groups`} skeleton={<Skeleton count={3} />}>
      {data && (
        <div className="mail-ways">
          {data.timing && <PortalDays ways={data} timing={data.timing} />}
          <Overrides ways={data} rows={data.rows} language={language} />
        </div>
      )}
    </BusyRegion>
  );
}

/** On which days the portal sends it. */
function PortalDays({ ways, timing }: { ways: EventWays; timing: NonNullable<EventWays["timing"]> }) {
  const { t } = useLingui();
  const id = useId();
  const save = useSaveTiming(ways.event);
  const [text, setText] = useState(daysAsText(timing.days));
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    const days = daysFrom(text);
    if (days === undefined) return setProblem(t`Enter whole numbers with commas between, such as 7, 1.`);
    setProblem(undefined);
    save.mutate(days, {
      onSuccess: (saved) => {
        setText(daysAsText(saved.timing?.days ?? null));
        announce(t`The days were saved`);
      },
      onError: (error) => {
        if (error instanceof CallError && error.errors.length > 0) setProblem(error.errors[0]?.message);
        else toast({ tone: "danger", title: t`The days were not saved`, message: error.message });
      },
    });
  };
  return (
    <section className="card mail-part" aria-labelledby={`${id}-days`}>
      <h2 id={`${id}-days`}>{t`When it is sent`}</h2>
      <p className="muted">
        <Trans>
          Days are counted where the person is. Nobody gets the same one twice, and nothing is sent late because the days change.
        </Trans>
      </p>
      <form
        className="mail-ask"
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
      >
        <DaysField timing={timing} inherited={timing.usual} value={text} onChange={setText} error={problem} />
        <Button type="submit" isPending={save.isPending} pendingLabel={t`Saving`}>
          <Trans>Save the days</Trans>
        </Button>
      </form>
    </section>
  );
}

/** The courses and groups that are told in another way, and a way to add one. */
function Overrides({ ways, rows, language }: { ways: EventWays; rows: readonly Override[]; language: TextLanguage }) {
  const { t } = useLingui();
  const id = useId();
  return (
    <section className="card mail-part" aria-labelledby={`${id}-overrides`}>
      <h2 id={`${id}-overrides`}>{t`Courses and groups`}</h2>
      <p className="muted">
        {ways.isAboutCourse
          ? t`What a course has of its own comes before what a group has, and that before the portal. Somebody in several groups that differ gets what the portal has.`
          : t`What a group has of its own comes before the portal. Somebody in several groups that differ gets what the portal has.`}
      </p>
      {rows.length === 0 ? (
        <p>{t`Everybody is told as the portal says.`}</p>
      ) : (
        <ul className="mail-versions">
          {rows.map((row) => (
            <OverrideLine key={row.id} row={row} ways={ways} language={language} />
          ))}
        </ul>
      )}
      <AddOverride ways={ways} language={language} />
    </section>
  );
}

/** One course or group, and what it has of its own. */
function OverrideLine({ row, ways, language }: { row: Override; ways: EventWays; language: TextLanguage }) {
  const { t, i18n } = useLingui();
  const languageName = useLanguageName();
  const texts = new Intl.ListFormat(i18n.locale, { type: "conjunction" }).format(row.own.map(languageName));
  const days = daysAsText(row.days);
  const own = [
    ...(row.own.length > 0 ? [t`Own text: ${texts}`] : []),
    ...(row.isOn === null ? [] : [row.isOn ? t`Mail on` : t`Mail off`]),
    ...(row.days === null ? [] : [t`Days: ${days}`]),
  ];
  return (
    <li>
      <span>
        <Link to={`/admin/emailTexts/${ways.event}/${language}?for=${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>
        <span className="muted mail-detail">
          {row.kind === "course" ? t`Course` : t`Group`}
          {" · "}
          {own.length > 0 ? own.join(" · ") : t`Inherited from the portal`}
        </span>
      </span>
    </li>
  );
}

/** Chooses a course or a group, and leads to its letter. */
function AddOverride({ ways: { event, isAboutCourse }, language }: { ways: EventWays; language: TextLanguage }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const add = useAddOverride(event);
  const [kind, setKind] = useState<OverrideKind>(isAboutCourse ? "course" : "group");
  const [chosen, setChosen] = useState<Option<string> | null>(null);
  const [q, setQ] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isOpened, setOpened] = useState(false);
  const { data } = useQuery({ ...overridableQuery(event, kind, q), enabled: isOpened });
  const submit = () => {
    if (!chosen) return setProblem(kind === "course" ? t`Choose a course.` : t`Choose a group.`);
    add.mutate(
      { kind, id: Number(chosen.id) },
      {
        onSuccess: ({ id }) => void navigate(`/admin/emailTexts/${event}/${language}?for=${id}`),
        onError: (error) => setProblem(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : error.message),
      },
    );
  };
  return (
    <form
      className="mail-ask"
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        submit();
      }}
    >
      {isAboutCourse && (
        <Select
          label={t`For`}
          options={[
            { id: "course", label: t`A course` },
            { id: "group", label: t`A group` },
          ]}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setChosen(null);
            setProblem(undefined);
          }}
        />
      )}
      <SearchComboBox
        key={kind}
        label={kind === "course" ? t`Course` : t`Group`}
        options={(data?.rows ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
        value={chosen}
        onChange={(next) => {
          setChosen(next);
          setProblem(undefined);
        }}
        onSearch={setQ}
        onOpen={() => setOpened(true)}
        error={problem}
      />
      <Button type="submit" icon={Plus} isPending={add.isPending} pendingLabel={t`Adding`}>
        <Trans>Add</Trans>
      </Button>
    </form>
  );
}
