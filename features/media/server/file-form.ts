import { invalid, type AppError } from "#platform/errors.ts";
import { firstTitle, folderOf, isTitle, nameOf, fileUseOf, type FileUse } from "../file-place.ts";

/** What a form of the upload dialog says besides its file (specification §3); fields with other names mean nothing here. */
export interface FileForm {
  path: string;
  title: string;
  override: boolean;
  /** The file of the list that the new one replaces. */
  replaces: number | null;
  /** How long a film or a sound is, as the sender's browser plays it. */
  seconds: number | null;
  /** Whether any field came before the file. */
  hasFields: boolean;
}
export const emptyForm = (): FileForm => ({ path: "", title: "", override: false, replaces: null, seconds: null, hasFields: false });

/** Takes one field of the form. */
export function takeField(form: FileForm, name: string, value: string): void {
  form.hasFields = true;
  if (name === "path") form.path = value;
  if (name === "title") form.title = value.normalize("NFC");
  if (name === "overrideFile") form.override = /^(?:true|1)$/i.test(value);
  if (name === "replaces" && /^[1-9]\d{0,14}$/.test(value)) form.replaces = Number(value);
  if (name === "seconds" && /^\d{1,5}(?:\.\d{1,6})?$/.test(value)) form.seconds = Number(value);
}

/** Where a file is to stand, and what for. */
export interface Place {
  readonly use: FileUse;
  readonly folder: string;
  readonly title: string;
  /** Title and ending. */
  readonly name: string;
}

/** The place that a form gives a file of this name; or what is wrong with it. */
export function placeOf(form: FileForm, fileName: string): Place | AppError {
  const use = fileUseOf(fileName);
  const title = form.title || firstTitle(fileName);
  if (use === null)
    return invalid(
      "file",
      "no_such_kind",
      "This kind of file is not taken here. Pictures, videos, sounds, captions, documents and zips are.",
    );
  if (!isTitle(title, use))
    return use === "video"
      ? invalid("title", "bad_title", "Invalid characters in the video title.")
      : invalid("title", "bad_characters", 'A title has at most 180 characters, and none of these: < > : " / \\ | ? *');
  const folder = folderOf(form.path);
  if (folder === null)
    return invalid("path", "bad_folder", "This is no name for a folder. It has no dots alone and no special characters.");
  return { use, folder, title, name: nameOf(title, fileName) };
}
