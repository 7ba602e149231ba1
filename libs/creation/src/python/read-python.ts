import { compileSchema } from '@assay/json-schema';
import type { CodeSandbox } from '@assay/runs';
import { runMadeCode } from '../run-made-code.js';
import { analysis } from './analysis.js';

interface Place {
  readonly name: string;
  readonly line: number;
}

interface Flaw {
  readonly kind: string;
  readonly line: number;
}

/** What the syntax tree of Python code says. */
export interface PythonTree {
  readonly imports: readonly { readonly module: string; readonly line: number }[];
  /** Names that the code uses, and members that it reads, where they come first. */
  readonly names: readonly Place[];
  readonly members: readonly Place[];
  readonly flaws: readonly Flaw[];
  /** Names that are not ASCII, as they are written. */
  readonly unusual: readonly Place[];
  readonly hasRun: boolean;
  readonly uses: readonly { readonly path: string; readonly line: number }[];
  readonly unclear: readonly Flaw[];
}

/** The tree, or what is wrong with the syntax. */
export type PythonFacts = PythonTree | { readonly syntax: { readonly message: string; readonly line: number } };

const lined = (...texts: readonly string[]) => {
  const properties = Object.fromEntries(texts.map((name) => [name, { type: 'string' }]));
  return { type: 'object', properties: { ...properties, line: { type: 'integer' } }, required: [...texts, 'line'] };
};
const listOf = (items: object) => ({ type: 'array', items });
const tree = {
  ...{ imports: listOf(lined('module')), names: listOf(lined('name')), members: listOf(lined('name')) },
  ...{ flaws: listOf(lined('kind')), unusual: listOf(lined('name')), hasRun: { type: 'boolean' } },
  ...{ uses: listOf(lined('path')), unclear: listOf(lined('kind')) },
};
const issuesOf = compileSchema({
  anyOf: [
    { type: 'object', properties: { syntax: lined('message') }, required: ['syntax'] },
    { type: 'object', properties: tree, required: Object.keys(tree) },
  ],
});

const limits = { cpuMs: 3_000, memoryMb: 256, timeoutMs: 20_000 };

/** Reads code with Python's own parser, in the sandbox. Code that the parser does not survive counts as a syntax error. */
export async function readPython(code: string, sandbox: CodeSandbox): Promise<PythonFacts> {
  const result = await runMadeCode(sandbox, { code: analysis, language: 'python', limits }, { code });
  if (result.kind === 'returned' && issuesOf(result.value).length === 0) return result.value as PythonFacts;
  const message = result.kind === 'returned' ? 'its syntax tree is not valid' : result.message;
  return { syntax: { message: `It cannot be read: ${message}`, line: 1 } };
}
