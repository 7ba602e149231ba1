import { domainToASCII, domainToUnicode } from 'node:url';
import { Refusal } from '@assay/kit';

/** A recipient of mail, as it is written to the envelope and the header. */
export interface Address {
  /** `local@domain`, the domain in lower case and ASCII. */
  readonly address: string;
  /** In ASCII, lower case. */
  readonly domain: string;
  /** As people read it, which is what a lookalike imitates. */
  readonly shownDomain: string;
  /** As the caller wrote it; never sent. */
  readonly displayName: string;
}

const maxLength = 320;
/** A dot-atom of RFC 5322 in ASCII, without `%` and `!`, which some servers route by. */
const localPart = /^[A-Za-z0-9#$&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9#$&'*+/=?^_`{|}~-]+)*$/;
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;
/** Control, format and separator characters: a line break would begin another header. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const named = /^([^<>]{0,200}?)\s*<([^<>\s]{1,320})>$/;

/** For messages: what was given, without what could forge a line of a log. */
export const quoted = (text: string): string =>
  `"${text.slice(0, 100).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')}"`;

/**
 * Reads one recipient, `local@domain` or `Name <local@domain>`.
 * @throws Refusal for anything that a mail server could read as more than one address, or as a header.
 */
export function readAddress(given: string): Address {
  if (given.length > maxLength) throw new Refusal(`A recipient has more than ${maxLength} characters.`);
  if (hidden.test(given))
    throw new Refusal(`The recipient ${quoted(given)} contains a line break or an invisible character.`);
  const text = given.trim();
  const [, name = '', bracketed] = named.exec(text) ?? [];
  const spec = bracketed ?? text;
  const at = spec.lastIndexOf('@');
  const [local, written] = [spec.slice(0, at), spec.slice(at + 1)];
  const domain = domainToASCII(written).toLowerCase();
  if (at < 1 || !localPart.test(local) || local.length > 64 || !hostName.test(domain))
    throw new Refusal(
      `${quoted(given)} is not one mail address. Give each recipient as local@domain, one per element of the list.`,
    );
  const shownDomain = /[^\p{ASCII}]/u.test(written) ? written : domainToUnicode(domain);
  const displayName = name.replaceAll(/^["'\s]+|["'\s]+$/g, '');
  const address = `${local}@${domain}`;
  requireHonestName(displayName, address);
  return { address, domain, shownDomain: shownDomain === domain ? written : shownDomain, displayName };
}

/** A name that contains another address makes the reader believe in another recipient. */
function requireHonestName(name: string, address: string): void {
  if (!/[@＠﹫]/u.test(name)) return;
  if (name.toLowerCase() === address.toLowerCase()) return;
  throw new Refusal(`The display name ${quoted(name)} shows another address than ${address}.`);
}
