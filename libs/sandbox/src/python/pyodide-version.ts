import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = createRequire(import.meta.url).resolve('pyodide/package.json');

/** The version of the interpreter of Python, which exported tools depend on. */
export const pyodideVersion = (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
