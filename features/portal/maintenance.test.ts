import { expect, test } from "vitest";
import { maintenanceWords } from "./web/maintenance.ts";

const [startsAt, endsAt] = [Date.parse("2026-12-01T13:00Z"), Date.parse("2026-12-01T14:30Z")];
const at = (now: string, locale = "en-GB", zone = "Europe/Berlin") =>
  maintenanceWords({ startsAt, endsAt }, Date.parse(now), { locale, zone });

test("a maintenance is told in the reader's time, counts down by whole minutes, and is gone afterwards (ANN-3)", () => {
  const today = { state: "ahead", isToday: true, time: "14:00 CET" };
  expect(at("2026-12-01T10:50:00Z")).toEqual({ ...today, left: "in 2 hours 10 minutes" });
  expect(at("2026-12-01T11:00:00Z")).toEqual({ ...today, left: "in 2 hours" });
  expect(at("2026-12-01T12:59:30Z")).toEqual({ ...today, left: "in 1 minute" });
  expect(at("2026-12-01T13:00:00Z")).toEqual({ state: "now", until: "15:30 CET" });
  expect(at("2026-12-01T14:29:59Z")).toEqual({ state: "now", until: "15:30 CET" });
  expect(at("2026-12-01T14:30:00Z")).toBeNull();
  expect(at("2026-11-28T10:00:00Z")).toEqual({
    state: "ahead",
    isToday: false,
    time: "Tue 1 Dec, 14:00 CET",
    left: "in 3 days 3 hours",
  });
  expect(at("2026-11-29T11:00:00Z", "de", "Asia/Tokyo")).toEqual({
    state: "ahead",
    isToday: false,
    time: "Di., 1. Dez., 22:00 GMT+9",
    left: "in 2 Tagen 2 Stunden",
  });
});
