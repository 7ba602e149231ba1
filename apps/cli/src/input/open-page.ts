/** Why no browser can be opened here, for people; undefined where one probably can. */
export function whyNoBrowser(env: Readonly<Record<string, string | undefined>>, platform: string): string | undefined {
  if (env.SSH_CONNECTION || env.SSH_TTY) return 'this terminal is on another machine than your browser';
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME) return undefined;
  return 'this machine has no graphical session';
}

/** Opens an address in the person's browser; false when that fails. The library is loaded at first use. */
export async function openPage(url: string): Promise<boolean> {
  try {
    const { default: open } = await import('open');
    const child = await open(url);
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      if (child.pid !== undefined) resolve(true);
    });
  } catch {
    return false;
  }
}
