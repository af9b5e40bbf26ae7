import type { Random } from '../../support/random';
import type { Module } from './backends';
import { functionWithText } from './function-with-text';
import type { Play } from './play';
import { longObject, randomObject } from './random-object';
import { randomSeparator, tracedOptions } from './random-reading';
import { longText, randomText } from './random-text';
import { asked, type Trace, tracedFunction } from './trace';

const NO_TEXTS: readonly unknown[] = [
  ...[
    undefined,
    null,
    0,
    -0,
    1e21,
    Number.NaN,
    12n,
    true,
    {},
    [],
    ['a b', 1],
    Symbol.iterator,
    functionWithText('() => 1'),
  ],
  ...[Object.create(null), new String('ä b'), Object(Symbol.iterator), /x y/],
];

function randomOptions(random: Random, module: Module, trace: Trace): unknown {
  if (random.oneIn(8)) return random.of([undefined, null, 5, '', 'x', true, Symbol.iterator, () => {}, []]);
  const own = (): unknown => random.of([module.escape, module.unescape, null, undefined, 5, 'x', {}]);
  const encode = random.oneIn(3) ? own() : tracedFunction(random, 'encodeURIComponent', module, trace);
  return tracedOptions(random, { encodeURIComponent: encode }, module, trace);
}

function stringifyName(random: Random): 'stringify' | 'encode' {
  return random.oneIn(4) ? 'encode' : 'stringify';
}

/** Calls of what writes query strings. */
export const WRITING: readonly Play[] = [
  { often: 12, play: (random, module, trace) => module[stringifyName(random)](randomObject(random, module, trace)) },
  {
    often: 8,
    play: (random, module, trace) => {
      const object = randomObject(random, module, trace);
      const [separator, equals] = [
        randomSeparator(random, '&', module, trace),
        randomSeparator(random, '=', module, trace),
      ];
      if (random.oneIn(2)) return module[stringifyName(random)](object, separator, equals);
      return module[stringifyName(random)](object, separator, equals, randomOptions(random, module, trace));
    },
  },
  { often: 8, play: (random, module) => module.escape(randomText(random, 8)) },
  { often: 1, play: (random, module) => module.escape(random.of(NO_TEXTS)) },
  {
    often: 1,
    play: (random, module, trace) =>
      module.escape(asked(random, module, trace, ['a b', 'é', '', 5, null, Symbol.iterator])),
  },
  { often: 0.03, play: (random, module, trace) => module.stringify(longObject(random, module, trace)) },
  { often: 0.02, play: (random, module) => module.escape(longText(random)) },
];
