import type { CallEventView } from '@assay/sdk';
import { harmless } from './text.js';

/** What happens to a call, a line each. */
export function eventText(event: CallEventView): string {
  switch (event.kind) {
    case 'stage':
      return `${event.stage} ${event.ms.toFixed(1)} ms${event.note === undefined ? '' : ` (${event.note})`}`;
    case 'level':
      return `${event.tool} used as fallback after ${event.after}`;
    case 'progress':
      return progressText(event);
    case 'end':
      return 'the call ended without a result';
  }
}

/** A share where the tool says how much there is in all. What it says goes to a terminal, so it is made harmless. */
function progressText({ progress, total, message }: Extract<CallEventView, { kind: 'progress' }>): string {
  const share = total === undefined || total <= 0 ? String(progress) : `${Math.round((100 * progress) / total)} %`;
  return message === undefined ? share : `${share} ${harmless(message)}`;
}
