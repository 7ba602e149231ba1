// What the conformance upstream offers: tools, prompts and resources under the names that the conformance tool calls,
// and a few of our own. Plain JavaScript, so that a child process needs no build.
import { inputRequired } from '@modelcontextprotocol/server';

/** One red pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file without a sample. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (value) => ({ type: 'text', text: value });
const image = { type: 'image', data: png, mimeType: 'image/png' };
const resource = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const string = { type: 'string' };
const object = (properties = {}) => ({ type: 'object', properties, required: Object.keys(properties) });

/** Asks the client once, under the name `asked`, and goes on with its answer. */
const asking = (request, done) => (args, context) => {
  const answer = context.mcpReq.inputResponses?.asked;
  return answer === undefined ? inputRequired({ inputRequests: { asked: request(args) } }) : done(answer);
};

const elicited = (schema) =>
  asking(
    () => inputRequired.elicit({ message: 'Please fill this in', requestedSchema: { type: 'object', ...schema } }),
    ({ action, content }) => ({
      content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)],
    }),
  );

const choices = ['option1', 'option2', 'option3'];
const titled = (word) =>
  ['First', 'Second', 'Third'].map((nth, at) => ({ const: `value${at + 1}`, title: `${nth} ${word}` }));

/** Name → description, input schema if it has any input, and what it does with its arguments and the request's context. */
export const tools = {
  test_simple_text: [
    'Answers a text',
    object(),
    () => ({ content: [text('This is a simple text response for testing.')] }),
  ],
  test_image_content: ['Answers an image', object(), () => ({ content: [image] })],
  test_audio_content: [
    'Answers a sound',
    object(),
    () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  ],
  test_embedded_resource: [
    'Answers a resource',
    object(),
    () => ({ content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] }),
  ],
  test_multiple_content_types: [
    'Answers blocks of several types',
    object(),
    () => ({
      content: [
        text('Multiple content types test:'),
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  ],
  test_tool_with_logging: [
    'Logs while it works',
    object(),
    async (_args, { mcpReq }) => {
      await mcpReq.log('info', 'Tool execution started');
      await pause();
      await mcpReq.log('info', 'Tool processing data');
      await pause();
      await mcpReq.log('info', 'Tool execution completed');
      return { content: [text('Logged three times.')] };
    },
  ],
  test_tool_with_progress: [
    'Reports progress while it works',
    object(),
    async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progress > 0) await pause();
        const params = { progressToken, progress, total: 100 };
        if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [text('Progressed.')] };
    },
  ],
  test_error_handling: [
    'Fails always',
    object(),
    () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  ],
  test_sampling: [
    "Asks the client's model",
    object({ prompt: string }),
    asking(
      ({ prompt }) =>
        inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 }),
      ({ content }) => ({ content: [text(`LLM response: ${content?.text ?? JSON.stringify(content)}`)] }),
    ),
  ],
  test_elicitation: [
    'Asks the person at the client',
    object({ message: string }),
    asking(
      ({ message }) =>
        inputRequired.elicit({
          message,
          requestedSchema: object({
            username: { ...string, description: "User's response" },
            email: { ...string, description: "User's email address" },
          }),
        }),
      ({ action, content }) => ({
        content: [text(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`)],
      }),
    ),
  ],
  test_elicitation_sep1034_defaults: [
    'Asks with defaults',
    object(),
    elicited({
      properties: {
        name: { ...string, default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { ...string, enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    }),
  ],
  test_elicitation_sep1330_enums: [
    'Asks with choices',
    object(),
    elicited({
      properties: {
        untitledSingle: { ...string, enum: choices },
        titledSingle: { ...string, oneOf: titled('Option') },
        legacyEnum: {
          ...string,
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three'],
        },
        untitledMulti: { type: 'array', items: { ...string, enum: choices } },
        titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
      },
    }),
  ],
  json_schema_2020_12_tool: [
    'Has a schema of the 2020-12 dialect',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { type: 'object', properties: { street: string, city: string } } },
      properties: { name: string, address: { $ref: '#/$defs/address' } },
      additionalProperties: false,
    },
    (args) => ({ content: [text(JSON.stringify(args))] }),
  ],
  test_reconnection: [
    'Closes its stream before it answers, where it can',
    object(),
    async (_args, { http }) => {
      http?.closeSSE?.();
      await pause();
      return { content: [text('Reconnected.')] };
    },
  ],
  // Beyond the conformance tool's.
  list_roots: [
    'Asks for the roots of the client',
    object(),
    asking(
      () => inputRequired.listRoots(),
      ({ roots }) => ({ content: [text(roots.map(({ uri }) => uri).join(' '))] }),
    ),
  ],
  typed: [
    'Answers with an output schema',
    object({ n: { type: 'number' } }),
    ({ n }) => ({
      content: [text(String(n * 2))],
      structuredContent: { doubled: n * 2 },
      _meta: { 'example.com/kept': true },
    }),
    object({ doubled: { type: 'number' } }),
  ],
  wait: [
    'Waits until it is cancelled, and logs that it was',
    object(),
    (_args, { mcpReq }) =>
      new Promise((resolve) => {
        mcpReq.signal.addEventListener('abort', () => {
          process.stderr.write('cancelled\n');
          resolve({ content: [] });
        });
        process.stderr.write('waiting\n');
      }),
  ],
  touch: [
    'Says to who watches it that a resource was updated, and that the list of prompts has changed',
    object(),
    async (_args, { mcpReq, updated }) => {
      updated('test://watched-resource');
      await mcpReq.notify({ method: 'notifications/prompts/list_changed' }).catch(() => {});
      return { content: [text('touched')] };
    },
  ],
  who: [
    'Answers the process and the session',
    object(),
    (_args, { sessionId }) => ({ content: [text(`${process.pid} ${sessionId}`)] }),
  ],
};

const argument = (name) => ({ name, required: true });
const said = (...content) => ({ messages: content.map((it) => ({ role: 'user', content: it })) });

/** Name → description, arguments, and the messages. */
export const prompts = {
  test_simple_prompt: ['A text', [], () => said(text('This is a simple prompt for testing.'))],
  test_prompt_with_arguments: [
    'A text with two arguments',
    [argument('arg1'), argument('arg2')],
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ],
  test_prompt_with_embedded_resource: [
    'A resource',
    [argument('resourceUri')],
    ({ resourceUri }) =>
      said(
        resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  ],
  test_prompt_with_image: ['An image', [], () => said(image, text('Please analyze the image above.'))],
};

/** Address → name, description, media type, and the members that hold the content. */
export const resources = {
  'test://static-text': [
    'Text',
    'A text that stays',
    'text/plain',
    { text: 'This is the content of the static text resource.' },
  ],
  'test://static-binary': ['Image', 'An image that stays', 'image/png', { blob: png }],
  'test://example-resource': ['Example', 'An example', 'text/plain', { text: 'An example.' }],
  'test://watched-resource': ['Watched', 'Can be subscribed to', 'text/plain', { text: 'Watched.' }],
};

export const template = { uriTemplate: 'test://template/{id}/data', name: 'Data', mimeType: 'application/json' };

/** What the template's address holds; undefined for any other address. */
export function templated(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  return id && { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}
