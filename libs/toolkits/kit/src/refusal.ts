/**
 * An expected failure of a tool: its message is shown to the agent unchanged, so it says what to do next and contains
 * nothing that the caller may not see. Everything else that is thrown is a bug.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/**
 * An expected failure after which nobody can say whether the tool acted: its message is shown unchanged, and the gateway
 * does not repeat the call.
 */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
