import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EditorControl } from "../editor-values.ts";
import { fieldId, messageIn } from "../editor-values.ts";

const mostTags = 30;

/** The words by which a course is found besides its title: added one by one, by Enter, a comma or the button. */
export function TagsField({ control }: { control: EditorControl }) {
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field, fieldState }) => <Tags value={field.value} onChange={field.onChange} error={messageIn(fieldState.error)} />}
    />
  );
}

type Props = { value: readonly string[]; onChange: (tags: string[]) => void; error: string | undefined };

function Tags({ value, onChange, error }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const add = (typed: string) => {
    const known = new Set(value.map((tag) => tag.toLowerCase()));
    const fresh = typed
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "" && !known.has(tag.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...fresh]);
    setText("");
  };
  return (
    <div className="stack-s">
      <TextField
        id={fieldId("tags")}
        label={t`Tags`}
        isOptional
        description={t`Words that people look for. A match in a tag counts less than one in the title, and more than one in the text.`}
        maxLength={50}
        autoComplete="off"
        value={text}
        onChange={(typed) => (typed.includes(",") ? add(typed) : setText(typed))}
        // Enter would send the form that this stands in.
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add(text);
        }}
        error={error}
        disabled={value.length >= mostTags}
      />
      <div>
        <Button size="s" icon={Plus} onPress={() => add(text)}>
          <Trans>Add</Trans>
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="row" aria-label={t`Tags`}>
          {value.map((tag) => (
            <li key={tag} className="editor-chip">
              <bdi>{tag}</bdi>
              <IconButton label={t`Remove ${tag}`} icon={X} onPress={() => onChange(value.filter((one) => one !== tag))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
