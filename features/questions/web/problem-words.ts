import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { QuestionProblem } from "../question-kind.ts";

/** Text for each problem of a question; `number` is its place. */
export const questionProblemWords: Readonly<Record<QuestionProblem, MessageDescriptor>> = {
  stem_missing: msg({ message: "Question {number} has no text." }),
  points_wrong: msg({ message: "Question {number} has less than no points." }),
  options_few: msg({ message: "Question {number} needs two options at least." }),
  option_empty: msg({ message: "Question {number} has an empty option." }),
  option_twice: msg({ message: "Question {number} has the same option twice." }),
  right_missing: msg({ message: "Question {number} has no right answer." }),
  right_all: msg({ message: "In question {number} every option is right." }),
  items_few: msg({ message: "Question {number} needs two items at least." }),
  item_empty: msg({ message: "Question {number} has an empty item." }),
  item_twice: msg({ message: "Question {number} has the same item twice." }),
};
