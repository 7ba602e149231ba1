/**
 * Evaluated in the engine before any generated code. Only text crosses the bridge: what code asks for leaves as JSON
 * through `send`, and answers come back as JSON through the function this returns. Builtins are captured first, since
 * code may replace them for itself. `eval` and the function constructors fail afterwards; clock and randomness are fixed.
 */
export const prelude = `(function (send, log, finish, settingsText, code) {
  'use strict';
  const { parse, stringify } = JSON;
  const { construct } = Reflect;
  const { defineProperty, freeze, create, getPrototypeOf } = Object;
  const OwnPromise = Promise, OwnError = Error, OwnDate = Date, OwnTypeError = TypeError, text = String;
  const uncurry = (method) => Function.prototype.call.bind(method);
  const mapGet = uncurry(Map.prototype.get), mapSet = uncurry(Map.prototype.set), mapDelete = uncurry(Map.prototype.delete);
  const then = uncurry(Promise.prototype.then);
  const AsyncFunction = getPrototypeOf(async function () {}).constructor;
  const settings = parse(settingsText);
  const pending = new Map();
  let calls = 0;

  class ToolError extends OwnError {
    constructor({ code, message, tool, outcome }) {
      super(message);
      this.name = 'ToolError';
      this.code = code;
      if (tool !== undefined) this.tool = tool;
      if (outcome !== undefined) this.outcome = outcome;
    }
  }

  const ask = (kind, name, value) =>
    new OwnPromise((resolve, reject) => {
      const argument = value === undefined ? 'null' : stringify(value);
      if (argument === undefined) throw new OwnTypeError('An argument must be JSON.');
      calls += 1;
      mapSet(pending, calls, { resolve, reject });
      send(calls, kind, name, argument);
    });
  const settle = (id, isOk, json) => {
    const waiting = mapGet(pending, id);
    mapDelete(pending, id);
    if (waiting === undefined) return;
    if (isOk) waiting.resolve(json === '' ? undefined : parse(json));
    else waiting.reject(new ToolError(parse(json)));
  };

  let state = settings.seed >>> 0;
  Math.random = function random() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const now = settings.nowMs;
  function FixedDate(...parts) {
    if (new.target === undefined) return new OwnDate(now).toString();
    return construct(OwnDate, parts.length === 0 ? [now] : parts, new.target);
  }
  FixedDate.prototype = OwnDate.prototype;
  FixedDate.now = () => now;
  FixedDate.parse = OwnDate.parse;
  FixedDate.UTC = OwnDate.UTC;
  defineProperty(OwnDate.prototype, 'constructor', { value: FixedDate });
  globalThis.Date = FixedDate;

  const shown = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof OwnError) return value.name + ': ' + value.message;
    try {
      return stringify(value) ?? text(value);
    } catch {
      return '[not JSON]';
    }
  };
  const line = (level) => (...values) => {
    let out = '';
    for (let at = 0; at < values.length; at += 1) out += (at === 0 ? '' : ' ') + shown(values[at]);
    log(level, out);
  };
  globalThis.console = freeze({ debug: line('debug'), log: line('log'), info: line('info'), warn: line('warn'), error: line('error') });

  const refused = (what) => function () { throw new OwnTypeError(what + ' is not available here.'); };
  const close = () => {
    for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}])
      defineProperty(getPrototypeOf(sample), 'constructor', { value: refused('Making code from text') });
    globalThis.Function = refused('Making code from text');
    globalThis.eval = refused('eval');
    globalThis.ToolError = ToolError;
  };

  const callable = (kind, own) =>
    new Proxy(freeze(create(null)), {
      get: (_target, name) => {
        if (typeof name !== 'string' || name === 'then') return undefined;
        return own[name] ?? ((value) => ask(kind, name, value ?? {}));
      },
      has: () => true,
    });
  const tools = callable('tool', freeze({
    __proto__: null,
    search: (query, options) => ask('search', text(query), options),
    types: (names, options) => ask('types', '', { names, ...options }),
  }));
  const host = create(null);
  for (const [group, names] of settings.functions) {
    host[group] = create(null);
    for (const name of names) host[group][name] = (value) => ask('host', group + '.' + name, value);
    freeze(host[group]);
  }
  freeze(host);

  const problem = (error) => {
    if (!(error instanceof OwnError)) return { name: 'Error', message: shown(error) };
    const { name, message, stack, code, tool, outcome } = error;
    return { name: text(name), message: text(message), stack: text(stack), ...(code && { code }), ...(tool && { tool }), ...(outcome && { outcome }) };
  };
  const end = (main) => {
    then(main, (value) => finish(true, stringify(value) ?? ''), (error) => finish(false, stringify(problem(error))));
  };
  const input = parse(settings.input);
  const begin = () => {
    if (settings.entry === 'body') {
      let body;
      try {
        body = new AsyncFunction('input', 'tools', code);
      } catch (error) {
        close();
        return finish(false, stringify({ ...problem(error), name: 'SyntaxError' }));
      }
      close();
      return end(body(input, tools));
    }
    close();
    return end(then(import('tool'), (found) => {
      if (typeof found.default !== 'function') throw new OwnTypeError('The module has no default export that is a function.');
      return found.default(input, host);
    }));
  };
  return { settle, begin };
})`;
