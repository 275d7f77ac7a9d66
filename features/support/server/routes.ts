import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { answersQuestions, ownQuestions } from "../policy.ts";
import * as staff from "../staff-contract.ts";
import * as answering from "./answering.ts";
import * as service from "./service.ts";

/** Mounts asking for help, and answering it. */
export function supportRoutes(serve: Serve) {
  serve.open(api.askQuestion, ({ body }, context) => service.ask(context, body), { rule: ownQuestions });
  serve(api.listMyQuestions, ownQuestions, ({ query }, context) => service.showMine(context, query));
  serve(api.lastCallsIn, ownQuestions, ({ query }, context) => service.showCalls(context, query));
  serve(api.getMyQuestion, ownQuestions, ({ params }, context) => service.showMyQuestion(context, params.questionId));
  serve.open(api.writeAgain, ({ params, body }, context) => service.writeAgain(context, params.questionId, body.words), {
    rule: ownQuestions,
  });
  serve(api.closeMyQuestion, ownQuestions, ({ params }, context) => service.closeMine(context, params.questionId));
  serve(staff.listQuestions, answersQuestions, ({ query }, context) => answering.showQuestions(context, query));
  serve(staff.getQuestion, answersQuestions, ({ params }, context) => answering.showQuestion(context, params.questionId));
  serve(staff.answerQuestion, answersQuestions, ({ params, body }, context) => answering.answer(context, params.questionId, body.words));
  serve(staff.setQuestionState, answersQuestions, ({ params, body }, context) =>
    answering.setState(context, params.questionId, body.state),
  );
}
