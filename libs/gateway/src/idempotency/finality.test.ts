import type { ErrorCode, Outcome } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { type Ending, endingOf } from './finality.js';

const ended = (code: ErrorCode, outcome?: Outcome, traits = {}) =>
  endingOf({
    failure: { code, message: '', ...(outcome && { outcome }) },
    readOnly: false,
    repeatable: false,
    answered: false,
    escalated: false,
    ...traits,
  });

describe('endingOf', () => {
  it('keeps a result', () => {
    const traits = { readOnly: false, repeatable: false, answered: true, escalated: false };
    expect(endingOf({ failure: undefined, ...traits })).toBe('kept');
  });

  it('keeps what a person has been asked for', () => {
    expect([ended('nothing_available'), ended('nothing_available', 'none', { escalated: true })]).toEqual([
      'free',
      'kept',
    ]);
  });

  it.each<[ErrorCode, Outcome | undefined, object, Ending]>([
    // What a repeat would not fix.
    ['tool_error', 'done', {}, 'kept'],
    ['invalid_input', 'none', {}, 'kept'],
    ['denied', undefined, {}, 'kept'],
    // What may have happened.
    ['upstream_unavailable', 'unknown', {}, 'kept'],
    ['deadline_exceeded', 'unknown', {}, 'kept'],
    ['cancelled', 'unknown', {}, 'kept'],
    ['internal', 'unknown', {}, 'kept'],
    ['outcome_unknown', 'unknown', { repeatable: true }, 'kept'],
    // What may have happened and may happen again.
    ['upstream_unavailable', 'unknown', { repeatable: true }, 'again'],
    ['output_too_large', 'done', { repeatable: true }, 'kept'],
    // What the tool itself said went wrong.
    ['tool_error', 'unknown', { repeatable: true, answered: true }, 'kept'],
    // What did not happen.
    ['upstream_unavailable', 'none', {}, 'free'],
    ['circuit_open', undefined, {}, 'free'],
    ['rate_limited', 'none', {}, 'free'],
    ['cancelled', 'none', {}, 'free'],
    ['internal', 'none', {}, 'free'],
    // What only reads has no outcome to be unsure of.
    ['deadline_exceeded', 'unknown', { readOnly: true }, 'free'],
    ['tool_error', 'done', { readOnly: true }, 'kept'],
  ])('%s with outcome %s at a tool %j: %s', (code, outcome, traits, ending) => {
    expect(ended(code, outcome, traits)).toBe(ending);
  });
});
