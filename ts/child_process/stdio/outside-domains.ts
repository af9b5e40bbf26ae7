import { process } from '../../realm/main-realm';

/** Of `node:domain`. */
interface Domain {
  enter(): void;
  exit(): void;
}

/** The domain that the program is in; Node's types leave it out. */
export function currentDomain(): Domain | null | undefined {
  return (process as { domain?: Domain | null }).domain;
}

/** Calls a function outside of the domains that the program is in. */
export function outsideDomains<Result>(call: () => Result): Result {
  const left: Domain[] = [];
  let domain = currentDomain();
  while (domain != null) {
    domain.exit();
    const next = currentDomain();
    // The program may have replaced the method, or assigned a domain that it has not entered.
    if (next === domain) break;
    left[left.length] = domain;
    domain = next;
  }
  try {
    return call();
  } finally {
    for (let index = left.length - 1; index >= 0; index--) left[index]?.enter();
  }
}
