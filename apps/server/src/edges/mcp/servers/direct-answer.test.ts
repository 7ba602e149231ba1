import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { DirectAnswer } from './direct-answer.js';

const answered = async (use: (answer: DirectAnswer) => void) => {
  const fastify = Fastify();
  fastify.get('/', (_, reply) => use(new DirectAnswer(reply, { 'mcp-session-id': 's' })));
  const { statusCode, headers, payload } = await fastify.inject('/');
  return { statusCode, type: headers['content-type'], session: headers['mcp-session-id'], payload };
};
const result = { content: [] };

describe('the response to a plain call', () => {
  it('is one JSON document', async () => {
    expect(await answered((it) => it.end(1, { result }))).toEqual({
      ...{ statusCode: 200, type: 'application/json; charset=utf-8', session: 's' },
      payload: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
    });
  });

  it('is a stream once something is said before the result', async () => {
    const heard = await answered((it) => {
      it.notify({ jsonrpc: '2.0', method: 'notifications/message' });
      it.end(1, { result });
    });
    expect(heard).toMatchObject({ statusCode: 200, type: 'text/event-stream', session: 's' });
    expect(heard.payload.match(/^data: /gm)).toHaveLength(2);
  });

  it.each([
    [-32_020, 400],
    [-32_021, 400],
    [-32_602, 200],
  ])('has the status that belongs to the error %d', async (code, status) => {
    const { statusCode } = await answered((it) => it.end('a', { error: { code, message: 'No.' } }));
    expect(statusCode).toBe(status);
  });
});
