import { Refusal } from '@assay/kit';
import { readAddress } from '../recipients/address.js';
import { listOf } from './settings.js';

/** `NOTIFY_ANN` is where the person `ann` is notified. */
export const personSetting = 'NOTIFY_';

export const personField = /^[a-z][a-z0-9_-]{0,40}$/;
const settingName = /^NOTIFY_[A-Z][A-Z0-9_]{0,40}$/;
const channelPlace = /^(?:slack|teams|discord):[^\s,]{1,100}$/;
const maxPlaces = 5;

export const isPersonSetting = (name: string): boolean => settingName.test(name);

export const isChannelPlace = (place: string): boolean => channelPlace.test(place);

function isAddress(place: string): boolean {
  try {
    return readAddress(place).displayName === '';
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** What is wrong with the places of a person; null when nothing is. */
export function wrongPlaces(value: string): string | null {
  const places = listOf(value);
  const isValid = places.length > 0 && places.length <= maxPlaces;
  return isValid && places.every((it) => isChannelPlace(it) || isAddress(it))
    ? null
    : `It is a list of at most ${maxPlaces} mail addresses and channels: ann@acme.example, slack:#ann`;
}

type Variables = Readonly<Record<string, string>>;

/** Names of the people who can be notified. */
export const peopleOf = (variables: Variables): string[] =>
  Object.keys(variables)
    .filter(isPersonSetting)
    .map((it) => it.slice(personSetting.length).toLowerCase())
    .sort();

/** @throws Refusal that names the people there are. */
export function placesOf(person: string, variables: Variables): readonly string[] {
  const setting = `${personSetting}${person.toUpperCase().replaceAll('-', '_')}`;
  const places = listOf(variables[setting]);
  if (places.length > 0) return places;
  const people = peopleOf(variables);
  const known = people.length === 0 ? 'Nobody is configured' : `Configured are ${people.join(', ')}`;
  throw new Refusal(
    `There is no person "${person}". ${known}. An administrator adds one: assay kits set communication ${personSetting}<NAME>`,
  );
}
