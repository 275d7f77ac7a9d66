import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { CategoryTerms, type CategoryRow } from "../contract.ts";
import { useCreateCategory, useSaveCategory } from "./hooks.ts";

type Props = {
  /** The category to change; null for a new one. */
  category: CategoryRow | null;
  /** Where a new one goes; null for the top. */
  parent: CategoryRow | null;
  onClose: () => void;
};

/** Adds a category, or changes the name and description of one. */
export default function CategoryForm({ category, parent, onClose }: Props) {
  const { t } = useLingui();
  const create = useCreateCategory();
  const save = useSaveCategory();
  const [terms, setTerms] = useState({ name: category?.name ?? "", description: category?.description ?? "" });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const parentName = parent?.name ?? "";

  const submit = () => {
    const read = CategoryTerms.safeParse(terms);
    if (!read.success) return setErrors(Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join("."), message])));
    setErrors({});
    const outcome = {
      onSuccess() {
        announce(category ? t`The category was changed` : t`The category was added`);
        onClose();
      },
      onError(error: Error) {
        const known = error instanceof CallError ? error.errors : [];
        setErrors(known.length > 0 ? Object.fromEntries(known.map(({ field, message }) => [field, message])) : { "": error.message });
      },
    };
    if (category)
      save.mutate(
        { params: { categoryId: category.id }, body: { ...read.data, isHidden: category.isHidden, revision: category.revision } },
        outcome,
      );
    else create.mutate({ ...read.data, parentId: parent?.id ?? null }, outcome);
  };
  return (
    <FormDialog
      title={category ? t`Change the category` : t`Add a category`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={submit}
      isPending={create.isPending || save.isPending}
      failure={errors[""]}
    >
      {parent && (
        <p>
          <Trans>
            It goes into <bdi>{parentName}</bdi>.
          </Trans>
        </p>
      )}
      {category?.sharing && (
        <p>
          <Plural
            value={category.sharing.portals ?? 1}
            one="It is shared: its name and description change in every portal that uses it."
            other="It is shared: its name and description change in # portals."
          />
        </p>
      )}
      <TextField
        id="category-name"
        label={t`Name`}
        autoComplete="off"
        autoFocus
        maxLength={120}
        value={terms.name}
        onChange={(name) => setTerms({ ...terms, name })}
        error={errors["name"]}
      />
      <TextArea
        id="category-description"
        label={t`Description`}
        isOptional
        maxLength={500}
        value={terms.description}
        onChange={(description) => setTerms({ ...terms, description })}
        error={errors["description"]}
      />
    </FormDialog>
  );
}
