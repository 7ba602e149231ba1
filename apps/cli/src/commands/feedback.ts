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
  add(program, 'feedback', 'Accept or reject the result of one of your calls', [
    'feedback 0198f000-0000-7000-8000-00000000ca11 accepted',
    'feedback 0198f000-0000-7000-8000-00000000ca11 rejected --reason "the wrong city"',
  ])
    .argument('<id>', 'id of the call, as printed below its result or in its JSON')
    .addArgument(new Argument('<verdict>', 'only the latest verdict counts').choices(['accepted', 'rejected']))
    .option('--reason <text>', 'why')
    .action(host.does(judge));
}
