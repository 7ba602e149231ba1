import type { QuestionView } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { parseJson, readJson } from '../input/read-json.js';
import { addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

interface AnswerOptions {
  readonly answer?: string;
  readonly file?: string;
}

function shown(it: QuestionView): string {
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    it.question,
    `${it.status}, asked by ${it.askedBy} of ${it.to ?? 'anybody who may decide approvals'} at ${it.askedAt}, until ${it.expiresAt}`,
    `The answer must fit: ${json(it.schema)}`,
    ...(it.status === 'answered' ? [`${it.answeredBy ?? ''}: ${json(it.answer)}`] : []),
  ].join('\n');
}

async function answer(context: Context<AnswerOptions>, id: string) {
  const { answer: text, file } = context.options;
  if ((text === undefined) === (file === undefined))
    throw new UsageError('Give the answer with --answer or --file, not both.');
  const value = text === undefined ? await readJson(context.io, file ?? '') : parseJson(text, 'The answer');
  return outcome<QuestionView>({
    data: await (await context.assay()).questions.answer(id, value, context.request),
    text: (it, page) => `${page.good('Answered')}: the run ${it.runId} of ${it.askedBy} continues.`,
  });
}

export function addQuestionCommands(program: Command, host: Host): void {
  const group = program.command('questions').description('Questions that compositions ask people');
  addList(group, host, {
    route: 'listQuestions',
    description: 'List, newest first',
    examples: ['questions', 'questions list --status open'],
    isDefault: true,
    filters: [new Option('--status <status>', 'only these').choices(['open', 'answered', 'expired', 'withdrawn'])],
    layout: {
      headings: ['ID', 'STATUS', 'QUESTION', 'ASKED BY', 'EXPIRES'],
      row: (it) => [it.id, it.status, it.question, it.askedBy, it.expiresAt],
      empty: 'No questions.',
    },
  });
  addShow(group, host, {
    route: 'showQuestion',
    description: 'Show a question, and what its answer must fit',
    examples: ['questions show 0198f000-…'],
    explain: { id: 'id, as shown by `assay questions`' },
    text: shown,
  });
  add(group, 'answer', 'Answer a question: the composition continues', [
    'questions answer 0198f000-… --answer \'"the blue one"\'',
    'questions answer 0198f000-… --file answer.json',
  ])
    .argument('<id>', 'id, as shown by `assay questions`')
    .option('--answer <json>', 'the answer')
    .option('--file <file>', 'read the answer from a JSON file')
    .action(host.does(answer));
}
