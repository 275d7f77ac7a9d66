/**
 * A reason not to start (or to stop) that an operator can act on. Its message is one or two plain sentences; main prints it
 * without a stack trace and exits with a non-zero code.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
