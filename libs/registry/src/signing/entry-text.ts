import type { ToolVersion } from '../records.js';

/** Inputs of the signed text. */
export type Signed = Pick<ToolVersion, 'manifest' | 'manifestDigest' | 'publishedAs'>;

/**
 * The signed text of a version: three lines with the purpose, the version and the content. The first line separates
 * signatures for this purpose from all others. The name is that of the manifest as published, so that a renamed tool
 * keeps its signatures.
 */
export const entryText = ({ manifest, manifestDigest, publishedAs }: Signed): string =>
  `assay-entry-v1\n${publishedAs ?? manifest.name}@${manifest.version}\n${manifestDigest}`;
