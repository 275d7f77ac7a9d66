import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CourseType } from "#features/courses/course-type.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { starterNames } from "../../starters/starter-names.ts";
import { templatesQuery, type TemplateChoice } from "../hooks.ts";

/** From how many templates on there is a search. */
const manyTemplates = 8;

interface TemplateListProps {
  /** The type that the course will have. */
  readonly type: CourseType;
  readonly value: TemplateChoice | null;
  readonly onChange: (template: TemplateChoice) => void;
  /** Why it cannot go on; "" where it can. */
  readonly error: string;
}

/** What a new course can begin as: our starters, and the courses of the portal that are offered as templates. */
export default function TemplateList({ type, value, onChange, error }: TemplateListProps) {
  const { t } = useLingui();
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery);
  const [search, setSearch] = useState("");
  if (isError && !data)
    return (
      <ErrorState
        title={t`The templates could not be loaded`}
        safe={t`Nothing was created.`}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const pages = (count: number) => t`${plural(count, { one: "# page", other: "# pages" })}`;
  const starters = type === "online" ? (data?.starters ?? []) : [];
  const courses = (data?.courses ?? []).filter((course) => course.type === type);
  const asked = search.trim().toLowerCase();
  const found = courses.filter(({ title, author }) => `${title} ${author ?? ""}`.toLowerCase().includes(asked));
  return (
    <BusyRegion isBusy={!data} label={t`Loading templates`} skeleton={<Skeleton count={4} />}>
      <div className="stack">
        {starters.length > 0 && (
          <RadioGroup
            label={t`Starters`}
            description={t`Chapters and pages with texts that say what to write, a quiz where it fits.`}
            layout="cards"
            {...(error && { error })}
            options={starters.map(({ name, title, summary, pages: count }) => ({
              id: name,
              label: title,
              description: [pages(count), summary].join(" · "),
            }))}
            value={starterNames.find((name) => name === value) ?? null}
            onChange={onChange}
          />
        )}
        {courses.length > manyTemplates && (
          <SearchField label={t`Search templates`} placeholder={t`Search templates`} value={search} onChange={setSearch} delay={0} />
        )}
        {found.length > 0 ? (
          <RadioGroup
            label={t`Templates of this portal`}
            layout="cards"
            {...(error && starters.length === 0 && { error })}
            options={found.map(({ id, title, author, pages: count }) => ({
              id: String(id),
              label: title,
              description: [...(type === "online" ? [pages(count)] : []), ...(author === null ? [] : [t`by ${author}`])].join(" · "),
            }))}
            value={typeof value === "number" ? String(value) : null}
            onChange={(id) => onChange(Number(id))}
          />
        ) : (
          data && (
            <p className="muted">
              {courses.length > 0 ? (
                <Trans>No template has these words.</Trans>
              ) : (
                <Trans>This portal has no templates of its own yet. Authors offer a course as one in its settings.</Trans>
              )}
            </p>
          )
        )}
      </div>
    </BusyRegion>
  );
}
