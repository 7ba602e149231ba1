// The tools of the test upstream, one behaviour each. Plain JavaScript, so that a child process needs no build.
import { appendFileSync, existsSync } from 'node:fs';

const object = (properties = {}, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const number = { type: 'number' };
const string = { type: 'string' };

export const tools = [
  { name: 'echo', description: 'Answers the message', inputSchema: object({ message: string }), readOnly: true },
  {
    name: 'add',
    description: 'Adds two numbers',
    inputSchema: object({ a: number, b: number }),
    outputSchema: object({ sum: number }),
    readOnly: true,
  },
  { name: 'count', description: 'Appends a line to the effects file', inputSchema: object({ line: string }) },
  { name: 'whoami', description: 'Process id and environment', inputSchema: object(), readOnly: true },
  { name: 'hang', description: 'Never answers', inputSchema: object() },
  { name: 'slow', description: 'Answers after some time', inputSchema: object({ ms: number }) },
  { name: 'garbage', description: 'Answers broken JSON', inputSchema: object() },
  { name: 'chatty', description: 'Logs text to its output, then answers', inputSchema: object() },
  { name: 'huge', description: 'Answers so many bytes', inputSchema: object({ bytes: number }) },
  { name: 'deep', description: 'Answers so many levels', inputSchema: object({ levels: number }) },
  { name: 'fail', description: 'Says that it failed', inputSchema: object() },
  { name: 'refuse', description: 'Answers a JSON-RPC error', inputSchema: object({ code: number, message: string }) },
  { name: 'malformed', description: 'Answers something that is no tool result', inputSchema: object() },
  {
    name: 'mistyped',
    description: 'Answers against its output schema',
    inputSchema: object(),
    outputSchema: object({ sum: number }),
  },
  { name: 'die', description: 'Ends its process in mid-call', inputSchema: object() },
  { name: 'meta', description: 'Answers what travelled beside the arguments', inputSchema: object({ line: string }) },
  {
    name: 'steps',
    description: 'Reports so many steps, then answers once a file is there',
    inputSchema: object({ steps: number, until: string }),
    readOnly: true,
  },
  {
    name: 'picture',
    description: 'Answers a picture of so many bytes',
    inputSchema: object({ bytes: number }),
    readOnly: true,
  },
  { name: 'flood', description: 'Writes megabytes to standard error, then answers', inputSchema: object() },
].map(({ readOnly = false, ...tool }) => ({ ...tool, annotations: { readOnlyHint: readOnly } }));

const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** A value nested so many levels. */
function nested(levels) {
  let value = {};
  for (let level = 1; level < levels; level++) value = { in: value };
  return value;
}

/** What each tool does. */
const behaviours = {
  echo({ input }) {
    return text(input.message);
  },
  add({ input }) {
    return { ...text(String(input.a + input.b)), structuredContent: { sum: input.a + input.b } };
  },
  count({ input, file }) {
    appendFileSync(file, `${input.line}\n`);
    return text('counted');
  },
  whoami() {
    return { ...text(String(process.pid)), structuredContent: { pid: process.pid, env: process.env } };
  },
  hang() {
    return new Promise(() => {});
  },
  slow({ input, file, io }) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(text('done')), input.ms);
      if (file) appendFileSync(file, 'started\n');
      io.onCancel(() => {
        clearTimeout(timer);
        if (file) appendFileSync(file, 'cancelled\n');
      });
    });
  },
  async garbage({ io }) {
    await io.raw('{"jsonrpc": "2.0", "id": broken\n');
    return undefined;
  },
  async chatty({ io }) {
    await io.noise('[info] about to answer\nstill working {soon}\n{"level":"info","msg":"a log line"}\n');
    return text('done');
  },
  huge({ input, io }) {
    return io.huge(input.bytes);
  },
  deep({ input }) {
    return { ...text('deep'), structuredContent: nested(input.levels) };
  },
  fail() {
    return { ...text('the tool failed'), isError: true };
  },
  refuse({ input }) {
    throw Object.assign(new Error(input.message), { code: input.code });
  },
  malformed() {
    return { content: 'not a list' };
  },
  mistyped() {
    return { ...text('none'), structuredContent: { sum: 'not a number' } };
  },
  die() {
    process.exit(3);
    return undefined;
  },
  meta({ meta }) {
    return { ...text('meta'), structuredContent: meta ?? {} };
  },
  steps({ input, io }) {
    for (let step = 1; step <= input.steps; step++) io.progress({ progress: step, total: input.steps });
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        if (!existsSync(input.until)) return;
        clearInterval(timer);
        resolve(text('done'));
      }, 10);
      io.onCancel(() => clearInterval(timer));
    });
  },
  picture({ input }) {
    return {
      content: [
        { type: 'text', text: 'a picture' },
        { type: 'image', mimeType: 'image/png', data: Buffer.alloc(input.bytes, 7).toString('base64') },
      ],
    };
  },
  flood() {
    for (let written = 0; written < 64; written++) process.stderr.write('x'.repeat(64 * 1024));
    return text('flooded');
  },
};

/**
 * Runs a tool. `io` writes raw bytes past the protocol: `io.raw(chunk)`; `io.onCancel(run)` hears of a cancellation;
 * `io.progress(params)` reports progress to who asked for it; `meta` is what travelled beside the arguments.
 * Resolves to a result, or to `undefined` when the tool answers in its own way or never.
 */
export async function callTool(name, input, { file, io, meta }) {
  const tool = Object.hasOwn(behaviours, name) ? behaviours[name] : undefined;
  if (tool === undefined) throw Object.assign(new Error(`Tool ${name} not found`), { code: -32602 });
  return tool({ input, file, io, meta });
}

/** Five hundred plain tools. */
export const manyTools = Array.from({ length: 500 }, (_, index) => ({
  name: `tool_${index}`,
  description: `Tool number ${index}`,
  inputSchema: object(),
}));
