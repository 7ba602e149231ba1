// The fixture of the conformance tool's requirements for 2026-07-28: everything the test upstream has, and what the
// scenarios of that revision want beside it: questions as results, tasks, and headers that mirror arguments. It prints
// `listening <port>` to standard error.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  createMcpHandler,
  inputRequired,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import {
  prompts as basicPrompts,
  tools as basicTools,
  resources,
  template,
  templated,
} from '../../libs/testing/src/upstreams/everything-features.mjs';

const tasksExtension = 'io.modelcontextprotocol/tasks';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const headerMismatch = -32_020;
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

/** Tasks by id. */
const tasks = new Map();
const ttlMs = 600_000;

/** Runs `work` as a task; `ask` in it waits for an answer that the client gives to the task. */
function newTask(work) {
  const now = new Date().toISOString();
  const task = {
    taskId: randomUUID(),
    status: 'working',
    createdAt: now,
    lastUpdatedAt: now,
    inputRequests: {},
    waiting: new Map(),
  };
  const settle = (status, members) => {
    if (['completed', 'failed', 'cancelled'].includes(task.status)) return;
    Object.assign(task, { status, lastUpdatedAt: new Date().toISOString() }, members);
  };
  const ask = (request) =>
    new Promise((resolve) => {
      const key = randomUUID();
      task.inputRequests[key] = request;
      task.waiting.set(key, resolve);
      settle('input_required');
    });
  task.answer = (key, response) => {
    const resolve = task.waiting.get(key);
    if (resolve === undefined) return;
    task.waiting.delete(key);
    delete task.inputRequests[key];
    if (task.waiting.size === 0) settle('working');
    resolve(response);
  };
  task.cancel = () => settle('cancelled');
  tasks.set(task.taskId, task);
  work(ask).then(
    (result) => settle('completed', { result: { resultType: 'complete', ...result } }),
    (error) => settle('failed', { error: { code: -32_603, message: error.message } }),
  );
  return { resultType: 'task', ...shown(task) };
}

const shown = ({ taskId, status, createdAt, lastUpdatedAt }) => ({
  taskId,
  status,
  createdAt,
  lastUpdatedAt,
  ttlMs,
  pollIntervalMs: 100,
});

const detailed = (task) => ({
  ...shown(task),
  ...(task.status === 'input_required' && { inputRequests: task.inputRequests }),
  ...(task.status === 'completed' && { result: task.result }),
  ...(task.status === 'failed' && { error: task.error }),
});

const declaresTasks = (context) => capabilitiesOf(context).extensions?.[tasksExtension] !== undefined;
const needsTasks = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [tasksExtension]: {} } } });

/** A tool that runs as a task for clients that know tasks; `alone` is what it does for others. */
const asTask = (work, alone) => (args, context) =>
  declaresTasks(context) ? newTask((ask) => work(args, ask)) : alone(args);
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

/** Set where requests are served. */
let notifier;

/** Name → description, input schema, and what it does with its arguments and the request's context. */
const tools = {
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
      notifier.toolsChanged();
      return said('Said.');
    },
  ],
  test_trigger_prompt_change: [
    'Says that the prompts have changed',
    object(),
    () => {
      notifier.promptsChanged();
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
      if (!declaresTasks(context)) throw needsTasks();
      return asking({ user_name: form('What is your name?', name) }, (answers) =>
        newTask(async () => greeted(answers)),
      )(args, context);
    },
  ],
};

const prompts = {
  ...basicPrompts,
  test_input_required_result_prompt: ['Asks what it is about', [], undefined],
};

const askContext = asking(
  { user_context: form('What context should the prompt use?', { context: string }) },
  ({ user_context }) => ({
    messages: [{ role: 'user', content: text(`About ${user_context.content?.context}`) }],
  }),
);

const known = (offered, key) => {
  if (Object.hasOwn(offered, key)) return offered[key];
  throw new ProtocolError(invalidParams, `Nothing here is called ${key}`);
};

/** The arguments that headers mirror have to be what the headers say. */
function checkHeaders({ properties = {} }, args, headers) {
  for (const [key, schema] of Object.entries(properties)) {
    const header = schema['x-mcp-header'];
    if (header === undefined || args[key] === undefined) continue;
    const sent = headers.get(`mcp-param-${header}`);
    if (sent === null || decoded(sent) !== String(args[key]))
      throw new ProtocolError(headerMismatch, `The header Mcp-Param-${header} does not say what ${key} is.`);
  }
}

function decoded(value) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}

const listed = ([key, [description, inputSchema, , outputSchema]]) => ({
  name: key,
  description,
  inputSchema,
  ...(outputSchema && { outputSchema }),
  annotations: { readOnlyHint: true },
});

const requests = {
  'tools/list': () => ({ tools: Object.entries(tools).map(listed), ttlMs: 60_000, cacheScope: 'public' }),
  'tools/call': (params, context) => known(tools, params.name)[2](params.arguments ?? {}, context),
  'prompts/list': () => ({
    prompts: Object.entries(prompts).map(([key, [description, args]]) => ({ name: key, description, arguments: args })),
  }),
  'prompts/get': (params, context) => {
    const [, , messages = () => askContext({}, context)] = known(prompts, params.name);
    return messages(params.arguments ?? {});
  },
  'resources/list': () => ({
    resources: Object.entries(resources).map(([uri, [title, description, mimeType]]) => ({
      uri,
      name: title,
      description,
      mimeType,
    })),
    ttlMs: 30_000,
    cacheScope: 'public',
  }),
  'resources/templates/list': () => ({ resourceTemplates: [template] }),
  'resources/read': ({ uri }) => {
    const made = templated(uri);
    if (made) return { contents: [{ uri, mimeType: template.mimeType, ...made }] };
    const [, , mimeType, content] = known(resources, uri);
    return { contents: [{ uri, mimeType, ...content }], ttlMs: 5_000, cacheScope: 'private' };
  },
  'completion/complete': ({ argument }) => ({
    completion: { values: [`${argument.value}-completed`], total: 1, hasMore: false },
  }),
};

/** The protocol library knows these of another revision only, and refuses them in this one. */
const taskRequests = {
  'tasks/get': (task) => detailed(task),
  'tasks/update': (task, { inputResponses = {} }) => {
    for (const [key, response] of Object.entries(inputResponses)) task.answer(key, response);
    return {};
  },
  'tasks/cancel': (task) => {
    task.cancel();
    return {};
  },
};

function taskOf(taskId) {
  const task = tasks.get(taskId);
  if (task === undefined) throw new ProtocolError(invalidParams, `There is no task ${taskId}.`);
  return task;
}

const identity = { name: 'conformance-fixture', version: '1.0.0' };
const capabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  completions: {},
  logging: {},
  extensions: { [tasksExtension]: {} },
};

function newServer({ requestInfo }) {
  const server = new Server(identity, { capabilities });
  const run = requests[requestInfo.headers.get('mcp-method')];
  // Without a handler the library answers that the method is not there, as it has to.
  if (run) server.fallbackRequestHandler = async ({ params = {} }, context) => run(params, context);
  return server;
}

async function fetchRequest(request, response) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers, url } = request;
  const body = method === 'POST' ? Buffer.concat(chunks) : undefined;
  return new Request(`http://${headers.host}${url}`, { method, headers, body, signal: gone.signal });
}

async function write(answer, response) {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  const reader = answer.body?.getReader();
  response.once('close', () => void reader?.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    if (done) break;
    response.write(value);
  }
  response.end();
}

const failure = (id, { code, message, data }, status) =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } }, { status });

/** What is answered without the protocol library: tasks, and calls whose headers do not say what their arguments are. */
async function answered(asked) {
  if (asked.method !== 'POST') return undefined;
  const { id, method, params } = await asked
    .clone()
    .json()
    .catch(() => ({}));
  const run = taskRequests[method];
  const mayAnswer = asked.headers.get('mcp-method') === method && params?._meta?.[capabilitiesKey] !== undefined;
  if (run && mayAnswer && asked.headers.get('mcp-name') === params.taskId) return taskAnswer(id, run, params);
  const tool = method === 'tools/call' && Object.hasOwn(tools, params?.name) ? tools[params.name] : undefined;
  try {
    if (tool) checkHeaders(tool[1], params.arguments ?? {}, asked.headers);
    return undefined;
  } catch (error) {
    return failure(id, error, 400);
  }
}

function taskAnswer(id, run, params) {
  if (params._meta[capabilitiesKey].extensions?.[tasksExtension] === undefined) return failure(id, needsTasks(), 400);
  try {
    const _meta = { 'io.modelcontextprotocol/serverInfo': identity };
    return Response.json({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', ...run(taskOf(params.taskId), params), _meta },
    });
  } catch (error) {
    return failure(id, error, 200);
  }
}

const isOurs = ({ headers }) =>
  validateHostHeader(headers.host, localhostAllowedHostnames()).ok &&
  validateOriginHeader(headers.origin, localhostAllowedOrigins()).ok;

const handler = createMcpHandler(newServer, { legacy: 'reject' });
notifier = handler.notify;
const server = createServer(async (request, response) => {
  if (!isOurs(request)) return void response.writeHead(403).end();
  const asked = await fetchRequest(request, response);
  await write((await answered(asked)) ?? (await handler.fetch(asked)), response);
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`listening ${server.address().port}\n`));
