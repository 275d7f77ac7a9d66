import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { CourseFacts } from "../fields-contract.ts";
import { NumberInput } from "./editor-inputs.tsx";
import type { EditorControl } from "./editor-values.ts";
import { fieldId } from "./editor-values.ts";
import { CreditsField } from "./settings/credits-field.tsx";
import { TagsField } from "./settings/tags-field.tsx";
import "./authoring.css";
import "./settings/settings.css";

type Props = { control: EditorControl; course: Pick<CourseFacts, "categories"> & { readonly language: string } };

/** Common languages of courses; a course's own language is added if it is missing. */
const languages =
  "ar bg bn cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur vi zh zh-Hant".split(
    " ",
  );

/** The fields that the catalog shows. */
export function DetailsFields({ control, course }: Props) {
  const { t } = useLingui();
  const words = useCourseWords();
  // Named and sorted once, because changing the language of the interface reloads the page.
  const [languageOptions] = useState(() =>
    [...new Set([...languages, course.language])]
      .map((id) => ({ id, label: words.language(id) }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
  );
  return (
    <div className="editor-fields">
      <Controller
        control={control}
        name="title"
        render={({ field, fieldState }) => (
          <TextField
            id={fieldId("title")}
            label={t`Title`}
            maxLength={200}
            autoComplete="off"
            {...field}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="summary"
        render={({ field, fieldState }) => (
          <TextArea
            id={fieldId("summary")}
            label={t`Description`}
            isOptional
            rows={4}
            maxLength={2000}
            description={t`Shown in the catalog and on the course's page.`}
            {...field}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller control={control} name="outcomes" render={({ field }) => <Outcomes value={field.value} onChange={field.onChange} />} />
      <Controller
        control={control}
        name="categoryIds"
        render={({ field }) => <Categories categories={course.categories} value={field.value} onChange={field.onChange} />}
      />
      <TagsField control={control} />
      <div className="editor-pair">
        <NumberInput
          control={control}
          name="minutes"
          label={t`Duration in minutes`}
          description={t`How long it takes most people.`}
          isNeeded
        />
        <Controller
          control={control}
          name="language"
          render={({ field, fieldState }) => (
            <ComboBox id={fieldId("language")} label={t`Language`} options={languageOptions} {...field} error={fieldState.error?.message} />
          )}
        />
      </div>
      <CreditsField control={control} />
    </div>
  );
}

const maxOutcomes = 20;

function Outcomes({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const { t } = useLingui();
  return (
    <div role="group" aria-labelledby="editor-outcomes-title" className="stack-s" id={fieldId("outcomes")}>
      <span className="ui-label" id="editor-outcomes-title">
        <Trans>What people can do afterwards</Trans>{" "}
        <span className="ui-label-note">
          <Trans>(optional)</Trans>
        </span>
      </span>
      {value.map((outcome, index) => {
        const number = index + 1;
        return (
          // An outcome has no id; its position identifies it.
          <div key={index} className="editor-outcome">
            <TextField
              label={t`Outcome ${number}`}
              maxLength={200}
              autoComplete="off"
              autoFocus={outcome === ""}
              value={outcome}
              onChange={(text) => onChange(value.map((one, at) => (at === index ? text : one)))}
            />
            <IconButton label={t`Remove outcome ${number}`} icon={Trash2} onPress={() => onChange(value.filter((_, at) => at !== index))} />
          </div>
        );
      })}
      {value.length < maxOutcomes && (
        <div>
          <Button size="s" icon={Plus} onPress={() => onChange([...value, ""])}>
            <Trans>Add an outcome</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

type Category = CourseFacts["categories"][number];

/** The portal's categories as a tree of checkboxes. A course may be in several; being in a subcategory includes its parents. */
function Categories({
  categories,
  value,
  onChange,
}: {
  categories: readonly Category[];
  value: readonly number[];
  onChange: (ids: number[]) => void;
}) {
  return (
    <div role="group" aria-labelledby="editor-categories-title" id={fieldId("categoryIds")}>
      <span className="ui-label" id="editor-categories-title">
        <Trans>Categories</Trans>
      </span>
      {categories.length === 0 ? (
        <p className="muted">
          <Trans>This portal has no categories.</Trans>
        </p>
      ) : (
        <ul className="editor-tree">
          {categories.map(({ id, name, depth }) => (
            <li key={id} style={{ paddingInlineStart: `calc(${Math.min(depth, 4)} * var(--sp-6))` }}>
              <Checkbox value={value.includes(id)} onChange={(isOn) => onChange(isOn ? [...value, id] : value.filter((one) => one !== id))}>
                <bdi>{name}</bdi>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
