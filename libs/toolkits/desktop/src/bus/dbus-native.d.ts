import '@homebridge/dbus-native';

declare module '@homebridge/dbus-native' {
  /** A connection to the bus at an address such as `unix:path=/run/user/1000/bus`. */
  export function createClient(options: { readonly busAddress: string }): MessageBus;
}
