import type { FieldError } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";

// Words from which people build passwords, collected for this project. The check ignores case, digits at the ends and
// letters replaced by similar signs, so each line covers thousands of passwords. Compared locally; nothing is sent anywhere.
const words = `
  password passwort passphrase secret geheim private hidden access letmein letmeinnow openup opensesame sesame welcome welcomeback
  hello hellothere helloworld goodmorning goodnight goodbye thankyou please iloveyou iloveyousomuch loveyou lovelove mylove forever
  foreverandever always together sweetheart darling honey babygirl babyboy princess prince queen king angel heaven sunshine moonlight
  starlight rainbow butterfly flower flowers rose lily daisy cherry strawberry banana orange lemon apple pineapple chocolate cookie
  cupcake sugar candy coffee coffeetime teatime cheese pizza hamburger spaghetti butter pepper ginger cinnamon vanilla
  monkey dragon tiger lion panther eagle falcon dolphin elephant penguin rabbit hamster kitten kitty puppy doggy wolf unicorn dinosaur
  spider scorpion shark mustang jaguar phoenix superman batman spiderman ironman wonderwoman captain starwars startrek skywalker
  pokemon pikachu mickeymouse minecraft fortnite nintendo playstation gameover gamer player hunter ranger warrior soldier knight ninja
  samurai pirate wizard magic merlin gandalf hogwarts harrypotter
  football baseball basketball volleyball handball tennis hockey soccer cricket rugby golf swimming running cycling skateboard
  snowboard champion winner victory arsenal liverpool chelsea manchester barcelona realmadrid juventus bayern yankees lakers cowboys
  steelers ferrari porsche mercedes corvette harley toyota honda
  spring summer autumn winter january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday weekend holiday vacation birthday happybirthday
  christmas merrychristmas easter halloween newyear
  admin administrator root superuser sysadmin system manager supervisor operator support helpdesk service guest visitor user username
  login signin signup logon account myaccount default changeme changemenow changethis temporary temppass temp test tester testing
  testtest sample example demo trial company office business work worker staff employee team teamwork boss master masterkey owner
  student teacher professor school college university academy classroom learning learner education training trainer course courses
  elearning lms stoa portal platform certificate compliance onboarding hospital clinic nurse doctor police fire safety security
  computer laptop internet network server database windows linux macintosh android iphone samsung google facebook instagram twitter
  youtube amazon netflix microsoft apple whatsapp linkedin yahoo hotmail gmail
  london paris berlin madrid rome vienna amsterdam brussels lisbon dublin newyork losangeles chicago boston texas california florida
  america england germany france spain italy portugal canada australia mexico brazil india china japan russia turkey greece sweden
  michael michelle jennifer jessica ashley amanda nicole daniel david robert thomas william charlie george andrew matthew joshua
  christopher anthony alexander benjamin samuel jonathan joseph richard steven kevin brian jason justin ryan jordan taylor hunter
  maria anna sarah laura julia lisa emma sophie charlotte victoria elizabeth katherine margaret patricia barbara susan linda
  freedom liberty peace hope faith trust trustnoone trustno believe blessed jesus jesuschrist godisgood heavenly church lucky lucky
  nothing something anything everything whatever idontknow dontknow forgot forgotten remember remembered nopassword mypassword
  yourpassword thepassword newpassword oldpassword userpassword adminpassword passwordpassword passwort strongpassword longpassword
  correcthorsebatterystaple abracadabra blahblah blablabla asdf qwerty qwertz azerty dvorak zxcvbn qazwsx qazwsxedc wsxedc qweasd
  qweasdzxc asdfgh asdfghjkl zxcvbnm poiuytrewq lkjhgfdsa mnbvcxz
`;

const common = new Set(words.split(/\s+/).filter(Boolean));

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];
const runs = rows.flatMap((row) => [row, [...row].toReversed().join("")]);

const lookAlike: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, "");
const plainOf = (text: string) => lettersOf([...text].map((sign) => lookAlike[sign] ?? sign).join(""));
const trimmed = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** The words that remain of a password when such decoration is removed. */
function cores(password: string): Set<string> {
  const text = password.toLowerCase();
  const bare = trimmed(text);
  return new Set(
    [lettersOf(text), plainOf(text), plainOf(bare), lettersOf(bare), plainOf(bare.replace(/[!1]/g, "l"))].filter((core) => core.length > 0),
  );
}

/** Two common words in a row count as common too. Three do not, on purpose, because a passphrase may consist of them. */
function isCommon(core: string): boolean {
  if (common.has(core)) return true;
  for (let cut = 3; cut <= core.length - 3; cut++)
    if (core.slice(0, cut) === core.slice(cut) && common.has(core.slice(0, cut))) return true;
  return false;
}

const repeats = (text: string) => /^(.{1,4}?)\1+.{0,3}$/su.test(text) || new Set(text).size <= 3;
const walks = (text: string) => runs.some((run) => run.repeat(2).includes(text.toLowerCase()));

type Weakness = Pick<FieldError, "code" | "text">;

/**
 * Why a new password is refused, as a code and a sentence; null when it is accepted. known: words that an attacker tries first, such as the e-mail
 * address and the names of person and portal. The contract checks the length (issue 2: length first).
 */
export function weakness(password: string, known: readonly string[]): Weakness | null {
  if (repeats(password) || walks(password))
    return { code: "simple_pattern", text: phrase("This password follows a simple pattern. A few unrelated words make a better one.") };
  const found = cores(password);
  const own = new Set(
    known
      .flatMap((text) => [text, text.split("@")[0] ?? ""])
      .map((text) => lettersOf(text.toLowerCase()))
      .filter((text) => text.length >= 3),
  );
  for (const core of found) {
    if (own.has(core)) return { code: "too_personal", text: phrase("This password is too close to your email or the portal's name.") };
    if (isCommon(core))
      return {
        code: "common",
        text: phrase("This password is one of the first that attackers try. A few unrelated words make a better one."),
      };
  }
  return null;
}
