/** The words of a text that say something, each once, in the form that the search engine compares. */
export type ReadTerms = (text: string) => readonly string[];
