import { port } from '../../platform/provide.js';

/** Where a person decides on an approval. */
export const APPROVAL_URL = port<(id: string) => string>('approval url');
