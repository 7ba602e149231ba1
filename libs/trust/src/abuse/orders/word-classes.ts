import list from './word-classes.json' with { type: 'json' };

export type WordClass = keyof typeof list.classes;

/**
 * Words by their role in an order to the model that reads it. Verbs are in the imperative, so that a report of
 * something done ("deleted two files") does not match. A word may be in several classes.
 */
export const wordClasses: Readonly<Record<WordClass, readonly string[]>> = list.classes;
