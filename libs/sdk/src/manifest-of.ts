import type { Entry, Manifest } from '@assay/contracts';
import { digestJson } from './canonical-json.js';

/** Every field of a manifest; the type fails to compile when one is missing. */
const fields: Readonly<Record<keyof Manifest, true>> = {
  name: true,
  version: true,
  title: true,
  description: true,
  capabilities: true,
  inputSchema: true,
  outputSchema: true,
  protocol: true,
  endpoint: true,
  auth: true,
  sla: true,
  costPerCallUsd: true,
  annotations: true,
  cache: true,
  limits: true,
  compensation: true,
  sanity: true,
  examples: true,
  testEndpoint: true,
  compatibility: true,
  keepOlder: true,
  security: true,
  visibility: true,
};

/** The manifest within an entry, as it was published: its own name after a rename, its own visibility or none. */
export function manifestOf(entry: Entry): Manifest {
  const members = Object.entries(entry).filter(([name]) => Object.hasOwn(fields, name));
  const { visibility: _shown, ...manifest } = Object.fromEntries(members) as Manifest;
  return {
    ...manifest,
    ...(entry.publishedAs && { name: entry.publishedAs }),
    ...(entry.declaredVisibility !== null && { visibility: entry.declaredVisibility }),
  };
}

/** Of the whole manifest: what a version is known by, and what is signed. */
export const manifestDigest = (manifest: Manifest): Promise<string> => digestJson(manifest);

/** What is signed of a version. */
export const entryText = ({ name, version }: Pick<Manifest, 'name' | 'version'>, digest: string): string =>
  `assay-entry-v1\n${name}@${version}\n${digest}`;
