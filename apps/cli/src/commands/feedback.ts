import type { FeedbackView, SendFeedback } from '@assay/sdk';
import { Argument, type Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';

async function judge(context: Context<{ reason?: string }>, id: string, verdict: SendFeedback['verdict']) {
  const { reason } = context.options;
  const body: SendFeedback = { verdict, ...(reason === undefined ? {} : { reason }) };
  const said = await (await context.assay()).invocations.feedback(id, body, context.request);
  return outcome<FeedbackView>({ data: said, text: (it) => `The result of ${it.invocationId} is ${it.verdict}.` });
}

export function addFeedbackCommand(program: Command, host: Host): void {
  add(program, 'feedback', 'Accept or reject the result of a call of yours', [
    'feedback 0198f000-0000-7000-8000-00000000ca11 accepted',
    'feedback 0198f000-0000-7000-8000-00000000ca11 rejected --reason "the wrong city"',
  ])
    .argument('<id>', 'of the call: the last of its footnotes, or id in its JSON')
    .addArgument(new Argument('<verdict>', 'the last one counts').choices(['accepted', 'rejected']))
    .option('--reason <text>', 'what is wrong with it, or right')
    .action(host.does(judge));
}
