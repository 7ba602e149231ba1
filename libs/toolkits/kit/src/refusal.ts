/**
 * An expected failure of a tool: its message is shown to the agent unchanged, so it says what to do next and contains
 * nothing that the caller may not see. Everything else that is thrown is a bug.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
