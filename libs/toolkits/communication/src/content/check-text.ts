import { Refusal } from '@assay/kit';
import type { Audience } from '../recipients/audience.js';
import type { CommunicationContext } from '../tools/communication-tool.js';
import { inspect, namesOf, type Piece } from './inspect.js';
import { requireVisible } from './plain-text.js';

/** What texts for a chat, a ticket or an alert have to pass. */
export async function requireClean(
  pieces: readonly Piece[],
  audience: Audience,
  { settings }: CommunicationContext,
): Promise<void> {
  for (const { place, text } of pieces) requireVisible(text, place);
  const found = await inspect(pieces, { audience, rules: settings, known: [], personalIntended: false });
  if (found.length > 0) throw new Refusal(`content_policy_violation: ${namesOf(found)}. Remove it.`);
}

/** The text with the line that says that an agent wrote it. */
export const signed = (text: string, { settings: { attribution } }: CommunicationContext): string =>
  text.includes(attribution) ? text : `${text.trimEnd()}\n\n${attribution}`;
