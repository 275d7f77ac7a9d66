import { durationBands, priceKinds, type eligibleWhen, type myStates } from "../facet-values.ts";
import { courseTypes } from "#features/courses/course-type-names.ts";
import type { ListRequest } from "#platform/list/list.ts";
import type { catalogList } from "../catalog-list.ts";
import type { Facets } from "../contract.ts";
import { searchOf, synonymsOf, type Search } from "./search-words.ts";

/** The published courses of one portal, as the database gives them: courses in the order of their titles. */
export interface IndexRows {
  /** Which catalog this is (catalogState). */
  readonly state: string;
  readonly courses: readonly CourseEntry[];
  /** Languages of published courses, sorted. */
  readonly languages: readonly string[];
  /** The tree, parents before children. Those not shown are no option and on no card; their courses count for the categories above. */
  readonly categories: readonly {
    id: number;
    parentId: number | null;
    name: string;
    depth: number;
    isShown: boolean;
    pictureFileId: number | null;
  }[];
  /** Lines of terms that mean the same in a search. */
  readonly synonyms: readonly (readonly string[])[];
  /** What each catalogue holds: courses chosen by hand, and those of categories and of all below them. */
  readonly catalogues: readonly { id: number; courseIds: readonly number[]; categoryIds: readonly number[] }[];
}
/** newest, shortest: the course's place in that order. categories: those it is in, as its card names them. isLimited: whether not every member can begin it at any time. */
export type CourseEntry = readonly [
  id: number,
  type: string,
  band: string,
  language: string,
  newest: number,
  shortest: number,
  categories: readonly number[],
  isPriced: boolean,
  isLimited: boolean,
];

/** How many different audiences are kept for one index. */
const mostAudiences = 100;

type Asked = Pick<ListRequest<typeof catalogList>, "categories" | "type" | "duration" | "language" | "price" | "sort">;
type State = (typeof myStates)[number];

/** 1 at the place of each of some courses. */
export type Places = Uint8Array;

/** How many courses each option of the facets leaves, by the option's number. */
interface Counts {
  readonly type: Int32Array;
  readonly band: Int32Array;
  readonly language: Int32Array;
  readonly price: Int32Array;
  readonly category: Int32Array;
  /** How many match everything. */
  total: number;
}

/** The courses that match some words, by their place in the index. */
export interface Matches {
  /** Which search of which index it is, and of whom: the same text means the same courses in the same order. */
  readonly key: string;
  /** 1 where a course matches. */
  readonly mask: Uint8Array;
  readonly count: number;
  /** In the order of relevance. */
  readonly byRelevance: Int32Array;
  /** Whether these have only words that are near the typed ones. */
  readonly isNear: boolean;
}

/** What everybody sees of one search with its filters, before their own standing is looked at. */
export interface Found {
  /** The hits, in order. */
  readonly hits: Int32Array;
  readonly counts: Counts;
  /** How many courses match the words, by option: a facet lists what is not 0. */
  readonly present: Counts;
}

/** A person as the catalog sees them: the courses that they are actively enrolled in, and the catalogues whose audience they are in. */
export interface Person {
  readonly mine: readonly number[];
  readonly catalogues: readonly number[];
}

/** One page for one person. */
export interface PageOf {
  readonly page: number;
  readonly total: number;
  /** The courses of the page. */
  readonly ids: readonly number[];
  readonly facets: Facets;
}

/**
 * The published courses of one portal in memory, to count and order them without reading them again. Everybody who is offered the same courses gets the same
 * counts; what depends on a person are the courses they are enrolled in, which are few, and the catalogues that are for them.
 */
export interface CatalogIndex {
  /** Which index of this process it is: places of one mean nothing in another. */
  readonly serial: number;
  readonly state: string;
  readonly size: number;
  /** What somebody typed, with the words that mean the same. */
  searchOf(typed: string): Search;
  /** The categories of a course, as its card names them. */
  categoriesOf(id: number): { id: number; name: string }[];
  /** All courses, for a request without words. */
  readonly everything: Matches;
  /** Ids in the order of relevance as what find takes. Those not in the index are left out. */
  matches(key: string, ids: readonly number[], isNear: boolean): Matches;
  /** Whether which courses somebody is offered depends on who it is. */
  readonly hasCatalogues: boolean;
  /** What a person is offered or enrolled in, as a text for keys: the same text means the same courses. Empty for everything. */
  viewOf(person: Person): string;
  /** Of these, the courses that a person is offered, and those that they are enrolled in. */
  seenBy(matches: Matches, person: Person): Matches;
  /** without: courses that are no hits and are counted nowhere (among). */
  find(matches: Matches, asked: Asked, without?: Places | null): Found;
  /** These courses by their places. */
  among(ids: readonly number[]): Places;
  /** A page of what was found. mine: the courses that the person is actively enrolled in; without: as it was found. A page past the end gives the last one. */
  pageFor(
    matches: Matches,
    found: Found,
    asked: Asked,
    person: { mine: readonly number[]; state: readonly State[]; page: number; pageSize: number; without?: Places | null },
  ): PageOf;
}

/** Makes the index of these rows, with a number that no other index of the process has. */
export function catalogIndex(rows: IndexRows, serial: number): CatalogIndex {
  const { courses, languages, categories } = rows;
  const placeOf = new Map(courses.map(([id], place) => [id, place]));
  const numberOf = (values: readonly string[]) => new Map(values.map((value, number) => [value, number]));
  const [types, bands, tongues, prices] = [numberOf(courseTypes), numberOf(durationBands), numberOf(languages), numberOf(priceKinds)];
  const nodeOf = new Map(categories.map(({ id }, node) => [id, node]));
  /** What the facet lists, with the places in the tree. */
  const shownNodes = categories.flatMap(({ isShown, pictureFileId, ...one }, node) =>
    isShown ? [{ one: { ...one, ...(pictureFileId !== null && { pictureFileId }) }, node }] : [],
  );
  /** A category and all above it, by their places in the tree. */
  const upwards = categories.map(({ id }) => {
    const nodes: number[] = [];
    for (let node = nodeOf.get(id); node !== undefined && !nodes.includes(node); node = nodeOf.get(categories[node]?.parentId ?? 0))
      nodes.push(node);
    return nodes;
  });

  const synonyms = synonymsOf(rows.synonyms);
  const size = courses.length;
  const [type, band, language, price] = [new Uint8Array(size), new Uint8Array(size), new Uint16Array(size), new Uint8Array(size)];
  const orders = { title: new Int32Array(size), newest: new Int32Array(size), shortest: new Int32Array(size) };
  /** The branches that a course is in: its categories and all above them, each once. */
  const branches: (readonly number[])[] = [];
  for (const [place, [, typeName, bandName, tongue, newest, shortest, inCategories, isPriced]] of courses.entries()) {
    type[place] = types.get(typeName as never) ?? 0;
    band[place] = bands.get(bandName as never) ?? 0;
    language[place] = tongues.get(tongue) ?? 0;
    price[place] = prices.get(isPriced ? "costs" : "free") ?? 0;
    orders.title[place] = place;
    orders.newest[newest - 1] = place;
    orders.shortest[shortest - 1] = place;
    branches.push([...new Set(inCategories.flatMap((id) => upwards[nodeOf.get(id) ?? -1] ?? []))]);
  }

  /** The places of the courses in each catalogue. */
  const held = new Map(
    rows.catalogues.map(({ id, courseIds, categoryIds }) => {
      const inCategories = new Set(categoryIds.map((one) => nodeOf.get(one)));
      const places = new Set(courseIds.flatMap((one) => placeOf.get(one) ?? []));
      if (inCategories.size > 0)
        for (const [place, nodes] of branches.entries()) if (nodes.some((node) => inCategories.has(node))) places.add(place);
      return [id, places] as const;
    }),
  );
  const inAny = new Set([...held.values()].flatMap((places) => [...places]));
  const hiddenBy = new Map<string, ReadonlySet<number>>();
  /** The places of the courses that are in catalogues, and in none of these. There are as many lists of catalogues as audiences that people have in common. */
  function hiddenFrom(catalogues: readonly number[]): ReadonlySet<number> {
    const key = catalogues.join();
    const known = hiddenBy.get(key);
    if (known) return known;
    const hidden = new Set(inAny);
    for (const id of catalogues) for (const place of held.get(id) ?? []) hidden.delete(place);
    if (hiddenBy.size >= mostAudiences) hiddenBy.clear();
    hiddenBy.set(key, hidden);
    return hidden;
  }

  const noCounts = (): Counts => ({
    type: new Int32Array(types.size),
    band: new Int32Array(bands.size),
    language: new Int32Array(languages.length),
    price: new Int32Array(prices.size),
    category: new Int32Array(categories.length),
    total: 0,
  });
  const matchesOf = (key: string, places: Int32Array, isNear = false): Matches => {
    const mask = new Uint8Array(size);
    for (const place of places) mask[place] = 1;
    return { key, mask, count: places.length, byRelevance: places, isNear };
  };

  /** What a request asks of a course, as tests by its place. */
  function filters({ categories: ids, type: typeNames, duration, language: tongueNames, price: priceNames }: Asked) {
    const among = (values: readonly string[], numbers: ReadonlyMap<string, number>) => {
      if (values.length === 0) return null;
      const wanted = new Uint8Array(numbers.size);
      for (const value of values) {
        const number = numbers.get(value);
        if (number !== undefined) wanted[number] = 1;
      }
      return wanted;
    };
    const [ofType, ofBand, ofLanguage] = [among(typeNames, types), among(duration, bands), among(tongueNames, tongues)];
    const ofPrice = among(priceNames, prices);
    const picked = ids.length ? new Set(ids.map((id) => nodeOf.get(id) ?? -1).filter((node) => categories[node]?.isShown)) : null;
    return {
      type: (place: number) => !ofType || ofType[type[place] ?? 0] === 1,
      band: (place: number) => !ofBand || ofBand[band[place] ?? 0] === 1,
      language: (place: number) => !ofLanguage || ofLanguage[language[place] ?? 0] === 1,
      price: (place: number) => !ofPrice || ofPrice[price[place] ?? 0] === 1,
      // A picked category includes what lies below it, and a course is in all branches above its categories.
      category: (place: number) => !picked || (branches[place] ?? []).some((node) => picked.has(node)),
    };
  }

  /** Counts a course under each facet that all the others leave it to; true when it matches all. */
  function count(counts: Counts, place: number, is: ReturnType<typeof filters>): boolean {
    const [t, b, l, c, p] = [is.type(place), is.band(place), is.language(place), is.category(place), is.price(place)];
    const add = (to: Int32Array, number: number) => (to[number] = (to[number] ?? 0) + 1);
    if (b && l && c && p) add(counts.type, type[place] ?? 0);
    if (t && l && c && p) add(counts.band, band[place] ?? 0);
    if (t && b && c && p) add(counts.language, language[place] ?? 0);
    if (t && b && l && c) add(counts.price, price[place] ?? 0);
    if (t && b && l && p) for (const node of branches[place] ?? []) add(counts.category, node);
    const isHit = t && b && l && c && p;
    if (isHit) counts.total++;
    return isHit;
  }

  const hasLimits = courses.some((one) => one[8]);
  const nothing: Asked = { categories: [], type: [], duration: [], language: [], price: [], sort: "relevance" };
  const everything = matchesOf(`${serial}`, orders.title);

  return {
    serial,
    state: rows.state,
    size,
    searchOf: (typed) => searchOf(typed, synonyms),
    everything,
    categoriesOf: (id) =>
      (courses[placeOf.get(id) ?? -1]?.[6] ?? []).flatMap((one) => {
        const found = categories[nodeOf.get(one) ?? -1];
        return found?.isShown ? [{ id: found.id, name: found.name }] : [];
      }),
    hasCatalogues: held.size > 0,
    viewOf({ mine, catalogues }) {
      const open = catalogues.filter((id) => held.has(id));
      const hidden = hiddenFrom(open);
      if (hidden.size === 0) return "";
      return `${open.join()} ${mine
        .filter((id) => hidden.has(placeOf.get(id) ?? -1))
        .toSorted((a, b) => a - b)
        .join()}`;
    },
    seenBy(matches, person) {
      const view = this.viewOf(person);
      if (view === "") return matches;
      const hidden = hiddenFrom(person.catalogues);
      const own = new Set(person.mine.map((id) => placeOf.get(id)));
      return matchesOf(
        `${matches.key} for ${view}`,
        matches.byRelevance.filter((place) => !hidden.has(place) || own.has(place)),
        matches.isNear,
      );
    },
    matches: (key, ids, isNear) => {
      const places = ids.map((id) => placeOf.get(id) ?? -1).filter((place) => place >= 0);
      return matchesOf(key, Int32Array.from(places), isNear);
    },

    among(ids) {
      const places = new Uint8Array(size);
      for (const id of ids) {
        const place = placeOf.get(id);
        if (place !== undefined) places[place] = 1;
      }
      return places;
    },

    find(matches, asked, without = null) {
      const [counts, present] = [noCounts(), noCounts()];
      const [is, any] = [filters(asked), filters(nothing)];
      const hits: number[] = [];
      for (const place of asked.sort === "relevance" ? matches.byRelevance : orders[asked.sort]) {
        if (!matches.mask[place]) continue;
        count(present, place, any);
        if (!without?.[place] && count(counts, place, is)) hits.push(place);
      }
      return { hits: Int32Array.from(hits), counts, present };
    },

    pageFor(matches, { hits, counts, present }, asked, { mine, state, page, pageSize, without = null }) {
      const is = filters(asked);
      const own = noCounts();
      const ownPlaces = new Set<number>();
      for (const id of mine) {
        const place = placeOf.get(id);
        if (place === undefined || !matches.mask[place] || ownPlaces.has(place)) continue;
        ownPlaces.add(place);
        if (!without?.[place]) count(own, place, is);
      }
      const [enrolled, others] = [state.includes("enrolled"), state.includes("notEnrolled")];
      const isAll = enrolled === others;
      const shown = isAll ? hits : hits.filter((place) => ownPlaces.has(place) === enrolled);
      const left = (all: Int32Array, its: Int32Array, number: number) => {
        const [ofAll, ofOwn] = [all[number] ?? 0, its[number] ?? 0];
        return isAll ? ofAll : enrolled ? ofOwn : ofAll - ofOwn;
      };
      const listed = <Id>(ids: readonly Id[], key: "type" | "band" | "language" | "price") =>
        ids.flatMap((id, number) => (present[key][number] ? [{ id, count: left(counts[key], own[key], number) }] : []));
      const last = Math.min(page, Math.max(1, Math.ceil(shown.length / pageSize)));
      return {
        page: last,
        total: shown.length,
        ids: Array.from(shown.slice((last - 1) * pageSize, last * pageSize), (place) => courses[place]?.[0] ?? 0),
        facets: {
          type: listed(courseTypes, "type"),
          duration: listed(durationBands, "band"),
          // The sort is stable: languages of the same count stay sorted.
          language: listed(languages, "language").toSorted((a, b) => b.count - a.count),
          price: listed(priceKinds, "price"),
          eligible: hasLimits ? [{ id: "now" satisfies (typeof eligibleWhen)[number], count: without && shown.length }] : [],
          state: [
            ...(matches.count > ownPlaces.size ? [{ id: "notEnrolled" as const, count: counts.total - own.total }] : []),
            ...(ownPlaces.size > 0 ? [{ id: "enrolled" as const, count: own.total }] : []),
          ],
          categories: shownNodes.map(({ one, node }) => ({ ...one, count: left(counts.category, own.category, node) })),
        },
      };
    },
  };
}
