/** The command was given something it cannot use: exit 2. The message says how to write it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
