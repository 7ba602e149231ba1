import type { LimitName, LimitSubject, LimitUnit } from '@assay/contracts';
import { dayMs, hourMs } from '@assay/kernel';
import type { Window } from './rate-limits.js';

const minute: Window = { kind: 'sliding', ms: 60_000 };
const hour: Window = { kind: 'sliding', ms: hourMs };
const utcDay: Window = { kind: 'calendar', ms: dayMs };
/** The last 24 hours. */
const aDay: Window = { kind: 'sliding', ms: dayMs };
/** No stretch of time: each call by itself. */
const eachCall: Window = { kind: 'calendar', ms: 0 };

export interface LimitKind {
  /** What it is counted for, one by one. */
  readonly subject: LimitSubject;
  readonly window: Window;
  /** Money is counted in millionths of a US dollar; `count` unless said otherwise. */
  readonly unit?: LimitUnit;
  /** What holds for whom nobody has set anything else; null for no limit. */
  readonly fallback: number | null;
  /** What is counted, for messages: "60,000 calls of tools of acme". */
  readonly counts: string;
  /** Whether all callers share it: each has a fair share then. */
  readonly shared: boolean;
}

/** Every limit there is and its default, the only place where these numbers stand. */
export const limitTable: Readonly<Record<LimitName, LimitKind>> = {
  /** Protects a provider's upstreams. */
  'provider.calls': {
    subject: 'organisation',
    window: minute,
    fallback: 600_000,
    counts: 'calls of tools of',
    shared: true,
  },
  'provider.calls.daily': {
    subject: 'organisation',
    window: utcDay,
    fallback: 50_000_000,
    counts: 'calls of tools of',
    shared: true,
  },
  /** New versions, however many tools they are of. */
  'provider.publications': {
    subject: 'organisation',
    window: hour,
    fallback: 10_000,
    counts: 'publications by',
    shared: false,
  },
  'namespace.calls': {
    subject: 'namespace',
    window: minute,
    fallback: null,
    counts: 'calls of tools in',
    shared: true,
  },
  'tool.calls': { subject: 'tool', window: minute, fallback: null, counts: 'calls of', shared: true },
  /** Of each version in the sandbox, by other organisations than its provider's; set by tool. */
  'sandbox.calls': {
    subject: 'tool',
    window: minute,
    fallback: 60,
    counts: 'calls in the sandbox by others of',
    shared: true,
  },
  /** The same by the provider's own organisation. */
  'sandbox.calls.own': {
    subject: 'tool',
    window: minute,
    fallback: 600,
    counts: 'calls in the sandbox by its own organisation of',
    shared: true,
  },
  /** Calls that an organisation makes, of whichever tools. */
  'organisation.calls': { subject: 'organisation', window: minute, fallback: null, counts: 'calls by', shared: false },
  'organisation.cost.daily': {
    subject: 'organisation',
    window: utcDay,
    unit: 'usd',
    fallback: null,
    counts: 'spent by',
    shared: false,
  },
  'caller.calls': { subject: 'principal', window: minute, fallback: 300_000, counts: 'calls by', shared: false },
  'caller.calls.daily': { subject: 'principal', window: utcDay, fallback: null, counts: 'calls by', shared: false },
  'caller.cost.daily': {
    subject: 'principal',
    window: utcDay,
    unit: 'usd',
    fallback: null,
    counts: 'spent by',
    shared: false,
  },
  /** Of each session of a caller, which names it with the call. */
  'session.calls': {
    subject: 'principal',
    window: aDay,
    fallback: null,
    counts: 'calls in a session of',
    shared: false,
  },
  'session.cost': {
    subject: 'principal',
    window: aDay,
    unit: 'usd',
    fallback: null,
    counts: 'spent in a session of',
    shared: false,
  },
  /** What one call may cost. */
  'call.cost': {
    subject: 'principal',
    window: eachCall,
    unit: 'usd',
    fallback: null,
    counts: 'spent on one call by',
    shared: false,
  },
  /** Of one response over MCP; a longer result becomes its beginning and a pointer. Not a share of anything: anybody's to raise. */
  'response.tokens': {
    subject: 'organisation',
    window: eachCall,
    fallback: 20_000,
    counts: 'tokens in one response to',
    shared: false,
  },
  /** Calls of tools that declare which arguments name recipients; each recipient of an organisation by itself. */
  'recipient.messages': {
    subject: 'organisation',
    window: hour,
    fallback: 3,
    counts: 'messages to',
    shared: false,
  },
  /** The same for channels, rooms and projects. */
  'channel.messages': {
    subject: 'organisation',
    window: hour,
    fallback: 10,
    counts: 'messages in',
    shared: false,
  },
  /** Calls of all tools that declare it. */
  'organisation.messages.daily': {
    subject: 'organisation',
    window: utcDay,
    fallback: 200,
    counts: 'messages by',
    shared: false,
  },
  /** Credentials handed in from one network address. */
  'address.logins': { subject: 'address', window: minute, fallback: 120, counts: 'logins from', shared: false },
  /** Wrong credentials from one network address, at any route. */
  'address.failures': {
    subject: 'address',
    window: minute,
    fallback: 60,
    counts: 'wrong credentials from',
    shared: false,
  },
};
