import { chapter, image, isTrue, one, page, quiz, several, text, video } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const infectionControl: DemoCourse = {
  slug: "infection-control",
  title: "Infection control essentials",
  summary: "How infections travel in care, and the few habits that stop most of them: hands, gloves, surfaces and waste.",
  outcomes: [
    "Explain the chain of infection",
    "Clean your hands at the five moments",
    "Choose protective equipment for a task",
    "Sort clinical waste",
  ],
  tags: ["hygiene", "patient safety", "mandatory"],
  cover: "cover-infection.webp",
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "ic-final-2", percent: 80 },
    ],
  },
  chapters: [
    chapter(
      "Why it matters",
      page(
        "ic-why",
        "One in fifteen",
        3,
        {},
        text(`
On any day about one patient in fifteen in an acute hospital has an infection that they caught there. Most of these infections prolong the stay; some end a life. Around half could be prevented with habits that cost seconds.

## What makes care different

Patients in care are easier to infect than you are. They have wounds, lines and catheters that lead past the skin; they take medicines that quieten the immune system; and they meet many people a day, each of whom has just met somebody else.

- A healthy person who picks up a germ may never notice.
- The same germ on a fresh wound can mean weeks in bed.
- You can carry it from one to the other without ever feeling ill.

! This course is about what **you** can do within your own shift, whatever your job. Cleaners, porters and visitors break the same chain as nurses and doctors.`),
      ),
      page(
        "ic-chain",
        "The chain of infection",
        4,
        { minSeconds: 15 },
        text(`
An infection needs six things in a row. Think of them as links of a chain: take away any one of them and it stops.`),
        image(
          "chain-of-infection.webp",
          "Six links in a ring: germ, where it lives, way out, travel, way in, person at risk.",
          "You need to break one link only.",
        ),
        text(`
1. **The germ** itself, such as a norovirus or a resistant bacterium.
2. **Where it lives**: a person, a tap, a blood-pressure cuff.
3. **The way out**: a cough, a wound, stool.
4. **The travel**: hands, droplets, dust, equipment.
5. **The way in**: the mouth, broken skin, a catheter.
6. **The person at risk**: old, very young, ill, or with a line in place.

Clean hands cut the fourth link, and the fourth link is the one you hold.`),
      ),
    ),
    chapter(
      "Everyday precautions",
      page(
        "ic-hands",
        "Clean hands at five moments",
        4,
        { videoPercent: 90 },
        video("hand-hygiene", "Hand hygiene at five moments", { german: true }),
        text(`
Alcohol rub is faster than soap and kinder to skin. Use **soap and water** instead when your hands look dirty, and after any contact with a patient who has diarrhoea: alcohol does not destroy the spores of *Clostridioides difficile* or the shell of norovirus.

!! Gloves do not replace clean hands. They have holes you cannot see, and hands get soiled while taking gloves off.`),
      ),
      page(
        "ic-ppe",
        "Gloves, apron, mask",
        4,
        {},
        text(`
Protective equipment follows the **task**, not the diagnosis. Ask what could splash, spray or touch.

- **Gloves**: contact with blood, body fluids, mucous membranes or broken skin. Not for a walk down the corridor or the telephone.
- **Apron or gown**: your clothing may get wet or touch the patient.
- **Surgical mask and eye protection**: something could splash into your face.
- **Respirator (FFP2 or FFP3)**: infections carried in the air, such as measles, tuberculosis or COVID-19.

## Taking it off

Most people contaminate themselves when they undress. Remove the dirtiest item first, and clean your hands after each step: gloves, then gown, then eye protection, then mask. Touch straps and insides, never the front.`),
      ),
      page(
        "ic-surfaces",
        "Surfaces and shared equipment",
        3,
        { minSeconds: 10 },
        text(`
Norovirus survives on a bed rail for up to a week. The surfaces touched most often matter more than the ones that look dirty: rails, call buttons, door handles, keyboards, drip stands.

1. **Clean first, then disinfect.** Dirt protects germs from the disinfectant.
2. **Mind the contact time.** A wipe that dries after ten seconds has not worked for the minute its label asks for.
3. **Clean between patients**, not at the end of the shift. This holds for cuffs, thermometers, tablets and your own stethoscope.

> If you cannot say who cleaned it, it is not clean.`),
      ),
      page(
        "ic-waste",
        "Waste and sharps",
        3,
        {},
        text(`
Sharps go straight into the container, by the person who used them, with nobody in between. Never recap a needle; never press waste down; close the container when it is three quarters full.

## After a needle injury

1. Let it bleed, do not squeeze. Rinse under running water.
2. Cover it.
3. Tell your supervisor **now**: medicines against HIV work best within the first hours.
4. Have it recorded, also when you feel sure that nothing happened.`),
      ),
    ),
    chapter(
      "Check yourself",
      page(
        "ic-final",
        "Final check",
        5,
        { quiz: "passed" },
        text("Five questions; 80% passes. You can hand it in as often as you like."),
        quiz(
          "Infection control",
          80,
          null,
          one(
            "Which link of the chain do clean hands break?",
            ["The germ", "*The travel", "The person at risk", "The way out"],
            "Hands are the main way germs travel from one person or surface to the next.",
          ),
          several(
            "When do you need soap and water instead of alcohol rub?",
            [
              "*Your hands look dirty",
              "Before touching any patient",
              "*After caring for a patient with diarrhoea",
              "After using a keyboard",
            ],
            "Visible dirt, and germs that alcohol does not destroy, need soap and water.",
          ),
          isTrue(
            "Gloves make it unnecessary to clean your hands afterwards.",
            false,
            "Gloves leak and soil your hands as you take them off.",
          ),
          one(
            "What comes off first?",
            ["Mask", "Eye protection", "*Gloves", "Gown"],
            "Gloves are the dirtiest item, so they go first, and hands are cleaned next.",
          ),
          one(
            "A disinfectant wipe has a contact time of one minute. The surface dries after twenty seconds. What now?",
            ["It is disinfected", "*Wipe again so that it stays wet for a minute", "Polish it dry"],
            "The surface has to stay wet for the whole contact time.",
          ),
        ),
      ),
    ),
  ],
};
