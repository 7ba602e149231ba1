import type { HostFunction, MadeToolFinding, ToolTemplate } from '@assay/contracts';
import type { Result } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import type { Reach } from '../host/host-access.js';
import { pythonFindings } from '../python/python-findings.js';
import { pythonUses } from '../python/python-uses.js';
import { readPython } from '../python/read-python.js';
import { securityFindings } from './security-rules.js';
import { type TierOfCode, tierOfCode, tierOfUses } from './tier.js';

/** Code to read, and what it is read against. */
export type WrittenCode = Pick<
  ToolTemplate,
  'access' | 'code' | 'dependencies' | 'inputSchema' | 'language' | 'outputSchema' | 'tier'
>;

export interface ReadCodePorts {
  readonly sandbox: CodeSandbox;
  /** What the code of tools may be granted here. */
  readonly lists: Reach;
  /** Code without the types of TypeScript, or what is wrong with its syntax or types. Of Python also what may be wrong. */
  readonly plainCode: (written: WrittenCode) => Promise<Result<string, readonly MadeToolFinding[]>>;
}

/** What was found in code without running it. */
export interface CodeRead {
  /** As it runs. */
  readonly code: string;
  readonly language: 'javascript' | 'python';
  readonly tier: TierOfCode['tier'] & { readonly functions: readonly HostFunction[] };
  readonly findings: readonly MadeToolFinding[];
}

/** Reads the code of a tool: syntax, types, security rules and tier. */
export const readCode = (written: WrittenCode, ports: ReadCodePorts): Promise<CodeRead> =>
  written.language === 'python' ? readPythonTool(written, ports) : readScript(written, ports);

async function readScript(written: WrittenCode, { plainCode, lists }: ReadCodePorts): Promise<CodeRead> {
  const plain = await plainCode(written);
  const code = plain.ok ? plain.value : '';
  const { tier, findings } = tierOfCode(code, written, lists);
  const found = plain.ok ? [...securityFindings(code, written.dependencies ?? []), ...findings] : plain.error;
  return { code, language: 'javascript', tier, findings: found };
}

async function readPythonTool(written: WrittenCode, { sandbox, lists, plainCode }: ReadCodePorts): Promise<CodeRead> {
  const { code } = written;
  const facts = await readPython(code, sandbox);
  if ('syntax' in facts) {
    const { tier } = tierOfUses({ uses: [], unclear: [] }, written, lists);
    return { code, language: 'python', tier, findings: [{ rule: 'syntax', severity: 'critical', ...facts.syntax }] };
  }
  const { tier, findings } = tierOfUses(pythonUses(facts), written, lists);
  const found = [...pythonFindings(code, facts), ...findings];
  // What is refused anyway need not wait for the check of types.
  const typed = found.some(({ severity }) => severity === 'critical') ? null : await plainCode(written);
  const problems = typed === null || typed.ok ? [] : typed.error;
  return { code, language: 'python', tier, findings: [...found, ...problems] };
}
