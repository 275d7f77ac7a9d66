import * as make from "../starter.ts";

/** One task, from what is needed to what to do when it goes wrong. */
export const howTo: make.Starter = (say) => ({
  title: say("How-to"),
  summary: say("One task, step by step: what you need, how it is done, and what helps when it goes wrong."),
  content: {
    chapters: [
      make.chapter(
        say("How it is done"),
        make.page(
          say("Before you begin"),
          2,
          {},
          make.forAuthor(say, say("Name the task, how long it takes, and everything that is needed for it.")),
          make.text(
            make.paragraph(say("This is how you do it safely and well. Read it once before you begin.")),
            make.heading(say("What you need")),
            make.bullets(say("Tools and materials"), say("The rights or keys that it takes"), say("Enough time without interruption")),
          ),
        ),
        make.page(
          say("Step by step"),
          5,
          {},
          make.forAuthor(say, say("Write one action in each step, and add a picture wherever somebody could hesitate.")),
          make.steps({
            [say("Prepare")]: say("Lay out what you need, and check that it works."),
            [say("Do it")]: say("Carry out the task in the order described here."),
            [say("Check")]: say("Compare the result with what it should be."),
            [say("Tidy up")]: say("Put everything back, and note what the next person has to know."),
          }),
        ),
        make.page(
          say("When something goes wrong"),
          3,
          {},
          make.forAuthor(say, say("Ask those who do this every day what goes wrong most often.")),
          make.accordion({
            [say("It does not work at all")]: say("Go back to the first step, and check one thing after the other."),
            [say("The result is not as it should be")]: say("Stop, and compare each step with what you did."),
            [say("You are not sure whether it is safe")]: say("Stop at once, and ask somebody who knows it."),
          }),
        ),
      ),
      make.chapter(
        say("Check"),
        make.page(
          say("Check what you know"),
          3,
          { quiz: "passed" },
          make.forAuthor(say, say("Add questions about the steps that matter most.")),
          make.quiz(
            say("Check what you know"),
            make.oneOf(
              say("What do you do first?"),
              [say("Begin at once"), say("Check that everything I need is there"), say("Ask somebody to do it for me")],
              1,
              say("Whoever prepares well is interrupted less."),
            ),
            make.isTrue(
              say("When you are not sure whether it is safe, you stop and ask."),
              true,
              say("No task is so urgent that it cannot wait for an answer."),
            ),
          ),
        ),
      ),
    ],
  },
});
