import * as make from "../starter.ts";

/** The first weeks of a new colleague. */
export const onboarding: make.Starter = (say) => ({
  title: say("Onboarding"),
  summary: say("Welcome, the first day, people and tools, and the first weeks of a new colleague."),
  content: {
    chapters: [
      make.chapter(
        say("Welcome"),
        make.page(
          say("Good to have you here"),
          2,
          {},
          make.forAuthor(say, say("Welcome people in your own words. A picture or a short film of the team helps.")),
          make.text(
            make.paragraph(say("We are glad that you are here. This course takes you through your first weeks, at your own pace.")),
            make.heading(say("What you find here")),
            make.bullets(say("What happens on your first day"), say("Whom you ask about what"), say("The tools that you need")),
          ),
        ),
        make.page(
          say("Your first day"),
          4,
          {},
          make.forAuthor(say, say("Replace the steps with the real ones: place, time, and who is waiting there.")),
          make.steps({
            [say("Arrive")]: say("Come to the reception. Somebody of your team meets you there."),
            [say("Get your things")]: say("You get your badge, your computer and your accounts."),
            [say("Meet the team")]: say("You meet the people with whom you work, and see where everything is."),
          }),
        ),
      ),
      make.chapter(
        say("People and tools"),
        make.page(
          say("Whom you ask"),
          3,
          {},
          make.forAuthor(say, say("Write names and telephone numbers into the table.")),
          make.table(
            [say("Question"), say("Who helps")],
            [say("My tasks and my goals"), say("Your manager")],
            [say("Computer, accounts and passwords"), say("The service desk")],
            [say("Pay, holidays and sick leave"), say("Human resources")],
          ),
        ),
        make.page(
          say("Tools and access"),
          5,
          {},
          make.forAuthor(say, say("Say for each tool where it is found and who gives access.")),
          make.accordion({
            [say("Email and calendar")]: say("Your account works from the first day. Set your working hours in the calendar."),
            [say("Files")]: say("Keep files where your team finds them, and nothing on your own computer alone."),
            [say("Working safely")]: say("Lock your screen when you leave your desk, and never pass a password on."),
          }),
        ),
      ),
      make.chapter(
        say("Settling in"),
        make.page(
          say("Your first weeks"),
          3,
          { attested: true },
          make.forAuthor(say, say("Change the goals to those of the position, and say when you talk about them.")),
          make.text(
            make.heading(say("In the first week")),
            make.bullets(say("Meet everybody in your team"), say("Do the training that your position needs")),
            make.heading(say("In the first month")),
            make.bullets(say("Do your first tasks by yourself"), say("Talk with your manager about what goes well and what does not")),
          ),
          make.attestation(say("I know what I do in my first weeks, and whom I ask.")),
        ),
      ),
    ],
  },
});
