import { createHash } from 'node:crypto';
import { stageRank, type ToolDocument } from '@assay/discovery';
import type { TermReader } from '../text/terms.js';
import { keyOf } from './document-key.js';

/** The reserved field takes one vector for each embedder by name; null says that there is none, on purpose. */
export const embedderName = 'assay';

/**
 * A tool as Meilisearch holds it. The texts are the terms that our own reader makes of them, so that both engines know
 * the same words (`getUserByID` is get, user, by, id) in the same form.
 */
export interface IndexedDocument {
  readonly key: string;
  readonly id: string;
  /** Of everything else in the document: what tells whether it has to be sent again. */
  readonly digest: string;
  readonly nameTerms: string;
  readonly titleTerms: string;
  readonly descriptionTerms: string;
  readonly providerTerms: string;
  readonly capabilityTerms: string;
  readonly parameterTerms: string;
  readonly capabilities: readonly string[];
  readonly audience: readonly string[];
  readonly namespace: string;
  readonly protocol: string;
  readonly stage: string;
  /** Place of the stage in the order of stages. */
  readonly stageRank: number;
  readonly readOnly: boolean;
  readonly deprecated: boolean;
  readonly organisationId: string;
  readonly trustKey: number;
  readonly insideTrustKey: number;
  readonly publishedAt: number;
  readonly _vectors?: Readonly<Record<string, { embeddings: readonly number[]; regenerate: false } | null>>;
}

/** `dimensions` is the length of vectors the index was made for; null when it holds none. */
export function indexedDocument(
  document: ToolDocument,
  reader: TermReader,
  dimensions: number | null,
): IndexedDocument {
  const terms = (...texts: readonly string[]): string => {
    const found: string[] = [];
    for (const text of texts) reader.each(text, (term) => found.push(term));
    return found.join(' ');
  };
  const body = {
    key: keyOf(document.id),
    id: document.id,
    nameTerms: terms(document.name),
    titleTerms: terms(document.title),
    descriptionTerms: terms(document.description),
    providerTerms: terms(document.provider),
    capabilityTerms: terms(...document.capabilities),
    parameterTerms: terms(...document.parameters),
    capabilities: document.capabilities,
    audience: document.audience,
    namespace: document.namespace,
    protocol: document.protocol,
    stage: document.stage,
    stageRank: stageRank(document.stage),
    readOnly: document.readOnly,
    deprecated: document.deprecated,
    organisationId: document.organisationId,
    trustKey: document.trustKey,
    insideTrustKey: document.insideTrustKey,
    publishedAt: document.publishedAt,
    ...(dimensions === null ? {} : { _vectors: { [embedderName]: vectorOf(document, dimensions) } }),
  };
  return { ...body, digest: digestOf(body) };
}

/** A vector of another length comes from another model: it would not be taken, and would say nothing. */
function vectorOf({ vector }: ToolDocument, dimensions: number) {
  return vector?.length === dimensions ? { embeddings: [...vector], regenerate: false as const } : null;
}

/** 16 bytes of SHA-256 over the JSON text, whose members come in the order they were written in above. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
