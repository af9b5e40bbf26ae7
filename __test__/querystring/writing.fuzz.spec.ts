import test from 'ava';
import { COUNT, compareWithNode, SEED } from './support/fuzz';
import { WRITING } from './support/random-writing';

test(`${COUNT} random calls that write give the same as with Node's module (RT_FUZZ_SEED=${SEED})`, (t) =>
  compareWithNode(t, WRITING));
