import type { Manifest } from '@assay/contracts';
import { digestJson } from '../kernel/digest.js';
import type { UpstreamTool } from './upstream.js';

/** Of the whole manifest: immutability and signatures. */
export const manifestDigest = (manifest: Manifest): string => digestJson(manifest);

/** Of what a model sees: name, title, description, schemas, annotations. */
export const definitionDigest = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Manifest): string => digestJson({ name, title, description, inputSchema, outputSchema, annotations });

/** Of the upstream's own definition as it was listed: drift. */
export const upstreamDigest = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: UpstreamTool): string => digestJson({ name, title, description, inputSchema, outputSchema, annotations });
