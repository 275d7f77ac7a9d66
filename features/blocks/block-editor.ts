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
  readonly send: (file: File, use: MediaUse, on?: { progress?: (share: number) => void; signal?: AbortSignal }) => Promise<StoredMedia>;
  /** The address from which the author's browser loads a file of this course. */
  readonly urlOf: (fileId: number) => string;
  /** Sends what the author has changed; to be awaited before something that may load the page anew. */
  readonly settle?: () => Promise<void>;
  /** The parts of packages that belong to the course, where it has any. */
  readonly packages?: readonly { readonly packageId: number; readonly scoKey: string; readonly title: string }[];
}

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
