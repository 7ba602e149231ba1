import { CallerWords, echoed } from './caller-words.js';
import type { FaultKind } from './fault-kinds.js';
import {
  absencePhrases,
  earlierStepPhrases,
  faultPhrases,
  permissionPhrases,
  requestPhrases,
  statusWords,
} from './fault-phrases.js';
import { type PhraseMatch, Phrases } from './phrases.js';
import { httpFault } from './status-faults.js';
import { boundedText, wordsOf } from './words.js';

export interface ClassifiedText {
  readonly kind: FaultKind;
  /** What in the text decided it; for tests, traces and reports. */
  readonly because: string;
  /** The upstream could not reach, or was not answered by, a host or file that the caller named. */
  readonly isCallersTarget: boolean;
  /** The text names an argument, a permission or an earlier step: it never shows that the tool is at fault. */
  readonly namesRequest: boolean;
}

/** What a text is judged against. */
export interface TextContext {
  readonly input: Readonly<Record<string, unknown>>;
  /** Names of the tool's parameters. */
  readonly properties?: readonly string[];
  /** What it is when the text does not say it. */
  readonly otherwise?: FaultKind;
}

const request = new Phrases(requestPhrases);
const permission = new Phrases(permissionPhrases);
const earlierStep = new Phrases(earlierStepPhrases);
const absence = new Phrases(absencePhrases);
const waitingFor = new Phrases(['waiting for .. selector', 'waiting for .. locator', 'waiting for .. element']);

/** Kinds that give way to a text that judges the request: "timeout must be a number", a trace below a validation error. */
const givesWay = new Set<FaultKind>(['broken', 'timed_out']);
const ofTarget = new Set<FaultKind>(['refused', 'lost', 'away', 'timed_out']);

export type ClassifyText = (text: string, context: TextContext) => ClassifiedText;

/**
 * A classifier of upstreams' error texts (SPEC section 5). Words that only repeat the caller's arguments are put out first.
 * Time is linear in the text, of which at most 4,000 characters are read.
 */
export function textClassifier(phrases: typeof faultPhrases): ClassifyText {
  const kinds = phrases.map(([kind, sources]) => [kind, new Phrases(sources)] as const);
  return (text, { input, properties = [], otherwise = 'rejected' }) => {
    const caller = new CallerWords(input, properties);
    const all = wordsOf(text);
    const words = caller.without(all);
    const asks = requestIn(words);
    const end = (kind: FaultKind, because: string, isCallersTarget = false): ClassifiedText => ({
      kind,
      because,
      isCallersTarget,
      namesRequest: asks !== undefined,
    });
    for (const [kind, looked] of kinds) {
      if (asks !== undefined && givesWay.has(kind)) continue;
      const match = looked.find(words, (it) => !isCallers(kind, it, { words, all, caller }));
      if (match === undefined) continue;
      if (kind === 'timed_out' && waitingFor.find(words) !== undefined) return end('rejected', match.phrase, true);
      const isCallersTarget = ofTarget.has(kind) && caller.namesHostIn(boundedText(text));
      return end(isCallersTarget && isUnknownHost(match) ? 'not_found' : kind, match.phrase, isCallersTarget);
    }
    const status = statusIn(words);
    if (status !== undefined) return end(status.kind, status.because, caller.namesHostIn(boundedText(text)));
    if (asks === undefined && isStackTrace(text)) return end('broken', 'stack trace');
    const absent = absence.find(words, (it) => namesValueOrKind(it, { words, all, caller }));
    if (absent !== undefined) return end('not_found', absent.phrase);
    return asks === undefined ? end(otherwise, 'the rest') : end('invalid', asks);
  };
}

export const classifyText: ClassifyText = textClassifier(faultPhrases);

interface Judged {
  /** Without what the caller said. */
  readonly words: readonly string[];
  readonly all: readonly string[];
  readonly caller: CallerWords;
}

const requestIn = (words: readonly string[]): string | undefined =>
  [request, permission, earlierStep].map((it) => it.find(words)?.phrase).find((it) => it !== undefined);

/**
 * Whether a phrase about something missing is about what the caller named: then the tool works. A tool's name counts as
 * named only as a whole; of a table or file one word is enough, since it stands somewhere in a query or path.
 */
function isCallers(kind: FaultKind, { phrase, start, end }: PhraseMatch, { words, all, caller }: Judged): boolean {
  if (!/exist|such|not found|unknown|cannot find|no module|enoent/.test(phrase)) return false;
  const own = phrase.split(' ');
  const after = all.findIndex((it, at) => at >= end && it !== ':');
  const places = [...all.keys()].slice(start, end).filter((at) => !own.includes(all[at] as string));
  const named = after < 0 || after > end + 1 ? places : [...places, after];
  return named.some((at) => words[at] === echoed || (kind !== 'missing_tool' && caller.names(all[at] as string)));
}

const isUnknownHost = ({ phrase }: PhraseMatch): boolean =>
  /enotfound|getaddrinfo|name|resolve|nodename|eai/.test(phrase);

/** Words before and after an absence that say what is absent. */
const before = 6;
const after = 12;

/** Whether something absent is a value of the arguments, or of the kind that a parameter holds. */
function namesValueOrKind({ start, end }: PhraseMatch, { words, all, caller }: Judged): boolean {
  for (let at = Math.max(0, start - before); at < Math.min(all.length, end + after); at += 1) {
    const word = all[at] as string;
    if (words[at] === echoed || caller.hasParameter(word)) return true;
    if (word.length > 2 && !common.has(word) && caller.names(word)) return true;
  }
  return false;
}

const common = new Set(
  'the and for not with from this that was were has have are but can you your any all error file directory open'.split(
    ' ',
  ),
);

/** An HTTP status mentioned in the text, such as "status code 503" or "HTTP 404". */
function statusIn(words: readonly string[]): { readonly kind: FaultKind; readonly because: string } | undefined {
  for (const [at, word] of words.entries()) {
    if (word.length !== 3 || !/^[45]\d\d$/.test(word)) continue;
    const near = words.slice(Math.max(0, at - 3), at);
    if (!near.some((it) => statusWords.has(it))) continue;
    // In a text these refer to something behind the tool, not to its protocol or its arguments.
    const inText: Partial<Record<FaultKind, FaultKind>> = { protocol: 'broken', invalid: 'rejected' };
    const kind = httpFault(Number(word));
    return { kind: inText[kind] ?? kind, because: `status ${word}` };
  }
  return undefined;
}

/** Lines as runtimes write where an error came from. */
const isStackTrace = (text: string): boolean =>
  /\n\s{0,20}at \S{1,200} ?\(|\n\s{0,20}File "[^"\n]{1,300}", line \d/.test(boundedText(text));
