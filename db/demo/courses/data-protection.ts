import { chapter, download, image, isTrue, one, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const dataProtection: DemoCourse = {
  slug: "data-protection",
  title: "Data protection at work",
  summary: "What personal data is, when you may use it, how long you keep it, and what to do in the first hour after something went wrong.",
  outcomes: [
    "Recognise personal and sensitive data",
    "Ask the four questions before sharing",
    "Answer a person who wants to see their data",
    "Act in the first hour of an incident",
  ],
  tags: ["privacy", "GDPR", "mandatory"],
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "dp-final-1", percent: 75 },
    ],
  },
  chapters: [
    chapter(
      "What we are talking about",
      page(
        "dp-what",
        "Personal data is wider than a name",
        3,
        {},
        text(`
Personal data is anything that relates to a person who can be identified, **directly or by putting things together**. A name is the obvious case. A staff number, a car plate, a voice recording and a place on a map are personal data too, because somebody can join them to a person.

## Sensitive data

Some facts can hurt more than others, so the law protects them more: health, ethnic origin, religion, political opinion, trade-union membership, sex life, genetic data and fingerprints used for recognition. A note that says *away on Thursday, dialysis* is health data.

! Pseudonymous is not anonymous. A list with numbers instead of names stays personal data as long as anybody holds the key.`),
      ),
      page(
        "dp-why",
        "Six reasons that make use lawful",
        4,
        { minSeconds: 15 },
        text(`
You may use personal data only for a reason that the law knows. There are six:

1. **Consent**, freely given and as easy to take back.
2. **A contract** with the person, such as paying a salary.
3. **A legal duty**, such as tax records.
4. **Vital interests**: somebody's life is at stake.
5. **A public task** set by law.
6. **Legitimate interests**, weighed against those of the person.

At work consent is rarely the right one: an employee can hardly say no to the employer, so it is not free. If you find yourself asking for consent to be on the safe side, ask the data protection contact instead.`),
      ),
    ),
    chapter(
      "Every day",
      page(
        "dp-share",
        "Four questions before you share",
        3,
        {},
        text(`
Most incidents are not attacks. They are an e-mail to the wrong Anna, a list that everybody can open, a folder left on a train. Before you send, ask:

- **Who** exactly gets it, and did I check the address?
- **What** do they need? Leave out the columns they do not.
- **Why** may they have it?
- **How** does it travel, and who else can open it there?

## Small habits

Use a link with access rights instead of an attachment. Put many recipients into the blind copy. Lock the screen when you stand up. Print only what you will collect at once.`),
      ),
      page(
        "dp-keep",
        "Keep it no longer than needed",
        3,
        {},
        image(
          "record-life.webp",
          "Five stations on a line: create, use, keep, review, archive or delete.",
          "Every record has an end. Decide it at the beginning.",
        ),
        text(`
"We might need it one day" is not a reason. For every collection there is a period in the records schedule; when it is over, the data is deleted or handed to the archive.

Do not forget the copies: the export on your desktop, the attachment in the sent folder, the sheet in the shared drive from the year before last. A person who asks to be forgotten is forgotten there too.`),
      ),
      page(
        "dp-rights",
        "When someone asks for their data",
        4,
        { minSeconds: 10 },
        text(`
People may ask what you hold about them, have it corrected, have it deleted, or take it with them. They do not need a form, and they do not need to say *GDPR*. "Send me everything you have on me" in a chat is enough.

1. **Do not answer it yourself**, and do not delete anything.
2. Forward it to the data protection contact the same day. One month is the limit, and it starts when the message arrives, not when it reaches the right desk.
3. Help to find the data: you know your folders best.`),
      ),
    ),
    chapter(
      "When something goes wrong",
      page(
        "dp-incident",
        "The first hour",
        4,
        { quiz: "submitted" },
        text(`
A loss of personal data has to be reported to the authority **within 72 hours** after someone in the organisation noticed it. That someone may be you. Early and incomplete is right; late and complete is not.

!! Nobody is punished here for reporting a mistake. Hiding one makes a small incident a large one.`),
        download("incident-first-hour.pdf", "One page for the wall: what to do in the first hour."),
        quiz(
          "Would you report it?",
          50,
          null,
          isTrue(
            "You sent a list with the sick days of your team to a supplier by mistake, and the supplier promised to delete it. This is an incident.",
            true,
            "It is: health data reached someone outside. The promise lowers the risk but does not undo it.",
          ),
          isTrue(
            "A colleague in your own project saw your holiday plan in the shared calendar. This is an incident.",
            false,
            "The calendar is shared for that purpose with these people.",
          ),
        ),
      ),
      page(
        "dp-final",
        "Final check",
        4,
        { quiz: "passed" },
        quiz(
          "Data protection",
          75,
          5,
          several(
            "Which of these are personal data?",
            [
              "*A staff number",
              "*A recording of a phone call",
              "The average salary of 4,000 people",
              "*The plate of a company car used by one person",
            ],
            "Anything that can be joined to one person counts; an average over thousands does not.",
          ),
          one(
            "Which reason fits the payment of salaries?",
            ["Consent", "*The contract with the employee", "Vital interests"],
            "Paying the salary is what the contract is about.",
          ),
          one(
            "A customer writes in the chat: what do you know about me? What do you do?",
            ["Ask for a signed form", "Copy the record into the chat", "*Forward it to the data protection contact today"],
            "The month runs from now, and the identity must be checked before anything is sent.",
          ),
          isTrue(
            "A list in which names were replaced with numbers is anonymous.",
            false,
            "It is pseudonymous as long as somebody can join the numbers to names.",
          ),
        ),
      ),
    ),
  ],
};
