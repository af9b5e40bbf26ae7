import * as node from 'node:child_process';
import rtStd from 'rt-std/child_process';
import type { Module } from './recorder';

/** The module under test, as a program sees it that was written for Node's. */
export const ours = rtStd as unknown as Module;

/** Node's own module, the oracle. */
export const theirs = node as unknown as Module;
