/**
 * A document's primary key: Meilisearch takes `[A-Za-z0-9_-]` up to 511 bytes, and ids hold `/` and `.`. The bytes in
 * hexadecimal keep the order of ids, in lower case, which is how Meilisearch sorts text, and the letter before them
 * keeps a key from being read as a number. The longest id, 192 characters, becomes 385.
 */
export const keyOf = (id: string): string => `t${Buffer.from(id, 'utf8').toString('hex')}`;

export const idOf = (key: string): string => Buffer.from(key.slice(1), 'hex').toString('utf8');

/** The document that says what an index is; no id has this key. */
export const markerKey = 'marker';
