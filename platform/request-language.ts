import type { FastifyRequest } from "fastify";
import { languageFor, type Language } from "./languages.ts";

/** Finds the language in which to answer a request: the person's, else the portal's; a visitor's, where nobody is signed in. */
export interface RequestLanguages {
  /** Stores the language that was found when the request was opened in the database. */
  remember(request: FastifyRequest, language: Language): void;
  /**
   * The language of a request. For one refused before it was opened, this looks up the person's choice; with `cheaply` it skips that query and takes
   * the portal's where there is a session. Never rejects.
   */
  of(request: FastifyRequest, cheaply?: boolean): Promise<Language>;
}

export interface Asker {
  /** The portal's locale; null outside a portal. */
  readonly portalLocale: string | null;
  readonly visitorLocale: string | null;
  /** Queries the locale that the person has chosen: null for none, undefined where the session is nobody's. Null without a session. */
  readonly ownLocale: (() => Promise<string | null | undefined>) | null;
}

const nobody = (): Asker => ({ portalLocale: null, visitorLocale: null, ownLocale: null });

/** Makes a RequestLanguages. `askerOf` throws for a request to a host that is not ours. */
export function requestLanguages(askerOf: (request: FastifyRequest) => Asker = nobody): RequestLanguages {
  const known = new WeakMap<FastifyRequest, Language>();
  return {
    remember: (request, language) => void known.set(request, language),
    async of(request, cheaply = false) {
      const remembered = known.get(request);
      if (remembered) return remembered;
      let portalLocale: string | null = null;
      try {
        const asker = askerOf(request);
        ({ portalLocale } = asker);
        const { ownLocale, visitorLocale } = asker;
        const own = ownLocale ? (cheaply ? null : await ownLocale()) : undefined;
        return languageFor(own === undefined ? visitorLocale : own, portalLocale, request.headers["accept-language"]);
      } catch {
        return languageFor(null, portalLocale, request.headers["accept-language"]);
      }
    },
  };
}
