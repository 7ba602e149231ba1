import type { BreakerView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { addList } from '../route-commands.js';

async function reset(context: Context<object>, tool: string, version: string) {
  return outcome<BreakerView>({
    data: await (await context.assay()).breakers.reset(tool, version, context.request),
    text: (it, page) => `${page.good('Closed')} the circuit breaker of ${it.tool}@${it.version}.`,
  });
}

export function addBreakerCommands(program: Command, host: Host): void {
  const group = program.command('breakers').description('Circuit breakers of failing tools');
  addList(group, host, {
    route: 'listBreakers',
    description: 'List circuit breakers, open ones first',
    examples: ['breakers'],
    isDefault: true,
    layout: {
      headings: ['TOOL', 'STATE', 'FAILED', 'OPEN UNTIL', 'COUNTED'],
      row: (it) => [
        `${it.tool}@${it.version}`,
        it.state,
        `${it.failures} of ${it.calls}`,
        it.openUntil ?? '-',
        it.shared ? 'by all servers' : 'by this server',
      ],
      empty: 'No circuit is open, and no tool was called in the last minute.',
    },
  });
  add(group, 'reset', 'Close a circuit breaker and reset its counts', ['breakers reset acme/orders.create 1.2.0'])
    .argument('<tool>', 'namespace/tool')
    .argument('<version>', 'such as 1.2.0')
    .action(host.does(reset));
}
