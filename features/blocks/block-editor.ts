import type { MessageDescriptor } from "@lingui/core";

/** How a file is meant to be used; the server checks and prepares it accordingly. A site is a zip of web pages. */
export type MediaUse = "image" | "video" | "audio" | "captions" | "document" | "site";

/** A file of the course as the server stored it. */
export interface StoredMedia {
  readonly fileId: number;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
}

/** What forms need of the course's files; the editor provides it. */
export interface EditorMedia {
  /** The course, where its web pages can be opened. */
  readonly courseId?: number;
  /** Sends a file. Rejects with an error whose message is for people. share: 0 to 1. */
  readonly send: (file: File, use: MediaUse, on?: Sending) => Promise<StoredMedia>;
  /** Has the server fetch a file from an address. Rejects with an error whose message is for people. */
  readonly fetch?: (address: string, use: Exclude<MediaUse, "site">, on: Fetching) => Promise<StoredMedia>;
  /** The address from which the author's browser loads a file of this course. */
  readonly urlOf: (fileId: number) => string;
  /** Sends what the author has changed; to be awaited before something that may load the page anew. */
  readonly settle?: () => Promise<void>;
  /** The SCORM packages of the course, newest first; undefined while they are fetched, null where that failed. */
  readonly packages?: readonly EditorPackage[] | null | undefined;
  /** Sends a SCORM package, and gives it once it was checked and is one of `packages`. Rejects with an error whose message is for people. */
  readonly sendPackage?: (file: File, on: Sending) => Promise<SentPackage>;
}

/** How sending is watched and stopped. progress is called with 0 to 1. */
export interface Sending {
  readonly progress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** How fetching is watched and stopped. progress is called with bytes; total is null while it is not known. */
export interface Fetching {
  readonly progress: (done: number, total: number | null) => void;
  /** Ends watching; fetching goes on. */
  readonly signal: AbortSignal;
  /** Ends fetching. */
  readonly cancel: AbortSignal;
}

/** A SCORM package of the course and what of it a block can play. */
export interface EditorPackage {
  readonly packageId: number;
  readonly title: string;
  readonly fileName: string;
  readonly uploadedAt: string;
  /** Whether it plays only in a window of its own. */
  readonly needsWindow: boolean;
  readonly parts: readonly { readonly scoKey: string; readonly title: string }[];
}

/** report: what its check found, for people. */
export type SentPackage = EditorPackage & { readonly report: string };

export interface BlockEditorProps<Block> {
  readonly block: Block;
  readonly onChange: (next: Block) => void;
  readonly media: EditorMedia;
  readonly autoFocus?: boolean;
}

/** The module with which an author edits a kind of block. */
export interface BlockEditor<Block> {
  /** An empty one, which the schema accepts; what is missing is a problem, not a refusal. */
  readonly create: (id: string) => Block;
  /** Edits the block in its place on the canvas while it is selected; otherwise its learner's view is shown there. */
  readonly Form: React.ComponentType<BlockEditorProps<Block>>;
  /** What stands in the properties beside it, where there is any. */
  readonly Settings?: React.ComponentType<BlockEditorProps<Block>>;
  /** Text for each code of the kind's problems. */
  readonly problemWords: Readonly<Record<string, MessageDescriptor>>;
}
