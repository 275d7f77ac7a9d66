import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { PartList } from "../web/part-list.tsx";
import { mostCards, mostLetters, type FlipCard, type FlipCardsBlock, type FlipCardsProblem } from "./flip-cards.ts";
import "../web/editors.css";

const emptyCard = (id: string): FlipCard => ({ id, front: "", back: "" });

/** The two faces of each card. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<FlipCardsBlock>) {
  const { t } = useLingui();
  const face = { rows: 2, dir: "auto", maxLength: mostLetters } as const;
  return (
    <div className="block-form">
      <PartList
        parts={block.cards}
        onChange={(cards) => onChange({ ...block, cards })}
        nameOf={(number) => t`Card ${number}`}
        adding={{ label: t`Add a card`, create: emptyCard }}
        most={mostCards}
        autoFocus={autoFocus}
      >
        {(card, change) => (
          <>
            <TextArea {...face} label={t`Front`} value={card.front} onChange={(front) => change({ ...card, front })} />
            <TextArea {...face} label={t`Back`} value={card.back} onChange={(back) => change({ ...card, back })} />
          </>
        )}
      </PartList>
    </div>
  );
}

const problemWords: Record<FlipCardsProblem, MessageDescriptor> = {
  cards_missing: msg`There are no cards yet.`,
  face_empty: msg`A card has an empty face.`,
};

export const editor = {
  create: (id) => ({ id, kind: "flipCards", cards: ["1", "2"].map(emptyCard) }),
  Form,
  problemWords,
} satisfies BlockEditor<FlipCardsBlock>;
