import type { Manifest } from '@assay/contracts';
import { digestJson } from '@assay/kernel';

/** Of the whole manifest: immutability and signatures. */
export const manifestDigest = (manifest: Manifest): string => digestJson(manifest);

/** A tool definition from any source. */
interface Definition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Digest of a definition: the same for a manifest and for an upstream's list. */
export const digestOfDefinition = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Definition): string => digestJson({ name, title, description, inputSchema, outputSchema, annotations });

/** Covers what a model sees: name, title, description, schemas, annotations. */
export const definitionDigest = (manifest: Manifest): string => digestOfDefinition(manifest);
