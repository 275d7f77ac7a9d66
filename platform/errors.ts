import { wordsOf } from "./catalogue.ts";
import { phrase, type Values, type ValuesOf } from "./words.ts";

/**
 * What is wrong with one field of a request: `code` and `params` for programs, and an English text of the catalogue for the person who typed it.
 * The answer carries the text in the language of the request.
 */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly text: string;
  readonly params?: Values;
}

/**
 * An answer that is not a success, thrown as a value. The error handler turns it into `{code, params, message, errors?}` (answer-errors.ts). Create it
 * only with the functions below, and write the text in their call: the catalogue is extracted from these calls (app/words/extractor.ts), so that
 * every refusal has a translation. A code together with its params identifies one text.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly params: Values;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** A second text of the catalogue: how to solve the problem. */
  readonly fix: string | undefined;
  /** What the refusal brings along for the program that asked, such as what somebody else saved meanwhile. */
  readonly data: object | undefined;
  constructor(
    status: number,
    code: string,
    text: string,
    params: Values = {},
    extra: { errors?: readonly FieldError[]; headers?: Record<string, string>; fix?: string | undefined; data?: object } = {},
  ) {
    super(wordsOf("en", text, params));
    this.status = status;
    this.code = code;
    this.text = text;
    this.params = params;
    this.errors = extra.errors ?? [];
    this.headers = extra.headers ?? {};
    this.fix = extra.fix;
    this.data = extra.data;
  }
  /** The same refusal that brings something along. */
  with(data: object): AppError {
    const { status, code, text, params, errors, headers, fix } = this;
    return new AppError(status, code, text, params, { errors, headers, fix, data });
  }
}

/** A refusal with any status; the functions below cover the usual ones. */
export const refused = <const Text extends string>(status: number, code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  new AppError(status, code, text, params);
/** 404, also for things of another portal, so that a stranger does not learn what exists. `what` goes into the params, for programs. */
export const notFound = (what: string, text: string) => new AppError(404, "not_found", text, { what });
/** 403: signed in, but not allowed. */
export const forbidden = <const Text extends string>(code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  new AppError(403, code, text, params);
/** 401: not signed in, or no longer. */
export const unauthorized = (code: string, text: string) => new AppError(401, code, text);
/** 401 for a program whose token does not count, in the form that clients of RFC 6750 read. */
export const tokenRefused = (code: string, text: string) =>
  new AppError(401, code, text, {}, { headers: { "www-authenticate": 'Bearer realm="stoa", error="invalid_token"' } });
/** 403 for a program whose token was not given the scope that a call needs; the same form. */
export const scopeRefused = <const Text extends string>(scope: string, code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  new AppError(403, code, text, params, {
    headers: { "www-authenticate": `Bearer realm="stoa", error="insufficient_scope", scope="${scope}"` },
  });
/** 401 with the usual text. */
export const signedOut = () => unauthorized("signed_out", "Sign in to continue.");
/** 409: the object has changed in the meantime, or already exists. */
export const conflict = <const Text extends string>(code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  new AppError(409, code, text, params);
/** 400 that names the field at fault (decisions.md, Wire compatibility); the code is that of the field error. */
export const invalid = <const Text extends string>(field: string, code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  invalidFields([{ field, code, text, params }]);
/** 400 for several fields; the first one's text becomes the message. */
export const invalidFields = (errors: readonly FieldError[]) =>
  new AppError(400, "invalid", errors[0]?.text ?? "", errors[0]?.params ?? {}, { errors });
/** The same refusal, with the field it is about added. */
export const atField = (field: string, { status, code, text, params }: AppError) =>
  new AppError(status, code, text, params, { errors: [{ field, code, text, params }] });
/** 405 with the methods that the address takes instead. */
export const methodNotAllowed = (methods: readonly string[]) =>
  new AppError(
    405,
    "method_not_allowed",
    phrase("This address does not take this kind of request."),
    {},
    { headers: { allow: methods.join(", ") } },
  );
/** 429 with Retry-After in whole seconds. */
export const tooMany = <const Text extends string>(seconds: number, code: string, text: Text, ...[params]: ValuesOf<Text>) =>
  new AppError(429, code, text, params, { headers: { "retry-after": String(Math.max(1, Math.ceil(seconds))) } });
/** 503 with Retry-After: the request may succeed when repeated later. */
export const unavailable = (code: string, text: string) => new AppError(503, code, text, {}, { headers: { "retry-after": "5" } });
/** 503 when the database is out of reach, does not answer, or is blocked by locks. */
export const databaseDown = () =>
  unavailable("unavailable", "Stoa cannot reach its database right now. Nothing was lost; try again in a moment.");
/** 503 when the database has no room left on its disk: reading works, and writing does once there is room again. */
export const databaseFull = () =>
  unavailable("no_space", "The server's disk is full, so nothing could be saved. Tell whoever runs this server.");
/** 507 when there is no room left on the disk for a file. */
export const filesFull = () =>
  refused(507, "no_space", "The server's disk is full, so nothing could be saved. Tell whoever runs this server.");
/** 304 without a body, for a caller whose ETag is current. */
export const notModified = (etag: string) => new AppError(304, "not_modified", "", {}, { headers: { etag } });
