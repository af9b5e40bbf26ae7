import { process } from '../../main-realm';

/** Whether permissions are only looked at: what is missing is reported, and nothing refused. */
export function isAudited(): boolean {
  const flags = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? '').split(/\s+/)];
  return flags.includes('--permission-audit') && !flags.includes('--permission');
}
