// SQL fragments about courses for other features.
export { catalogState, noteCatalogChange } from "./catalog-changes.ts";
export {
  categoryTree,
  coAuthors,
  hasCompleted,
  inPicked,
  isOfferedTo,
  isOneOfferedTo,
  isOwnOf,
  isPrepared,
  matchesWords,
  pickedCategories,
  preparedAmong,
  titleMatches,
} from "./course-sql.ts";
export { becomesCurrent } from "./current-version.ts";
export { deleteCourse, filesOfOthers, findDraft, requireKnown, saveDraftOutline, saveDraftPage, updateDraft } from "./drafts.ts";
export { findCourseFile, findPublicCover, findReadableFile, readerOf } from "./file-queries.ts";
export { withFreshIds } from "./fresh-ids.ts";
export { seesCourse } from "./seeing.ts";
export { outlineMemory, type Outline, type OutlineMemory } from "./outlines.ts";
export { countTexts, freshTexts, isFresh, listTexts, savedIn, type SavedTexts } from "./translations.ts";
export {
  courseIn,
  saysSomething,
  textsOf,
  textsOfBlock,
  textsOfCourse,
  titleTexts,
  translated,
  withText,
  type CourseTranslations,
  type CourseWords,
  type PlacedText,
  type Text,
  type Texts,
  type Translations,
} from "./texts.ts";
