import type { Envelope, Pointer } from '@assay/contracts';
import { linkTo } from '@assay/gateway';
import { jsonText } from '@assay/kernel';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { waitingText } from './calls-at-clients.js';

/** Characters of an output that are in the text; the whole is in the structured content. */
const maxText = 2_000;

/** What a model reads of a call: the block for its context, or the output, short enough not to fill a context twice. */
export function callText(envelope: Envelope): string {
  const { error, output, context, pointer, routed, status } = envelope;
  if (error !== undefined) return `${error.code}: ${error.message}`;
  if (context !== undefined) return context;
  if (output !== undefined) return outputText(output, 'output');
  if (pointer !== undefined) return `${routed?.why ?? 'It is long.'} ${whereWhole(pointer)}`;
  return waitingText(envelope) ?? routed?.why ?? status;
}

/** An output, short enough; `place`: where in the structured content the whole is. */
export function outputText(output: unknown, place: string): string {
  const text = typeof output === 'string' ? output : jsonText(output);
  return text.length <= maxText ? text : `${text.slice(0, maxText)}… (whole in structuredContent.${place})`;
}

/** What there is to say against a result, for models that read the text alone. */
export const callWarnings = ({
  error,
  warnings,
}: Partial<Pick<Envelope, 'error'>> & Pick<Envelope, 'warnings'>): CallToolResult['content'] =>
  error !== undefined || warnings.length === 0 ? [] : [{ type: 'text', text: `Warning: ${warnings.join('\n')}` }];

export const whereWhole = ({ id, bytes, mediaType }: Pointer): string =>
  `The whole (${bytes} bytes, ${mediaType}) is kept: read it with read_output {"id": "${id}", "range": "bytes=0-65535"}.`;

/** Links to what is kept in place of a result, or of parts of it. */
export const callLinks = ({ pointer, routed }: Envelope): CallToolResult['content'] =>
  [...(pointer === undefined ? [] : [pointer]), ...(routed?.parts ?? [])].map((it) => ({ ...linkTo(it) }));

/** The envelope without the output when a block holds it, so that no context has it twice. */
export function callMembers(envelope: Envelope): Omit<Envelope, 'output'> {
  if (envelope.context === undefined) return envelope;
  const { output: _output, ...members } = envelope;
  return members;
}
