import { type DescribeTool, type Gap, type ToolTemplate, toolTemplateSchema } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import {
  type Clock,
  type Failure,
  fail,
  issuesOfShape,
  type LanguageModel,
  type Result,
  startDeadline,
  type Turn,
  withoutFence,
} from '@assay/kernel';
import type { PinnedModule } from './dependencies.js';
import type { ListGaps } from './gaps/list-gaps.js';
import type { MadeTool } from './made-tool.js';
import type { MakeTools } from './make-tools.js';
import { templateInstructions } from './template-instructions.js';

export interface MakeDescribedToolsPorts {
  /** Null when none is configured. */
  readonly model: LanguageModel | null;
  readonly gaps: Pick<ListGaps, 'run'>;
  readonly making: Pick<MakeTools, 'run'>;
  readonly dependencies: { readonly allowed: readonly PinnedModule[] };
  readonly clock: Clock;
}

const maxAttempts = 3;
const withinMs = 180_000;
const maxTokens = 4_000;
const maxShown = 6_000;

/** What a model may write; what it would reach is not its to decide, so that its tools only compute. */
const writtenSchema = toolTemplateSchema.omit({ access: true, tier: true, session: true });

/** Makes tools from a description: a configured model writes them, and they are validated like any other. */
export class MakeDescribedTools {
  readonly #ports: MakeDescribedToolsPorts;

  constructor(ports: MakeDescribedToolsPorts) {
    this.#ports = ports;
  }

  /**
   * The model has three attempts; each learns why the one before was refused. Fails as the model or the making does, and
   * with `not_implemented` when no model is configured.
   */
  async run(caller: Caller, asked: DescribeTool): Promise<Result<MadeTool, Failure>> {
    const { model, clock } = this.#ports;
    if (caller.principalId === null) return fail('unauthenticated', 'Making tools requires authentication.');
    if (model === null)
      return fail('not_implemented', 'No language model is configured: make the tool from a template instead.');
    const gap = asked.gap === undefined ? null : await this.#gap(caller, asked.gap);
    if (gap === undefined) return fail('not_found', `There is no gap with the id "${asked.gap}".`);
    const deadline = startDeadline(clock, withinMs);
    try {
      return await this.#attempts(caller, asked, [{ by: 'user', text: questionOf(asked, gap) }], deadline.signal);
    } finally {
      deadline.end();
    }
  }

  async #attempts(
    caller: Caller,
    asked: DescribeTool,
    conversation: Turn[],
    signal: AbortSignal,
  ): Promise<Result<MadeTool, Failure>> {
    const { model, making, dependencies } = this.#ports;
    const allowed = dependencies.allowed.map(({ name }) => name).join(', ');
    const system = templateInstructions(languageOf(asked), allowed);
    let last: Result<MadeTool, Failure> | undefined;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const answer = await (model as LanguageModel).complete({ system, prompt: conversation, maxTokens, signal });
      if (!answer.ok) return last ?? answer;
      const written = readTemplate(answer.value.text, asked);
      last = written.ok ? await making.run(caller, written.value) : written;
      if (last.ok || !isWritersFault(last.error)) return last;
      conversation.push({ by: 'model', text: answer.value.text }, { by: 'user', text: refusalText(last.error) });
    }
    return last as Result<MadeTool, Failure>;
  }

  async #gap(caller: Caller, id: string): Promise<Gap | undefined> {
    return (await this.#ports.gaps.run(caller)).find((gap) => gap.id === id);
  }
}

const languageOf = ({ language = 'javascript' }: DescribeTool): ToolTemplate['language'] => language;

function questionOf({ description, name }: DescribeTool, gap: Gap | null): string {
  const evidence = gap && {
    ...{ kind: gap.kind, what: gap.what, times: gap.times, callers: gap.callers, tools: gap.tools },
    nearest: gap.nearest,
    ...(gap.proposal?.kind === 'template' && { proposal: gap.proposal.template }),
  };
  return JSON.stringify({ task: description, ...(name !== undefined && { name }), ...(evidence && { evidence }) });
}

function readTemplate(text: string, asked: DescribeTool): Result<ToolTemplate, Failure> {
  let json: unknown;
  try {
    json = JSON.parse(withoutFence(text));
  } catch {
    return fail('upstream_error', 'The model did not answer with a template as JSON.');
  }
  const read = writtenSchema.safeParse(json);
  if (!read.success) {
    const issues = read.error.issues.flatMap((issue) => issuesOfShape(issue, 'is not a known member'));
    return fail('upstream_error', `The model's template is not valid: ${JSON.stringify(issues).slice(0, 1_000)}`);
  }
  const language = languageOf(asked);
  if (read.data.language !== language)
    return fail('upstream_error', `The model's template is in ${read.data.language}, not in ${language}.`);
  const { name, session } = asked;
  const own = { ...(name !== undefined && { name }), ...(session !== undefined && { session }) };
  return { ok: true, value: { ...read.data, ...own } };
}

/** Whether another attempt may do better. */
const isWritersFault = ({ code }: Failure): boolean =>
  code === 'made_tool_refused' || code === 'upstream_error' || code === 'invalid_request';

const refusalText = ({ message, issues, data }: Failure): string =>
  `It was refused. Answer with the whole corrected JSON object. ${JSON.stringify({ message, issues, data }).slice(0, maxShown)}`;
