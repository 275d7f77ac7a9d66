import type { CompiledQuery } from "kysely";
import type { Db } from "#platform/db/connect.ts";
import type { Asker } from "#platform/actor.ts";
import type { ListRequest } from "#platform/list/list.ts";
import { catalogList } from "../catalog-list.ts";
import { catalogIndex, type CatalogIndex, type Found, type Matches, type PageOf, type Person, type Places } from "./catalog-index.ts";
import * as queries from "./queries.ts";
import { nearSearch, queryOf, vocabularyOf, type Search, type Vocabulary } from "./search-words.ts";

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
  read(db: Db, asker: Asker, query: Query): Promise<queries.CatalogPage & PageOf & { all: number; isNear: boolean; index: CatalogIndex }>;
  /** Whether the catalog has nothing at all for some words. */
  hasNothing(db: Db, portalId: number, q: string): Promise<boolean>;
  /** The statements that `read` is going to ask first, as far as they are known before it is known who asks. */
  ahead(asker: Asker, query: Query): CompiledQuery[];
}

/** Makes an empty memory. It is filled by requests, each through its own portal's eyes; what it answers is checked against the database's state each time. */
export function catalogMemory(now: () => number = () => performance.now()): CatalogMemory {
  const indexes = keeper<{ index: CatalogIndex; readAt: number }>(most.courses);
  const matched = keeper<Matches>(most.bytes);
  const answers = keeper<Found>(most.bytes);
  const vocabularies = keeper<Vocabulary>(most.bytes);
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

  /** The words of the portal's courses; null when the catalog has changed since the index was read. */
  async function vocabularyFor(db: Db, portalId: number, index: CatalogIndex): Promise<Vocabulary | null> {
    const kept = vocabularies.get(String(index.serial));
    if (kept) return kept;
    const { state, words } = await queries.readWords(db, portalId);
    if (state !== index.state) return null;
    const vocabulary = vocabularyOf(words);
    vocabularies.set(String(index.serial), vocabulary, 600 + 60 * vocabulary.size);
    return vocabulary;
  }

  const keyOf = (index: CatalogIndex, search: NonNullable<Search>) => `${index.serial} ${queryOf(search, "")}`;
  const nearKeyOf = (index: CatalogIndex, search: NonNullable<Search>) => `near ${keyOf(index, search)}`;

  /** Keeps which courses match a search. */
  function keep(index: CatalogIndex, key: string, ids: readonly number[], isNear: boolean): Matches {
    const matches = index.matches(key, ids, isNear);
    matched.set(key, matches, 600 + 2 * key.length + 5 * index.size);
    return matches;
  }

  /** The courses that match a search; null when the catalog has changed since the index was read, unless that may be. */
  async function matchesOf(db: Db, portalId: number, index: CatalogIndex, search: Search, mayDiffer: boolean): Promise<Matches | null> {
    if (search === null) return index.everything;
    const key = keyOf(index, search);
    const kept = matched.get(key);
    if (kept) return kept;
    const { state, ids } = await queries.matchWords(db, portalId, search);
    if (state !== index.state) return mayDiffer ? index.matches(key, ids, false) : null;
    return keep(index, key, ids, false);
  }

  /** The courses with words near those of a search, which nothing matches that the person sees; null as for matchesOf. */
  async function nearOf(
    db: Db,
    portalId: number,
    index: CatalogIndex,
    search: NonNullable<Search>,
    mayDiffer: boolean,
  ): Promise<Matches | null> {
    const key = nearKeyOf(index, search);
    const kept = matched.get(key);
    if (kept) return kept;
    const vocabulary = await vocabularyFor(db, portalId, index);
    if (vocabulary === null) return mayDiffer ? index.matches(key, [], true) : null;
    const near = nearSearch(search, vocabulary);
    if (near === null) return keep(index, key, [], true);
    const { state, ids } = await queries.matchWords(db, portalId, near);
    if (state !== index.state) return mayDiffer ? index.matches(key, ids, true) : null;
    return keep(index, key, ids, true);
  }

  function findIn(index: CatalogIndex, matches: Matches, query: Query, without: Places | null): Found {
    // For whom that is differs from person to person, and is kept for nobody.
    if (without) return index.find(matches, query, without);
    const { categories, type, duration, language, price, sort } = query;
    const key = JSON.stringify([matches.key, categories, type, duration, language, price, sort]);
    const kept = answers.get(key);
    if (kept) return kept;
    const made = index.find(matches, query);
    answers.set(key, made, 2_500 + 2 * key.length + 4 * made.hits.length + 8 * made.counts.category.length);
    return made;
  }

  /** Of what matched, what the person sees. */
  function seen(index: CatalogIndex, matches: Matches, person: Person): Matches {
    if (!index.hasCatalogues) return matches;
    const view = index.viewOf(person);
    if (view === "") return matches;
    const key = `${matches.key} for ${view}`;
    const kept = matched.get(key);
    if (kept) return kept;
    const made = index.seenBy(matches, person);
    matched.set(key, made, 600 + 2 * key.length + 5 * index.size);
    return made;
  }

  const pageOf = (index: CatalogIndex, matches: Matches, query: Query, person: Person, without: Places | null = null) => {
    const its = seen(index, matches, person);
    return index.pageFor(its, findIn(index, its, query, without), query, {
      without,
      mine: person.mine,
      state: query.state,
      page: query.page,
      pageSize: catalogList.pageSize,
    });
  };
  /** Only filters by one's own standing, and catalogues that are for some people, change which courses the page has. */
  const dependsOnPerson = (index: CatalogIndex, query: Query) =>
    query.state.length === 1 || query.eligible.length > 0 || index.hasCatalogues;
  /** The courses for which somebody is not eligible, where they asked for the others; null where they did not. */
  const withoutIn = async (db: Db, asker: Asker, index: CatalogIndex, query: Query) =>
    query.eligible.length > 0 ? index.among(await queries.listIneligible(db, asker)) : null;
  const nobody: Person = { mine: [], catalogues: [] };

  return {
    ahead(asker, query) {
      const index = known(asker.portalId);
      const search = index?.searchOf(query.q);
      const exact = index && search ? matched.get(keyOf(index, search)) : index?.everything;
      const matches = index && search && exact?.count === 0 ? matched.get(nearKeyOf(index, search)) : exact;
      if (!index || !matches) return [];
      return [
        queries.pageOf(asker, dependsOnPerson(index, query) ? [] : pageOf(index, matches, query, nobody).ids).compile(),
        ...(query.eligible.length > 0 ? [queries.ineligibleOf(asker).compile()] : []),
      ];
    },

    async hasNothing(db, portalId, q) {
      let index: CatalogIndex | undefined;
      for (let round = 1; round <= mostRounds; round++) {
        index = await indexOf(db, portalId, index);
        const search = index.searchOf(q);
        const exact = await matchesOf(db, portalId, index, search, false);
        if (search === null || (exact && exact.count > 0)) return false;
        const near = exact && (await nearOf(db, portalId, index, search, false));
        if (near) return near.count === 0;
      }
      return false;
    },

    async read(db, asker, query) {
      let index: CatalogIndex | undefined;
      for (let round = 1; ; round++) {
        // A catalog that changes all the time is answered as it was a moment ago.
        const isLast = round === mostRounds;
        index = await indexOf(db, asker.portalId, index);
        const search = index.searchOf(query.q);
        const exact = await matchesOf(db, asker.portalId, index, search, isLast);
        if (!exact) continue;
        const person = dependsOnPerson(index, query) ? await queries.readPage(db, asker, []) : nobody;
        const hasNone = search !== null && seen(index, exact, person).count === 0;
        const matches = hasNone ? await nearOf(db, asker.portalId, index, search, isLast) : exact;
        if (!matches) continue;
        const without = await withoutIn(db, asker, index, query);
        const { ids } = pageOf(index, matches, query, person, without);
        const found = await queries.readPage(db, asker, ids);
        // A course of the page that is not published any more: somebody changed it by hand.
        const isOld = found.state !== index.state || found.rows.length < ids.length;
        if (isOld && !isLast) continue;
        const all = seen(index, index.everything, found).count;
        const isNear = matches.isNear && seen(index, matches, found).count > 0;
        return { ...found, ...pageOf(index, matches, query, found, without), all, isNear, index };
      }
    },
  };
}
