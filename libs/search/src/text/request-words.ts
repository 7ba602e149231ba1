import list from './request-words.json' with { type: 'json' };

/**
 * How much a word in which people wrap what they ask for counts against one that is all about the matter. Such words do
 * name tools now and then (`plan`, `suggest`), so that they are searched for, but a tool that shares no more than these with
 * a request has little to do with it.
 */
const requestWeight = 0.4;

const weights = new Map(list.words.map((word) => [word, requestWeight]));

/** What a word of a query counts, in (0,1], before its rarity. A single letter or digit says as little as these words. */
export const weightOfWord = (word: string): number =>
  word.length === 1 && word.charCodeAt(0) < 128 ? requestWeight : (weights.get(word) ?? 1);
