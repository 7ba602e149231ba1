/** A refusal that code sees as a `ToolError`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly code: 'denied' | 'invalid_input' | 'not_found' | 'output_too_large' | 'unavailable',
    message: string,
  ) {
    super(message);
  }
}
