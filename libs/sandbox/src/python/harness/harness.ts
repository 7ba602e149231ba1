import { bridge } from './bridge.js';
import { loop } from './loop.js';
import { run } from './run.js';

/** Modules that most code imports: loading them beforehand saves each run that time. */
const imported =
  'import base64, collections, csv, dataclasses, datetime, decimal, enum, fractions, functools, hashlib, html, io, itertools, math, operator, re, statistics, string, textwrap, typing, unicodedata, urllib.parse, uuid, zoneinfo\n';

/** Evaluated in the interpreter before any generated code; it is part of the snapshot that processes start from. */
export const harness = `${imported}${loop}${bridge}${run}`;
