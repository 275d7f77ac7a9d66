import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState } from "react";
import { CoursePicker } from "#features/enrolment/web/course-picker.tsx";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { ChoiceList } from "#ui/choice-list.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { CatalogueTerms, type Catalogue, type Choices } from "../contract.ts";
import { useSaveCatalogue } from "./hooks.ts";

type Props = {
  /** The catalogue to change; null for a new one. */
  catalogue: Catalogue | null;
  choices: Choices;
  onClose: () => void;
};

/** The names of categories with those above them. */
function pathsOf(categories: Choices["categories"]) {
  const above: string[] = [];
  return categories.map(({ id, name, depth }) => {
    above.splice(depth, Infinity, name);
    return { id, label: above.join(" › ") };
  });
}

/** Adds a catalogue or changes one: its name, whom it is for, and what is in it. */
export default function CatalogueForm({ catalogue, choices, onClose }: Props) {
  const { t } = useLingui();
  const save = useSaveCatalogue();
  const [terms, setTerms] = useState({
    name: catalogue?.name ?? "",
    description: catalogue?.description ?? "",
    forEverybody: catalogue?.forEverybody ?? false,
    isPublic: catalogue?.isPublic ?? false,
    groupIds: catalogue?.groupIds ?? [],
    categoryIds: catalogue?.categoryIds ?? [],
  });
  const [courses, setCourses] = useState(catalogue?.courses ?? []);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (some: Partial<typeof terms>) => setTerms({ ...terms, ...some });

  const submit = () => {
    const read = CatalogueTerms.safeParse({ ...terms, courseIds: courses.map(({ id }) => id) });
    if (!read.success) return setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0] ?? ""), message])));
    setErrors({});
    save.mutate(
      { of: catalogue, terms: read.data },
      {
        onSuccess() {
          announce(catalogue ? t`The catalog was changed` : t`The catalog was added`);
          onClose();
        },
        onError(error) {
          const known = error instanceof CallError ? error.errors : [];
          setErrors(known.length > 0 ? Object.fromEntries(known.map(({ field, message }) => [field, message])) : { "": error.message });
        },
      },
    );
  };
  return (
    <FormDialog
      title={catalogue ? t`Change the catalog` : t`Add a catalog`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={submit}
      isPending={save.isPending}
      failure={errors[""]}
    >
      <TextField
        id="catalogue-name"
        label={t`Name`}
        autoComplete="off"
        autoFocus
        maxLength={120}
        value={terms.name}
        onChange={(name) => set({ name })}
        error={errors["name"]}
      />
      <TextArea
        id="catalogue-description"
        label={t`Description`}
        isOptional
        rows={2}
        maxLength={500}
        value={terms.description}
        onChange={(description) => set({ description })}
        error={errors["description"]}
      />
      <RadioGroup
        label={t`For whom`}
        options={[
          { id: "groups", label: t`Members of groups` },
          { id: "everybody", label: t`Everybody of the portal` },
        ]}
        value={terms.forEverybody ? "everybody" : "groups"}
        onChange={(id) => set({ forEverybody: id === "everybody", ...(id !== "everybody" && { isPublic: false }) })}
      />
      {terms.forEverybody && (
        <Checkbox
          id="catalogue-public"
          value={terms.isPublic}
          onChange={(isPublic) => set({ isPublic })}
          description={t`Visitors see title, summary, type, duration, language, picture and categories of its published, listed courses, and what one learns there. They see nothing else: no outline, no people, no price.`}
          {...(errors["isPublic"] !== undefined && { error: errors["isPublic"] })}
        >
          <Trans>Public: visitors see these courses before they sign in</Trans>
        </Checkbox>
      )}
      {!terms.forEverybody &&
        (choices.groups.length === 0 ? (
          <p className="muted">
            <Trans>This portal has no groups yet. Until it has one that you choose here, nobody is offered these courses.</Trans>
          </p>
        ) : (
          <ChoiceList
            label={t`Groups`}
            description={t`Without a group, nobody is offered these courses.`}
            options={choices.groups.map(({ id, name }) => ({ id, label: name }))}
            value={terms.groupIds}
            onChange={(groupIds) => set({ groupIds })}
            error={errors["groupIds"]}
          />
        ))}
      {choices.categories.length > 0 && (
        <ChoiceList
          label={t`Categories`}
          description={t`All their courses are in it, those of the categories below as well, now and later.`}
          options={pathsOf(choices.categories)}
          value={terms.categoryIds}
          onChange={(categoryIds) => set({ categoryIds })}
          error={errors["categoryIds"]}
        />
      )}
      <div className="stack">
        <CoursePicker
          label={t`Single courses`}
          description={t`Type to find one. Each course that you choose is added below.`}
          value={null}
          onChange={(course) => course && setCourses((now) => [...now.filter(({ id }) => id !== course.id), course])}
          clearsItself
          error={errors["courseIds"]}
        />
        {courses.length > 0 && (
          <ul className="catalogues-courses" aria-label={t`Single courses`}>
            {courses.map(({ id, title }) => (
              <li key={id}>
                <bdi>{title}</bdi>
                <IconButton
                  icon={X}
                  label={t`Take out: ${title}`}
                  size="s"
                  onPress={() => setCourses(courses.filter((one) => one.id !== id))}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
