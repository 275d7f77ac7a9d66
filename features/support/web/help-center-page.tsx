import * as z from "zod/mini";
import { helpCenter } from "#features/help/web/article-address.ts";
import { HelpPage } from "#features/help/web/help-page.tsx";
import { usePartFocus } from "#features/help/web/use-part-focus.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { AskForm } from "./ask-form.tsx";
import { MyQuestion } from "./my-question.tsx";
import { MyQuestions } from "./my-questions.tsx";

const shape = { ask: z.enum(["", "new", "mine"]), question: z.string(), from: z.string() };
const defaults: { ask: "" | "new" | "mine"; question: string; from: string } = { ask: "", question: "", from: "" };

const questionAddress = (id: number) => `${helpCenter}?question=${id}`;

/** The Help Center (specification §2): its articles, asking for help, and the questions that somebody has asked (HELP-1, HELP-3). */
export default function HelpCenterPage() {
  const { state } = useUrlState(shape, defaults);
  const part = state.question ? "question" : state.ask;
  usePartFocus(part + state.question);
  if (part === "question") return <MyQuestion key={state.question} named={state.question} />;
  if (part === "") return <HelpPage />;
  return (
    <div className="page">
      {part === "new" ? <AskForm from={state.from} questionAddress={questionAddress} /> : <MyQuestions questionAddress={questionAddress} />}
    </div>
  );
}
