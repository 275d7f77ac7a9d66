import { afterEach, expect, test, vi } from "vitest";
import { engines } from "./installed.ts";

afterEach(() => vi.unstubAllEnvs());

test("a Firefox that is named and is not there counts as not installed, whatever else is", () => {
  vi.stubEnv("FIREFOX_PATH", "/no/such/firefox");
  expect(engines.find(({ name }) => name === "Firefox")?.start()).toBeNull();
});
