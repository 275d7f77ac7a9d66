import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { choicesQuery } from "./hooks.ts";
import { categoryOptions } from "./category-options.ts";

/** Asks for the category that the chosen courses are put into or taken out of. */
export default function AskCategory({ title, goOn }: { title: string; goOn: (input: object | null) => void }) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  const [categoryId, setCategoryId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  return (
    <AskDialog
      title={title}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (categoryId !== null) goOn({ categoryId: Number(categoryId) });
      }}
    >
      <div className="form">
        <ComboBox
          label={t`Category`}
          options={categoryOptions(choices.data?.categories ?? [])}
          value={categoryId}
          onChange={setCategoryId}
          error={isTried && categoryId === null ? t`Choose a category.` : undefined}
        />
      </div>
    </AskDialog>
  );
}
