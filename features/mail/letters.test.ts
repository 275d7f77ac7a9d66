import { beforeAll, expect, test } from "vitest";
import { maskedEmail } from "#features/auth/masked-email.ts";
import { emailChanged } from "#features/notifications/events/email_changed/email-changed.ts";
import { invitation } from "#features/notifications/events/invitation/invitation.ts";
import { passwordReset } from "#features/notifications/events/password_reset/password-reset.ts";
import { registrationAnswered } from "#features/notifications/events/registration_answered/registration-answered.ts";
import type { NotificationEvent } from "#features/notifications/event.ts";
import { tellerIn } from "#features/notifications/server/teller.ts";
import { loadCatalogues } from "#platform/catalogue.ts";
import { completeColors } from "#ui/portal-theme.ts";
import { compose } from "./server/compose.ts";

beforeAll(loadCatalogues);

const portal = {
  id: 1,
  name: "Northwind Academy",
  host: "northwind.example",
  colors: completeColors({}),
  mailLogo: null,
  senderName: "",
  senderAddress: "",
  replyTo: "",
};

/** The mail of an event to somebody, or to an address of whom no account is known. */
function letter<Variables>(event: NotificationEvent<Variables>, userId: number | null, variables: Variables, language: "en" | "de" = "en") {
  const person = { userId, email: "mira@new.test", name: "", language };
  const told = [event.words(tellerIn(language, "Europe/Berlin"), variables)];
  return compose(
    { id: 1, event: event.name, mandatory: event.mandatory, portal, person, told, now: new Date(0) },
    { publicUrl: "https://stoa.example", mailFrom: undefined, unsubscribePath: () => "/none" },
  );
}

test("a letter to somebody without an account does not speak of theirs", () => {
  expect(letter(passwordReset, 7, passwordReset.sample("key")).plain).toContain("the security of your account at Northwind Academy");
  const invited = letter(invitation, null, invitation.sample("key")).plain;
  expect(invited).not.toContain("your account");
  expect(invited).toContain("You get this because this email was entered at Northwind Academy.");
});

test("who was declined is led to the people of the portal, not to a sign-in that refuses them", () => {
  const declined = { approved: false, reason: "We know nobody of this name.", returnUrl: null };
  expect(letter(registrationAnswered, null, declined).plain).toMatch(/Contact the portal:\n\S+\/v\/about\/contact$/m);
  expect(letter(registrationAnswered, null, { ...declined, approved: true }).plain).toMatch(/Sign in:\n\S+\/v\/auth\/login$/m);
});

test("no line of a letter ends within a masked address, or after the first letter of E-Mail", () => {
  const email = maskedEmail("mira.quandt@new.test");
  const { html, plain } = letter(emailChanged, 7, { at: "2026-11-23T08:00:00Z", email }, "de");
  expect(html).toContain('<span style="white-space:nowrap">m…@</span>new.test');
  expect(html).toMatch(/<h1[^>]*>Ihre <span style="white-space:nowrap">E-Mail<\/span>-Adresse/);
  expect(plain).toContain("m…@new.test");
});
