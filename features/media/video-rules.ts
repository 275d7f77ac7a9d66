// Specification §5: the rules of a video's title, for the browser before a byte is sent, and for the server.

const forbidden = /[<>:"/\\|?*.]/g;
/** What does not show, which the server takes in no name (security.md §3.1). */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const mostCharacters = 180;

/** The title that a video has at first: its file's name without the ending, with spaces for the characters that no title may have. */
export const videoTitleOf = (fileName: string): string =>
  Array.from(
    fileName
      .normalize("NFC")
      .replace(/\.[^.]*$/, "")
      .replaceAll(forbidden, " ")
      .replaceAll(new RegExp(unseen, "gu"), "")
      .trim(),
  )
    .slice(0, mostCharacters)
    .join("");

/** Whether a video may have this title. */
export const isVideoTitle = (title: string): boolean =>
  title.trim() !== "" && title.search(forbidden) === -1 && !unseen.test(title) && Array.from(title).length <= mostCharacters;
