import type { BreakerView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions } from '../input/options.js';
import { listOutcome } from '../output/list.js';

async function list(context: Context<PageOptions>) {
  const { limit, cursor } = context.options;
  const page = await (await context.assay()).breakers.list({ limit }, context.request).page(cursor);
  return listOutcome<BreakerView>(page, {
    headings: ['TOOL', 'STATE', 'FAILED', 'OPEN UNTIL', 'COUNTED'],
    row: (it) => [
      `${it.tool}@${it.version}`,
      it.state,
      `${it.failures} of ${it.calls}`,
      it.openUntil ?? '-',
      it.shared ? 'by all servers' : 'by this server',
    ],
    empty: 'No circuit is open, and no tool was called in the last minute.',
  });
}

async function reset(context: Context<object>, tool: string, version: string) {
  return outcome<BreakerView>({
    data: await (await context.assay()).breakers.reset(tool, version, context.request),
    text: (it, page) => `${page.good('Closed')} the circuit breaker of ${it.tool}@${it.version}.`,
  });
}

export function addBreakerCommands(program: Command, host: Host): void {
  const group = program.command('breakers').description('Circuit breakers of failing tools');
  add(group, 'list', 'List circuit breakers, open ones first', ['breakers'], { isDefault: true })
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(list));
  add(group, 'reset', 'Close a circuit breaker and reset its counts', ['breakers reset acme/orders.create 1.2.0'])
    .argument('<tool>', 'namespace/tool')
    .argument('<version>', 'such as 1.2.0')
    .action(host.does(reset));
}
