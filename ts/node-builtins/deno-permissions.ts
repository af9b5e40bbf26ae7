import { versions } from '../kept-process';
import { mainGlobal } from '../realm/main-realm';

/** What this package uses of Deno's own interface (Deno documentation, "Security"). */
interface Deno {
  readonly permissions: {
    querySync(permission: { readonly name: string; readonly command?: string }): {
      readonly state: 'granted' | 'denied' | 'prompt';
      /** Whether a part of what is granted is denied. */
      readonly partial?: boolean;
    };
  };
  readonly errors: { readonly NotCapable: new (message: string) => Error };
}

/** The interface of Deno; nothing in other runtimes. */
export const deno = versions.deno === undefined ? undefined : (mainGlobal as unknown as { Deno?: Deno }).Deno;

/** Whether this process has a permission of Deno's without any limit. */
export function hasWhole({ permissions }: Deno, name: string): boolean {
  const { state, partial } = permissions.querySync({ name });
  return state === 'granted' && partial !== true;
}
