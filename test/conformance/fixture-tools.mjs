// Tools and prompts of the conformance fixture: those of the test upstream, and what scenarios of 2026-07-28 want beside.
import { createHmac, randomBytes } from 'node:crypto';
import { inputRequired, MissingRequiredClientCapabilityError, ProtocolError } from '@modelcontextprotocol/server';
import { prompts as basicPrompts, tools as basicTools } from '../../libs/testing/src/upstreams/everything-features.mjs';
import { declaresTasks, needsTasks, newTask } from './fixture-tasks.mjs';

export const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const invalidParams = -32_602;

const text = (value) => ({ type: 'text', text: value });
const said = (value) => ({ content: [text(value)] });
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const string = { type: 'string' };
const object = (properties = {}, required = Object.keys(properties)) => ({ type: 'object', properties, required });

const form = (message, properties) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } });
const sample = (question, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens });

/** State that travels through the client, which cannot change it. */
const secret = randomBytes(32);
const sign = (value) => createHmac('sha256', secret).update(value).digest('hex');
const sealed = (value) => `${value}.${sign(value)}`;
function opened(state) {
  const [value, signature] = String(state).split(/\.(?=[^.]*$)/);
  if (signature === sign(value)) return value;
  throw new ProtocolError(invalidParams, 'This state is not one that was given out here.');
}

const capabilitiesOf = ({ mcpReq }) => mcpReq.envelope?.[capabilitiesKey] ?? {};
const isAnswer = (value) => typeof value === 'object' && value !== null;

/** Asks everything of `requests` at once and goes on with the answers; with `state`, that travels, too. */
const asking = (requests, done, state) => (_args, context) => {
  const { inputResponses = {} } = context.mcpReq;
  const given = context.mcpReq.requestState();
  if (given !== undefined) opened(given);
  const answers = Object.fromEntries(Object.keys(requests).map((key) => [key, inputResponses?.[key]]));
  const missing = Object.keys(requests).filter((key) => !isAnswer(answers[key]));
  if (missing.length === 0) return done(answers);
  const inputRequests = Object.fromEntries(missing.map((key) => [key, requests[key]]));
  return inputRequired({ inputRequests, ...(state && { requestState: sealed(state) }) });
};

const name = { name: string };
const greeted = ({ user_name }) => said(`Hello, ${user_name.content?.name}!`);

function rounds(_args, { mcpReq }) {
  const given = mcpReq.requestState();
  const round = given === undefined ? 0 : Number(opened(given));
  const questions = [
    { step1: form('Step 1: What is your name?', name) },
    { step2: form('Step 2: What is your favorite color?', { color: string }) },
  ];
  if (round === questions.length) return said('Both steps are done.');
  return inputRequired({ inputRequests: questions[round], requestState: sealed(String(round + 1)) });
}

function onlyDeclared(_args, context) {
  const { inputResponses } = context.mcpReq;
  if (inputResponses !== undefined) return said('Answered.');
  const declared = capabilitiesOf(context);
  return inputRequired({
    inputRequests: {
      ...(declared.sampling && { question: sample('Anything?', 10) }),
      ...(declared.elicitation && { person: form('Anything?', name) }),
    },
  });
}

const address = { $anchor: 'address', type: 'object', properties: { street: string, city: string } };
const person = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address },
  properties: {
    name: string,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: string,
    email: string,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** A tool that runs as a task for clients that know tasks; `alone` is what it does for others. */
const asTask = (work, alone) => (args, context) =>
  declaresTasks(capabilitiesOf(context)) ? newTask((ask) => work(args, ask)) : alone(args);
const onlyAsTask = (work) =>
  asTask(work, () => {
    throw needsTasks();
  });

const computed = async ({ seconds = 0, label = '' }) => {
  await wait(seconds * 1_000);
  return said(`Computed ${label} in ${seconds} s.`);
};

const deleted = ({ filename }, { content }) =>
  said(content?.confirm === true ? `Deleted ${filename}.` : `Kept ${filename}.`);

/** Its `notifier` is set where requests are served. */
export const notifying = {};

/** Name → description, input schema, and what it does with its arguments and the request's context. */
export const tools = {
  ...Object.fromEntries(Object.entries(basicTools).filter(([name]) => !['wait', 'touch', 'who'].includes(name))),
  json_schema_2020_12_tool: ['Has a schema of the 2020-12 dialect', person, (args) => said(JSON.stringify(args))],
  test_missing_capability: [
    "Needs the client's model",
    object(),
    (_args, context) => {
      if (capabilitiesOf(context).sampling !== undefined) return said('The client offers sampling.');
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  ],
  test_streaming_elicitation: [
    'Asks while it works',
    object(),
    asking({ person: form('Who?', name) }, () => said('Asked.')),
  ],
  test_logging_tool: [
    'Logs while it works',
    object(),
    async (_args, { mcpReq }) => {
      await mcpReq.log('info', 'Working');
      return said('Logged.');
    },
  ],
  test_trigger_tool_change: [
    'Says that the tools have changed',
    object(),
    () => {
      notifying.notifier.toolsChanged();
      return said('Said.');
    },
  ],
  test_trigger_prompt_change: [
    'Says that the prompts have changed',
    object(),
    () => {
      notifying.notifier.promptsChanged();
      return said('Said.');
    },
  ],
  test_input_required_result_elicitation: [
    'Asks a name',
    object(),
    asking({ user_name: form('What is your name?', name) }, greeted),
  ],
  test_input_required_result_sampling: [
    'Asks a model',
    object(),
    asking({ capital_question: sample('What is the capital of France?', 100) }, ({ capital_question }) =>
      said(String(capital_question.content?.text)),
    ),
  ],
  test_input_required_result_list_roots: [
    'Asks for roots',
    object(),
    asking({ client_roots: inputRequired.listRoots() }, ({ client_roots }) =>
      said(client_roots.roots.map(({ uri }) => uri).join(' ')),
    ),
  ],
  test_input_required_result_request_state: [
    'Keeps state at the client',
    object(),
    asking({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) }, () => said('state-ok'), 'confirming'),
  ],
  test_input_required_result_tampered_state: [
    'Keeps state at the client',
    object(),
    asking({ confirm: form('Please confirm', { ok: { type: 'boolean' } }) }, () => said('state-ok'), 'confirming'),
  ],
  test_input_required_result_multiple_inputs: [
    'Asks three things at once',
    object(),
    asking(
      {
        user_name: form('What is your name?', name),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      greeted,
      'three',
    ),
  ],
  test_input_required_result_multi_round: ['Asks twice', object(), rounds],
  test_input_required_result_capabilities: ['Asks what the client can be asked', object(), onlyDeclared],
  test_header: [
    'Takes an argument that a header mirrors',
    object({ region: { ...string, 'x-mcp-header': 'Region' } }),
    ({ region }) => said(region),
  ],
  greet: ['Greets', object(name), ({ name: who }) => said(`Hello, ${who}!`)],
  slow_compute: [
    'Takes its time',
    object({ seconds: { type: 'number' }, label: string }, []),
    asTask(computed, computed),
  ],
  failing_job: [
    'Fails after a while',
    object(),
    onlyAsTask(async () => {
      await wait(1_000);
      return { ...said('The job failed.'), isError: true };
    }),
  ],
  protocol_error_job: [
    'Breaks',
    object(),
    onlyAsTask(async () => {
      throw new Error('The job broke.');
    }),
  ],
  confirm_delete: [
    'Deletes a file when somebody agrees',
    object({ filename: string }),
    onlyAsTask(async (args, ask) =>
      deleted(args, await ask(form(`Delete ${args.filename}?`, { confirm: { type: 'boolean' } }))),
    ),
  ],
  multi_input: [
    'Asks two things at once',
    object(),
    onlyAsTask(async (_args, ask) => {
      const answers = await Promise.all(['First', 'Second'].map((nth) => ask(form(`${nth} name?`, name))));
      return said(answers.map(({ content }) => content?.name).join(', '));
    }),
  ],
  test_tool_with_task: [
    'Asks a name, and goes on as a task',
    object(),
    (args, context) => {
      if (!declaresTasks(capabilitiesOf(context))) throw needsTasks();
      return asking({ user_name: form('What is your name?', name) }, (answers) =>
        newTask(async () => greeted(answers)),
      )(args, context);
    },
  ],
};

export const prompts = {
  ...basicPrompts,
  test_input_required_result_prompt: ['Asks what it is about', [], undefined],
};

export const askContext = asking(
  { user_context: form('What context should the prompt use?', { context: string }) },
  ({ user_context }) => ({
    messages: [{ role: 'user', content: text(`About ${user_context.content?.context}`) }],
  }),
);
