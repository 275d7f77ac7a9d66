import { chapter, download, image, inOrder, isTrue, number, one, page, quiz, recording, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";
import { callForHelpNow } from "./reused-blocks.ts";

export const fireSafety: DemoCourse = {
  slug: "fire-safety",
  title: "Fire safety and evacuation",
  summary: "Prevent, notice, warn, leave. What a fire needs, which extinguisher fits, and how a building is emptied in four minutes.",
  outcomes: ["Name the three things a fire needs", "Choose the right extinguisher, or leave it", "Lead visitors to the assembly point"],
  tags: ["safety", "mandatory", "premises"],
  cover: "cover-fire.webp",
  rule: { kind: "pages", percent: 100 },
  chapters: [
    chapter(
      "Fire",
      page(
        "fs-triangle",
        "What a fire needs",
        3,
        {},
        image(
          "fire-triangle.webp",
          "A triangle with fire in the middle; its sides are heat, oxygen and fuel.",
          "Take one side away and the fire goes out.",
        ),
        text(`
Heat, fuel and oxygen: a fire needs all three. Prevention keeps heat and fuel apart; extinguishing takes one of them away.

In offices the heat mostly comes from electricity: a damaged charger, a kettle on a shelf, three extension leads in a row. The fuel is what we store next to it.

- Charge batteries where you can see them, on something that does not burn.
- One extension lead per socket, never one into another.
- Nothing within half a metre of a heater or a spotlight.`),
      ),
      page(
        "fs-smoke",
        "Smoke is faster than fire",
        3,
        { minSeconds: 10 },
        text(`
Most people who die in fires never see the flames. Three breaths of thick smoke are enough to faint. Hot smoke rises and fills a room **from the ceiling down**, so the air near the floor lasts longest.

That is why fire doors matter: a closed door holds smoke back for half an hour, a wedged one for no time at all.

!! Never open a door that feels warm. Use the back of your hand, high up, and take another way.`),
      ),
    ),
    chapter(
      "What you do",
      page(
        "fs-warn",
        "Warn first",
        3,
        {},
        text(`
1. **Warn**: press the nearest call point, even if you think you can put it out.
2. **Call** 112: where, what burns, how many are hurt or missing, and wait for questions.
3. **Help** those who cannot leave alone, starting with the person next to you.
4. **Leave**, and close doors behind you. Do not lock them.

Do it in this order. Two minutes spent on fighting a fire in secret are two minutes that everybody else loses.`),
        callForHelpNow,
      ),
      page(
        "fs-extinguish",
        "Extinguish only if",
        4,
        { quiz: "passed" },
        text(`
An extinguisher lasts between ten and twenty seconds. Use one only if the fire is no larger than a waste bin, the way out is **behind you**, and the alarm has been raised.

- **Water or foam**: paper, wood, cloth.
- **Carbon dioxide**: electrical equipment. It takes the oxygen, yours too in a small room.
- **Powder**: almost everything, but it ruins equipment and blocks the view.
- **Wet chemical**: hot fat. Water on burning fat explodes.

Aim at the base, from the front to the back, with the wind if you are outside.`),
        quiz(
          "Which one?",
          66,
          null,
          one(
            "A screen is smoking on a desk.",
            ["Water", "*Carbon dioxide", "Wet chemical"],
            "Carbon dioxide does not conduct and leaves no residue. Pull the plug if you can do so safely.",
          ),
          one(
            "A pan of fat burns in the kitchen.",
            ["*Put a lid on it, or wet chemical", "Water", "Carry it outside"],
            "Water turns to steam in the fat and throws it about; carrying it burns you.",
          ),
          isTrue(
            "If the fire stands between you and the exit, use the extinguisher to clear your way.",
            false,
            "Never with the fire between you and the exit, unless it is the only way out.",
          ),
        ),
      ),
      page(
        "fs-signals",
        "Two signals, two answers",
        3,
        { audioPercent: 80, quiz: "submitted" },
        text(`
Our buildings have two signals. People who cannot tell them apart either run too early or stay too long. Listen to both once, with the sound on; where you cannot, read what is heard below the player.`),
        recording("alarm-signals", "The warning and the evacuation signal"),
        quiz(
          "What did you hear?",
          60,
          null,
          inOrder(
            "The warning turns into the evacuation signal. What do you do, one after the other?",
            ["Stop what you are doing", "Leave by the nearest exit", "Report to the floor warden", "Stay at the assembly point"],
            [2, 0, 3, 1],
            "First stop, then leave; the warden needs to know you are out, and at the assembly point you are counted.",
          ),
          number(
            "For how many seconds does the warning's tone sound before it pauses?",
            1,
            { tolerance: 0.25, unit: "s" },
            "One second on, one second off. The evacuation signal has no pause at all.",
          ),
        ),
      ),
      page(
        "fs-leave",
        "Leaving the building",
        3,
        { minSeconds: 10 },
        text(`
Leave by the nearest exit you know, not by the one you came in. Take nothing that is further than an arm away. Do not use lifts: they may stop at the floor that burns.

## Visitors and people who need help

Whoever receives visitors brings them out. Colleagues with a personal evacuation plan have two helpers who know it. Evacuation chairs hang at each stair; two people can learn them in ten minutes, so learn them before.

## At the assembly point

Report to the floor warden: *all out*, or who is missing and where they were last. Stay until you are told otherwise, even when the alarm stops.`),
      ),
      page(
        "fs-walk",
        "Your own fire walk",
        4,
        { quiz: "submitted" },
        text(`
Reading does not teach your feet the way. Walk it this week: from your desk to the exit, on to the assembly point, and back by the second route.`),
        download("fire-walk-checklist.pdf", "Take it along and tick what you find."),
        quiz(
          "After the walk",
          100,
          null,
          several(
            "What did you check?",
            ["*Both routes from my desk", "*The nearest call point", "*The assembly point"],
            "These three are the walk. Repeat it when you move to another desk.",
          ),
        ),
      ),
    ),
  ],
};
