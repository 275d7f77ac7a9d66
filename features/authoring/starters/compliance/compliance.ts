import * as make from "../starter.ts";

/** Rules that everybody has to know: why, what they are, a test, and a statement to confirm. */
export const compliance: make.Starter = (say) => ({
  title: say("Compliance training"),
  summary: say("Why the rules are there, what they ask, a test, and a statement that learners confirm."),
  content: {
    chapters: [
      make.chapter(
        say("Why it matters"),
        make.page(
          say("What this training is about"),
          3,
          {},
          make.forAuthor(say, say("Name the law or the policy, whom it protects, and to whom it applies.")),
          make.text(
            make.paragraph(say("These rules apply to your work. They protect people, and they protect you.")),
            make.heading(say("After this training")),
            make.bullets(
              say("You know which rules apply to your work."),
              say("You notice when something is not right."),
              say("You know whom to tell, and how."),
            ),
          ),
        ),
      ),
      make.chapter(
        say("The rules"),
        make.page(
          say("What is allowed and what is not"),
          5,
          {},
          make.forAuthor(say, say("Replace the rows with examples from your own work: the cases that people really ask about.")),
          make.table(
            [say("This is right"), say("This is not")],
            [say("Ask before you act when you are unsure"), say("Decide alone and hope for the best")],
            [say("Report a breach on the same day"), say("Wait until somebody else notices it")],
            [say("Keep records as the rules say"), say("Change or remove records afterwards")],
          ),
        ),
        make.page(
          say("When something is not right"),
          4,
          {},
          make.forAuthor(say, say("Add names, telephone numbers and the form that people use.")),
          make.steps({
            [say("Stop what you are doing")]: say("Do not go on as before, and do not try to hide what happened."),
            [say("Report it")]: say("Tell your manager, or the person who is responsible for these rules."),
            [say("Write it down")]: say("Note what happened, when, and who was there, while you still remember it."),
          }),
          make.text(make.tip(say("Nobody who reports something in good faith has to fear a disadvantage."))),
        ),
      ),
      make.chapter(
        say("Check and confirm"),
        make.page(
          say("Check what you know"),
          5,
          { quiz: "passed" },
          make.forAuthor(say, say("Add questions about your own rules. Ask about decisions rather than words.")),
          make.quiz(
            say("Check what you know"),
            make.oneOf(
              say("You are not sure whether something is allowed. What do you do?"),
              [say("I do what I did last time."), say("I ask before I act."), say("I leave it to a colleague.")],
              1,
              say("Asking takes a minute; putting it right takes much longer."),
            ),
            make.oneOf(
              say("You notice a breach. When do you report it?"),
              [say("On the same day"), say("At the end of the month"), say("When somebody asks me about it")],
              0,
              say("The sooner it is known, the more can still be put right."),
            ),
            make.isTrue(say("These rules apply to managers too."), true, say("Rules apply to everybody, whatever their position.")),
          ),
        ),
        make.page(
          say("Your confirmation"),
          1,
          { attested: true },
          make.attestation(say("I have read and understood these rules, and I will follow them in my work.")),
        ),
      ),
    ],
  },
});
