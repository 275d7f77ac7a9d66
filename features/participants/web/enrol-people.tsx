import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import BulkDialog from "#features/bulk/web/bulk-dialog.tsx";
import type { Condition } from "#features/conditions/condition.ts";
import ConditionDialog from "#features/conditions/web/condition-dialog.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { AccessEndField } from "#features/enrolment/web/access-end-field.tsx";
import type { PickedCourse } from "#features/enrolment/web/course-picker.tsx";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { DateField } from "#ui/date-field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { mostPasted, readPasted } from "../contract.ts";
import { peopleToEnrolQuery } from "./hooks.ts";
import "./participants.css";

type How = "people" | "paste" | "group" | "condition";
type Of = { ids: number[] } | { list: string; query: Record<string, string> };

/** Enrols people in a course from the course's side: by name, from a paste, a whole group, or whoever fits a condition. */
export default function EnrolPeople({ course, onClose }: { course: PickedCourse; onClose: () => void }) {
  const { t } = useLingui();
  const { title } = course;
  const [how, setHow] = useState<How>("people");
  const [people, setPeople] = useState<readonly { id: string; label: string }[]>([]);
  const [text, setText] = useState("");
  const [groupId, setGroupId] = useState<string | null>(null);
  const [condition, setCondition] = useState<Condition | null>(null);
  const [isBuilding, setBuilding] = useState(false);
  const [dueAt, setDueAt] = useState("");
  const [expiresAt, setExpiresAt] = useState("");
  const [isTried, setTried] = useState(false);
  const [of, setOf] = useState<Of | null>(null);
  const choices = useQuery(choicesQuery);
  const tell = useConditionWords(choices.data);
  const pasted = useMutation({
    mutationFn: () => call(readPasted, { body: { text } }),
    onSuccess: ({ ids, unknownCount }) => ids.length > 0 && unknownCount === 0 && setOf({ ids }),
  });
  const found = pasted.data?.ids.length ?? 0;
  const matching = (one: Condition) => setOf({ list: "people", query: { condition: JSON.stringify(one) } });
  const goOn = () => {
    setTried(true);
    if (how === "people" && people.length > 0) setOf({ ids: people.map(({ id }) => Number(id)) });
    if (how === "group" && groupId !== null) matching({ kind: "group", groupIds: [Number(groupId)] });
    if (how === "condition" && condition) matching(condition);
    if (how !== "paste" || !text.trim()) return;
    // What is not known was shown: pressing again goes on without it.
    if (pasted.data && found > 0) setOf({ ids: pasted.data.ids });
    else pasted.mutate();
  };

  if (of) {
    const input = { courseIds: [course.id], dueAt: dueAt || null, expiresAt: expiresAt || null };
    return <BulkDialog asked={{ kind: "enrol", input, of, clear: () => undefined }} onClose={onClose} />;
  }
  if (isBuilding)
    return <ConditionDialog title={t`Whom to enrol`} condition={condition} onApply={setCondition} onClose={() => setBuilding(false)} />;
  return (
    <FormDialog
      title={t`Enrol people in ${title}`}
      onClose={onClose}
      action={<Trans>See what changes</Trans>}
      onAction={goOn}
      isPending={pasted.isPending}
      pendingLabel={t`Looking for them`}
    >
      <RadioGroup
        label={t`Whom`}
        options={[
          { id: "people", label: t`People by name` },
          { id: "paste", label: t`Pasted addresses or ids` },
          { id: "group", label: t`A group` },
          { id: "condition", label: t`Whoever fits a condition` },
        ]}
        value={how}
        onChange={setHow}
      />
      {how === "people" && <Named people={people} onChange={setPeople} isMissing={isTried && people.length === 0} />}
      {how === "paste" && (
        <>
          <TextArea
            label={t`Addresses or ids`}
            rows={6}
            description={t`E-mail addresses or external ids, apart by lines, spaces or commas; ${mostPasted} at most.`}
            value={text}
            onChange={(next) => {
              setText(next);
              pasted.reset();
            }}
            error={
              pasted.error instanceof CallError
                ? pasted.error.message
                : isTried && !text.trim()
                  ? t`Paste e-mail addresses or external ids.`
                  : undefined
            }
          />
          {pasted.data && pasted.data.unknownCount > 0 && (
            <Banner
              tone="warning"
              role="alert"
              title={t`${plural(pasted.data.unknownCount, { one: "# of them is nobody whom you manage", other: "# of them are nobody whom you manage" })}`}
            >
              <p className="participants-unknown">
                <bdi>{pasted.data.unknown.join(", ")}</bdi>
              </p>
              {found > 0 && (
                <p>{t`${plural(found, { one: "Go on with the # person who was found.", other: "Go on with the # people who were found." })}`}</p>
              )}
            </Banner>
          )}
        </>
      )}
      {how === "group" && (
        <ComboBox
          label={t`Group`}
          options={(choices.data?.groups ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
          value={groupId}
          onChange={setGroupId}
          description={t`Who is in it now. Who joins later is not enrolled by this.`}
          error={isTried && groupId === null ? t`Choose a group.` : undefined}
        />
      )}
      {how === "condition" && (
        <div className="stack">
          {condition && (
            <p>
              <bdi>{tell(condition)}</bdi>
            </p>
          )}
          <div>
            <Button onPress={() => setBuilding(true)}>
              {condition ? <Trans>Change the condition</Trans> : <Trans>Put a condition together</Trans>}
            </Button>
          </div>
          {isTried && !condition && (
            <p className="ui-error" role="alert">
              <Trans>Put a condition together first.</Trans>
            </p>
          )}
        </div>
      )}
      <DateField
        label={t`Due`}
        isOptional
        description={t`Until the end of that day, in the portal's time zone.`}
        value={dueAt}
        onChange={setDueAt}
      />
      <AccessEndField value={expiresAt} onChange={setExpiresAt} />
    </FormDialog>
  );
}

type NamedProps = {
  people: readonly { id: string; label: string }[];
  onChange: (people: readonly { id: string; label: string }[]) => void;
  isMissing: boolean;
};

/** People chosen one after another; the server searches. */
function Named({ people, onChange, isMissing }: NamedProps) {
  const { t } = useLingui();
  const [q, setQ] = useState("");
  const { data } = useQuery(peopleToEnrolQuery(q));
  return (
    <>
      <SearchComboBox
        label={t`Person`}
        options={(data?.rows ?? []).map(({ id, name, email }) => ({ id: String(id), label: name, description: email }))}
        value={null}
        onChange={(one) => one && onChange([...people.filter(({ id }) => id !== one.id), { id: one.id, label: one.label }])}
        onSearch={setQ}
        clearsItself
        error={isMissing ? t`Choose somebody first.` : undefined}
      />
      {people.length > 0 && (
        <ul className="participants-chosen" aria-label={t`Chosen people`}>
          {people.map(({ id, label }) => (
            <li key={id}>
              <bdi>{label}</bdi>
              <IconButton icon={X} size="s" label={t`Remove ${label}`} onPress={() => onChange(people.filter((one) => one.id !== id))} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
