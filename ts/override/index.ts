/**
 * Replaces Node's `child_process` and `querystring` for the whole program, its dependencies, its
 * workers and the children that it forks.
 *
 * To be loaded before the program: `node --import rt-std/override app.js`, `--require`, or through
 * `NODE_OPTIONS`.
 *
 * @packageDocumentation
 */

import type Module = require('node:module');

import { BUILD_NUMBER } from '../bundles/build-number';
import { hasPolicy, loadOwnFile } from '../bundles/load-file';
import { beforeOtherAddons, OTHER_ADDONS } from '../node-builtins/dlopen';
import { FILE_FUNCTIONS, type fileFunctions } from '../node-builtins/file-functions';
import { CHANNEL_SWITCH } from '../preload/channel-switch';
import {
  CHILD_PROCESS,
  ES_MODULES,
  isChannelOurs,
  isUsual,
  isWorker,
  list,
  ownProcess,
  startUsual,
  watchModules,
} from '../preload/small-start';
import { deferQuerystring, ENOUGH } from '../querystring/deferred';
import type { Querystring } from '../querystring/types';
import { isFirstModule } from '../realm/first-module';
import { LANGUAGE_FUNCTIONS, type languageFunctions } from '../realm/language-functions';
import type { Early, Originals as Modules, Override } from './early';
import type * as earlyAddon from './early-addon';
import type * as fullStart from './full-start';
import { replaceChildProcess } from './late-child-process';
import type * as overrideMain from './main';
import { nodesChildProcess } from './nodes-child-process';
import { isChildProcessTaken, isQuerystringTaken } from './replaced-before';
import { watchSpawnSyncBinding } from './spawn-sync-binding';
import { SWITCH } from './switch';

/** None in an ES module that a bundler has made. */
const preload = { specifier: 'rt-std/override', path: typeof __filename === 'string' ? __filename : '' };

const FOLDER = preload.path.slice(0, -'index.js'.length);

/** Not in Node before 20.16 and 22.3. */
interface WithGetBuiltinModule {
  readonly getBuiltinModule?: (id: string) => unknown;
}

/** Functions of `node:fs` as they were; nothing where Node's loader is to load our files. */
let kept: ReturnType<typeof fileFunctions> | undefined;
let override: Override | undefined;
/** What was done at the start; nothing where the override is off. */
let early: Early | undefined;

function load(done: Early | undefined = early): Override {
  override ??= loadOwnFile<typeof overrideMain>(`${FOLDER}main.js`, kept, () => require('./main')).start(
    done,
    BUILD_NUMBER,
  );
  return override;
}

function startEarly(): Early {
  const started = startUsual(preload, () => load().loadWhenUsed());
  const { shared, state, forked, actions } = started;
  // Before a forked child's end of the channel reads the first message.
  const mayBeTaken = !isFirstModule && state.model === undefined;
  state.model = 'node';
  const language = shared[LANGUAGE_FUNCTIONS] as ReturnType<typeof languageFunctions>;
  const files = shared[FILE_FUNCTIONS] as ReturnType<typeof fileFunctions>;
  if (!hasPolicy(ownProcess)) kept = files;
  const { getBuiltinModule } = ownProcess as WithGetBuiltinModule;
  const modules = module.constructor as typeof Module & { _load(id: string): unknown };
  const syncESModules = (): void => modules.syncBuiltinESMExports();
  const { 1: apply, 20: includes } = language;
  const { _load } = modules;
  const loadModule = (id: string): unknown => apply(_load, modules, [id]);
  const childProcess = () => nodesChildProcess(getBuiltinModule, loadModule, language);
  const replace = (): void => {
    const isMain = !isWorker;
    const thread = {
      process: ownProcess,
      shared,
      isNode: true,
      // With the variable, a start is not as usual.
      isSwitchedOff: () => false,
      mayBeTaken,
      isMain,
      childProcess,
      getBuiltinModule,
    };
    replaceChildProcess(thread, result, () => load(result));
  };
  const querystring = require('node:querystring') as Modules['querystring'];
  const nodes = { ...querystring };
  const result: Early = { querystring: nodes, isBindingReplaced: watchSpawnSyncBinding() };
  if (!mayBeTaken || !isQuerystringTaken(querystring, language, ownProcess)) {
    deferQuerystring(querystring as unknown as Querystring, nodes as unknown as Querystring, ENOUGH, (deferred) =>
      load().replaceQuerystring(deferred),
    );
  }
  if (!isFirstModule && list.includes(ES_MODULES)) syncESModules();

  if (forked === undefined) actions[CHILD_PROCESS] = replace;
  else {
    const exported = childProcess();
    if (!mayBeTaken || !isChildProcessTaken(exported, language, ownProcess)) {
      forked.onFirstLook('child_process', exported, () => {
        replace();
        // The program has run by now.
        if (apply(includes, list, [ES_MODULES])) syncESModules();
      });
    }
  }

  if (shared[OTHER_ADDONS] === undefined) {
    shared[OTHER_ADDONS] = true;
    beforeOtherAddons(
      ownProcess,
      () => state.isAddonLoading === true,
      () =>
        loadOwnFile<typeof earlyAddon>(`${FOLDER}early-addon.js`, kept, () =>
          require('./early-addon'),
        ).loadProcessAddonEarly(),
    );
  }
  // Last, since to ask a list that is watched takes longer.
  watchModules(started);
  return result;
}

early =
  ownProcess.env[SWITCH] === undefined && isUsual(preload, '/override/index.js')
    ? startEarly()
    : (require('./full-start') as typeof fullStart).start(preload, load);

/** {@link Modules} without its name: declarations of programs can say what it is. */
type OriginalModules = {
  /** The functions of Node's own `child_process`, as they were. */
  readonly childProcess: Modules['childProcess'];
  /** The functions of Node's own `querystring`, as they were. */
  readonly querystring: Modules['querystring'];
};

const exported = {
  CHANNEL_SWITCH,
  SWITCH,
  isChannelOurs: (): boolean => isChannelOurs(),
  isOverridden: () => load().isOverridden(),
  originalModules: (): OriginalModules => load().originalModules(),
};

/** The types of the module. */
declare namespace exported {
  type Originals = Modules;
}

// As one value: what a bundle does for named exports is a part of the preload's costs.
export = exported;
