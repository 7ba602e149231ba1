import semver from 'semver';

/** `2`, `2.1` and `2.1.0` name a platform version. */
export function platformVersion(text: string): semver.SemVer | null {
  return semver.parse(text) ?? (/^\d+(\.\d+)?$/.test(text) ? semver.coerce(text) : null);
}
