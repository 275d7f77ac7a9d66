import { chapter, image, isTrue, one, page, quiz, several, text, video } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const phishingAwareness: DemoCourse = {
  slug: "phishing-awareness",
  title: "Phishing: think before you click",
  summary: "Ten seconds that protect your account: sender, hurry, link, request. With examples from real inboxes.",
  outcomes: ["Read a link from the right end", "Recognise the four signs", "Report without fear of a false alarm"],
  tags: ["security", "e-mail", "mandatory"],
  cover: "cover-phishing.webp",
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "ph-test-1", percent: 80 },
    ],
  },
  chapters: [
    chapter(
      "How it works",
      page(
        "ph-why",
        "Why it works on clever people",
        3,
        {},
        text(`
Phishing does not attack the computer, it attacks your attention. It arrives when you are busy, it looks like something you expect, and it offers the quickest way to be rid of it: one click.

Nine out of ten break-ins into organisations begin with a message to a person. Not because people are careless, but because a company of a thousand receives a million messages a week, and one click is enough.

> The messages that catch experts are not better made. They come at a better moment.`),
      ),
      page("ph-signs", "Four signs in ten seconds", 3, { videoPercent: 90 }, video("spot-phishing", "Four signs of a phishing message")),
      page(
        "ph-example",
        "Read it with me",
        4,
        { minSeconds: 15 },
        image(
          "phishing-mail.webp",
          "A message from an IT service desk with four numbered marks: a sender address with a missing letter, a deadline today, a link that ends in login-check.test, and a request for password and code.",
        ),
        text(`
1. The sender calls itself *IT Service Desk*, but a letter is missing from the company name in the address.
2. **TODAY**, in capitals. The hurry is there so that you do not ask anybody.
3. Read the link from the right: the owner is \`login-check.test\`. Everything to the left of it can be chosen freely, our name too.
4. Password **and** code. Whoever has both is you.

## Reading links

Find the first single slash. Walk left from there to the second dot. What stands between is the owner: in \`pay.northwind.example/invoice\` it is \`northwind.example\`. On a telephone, hold your finger on the link to see it.`),
      ),
    ),
    chapter(
      "What you do",
      page(
        "ph-do",
        "Report, then delete",
        3,
        {},
        text(`
- **Not sure?** Use the report button. It takes a second, and somebody will look.
- **The message claims to be from a service you use?** Close it and open the service yourself, from your bookmark.
- **It claims to be your manager and wants gift cards or a changed bank account?** Call on a number you already know.

## You clicked. Now what?

Say so at once. In the first minutes the session can be closed and the password changed before anything happens. After a day, neither helps.

!! Do not switch the computer off and do not start cleaning up: both destroy the traces that show what was taken.`),
      ),
      page(
        "ph-test",
        "Inbox test",
        5,
        { quiz: "passed" },
        quiz(
          "Inbox test",
          80,
          null,
          one(
            "Who owns https://northwind.example.secure-login.test/reset?",
            ["northwind.example", "*secure-login.test", "reset"],
            "Read from the first slash to the left: secure-login.test.",
          ),
          several(
            "Which are signs of phishing?",
            [
              "*A deadline within the hour",
              "*A request for a code from your telephone",
              "A message without pictures",
              "*A sender name that does not match the address",
            ],
            "Plain messages are normal; hurry, codes and false senders are not.",
          ),
          isTrue(
            "A padlock in the address bar shows that the site is honest.",
            false,
            "It shows that the connection is encrypted, to whoever owns the site.",
          ),
          one(
            "Your director writes from a private address and asks for a payment before noon.",
            ["Pay, it is the director", "Answer and ask whether it is real", "*Call the director on the number in the directory"],
            "An answer reaches the attacker. Another channel reaches the director.",
          ),
          isTrue(
            "Reporting a message that turns out to be harmless wastes the security team's time.",
            false,
            "False alarms are cheap; they also show what looks suspicious and should not.",
          ),
        ),
      ),
    ),
  ],
};
