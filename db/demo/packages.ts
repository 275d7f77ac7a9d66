/** A SCORM course of the demo: what its author entered besides the package. */
export interface DemoPackage {
  readonly slug: string;
  /** The archive's file name in media/. */
  readonly file: string;
  readonly title: string;
  readonly summary: string;
  readonly outcomes: readonly string[];
  readonly minutes: number;
}

/** The SCORM courses of the demo. Portals choose from them by slug. */
export const demoPackages: readonly DemoPackage[] = [
  {
    slug: "workstation",
    file: "workstation.zip",
    title: "Set up your workstation",
    summary: "Ten minutes at your own desk: chair, screen and light as they should be, and breaks that help.",
    outcomes: [
      "Set chair, desk and screen in the right order",
      "Place the screen so that daylight does not dazzle",
      "Know whom to tell when something hurts",
    ],
    minutes: 10,
  },
];
