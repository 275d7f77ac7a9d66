import { serveExport } from "#platform/list/server/serve-export.ts";
import { notFound } from "#platform/errors.ts";
import { anonymous } from "#platform/actor.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { checkMailDomain } from "../domain-contract.ts";
import * as settingsApi from "../settings-contract.ts";
import * as overridesApi from "../overrides-contract.ts";
import * as textsApi from "../texts-contract.ts";
import { mailBodyPolicy, readsMail, setsMail } from "../policy.ts";
import type { Way } from "./claim.ts";
import { checkDomain } from "./domain/check.ts";
import { removeServer, saveServer, showOwnServer, testServer, type OwnServerDeps } from "./own-server.ts";
import { unsubscribeTokens } from "./unsubscribe.ts";
import * as service from "./service.ts";
import * as settings from "./settings.ts";
import * as overrides from "./overrides/service.ts";
import * as texts from "./texts/service.ts";

/** Mounts the log of what a portal sends. way: how mail leaves this installation. */
export function mailRoutes(
  serve: Serve,
  {
    way,
    secret,
    mailFrom,
    publicUrl,
    smtpUrl,
    mailInner,
    nameServers,
    countCheck,
  }: {
    readonly way: Way;
    readonly secret: string;
    readonly mailFrom: string | undefined;
    readonly publicUrl: string;
    readonly smtpUrl: string | undefined;
    readonly mailInner: OwnServerDeps["mailInner"];
    readonly nameServers: readonly string[];
    /** Counts a check that asks others; throws 429 when a portal makes too many. */
    readonly countCheck: (portalId: number) => Promise<void>;
  },
) {
  const tokens = unsubscribeTokens(secret);
  serve(api.listMail, readsMail, ({ query }, context) => service.showMail(context, query, way));
  serve(api.getMail, readsMail, ({ params }, context) => service.showMessage(context, params.messageId));
  serve(api.sendMailAgain, setsMail, ({ params }, context) => service.sendAgain(context, params.messageId));
  serveExport(serve, api.listMail, readsMail, {
    file: "mail",
    columns: service.mailColumns,
    rows: ({ query }, { db, actor }) => service.allMail(db, actor, query),
  });
  serve.raw({
    method: "GET",
    path: api.mailBodyPath(":messageId"),
    rule: readsMail,
    summary: "The HTML of one message, for a frame without scripts.",
    handler: async (request, reply, { open }) => {
      const { messageId } = request.params as { messageId: string };
      const html = await open(async ({ db, actor: asker }) => {
        const actor = requireActor(asker, readsMail);
        if (!/^[1-9]\d{0,14}$/.test(messageId)) throw notFound("message", "This message could not be found.");
        return service.bodyOf({ db, actor }, Number(messageId));
      });
      return reply.type("text/html; charset=utf-8").header("content-security-policy", mailBodyPolicy).send(html);
    },
  });

  const sending = { way, mailFrom };
  serve(settingsApi.getMailSettings, setsMail, (_, context) => settings.showSettings(context, sending));
  serve(settingsApi.saveMailSettings, setsMail, ({ body }, context) => settings.saveSettings(context, body, sending));
  serve.open(
    settingsApi.sendTestMail,
    async (_, { open, databases, http }) => {
      const doer = await open(async ({ actor: asker, portal }) => ({ actor: requireActor(asker, setsMail), portal, http }));
      await settings.writeTest(databases, doer, doer.actor.userId);
      return { address: doer.actor.email };
    },
    { rule: setsMail },
  );
  serve.open(
    checkMailDomain,
    async ({ body }, { open }) => {
      const { portalId, domain, own } = await open(async ({ db, actor: asker }) => {
        const actor = requireActor(asker, setsMail);
        const from = await settings.senderDomain({ db, actor }, sending);
        return { portalId: actor.portalId, domain: from, own: await showOwnServer(db, actor.portalId) };
      });
      await countCheck(portalId);
      const installations = smtpUrl === undefined ? null : new URL(smtpUrl).hostname;
      return checkDomain(domain, body.selector, { nameServers, server: own?.isOn ? own.host : installations });
    },
    { rule: setsMail },
  );

  const trying = { addresses: { publicUrl, mailFrom }, deps: { secret, mailInner }, count: countCheck };
  serve.open(settingsApi.testMailServer, ({ body }, context) => testServer(context, body, trying), { rule: setsMail });
  serve.open(settingsApi.saveMailServer, ({ body }, context) => saveServer(context, body, trying), { rule: setsMail });
  serve.open(settingsApi.removeMailServer, (_, context) => removeServer(context), { rule: setsMail });
  serve(settingsApi.listBlackList, setsMail, ({ query }, context) => settings.showBlackList(context, query));
  serveExport(serve, settingsApi.listBlackList, setsMail, {
    file: "email-blacklist",
    columns: settings.blockedColumns,
    rows: ({ query }, { db, actor }) => settings.allBlocked(db, actor, query),
  });
  serve(settingsApi.blockAddress, setsMail, ({ body }, context) => settings.block(context, body));
  serve(settingsApi.unblockAddress, setsMail, ({ body }, context) => settings.unblock(context, body));

  const addresses = { publicUrl, mailFrom };
  serve(textsApi.listMailTexts, setsMail, (_, context) => texts.showTexts(context));
  serveExport(serve, textsApi.listMailTexts, setsMail, {
    file: "email-texts",
    columns: texts.textColumns,
    rows: (_, { db, actor }) => texts.allTexts(db, actor.portalId),
  });
  serve(textsApi.getMailText, setsMail, ({ params }, context) => texts.showText(context, params));
  serve(textsApi.saveMailText, setsMail, ({ params, body }, context) => texts.saveText(context, params, body));
  serve(textsApi.previewMailText, setsMail, ({ params, body }, context) => texts.previewText(context, params, body, addresses));
  serve.open(
    textsApi.testMailText,
    async ({ params, body }, { open, databases, http }) => {
      const { doer, letter } = await open(async ({ db, actor: asker, portal }) => {
        const who = { actor: requireActor(asker, setsMail), portal, http };
        return { doer: who, letter: await texts.testLetter({ ...who, db }, params, body) };
      });
      await texts.writeTextTest(databases, doer, params, letter);
      return { address: doer.actor.email };
    },
    { rule: setsMail },
  );
  serve.raw({
    method: "GET",
    path: textsApi.previewPath,
    rule: setsMail,
    summary: "The HTML of an email's preview, for a frame without scripts.",
    handler: async (request, reply, { open }) => {
      const { of } = request.query as { of?: unknown };
      const html = await open(({ db, actor: asker, portal }) =>
        texts.previewBody({ db, portal, actor: requireActor(asker, setsMail) }, typeof of === "string" ? of : "", addresses),
      );
      return reply.type("text/html; charset=utf-8").header("content-security-policy", mailBodyPolicy).send(html);
    },
  });

  serve(overridesApi.listOverrides, setsMail, ({ params }, context) => overrides.showOverrides(context, params));
  serve(overridesApi.findOverridable, setsMail, ({ params, query }, context) => overrides.showOverridable(context, params, query));
  serve(overridesApi.addOverride, setsMail, ({ params, body }, context) => overrides.addOverride(context, params, body));
  serve(overridesApi.saveTiming, setsMail, ({ params, body }, context) => overrides.saveTiming(context, params, body));
  serve(overridesApi.saveOverride, setsMail, ({ params, body }, context) => overrides.saveOverride(context, params.overrideId, body));
  serve(overridesApi.removeOverride, setsMail, ({ params }, context) => overrides.removeOverride(context, params.overrideId));
  serve(overridesApi.getOverrideText, setsMail, ({ params }, context) => overrides.showOverrideText(context, params));
  serve(overridesApi.saveOverrideText, setsMail, ({ params, body }, context) => overrides.saveOverrideText(context, params, body));

  // List-Unsubscribe. A mail program opens it in a browser, or posts to it by itself (RFC 8058), without a session: the address is the proof.
  serve.raw({
    method: "GET",
    path: api.unsubscribePath(":token"),
    rule: anonymous,
    summary: "Leads to where the person chooses what they get by email.",
    handler: async (_, reply) => reply.redirect("/v/student/myAccount", 302),
  });
  serve.raw({
    method: "POST",
    path: api.unsubscribePath(":token"),
    rule: anonymous,
    writeGuard: "handover",
    summary: "Ends mails of one kind for one person, as the address of List-Unsubscribe says.",
    handler: async (request, reply, { http, databases }) => {
      const said = tokens.read((request.params as { token: string }).token);
      if (!said || said.portalId !== http.portal?.id) throw notFound("address", "There is nothing at this address.");
      await databases.inPortal(said.portalId, (db) => service.unsubscribe(db, said));
      return reply.send({ unsubscribed: true });
    },
  });
}
