import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { KeyboardEvent, MouseEvent } from "react";
import { TextArea } from "#ui/text-area.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { MediaField } from "../web/media-field.tsx";
import { nextId, PartList } from "../web/part-list.tsx";
import { emptySection, SectionFields } from "../web/sections-form.tsx";
import { richProblemWords } from "../text/rich-problem-words.ts";
import { mostPoints, type HotspotsBlock, type HotspotsProblem, type Point } from "./hotspots.ts";
import "../web/editors.css";
import "./hotspots.css";

const newPoint = (id: string, x = 50, y = 50): Point => ({ ...emptySection(id), x, y });
const within = (share: number) => Math.min(100, Math.max(0, Math.round(share)));
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The picture, on which a press sets a point and arrow keys move one, and the text of each point. */
function Form({ block, onChange, media, autoFocus }: BlockEditorProps<HotspotsBlock>) {
  const { t } = useLingui();
  const { fileId, points } = block;
  const setPoints = (next: Point[]) => onChange({ ...block, points: next });
  const place = (event: MouseEvent<HTMLElement>) => {
    if (points.length >= mostPoints) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    // A press by the keyboard has no place.
    const [x, y] = event.detail === 0 ? [50, 50] : [((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100];
    setPoints([...points, newPoint(nextId(points), within(x), within(y))]);
  };
  const move = (event: KeyboardEvent, at: number, point: Point) => {
    const [x, y] = ways[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    setPoints(points.with(at, { ...point, x: within(point.x + x * step), y: within(point.y + y * step) }));
  };
  return (
    <div className="block-form">
      {fileId !== null && (
        <div className="hotspots-picture" dir="ltr">
          <button type="button" className="hotspots-set" aria-label={t`Set a point on the picture`} onClick={place}>
            <img src={media.urlOf(fileId)} alt={block.alt} width={block.width} height={block.height} />
          </button>
          {points.map((point, at) => {
            const number = at + 1;
            const { x, y } = point;
            return (
              <button
                key={point.id}
                type="button"
                className="hotspots-point num"
                style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
                aria-label={t`Point ${number}: ${x}% from the left, ${y}% from the top`}
                onKeyDown={(event) => move(event, at, point)}
              >
                {number}
              </button>
            );
          })}
        </div>
      )}
      <MediaField
        label={t`Picture`}
        {...(fileId !== null && { description: t`Press on the picture to set a point. Arrow keys move the point that has the focus.` })}
        use="image"
        media={media}
        hasFile={fileId !== null}
        autoFocus={autoFocus}
        onStored={(stored) => onChange({ ...block, fileId: stored.fileId, width: stored.width ?? 0, height: stored.height ?? 0 })}
      />
      <TextArea
        label={t`Alternative text`}
        description={t`What the picture tells, for those who do not see it. One or two sentences, without “picture of”.`}
        rows={2}
        dir="auto"
        maxLength={1_000}
        value={block.alt}
        onChange={(alt) => onChange({ ...block, alt })}
      />
      <PartList
        parts={points}
        onChange={setPoints}
        nameOf={(number) => t`Point ${number}`}
        adding={{ label: t`Add a point`, create: newPoint }}
        most={mostPoints}
      >
        {(point, change) => <SectionFields section={point} onChange={change} />}
      </PartList>
    </div>
  );
}

const problemWords: Record<HotspotsProblem, MessageDescriptor> = {
  file_missing: msg`No picture is chosen yet.`,
  alt_missing: msg`The picture has no alternative text.`,
  points_missing: msg`There are no points yet.`,
  title_missing: msg`A point has no title.`,
  ...richProblemWords,
};

export const editor = {
  create: (id) => ({ id, kind: "hotspots", fileId: null, alt: "", width: 0, height: 0, points: [] }),
  Form,
  problemWords,
} satisfies BlockEditor<HotspotsBlock>;
