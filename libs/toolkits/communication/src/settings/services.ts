/** A service that is reached by HTTP. */
interface ServiceSettings {
  /** What has to be set; `*` is a name that the administrator chooses. */
  readonly needs: string;
  /** Where it is unless its address is set. */
  readonly url?: string;
  /** Setting of another address. */
  readonly urlSetting?: string;
}

/** Every service, by the name that tools take. */
export const services: Readonly<Record<string, ServiceSettings>> = Object.freeze({});

/** Names of the services that are configured. */
export function servicesOf(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(services).flatMap(([name, { needs }]) => (variables[needs] ? [name] : []));
}
