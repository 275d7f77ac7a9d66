import { type Actor, signedIn } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Result } from "#platform/contract.ts";
import { notFound, signedOut } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import type { Db } from "#platform/db/connect.ts";
import type { Http, OpenContext, Serve } from "#platform/serve.ts";
import { hashToken } from "#platform/tokens.ts";
import * as api from "../factor-contract.ts";
import { addPasskey, askForPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from "../factors/passkey.ts";
import { codesLeft, makeCodes } from "../factors/recovery.ts";
import { beginTotp, removeTotp } from "../factors/totp.ts";
import { distrust, listTrusted } from "./browsers.ts";
import { readBrowserToken, readStepToken } from "./cookies.ts";
import { type AuthDeps, needsFactor } from "./door.ts";
import { addTotp, changeFactors, checkPassword, enrolling, finishStep, ownStep, showStep, tellChanged } from "./factor-service.ts";
import { findSettings } from "./settings.ts";

const withPerson = async ({ open }: OpenContext): Promise<Actor> => {
  const actor = await open(async (scope) => scope.actor);
  if (!actor) throw signedOut();
  return actor;
};

const noFactor = () => notFound("factor", "This second factor is no longer there.");

/** Where a passkey is asked for: the portal and the page's origin. */
const atPage = ({ portal, origin }: Http) => {
  if (!portal) throw notFound("portal", "This portal could not be found.");
  return { portalId: portal.id, origin };
};

const portalName = async (db: Db, { portal }: Http): Promise<string> => {
  const { name } = await db
    .selectFrom("portals")
    .select("name")
    .where("id", "=", portal?.id ?? 0)
    .executeTakeFirstOrThrow();
  return name;
};

/** Whether a sign-in is under way in this browser, as its cookie says: who sets up a second factor on the way in has no session yet. */
const isSigningIn = (http: Http): boolean => readStepToken(http) !== null;

/** Mounts the second step of a sign-in, and what people do with their own second factors. */
export function factorRoutes(serve: Serve, deps: AuthDeps): void {
  const { databases, config } = deps;

  serve.open(api.stepState, (_, context) => showStep(deps, context));
  serve.open(api.proveFactor, ({ body }, { http }) => finishStep(deps, http, body));

  serve.open(api.myFactors, async (_, context) => showFactors(deps, context), { rule: signedIn });

  serve.open(
    api.startTotp,
    async ({ body }, context) => {
      const who = await enrolling(deps, context);
      if ("actor" in who) await checkPassword(deps, context.http, who.actor, body.password);
      return databases.inSystem("begin an authenticator app", async (db) => {
        const name = await portalName(db, context.http);
        return beginTotp(db, { userId: who.userId, secret: config.secret }, { issuer: name.replaceAll(":", " "), label: who.email });
      });
    },
    { forPeople: isSigningIn },
  );
  serve.open(api.confirmTotp, async ({ body }, context) => addTotp(deps, context.http, await enrolling(deps, context), body.code), {
    forPeople: isSigningIn,
  });

  serve.open(
    api.removeTotp,
    async ({ body: { password } }, context) => {
      const actor = await withPerson(context);
      await checkPassword(deps, context.http, actor, password);
      const who = { userId: actor.userId, email: actor.email, actor };
      await changeFactors(deps, context.http, who, "totp_removed", async (db) => {
        if (!(await removeTotp(db, actor.userId))) throw noFactor();
        return true;
      });
      return { removed: true };
    },
    { rule: signedIn },
  );

  serve.open(
    api.startPasskey,
    async ({ body }, context) => {
      const who = await enrolling(deps, context);
      if ("actor" in who) await checkPassword(deps, context.http, who.actor, body.password);
      return databases.inSystem("begin a passkey", async (db) => {
        const owner = { userId: who.userId, email: who.email, portalName: await portalName(db, context.http), secret: config.secret };
        return { options: { ...(await beginPasskey(db, atPage(context.http), owner)) } };
      });
    },
    { forPeople: isSigningIn },
  );
  serve.open(
    api.confirmPasskey,
    async ({ body: { answer, name } }, context) => {
      const who = await enrolling(deps, context);
      const at = atPage(context.http);
      return changeFactors(deps, context.http, who, "passkey_added", (db) => addPasskey(db, at, { userId: who.userId, name, answer }));
    },
    { forPeople: isSigningIn },
  );
  serve.open(api.askPasskey, async (_, { http }) =>
    databases.inSystem("ask for a passkey", async (db) => {
      const step = await ownStep(db, http);
      if (step?.kind !== "factor") throw signedOut();
      return { options: { ...(await askForPasskey(db, atPage(http), step.userId)) } };
    }),
  );
  serve.open(
    api.renamePasskey,
    async ({ body: { passkeyId, name } }, context) => {
      const actor = await withPerson(context);
      await databases.inSystem("rename a passkey", async (db) => {
        if (!(await renamePasskey(db, actor.portalId, actor.userId, passkeyId, name))) throw noFactor();
        await note(
          { db, portal: { id: actor.portalId }, actor, http: context.http },
          { action: "passkey_renamed", object: { kind: "user", id: actor.userId }, after: { name } },
        );
      });
      return { name };
    },
    { rule: signedIn },
  );
  serve.open(
    api.removePasskey,
    async ({ body: { password, passkeyId } }, context) => {
      const actor = await withPerson(context);
      await checkPassword(deps, context.http, actor, password);
      const who = { userId: actor.userId, email: actor.email, actor };
      await changeFactors(deps, context.http, who, "passkey_removed", async (db) => {
        if (!(await removePasskey(db, actor.portalId, actor.userId, passkeyId))) throw noFactor();
        return true;
      });
      return { removed: true };
    },
    { rule: signedIn },
  );

  serve.open(
    api.renewRecovery,
    async ({ body: { password } }, context) => {
      const actor = await withPerson(context);
      await checkPassword(deps, context.http, actor, password);
      const recoveryCodes = await databases.inSystem("make recovery codes", async (db) => {
        const made = await makeCodes(db, actor.userId);
        await note(
          { db, portal: { id: actor.portalId }, actor, http: context.http },
          { action: "recovery_made", object: { kind: "user", id: actor.userId } },
        );
        await tellChanged(db, actor.portalId, actor.userId, "recovery_made");
        return made;
      });
      return { recoveryCodes };
    },
    { rule: signedIn },
  );

  serve.open(
    api.distrustBrowser,
    async ({ body: { browserId } }, context) => {
      const actor = await withPerson(context);
      return databases.inSystem("ask a browser for the second factor again", async (db) => {
        const ended = await distrust(db, actor.portalId, actor.userId, browserId);
        if (ended > 0)
          await note(
            { db, portal: { id: actor.portalId }, actor, http: context.http },
            { action: "browsers_distrusted", object: { kind: "user", id: actor.userId }, after: { count: ended } },
          );
        return { ended };
      });
    },
    { rule: signedIn },
  );
}

async function showFactors(deps: AuthDeps, context: OpenContext): Promise<Result<typeof api.myFactors>> {
  const actor = await withPerson(context);
  const token = readBrowserToken(context.http);
  return deps.databases.inSystem("show somebody their second factors", async (db) => {
    const { portalId, userId } = actor;
    const app = await db.selectFrom("account_security").select("totp_at").where("user_id", "=", userId).executeTakeFirst();
    const browsers = await listTrusted(db, portalId, userId);
    const { factorRoles, trustedDays } = await findSettings(db, portalId);
    return {
      totpSince: instantOrNull(app?.totp_at ?? null),
      recoveryLeft: await codesLeft(db, userId),
      passkeys: (await listPasskeys(db, portalId, userId)).map(({ id, name, madeAt, usedAt, copiedAt }) => ({
        id,
        name,
        madeAt: instant(madeAt),
        usedAt: instantOrNull(usedAt),
        isCopied: copiedAt !== null,
      })),
      browsers: browsers
        .filter(() => trustedDays > 0)
        .map(({ lastSeenAt, trustedUntil, tokenHash, ...one }) => ({
          ...one,
          lastSeenAt: instant(lastSeenAt),
          trustedUntil: instant(trustedUntil ?? lastSeenAt),
          isCurrent: token !== null && hashToken(token).equals(tokenHash),
        })),
      isRequired: needsFactor(factorRoles, actor),
    };
  });
}
