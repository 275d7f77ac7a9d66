import {
  chapter,
  codeSample,
  embed,
  flipCards,
  formula,
  gallery,
  hotspots,
  image,
  isTrue,
  one,
  page,
  pdf,
  quiz,
  sections,
  several,
  statement,
  table,
  text,
  webPages,
} from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const accessibleDocuments: DemoCourse = {
  slug: "accessible-documents",
  title: "Accessible documents",
  summary: "Write so that everybody can read it: structure, words, pictures, contrast and tables, in the programs you already use.",
  outcomes: [
    "Use real headings and lists",
    "Describe a picture in one sentence",
    "Check contrast and links",
    "Export a PDF that keeps its structure",
  ],
  tags: ["accessibility", "writing", "office"],
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "ad-final-1", percent: 60 },
    ],
  },
  chapters: [
    chapter(
      "Readers",
      page(
        "ad-who",
        "Who reads your document",
        2,
        {},
        text(`
One person in five has a disability, and most of them do not tell you. They read with a screen reader, with large letters, with one hand, with tired eyes, or in their third language. What helps them helps the colleague on a telephone in the sun.

A document is accessible when its meaning survives without the looks: when somebody who *hears* it knows what is a heading, what belongs to a list, and where a link leads.`),
      ),
      page(
        "ad-structure",
        "Structure that is real",
        3,
        { minSeconds: 10 },
        text(`
Large and bold is not a heading. To a screen reader it is a sentence like any other. Use the **styles** *Heading 1, 2, 3* and do not skip a level.

- Lists with the list button, not with hyphens typed by hand.
- Space with paragraph settings, not with empty lines; each empty line is read as "blank".
- The language set, so that the voice pronounces it right.
- A title in the document properties: it is the first thing that is read.

A side effect: the table of contents makes itself.`),
      ),
    ),
    chapter(
      "Content",
      page(
        "ad-pictures",
        "Pictures in words",
        3,
        {},
        text(`
Alternative text says what the picture **tells**, not what it shows. Imagine reading the page to somebody on the telephone: what would you say at this point?

- *Chart*: "Complaints fell from 40 in January to 12 in June", not "line chart, blue".
- *Decoration*: mark it as decorative, so that it is passed over.
- *Picture of text*: do not use one.

One or two sentences are enough. Leave out "picture of": the reader already knows.`),
      ),
      page(
        "ad-contrast",
        "Contrast and colour",
        3,
        { minSeconds: 8 },
        image(
          "contrast.webp",
          "The same notice twice: pale grey on white with a ratio of 1.9 to 1, and dark plum on white with 13.6 to 1.",
          "The law asks for 4.5 : 1 for text.",
        ),
        text(`
Text needs a contrast of **4.5 to 1** with its background, large text 3 to 1. And colour alone says nothing to one man in twelve: write *overdue* next to the red, or use a sign.`),
        webPages("contrast-trainer.zip", "Contrast trainer"),
      ),
      page(
        "ad-links",
        "Links and tables",
        3,
        {},
        text(`
"Click here" read aloud in a list of links is *here, here, here*. Let the words say where it leads: [how we describe pictures](https://www.w3.org/WAI/tutorials/images/).

Tables are for data, not for layout. Give them a header row, no merged cells, and no empty ones. If a table does not fit a page, it is two tables.

Before you export: run the accessibility check of your program, repair, then save as **PDF with tags**. Printing to PDF throws the structure away.`),
        pdf("lifting-plan.pdf", "A sheet that was exported with its structure"),
      ),
    ),
    chapter(
      "Shapes",
      page(
        "ad-shapes",
        "Which shape fits",
        6,
        {},
        text(`
The same words are easy or hard to use, depending on their shape. Choose it by what the reader does with them: compare, look up, follow, copy.

## Compare: a table`),
        table(
          "Which shape for which question",
          `
The reader asks | Shape | Not
Which one is right for me? | Table, one row for each choice | Three paragraphs
What do I do now? | Steps, one action in each | One long sentence
What about my case? | Titles that open | A page of exceptions
What do I type? | Code to copy | A picture of the screen`,
        ),
        text("## Follow: steps"),
        sections("steps", {
          "Write down what the reader wants to do": "One sentence that begins with a verb: *Order a badge for a visitor.*",
          "Give each action a step of its own": "If a step has an **and** in it, it is two steps.",
          "Say what happens then":
            "So that readers notice at once when something went another way.\n\n! Test the steps with somebody who has never done it.",
        }),
        text("## Look up: titles that open"),
        sections("accordion", {
          "My document has more than one language":
            "Mark each passage with its language, in the program and not by a flag. A screen reader then changes its voice.",
          "I get the text from somebody else":
            "Paste it without formatting, then give it the styles of your document.\n\n- Headings first\n- Then lists\n- Tables last",
          "It has to be printed": "Titles that open are all open on paper. Links need their address beside them.",
        }),
        text("## Choose: tabs\n\nUse tabs where everybody needs only one of the texts, and knows which."),
        sections("tabs", {
          Writer: "Open **Review**, then **Check accessibility**. Begin at the top of the list.",
          Spreadsheet: "Name every sheet, and begin tables in the first cell. Empty cells end a table for those who hear it.",
          Slides: "Each slide has a title of its own. Put the boxes into the order in which they are read.",
        }),
        text("## Copy: code\n\nWhat is typed is given as text, never as a picture."),
        codeSample(
          "HTML",
          '<html lang="en">\n  <p>The German word is <span lang="de">Gemeinde</span>.</p>\n</html>',
          "A passage in another language",
        ),
      ),
    ),
    chapter(
      "Touch",
      page(
        "ad-more",
        "Shapes to touch",
        6,
        { attested: true },
        text(`
What is pressed, turned and opened must work without a mouse and without eyes as well. Each of these does: try them with the Tab key.

## Words to know`),
        flipCards({
          "Screen reader": "A program that reads the screen aloud, or sends it to a Braille display.",
          "Alternative text": "The sentence that stands for a picture where it is not seen.",
          Landmark: "A named part of a page to which one can jump: navigation, content, footer.",
        }),
        text("## Pictures side by side"),
        gallery(
          [
            "contrast.webp",
            "The same sentence in three greys on white; only the darkest is easy to read.",
            "Contrast: below 4.5 to 1, many readers give up.",
          ],
          [
            "record-life.webp",
            "Five stations on a line: create, use, keep, review, archive or delete.",
            "A drawing of a process needs its steps in the text too.",
          ],
        ),
        text("## A picture that explains itself"),
        hotspots(
          "contrast.webp",
          "The same sentence in three greys on white; only the darkest is easy to read.",
          ["Its colour", 25, 30, "Text needs a contrast of **4.5 to 1** with what is behind it, large text of 3 to 1."],
          ["Its size", 60, 60, "Large begins at 24 pixels, or 19 when it is bold."],
        ),
        text("## From elsewhere\n\nContent of others is loaded only when you want it."),
        embed(
          "Map of the city hall in Berlin",
          "https://www.openstreetmap.org/export/embed.html?bbox=13.4050%2C52.5160%2C13.4130%2C52.5210&layer=mapnik",
        ),
        statement("I will check my next document for headings, alternative texts and contrast before I send it."),
      ),
      page(
        "ad-formula",
        "Formulas",
        2,
        {},
        text(`
A formula as a picture is silent. Written as a formula, it can be heard, copied and enlarged.

## How contrast is computed`),
        formula(String.raw`C = \frac{L_1 + 0.05}{L_2 + 0.05}`, "Contrast from the luminance of the lighter and the darker colour"),
        text("The luminance of a colour is between 0 for black and 1 for white, so the contrast is between 1 and 21."),
      ),
    ),
    chapter(
      "Check",
      page(
        "ad-final",
        "Final check",
        3,
        { quiz: "submitted" },
        quiz(
          "Accessible documents",
          60,
          null,
          one(
            "What makes a heading a heading?",
            ["Bold and 16 points", "*A heading style", "A line below it"],
            "Only the style tells programs that it is a heading.",
          ),
          several(
            "Which alternative texts are good?",
            ["*Visitors doubled between 2024 and 2026", "image1.png", "*Map: the entrance is on the river side", "Picture of a chart"],
            "Good ones tell what the reader would miss.",
          ),
          isTrue("Red text is enough to mark what is overdue.", false, "Colour alone is lost on many readers. Add a word or a sign."),
          one(
            "How do you get a PDF that keeps its structure?",
            ["Print to PDF", "*Export as tagged PDF", "Scan it"],
            "Only the export writes the tags.",
          ),
        ),
      ),
    ),
  ],
};
