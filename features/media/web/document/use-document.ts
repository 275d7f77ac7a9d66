import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { sendForm } from "#platform/web/send-form.ts";
import { words } from "#platform/words.ts";
import type { DocumentReply } from "../../contract.ts";

const brokenOff = words("The connection broke before the document had arrived. Try again.");

interface Options<Reply> {
  /** The call that takes the document, without its query. */
  readonly address: string;
  /** Called once what the document makes was added. */
  readonly onAdded: (reply: Reply) => void;
}

/** A document, or a pasted text, on its way: first it is looked at, then what it makes is added. */
export function useDocument<Reply extends DocumentReply>({ address, onAdded }: Options<Reply>) {
  const [file, setFile] = useState<File | null>(null);
  const [text, setText] = useState("");
  const send = (document: File, step: "look" | "add", title?: string) => {
    const form = new FormData();
    if (title) form.append("title", title);
    form.append("file", document, document.name);
    return sendForm<Reply>(`${address}?do=${step}`, form, { brokenOff });
  };
  const look = useMutation({ mutationFn: (document: File) => send(document, "look") });
  const add = useMutation({
    mutationFn: ({ document, title }: { document: File; title?: string }) => send(document, "add", title),
    onSuccess: onAdded,
  });
  return {
    text,
    setText,
    /** What it would make; undefined until it was looked at. */
    shown: file ? look.data : undefined,
    isLooking: look.isPending,
    isAdding: add.isPending,
    error: add.error ?? look.error,
    /** Takes a document and looks at it. */
    take(document: File) {
      setFile(document);
      add.reset();
      look.mutate(document);
    },
    /** Adds what was shown. title: of a course that is made of it. */
    add: (title?: string) => file && add.mutate({ document: file, ...(title !== undefined && { title }) }),
    /** Goes back to choosing; a pasted text stays. */
    again() {
      look.reset();
      add.reset();
    },
    reset() {
      setFile(null);
      setText("");
      look.reset();
      add.reset();
    },
  };
}
export type DocumentOnItsWay = ReturnType<typeof useDocument>;
