import list from './stop-words.json' with { type: 'json' };

/** English words that say nothing about what a tool does. */
export const stopWords: ReadonlySet<string> = new Set(list.words);
