import { wordsOf } from "#platform/catalogue.ts";
import { AppError, conflict } from "#platform/errors.ts";
import type { Language } from "#platform/languages.ts";
import type { FileReply } from "../contract.ts";

/** The answer to a file that is not taken: its reason in words. */
export const refusedReply = (data: string): FileReply => ({ isSuccessful: false, data, ShowWarning: false, Message: data });
/** The question before another file is replaced. */
export const askingReply = (data: string): FileReply => ({ isSuccessful: false, data, ShowWarning: true, Message: data });

/** Ends a form whose answer is known. */
class Answered extends AppError {
  readonly reply: FileReply;
  constructor(reply: FileReply) {
    const { status, code, text } = conflict("not_taken", "The file was not taken.");
    super(status, code, text);
    this.reply = reply;
  }
}

/** Throws an answer to the form: the rest of it need not be read. */
export const answer = (reply: FileReply): never => {
  throw new Answered(reply);
};

/** Of these nothing is wrong with a file: there is none. */
const noFile: ReadonlySet<string> = new Set(["missing", "no_form"]);

/** The answer that was thrown on the way, or the one for a file whose content is not taken (specification §3); other errors are passed on. */
export function answered(error: unknown, language: Language): FileReply {
  if (error instanceof Answered) return error.reply;
  if (error instanceof AppError && error.status === 400 && error.errors.some(({ field, code }) => field === "file" && !noFile.has(code)))
    return refusedReply(wordsOf(language, error.text, error.params));
  throw error;
}
