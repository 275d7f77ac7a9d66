import { Trans, useLingui } from "@lingui/react/macro";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Icon } from "#ui/icon.tsx";
import type { BlockView, BlockViewProps } from "../block-kind.ts";
import type { FlipCard, FlipCardsBlock } from "./flip-cards.ts";
import "./flip-cards.css";

/** Cards that turn over when they are pressed. */
function View({ block: { cards } }: BlockViewProps<FlipCardsBlock>) {
  const { t } = useLingui();
  return (
    <ul className="flip-cards" aria-label={t`Cards to turn over`}>
      {cards.map((card) => (
        <li key={card.id}>
          <Card {...card} />
        </li>
      ))}
    </ul>
  );
}

/** A card with the face that is up; the other one is there for nobody, and keeps the card's size. */
function Card({ front, back }: FlipCard) {
  const [isTurned, setTurned] = useState(false);
  const turn = () => {
    setTurned(!isTurned);
    announce(isTurned ? front : back);
  };
  return (
    <button type="button" className="flip-card" data-turned={isTurned || undefined} onClick={turn}>
      <span className="flip-card-faces">
        <span className="flip-card-face" dir="auto" aria-hidden={isTurned}>
          {front}
        </span>
        <span className="flip-card-face" dir="auto" aria-hidden={!isTurned}>
          {back}
        </span>
      </span>
      <span className="flip-card-hint muted small">
        <Icon of={RotateCw} size="s" /> <Trans>Turn over</Trans>
      </span>
    </button>
  );
}

export const view = { View } satisfies BlockView<FlipCardsBlock>;
