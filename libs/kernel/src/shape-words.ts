/** Readable names for a schema library's kinds of values. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};

const kindOf = (name: string): string => kinds[name] ?? name;

type Words = (found: Readonly<Record<string, string>>) => string;

/** `number to be <=5`, `array to have >=1 items`. */
const bound = String.raw`expected \w+ to (?:be|have) [<>](?<equal>=?)(?<most>[\d.e+-]+)(?: (?<things>\w+))?$`;

const sentences: readonly (readonly [RegExp, Words])[] = [
  [/, received undefined$/, () => 'is required'],
  [/^Invalid input: expected int, received number$/, () => 'must be a whole number'],
  [
    /^Invalid input: expected (?<wanted>\w+), received (?<given>\w+)$/,
    ({ wanted = '', given = '' }) => `must be ${kindOf(wanted)}, and is ${kindOf(given)}`,
  ],
  [/^Invalid input: expected (?<wanted>".*")$/, ({ wanted }) => `must be ${wanted}`],
  [/^Invalid option: expected one of (?<all>.*)$/, ({ all = '' }) => `must be one of ${all.replaceAll('"|"', '", "')}`],
  [/^Invalid UUID$/, () => 'must be a UUID'],
  [/^Invalid ISO datetime$/, () => 'must be a time such as 2026-01-31T12:00:00Z'],
  [
    new RegExp(`^Too big: ${bound}`),
    ({ equal, most, things }) => {
      if (things !== undefined) return `must have at most ${most} ${things}`;
      return equal === '=' ? `must be at most ${most}` : `must be less than ${most}`;
    },
  ],
  [
    new RegExp(`^Too small: ${bound}`),
    ({ equal, most, things }) => {
      if (things !== undefined) return most === '1' ? 'must not be empty' : `must have at least ${most} ${things}`;
      return equal === '=' ? `must be at least ${most}` : `must be more than ${most}`;
    },
  ],
];

/** Rewrites a message of the schema library in Assay's wording; a message that a schema defines itself is kept. */
export function shapeWords(message: string): string {
  for (const [form, words] of sentences) {
    const found = form.exec(message);
    if (found !== null) return words(found.groups ?? {});
  }
  return message;
}
