export interface QuestionFormProps<Question> {
  readonly question: Question;
  readonly onChange: (next: Question) => void;
}

/** The module with which an author edits a kind of question: its text, points and feedback are edited alike for all (web/question-form.tsx). */
export interface QuestionEditor<Question> {
  /** An empty one, which the schema accepts; what is missing is a problem. */
  readonly create: (id: string) => Question;
  /** Edits what only this kind has: what can be chosen, and what is right. Nothing where it is absent. */
  readonly Form: React.ComponentType<QuestionFormProps<Question>>;
}
