import { isObject, type LanguageModel, type Turn } from '@assay/kernel';
import {
  type Client,
  type CreateMessageRequest,
  type CreateMessageResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/client';

/** The longest answer that a server may ask for, in tokens. */
const maxTokensEach = 4_000;

/**
 * Lets the server at the other end ask a model (MCP sampling) while it serves a call. Texts only, without tools; a
 * model's failure is the request's error. Ends when the request is cancelled or the session closes.
 */
export function answerSampling(client: Client, model: LanguageModel): void {
  client.setRequestHandler('sampling/createMessage', async ({ params }, { mcpReq }): Promise<CreateMessageResult> => {
    const completed = await model.complete({
      system: params.systemPrompt ?? '',
      prompt: params.messages.map(turnOf),
      maxTokens: Math.min(Math.max(1, params.maxTokens), maxTokensEach),
      signal: mcpReq.signal,
    });
    if (!completed.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, completed.error.message);
    return { role: 'assistant', model: model.model, content: { type: 'text', text: completed.value.text } };
  });
}

function turnOf({ role, content }: CreateMessageRequest['params']['messages'][number]): Turn {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = blocks.map((it) =>
    isObject(it) && it.type === 'text' && typeof it.text === 'string' ? it.text : null,
  );
  if (texts.includes(null))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Only texts are passed to the model.');
  return { by: role === 'user' ? 'user' : 'model', text: texts.join('\n') };
}
