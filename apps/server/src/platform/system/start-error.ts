/** A reason not to start that a person can mend: shown as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
