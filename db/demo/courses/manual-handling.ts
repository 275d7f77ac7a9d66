import { chapter, download, image, isTrue, one, page, quiz, several, text, video } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const manualHandling: DemoCourse = {
  slug: "manual-handling",
  title: "Manual handling: lift without harm",
  summary: "Avoid the lift, plan the lift, do the lift. Short practice for everyone who carries boxes, equipment or people.",
  outcomes: ["Decide whether a lift is needed at all", "Plan a lift in six questions", "Lift, carry, turn and put down safely"],
  tags: ["safety", "ergonomics", "warehouse"],
  rule: {
    kind: "any",
    rules: [
      {
        kind: "all",
        rules: [
          { kind: "pages", percent: 80 },
          { kind: "score", blockId: "mh-final-1", percent: 90 },
        ],
      },
      { kind: "pages", percent: 100 },
    ],
  },
  chapters: [
    chapter(
      "Before the lift",
      page(
        "mh-back",
        "What a lift does to your back",
        3,
        {},
        text(`
Bend forward with a straight leg and lift fifteen kilograms: the lowest disc of your spine carries the weight of a small car for a moment. Bend your knees and hold the box close, and the load on the disc is about a third of that.

Backs seldom break in one lift. They wear out in ten thousand, which is why the light box at the wrong height matters as much as the heavy one.

- Twisting under load is worse than bending.
- Reaching far is worse than lifting more.
- Tired muscles protect nobody: the last hour of a shift has the most injuries.`),
      ),
      page(
        "mh-avoid",
        "The best lift is the one you avoid",
        3,
        { minSeconds: 10 },
        text(`
Ask in this order:

1. Can it stay where it is, or be delivered to where it is needed?
2. Can a trolley, a hoist or a pallet truck do it?
3. Can it be split into smaller loads?
4. Can its place be changed, so that it is taken between knee and chest?

Only then is it time to lift.`),
        download("lifting-plan.pdf", "Six questions to ask before a lift, for the goods-in desk."),
      ),
    ),
    chapter(
      "The lift",
      page(
        "mh-watch",
        "Watch: lift safely",
        3,
        { videoPercent: 90 },
        video("lift-safely", "Lift, carry, turn, put down", {
          chapters: { 0: "Before you lift", 7: "Stand and bend", 20: "Lift and turn", 32: "Put it down" },
          questions: {
            12: one(
              "How do you stand before you lift?",
              ["*Close to the load, one foot slightly ahead", "An arm's length away", "With both feet side by side"],
              "Close to the load you need less strength, and with one foot ahead you keep your balance.",
            ),
            40: isTrue("It feels too heavy once you hold it. You carry it to the end.", false, "Put it down again and ask for help."),
          },
        }),
        text(`
Try it now with something light, such as your bag. Notice where your weight is: it should stay over the middle of your feet all the time.`),
      ),
      page(
        "mh-steps",
        "Three positions to remember",
        3,
        {},
        image(
          "lift-steps.webp",
          "Three figures: bending the knees beside a box, standing with the box at the waist, and turning with the feet.",
        ),
        text(`
**Bend the knees**, keep the heels down and look ahead; the neck leads the back. **Load at the waist**, elbows in, heavy side to your belly. **Turn with your feet**: the toes point where you are going before the load does.

! There is no weight that is safe for everyone. About 25 kg close to the body is a limit for many men and 16 kg for many women, and it halves at arm's length.`),
      ),
      page(
        "mh-two",
        "Lifting with two",
        2,
        { minSeconds: 8 },
        text(`
Two people carry less than twice as much: about two thirds of the sum. Choose a partner of about your height, agree on **one** who gives the word, and say the word before you start: "Ready, steady, lift".

People are not boxes. To move a patient use the slide sheet or hoist in the care plan, explain each step, and let them do what they can.`),
      ),
    ),
    chapter(
      "Check",
      page(
        "mh-final",
        "Final check",
        3,
        { quiz: "passed" },
        quiz(
          "Manual handling",
          75,
          3,
          one(
            "What do you ask first?",
            ["How heavy is it?", "*Can the lift be avoided?", "Who can help me?"],
            "Avoid first; the rest matters only when the lift has to be done.",
          ),
          several(
            "What raises the load on your spine?",
            ["*Twisting while you carry", "*Holding the box far from your body", "Bending your knees", "*Bending with straight legs"],
            "Distance and twisting do the harm; bent knees take it away.",
          ),
          isTrue("Two people can carry twice as much as one.", false, "About two thirds of the sum, because they never share it evenly."),
          one(
            "Where is the best height for heavy things on a shelf?",
            ["On the floor", "*Between knee and chest", "Above the shoulder"],
            "Between knee and chest neither the back nor the shoulders have to reach.",
          ),
        ),
      ),
    ),
  ],
};
