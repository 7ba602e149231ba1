import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// What is compiled is kept beside the bundle, so that the next start compiles nothing. Where that folder cannot be
// written, nothing is kept.
enableCompileCache(join(import.meta.dirname, 'bundle', 'compiled'));
const { main } = await import('./main.js');
void main(flushCompileCache);
