/**
 * A reason not to start (or to stop) that an operator can act on. Its message is one plain sentence or two; main prints it
 * without a stack and leaves with a non-zero exit code.
 */
export class StartError extends Error {
  override readonly name = "StartError";
}
