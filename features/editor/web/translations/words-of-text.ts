import { wordsOfRich } from "#features/blocks/text/text.ts";
import type { Text } from "../../translation-contract.ts";

/** The words of a translated text, without its form. */
export const wordsOfText = (text: Text): string => (typeof text === "string" ? text : wordsOfRich(text).join(" "));
