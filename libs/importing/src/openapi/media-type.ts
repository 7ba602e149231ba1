/** How a body of a media type is written and read: as JSON, as one of the two kinds of form, as text, or as bytes. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'binary';

const texts =
  /^(?:text\/.*|application\/(?:.*[+-])?(?:xml|yaml|javascript|ecmascript|graphql|sql|x-ndjson|jsonl|csv))$/;

/** The kind of a media type, ignoring parameters and case. */
export function mediaTypeOf(type: string): MediaKind {
  const plain = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (plain === 'application/json' || plain.endsWith('+json') || plain === 'text/json') return 'json';
  if (plain === 'application/x-www-form-urlencoded') return 'form';
  if (plain === 'multipart/form-data') return 'multipart';
  return texts.test(plain) ? 'text' : 'binary';
}
