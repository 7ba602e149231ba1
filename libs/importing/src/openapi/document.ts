import type { Issue } from '@assay/contracts';

/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * An OpenAPI document whose frame satisfies the specification: its reader has validated that, and that it is a tree of
 * at most 100 levels. Real documents violate the specification in places, so the contents of paths and components are
 * read tolerantly, and ignored where they are meaningless.
 */
export interface OpenApiDocument {
  readonly root: Json;
  /** Where paths and components break the specification. */
  readonly problems: readonly Issue[];
  /** The address it was read from, for resolving relative server addresses; null for an uploaded document. */
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

/** A boolean, which some documents write as text; undefined for anything else. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** OpenAPI 3.0 has its own schema language; later versions use JSON Schema 2020-12. */
export const hasOldSchemas = ({ openapi }: Json): boolean => typeof openapi === 'string' && openapi.startsWith('3.0');

/** The document's name for its API. */
export const titleOf = ({ root }: OpenApiDocument): string => textOf(jsonOf(root.info).title) ?? 'api';
