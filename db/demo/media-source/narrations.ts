/** One or two spoken sentences, the text on the slide, and a picture from pictures.ts. German only where the video has German captions. */
export interface Slide {
  readonly title: string;
  readonly lines: readonly string[];
  readonly picture: string;
  readonly say: string;
  readonly de?: string;
}

export interface Narration {
  readonly name: string;
  /** Colours of the slides: background, decorative shape and ink. */
  readonly tones: readonly [string, string, string];
  readonly slides: readonly Slide[];
}

export const narrations: readonly Narration[] = [
  {
    name: "hand-hygiene",
    tones: ["#eef5f4", "#bcdad6", "#134e4a"],
    slides: [
      {
        title: "Five moments",
        lines: ["Clean hands at the", "right time"],
        picture: "hand",
        say: "Most infections in care travel on hands. There are five moments when cleaning them matters most.",
        de: "Die meisten Infektionen in der Pflege reisen auf Händen. In fünf Momenten ist Händehygiene am wichtigsten.",
      },
      {
        title: "1  Before touching",
        lines: ["a patient"],
        picture: "person",
        say: "One. Before you touch a patient, so that you bring nothing with you.",
        de: "Eins. Bevor Sie einen Patienten berühren, damit Sie nichts mitbringen.",
      },
      {
        title: "2  Before a clean task",
        lines: ["such as a dressing or a line"],
        picture: "drop",
        say: "Two. Before a clean task, such as changing a dressing.",
        de: "Zwei. Vor einer aseptischen Tätigkeit, etwa einem Verbandwechsel.",
      },
      {
        title: "3  After body fluids",
        lines: ["even when you wore gloves"],
        picture: "glove",
        say: "Three. After contact with body fluids, even when you wore gloves.",
        de: "Drei. Nach Kontakt mit Körperflüssigkeiten, auch wenn Sie Handschuhe trugen.",
      },
      {
        title: "4 and 5  Afterwards",
        lines: ["after the patient,", "after the surroundings"],
        picture: "bed",
        say: "Four and five. After touching the patient, and after touching anything around the bed.",
        de: "Vier und fünf. Nach Berühren des Patienten und nach Berühren der Umgebung des Bettes.",
      },
      {
        title: "Thirty seconds",
        lines: ["palms, backs, fingers,", "thumbs, tips"],
        picture: "clock",
        say: "Rub for thirty seconds. Palms, backs, between the fingers, thumbs and tips. Then let your hands dry.",
        de: "Reiben Sie dreißig Sekunden: Handflächen, Handrücken, zwischen den Fingern, Daumen und Kuppen. Dann trocknen lassen.",
      },
    ],
  },
  {
    name: "spot-phishing",
    tones: ["#f2f1f8", "#cfcbe6", "#37306b"],
    slides: [
      {
        title: "Is this message real?",
        lines: ["Four signs, ten seconds"],
        picture: "mail",
        say: "A phishing message wants you to act before you think. Four signs give it away.",
      },
      {
        title: "1  The sender",
        lines: ["name and address", "do not match"],
        picture: "person",
        say: "First, look at the address, not the name. A name can be anything.",
      },
      {
        title: "2  The hurry",
        lines: ["today, or you lose", "your account"],
        picture: "clock",
        say: "Second, a deadline. Real services rarely close an account within an hour.",
      },
      {
        title: "3  The link",
        lines: ["read it from the right:", "the end is the owner"],
        picture: "link",
        say: "Third, the link. The last part before the first slash tells you who owns it.",
      },
      {
        title: "4  The request",
        lines: ["a password, a code,", "a payment"],
        picture: "key",
        say: "Fourth, the request. Nobody who is allowed to know your password will ask for it.",
      },
      {
        title: "Not sure? Report it",
        lines: ["A false alarm costs", "nothing"],
        picture: "flag",
        say: "When in doubt, report the message and go to the site yourself. A false alarm costs nothing.",
      },
    ],
  },
  {
    name: "lift-safely",
    tones: ["#f8f3ea", "#e6d3ae", "#5a3d0c"],
    slides: [
      {
        title: "Before you lift",
        lines: ["think, test, clear", "the way"],
        picture: "box",
        say: "Before you lift, think. Where is the load going, how heavy is it, and is the way clear?",
      },
      {
        title: "Stand close",
        lines: ["feet apart,", "one slightly ahead"],
        picture: "feet",
        say: "Stand close to the load with your feet apart, one slightly ahead of the other.",
      },
      {
        title: "Bend the knees",
        lines: ["keep your back", "in its own line"],
        picture: "bend",
        say: "Bend your hips and knees. Keep your back in its natural line and take a firm hold.",
      },
      {
        title: "Lift smoothly",
        lines: ["legs do the work,", "load at the waist"],
        picture: "lift",
        say: "Let your legs do the work. Keep the load near your waist, with the heavy side towards you.",
      },
      {
        title: "Turn with your feet",
        lines: ["never with your back"],
        picture: "turn",
        say: "To turn, move your feet. Do not twist your back while you carry.",
      },
      {
        title: "Put down, then slide",
        lines: ["ask for help when", "in doubt"],
        picture: "box",
        say: "Put the load down first, then slide it into place. If it feels too heavy, stop and ask for help.",
      },
    ],
  },
];
