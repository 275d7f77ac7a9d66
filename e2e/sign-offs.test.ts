import { expect, test } from "vitest";
import { aContent, aPage, builders } from "#app/test/builders.ts";
import { axe } from "./support/axe.ts";
import { heading } from "./support/actions.ts";
import { enrolStudent } from "./support/enrol-student.ts";
import { useStoa } from "./support/use-stoa.ts";

// What an assessor signs (EDT-14): asked for on a phone, found in the team, refused with a word, asked again, signed.
const stoa = useStoa();

test(
  "a learner asks, a manager finds and refuses, the learner asks again, the manager signs, the course is complete",
  { timeout: 120_000 },
  async () => {
    const content = aContent([
      aPage("fit", {
        title: "Fit a regulator",
        rule: { viewed: false, signedOff: true },
        blocks: [
          {
            id: "s",
            kind: "signOff",
            task: "Fit a regulator to a bottle.",
            criteria: [
              { id: "valve", text: "Opens the valve slowly" },
              { id: "leaks", text: "Looks for leaks" },
            ],
          },
        ],
      }),
    ]);
    const made = await builders(stoa.databases, () => stoa.portalId(), "").aCourse("a", { title: "Working with gas", content });
    await enrolStudent(stoa, made.id);

    const student = await stoa.signedIn({ viewport: { width: 390, height: 844 } });
    const lesson = stoa.url(`/v/student/courseViewer/${made.id}`);
    await student.goto(lesson);
    await heading(student, "Fit a regulator").waitFor();
    await student.getByText("Ask for a sign-off first").first().waitFor();
    const stored = student.waitForResponse((reply) => reply.url().endsWith("/commits"));
    await student.getByRole("button", { name: "Ask for a sign-off" }).press("Enter");
    await student.getByText("You asked for a sign-off").waitFor();
    await stored;
    expect(await axe(student, "a sign-off that was asked for")).toEqual([]);

    const manager = await stoa.signedIn({ email: "manager@stoa.example" });
    await manager.goto(stoa.url("/v/users/learning?state=signOff"));
    const studentRow = manager.getByRole("row").filter({ hasText: "student@stoa.example" });
    await studentRow.getByRole("link", { name: "Asks for a sign-off" }).click();
    const item = manager.getByRole("listitem").filter({ hasText: "Fit a regulator to a bottle." });
    await item.getByText("Asks since").waitFor();
    await item.getByRole("button", { name: "Decide: Fit a regulator to a bottle." }).click();
    const dialog = manager.getByRole("dialog");
    await dialog.getByText("Opens the valve slowly").click();
    // A criterion is left, so it cannot be signed.
    await dialog.getByRole("button", { name: "Sign off" }).click();
    await dialog.getByText("Every criterion has to be met before it is signed off.").waitFor();
    expect(await axe(manager, "the dialog of a sign-off")).toEqual([]);
    await dialog.getByText("Not yet", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "What is missing" }).fill("Take the spray next time.");
    await dialog.getByRole("button", { name: "Say what is missing" }).click();
    await item.getByText("Not signed off yet").waitFor();

    await student.goto(lesson);
    await student.getByText("Take the spray next time.").waitFor();
    const again = student.waitForResponse((reply) => reply.url().endsWith("/commits"));
    await student.getByRole("button", { name: "Ask for a sign-off" }).click();
    await again;

    await manager.reload();
    await item.getByRole("button", { name: "Decide: Fit a regulator to a bottle." }).click();
    await dialog.getByText("Looks for leaks").click();
    await dialog.getByRole("button", { name: "Sign off" }).click();
    await item.getByText("Signed off", { exact: true }).waitFor();
    expect(await item.getByRole("button").count()).toBe(0);

    await student.goto(lesson);
    await student.getByText("Signed off on").waitFor();
    await student.goto(stoa.url("/v/student/history"));
    await student.getByText("Working with gas").first().waitFor();
    await student.context().close();
    await manager.context().close();
  },
);
