import type { FastifyRequest } from "fastify";
import { languageFor, type Language } from "./languages.ts";

/** In which language a request is answered: the person's, else the portal's, else what the browser asks for. */
export interface RequestLanguages {
  /** Keeps what the opening of the request in the database found. */
  remember(request: FastifyRequest, language: Language): void;
  /**
   * The language of a request. One that was refused before it was opened asks for the person's choice, unless `cheaply`: where the answer has to cost
   * nothing, it is the portal's. Never rejects.
   */
  of(request: FastifyRequest, cheaply?: boolean): Promise<Language>;
}

export interface Asker {
  /** The portal's locale; null outside of portals. */
  readonly portalLocale: string | null;
  /** The locale the person has chosen, out of the database; null without a session. */
  readonly ownLocale: (() => Promise<string | null>) | null;
}

const nobody = (): Asker => ({ portalLocale: null, ownLocale: null });

/** Makes the languages of requests. askerOf throws for a request that belongs to no host of ours. */
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
        const own = cheaply ? null : await asker.ownLocale?.();
        return languageFor(own, portalLocale, request.headers["accept-language"]);
      } catch {
        return languageFor(null, portalLocale, request.headers["accept-language"]);
      }
    },
  };
}
