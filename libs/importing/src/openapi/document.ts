import type { Issue } from '@assay/contracts';

/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI document whose frame meets the specification: whoever reads it has made sure of that, and that it is a tree
 * of at most 100 levels. Real documents break the specification here and there, so what stands in a path or component
 * is read for what it can only mean, and left out where it means nothing.
 */
export interface OpenApiDocument {
  readonly root: Json;
  /** Where paths and components break the specification. */
  readonly problems: readonly Issue[];
  /** Where it was read, against which relative server addresses are resolved; null when it was handed in. */
  readonly address: string | null;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one where there is none. */
export const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text without white space around it; undefined when there is none. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A truth value, which some documents write as text; undefined when it is neither. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** OpenAPI 3.0 has a schema language of its own; later versions have JSON Schema 2020-12. */
export const hasOldSchemas = ({ openapi }: Json): boolean => typeof openapi === 'string' && openapi.startsWith('3.0');

/** What the document calls its API. */
export const titleOf = ({ root }: OpenApiDocument): string => textOf(jsonOf(root.info).title) ?? 'api';
