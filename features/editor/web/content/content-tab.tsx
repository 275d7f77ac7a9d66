import type { EditorDraft } from "../../contract.ts";

/** The chapters and pages of an online course. */
export function ContentTab({ draft }: { draft: EditorDraft }) {
  const titles = new Map(draft.pages.map(({ id, title }) => [id, title]));
  return (
    <ol className="course-editor-tab">
      {draft.outline.chapters.map((chapter) => (
        <li key={chapter.id}>
          <bdi>{chapter.title}</bdi>
          <ol>
            {chapter.pageIds.map((id) => (
              <li key={id}>
                <bdi>{titles.get(id)}</bdi>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
