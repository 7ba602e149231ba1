import type { Manifest } from '@assay/contracts';
import { digestJson } from '../kernel/digest.js';
import type { UpstreamTool } from './upstream.js';

/** Of the whole manifest: immutability and signatures. */
export const manifestDigest = (manifest: Manifest): string => digestJson(manifest);

/** What a tool's definition has, whoever gives it. */
type Definition = Pick<UpstreamTool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'>;

const digestOfDefinition = ({ name, title, description, inputSchema, outputSchema, annotations }: Definition): string =>
  digestJson({ name, title, description, inputSchema, outputSchema, annotations });

/** Of what a model sees: name, title, description, schemas, annotations. */
export const definitionDigest = (manifest: Manifest): string => digestOfDefinition(manifest);

/** Of the upstream's own definition as it was listed, with how it is called if that belongs to it: drift. */
export const upstreamDigest = (tool: UpstreamTool): string =>
  tool.http === undefined
    ? digestOfDefinition(tool)
    : digestJson({ definition: digestOfDefinition(tool), http: tool.http, auth: tool.auth });
