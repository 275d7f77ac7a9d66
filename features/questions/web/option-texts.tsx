/** The texts of chosen options, one per line. */
export const OptionTexts = ({ texts }: { texts: readonly { id: string; text: string }[] }) =>
  texts.map(({ id, text }) => (
    <span key={id} className="quiz-option-text">
      <bdi>{text}</bdi>
    </span>
  ));
