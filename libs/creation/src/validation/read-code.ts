import type { HostFunction, MadeToolFinding, ToolTemplate } from '@assay/contracts';
import type { Result } from '@assay/kernel';
import type { CodeSandbox } from '@assay/runs';
import type { Reach } from '../host/host-access.js';
import { pythonFindings } from '../python/python-findings.js';
import { pythonUses } from '../python/python-uses.js';
import { readPython } from '../python/read-python.js';
import { securityFindings } from './security-rules.js';
import { type TierOfCode, tierOfCode, tierOfUses } from './tier.js';

export interface ReadCodePorts {
  readonly sandbox: CodeSandbox;
  /** What the code of tools may be granted here. */
  readonly lists: Reach;
  /** JavaScript without the types of TypeScript, or what is wrong with its syntax or types. */
  readonly plainCode: (template: ToolTemplate) => Promise<Result<string, readonly MadeToolFinding[]>>;
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
export const readCode = (template: ToolTemplate, ports: ReadCodePorts): Promise<CodeRead> =>
  template.language === 'python' ? readPythonTool(template, ports) : readScript(template, ports);

async function readScript(template: ToolTemplate, { plainCode, lists }: ReadCodePorts): Promise<CodeRead> {
  const plain = await plainCode(template);
  const code = plain.ok ? plain.value : '';
  const { tier, findings } = tierOfCode(code, template, lists);
  const found = plain.ok ? [...securityFindings(code, template.dependencies ?? []), ...findings] : plain.error;
  return { code, language: 'javascript', tier, findings: found };
}

async function readPythonTool(template: ToolTemplate, { sandbox, lists }: ReadCodePorts): Promise<CodeRead> {
  const { code } = template;
  const facts = await readPython(code, sandbox);
  if ('syntax' in facts) {
    const { tier } = tierOfUses({ uses: [], unclear: [] }, template, lists);
    return { code, language: 'python', tier, findings: [{ rule: 'syntax', severity: 'critical', ...facts.syntax }] };
  }
  const { tier, findings } = tierOfUses(pythonUses(facts), template, lists);
  return { code, language: 'python', tier, findings: [...pythonFindings(code, facts), ...findings] };
}
