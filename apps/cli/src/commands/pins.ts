import { type PinView, splitReference } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { qualifiedName, toolReference } from '../input/options.js';
import { addList } from '../route-commands.js';

function newestOf({ newest }: PinView): string {
  if (newest === null) return 'none left';
  const { version, status, sunsetAt } = newest;
  return [version, status === 'ACTIVE' ? '' : status, sunsetAt ? `until ${sunsetAt}` : ''].filter(Boolean).join(' ');
}

async function set(context: Context<{ note?: string }>, reference: string) {
  const { tool, range = 'latest' } = splitReference(reference);
  const { note } = context.options;
  const body = { tool, range, ...(note ? { note } : {}) };
  const pin = await (await context.assay()).pins.set(body, context.request);
  return outcome<PinView>({
    data: pin,
    text: (data) => `Pinned ${data.tool}@${data.range} (newest in range: ${newestOf(data)}).`,
  });
}

async function remove(context: Context<object>, tool: string) {
  const pin = await (await context.assay()).pins.set({ tool, range: null }, context.request);
  return outcome<PinView>({ data: pin, text: (data) => `No longer pinned: ${data.tool}.` });
}

export function addPinCommands(program: Command, host: Host): void {
  const pins = program
    .command('pins')
    .description('Tools you depend on: you are notified before a version ends. Pins do not affect resolution');
  addList(pins, host, {
    route: 'listPins',
    description: 'List your pins',
    examples: ['pins list'],
    isDefault: true,
    layout: {
      headings: ['TOOL', 'RANGE', 'NEWEST WITHIN', 'NOTE'],
      row: (pin) => [pin.tool, pin.range ?? '', newestOf(pin), pin.note ?? ''],
      empty: 'No pins. Get notified about a tool with: assay pins set <ns/tool@range>',
    },
  });
  add(pins, 'set', 'Pin versions of a tool you depend on', [
    'pins set acme/orders.create@^1.2.0 --note "Nightly billing"',
  ])
    .argument('<tool>', 'namespace/tool@range (default: latest)', toolReference)
    .option('--note <text>', 'note on how you use it')
    .action(host.does(set));
  add(pins, 'remove', 'Remove a pin', ['pins remove acme/orders.create'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .action(host.does(remove));
}
