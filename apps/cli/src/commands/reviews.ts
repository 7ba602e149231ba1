import type { ReviewView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { differencesText } from '../output/differences.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { addList } from '../route-commands.js';

/** A review whole: why it waits, and how what is held differs from what is published. */
export function reviewText(review: ReviewView, page: Page): string {
  const { id, subject, kind, state, submittedBy, submittedAt, decidedBy, decidedAt, reason } = review;
  const facts = pairs(page, [
    ['review', id],
    ['state', state],
    ['kind', kind],
    ['submitted', `by ${submittedBy}, ${submittedAt}`],
    ['decided', decidedBy === null ? undefined : `by ${decidedBy}, ${decidedAt}`],
    ['reason', reason ?? undefined],
  ]);
  const findings = review.findings.map(({ path, message }) => `  ${path || '(whole)'}: ${message}`);
  const differences = differencesText(review.differences ?? [], page);
  return [page.bold(subject), facts, ...findings, ...(differences === '' ? [] : [differences])].join('\n');
}

/** What was asked for waits: nothing has happened before a reviewer consents. */
export const held = (review: ReviewView) =>
  outcome<ReviewView>({
    data: review,
    text: reviewText,
    waiting: true,
    notes: ({ id }) => [
      `Held for review; nothing has changed yet. A reviewer decides with: assay reviews approve ${id}`,
    ],
  });

async function show(context: Context<object>, id: string) {
  const review = await (await context.assay()).reviews.show(id, context.request);
  const notes = (it: ReviewView) =>
    it.state === 'open' ? [`Decide: assay reviews approve ${id}, or assay reviews refuse ${id} --reason …`] : [];
  return outcome<ReviewView>({ data: review, text: reviewText, notes });
}

const deciding = (decision: 'approve' | 'refuse') => async (context: Context<{ reason?: string }>, id: string) => {
  const { reason } = context.options;
  const body = { decision, ...(reason === undefined ? {} : { reason }) };
  const review = await (await context.assay()).reviews.decide(id, body, context.request);
  return outcome<ReviewView>({
    data: review,
    text: ({ subject, state }, page) => `${page.good(state === 'approved' ? 'Approved' : 'Refused')}: ${subject}.`,
  });
};

async function withdraw(context: Context<object>, id: string) {
  const review = await (await context.assay()).reviews.withdraw(id, context.request);
  return outcome<ReviewView>({ data: review, text: ({ subject }) => `Withdrawn: ${subject}.` });
}

export function addReviewCommands(program: Command, host: Host): void {
  const reviews = program.command('reviews').description('Changes held for review');
  addList(reviews, host, {
    route: 'listReviews',
    description: 'List reviews you submitted or may decide',
    examples: ['reviews list', 'reviews list --state all'],
    isDefault: true,
    filters: [
      new Option('--state <state>', 'only these')
        .choices(['open', 'approved', 'refused', 'withdrawn', 'all'])
        .default('open'),
    ],
    layout: ({ options }) => ({
      headings: ['ID', 'STATE', 'KIND', 'BY', 'SUBJECT'],
      row: ({ id, state: is, kind, submittedBy, subject }) => [id, is, kind, submittedBy, subject],
      empty: options.state === 'open' ? 'Nothing is waiting for review.' : 'No reviews.',
    }),
  });
  add(reviews, 'show <id>', 'Show a review', ['reviews show 0198f2a0-…']).action(host.does(show));
  add(reviews, 'approve <id>', 'Approve it; it takes effect immediately', ['reviews approve 0198f2a0-…'])
    .option('--reason <text>', 'recorded with the decision')
    .action(host.does(deciding('approve')));
  add(reviews, 'refuse <id>', 'Refuse it', ['reviews refuse 0198f2a0-… --reason "narrows an input"'])
    .option('--reason <text>', 'recorded with the decision')
    .action(host.does(deciding('refuse')));
  add(reviews, 'withdraw <id>', 'Withdraw your own submission', ['reviews withdraw 0198f2a0-…']).action(
    host.does(withdraw),
  );
}
