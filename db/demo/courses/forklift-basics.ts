import { chapter, image, isTrue, one, page, quiz, several, signOff, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const forkliftBasics: DemoCourse = {
  slug: "forklift-basics",
  title: "Forklift basics",
  summary:
    "The theory behind the licence: stability, daily checks, traffic and loads. The driving test on the yard is signed by your manager.",
  outcomes: [
    "Explain the stability triangle",
    "Do the daily check in five minutes",
    "Drive with and without a load",
    "Know what you must never do",
    "Show on the yard that you can do it",
  ],
  tags: ["warehouse", "licence", "safety"],
  rule: {
    kind: "atLeast",
    count: 2,
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "fl-final-1", percent: 80 },
      { kind: "minutes", minutes: 10 },
    ],
  },
  chapters: [
    chapter(
      "The truck",
      page(
        "fl-triangle",
        "The stability triangle",
        4,
        { minSeconds: 12 },
        text(`
A counterbalance truck stands on three points: the two front wheels and the middle of the rear axle. As long as the common centre of gravity of truck and load lies inside that triangle, it stands.`),
        image(
          "stability-triangle.webp",
          "A truck seen from above with a triangle between the front wheels and the middle of the rear axle; the centre of gravity is a dot inside.",
          "Raise the load or brake in a bend and the dot wanders.",
        ),
        text(`
- A load moves the dot **forwards**, towards the front wheels.
- A raised load moves it **up**, so that a bend or a slope carries it out sooner.
- Braking moves it forwards, a bend moves it outwards.

Without a load the truck is *less* stable sideways than with one carried low. Most trucks that tip over are empty and fast.`),
      ),
      page(
        "fl-plate",
        "Read the plate",
        3,
        {},
        text(`
The capacity plate says what the truck can lift at which **load centre** and which height. A truck for 2,500 kg at 500 mm may lift only 1,900 kg at 800 mm, and less still at full height or with an attachment.

1. Weight of the load, with the pallet.
2. Distance from the fork face to the middle of the load.
3. Height it must go to.

If one of the three is not known, the answer is no.`),
      ),
      page(
        "fl-check",
        "Daily check",
        4,
        { minSeconds: 12 },
        text(`
Five minutes, before the first drive, with the engine off and then on:

- **Around**: leaks, tyres, wheel nuts, damage, overhead guard.
- **Forks and mast**: cracks, chains evenly tight, locking pins in.
- **Seat**: belt, mirrors, horn, lights.
- **Running**: brakes, steering, hydraulics up and down once.

Write down what you found. A truck with a fault is taken out of use: key off, sign on, report in. Driving "just this one pallet" is how faults become accidents.`),
      ),
    ),
    chapter(
      "Driving",
      page(
        "fl-load",
        "Taking and setting down a load",
        4,
        {},
        text(`
1. Stop in front of the load, mast upright, forks at the right width.
2. Drive in until the load touches the fork face.
3. Lift a hand's breadth, tilt back, look behind you.
4. Travel with the load **low**: fifteen centimetres.
5. Set down in reverse order; tilt forward only when the load is above its place.

! If the load blocks your view, drive backwards. If you cannot, somebody walks ahead.`),
      ),
      page(
        "fl-traffic",
        "People first",
        3,
        {},
        text(`
One in four people hurt by a forklift was not driving it. Pedestrians do not hear electric trucks.

- Stop at every crossing, door and aisle end; horn, look, go.
- Eye contact before you pass. No eye contact, no passing.
- Nobody stands under raised forks, not even empty ones.
- Nobody rides along, and nobody is lifted on a pallet.

On a slope the load points **uphill**, whichever way you drive. Never turn on a slope.

!! If the truck tips: stay in, hold the wheel, brace your feet, lean away from the fall. People who jump are crushed by the guard.`),
      ),
    ),
    chapter(
      "Theory test",
      page(
        "fl-final",
        "Theory test",
        6,
        { quiz: "passed" },
        quiz(
          "Forklift theory",
          80,
          3,
          one(
            "Between which points lies the stability triangle?",
            ["The four wheels", "*The front wheels and the middle of the rear axle", "The fork tips and the seat"],
            "The rear axle swings in the middle, so it counts as one point.",
          ),
          isTrue("An empty truck cannot tip over.", false, "Empty and fast in a bend is the most common way to tip."),
          several(
            "What must you know before lifting?",
            ["*The weight", "*The load centre", "*The height", "The colour of the pallet"],
            "Weight, load centre and height are the three values on the plate.",
          ),
          one(
            "You carry a load up a ramp. Where does it point?",
            ["*Uphill", "Downhill", "It does not matter"],
            "Uphill when going up and when coming down, so that it leans against the mast.",
          ),
          one(
            "The truck begins to tip.",
            ["Jump clear", "*Stay in, hold on, lean away", "Raise the forks"],
            "The belt and the guard protect you only while you are inside.",
          ),
        ),
      ),
    ),
    chapter(
      "Driving test",
      page(
        "fl-driving",
        "Driving test on the yard",
        20,
        { viewed: false, signedOff: true },
        text("Ask for the test once you have passed the theory. Your manager watches you drive, and signs here."),
        signOff(
          "Pick up a pallet at bay 3, set it down on the second level, and bring it back.",
          "Does the daily check before starting",
          "Travels with the forks low and the mast tilted back",
          "Stops and sounds the horn at each crossing",
          "Parks with the forks on the ground and the key out",
        ),
      ),
    ),
  ],
};
