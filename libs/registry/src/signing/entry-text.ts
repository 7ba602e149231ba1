import type { ToolVersion } from '../records.js';

/** What the signed text is made of. */
export type Signed = Pick<ToolVersion, 'manifest' | 'manifestDigest' | 'publishedAs'>;

/**
 * What is signed of a version: three lines that say what the signature is for, which version, and which content. The
 * first line keeps a signature for this purpose apart from every other. The name is the one in the manifest as it was
 * published, so that a tool renamed later keeps its signatures.
 */
export const entryText = ({ manifest, manifestDigest, publishedAs }: Signed): string =>
  `assay-entry-v1\n${publishedAs ?? manifest.name}@${manifest.version}\n${manifestDigest}`;
