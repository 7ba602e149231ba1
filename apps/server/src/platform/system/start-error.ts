/** A reason not to start that an operator can fix: shown as one line, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
