import { XMLParser } from 'fast-xml-parser';
import { type Findings, noFindings, shortMessage, type TestResult } from '../results.js';

type Node = Readonly<Record<string, unknown>>;

/** No entities: a report comes from the repository, and expanding them could take all memory. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML and numbers; nothing that a document declares. */
export const unescapeXml = (value: string): string =>
  value.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return predefined[name] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

function failureOf(node: Node): string | null {
  const failure = node.failure ?? node.error;
  if (failure === undefined) return null;
  const first = Array.isArray(failure) ? failure[0] : failure;
  if (!isNode(first)) return shortMessage(unescapeXml(String(first ?? 'failed')));
  const parts = [text(first['@message']), text(first['#text'])].filter((it) => it !== null);
  return shortMessage(unescapeXml(parts.join('\n'))) || 'failed';
}

function testOf(node: Node, suite: Node): TestResult {
  const message = failureOf(node);
  const place = text(node['@classname']);
  const file = text(node['@file']) ?? text(suite['@file']);
  const seconds = Number(node['@time'] ?? Number.NaN);
  return {
    name: unescapeXml([place, text(node['@name'])].filter(Boolean).join(' › ')),
    file: file === null ? null : unescapeXml(file),
    line: Number.isInteger(Number(node['@line'])) && node['@line'] !== undefined ? Number(node['@line']) : null,
    outcome: message !== null ? 'failed' : node.skipped !== undefined ? 'skipped' : 'passed',
    message,
    durationMs: Number.isFinite(seconds) ? Math.round(seconds * 1_000) : null,
  };
}

function testsIn(suite: Node): TestResult[] {
  return [...list(suite.testcase).map((it) => testOf(it, suite)), ...list(suite.testsuite).flatMap(testsIn)];
}

/** JUnit's XML, as written by surefire, Gradle, pytest, `node --test` and many others. */
export function parseJunit(xml: string): Findings {
  try {
    const document = parser.parse(xml) as Node;
    const top = list(document.testsuites).concat(list(document.testsuite));
    const tests = top.flatMap(testsIn);
    return { tests, problems: [], checked: tests.length };
  } catch {
    return noFindings;
  }
}
