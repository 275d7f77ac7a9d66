import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";
import { embedded } from "./hosts.ts";

/** Content of somebody else, shown in the page. Only what `embedded` knows is ever loaded, whatever is stored here. */
export const EmbedBlock = z.object({
  id: Id,
  kind: z.literal("embed"),
  address: z.string().check(z.maxLength(2_000)),
  title: z.string().check(z.maxLength(500)),
});
export type EmbedBlock = z.infer<typeof EmbedBlock>;
export type EmbedProblem = "address_missing" | "address_unknown" | "title_missing";

export const embed: BlockKind<EmbedBlock, EmbedBlock> = {
  shown: (block) => block,
  files: () => [],
  texts: ["title"],
  words: ({ title }) => [title],
  problems: ({ address, title }): Problem<EmbedProblem>[] =>
    problemsIn({
      address_missing: address.trim() === "" && "error",
      address_unknown: address.trim() !== "" && embedded(address) === null && "error",
      title_missing: title.trim() === "" && "error",
    }),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "embed", kind: "embed", address: "https://youtu.be/abcdefghijk", title: words }),
};
