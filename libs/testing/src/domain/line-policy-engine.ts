import { err, ok, type PolicyEngine, type PolicyRequest, type ReadStatement } from '@assay/core';

const line = /^(permit|forbid|ask) ([\w-]+)(?: when (\S+))?$/;

/**
 * Policies without Cedar, one a line: `permit a`, `forbid b when destructive`, `ask c when arguments.amount`,
 * `forbid d when tool:acme/x`, `permit e when fails`. A condition is a member of the context that is true or there.
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
  ) {
    return (request: PolicyRequest) => {
      this.decided += 1;
      const outcomes = statements.map(({ id, text }) => ({ id, is: holds(line.exec(text)?.[3], request, nameNow) }));
      return {
        held: new Set(outcomes.filter(({ is }) => is === true).map(({ id }) => id)),
        failed: outcomes.filter(({ is }) => is === 'fails').map(({ id }) => ({ id, message: 'it fails' })),
      };
    };
  }
}

function readLine(text: string): ReadStatement {
  const [, effect, name, condition = ''] = line.exec(text) as RegExpExecArray;
  const argument = /^arguments\.(\w+)$/.exec(condition)?.[1];
  const tool = /^tool:(.+)$/.exec(condition)?.[1];
  return {
    name: name as string,
    effect: effect === 'permit' ? 'permit' : 'forbid',
    asksApproval: effect === 'ask',
    reason: null,
    text,
    reads: {
      arguments: new Set(argument === undefined ? [] : [argument]),
      time: condition === 'time',
      trust: condition === 'trust',
    },
    tools: tool === undefined ? [] : [tool],
  };
}

function holds(condition: string | undefined, request: PolicyRequest, nameNow: (tool: string) => string) {
  if (condition === undefined) return true;
  if (condition === 'fails') return 'fails' as const;
  const [head, rest = ''] = condition.split(/[.:](.*)/);
  if (head === 'tool') return request.tool.id === nameNow(rest);
  if (head === 'arguments') return Object.hasOwn(request.context.arguments, rest);
  return Boolean(request.context[head as keyof typeof request.context]);
}
