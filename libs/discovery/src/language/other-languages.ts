import { languageNames, queryLanguage } from './query-language.js';

/** Embeds texts of other languages where a LocalEmbedder places English ones. */
export interface MultilingualEmbedder {
  /** The model of the LocalEmbedder whose vectors these compare with. */
  readonly space: string;
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  /** A vector of length 1; null for a text without a known piece. */
  embed(text: string): Promise<Float32Array | null>;
}

/** The language of a query when it is not English, and its place among English texts, when that is known. */
export interface OtherLanguage {
  /** ISO 639-1 code. */
  readonly language: string;
  readonly vector?: Float32Array;
  readonly warning?: string;
}

const rephrase = 'most tools are described in English: ask in English if nothing fits';

/** Reads queries that are not in English; without an embedder it only notices them. */
export class OtherLanguages {
  constructor(private readonly embedder: MultilingualEmbedder | undefined) {}

  /** Undefined for a query in English or in a language that is not recognised. */
  async read(text: string): Promise<OtherLanguage | undefined> {
    const language = queryLanguage(text);
    if (language === undefined) return undefined;
    const isKnown = this.embedder?.languages.includes(language) === true;
    const vector = isKnown ? await this.embedder?.embed(text) : undefined;
    if (vector) return { language, vector };
    return { language, warning: `the query seems to be ${languageNames[language] ?? language}, and ${rephrase}` };
  }
}
