import type { HostFunction, MadeToolFinding, MadeToolReport, ToolTemplate } from '@assay/contracts';
import { isObject } from '@assay/kernel';
import { isListed, listOf, type Reach, tierOf } from '../host/host-access.js';
import { hostUsesOf, type LinedUses } from '../host/host-uses.js';
import { lineAt, treeOf } from '../host/syntax-tree.js';

type GrantedTier = Omit<MadeToolReport['tier'], 'functions'>;

export interface TierOfCode {
  /** With the functions of the host that the code uses. */
  readonly tier: MadeToolReport['tier'] & { readonly functions: HostFunction[] };
  readonly findings: readonly MadeToolFinding[];
}

type Asked = Pick<ToolTemplate, 'access' | 'inputSchema' | 'tier'>;

const computes: GrantedTier = { granted: 0, why: 'It only computes.' };
const phrases = { folders: 'reads files', variables: 'reads variables', hosts: 'makes HTTP requests' } as const;
const critical = (rule: string, message: string, line?: number): MadeToolFinding => ({
  ...{ rule, severity: 'critical', message },
  ...(line !== undefined && { line }),
});

/**
 * The tier of a tool: the lowest that allows what its code uses, whatever it asks for. 3 where the calls name what they
 * reach, in the input's `access`.
 * @param code plain JavaScript
 */
export function tierOfCode(code: string, asked: Asked, lists: Reach): TierOfCode {
  const tree = treeOf(code);
  if (typeof tree === 'string') return { tier: { ...computes, functions: [] }, findings: [] };
  const { uses, unclear } = hostUsesOf(tree);
  const lined = {
    uses: uses.map(({ name, at }) => ({ name, line: lineAt(code, at) })),
    unclear: unclear.map(({ message, at }) => ({ message, line: lineAt(code, at) })),
  };
  return tierOfUses(lined, asked, lists);
}

/** The same for the uses of the host that were read from code. */
export function tierOfUses({ uses, unclear }: LinedUses, asked: Asked, lists: Reach): TierOfCode {
  const findings = unclear.map(({ line, message }) => critical('host-use', message, line));
  const functions = [...new Set(uses.map(({ name }) => name))].sort();
  const tier = lowestTier(uses, asked);
  findings.push(...undeclared(functions, asked, lists, tier.granted));
  if (asked.tier !== undefined && asked.tier < tier.granted)
    findings.push(critical('tier', `It asks for tier ${asked.tier} and needs ${tier.granted}: ${tier.why}`));
  return { tier: { ...tier, functions }, findings };
}

function lowestTier(uses: LinedUses['uses'], asked: Asked): GrantedTier {
  const needed = Math.max(0, ...uses.map(({ name }) => tierOf(name)));
  const first = uses.find(({ name }) => tierOf(name) === needed);
  if (first === undefined) return computes;
  const what = `It ${phrases[listOf(first.name)]} (host.${first.name}, line ${first.line})`;
  const namesPlaces = uses.some(({ name }) => name !== 'env.get') && namesAccess(asked.inputSchema);
  if (namesPlaces) return { granted: 3, why: `${what}, and each call names where in "access".` };
  return { granted: needed, why: `${what}.` };
}

/** Whether calls of a tool name folders or hosts themselves. */
function namesAccess({ properties }: Asked['inputSchema']): boolean {
  return isObject(properties) && Object.hasOwn(properties, 'access');
}

function undeclared(
  functions: readonly HostFunction[],
  { access }: Asked,
  lists: Reach,
  tier: number,
): MadeToolFinding[] {
  const findings: MadeToolFinding[] = [];
  for (const list of ['folders', 'variables', 'hosts'] as const) {
    const declared = access?.[list] ?? [];
    const isUsed = functions.some((name) => listOf(name) === list);
    if (isUsed && declared.length === 0 && (tier < 3 || list === 'variables'))
      findings.push(critical('undeclared-access', `It ${phrases[list]} and declares no ${list}: add access.${list}.`));
    for (const entry of declared.filter((it) => !isListed(list, it, lists[list])))
      findings.push(critical('access-not-listed', `"${entry}" is not on the list of ${list} of this installation.`));
  }
  return findings;
}
