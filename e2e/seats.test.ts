import { expect, test } from "vitest";
import { heading, soon } from "./support/actions.ts";
import { axe } from "./support/axe.ts";
import { windowFor } from "./support/screens.ts";
import { useStoa } from "./support/use-stoa.ts";

// How many people can be active in a portal (ENV-8), on the screens.
const stoa = useStoa();

test(
  "a system admin limits the seats; an admin on a phone reads the warning, is refused one too many, deactivates somebody, and adds",
  { timeout: 120_000 },
  async () => {
    const system = await windowFor(stoa, "system", "northwind");
    await system.goto(stoa.url("/v/portal/settings"));
    const card = system.getByRole("region", { name: "Seats" });
    const told = await card.getByText(/people are active. There is no limit/).textContent();
    const used = Number(/\d+/.exec(told ?? "")?.[0]);
    expect(used).toBeGreaterThan(1);
    const number = card.getByRole("textbox", { name: "Number of seats" });
    await number.fill("many");
    await number.press("Enter");
    await card.getByText("Enter a whole number of seats, or nothing for no limit.").waitFor();
    await number.fill(String(used));
    await number.press("Enter");
    await card.getByText(`${used} of ${used} seats are taken, so nobody new can be added.`).first().waitFor();
    expect(await axe(system, "seats of a system admin")).toEqual([]);
    await system.context().close();

    const admin = await windowFor(stoa, "admin", "northwind", { viewport: { width: 390, height: 844 } });
    const fits = () => admin.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await admin.goto(stoa.url("/v/portal/settings"));
    await admin.getByText("Whoever runs this installation sets how many there are.").waitFor();
    await soon(() => admin.getByRole("textbox", { name: "Number of seats" }).count()).toBe(0);
    expect(await axe(admin, "seats of an admin")).toEqual([]);
    expect(await fits()).toBe(true);

    await admin.goto(stoa.url("/v/dashboard/admin"));
    await admin.getByText(`${used} of ${used} seats are taken, so nobody new can be added.`).waitFor();
    await admin.getByRole("link", { name: new RegExp(`^${used} Seats taken of`) }).waitFor();
    expect(await axe(admin, "the dashboard without a seat left")).toEqual([]);
    expect(await fits()).toBe(true);

    const dialog = admin.getByRole("dialog", { name: "Add a person" });
    const add = async () => {
      await admin.goto(stoa.url("/v/users/find?add=person"));
      for (const [label, value] of [
        ["Email", "newcomer@seats.example"],
        ["Given name", "Nora"],
        ["Family name", "Newcomer"],
      ] as const)
        await dialog.getByRole("textbox", { name: label }).fill(value);
      // From 80 per cent on it says how many are left.
      await dialog.getByText(/seats are taken/).waitFor();
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
    };
    await add();
    await admin.getByText(`${used} of ${used} seats of this portal are taken, so this does not fit.`).waitFor();
    expect(await axe(admin, "refused without a seat")).toEqual([]);
    expect(await fits()).toBe(true);

    // Somebody leaves, and at once there is room.
    await admin.goto(stoa.url(`/v/users/details/${await stoa.userId("shift-manager@stoa.example")}`));
    await admin.getByRole("button", { name: "Deactivate" }).click();
    const leaving = admin.getByRole("dialog", { name: "Deactivate Hannah Schneider" });
    await leaving.getByRole("textbox", { name: "Reason" }).fill("Left");
    await leaving.getByRole("button", { name: "Deactivate" }).click();
    await admin.getByRole("button", { name: "Reactivate" }).waitFor();
    await add();
    await heading(admin, /Newcomer/).waitFor();
    await admin.context().close();
  },
);
