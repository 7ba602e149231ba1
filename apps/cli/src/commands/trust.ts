import { type RatingView, splitReference, type TrustView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName, toolReference, whole } from '../input/options.js';
import { listOutcome } from '../output/list.js';
import { trustText } from '../output/trust.js';
import { UsageError } from '../usage-error.js';

async function trust(context: Context<object>, reference: string) {
  const { tool, range } = splitReference(reference);
  const data = await (await context.assay()).tools.trust(tool, range, context.request);
  return outcome<TrustView>({ data, text: trustText });
}

interface RateOptions extends PageOptions {
  readonly comment?: string;
}

async function rate(context: Context<RateOptions>, tool: string, stars: number | undefined) {
  const { comment, limit, cursor } = context.options;
  const assay = await context.assay();
  if (stars === undefined) {
    if (comment !== undefined) throw new UsageError('A comment requires stars: assay rate <tool> <1-5> --comment …');
    return listOutcome(await assay.tools.ratings(tool, { limit }, context.request).page(cursor), {
      headings: ['STARS', 'BY', 'AT', 'COMMENT'],
      row: (it) => [starsText(it.stars), it.by ?? it.organisation, it.at.slice(0, 10), it.comment ?? ''],
      empty: 'No ratings yet.',
    });
  }
  const vote = { stars, ...(comment !== undefined && { comment }) };
  return outcome<RatingView>({
    data: await assay.tools.rate(tool, vote, context.request),
    text: (it) => `Rated ${it.tool}: ${starsText(it.stars)}`,
  });
}

const starsText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(5 - stars);

export function addTrustCommands(program: Command, host: Host): void {
  add(program, 'trust', "Explain a tool's trust: signals, decay and the last 30 days", [
    'trust acme/orders.create',
    'trust acme/orders.create@1.2.0 --json',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@version (default: latest)', toolReference)
    .action(host.does(trust));
  add(program, 'rate', 'Rate a tool you have called; without stars, list its ratings', [
    'rate acme/orders.create 5 --comment "Quick and exact"',
    'rate acme/orders.create',
  ])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .argument('[stars]', '1 (poor) to 5; your latest rating counts', whole(1, 5))
    .option('--comment <text>', 'comment for others')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(rate));
}
