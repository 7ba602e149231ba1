import { Refusal } from '@assay/kit';
import dbusNative, { type MessageBus } from '@homebridge/dbus-native';

/** One object of an application: its connection's name and its path. */
export interface Reference {
  readonly owner: string;
  readonly path: string;
}

/** The package's types leave it out. */
const { createClient } = dbusNative as unknown as {
  createClient(options: { readonly busAddress: string }): MessageBus;
};

const withinMs = 5_000;
const atspi = 'org.a11y.atspi.';

export const registry = 'org.a11y.atspi.Registry';
export const desktopRoot: Reference = Object.freeze({ owner: registry, path: '/org/a11y/atspi/accessible/root' });

interface DBusError {
  readonly name?: string;
  readonly message?: unknown;
}

/** Calls of accessible objects over the accessibility bus of a session. */
export class AccessibilityBus {
  readonly #bus: MessageBus;

  private constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  /**
   * Connects by way of the session's bus.
   * @throws Refusal when there is no session, or it has no accessibility bus.
   */
  static async open(sessionAddress: string): Promise<AccessibilityBus> {
    const session = connect(sessionAddress);
    try {
      const asked = { owner: 'org.a11y.Bus', path: '/org/a11y/bus' };
      const [address] = await invoke(session, asked, 'org.a11y.Bus', 'GetAddress');
      return new AccessibilityBus(connect(String(address).split(';')[0] as string));
    } catch (error) {
      if (error instanceof Refusal)
        throw new Refusal(`The session has no accessibility bus: ${error.message} Install at-spi2-core.`);
      throw error;
    } finally {
      session.connection.stream.end();
    }
  }

  /** Calls a method of an interface such as `Accessible`. @throws Refusal when the application does not answer. */
  call(
    of: Reference,
    iface: string,
    member: string,
    signature = '',
    body: readonly unknown[] = [],
  ): Promise<unknown[]> {
    return invoke(this.#bus, of, `${atspi}${iface}`, member, signature, body);
  }

  async property(of: Reference, iface: string, name: string): Promise<unknown> {
    const [variant] = await invoke(this.#bus, of, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
      `${atspi}${iface}`,
      name,
    ]);
    // A variant is its signature and its values.
    return (variant as readonly [unknown, readonly unknown[]])[1][0];
  }

  close(): void {
    this.#bus.connection.stream.end();
  }
}

function connect(address: string): MessageBus {
  const bus = createClient({ busAddress: address.split(',')[0] as string });
  // A broken connection shows in the calls, which then get no answer.
  bus.connection.on('error', () => {});
  return bus;
}

function invoke(
  bus: MessageBus,
  { owner, path }: Reference,
  iface: string,
  member: string,
  signature = '',
  body: readonly unknown[] = [],
): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Refusal(`The application did not answer ${member} in 5 s.`)), withinMs);
    const message = { destination: owner, path, interface: iface, member, signature, body };
    const answered = (error: DBusError | undefined, ...values: unknown[]) => {
      clearTimeout(late);
      if (error == null) resolve(values);
      else reject(new Refusal(`${member} failed: ${String(error.message ?? error.name).slice(0, 200)}`));
    };
    bus.invoke(message, answered);
  });
}
