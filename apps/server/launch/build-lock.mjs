import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
/** A lock nobody has touched for so long belongs to a process that is gone. */
const abandonedAfterMs = 20_000;
const pollMs = 250;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The lock as it stands: its text and whether its holder still lives; null when it is free. */
function readLock(path) {
  try {
    const text = readFileSync(path, 'utf8');
    const silentMs = Date.now() - statSync(path).mtimeMs;
    const holder = /^(\d+) (\S+)$/.exec(text.trim());
    const gone = holder !== null && holder[2] === hostname() && !isRunning(Number(holder[1]));
    return { text, abandoned: gone || silentMs > abandonedAfterMs };
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function tryTake(path) {
  try {
    writeFileSync(path, `${process.pid} ${hostname()}\n`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves an abandoned lock aside. Only one of several processes succeeds; one that moved a living lock puts it back. */
function clearAbandoned(path, seen) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === seen) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

/** Holds the lock until it is released or the process ends, whichever way. */
function hold(path) {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // Somebody removed the folder: there is nothing left to guard.
    }
  }, heartbeatMs);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}

/**
 * Takes the lock that lets one process at a time install and build in a clone, waiting for the others.
 * `onWait` is called once if there is something to wait for. Resolves to the function that releases it.
 */
export async function takeBuildLock(path, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; !tryTake(path); ) {
    const current = readLock(path);
    if (current?.abandoned) clearAbandoned(path, current.text);
    else if (current) {
      if (!waited) onWait();
      waited = true;
      await sleep(pollMs);
    }
  }
  return hold(path);
}
