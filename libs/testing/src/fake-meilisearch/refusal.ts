/** An error as Meilisearch answers it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  get body() {
    const type = this.status === 401 || this.status === 403 ? 'auth' : 'invalid_request';
    return { message: this.message, code: this.code, type, link: `https://docs.meilisearch.com/errors#${this.code}` };
  }
}

type Check = (value: unknown) => boolean;

/** Parameters that Meilisearch does not know are refused, not overlooked; so are values of another type. */
export function checkKeys(
  value: unknown,
  known: Readonly<Record<string, Check>>,
  code: string,
): asserts value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(
      400,
      'bad_request',
      `Invalid value type: expected an object, but found: ${JSON.stringify(value)}`,
    );
  }
  for (const [key, given] of Object.entries(value)) {
    const isRight = known[key];
    if (isRight === undefined) {
      const expected = Object.keys(known).join(', ');
      throw new Refusal(400, 'bad_request', `Unknown field \`${key}\`: expected one of ${expected}`);
    }
    if (!isRight(given)) throw new Refusal(400, code, `Invalid value at \`.${key}\`: ${JSON.stringify(given)}`);
  }
}

export const isText: Check = (value) => typeof value === 'string';
export const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
export const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
export const isTruth: Check = (value) => typeof value === 'boolean';
export const isNumbers: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === 'number');
export const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isOneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
