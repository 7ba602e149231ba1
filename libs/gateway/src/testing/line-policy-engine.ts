import { err, ok } from '@assay/kernel';
import type { PolicyAction, PolicyEngine, PreparedPolicies, ReadStatement } from '../policy/policy-engine.js';

type Request = Parameters<PreparedPolicies>[0];

const line = /^(permit|forbid|ask|mask|withhold) ([\w-]+)(?: on (call|return|reveal))?(?: when (\S+))?$/;

/**
 * Policies without Cedar, one a line: `permit a`, `forbid b when destructive`, `ask c when arguments.amount`,
 * `forbid d when tool:acme/x`, `permit e when fails`, `mask f on return when found:personal.email`. A condition is a member
 * of the context that is true or there.
 */
export class LinePolicyEngine implements PolicyEngine {
  readonly schema = 'lines';
  /** How often something was decided. */
  decided = 0;

  read(text: string) {
    const lines = text.split('\n');
    const bad = lines.findIndex((it) => !line.test(it));
    if (bad >= 0) return err([{ path: '/text', message: `line ${bad + 1}, column 1: not understood` }]);
    return ok(lines.map(readLine));
  }

  load = (text: string) => this.read(text);

  prepare(
    _slot: string,
    statements: readonly { readonly id: string; readonly text: string }[],
    nameNow: (tool: string) => string,
    { withoutInput = false }: { readonly withoutInput?: boolean } = {},
  ) {
    return (request: Request) => {
      this.decided += 1;
      const outcomes = statements.map(({ id, text }) => {
        const condition = line.exec(text)?.[4];
        const isLeftOut = withoutInput && /^(?:arguments\.|found:)/.test(condition ?? '');
        return { id, is: holds(isLeftOut ? undefined : condition, request, nameNow) };
      });
      return {
        held: new Set(outcomes.filter(({ is }) => is === true).map(({ id }) => id)),
        failed: outcomes.filter(({ is }) => is === 'fails').map(({ id }) => ({ id, message: 'it fails' })),
      };
    };
  }
}

function readLine(text: string): ReadStatement {
  const [, effect, name, action = 'call', condition = ''] = line.exec(text) as RegExpExecArray;
  const argument = /^arguments\.(\w+)$/.exec(condition)?.[1];
  const tool = /^tool:(.+)$/.exec(condition)?.[1];
  return {
    name: name as string,
    effect: effect === 'permit' ? 'permit' : 'forbid',
    asksApproval: effect === 'ask',
    obligation: effect === 'mask' || effect === 'withhold' ? effect : null,
    actions: [action as PolicyAction],
    reason: null,
    text,
    reads: {
      arguments: new Set(argument === undefined ? [] : [argument]),
      time: condition === 'time',
      trust: condition === 'trust',
      findings: condition.startsWith('found:'),
    },
    classes: condition.startsWith('found:') ? [condition.slice('found:'.length)] : [],
    tools: tool === undefined ? [] : [tool],
  };
}

function holds(condition: string | undefined, request: Request, nameNow: (tool: string) => string) {
  if (condition === undefined) return true;
  if (condition === 'fails') return 'fails' as const;
  const [head, rest = ''] = condition.split(/[.:](.*)/);
  if (head === 'tool') return request.tool.id === nameNow(rest);
  const context = request.context as Readonly<Record<string, unknown>>;
  if (head === 'arguments') return Object.hasOwn(context.arguments as object, rest);
  if (head === 'found') return ((context.inputFindings ?? context.outputFindings) as string[]).includes(rest);
  if (head === 'class') return context.class === rest;
  return Boolean(context[head as string]);
}
