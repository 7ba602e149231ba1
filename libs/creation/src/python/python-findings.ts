import type { MadeToolFinding } from '@assay/contracts';
import { textFindings } from '../validation/text-findings.js';
import { allowedImports, mayImport } from './allowed-imports.js';
import type { PythonTree } from './read-python.js';

const makesCode = 'makes code from text';
const reachesAll = 'reaches everything';

/** Names that code of a tool has no business with; using one says that it expects another surrounding. */
const refusedNames = new Map([
  ...['eval', 'exec', 'compile'].map((name) => [name, makesCode] as const),
  ...['globals', 'locals', 'vars', '__builtins__', '__loader__', '__spec__'].map((name) => [name, reachesAll] as const),
  ['__import__', 'loads modules that are not declared'],
  ['open', 'opens files'],
  ['breakpoint', 'starts a debugger'],
]);

/** Members that lead from any value to everything there is. */
const refusedMembers = new Set([
  ...['__bases__', '__base__', '__builtins__', '__class__', '__closure__', '__code__', '__dict__', '__func__'],
  ...[
    '__getattribute__',
    '__globals__',
    '__import__',
    '__loader__',
    '__mro__',
    '__reduce__',
    '__reduce_ex__',
    '__self__',
  ],
  ...['__spec__', '__subclasses__', '__wrapped__', 'ag_frame', 'cr_frame', 'f_builtins', 'f_globals', 'f_locals'],
  ...['gi_frame', 'mro', 'tb_frame'],
]);

const flaws: Readonly<Record<string, readonly [MadeToolFinding['severity'], string]>> = {
  'star-import': ['critical', 'It imports all names of a module: name the ones it uses.'],
  'computed-member': ['critical', 'It computes the name of a member: write the name.'],
  'empty-except': ['warning', 'It ignores an error.'],
  global: ['warning', 'It changes names of its module.'],
  'compares-none': ['warning', 'It compares with None by ==: write "is None".'],
  'mutable-default': ['warning', 'A default value is shared by all calls: use None.'],
};

/**
 * Findings in the code of a tool in Python, from the facts of its syntax tree. The isolation keeps code in whatever it
 * does: these rules keep tools out that only make sense elsewhere, or that people misread.
 */
export function pythonFindings(code: string, tree: PythonTree): readonly MadeToolFinding[] {
  const findings: MadeToolFinding[] = [...textFindings(code)];
  const critical = (rule: string, message: string, line: number): void =>
    void findings.push({ rule, severity: 'critical', message, line });
  for (const { module, line } of tree.imports)
    if (!mayImport(module))
      critical(
        'undeclared-import',
        `It imports "${module}". Tools in Python import: ${allowedImports.join(', ')}.`,
        line,
      );
  for (const { name, line } of tree.names) {
    const why = refusedNames.get(name);
    if (why !== undefined) critical('refused-name', `"${name}" ${why}.`, line);
  }
  for (const { name, line } of tree.members)
    if (refusedMembers.has(name)) critical('refused-name', `"${name}" ${reachesAll}.`, line);
  for (const { name, line } of tree.unusual)
    critical('unicode-name', `The name ${JSON.stringify(name)} is not ASCII: look-alikes mislead readers.`, line);
  for (const { kind, line } of tree.flaws) {
    const [severity, message] = flaws[kind] ?? (['warning', `It has a flaw: ${kind}.`] as const);
    findings.push({ rule: kind, severity, message, line });
  }
  if (!tree.hasRun) critical('run-function', 'It has no function "run": def run(input): …', 1);
  return findings;
}
