import { chapter, one, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const deEscalation: DemoCourse = {
  slug: "de-escalation",
  title: "De-escalation at the counter",
  summary: "Anger is seldom about you. Read the signs, slow down, set limits, and leave in time. For reception, wards and counters.",
  outcomes: ["Recognise the phases of an escalation", "Use sentences that calm", "Set a limit without a threat", "Know when to leave"],
  tags: ["communication", "safety", "service"],
  rule: {
    kind: "atLeast",
    count: 1,
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "de-cases-1", percent: 100 },
    ],
  },
  german: {
    title: "Deeskalation am Schalter",
    summary:
      "Wut gilt selten Ihnen. Zeichen erkennen, langsamer werden, Grenzen setzen und rechtzeitig gehen. Für Empfang, Stationen und Schalter.",
    outcomes: [
      "Die Phasen einer Eskalation erkennen",
      "Sätze verwenden, die beruhigen",
      "Eine Grenze setzen, ohne zu drohen",
      "Wissen, wann man geht",
    ],
    titles: {
      Understand: "Verstehen",
      "Five phases": "Fünf Phasen",
      "Read the signs": "Zeichen lesen",
      Act: "Handeln",
      "Sentences that calm": "Sätze, die beruhigen",
    },
    texts: {
      "de-phases-1": `
1. **Auslöser**: eine Wartezeit, ein Nein, ein Blick.
2. **Anstieg**: lauter, näher, immer wieder dasselbe.
3. **Krise**: Schreien, Drohungen. Jetzt lässt sich niemand mehr überzeugen.
4. **Beruhigung**: langsam; ein falsches Wort, und es beginnt von vorn.
5. **Danach**: müde, beschämt, manchmal reumütig.

Worte wirken in den Phasen eins, zwei und vier. In Phase drei wirken nur Abstand und Zeit. Die meisten Fehler sind gute Argumente im falschen Moment.`,
      "de-signs-1": `
Achten Sie auf *Veränderung*, nicht auf einen Typ Mensch. Wer immer laut war und laut ist, gibt weniger Anlass zur Sorge als jemand Stilles, der nicht mehr antwortet.

- Zusammengebissene Zähne, weiße Knöchel, Auf-und-ab-Gehen
- Starren, oder Blicke zu den Ausgängen
- Ein Satz, der immer wieder kommt
- Näherkommen, nachdem Sie zurückgetreten sind

Auch Ihre eigenen Zeichen zählen: ein schneller Puls, eine hohe Stimme, der Wunsch zu gewinnen.`,
    },
  },
  chapters: [
    chapter(
      "Understand",
      page(
        "de-phases",
        "Five phases",
        3,
        {},
        text(`
1. **Trigger**: a wait, a no, a look.
2. **Rise**: louder, closer, repeating.
3. **Crisis**: shouting, threats. Nobody can be convinced of anything now.
4. **Calming**: slow; a wrong word starts it again.
5. **After**: tired, ashamed, sometimes sorry.

Words work in phases one, two and four. In phase three only space and time do. Most mistakes are good arguments at the wrong moment.`),
      ),
      page(
        "de-signs",
        "Read the signs",
        2,
        { minSeconds: 8 },
        text(`
Watch for *change*, not for a type of person. Somebody loud who has always been loud is less of a concern than somebody quiet who stops answering.

- Clenched jaw, white knuckles, pacing
- Staring, or looking at the exits
- One sentence repeated again and again
- Coming closer after you stepped back

Your own signs count too: a fast pulse, a high voice, the wish to win.`),
      ),
    ),
    chapter(
      "Act",
      page(
        "de-words",
        "Sentences that calm",
        4,
        {},
        text(`
Speak slower and lower than the other person. Name what you see, and offer something that you can do:

> You have been waiting for an hour and nobody told you why. I would be angry too. I am going to find out now, and I will be back in five minutes either way.

- **Instead of** "calm down": "I want to understand this."
- **Instead of** "that's not my job": "The person who can decide this is Mr Okafor. I will call him."
- **Instead of** "you must": "What would help most right now?"

Do not promise what you cannot keep. A broken promise is the next trigger.`),
      ),
      page(
        "de-limits",
        "Limits and exits",
        3,
        { minSeconds: 8 },
        text(`
A limit has two halves: what has to stop, and what happens then. "I want to help you. If you go on shouting, I will end the conversation and my colleague will take over." Say it once, quietly, and **do it**.

Stand at an angle, two arm's lengths away, hands visible, nearer to the exit than the other person. No touching, no blocking the way out: somebody who cannot leave has to fight.

!! Leave when there is a weapon, when you are afraid, or when your limit was passed twice. Leaving is not failing. It is the last technique.`),
      ),
      page(
        "de-cases",
        "Three cases",
        4,
        { quiz: "passed" },
        quiz(
          "What do you say?",
          66,
          null,
          one(
            "A man hits the counter with his fist: “Third time I've been sent here!”",
            [
              "“Please calm down.”",
              "*“Three times is too much. Let me see what is missing and solve it here.”",
              "“I wasn't here the last time.”",
            ],
            "Name the trouble, offer a step. “Calm down” tells him that he is the problem.",
          ),
          one(
            "A visitor shouts and does not hear what you say.",
            ["Explain the rule again", "Shout back once", "*Give space and time, get a colleague"],
            "In the crisis nobody can be convinced. Space first.",
          ),
          several(
            "Where do you stand?",
            ["*At an angle", "Between the person and the door", "*Nearer to the exit", "*Two arm's lengths away"],
            "Leave a way out, for yourself and for the other person.",
          ),
        ),
      ),
      page(
        "de-after",
        "Afterwards",
        2,
        {},
        text(`
Talk about it the same day, with somebody who listens. Write down facts: time, words, witnesses. Shaking hands and bad sleep are normal for a few days; if they stay for longer than two weeks, ask for help, it is there for that. And say thank you to the colleague who stepped in.`),
      ),
    ),
  ],
};
