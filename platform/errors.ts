/** One thing wrong with one field of a request, in words for the person who typed it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** An answer that is not a success, thrown as a value. The one error handler turns it into `{code, message, errors?}`. */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    code: string,
    message: string,
    extra: { errors?: readonly FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = extra.errors ?? [];
    this.headers = extra.headers ?? {};
  }
}

/** 404, also for things of another portal: a stranger learns nothing about what exists. */
export const notFound = (what = "That") => new AppError(404, "not_found", `${what} could not be found.`);
/** 403: signed in, but not allowed. */
export const forbidden = (message = "You do not have access to this.", code = "forbidden") => new AppError(403, code, message);
/** 401: not signed in, or no longer. */
export const unauthorized = (message = "Sign in to continue.") => new AppError(401, "signed_out", message);
/** 409: the thing changed or already exists. */
export const conflict = (code: string, message: string) => new AppError(409, code, message);
/** 400 with the field at fault named (decisions.md, Wire compatibility). */
export const invalid = (field: string, message: string) => new AppError(400, "invalid", message, { errors: [{ field, message }] });
/** 429 with Retry-After in whole seconds. */
export const tooMany = (seconds: number, message: string) =>
  new AppError(429, "too_many", message, { headers: { "retry-after": String(Math.max(1, Math.ceil(seconds))) } });
/** 304 without a body, for a caller whose ETag is current. */
export const notModified = (etag: string) => new AppError(304, "not_modified", "", { headers: { etag } });
