import { chapter, isTrue, one, page, quiz, several, text } from "./build.ts";
import type { DemoCourse } from "./build.ts";

export const publicProcurement: DemoCourse = {
  slug: "public-procurement",
  title: "Public procurement for beginners",
  summary: "Spend public money so that you could explain it on television: need, market, procedure, award, contract.",
  outcomes: [
    "Describe a need without naming a product",
    "Choose the procedure by value",
    "Evaluate offers by criteria set beforehand",
    "Recognise a conflict of interest",
  ],
  tags: ["procurement", "finance", "law"],
  rule: {
    kind: "all",
    rules: [
      { kind: "pages", percent: 100 },
      { kind: "score", blockId: "pp-final-1", percent: 75 },
    ],
  },
  chapters: [
    chapter(
      "Before the tender",
      page(
        "pp-why",
        "Three promises",
        3,
        {},
        text(`
Whoever buys for the public promises three things: **equal treatment** (the same information and the same rules for all), **transparency** (anybody can see afterwards how it was decided) and **value** (the best for the money, over its whole life).

Rules of procurement look like paper. They are a memory: every one of them was written after somebody's cousin had won a contract.`),
      ),
      page(
        "pp-need",
        "Describe the need, not the product",
        4,
        { minSeconds: 15 },
        text(`
"Forty laptops Model X5" closes the market to everybody but one. "Forty portable computers that run our programs for eight hours without a socket and weigh less than 1.5 kg" opens it.

1. What must be possible afterwards that is not now?
2. Which features are **musts**, and which are worth points?
3. What will it cost over five years: purchase, energy, repair, return?

If you really need a named product, add *or equivalent* and say how you will judge that.

! Talking to suppliers before the tender is allowed and wise. Write down what was said, and give the same information to all.`),
      ),
      page(
        "pp-value",
        "Which procedure?",
        3,
        {},
        text(`
The value decides, estimated honestly over the whole contract with all its extensions.

- **Small**: ask three, compare, note why.
- **Medium**: publish nationally, invite offers.
- **Above the European threshold**: publish in the whole Union, with minimum periods.

!! Splitting one need into several small orders to stay below a threshold is forbidden, and it is the first thing that auditors look for.`),
      ),
    ),
    chapter(
      "The decision",
      page(
        "pp-eval",
        "Evaluate what you announced",
        4,
        { minSeconds: 10 },
        text(`
Criteria and their weights are fixed **before** the first offer is opened. Then:

1. Open at the appointed time, two people, with a record.
2. Is it complete? Is the bidder suitable?
3. Points per criterion, with one sentence of reason for each.
4. The most points win, not the nicest presentation.

Unusually low price? Ask for an explanation before you exclude it.`),
      ),
      page(
        "pp-conflict",
        "Conflict of interest",
        3,
        { quiz: "submitted" },
        text(`
A conflict exists when somebody *could* doubt your independence: family, former employer, shares, a side job, a friendship. It is not a fault to have one. It is a fault to keep it to yourself.

Declare it in writing, step aside from this decision, and let it be noted. Gifts during a procedure: none, not even coffee mugs.`),
        quiz(
          "Must it be declared?",
          50,
          null,
          isTrue(
            "Your sister works in the accounts department of a bidder, not in sales.",
            true,
            "Declare it. Others decide whether it matters.",
          ),
          isTrue(
            "You used the product of a bidder in your last job.",
            false,
            "Knowing a product is experience. It would be different if you had been paid to recommend it.",
          ),
        ),
      ),
      page(
        "pp-after",
        "After the award",
        2,
        {},
        text(`
Tell those who lost **why**, in sentences that help them next time, and wait for the standstill period before signing. The contract is not the end: check deliveries, write down failures, and do not extend by habit. A file that a stranger can follow is part of the work.`),
      ),
    ),
    chapter(
      "Check",
      page(
        "pp-final",
        "Final check",
        4,
        { quiz: "passed", locked: true },
        quiz(
          "Public procurement",
          75,
          3,
          one(
            "Which description keeps the market open?",
            ["Printer Alpha 300", "*30 pages a minute, double-sided, under 50 dB", "The same as last year"],
            "Functions can be met by many, a product name by one.",
          ),
          isTrue(
            "Criteria may be weighed again once all offers are known.",
            false,
            "Then the result could be steered. Weights are fixed before.",
          ),
          several(
            "What is forbidden?",
            [
              "*Splitting an order to stay below the threshold",
              "Asking suppliers about the market",
              "*Telling one bidder more than the others",
              "Explaining to losers why they lost",
            ],
            "Splitting evades the rules, and unequal information is unequal treatment.",
          ),
          one(
            "A bidder is your neighbour. What now?",
            ["Nothing, we hardly talk", "*Declare it and step aside", "Exclude the bidder"],
            "The bidder has done nothing wrong; you are the one who steps aside.",
          ),
        ),
      ),
    ),
  ],
};
