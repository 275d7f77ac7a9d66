import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** What the stored fields of blocks, and the conditions of a page, are called for people. A test finds those that are missing. */
export const fieldWords: Readonly<Record<string, MessageDescriptor>> = {
  address: msg`Address`,
  alt: msg`Alternative text`,
  attested: msg`Statements have to be confirmed`,
  audioPercent: msg`Share of the recording to hear, in percent`,
  back: msg`Back`,
  caption: msg`Caption`,
  captions: msg`Captions`,
  cards: msg`Cards`,
  criteria: msg`Criteria`,
  chapters: msg`Chapters`,
  correct: msg`Right answer`,
  decorative: msg`Decoration only`,
  description: msg`Description`,
  doc: msg`Text`,
  feedback: msg`Feedback`,
  fileId: msg`File`,
  front: msg`Front`,
  headerColumn: msg`First column names the rows`,
  headerRow: msg`First row names the columns`,
  items: msg`Items`,
  label: msg`Name`,
  language: msg`Language`,
  locked: msg`Locked until every page before it is complete`,
  mayDownload: msg`May be downloaded`,
  minSeconds: msg`Least time on the page, in seconds`,
  minutes: msg`Minutes`,
  mustAnswer: msg`Goes on only after an answer`,
  name: msg`Name`,
  outcomes: msg`Outcome`,
  newWindow: msg`Opens in a window of its own`,
  options: msg`Options`,
  packageId: msg`Package`,
  passPercent: msg`Pass mark in percent`,
  pictures: msg`Pictures`,
  points: msg`Points`,
  posterFileId: msg`Preview picture`,
  questions: msg`Questions`,
  quiz: msg`Quizzes have to be`,
  rows: msg`Cells`,
  scoKey: msg`Part of the package`,
  scorm: msg`Packages have to be completed`,
  sections: msg`Sections`,
  shownWidth: msg`Width on the page`,
  signedOff: msg`An assessor has to sign it off`,
  source: msg`Source`,
  sources: msg`File`,
  statement: msg`Statement`,
  stem: msg`Question`,
  summary: msg`Description`,
  submissions: msg`Most submissions`,
  task: msg`What the learner shows`,
  text: msg`Text`,
  title: msg`Title`,
  tolerance: msg`Tolerance`,
  transcript: msg`Transcript`,
  unit: msg`Unit`,
  videoPercent: msg`Share of the video to watch, in percent`,
  viewed: msg`The page has to be read to its end`,
  x: msg`Place from the left`,
  y: msg`Place from the top`,
};

/** One item of a list, with its number. */
export const itemWords: Readonly<Record<string, MessageDescriptor>> = {
  captions: msg({ message: "Captions {number}" }),
  cards: msg({ message: "Card {number}" }),
  criteria: msg({ message: "Criterion {number}" }),
  items: msg({ message: "Item {number}" }),
  options: msg({ message: "Option {number}" }),
  pictures: msg({ message: "Picture {number}" }),
  points: msg({ message: "Point {number}" }),
  questions: msg({ message: "Question {number}" }),
  sections: msg({ message: "Section {number}" }),
  sources: msg({ message: "File {number}" }),
};

/** Says which field of a block, page or course it is, with the number of each item around it: "Question 2 · Option 1 · Text". */
export function useFieldName() {
  const { i18n } = useLingui();
  return ({ places, field }: { places: readonly { readonly list: string; readonly number: number }[]; field: string }) =>
    [
      ...places.map(({ list, number }) => (itemWords[list] ? i18n._({ ...itemWords[list], values: { number } }) : i18n.number(number))),
      fieldWords[field] ? i18n._(fieldWords[field]) : field,
    ].join(" · ");
}
