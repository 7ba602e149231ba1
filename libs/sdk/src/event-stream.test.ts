import { describe, expect, it } from '@jest/globals';
import { eventsOf, type StreamEvent } from './event-stream.js';

async function read(...chunks: string[]): Promise<StreamEvent[]> {
  const bytes = chunks.map((it) => new TextEncoder().encode(it));
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = bytes.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
}

describe('eventsOf', () => {
  it('reads events whole, however they are cut', async () => {
    const events = [
      { id: '1', data: '{"a":1}' },
      { id: undefined, data: 'x\ny' },
    ];
    const text = 'id: 1\nevent: stage\ndata: {"a":1}\n\n: still here\n\ndata: x\ndata: y\r\n\r\n';
    expect(await read(text)).toEqual(events);
    expect(await read(...text)).toEqual(events);
  });

  it('leaves out what is no whole event', async () => {
    expect(await read('id: 1\n\n', 'data: cut')).toEqual([]);
  });
});
