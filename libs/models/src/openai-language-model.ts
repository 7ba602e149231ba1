import {
  type Completion,
  type CompletionRequest,
  type Failure,
  fail,
  type LanguageModel,
  ok,
  type Result,
} from '@assay/kernel';
import type OpenAI from 'openai';
import { unusableAnswer } from './endpoint-failure.js';
import { type EndpointOptions, ModelEndpoint } from './model-endpoint.js';

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** Endpoints differ in these two points; what was refused once is not tried again. */
interface Dialect {
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether the schema is sent as `response_format`, or described in the prompt. */
  readonly schema: 'given' | 'told';
}

/** Completes texts through `POST {baseUrl}/chat/completions`. */
export class OpenAiLanguageModel implements LanguageModel {
  readonly #options: EndpointOptions;
  readonly #endpoint: ModelEndpoint;
  #dialect: Dialect = { limit: 'max_tokens', schema: 'given' };

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#endpoint = new ModelEndpoint(options);
  }

  get model(): string {
    return this.#options.model;
  }

  async complete(request: CompletionRequest): Promise<Result<Completion, Failure>> {
    for (;;) {
      const dialect = this.#dialect;
      const answer = await this.#endpoint.call<unknown>(
        (client, signal) => client.chat.completions.create(this.#body(request, dialect), { signal }),
        request.signal,
      );
      if (answer.ok) return this.#read(answer.value, request.maxTokens);
      if (!this.#adapt(request, dialect, answer.error)) return answer;
    }
  }

  #body({ system, prompt, maxTokens, jsonSchema }: CompletionRequest, { limit, schema }: Dialect): Body {
    const isDescribed = jsonSchema !== undefined && schema === 'told';
    const instruction = [system, ...(isDescribed ? [schemaInWords(jsonSchema)] : [])]
      .filter((text) => text !== '')
      .join('\n\n');
    const turns = typeof prompt === 'string' ? [{ by: 'user' as const, text: prompt }] : prompt;
    return {
      model: this.model,
      messages: [
        ...(instruction === '' ? [] : [{ role: 'system' as const, content: instruction }]),
        ...turns.map(({ by, text }) => ({
          role: by === 'user' ? ('user' as const) : ('assistant' as const),
          content: text,
        })),
      ],
      [limit]: maxTokens,
      ...(jsonSchema !== undefined &&
        !isDescribed && {
          response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { ...jsonSchema } } },
        }),
    };
  }

  /**
   * Whether there is another way to say it than the one that was refused. Each is left behind once; a question that was
   * asked in the old way while another one found that out is asked again.
   */
  #adapt({ jsonSchema }: CompletionRequest, used: Dialect, { data, message }: Failure): boolean {
    if (data?.status !== 400 && data?.status !== 422) return false;
    if (used.limit === 'max_tokens' && /max_(completion_)?tokens/.test(message)) {
      this.#dialect = { ...this.#dialect, limit: 'max_completion_tokens' };
      return true;
    }
    if (jsonSchema !== undefined && used.schema === 'given' && /response_format|json_?schema/i.test(message)) {
      this.#dialect = { ...this.#dialect, schema: 'told' };
      return true;
    }
    return false;
  }

  #read(answer: unknown, maxTokens: number): Result<Completion, Failure> {
    const { choices, usage } = (answer ?? {}) as { choices?: unknown; usage?: Usage | null };
    const choice: Choice | undefined = Array.isArray(choices) ? choices[0] : undefined;
    if (choice?.finish_reason === 'length') {
      return fail('output_too_large', `${this.model} needed more than the ${maxTokens} tokens it was given.`);
    }
    const text = choice?.message?.content;
    if (typeof text !== 'string' || text.trim() === '') return unusableAnswer('answered no text.', this.#options);
    return ok({ text, tokens: { prompt: count(usage?.prompt_tokens), completion: count(usage?.completion_tokens) } });
  }
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
}

interface Choice {
  readonly finish_reason?: unknown;
  readonly message?: { readonly content?: unknown } | null;
}

const count = (said: unknown): number => (typeof said === 'number' && said >= 0 ? said : 0);

const schemaInWords = (schema: Readonly<Record<string, unknown>>): string =>
  `Answer with JSON only, without a code fence, matching this JSON Schema: ${JSON.stringify(schema)}`;
