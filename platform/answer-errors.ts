import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { wordsOf } from "./catalogue.ts";
import { refusedByDatabase } from "./db/database-errors.ts";
import { AppError, databaseDown, databaseFull, type FieldError, filesFull, invalidFields, notFound, refused } from "./errors.ts";
import type { Language } from "./languages.ts";
import { requestLanguages, type RequestLanguages } from "./request-language.ts";
import { phrase, plainValues } from "./words.ts";
import { wrongMethod } from "./wrong-method.ts";

interface ValidationIssue {
  readonly instancePath?: string;
  readonly keyword?: string;
  readonly message?: string;
  readonly params?: object;
}

/**
 * Every error is answered here: `{code, params, message, errors?, requestId}`, never a stack trace (decisions.md, Wire compatibility). `message`
 * comes from the catalogue, in the language of the request. `page` answers people at an address where nothing is, and, given a failure, where the
 * server can't make their page; undefined where it has no page to give. Programs get the error.
 */
export function answerErrors(
  app: FastifyInstance,
  languages: RequestLanguages = requestLanguages(),
  page?: (request: FastifyRequest, reply: FastifyReply, failure?: { status: number; message: string }) => Promise<unknown> | undefined,
) {
  app.setErrorHandler(async (error: unknown, request, reply) => {
    reply.header("cache-control", "no-store");
    const refusal = refusalOf(error);
    if (refusal.status === 304) return reply.headers(refusal.headers).status(304).send();
    if (!(error instanceof AppError) && refusal.status >= 500) request.log.error({ err: error }, "request failed");
    // Rate limits and server errors are answered without a database query for the person's language.
    const isTrouble = refusal.status === 429 || refusal.status >= 500;
    const language = await languages.of(request, isTrouble);
    const answer = answerOf(refusal, language);
    reply.headers(refusal.headers);
    const shown = isTrouble && isForPeople(request) && page?.(request, reply, { status: refusal.status, message: answer.message });
    if (shown) return shown;
    return reply.status(refusal.status).send({ ...answer, requestId: request.id });
  });
  const wrong = wrongMethod(app);
  app.setNotFoundHandler({ preHandler: [] }, async (request, reply) => {
    const refusal = wrong(request.method, request.raw.url ?? "/") ?? notFound("address", "There is nothing at this address.");
    const shown = refusal.status === 404 && isForPeople(request) && page?.(request, reply);
    if (shown) return shown;
    return reply
      .headers(refusal.headers)
      .status(refusal.status)
      .header("cache-control", "no-store")
      .send({ ...answerOf(refusal, await languages.of(request, true)), requestId: request.id });
  });
}

/** Whether a browser asks for a page to show, and not a program for data. */
const isForPeople = ({ method, headers }: FastifyRequest) =>
  (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(headers.accept ?? "");

/** The body of a refusal: `code` and `params` for programs, `message` in the given language for people. */
export function answerOf({ code, params, text: said, fix, errors, data }: AppError, language: Language) {
  return {
    code,
    params,
    message: [wordsOf(language, said, params), ...(fix ? [wordsOf(language, fix)] : [])].join(" "),
    ...(errors.length > 0 && { errors: errors.map((error) => fieldAnswer(error, language)) }),
    ...(data && { data }),
  };
}

const fieldAnswer = ({ field, code, text: said, params = {} }: FieldError, language: Language) => ({
  field,
  code,
  params,
  message: wordsOf(language, said, params),
});

/** A schema's issues as field errors. `code` is the schema library's keyword for the check, `params` what the value was compared with. */
export const fieldErrors = (issues: readonly { path: readonly PropertyKey[]; code?: string; message: string }[]): FieldError[] =>
  issues.map(({ path, code = "invalid", message, ...rest }) => fieldError(path.join("."), code, message, rest));

const fieldError = (field: string, keyword: string, message: string, { params, ...compared }: { params?: object }): FieldError => {
  // A check of our own names its code in its params.
  const { origin: _, inclusive: __, code = keyword, ...values } = plainValues({ ...compared, ...params });
  return { field, code: String(code), text: said(message), params: values };
};

/** The issue's message; our own sentence where the schema has none and zod would say "Invalid input". */
const said = (message: string) => (message === "" || message === "Invalid input" ? phrase("This value is not valid.") : message);

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const refusal = refusedByDatabase(error);
  if (refusal) return refusal;
  const known = error as { validation?: ValidationIssue[]; statusCode?: number; code?: string; message?: string };
  if (known.validation)
    return invalidFields(
      known.validation.map(({ instancePath = "", keyword = "invalid", message = "", params = {} }) =>
        fieldError(instancePath.replace(/^\//, "").replaceAll("/", "."), keyword, message, params),
      ),
    );
  const status = known.statusCode ?? 500;
  if (status === 413) return refused(413, "too_large", "This is larger than Stoa accepts here.");
  if (status >= 400 && status < 500) return refused(status, "bad_request", "The request could not be read.");
  // PostgreSQL cannot hold NUL and some other characters in a text; what somebody types must not cause an internal error (security.md #91).
  if (known.code === "22021" || known.code === "22P05") return refused(400, "invalid", "This text has a character that cannot be stored.");
  if (known.code === "53100") return databaseFull();
  if (known.code === "ENOSPC" || known.code === "EDQUOT") return filesFull();
  return isDatabaseDown(known) ? databaseDown() : refused(500, "internal", "Something went wrong on our side. Nothing was changed.");
}

const unreachable = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Whether the database is out of reach or overloaded: connection failures, shutdowns, too many connections (PostgreSQL classes 08, 53,
 * 57P and socket errors), a statement cut off by its time limit (57014), a lock timeout (55P03), or a serialization failure or deadlock (class 40).
 */
function isDatabaseDown({ code = "", message = "", syscall = "" }: { code?: string; message?: string; syscall?: string }) {
  return (
    /^(08|40|53|55P03|57014|57P|58)/.test(code) ||
    unreachable.includes(code) ||
    // ENOENT only for a socket: for a file it has nothing to do with the database.
    (code === "ENOENT" && syscall === "connect") ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/.test(
      message,
    )
  );
}
