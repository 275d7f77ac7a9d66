import { Trans, useLingui } from "@lingui/react/macro";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { typedAddress } from "./typed-address.ts";

/** Asks for the address of a link, and for its words where none are selected. Takes the link away again, too. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useLingui();
  const isLink = editor.isActive("link");
  const needsWords = !isLink && editor.state.selection.empty;
  const [typed, setTyped] = useState(String(editor.getAttributes("link")["href"] ?? ""));
  const [words, setWords] = useState("");
  const [isAsked, setAsked] = useState(false);
  const href = typedAddress(typed);
  const done = () => {
    onClose();
    // After the dialog gave the focus back to what opened it.
    setTimeout(() => editor.commands.focus());
  };
  const save = () => {
    setAsked(true);
    if (href === null) return;
    if (needsWords)
      editor.commands.insertContent({ type: "text", text: words.trim() || typed.trim(), marks: [{ type: "link", attrs: { href } }] });
    else editor.chain().extendMarkRange("link").setLink({ href }).run();
    done();
  };
  return (
    <FormDialog title={isLink ? t`Change the link` : t`Add a link`} action={t`Save`} onAction={save} onClose={done}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          // React would pass the event on to a form around the text.
          event.stopPropagation();
          save();
        }}
      >
        <TextField
          label={t`Address`}
          value={typed}
          onChange={setTyped}
          autoFocus
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          description={t`A web address, an email address, or a path of this portal that begins with a slash.`}
          {...(isAsked && href === null && { error: t`Write a whole address, such as https://example.org.` })}
        />
        {needsWords && <TextField label={t`Words of the link`} isOptional value={words} onChange={setWords} dir="auto" />}
        {/* So that Enter in a field saves. */}
        <button type="submit" aria-label={t`Save`} hidden />
      </form>
      {isLink && (
        <p>
          <Button
            onPress={() => {
              editor.chain().extendMarkRange("link").unsetLink().run();
              done();
            }}
          >
            <Trans>Remove the link</Trans>
          </Button>
        </p>
      )}
    </FormDialog>
  );
}
