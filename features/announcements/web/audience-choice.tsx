import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, ListFilter, Users, UsersRound } from "lucide-react";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { GroupCondition, WhoFits } from "#features/groups/web/group-condition.tsx";
import { ChoiceList } from "#ui/choice-list.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { audienceOf, isEmpty, onLevel, type Chosen } from "../audience.ts";
import { tryAudienceQuery } from "./hooks.ts";

interface Props {
  readonly value: Chosen;
  readonly onChange: (value: Chosen) => void;
  readonly error: string | undefined;
  /** A draft that the stored audience is about, which cannot be chosen anew. */
  readonly draft: { readonly id: number; readonly name: string } | null;
}

/** Asks for whom an announcement is (ANN-3): everybody, people in groups, people of a course, or whoever fits a condition. */
export function AudienceChoice(props: Props) {
  const { t } = useLingui();
  const { value, onChange } = props;
  return (
    <>
      <RadioGroup
        label={t`For whom`}
        layout="cards"
        options={[
          { id: "everybody", label: t`Everybody`, description: t`All people of the portal, also those who join later.`, icon: Users },
          {
            id: "groups",
            label: t`People in groups`,
            description: t`Whoever is in one of some groups when they open a page.`,
            icon: UsersRound,
          },
          {
            id: "course",
            label: t`People of a course`,
            description: t`Whoever is enrolled in it when they open a page.`,
            icon: BookOpen,
          },
          {
            id: "condition",
            label: t`People by condition`,
            description: t`A group, a role, a field, what they are enrolled in: asked anew each time somebody opens a page.`,
            icon: ListFilter,
          },
        ]}
        value={value.level}
        onChange={(level) => onChange(onLevel(value, level))}
      />
      {(value.level === "groups" || value.level === "course") && <QuickChoice {...props} />}
      {value.level === "condition" && (
        <GroupCondition value={value.condition} onChange={(condition) => onChange({ ...value, condition })} ask={tryAudienceQuery} />
      )}
    </>
  );
}

/** The groups or the course, and who that is now. */
function QuickChoice({ value, onChange, error, draft }: Props) {
  const { t } = useLingui();
  const { data: choices, isPending, refetch } = useQuery(choicesQuery);
  if (isPending) return <Skeleton count={4} />;
  if (!choices) return <ErrorState title={t`The choices could not be loaded`} onRetry={() => void refetch()} />;
  const { level, groupIds, courseId } = value;
  const isGone = (id: number, of: typeof choices.groups) => !of.some((one) => one.id === id);
  const draftName = draft?.name ?? "";
  const nameOfGone = (id: number, of: typeof choices.groups) =>
    of === choices.courses && draft?.id === id ? t`${draftName} (a draft)` : t`(no longer there)`;
  /** What there is, and what was chosen and is not there any more, so that it can be taken out. */
  const options = (of: typeof choices.groups, chosen: readonly number[]) => [
    ...chosen.filter((id) => isGone(id, of)).map((id) => ({ id, label: nameOfGone(id, of) })),
    ...of.map(({ id, name }) => ({ id, label: name })),
  ];
  const audience = audienceOf(value);
  const courses = options(choices.courses, courseId === null ? [] : [courseId]);
  return (
    <>
      {level === "course" ? (
        <ComboBox
          label={t`Course`}
          options={courses.map(({ id, label }) => ({ id: String(id), label }))}
          value={courseId === null ? null : String(courseId)}
          onChange={(id) => onChange({ ...value, courseId: Number(id) })}
          {...(error !== undefined && { error })}
        />
      ) : choices.groups.length === 0 && groupIds.length === 0 ? (
        <p className="muted">{t`This portal has no groups yet.`}</p>
      ) : (
        <ChoiceList
          label={t`Groups`}
          options={options(choices.groups, groupIds)}
          value={groupIds}
          onChange={(ids) => onChange({ ...value, groupIds: ids })}
          error={error}
        />
      )}
      {audience && !isEmpty(value) && <WhoFits condition={audience} ask={tryAudienceQuery} />}
    </>
  );
}
