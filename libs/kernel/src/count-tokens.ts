/** How many tokens a text takes: never fewer than it does, and never much more. The same text always gives the same. */
export type CountTokens = (text: string) => number;

/** Brings the counter into memory the first time it is asked for; later calls get the same one. */
export type LoadTokenCounter = () => Promise<CountTokens>;
