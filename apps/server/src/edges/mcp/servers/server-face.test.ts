import { describe, expect, it } from '@jest/globals';
import { isHeard, isPassed, passedFace, whyNotAsked } from './server-face.js';

const face = {
  serverInfo: { name: 'weather' },
  capabilities: {
    prompts: {},
    resources: { subscribe: true },
    logging: {},
    tasks: {},
    experimental: {},
    completions: 1,
  },
  instructions: 'Ask.',
};

describe('what a server is seen as', () => {
  it('has what the gateway passes on, and tools that are the registry’s', () => {
    expect(passedFace(face, 'whole')).toEqual({
      serverInfo: { name: 'weather' },
      capabilities: { prompts: {}, resources: { subscribe: true }, logging: {}, tools: { listChanged: true } },
      instructions: 'Ask.',
    });
  });

  it('has tools and logs alone for who may only call tools', () => {
    expect(Object.keys(passedFace(face, 'tools').capabilities)).toEqual(['logging', 'tools']);
  });
});

it.each([
  ['prompts/get', true, false],
  ['resources/subscribe', true, false],
  ['logging/setLevel', true, true],
  ['tasks/list', false, false],
  ['tools/call', false, false],
  ['constructor', false, false],
])('passes %s on to the whole server: %s, to its tools: %s', (method, whole, tools) => {
  expect([isPassed(method, 'whole'), isPassed(method, 'tools')]).toEqual([whole, tools]);
});

it('lets who may only call tools hear of those alone', () => {
  expect(isHeard('notifications/resources/updated', 'tools')).toBe(false);
  expect(isHeard('notifications/progress', 'tools')).toBe(true);
  expect(isHeard('notifications/resources/updated', 'whole')).toBe(true);
});

it.each([
  ['sampling/createMessage', { sampling: {} }, undefined],
  ['sampling/createMessage', { elicitation: {} }, 'The client does not offer sampling.'],
  ['sampling/createMessage', { sampling: true }, 'The client does not offer sampling.'],
  ['tools/call', { tools: {} }, 'Clients are not asked tools/call here.'],
  ['toString', {}, 'Clients are not asked toString here.'],
])('asks %s of a client that declares %j: %s', (method, capabilities, why) => {
  expect(whyNotAsked(method, capabilities)).toBe(why);
});
