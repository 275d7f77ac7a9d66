// What answers at an address: the guard of server and browser, what is nowhere, wrong methods, numbers of things.
import * as fc from "fast-check";
import { matchRoutes } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sentElsewhere } from "#features/portal/policy.ts";
import { seed } from "#platform/test/seed.ts";
import { testPassword, startTestApp, type Client, type RoleKey, type TestApp } from "./test/app.ts";
import { accessAt, screenAt } from "./screen-addresses.ts";
import { screens, type Screen } from "./screens.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const people = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const sampleOf = ({ sample }: Screen) => `/v${sample.replace(/\{\w+\}/g, "17")}`;

test("the server finds the screen of an address that the router in the browser finds", () => {
  const routes = screens.map(({ path, name }) => ({ path, id: name }));
  const inBrowser = (address: string) => matchRoutes(routes, { pathname: address }, "/v")?.at(-1)?.route.id;
  const words =
    "/ // v V %76 auth login Login %6Cogin passwordChange setup about contact student dashboard history course catalog details online 17";
  const samples = screens.map(({ sample }) => sample.replace(/\{\w+\}/g, "17"));
  const pieces = `${words} %2F %2f %20 ä %C3%A4 . categories`.split(" ");
  const piece = fc.constantFrom(...new Set([...pieces, ...samples, ...samples.flatMap((sample) => sample.split("/").slice(1))]));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 7 }), (chosen) => {
      // As a browser sends it: dots resolved, letters outside ASCII escaped.
      const { pathname } = new URL(`/v/${chosen.join("/")}`, "http://a.test");
      if (/^\/v\/*$/i.test(pathname)) return;
      expect([pathname, screenAt(pathname)?.name]).toEqual([pathname, inBrowser(pathname)]);
    }),
    { numRuns: 3000, ...seed },
  );
});

test("the server leads everybody where the browser's guard would, at every screen and with any query", async () => {
  const roles: RoleKey[] = ["student", "author", "manager", "admin", "system"];
  const clients = new Map<string, Client>([["nobody", app.anonymous("a")]]);
  for (const role of roles) clients.set(role, await app.signIn(role, "a"));
  const fresh = await app.aPerson("a");
  clients.set("a new password is due", await app.signInAs(fresh, "a"));
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("users").set({ must_change_password: true }).where("id", "=", fresh.id).execute(),
  );
  for (const [who, client] of clients) {
    const known = await client.get("/rest/environment/");
    const user = known.statusCode === 200 ? known.json().User : null;
    expect([who, user?.Gate ?? null]).toEqual([who, who === "a new password is due" ? "password" : null]);
    const addresses = screens.flatMap((screen) => [sampleOf(screen), `${sampleOf(screen).toUpperCase()}/?q=a%26b&page=2`]);
    for (const address of [...addresses, "/v/no/such/screen", "/v/no/such/screen?x=1"]) {
      const reply = await client.get(address);
      const access = accessAt(address.split("?")[0] ?? "");
      const elsewhere = sentElsewhere(access ?? "any", user, address);
      const expected = elsewhere === null ? [access === undefined ? 404 : 200, undefined] : [302, elsewhere];
      expect([who, address, reply.statusCode, reply.headers.location]).toEqual([who, address, ...expected]);
    }
  }
});

test("user 13 is forced out everywhere but at login and the external preview, by both guards", () => {
  const guest = { Id: 13, Gate: null } as Parameters<typeof sentElsewhere>[1];
  expect(sentElsewhere("any", guest, "/v/student/history?q=a")).toBe(
    "/onlinetraining/auth/logout/?ReturnUrl=%2Fv%2Fstudent%2Fhistory%3Fq%3Da",
  );
  expect(sentElsewhere("public", guest, "/v/about/contact")).toMatch("/onlinetraining/auth/logout/");
  expect(sentElsewhere("public", guest, "/v/auth/login")).toBeNull();
  expect(sentElsewhere(["Student"], guest, "/v/student/courseExternalPreview/7?token=x")).toBeNull();
});

test("where nothing is, people get a page and programs get JSON; so at the specified links whose screens are still to come", async () => {
  const student = await app.signIn("student", "a");
  const visitor = app.anonymous("a");
  for (const client of [student, visitor])
    for (const url of [
      "/nowhere",
      "/SysAdmin/Default.aspx",
      "/reports/wizard?reportType=Run%20a%20Report",
      "/admin/saml",
      "/rest/nothing",
      "/vault",
    ]) {
      const page = await client.get(url, people);
      expect([url, page.statusCode, page.headers["content-type"]]).toEqual([url, 404, "text/html; charset=utf-8"]);
      expect(page.body).toContain("<title>Page not found - Stoa</title>");
      expect(page.body).toContain('href="/v/"');
      expect(page.body).not.toMatch(/<script|<template|style="|__STOA/);
      expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'/);
      for (const accept of ["application/json", "*/*"]) {
        const data = await client.get(url, { accept });
        expect([url, data.statusCode, data.json().code]).toEqual([url, 404, "not_found"]);
      }
    }
  const german = await visitor.get("/nowhere", { ...people, host: "nobody.test", "accept-language": "de" });
  expect(german.body).toContain("<title>Seite nicht gefunden - Stoa</title>");
  // What signing in leads to.
  const email = app.person("student", "a").email;
  const signedIn = await visitor.post("/rest/auth/login", { email, password: testPassword, returnUrl: "/SysAdmin/Default.aspx" });
  expect(signedIn.json().redirect).toBe("/SysAdmin/Default.aspx");
});

test("a wrong method is 405 and names the right ones; without a route it stays 404", async () => {
  const student = await app.signIn("student", "a");
  const asked = async (method: string, url: string) => {
    const reply = await student.request({ method: method as "GET", url, headers: { host: "a.test", cookie: student.cookie, ...people } });
    return [reply.statusCode, reply.headers.allow, reply.body === "" ? undefined : reply.json().code];
  };
  const wrong = (allow: string) => [405, allow, "method_not_allowed"];
  expect(await asked("POST", "/rest/environment")).toEqual(wrong("GET, HEAD"));
  expect(await asked("DELETE", "/REST/Environment/?x=1")).toEqual(wrong("GET, HEAD"));
  expect(await asked("GET", "/rest/environment/updateCurrentRole")).toEqual(wrong("POST"));
  expect(await asked("OPTIONS", "/rest/auth/setup")).toEqual(wrong("GET, HEAD, POST"));
  expect(await asked("PUT", "/rest/course/details/17")).toEqual(wrong("GET, HEAD"));
  expect(await asked("GET", "/educate/scorm/upload")).toEqual(wrong("POST"));
  expect(await asked("POST", "/")).toEqual(wrong("GET, HEAD"));
  expect(await asked("POST", "/v/student/history")).toEqual(wrong("GET, HEAD"));
  expect(await asked("POST", "/About/Contact.aspx")).toEqual(wrong("GET, HEAD"));
  expect((await asked("HEAD", "/onlinetraining/auth/logout"))[1]).toBe("GET");
  expect((await asked("POST", "/rest/nothing"))[0]).toBe(404);
  // Of the content host no other knows.
  expect((await asked("POST", "/c/x/launcher.js"))[0]).toBe(404);
});

test("things are named by decimal integers only", async () => {
  const { id } = await app.aCourse("a");
  const student = await app.signIn("student", "a");
  expect((await student.get(`/rest/course/details/${id}`)).statusCode).toBe(200);
  const author = await app.signIn("author", "a");
  const hex = `0x${id.toString(16)}`;
  for (const other of [
    hex,
    `${id}.0`,
    `${id}e0`,
    `0${id}`,
    `+${id}`,
    `%20${id}`,
    `${id}%20`,
    `${id}_0`,
    "0b1",
    "%D9%A1",
    "Infinity",
    "1e999",
  ]) {
    for (const path of [
      `/rest/course/details/${other}`,
      `/rest/progress/course/${other}`,
      `/rest/scorm/attempts/${other}/calls`,
      `/rest/files/${other}/x.png`,
    ]) {
      // Who may not ask is told so first; an author may.
      const reply = await author.get(path);
      expect([path, [400, 404].includes(reply.statusCode)]).toEqual([path, true]);
    }
  }
  const list = async (page: string) => (await student.get(`/rest/history?page=${page}`)).statusCode;
  expect([await list("1"), await list("0x1"), await list("1e0"), await list("%201"), await list("")]).toEqual([200, 400, 400, 400, 400]);
});
