import list from './word-classes.json' with { type: 'json' };

export type WordClass = keyof typeof list.classes;

/**
 * Words by what they do in an order to the model that reads it. Verbs are in the form of an order, so that a report of what
 * was done ("deleted two files") is not taken for one. A word may be in several classes.
 */
export const wordClasses: Readonly<Record<WordClass, readonly string[]>> = list.classes;
