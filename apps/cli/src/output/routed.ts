import type { Envelope } from '@assay/sdk';
import { contentText } from './content.js';

/** What a call gave back: the block for a context, the output, or where it is. */
export function resultText({ output, context, pointer, routed }: Envelope): string {
  if (context !== undefined) return context;
  if (output !== undefined) return contentText(output);
  if (pointer !== undefined) return `${pointer.bytes} bytes of ${pointer.mediaType}: assay outputs get ${pointer.id}`;
  return routed === undefined ? '' : routed.why;
}

/** Notes on how a result was routed. */
export function routedNotes({ routed, pointer, output, context, tokens }: Envelope): string[] {
  if (routed === undefined) return tokens === undefined ? [] : [tokensText(tokens)];
  const { level, why, parts = [], memory, notes, rawTokens } = routed;
  const isShown = output !== undefined || context !== undefined;
  return [
    ...(isShown && level !== null
      ? [`${level}${rawTokens === undefined ? '' : ` of ${rawTokens} tokens`}: ${why}`]
      : []),
    ...(isShown || pointer === undefined ? [] : [why]),
    ...(pointer !== undefined && isShown ? [`Full result: assay outputs get ${pointer.id}`] : []),
    ...parts.map((it) => `Stored separately, ${it.bytes} bytes of ${it.mediaType}: assay outputs get ${it.id}`),
    ...(memory === undefined ? [] : [`Stored in memory (${memory.layer}): assay memory show ${memory.id}`]),
    ...notes,
    ...(tokens === undefined ? [] : [tokensText(tokens)]),
  ];
}

const tokensText = ({ schemas, arguments: args, result, validation }: NonNullable<Envelope['tokens']>): string =>
  `Tokens: definition ${schemas}, arguments ${args}, result ${result}, validation ${validation}`;
