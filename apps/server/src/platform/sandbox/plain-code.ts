import { stripTypeScriptTypes } from 'node:module';
import type { MadeToolFinding, ToolTemplate } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';
import { typeOfSchema } from '@assay/runs';
import type { CheckPythonTypes, TypedModule, TypeProblem } from '@assay/sandbox';
import { plainPython } from './plain-python.js';

export type CheckTypes = (module: TypedModule) => Promise<readonly TypeProblem[]>;

type Written = Pick<ToolTemplate, 'code' | 'language' | 'inputSchema' | 'outputSchema' | 'dependencies'>;

const critical = (rule: string, message: string, line?: number): MadeToolFinding => ({
  ...{ rule, severity: 'critical', message },
  ...(line !== undefined && { line }),
});

/** The host as code sees it; also what a maker writes against. */
export const hostDeclarations = `interface HttpAnswer { status: number; headers: Record<string, string>; body: string }
interface Host {
  files: { read(path: string): Promise<string>; list(path: string): Promise<string[]> };
  env: { get(name: string): Promise<string> };
  http: {
    get(request: string | { url: string; headers?: Record<string, string> }): Promise<HttpAnswer>;
    send(request: { url: string; method?: string; headers?: Record<string, string>; body?: unknown }): Promise<HttpAnswer>;
  };
}
declare class ToolError extends Error { code: string }
`;

/** The checkers of types; of Python, null where its code does not run. */
export interface TypeCheckers {
  readonly script: CheckTypes;
  readonly python: CheckPythonTypes | null;
}

/** The code of a tool without its types, when its syntax and its types are right. */
export const plainCode =
  ({ script, python }: TypeCheckers) =>
  async (written: Written): Promise<Result<string, readonly MadeToolFinding[]>> => {
    const { code, language } = written;
    if (language === 'python') return python === null ? ok(code) : plainPython(written, python);
    const plain = withoutTypes(code, language);
    if (!plain.ok) return plain;
    const suppressed = /@ts-(?:nocheck|ignore|expect-error)\b/.exec(code);
    if (suppressed !== null) return err([critical('types', `It turns off the check of types: ${suppressed[0]}.`)]);
    const found = await problemsOf(written, language, script);
    return found.length === 0 ? plain : err(found);
  };

async function problemsOf(
  written: Written,
  language: TypedModule['language'],
  checkTypes: CheckTypes,
): Promise<MadeToolFinding[]> {
  const { code, inputSchema, outputSchema, dependencies = [] } = written;
  try {
    const problems = await checkTypes({
      ...{ code, language, modules: dependencies, declarations: hostDeclarations },
      ...{ input: looseType(inputSchema), output: looseType(outputSchema) },
    });
    return problems.map(({ message, line }) => critical('types', message, line));
  } catch (error) {
    return [critical('types', (error as Error).message)];
  }
}

/** The type of a schema; what a schema leaves open fits any type in the code. */
const looseType = (schema: unknown): string =>
  typeOfSchema(schema).replace(/"(?:[^"\\]|\\.)*"?|\bunknown\b/g, (part) => (part === 'unknown' ? 'any' : part));

/** Code without the types of TypeScript, which are only stripped: lines stay where they are. */
export function withoutTypes(code: string, language: Written['language']): Result<string, readonly MadeToolFinding[]> {
  if (language !== 'typescript') return ok(code);
  try {
    return ok(stripTypeScriptTypes(code, { mode: 'strip' }));
  } catch (error) {
    return err([critical('syntax', (error as Error).message.slice(0, 400))]);
  }
}
