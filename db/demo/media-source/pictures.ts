import { icons } from "./icons.ts";

/** A picture that the project draws itself: SVG markup and its size in pixels. */
export interface Picture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly svg: string;
  readonly kind: "illustration" | "cover" | "nav";
}

const FONT = `font-family="Atkinson Hyperlegible Next Variable, sans-serif"`;
const label = (x: number, y: number, words: string, size = 24, color = "#22303a", anchor = "middle", weight = 500) =>
  `<text x="${x}" y="${y}" ${FONT} font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}">${words}</text>`;
const icon = (name: string, x: number, y: number, size: number, stroke: string, width = 5, fill = "none") =>
  `<g transform="translate(${x} ${y}) scale(${size / 120})" fill="${fill}" stroke="${stroke}" stroke-width="${(width * 120) / size}" stroke-linecap="round" stroke-linejoin="round">${icons[name] ?? ""}</g>`;
const sheet = (background: string, inside: string, width = 960, height = 540) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${background}"/>${inside}</svg>`;

const INK = "#22303a";

function chain() {
  const links = ["Germ", "Where it lives", "Way out", "Travel", "Way in", "Person at risk"];
  const at = links.map(
    (_, i) =>
      [480 + 300 * Math.cos((i / 6) * 2 * Math.PI - Math.PI / 2), 270 + 178 * Math.sin((i / 6) * 2 * Math.PI - Math.PI / 2)] as const,
  );
  return sheet(
    "#eef5f4",
    `<ellipse cx="480" cy="270" rx="300" ry="178" fill="none" stroke="#7fb3ac" stroke-width="10" stroke-dasharray="26 16"/>` +
      at
        .map(
          ([x, y], i) =>
            `<rect x="${x - 100}" y="${y - 38}" width="200" height="76" rx="38" fill="#fff" stroke="#134e4a" stroke-width="4"/>${label(x, y + 8, links[i] ?? "")}`,
        )
        .join("") +
      label(480, 264, "Break one link", 30, "#134e4a", "middle", 700) +
      label(480, 300, "and the infection stops", 24, "#134e4a"),
  );
}

function fireTriangle() {
  return sheet(
    "#faf2ee",
    `<path d="M480 70L790 450H170z" fill="#fff" stroke="#9a3412" stroke-width="10" stroke-linejoin="round"/>` +
      icon("flame", 420, 230, 120, "#c2410c", 6, "#fed7aa") +
      label(480, 400, "Fire", 32, "#9a3412", "middle", 700) +
      `<g transform="rotate(-51 270 230)">${label(270, 230, "Heat", 30, INK, "middle", 700)}</g><g transform="rotate(51 690 230)">${label(690, 230, "Oxygen", 30, INK, "middle", 700)}</g>` +
      label(480, 495, "Fuel", 30, INK, "middle", 700),
  );
}

function phishingMail() {
  const mark = (n: number, y: number) =>
    `<circle cx="850" cy="${y}" r="22" fill="#37306b"/>${label(850, y + 8, String(n), 24, "#fff", "middle", 700)}`;
  return sheet(
    "#f2f1f8",
    `<rect x="90" y="50" width="720" height="440" rx="14" fill="#fff" stroke="#37306b" stroke-width="3"/>` +
      label(130, 110, "From: IT Service Desk &lt;help@it-northwnd.example&gt;", 24, INK, "start") +
      label(130, 155, "Subject: Your mailbox closes TODAY", 24, INK, "start", 700) +
      `<path d="M130 180h640" stroke="#cfcbe6" stroke-width="3"/>` +
      label(130, 235, "Dear user, your storage is full. To keep your", 24, INK, "start") +
      label(130, 270, "messages, confirm your account within 1 hour:", 24, INK, "start") +
      `<rect x="130" y="300" width="510" height="56" rx="8" fill="#e9e7f5"/>` +
      label(150, 336, "northwind.example.login-check.test/now", 24, "#37306b", "start") +
      label(130, 415, "Enter your password and the code from your phone.", 24, INK, "start") +
      mark(1, 96) +
      mark(2, 150) +
      mark(3, 328) +
      mark(4, 408),
  );
}

function liftSteps() {
  const step = (x: number, name: string, words: string) =>
    `<rect x="${x}" y="110" width="260" height="320" rx="14" fill="#fff" stroke="#e6d3ae" stroke-width="3"/>${icon(name, x + 50, 140, 160, "#5a3d0c", 6)}${label(x + 130, 385, words, 26, INK, "middle", 700)}`;
  return sheet(
    "#f8f3ea",
    step(60, "bend", "Bend the knees") + step(350, "lift", "Load at the waist") + step(640, "turn", "Turn with your feet"),
  );
}

function stability() {
  return sheet(
    "#f3f4ee",
    `<rect x="250" y="120" width="460" height="300" rx="18" fill="#fff" stroke="${INK}" stroke-width="4"/><rect x="710" y="170" width="170" height="34" fill="${INK}"/><rect x="710" y="336" width="170" height="34" fill="${INK}"/>` +
      [
        [650, 110],
        [650, 400],
      ]
        .map(([x, y]) => `<rect x="${x}" y="${y}" width="70" height="30" rx="8" fill="${INK}"/>`)
        .join("") +
      `<rect x="262" y="255" width="60" height="30" rx="8" fill="${INK}"/>` +
      `<path d="M685 140L685 400 292 270z" fill="#d9e8c4" stroke="#3f6212" stroke-width="5"/><circle cx="560" cy="270" r="18" fill="#3f6212"/>` +
      label(580, 238, "centre of gravity", 22, "#2c4a0a") +
      label(480, 480, "Stable while the dot stays inside the triangle", 28, INK, "middle", 700) +
      label(795, 285, "forks", 24),
  );
}

function cprRhythm() {
  const bars = Array.from(
    { length: 30 },
    (_, i) => `<rect x="${84 + i * 21}" y="200" width="12" height="140" rx="6" fill="#9f1239"/>`,
  ).join("");
  return sheet(
    "#faeff1",
    bars +
      `<circle cx="768" cy="270" r="42" fill="none" stroke="#9f1239" stroke-width="8"/><circle cx="876" cy="270" r="42" fill="none" stroke="#9f1239" stroke-width="8"/>` +
      label(395, 160, "30 compressions", 32, INK, "middle", 700) +
      label(822, 160, "2 breaths", 32, INK, "middle", 700) +
      label(395, 400, "5 to 6 cm deep, 100 to 120 a minute", 26) +
      label(822, 400, "1 second each", 26),
  );
}

function contrast() {
  const card = (x: number, bg: string, fg: string, ratio: string, verdict: string) =>
    `<rect x="${x}" y="120" width="390" height="220" rx="14" fill="${bg}" stroke="#8a8f94" stroke-width="2"/>${label(x + 195, 225, "Opening hours", 36, fg, "middle", 700)}${label(x + 195, 275, "Monday to Friday, 9 to 17", 26, fg)}${label(x + 195, 395, ratio, 32, INK, "middle", 700)}${label(x + 195, 435, verdict, 26)}`;
  return sheet(
    "#f5f3f7",
    card(70, "#ffffff", "#b7bcc2", "1.9 : 1", "hard to read for most people") + card(500, "#ffffff", "#32283f", "13.6 : 1", "easy to read"),
  );
}

function recordLife() {
  const steps = ["Create", "Use", "Keep", "Review", "Archive or delete"];
  return sheet(
    "#f5f3f7",
    `<path d="M110 270h740" stroke="#8b6a9e" stroke-width="6"/>` +
      steps
        .map(
          (words, i) =>
            `<circle cx="${130 + i * 175}" cy="270" r="46" fill="#fff" stroke="#4a1d5c" stroke-width="5"/>${icon("page", 105 + i * 175, 245, 50, "#4a1d5c", 4)}${label(130 + i * 175, 365, words, 24, INK, "middle", 700)}`,
        )
        .join("") +
      label(480, 150, "The life of a record", 34, "#4a1d5c", "middle", 700),
  );
}

const cover = (name: string, tones: readonly [string, string, string, string], iconName: string): Picture => {
  const [paper, quiet, middle, ink] = tones;
  const svg = sheet(
    paper,
    `<circle cx="760" cy="120" r="420" fill="${quiet}"/><circle cx="830" cy="70" r="270" fill="${middle}" fill-opacity=".55"/><path d="M0 440q240-90 480-20t480-40v160H0z" fill="${middle}"/><path d="M0 490q260-70 500-10t460-30v90H0z" fill="${ink}"/>` +
      icon(iconName, 90, 90, 260, ink, 9, paper),
  );
  return { name, width: 960, height: 540, svg, kind: "cover" };
};

function navPattern() {
  const arches = Array.from({ length: 14 }, (_, i) => {
    const x = i * 100;
    return `<path d="M${x} 96V52a36 36 0 0 1 72 0v44M${x + 14} 96V54a22 22 0 0 1 44 0v42" fill="none" stroke="#7a3f92" stroke-opacity=".75" stroke-width="4"/><circle cx="${x + 86}" cy="22" r="5" fill="#9a63b0"/>`;
  }).join("");
  return sheet("#3b1148", arches, 1400, 96);
}

const illustration = (name: string, svg: string): Picture => ({ name, width: 960, height: 540, svg, kind: "illustration" });

/** All pictures of the demo. Four courses get a cover; the others show the generated one of their portal. */
export const pictures: readonly Picture[] = [
  illustration("chain-of-infection", chain()),
  illustration("fire-triangle", fireTriangle()),
  illustration("phishing-mail", phishingMail()),
  illustration("lift-steps", liftSteps()),
  illustration("stability-triangle", stability()),
  illustration("cpr-rhythm", cprRhythm()),
  illustration("contrast", contrast()),
  illustration("record-life", recordLife()),
  cover("cover-infection", ["#eef5f4", "#d3e7e4", "#8cc0b9", "#134e4a"], "hand"),
  cover("cover-fire", ["#fbf1ea", "#f6d9c6", "#e79a6b", "#7c2d12"], "flame"),
  cover("cover-phishing", ["#f2f1f8", "#dcd9ee", "#a59dd0", "#37306b"], "mail"),
  cover("cover-first-aid", ["#fbeff1", "#f5d3da", "#dd8b9b", "#881337"], "heart"),
  { name: "civic-nav", width: 1400, height: 96, svg: navPattern(), kind: "nav" },
];

/** One slide of a video, 640 by 360 pixels, with dots that show its number. */
export function slideSvg(
  [paper, quiet, ink]: readonly [string, string, string],
  slide: { title: string; lines: readonly string[]; picture: string },
  index: number,
  count: number,
) {
  const dots = Array.from(
    { length: count },
    (_, i) => `<circle cx="${48 + i * 22}" cy="318" r="6" fill="${i <= index ? ink : "none"}" stroke="${ink}" stroke-width="2"/>`,
  ).join("");
  return sheet(
    paper,
    `<circle cx="500" cy="170" r="128" fill="${quiet}"/>${icon(slide.picture, 420, 90, 160, ink, 6)}` +
      label(40, 130, slide.title, 34, ink, "start", 700) +
      slide.lines.map((line, i) => label(40, 180 + i * 34, line, 24, ink, "start")).join("") +
      dots,
    640,
    360,
  );
}
