import type { CompiledQuery } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import { prefixQuery } from "#platform/db/prefix-query.ts";
import type { Asker } from "#platform/actor.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { catalogList } from "../catalog-list.ts";
import { catalogIndex, type CatalogIndex, type Found, type Matches, type PageOf } from "./catalog-index.ts";
import * as queries from "./queries.ts";

/** How long an index may be used, in milliseconds. Changes that the application makes are seen at once; one that somebody makes in the database by hand, by then. */
const oldestMs = 60_000;
/** The most courses in indexes that are kept, about 250 bytes each, and the most bytes of answers and of what matched words, about. */
const most = { courses: 100_000, bytes: 10_000_000 };
/** How often a request starts again because the catalog changed while it was being answered. */
const mostRounds = 3;

/** Keeps what was used last, up to a total weight. */
function keeper<Value>(mostWeight: number) {
  const kept = new Map<string, { value: Value; weight: number }>();
  let sum = 0;
  const forget = (key: string) => {
    sum -= kept.get(key)?.weight ?? 0;
    kept.delete(key);
  };
  return {
    get(key: string): Value | undefined {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.value;
    },
    set(key: string, value: Value, weight: number) {
      forget(key);
      kept.set(key, { value, weight });
      sum += weight;
      for (const oldest of kept.keys()) {
        if (sum <= mostWeight || oldest === key) break;
        forget(oldest);
      }
    },
  };
}

type Query = ListRequest<typeof catalogList>;

/** Finds, counts and orders the catalog of each portal from memory, exactly as it stands when asked. */
export interface CatalogMemory {
  /** One page for a person, with its rows and facets. all: how many courses there are without search and filters. */
  read(db: Db, asker: Asker, query: Query): Promise<queries.CatalogPage & PageOf & { all: number; index: CatalogIndex }>;
  /** The statements that `read` is going to ask first, as far as they are known before it is known who asks. */
  ahead(asker: Asker, query: Query): CompiledQuery[];
}

/** Makes an empty memory. It is filled by requests, each through its own portal's eyes; what it answers is checked against the database's state each time. */
export function catalogMemory(now: () => number = () => performance.now()): CatalogMemory {
  const indexes = keeper<{ index: CatalogIndex; readAt: number }>(most.courses);
  const matched = keeper<Matches>(most.bytes);
  const answers = keeper<Found>(most.bytes);
  let serial = 0;
  const reading = new Map<number, Promise<CatalogIndex>>();

  async function readIndex(db: Db, portalId: number): Promise<CatalogIndex> {
    const index = catalogIndex(await queries.readIndex(db, portalId), ++serial);
    indexes.set(String(portalId), { index, readAt: now() }, index.size + 1);
    return index;
  }
  const known = (portalId: number) => {
    const kept = indexes.get(String(portalId));
    return kept && now() - kept.readAt < oldestMs ? kept.index : undefined;
  };

  /** The index of a portal, another one than `old`, which has turned out to be old. Requests that come together read it once. */
  async function indexOf(db: Db, portalId: number, old: CatalogIndex | undefined): Promise<CatalogIndex> {
    const kept = known(portalId);
    if (kept && kept !== old) return kept;
    // Where the other request fails, this one reads for itself.
    const shared = await reading.get(portalId)?.catch(() => undefined);
    if (shared && shared !== old) return shared;
    const mine = readIndex(db, portalId);
    reading.set(portalId, mine);
    try {
      return await mine;
    } finally {
      if (reading.get(portalId) === mine) reading.delete(portalId);
    }
  }

  /** The courses that match the words; null when the catalog has changed since the index was read, unless that may be. */
  async function matchesOf(db: Db, portalId: number, index: CatalogIndex, q: string, mayDiffer: boolean): Promise<Matches | null> {
    const words = prefixQuery(q);
    if (words === null) return index.everything;
    const key = `${index.serial} ${words}`;
    const kept = matched.get(key);
    if (kept) return kept;
    const { state, ids } = await queries.matchWords(db, portalId, words);
    if (state !== index.state) return mayDiffer ? index.matches(ids) : null;
    const matches = index.matches(ids);
    matched.set(key, matches, 600 + 2 * key.length + 5 * index.size);
    return matches;
  }

  function findIn(index: CatalogIndex, matches: Matches, query: Query): Found {
    const { q, categories, type, duration, language, sort } = query;
    const key = JSON.stringify([index.serial, prefixQuery(q), categories, type, duration, language, sort]);
    const kept = answers.get(key);
    if (kept) return kept;
    const made = index.find(matches, query);
    answers.set(key, made, 2_500 + 2 * key.length + 4 * made.hits.length + 8 * made.counts.category.length);
    return made;
  }

  const pageOf = (index: CatalogIndex, matches: Matches, query: Query, mine: readonly number[]) =>
    index.pageFor(matches, findIn(index, matches, query), query, {
      mine,
      state: query.state,
      page: query.page,
      pageSize: catalogList.pageSize,
    });
  /** Only a filter by one's own standing changes which courses the page has. */
  const dependsOnPerson = (query: Query) => query.state.length === 1;

  return {
    ahead(asker, query) {
      const index = known(asker.portalId);
      const words = prefixQuery(query.q);
      const matches = words === null ? index?.everything : matched.get(`${index?.serial} ${words}`);
      if (!index || !matches) return [];
      return [queries.pageOf(asker, dependsOnPerson(query) ? [] : pageOf(index, matches, query, []).ids).compile()];
    },

    async read(db, asker, query) {
      let index: CatalogIndex | undefined;
      for (let round = 1; ; round++) {
        // A catalog that changes all the time is answered as it was a moment ago.
        const isLast = round === mostRounds;
        index = await indexOf(db, asker.portalId, index);
        const matches = await matchesOf(db, asker.portalId, index, query.q, isLast);
        if (!matches) continue;
        const mine = dependsOnPerson(query) ? (await queries.readPage(db, asker, [])).mine : [];
        const { ids } = pageOf(index, matches, query, mine);
        const found = await queries.readPage(db, asker, ids);
        // A course of the page that is not published any more: somebody changed it by hand.
        const isOld = found.state !== index.state || found.rows.length < ids.length;
        if (!isOld || isLast) return { ...found, ...pageOf(index, matches, query, found.mine), all: index.size, index };
      }
    },
  };
}
