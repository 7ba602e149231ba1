/** The number of tokens of a text: never too low, and never much too high. Deterministic. */
export type CountTokens = (text: string) => number;

/** Loads the counter on the first call; later calls return the same one. */
export type LoadTokenCounter = () => Promise<CountTokens>;
