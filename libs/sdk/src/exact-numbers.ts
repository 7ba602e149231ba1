/**
 * Reads JSON so that JSON.stringify writes its numbers as they were: a number that a double would change becomes a raw
 * JSON value (`JSON.rawJSON`). Where the runtime has no raw JSON (Node 20), this is JSON.parse.
 */
export function parseExact(text: string): unknown {
  const { rawJSON } = native;
  if (rawJSON === undefined || !longNumber.test(text)) return JSON.parse(text) as unknown;
  return native.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && changes(source, value) ? rawJSON(source) : value,
  );
}

/** 16 digits or an exponent after what begins a value. */
const longNumber = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]{1,16}[eE])/;

const changes = (source: string, value: number): boolean =>
  !Number.isFinite(value) || (value === 0 && /[1-9]/.test(source)) || (source.length > 15 && String(value) !== source);

export const isRawNumber = (value: unknown): boolean => native.isRawJSON?.(value) ?? false;

const native = JSON as unknown as {
  readonly rawJSON?: (text: string) => unknown;
  readonly isRawJSON?: (value: unknown) => boolean;
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
};
