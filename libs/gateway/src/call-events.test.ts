import { describe, expect, it } from '@jest/globals';
import { CallEvents, maxListeners, type NumberedEvent } from './call-events.js';

const progress = (n: number) => ({ kind: 'progress', progress: n }) as const;
const end = { kind: 'end', envelope: null } as const;

function following(events: CallEvents, after = 0) {
  const heard: NumberedEvent[] = [];
  const stop = events.follow(after, (event) => heard.push(event));
  return { heard, stop, numbers: () => heard.map(({ number }) => number) };
}

describe('CallEvents', () => {
  it('tells who comes late what has been, and then what comes', () => {
    const events = new CallEvents();
    events.tell(progress(1));
    const late = following(events);
    events.tell(progress(2));
    expect(late.heard).toEqual([
      { number: 1, event: progress(1) },
      { number: 2, event: progress(2) },
    ]);
  });

  it('goes on where somebody was', () => {
    const events = new CallEvents();
    for (let n = 1; n <= 3; n += 1) events.tell(progress(n));
    expect(following(events, 2).numbers()).toEqual([3]);
  });

  it('ends once, for everybody, also for those who come afterwards', () => {
    const events = new CallEvents();
    const early = following(events);
    events.tell(end);
    events.tell(progress(1));
    expect([early.numbers(), following(events).numbers()]).toEqual([[1], [1]]);
  });

  it('keeps the last 256, and takes 16 listeners', () => {
    const events = new CallEvents();
    for (let n = 0; n < 300; n += 1) events.tell(progress(n));
    const { numbers, stop } = following(events);
    expect([numbers().length, numbers()[0]]).toEqual([256, 45]);
    for (let n = 1; n < maxListeners; n += 1) expect(following(events).stop).toBeDefined();
    expect(following(events).stop).toBeUndefined();
    stop?.();
    expect(following(events).stop).toBeDefined();
  });
});
