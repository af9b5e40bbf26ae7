import test from 'ava';
import { COUNT, compareWithNode, SEED } from './support/fuzz';
import { READING } from './support/random-reading';

test(`${COUNT} random calls that read give the same as with Node's module (RT_FUZZ_SEED=${SEED})`, (t) =>
  compareWithNode(t, READING));
