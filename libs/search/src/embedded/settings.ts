import type { ToolDocument } from '@assay/core';

/** The fields of a document, in the order in which their counts are packed. */
export const fields = ['name', 'title', 'description', 'provider', 'capabilities', 'parameters'] as const;
export type Field = (typeof fields)[number];

/** BM25F with one saturation for all fields (Robertson, Zaragoza and Taylor, 2004). */
export interface Bm25fSettings {
  readonly weights: Readonly<Record<Field, number>>;
  /** How slowly repeated words stop counting. */
  readonly k1: number;
  /** How much a long field is marked down, in [0,1]. */
  readonly b: number;
}

export const defaultSettings: Bm25fSettings = {
  weights: { name: 2, title: 1, description: 1, provider: 0.5, capabilities: 0.5, parameters: 0.3 },
  k1: 1.2,
  b: 0.7,
};

/** The texts of one field. */
export function textsOf(document: ToolDocument, field: Field): readonly string[] {
  const value = document[field];
  return typeof value === 'string' ? [value] : value;
}
