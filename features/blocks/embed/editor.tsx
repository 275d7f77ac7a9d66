import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { EmbedFrame } from "./embed-frame.tsx";
import type { EmbedBlock, EmbedProblem } from "./embed.ts";
import { embedded, embedHosts } from "./hosts.ts";
import "../web/editors.css";

/** Where the content is, and what it is called. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<EmbedBlock>) {
  const { t, i18n } = useLingui();
  const hosts = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(embedHosts.map(({ name }) => name));
  const isUnknown = block.address.trim() !== "" && embedded(block.address) === null;
  return (
    <div className="block-form">
      <TextField
        label={t`Address`}
        description={t`Of a page at ${hosts}. Learners see it when they press Show; before that, nothing of it is loaded.`}
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        maxLength={2_000}
        {...(autoFocus && { autoFocus })}
        {...(isUnknown && { error: t`Content of this address cannot be shown.` })}
        value={block.address}
        onChange={(address) => onChange({ ...block, address })}
      />
      <TextField
        label={t`Title`}
        description={t`What it shows. Screen readers say it before the content.`}
        dir="auto"
        maxLength={500}
        value={block.title}
        onChange={(title) => onChange({ ...block, title })}
      />
      {embedded(block.address) && <EmbedFrame key={block.address} title={block.title} address={block.address} />}
    </div>
  );
}

const problemWords: Record<EmbedProblem, MessageDescriptor> = {
  address_missing: msg`There is no address yet.`,
  address_unknown: msg`Content of this address cannot be shown.`,
  title_missing: msg`The content has no title.`,
};

export const editor = {
  create: (id) => ({ id, kind: "embed", address: "", title: "" }),
  Form,
  problemWords,
} satisfies BlockEditor<EmbedBlock>;
