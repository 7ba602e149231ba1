import { spawn } from 'node:child_process';

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The exit code of a process that ended by itself or by a signal, as a shell would tell it. */
export const exitCodeOf = (code, signal) => code ?? exitCodes[signal] ?? 1;

/** How long a terminal's Ctrl-C may take to reach the child by itself before it is passed on. */
const terminalGraceMs = 2_000;

const parentCheckMs = 500;

/**
 * Calls `onGone` when the shell through which npm started this script has died: a signal to npm ends that shell and
 * nothing else, and what it started would run on unseen. Returns the function that stops watching.
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, parentCheckMs);
  return () => clearInterval(timer);
}

/**
 * Passes SIGINT and SIGTERM on to a child, each at most once. Ctrl-C in a terminal reaches the whole process group,
 * so there SIGINT is passed on (as SIGTERM) only to a child that is still there after a moment.
 * Returns which signals came and the function that stops it.
 */
function passSignals(child) {
  const passed = new Set();
  let timer;
  const pass = (signal) => {
    if (passed.has(signal)) return;
    passed.add(signal);
    if (signal === 'SIGINT' && process.stdin.isTTY) timer = setTimeout(() => child.kill('SIGTERM'), terminalGraceMs);
    else child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  const unwatch = watchNpm(() => pass('SIGTERM'));
  const stop = () => {
    clearTimeout(timer);
    unwatch();
    for (const signal of signals) process.off(signal, pass);
  };
  return { passed, stop };
}

/**
 * Runs a program to its end with this process's input and output, or with `onOutput`, which gets what it writes. Resolves
 * to its exit code.
 */
export function runForeground(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onOutput === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'];
    const child = spawn(command, args, { stdio, ...options });
    const signals = passSignals(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput);
    child.once('error', (error) => {
      signals.stop();
      reject(error);
    });
    child.once('close', (code, signal) => {
      signals.stop();
      resolve(exitCodeOf(code, signal));
    });
  });
}

/** Runs a program quietly. Resolves to its exit code, all it wrote and the signal that interrupted it, if one did. */
export function runQuiet(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const signals = passSignals(child);
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.once('error', (error) => {
      signals.stop();
      reject(error);
    });
    child.once('close', (code, signal) => {
      signals.stop();
      const [interruptedBy = signal] = signals.passed;
      resolve({ code: exitCodeOf(code, signal), interruptedBy, output: Buffer.concat(chunks).toString() });
    });
  });
}
