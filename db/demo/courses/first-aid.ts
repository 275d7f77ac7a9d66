import { chapter, image, isTrue, one, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";
import { callForHelpBefore } from "./reused-blocks.ts";

export const firstAid: DemoCourse = {
  slug: "first-aid",
  title: "First aid at work: the first ten minutes",
  summary: "Make safe, call, breathe, press. What anybody can do until the ambulance comes. It does not replace practice on a manikin.",
  outcomes: ["Make an emergency call that works", "Start resuscitation within a minute", "Stop heavy bleeding", "Notice a stroke"],
  tags: ["health", "safety", "emergency"],
  cover: "cover-first-aid.webp",
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "fa-final-1", percent: 70 },
    ],
  },
  chapters: [
    chapter(
      "Start",
      page(
        "fa-start",
        "Look, call, help",
        3,
        {},
        text(`
1. **Look**: is it safe for you? Electricity, traffic and gas hurt helpers too.
2. **Speak and touch**: "Can you hear me?" No answer: shout for help.
3. **Check breathing**: tilt the head back, lift the chin, look and listen for ten seconds. Gasping now and then is *not* breathing.
4. **Call 112**, on loudspeaker, while you begin. Send one person for the defibrillator and another to the gate.

You cannot do harm by beginning. The only mistake that cannot be mended is to do nothing.`),
        callForHelpBefore,
      ),
      page(
        "fa-recovery",
        "Unconscious and breathing",
        2,
        { minSeconds: 8 },
        text(`
Turn the person on the side, head tilted back, mouth lowest, so that whatever comes up runs out. Stay, keep them warm, and check the breathing **every minute**. When it stops, turn them back and begin to press.`),
      ),
    ),
    chapter(
      "Life-saving",
      page(
        "fa-cpr",
        "Thirty and two",
        4,
        { minSeconds: 15 },
        image(
          "cpr-rhythm.webp",
          "Thirty bars followed by two circles: thirty compressions, two breaths.",
          "Not trained in breaths? Press without a break.",
        ),
        text(`
Kneel beside the chest, heel of one hand in the middle, the other on top, arms straight. Press **five to six centimetres** deep, 100 to 120 times a minute, and let the chest come up fully each time.

Change over every two minutes: you tire before you notice. Do not stop to look for a pulse.

## Defibrillator

Switch it on and do what it says. It does not shock a heart that does not need it. Dry the chest, stick the pads as drawn, keep pressing while it charges, and say "all clear" before the shock.`),
      ),
      page(
        "fa-bleed",
        "Heavy bleeding",
        3,
        {},
        text(`
Blood that spurts or soaks a cloth within seconds has to stop **now**.

1. Gloves if they are at hand, otherwise a plastic bag.
2. Press straight onto the wound with a cloth, with your weight.
3. Pressure bandage over it. It bleeds through? A second one on top, do not take the first off.
4. An arm or leg that still bleeds: tourniquet a hand above the wound, tight, and write down the time.

Do not pull anything out that is stuck in the wound; pad around it.`),
      ),
      page(
        "fa-signs",
        "Stroke, heart, allergy",
        4,
        {},
        text(`
- **Stroke**: ask for a smile, for both arms up, for a sentence. One side hangs, or the words are wrong: call, and note the time it began.
- **Heart attack**: pressure in the chest for more than five minutes, pain in arm, jaw or back, cold sweat. In women often only nausea and exhaustion. Let them sit, call.
- **Allergy**: swollen lips, wheezing, dizzy after a sting or food. Adrenaline pen into the outer thigh, call, legs up.
- **Choking**: five blows between the shoulder blades, then five thrusts above the navel, again and again.`),
      ),
    ),
    chapter(
      "Check",
      page(
        "fa-final",
        "Final check",
        4,
        { quiz: "passed" },
        quiz(
          "First aid",
          70,
          null,
          one(
            "A colleague lies still and gasps twice a minute.",
            ["Recovery position", "*Call and begin compressions", "Wait for normal breathing"],
            "Gasping is not breathing. Begin at once.",
          ),
          one(
            "How fast do you press?",
            ["60 to 80 a minute", "*100 to 120 a minute", "As fast as you can"],
            "100 to 120; faster does not let the heart fill.",
          ),
          isTrue("A defibrillator can shock somebody whose heart beats normally.", false, "It measures first and refuses."),
          several(
            "Which point to a stroke?",
            ["*One corner of the mouth hangs", "*One arm sinks", "Both knees hurt", "*Words come out wrong"],
            "Face, arms, speech, and then time.",
          ),
          one(
            "The pressure bandage bleeds through.",
            ["Take it off and start again", "*Put a second one on top", "Cool it with ice"],
            "Taking it off tears the clot away.",
          ),
        ),
      ),
    ),
  ],
};
