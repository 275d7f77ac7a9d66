import * as make from "../starter.ts";

/** A product for those who sell, explain or support it. */
export const product: make.Starter = (say) => ({
  title: say("Product training"),
  summary: say("What a product is and does, what customers ask, how it compares, and a test."),
  content: {
    chapters: [
      make.chapter(
        say("The product"),
        make.page(
          say("What it is and whom it is for"),
          4,
          {},
          make.forAuthor(say, say("Name the product, show a picture of it, and describe the customer who needs it most.")),
          make.text(
            make.paragraph(say("In two sentences: what the product does, and which problem it solves.")),
            make.heading(say("After this training")),
            make.bullets(
              say("You explain the product in your own words."),
              say("You answer what customers ask most."),
              say("You know for whom it is right, and for whom it is not."),
            ),
          ),
        ),
        make.page(
          say("What it does"),
          5,
          {},
          make.forAuthor(say, say("Describe the three functions that matter most. A short film shows more than a text.")),
          make.accordion({
            [say("First function")]: say("What it does, and what the customer gains by it."),
            [say("Second function")]: say("What it does, and what the customer gains by it."),
            [say("Third function")]: say("What it does, and what the customer gains by it."),
          }),
        ),
      ),
      make.chapter(
        say("Talking to customers"),
        make.page(
          say("What customers ask"),
          5,
          {},
          make.forAuthor(say, say("Collect the questions of the last months, and write the answers that worked.")),
          make.accordion({
            [say("What does it cost?")]: say("Say the price and what is included in it, before you explain discounts."),
            [say("Does it fit what we have?")]: say("Ask what they use today, and name what works with it and what does not."),
            [say("What happens when it breaks?")]: say("Explain warranty, support and how long a repair takes."),
          }),
        ),
        make.page(
          say("How it compares"),
          3,
          {},
          make.forAuthor(say, say("Compare with what your customers really consider. Be fair: they check it.")),
          make.table(
            [say("What matters"), say("Our product"), say("Others")],
            [say("Price"), say("To be filled in"), say("To be filled in")],
            [say("Effort to start"), say("To be filled in"), say("To be filled in")],
            [say("Support"), say("To be filled in"), say("To be filled in")],
          ),
        ),
      ),
      make.chapter(
        say("Check"),
        make.page(
          say("Check what you know"),
          5,
          { quiz: "passed" },
          make.forAuthor(say, say("Add questions about the product itself.")),
          make.quiz(
            say("Check what you know"),
            make.oneOf(
              say("A customer asks for something that the product cannot do. What do you say?"),
              [
                say("That it will surely come soon."),
                say("That it cannot do this, and what would help instead."),
                say("That nobody needs this."),
              ],
              1,
              say("An honest no is remembered longer than a promise that is not kept."),
            ),
            make.isTrue(
              say("Before you explain the product, you ask what the customer needs."),
              true,
              say("Only who knows the need can say what the product is good for."),
            ),
          ),
        ),
      ),
    ],
  },
});
