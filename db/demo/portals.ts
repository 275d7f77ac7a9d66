import type { DemoAnnouncement } from "./insert-announcements.ts";
import type { DemoPublicCatalogue } from "./insert-public-catalogue.ts";
import type { DemoPage } from "./insert-public-pages.ts";
import type { DemoQuestion } from "./insert-questions.ts";
import type { DemoMailText } from "./insert-mail-texts.ts";
import type { DemoQuickLink } from "./insert-quick-links.ts";
import type { PortalColors } from "#ui/portal-theme.ts";

/** How a portal offers a course: its categories, how many days ago it was published, and how people are enrolled. */
export interface Placement {
  readonly slug: string;
  readonly categories: readonly string[];
  readonly age: number;
  /** The name of a rule that assigns it to everybody, with a due date. */
  readonly rule?: string;
  readonly selfEnrol?: boolean;
  /** Whether authors start courses from it. */
  readonly isTemplate?: boolean;
  /** An earlier version without this page, published this many days before the current one. */
  readonly earlier?: { readonly withoutPage: string; readonly days: number };
}

export interface DemoPortal {
  readonly slug: string;
  readonly name: string;
  readonly host: string;
  readonly timeZone: string;
  readonly colors: PortalColors;
  readonly settings: Readonly<Record<string, string>>;
  readonly announcements: readonly DemoAnnouncement[];
  readonly quickLinks: readonly DemoQuickLink[];
  /** What its letters say in its own words. */
  readonly mailTexts?: readonly DemoMailText[];
  readonly questions: readonly DemoQuestion[];
  readonly contact: Readonly<Record<string, string>>;
  /** What the portal says on its public pages, where not the product's own text. */
  readonly pages: readonly DemoPage[];
  /** The courses that it shows before signing in. */
  readonly publicCatalogue?: DemoPublicCatalogue;
  /** Top categories and their subcategories. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** What some of them say about themselves, and which the catalog does not show. */
  readonly categoryTexts?: Readonly<Record<string, string>>;
  readonly hiddenCategories?: readonly string[];
  readonly courses: readonly Placement[];
  /** SCORM courses (packages.ts). */
  readonly packages: readonly Placement[];
  /** How many people there are besides those who can sign in. */
  readonly crowd: number;
  /** How many can be active in it, where that is limited. */
  readonly seats?: number;
  /** Who of them was added twice. */
  readonly twin?: readonly [given: string, family: string];
}

/** The password of every demo sign-in (decisions.md, Demo data). */
export const demoPassword = "stoa-demo-2026";

export interface DemoSignIn {
  readonly email: string;
  readonly name: readonly [given: string, family: string];
  readonly portals: readonly string[];
  readonly role?: "author" | "manager" | "admin" | "system";
  /** The group whose members a manager manages; without one, everybody. Its manager is one of the crowd, by name. */
  readonly manages?: string;
  /** A manager of those whose value in this field of people names them; one of the crowd too. */
  readonly leads?: string;
}

export const signIns: readonly DemoSignIn[] = [
  { email: "student@stoa.example", name: ["Amara", "Okafor"], portals: ["northwind", "harbor"] },
  { email: "author@stoa.example", name: ["Jonas", "Lindqvist"], portals: ["northwind"], role: "author" },
  { email: "manager@stoa.example", name: ["Priya", "Raman"], portals: ["northwind"], role: "manager" },
  {
    email: "shift-manager@stoa.example",
    name: ["Hannah", "Schneider"],
    portals: ["northwind"],
    role: "manager",
    manages: "Early shift",
  },
  { email: "team-lead@stoa.example", name: ["Chloé", "Dubois"], portals: ["northwind"], role: "manager", leads: "Supervisor" },
  { email: "admin@stoa.example", name: ["Elena", "Marquez"], portals: ["northwind"], role: "admin" },
  { email: "system@stoa.example", name: ["Samir", "Haddad"], portals: ["northwind"], role: "system" },
  { email: "nurse@stoa.example", name: ["Grace", "Mbeki"], portals: ["harbor"] },
  { email: "harbor-admin@stoa.example", name: ["Tomasz", "Nowak"], portals: ["harbor"], role: "admin" },
  { email: "civic-admin@stoa.example", name: ["Ingrid", "Haugen"], portals: ["civic"], role: "admin" },
  { email: "clerk@stoa.example", name: ["Mateo", "Silva"], portals: ["civic"] },
];

/** The sign-ins of a demo portal. */
export const demoSignIns = (slug: string) => signIns.filter(({ portals }) => portals.includes(slug)).map(({ email }) => email);

export const demoPortals: readonly DemoPortal[] = [
  {
    slug: "northwind",
    name: "Northwind Academy",
    host: "localhost",
    timeZone: "Europe/Berlin",
    colors: {
      topBarBgColor: "#ffffff",
      menuBarBgColor: "#f4faf9",
      navBgColor: "#0f766e",
      navColor: "#ffffff",
      accountBgColor: "#ffffff",
      accountColor: "#134e4a",
      logoBgColor: "#0f766e",
      logoBgPosition: "left",
      footerBarBgColor: "#f1f7f6",
      footerBarColor: "#3f5654",
    },
    settings: { showStudentWidgets: "true", termsUrl: "https://northwind.example/terms" },
    announcements: [
      {
        en: {
          title: "Winter safety weeks",
          html: `<p>From 1 December the yard is dark before four. Take <strong>Fire safety and evacuation</strong> and <strong>Manual handling</strong> before then if yours are older than two years.</p><ul><li>Fire walks: every Tuesday at 10:00 from reception</li><li>Forklift tests: bring your high-visibility vest</li></ul><p>Questions: <a href="mailto:academy@northwind.example">academy@northwind.example</a></p>`,
        },
        de: {
          title: "Wochen der Wintersicherheit",
          html: `<p>Ab dem 1. Dezember ist der Hof vor vier Uhr dunkel. Bearbeiten Sie <strong>Fire safety and evacuation</strong> und <strong>Manual handling</strong> vorher, wenn Ihr Abschluss älter als zwei Jahre ist.</p><ul><li>Brandschutzrundgang: jeden Dienstag um 10:00 Uhr ab dem Empfang</li><li>Staplerprüfung: Bringen Sie Ihre Warnweste mit</li></ul><p>Fragen: <a href="mailto:academy@northwind.example">academy@northwind.example</a></p>`,
        },
        isPinned: true,
      },
      {
        en: { title: "Early shift moves to gate 4", html: "<p>From Monday the early shift meets at <strong>gate 4</strong>.</p>" },
        de: { title: "Frühschicht ab Tor 4", html: "<p>Ab Montag trifft sich die Frühschicht an <strong>Tor 4</strong>.</p>" },
        group: "Early shift",
        isImportant: true,
        starts: -4,
        ends: -18,
      },
      {
        en: {
          title: "New rules for visitors",
          html: "<p>Visitors wear a badge and are met at reception. Please read the new rules and confirm them.</p>",
        },
        group: "Shift workers",
        starts: 30,
        ends: 2,
        confirmedOfThree: 1,
      },
      { en: { title: "Summer party", html: "<p>Date and place follow.</p>" }, isDraft: true },
    ],
    questions: [
      {
        email: "student@stoa.example",
        topic: "course",
        words: "I finished the fire safety course on Friday, and it still says that one lesson is open. I read all of them. What is left?",
        asked: 3.2,
        page: "/student/dashboard",
        browser: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148 · 390 × 844 / 390 × 844",
        answer: {
          words:
            "The quiz at the end of the last lesson was not handed in. Open the course, go to its last page and press Hand in.\n\nWrite again if it does not count then.",
          given: 2.9,
        },
      },
      {
        email: "author@stoa.example",
        topic: "technical",
        words:
          "The video of my second lesson stops after a few seconds in the training room. At home it plays. Is something blocked there?",
        asked: 0.4,
      },
    ],
    quickLinks: [
      { en: "Shift plan", de: "Schichtplan", address: "https://shifts.northwind.example/", icon: "calendar", newTab: true },
      {
        en: "Report a hazard",
        de: "Gefahr melden",
        address: "mailto:safety@northwind.example?subject=Hazard",
        icon: "safety",
        newTab: false,
      },
      {
        en: "Site map and gates",
        de: "Lageplan und Tore",
        address: "https://www.northwind.example/sites/berlin",
        icon: "map",
        newTab: true,
      },
      { en: "Courses about safety", de: "Kurse zur Sicherheit", address: "/v/course/catalog/search?q=safety", icon: "book", newTab: false },
      {
        en: "Early shift: swap a day",
        de: "Frühschicht: Tag tauschen",
        address: "https://shifts.northwind.example/swap",
        icon: "people",
        newTab: true,
        group: "Early shift",
      },
      {
        en: "Works council: office hours",
        de: "Betriebsrat: Sprechstunden",
        address: "https://www.northwind.example/betriebsrat",
        icon: "chat",
        newTab: true,
        language: "de",
      },
      {
        en: "Order winter gloves",
        de: "Winterhandschuhe bestellen",
        address: "https://www.northwind.example/gloves",
        icon: "tools",
        newTab: true,
        days: { from: -7, until: 28 },
      },
    ],
    contact: {
      email: "academy@northwind.example",
      phone: "+49 30 5550 1430",
      address: "Northwind Academy, Speicherstrasse 12, 10317 Berlin",
    },
    pages: [
      { page: "privacy", en: "<p>Northwind keeps your name, your email and what you learn.</p>", age: 600 },
      {
        page: "privacy",
        en: "<p>Northwind Academy keeps your name, your email, the courses you take and your results, because safety training has to be shown to the authorities.</p><h3>How long</h3><p>Ten years after you have left the company.</p><h3>Your rights</h3><ul><li>See what is kept: under My Account.</li><li>Have it corrected: write to us.</li></ul>",
        de: "<p>Die Northwind Academy speichert Ihren Namen, Ihre E-Mail-Adresse, Ihre Kurse und Ihre Ergebnisse, weil Sicherheitsschulungen gegenüber den Behörden nachgewiesen werden müssen.</p><h3>Wie lange</h3><p>Bis zehn Jahre nach Ihrem Ausscheiden.</p><h3>Ihre Rechte</h3><ul><li>Einsehen, was gespeichert ist: unter „Mein Konto“.</li><li>Berichtigen lassen: Schreiben Sie uns.</li></ul>",
        age: 90,
      },
    ],
    categories: {
      "Safety at work": ["Premises", "Warehouse", "Health"],
      "Security and privacy": [],
      Skills: ["Communication", "Office"],
      "Starting here": [],
      "Planned for next year": [],
    },
    categoryTexts: {
      "Safety at work": "What everybody has to know before the first shift.",
      Warehouse: "For those who work in the halls: trucks, racks, loads.",
      "Planned for next year": "Until its courses are published.",
    },
    hiddenCategories: ["Planned for next year"],
    courses: [
      { slug: "onboarding", categories: ["Starting here"], age: 640 },
      {
        slug: "data-protection",
        categories: ["Security and privacy"],
        age: 700,
        rule: "Everyone at Northwind",
        earlier: { withoutPage: "dp-rights", days: 360 },
      },
      { slug: "phishing-awareness", categories: ["Security and privacy"], age: 520, rule: "Everyone at Northwind" },
      { slug: "fire-safety", categories: ["Premises"], age: 715, rule: "Everyone at Northwind", isTemplate: true },
      { slug: "manual-handling", categories: ["Warehouse", "Health"], age: 690 },
      { slug: "forklift-basics", categories: ["Warehouse"], age: 610, selfEnrol: false },
      { slug: "first-aid", categories: ["Health"], age: 580 },
      { slug: "de-escalation", categories: ["Communication"], age: 450 },
      { slug: "accessible-documents", categories: ["Office"], age: 400 },
      { slug: "records-management", categories: ["Office"], age: 660 },
      { slug: "infection-control", categories: ["Health"], age: 12 },
      { slug: "public-procurement", categories: ["Office"], age: 5 },
    ],
    packages: [{ slug: "workstation", categories: ["Health", "Office"], age: 90 }],
    publicCatalogue: {
      name: "Open to the public",
      description: "What visitors see of the academy before they sign in.",
      courses: ["fire-safety", "first-aid", "phishing-awareness", "accessible-documents"],
    },
    crowd: 25,
    twin: ["Erik", "Johansson"],
  },
  {
    slug: "harbor",
    name: "Harbor Health",
    host: "harbor.localhost",
    timeZone: "America/New_York",
    colors: {
      topBarBgColor: "#fffdf5",
      menuBarBgColor: "#fef9e3",
      navBgColor: "#facc15",
      navColor: "#ffffff",
      accountBgColor: "#fffdf5",
      accountColor: "#713f12",
      logoBgColor: "#facc15",
      logoBgPosition: "center",
      footerBarBgColor: "#fdf6d8",
      footerBarColor: "#8a7a3a",
    },
    settings: { showStudentWidgets: "true", preventSelfRegistration: "1" },
    announcements: [
      {
        en: {
          title: "Flu season",
          html: `<p>The flu season has begun. Everybody who works on a ward completes <strong>Infection control essentials</strong> by the end of the month.</p>`,
        },
      },
    ],
    questions: [],
    mailTexts: [
      {
        event: "completed",
        language: "en",
        subject: "Well done: {course}",
        body: "Dear {person},\n\nyou have completed {course}. The ward thanks you.\n\n{link}",
        button: "",
      },
      {
        event: "completed",
        language: "de",
        subject: "Geschafft: {course}",
        body: "Guten Tag, {person},\n\nSie haben {course} abgeschlossen. Die Station dankt Ihnen.\n\n{link}",
        button: "",
      },
    ],
    quickLinks: [
      { en: "Ward phone list", address: "https://intranet.harbor.example/phones", icon: "phone", newTab: true },
      { en: "Hygiene handbook", address: "https://intranet.harbor.example/hygiene", icon: "health", newTab: true },
      { en: "My history", address: "/v/student/history", icon: "document", newTab: false },
    ],
    contact: { email: "learning@harbor.example", phone: "+1 617 555 0143", address: "Harbor Health, 40 Wharf Street, Boston, MA 02110" },
    pages: [],
    categories: { "Patient safety": ["Hygiene", "Emergencies"], "Working here": ["Premises", "People"] },
    courses: [
      { slug: "infection-control", categories: ["Hygiene"], age: 710, rule: "All clinical staff" },
      { slug: "first-aid", categories: ["Emergencies"], age: 650, rule: "All clinical staff" },
      { slug: "manual-handling", categories: ["Patient safety", "Premises"], age: 540 },
      { slug: "de-escalation", categories: ["People"], age: 480 },
      { slug: "fire-safety", categories: ["Premises"], age: 700, rule: "Everyone at Harbor" },
      { slug: "data-protection", categories: ["Working here"], age: 420 },
    ],
    packages: [],
    crowd: 15,
    seats: 21,
  },
  {
    slug: "civic",
    name: "Civic Training",
    host: "civic.localhost",
    timeZone: "Europe/Lisbon",
    colors: {
      topBarBgColor: "#ffffff",
      menuBarBgColor: "#faf5fb",
      navBgColor: "#3b1148",
      navColor: "#ffffff",
      navBgImage: "/v/brand/civic-nav.png",
      navBgRepeat: "repeat-x",
      navBgCover: "false",
      accountBgColor: "#ffffff",
      accountColor: "#3b1148",
      logoBgColor: "#3b1148",
      logoBgPosition: "left",
      footerBarBgColor: "#3b1148",
      footerBarColor: "#efe3f2",
    },
    settings: { showStudentWidgets: "true" },
    announcements: [],
    questions: [],
    quickLinks: [],
    contact: {
      email: "training@civic.example",
      phone: "+351 21 555 0186",
      address: "Civic Training, Praça do Município 3, 1100-365 Lisboa",
    },
    pages: [
      { page: "copyright", en: "<p>Texts of Civic Training may be used by other public bodies when the source is named.</p>", age: 500 },
    ],
    categories: { "Law and finance": ["Procurement", "Privacy"], "Office practice": ["Records", "Writing"], "Meeting the public": [] },
    courses: [
      { slug: "public-procurement", categories: ["Procurement"], age: 690 },
      { slug: "records-management", categories: ["Records"], age: 640, rule: "All departments" },
      { slug: "accessible-documents", categories: ["Writing"], age: 500, rule: "All departments" },
      { slug: "data-protection", categories: ["Privacy"], age: 680, rule: "All departments" },
      { slug: "phishing-awareness", categories: ["Office practice"], age: 330 },
      { slug: "de-escalation", categories: ["Meeting the public"], age: 260 },
    ],
    packages: [],
    crowd: 12,
  },
];
