import { QueryRefusal } from '../../query-refusal.js';
import type { Token } from './tokens.js';

const writing = new Set(
  `INSERT UPDATE DELETE REPLACE MERGE TRUNCATE DROP ALTER CREATE GRANT REVOKE RENAME CALL DO EXECUTE PREPARE HANDLER LOAD
   LOCK UNLOCK SET SHUTDOWN KILL INTO ATTACH DETACH PRAGMA VACUUM REINDEX ANALYZE`.split(/\s+/),
);

/** Reads tokens one after the other and says where it stopped. */
export class TokenReader {
  #at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get next(): Token | undefined {
    return this.tokens[this.#at];
  }

  peek(ahead: number): Token | undefined {
    return this.tokens[this.#at + ahead];
  }

  take(): Token {
    const token = this.next;
    if (token === undefined) throw new QueryRefusal('parse_error', 'The statement ends too early.');
    this.#at += 1;
    return token;
  }

  is(value: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && (token.kind === 'word' || token.kind === 'sign') && token.value === value;
  }

  takeIf(value: string): boolean {
    if (!this.is(value)) return false;
    this.#at += 1;
    return true;
  }

  expect(value: string): void {
    if (!this.takeIf(value)) this.fail(`${value} was expected`);
  }

  /** A statement that writes says so; everything else is a syntax error with its position. */
  fail(what: string): never {
    const { next } = this;
    const report = next === undefined ? {} : { position: next.position, found: next.text.slice(0, 40) };
    if (next?.kind === 'word' && writing.has(next.value))
      throw new QueryRefusal('write_operation_not_permitted', `Only SELECT is run; found ${next.value}.`, report);
    throw new QueryRefusal('parse_error', `${what}.`, report);
  }
}
