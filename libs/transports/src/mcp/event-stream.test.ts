import { describe, expect, it } from '@jest/globals';
import { EventStreamReader, type ServerEvent } from './event-stream.js';

function read(text: string, chunkBytes: number, maxChars = 1_000) {
  const events: ServerEvent[] = [];
  const reader = new EventStreamReader(maxChars);
  const bytes = Buffer.from(text);
  let fits = true;
  for (let at = 0; at < bytes.length && fits; at += chunkBytes)
    fits = reader.push(bytes.subarray(at, at + chunkBytes), (event) => events.push(event));
  return { events, fits };
}

describe.each([1, 2, 3, 7, 10_000])('a stream of events in chunks of %d bytes', (chunk) => {
  it.each(['\n', '\r\n', '\r'])('is read with any line end (%j)', (end) => {
    const lines = ['id: 7', 'retry: 50', 'data: {"a":', 'data:  1}', '', ': comment', 'data: grüß', '', ''];
    const { events } = read(lines.join(end), chunk);
    expect(events).toEqual([
      { data: '{"a":\n 1}', id: '7', retryMs: 50 },
      { data: 'grüß', id: '7', retryMs: 50 },
    ]);
  });

  it('passes over other types and unfinished events', () => {
    const { events } = read('event: log\ndata: x\n\nevent: message\ndata: y\n\ndata: unfinished\n', chunk);
    expect(events.map((event) => event.data)).toEqual(['y']);
  });

  it('refuses an event that is too large, in one line or many', () => {
    expect(read(`data: ${'x'.repeat(2_000)}\n\n`, chunk === 10_000 ? 500 : chunk).fits).toBe(false);
    expect(read(`${'data: 123456789\n'.repeat(200)}`, chunk).fits).toBe(false);
  });
});
