/**
 * The module under test; RT_RELIABILITY_MODULE=node:child_process measures Node's own, for
 * comparison.
 */
const { default: tested } = await import(process.env.RT_RELIABILITY_MODULE ?? 'rt-std/child_process');

export const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = tested;
