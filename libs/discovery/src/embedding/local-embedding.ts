import type { OtherLanguages } from '../language/other-languages.js';
import type { ToolDocument } from '../tool-index.js';
import { embeddingText, queryText } from './embedding-text.js';
import type { Meaning } from './query-meaning.js';

/** Embeds text in this process, in microseconds and without a network. */
export interface LocalEmbedder {
  /** Vectors of different models do not compare. */
  readonly model: string;
  readonly dimensions: number;
  /** A vector of length 1; null for a text without a known word. */
  embed(text: string): Float32Array | null;
}

/** Gives documents on their way into the index their vectors. */
export interface DocumentVectors {
  attach(documents: readonly ToolDocument[]): Promise<readonly ToolDocument[]>;
  /** The tools with a text, whose documents must be updated when its vector is added or removed. */
  toolsOf(digest: string): readonly string[];
  /** Called for documents that leave the index. */
  forget(ids: readonly string[]): void;
}

/** Vectors of documents and queries from an embedder in this process. Nothing is stored, and nothing leaves. */
export class LocalEmbedding implements DocumentVectors {
  constructor(
    private readonly embedder: LocalEmbedder,
    /** Without it, every query is read as English. */
    private readonly otherLanguages?: Pick<OtherLanguages, 'read'>,
    /** What is embedded of a query: first the whole, then the parts of one that asks for several things. */
    private readonly essencesOf: (text: string) => readonly string[] = (text) => [text],
  ) {}

  attach = async (documents: readonly ToolDocument[]): Promise<readonly ToolDocument[]> =>
    documents.map((document) => {
      const vector = this.embedder.embed(embeddingText(document).text);
      return vector === null ? document : { ...document, vector };
    });

  toolsOf = (): readonly string[] => [];

  forget = (): void => {};

  /** The meaning of a query. */
  of = async (text: string): Promise<Meaning> => {
    const query = queryText(text);
    const other = await this.otherLanguages?.read(query);
    if (other?.vector !== undefined) return { ...other, vectorFirst: true };
    const [whole = query, ...parts] = this.essencesOf(query);
    const vector = this.embedder.embed(whole) ?? this.embedder.embed(query);
    if (vector === null) return { ...other };
    const partVectors = parts.flatMap((part) => this.embedder.embed(part) ?? []);
    return { ...other, vector, ...(partVectors.length > 0 && { partVectors }) };
  };
}
