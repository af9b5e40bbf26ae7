import { join } from 'node:path';
import { PACKAGE } from '../support/program';

export const OVERRIDE = join(PACKAGE, 'dist', 'override', 'index.js');
export const REGISTER = join(PACKAGE, 'dist', 'register', 'index.js');

/**
 * What programs see, and do to the language and to Node's modules, before the rest of a preload is
 * loaded. Each prints what it has found.
 */
export const WITH_OVERRIDE: Record<string, string> = {
  'touches nothing': 'print(Object.keys(process.env).length, process.execArgv, process.argv.length);',
  'looks at what is in the way': `
    const querystring = require('querystring');
    print(process.dlopen.name, process.binding.name, Array.isArray(process.moduleLoadList));
    for (const name of Object.keys(querystring)) print(name, querystring[name].name, querystring[name].length);
    print(Object.getOwnPropertyDescriptor(process, 'rt-std').configurable, Object.keys(process).includes('rt-std'));
    print(Object.getPrototypeOf(process.moduleLoadList) === Array.prototype);
    require('child_process');
    print(Object.getPrototypeOf(process.moduleLoadList) === Array.prototype);
    require('worker_threads');
    print(Object.getPrototypeOf(process.moduleLoadList) === Array.prototype);`,
  'has replaced the language': `
    for (const [object, names] of [
      [Array.prototype, ['includes', 'push', 'map', 'slice', 'join', Symbol.iterator]],
      [Function.prototype, ['call', 'apply', 'bind']],
      [Object, ['keys', 'create', 'assign', 'defineProperty', 'getOwnPropertyDescriptors', 'isExtensible']],
      [Reflect, ['apply', 'get', 'set', 'getPrototypeOf', 'setPrototypeOf']],
      [String.prototype, ['includes', 'slice', 'indexOf', 'endsWith']],
    ]) {
      for (const name of names) {
        const original = object[name];
        Object.defineProperty(object, name, { writable: true, configurable: true, value(...args) {
          if (counting) calls++;
          return new.target ? new original(...args) : apply(original, this, args);
        } });
      }
    }
    const { spawnSync } = require('child_process');
    // The first processes with a version of Node wait for their end, to keep what V8 has compiled.
    const { once } = process;
    process.once = function (...args) {
      counting = false;
      apply(once, this, args);
      counting = true;
      return this;
    };
    counting = true;
    const { status } = spawnSync(process.execPath, ['-e', '']);
    counting = false;
    print(status);`,
  'has polluted prototypes': `
    Object.prototype.get = () => print('get');
    Object.prototype.set = () => print('set');
    Object.prototype['NativeModule net'] = () => print('net');
    const { execFileSync } = require('child_process');
    print(String(execFileSync(process.execPath, ['-p', '1'])), require('querystring').parse('a=b').a);
    delete Object.prototype.get;
    delete Object.prototype.set;
    print(require(${JSON.stringify(OVERRIDE)}).isOverridden());`,
  'keeps functions of querystring': `
    const querystring = require('querystring');
    const { parse, stringify } = querystring;
    print(parse('a=1').a, stringify({ b: 2 }));
    const replaced = () => ({ replaced: true });
    querystring.decode = replaced;
    require('child_process');
    print(querystring.parse === parse, querystring.stringify === stringify, querystring.decode === replaced);
    parse('a'.repeat(300_000));
    print(querystring.parse === parse, querystring.decode === replaced, parse('c=3').c, stringify({ d: 4 }));
    querystring.unescape = () => 'unescaped';
    print(querystring.parse('a=%20').a);`,
  'asks for the binding': `
    const binding = process.binding('spawn_sync');
    const { spawn } = binding;
    binding.spawn = (options) => spawn({ ...options, args: [options.args[0], '-p', '"by the binding"'] });
    print(String(require('child_process').spawnSync(process.execPath, ['-p', '1']).stdout));`,
  'wraps what is in the way': `
    const { dlopen, binding } = process;
    process.dlopen = function (...args) { print('dlopen'); return dlopen.apply(this, args); };
    process.binding = function (...args) { print('binding'); return binding.apply(this, args); };
    process.binding('util');
    try { process.dlopen({ exports: {} }, '/not/there.node'); } catch (error) { print(error.code); }
    print(require('child_process').spawnSync(process.execPath, ['-e', '']).status);`,
  'loads an addon that is none': `
    for (let count = 0; count < 2; count++) {
      try { process.dlopen({ exports: {} }, __filename); } catch (error) { print(error.code); }
    }
    print(process.dlopen.name);`,
  'hooks the loader': `
    const Module = require('module');
    const { _load } = Module;
    Module._load = function (request, ...rest) {
      if (/^(node:)?child_process$/.test(request)) print('load', request);
      return _load.call(this, request, ...rest);
    };
    const { execSync } = require('node:child_process');
    print(String(execSync('echo hi')).trim());`,
  'throws in a hook': `
    const Module = require('module');
    const { _load } = Module;
    Module._load = function (request, ...rest) {
      if (request === 'child_process') throw new Error('refused');
      return _load.call(this, request, ...rest);
    };
    try { require('child_process'); } catch (error) { print(error.message); }
    Module._load = _load;
    print(require('child_process').spawnSync.name);`,
  'has the options of another': `
    process.execArgv.push('--no-warnings');
    process.env.RT_CHANNEL_FD = 'mine';
    process.env.NODE_OPTIONS = '--require rt-std/override';
    require('child_process');
    print(process.execArgv.at(-1), process.env.RT_CHANNEL_FD, process.env.NODE_OPTIONS);`,
  forks: `
    if (process.send) process.send([process.execArgv.length, require(${JSON.stringify(OVERRIDE)}).isChannelOurs()]);
    else {
      const child = require('child_process').fork(__filename, { execArgv: [] });
      child.on('message', (message) => print(message));
      child.on('exit', (code) => print(code));
    }`,
  'forks with its own arguments': `
    const { isOverridden, isChannelOurs } = require(${JSON.stringify(OVERRIDE)});
    if (process.send) {
      const { includes } = Array.prototype;
      Array.prototype.includes = Object.create = Reflect.set = Reflect.apply = () => print('replaced');
      const found = [Object.keys(process.env).filter((name) => /^RT_/.test(name) && name !== 'RT_STD_DISABLE')];
      const nodes = process.moduleLoadList.length;
      const childProcess = require('child_process');
      const { value, enumerable, writable } = Object.getOwnPropertyDescriptor(childProcess, 'spawn');
      found.push(value.name, enumerable, writable, childProcess.spawn === value);
      found.push(String(childProcess.execFileSync(process.execPath, ['-p', '1'])), isOverridden());
      found.push(process.channel.constructor.name, typeof process._send, process.listenerCount('internalMessage'));
      import('node:child_process').then(({ spawn }) => {
        found.push(spawn === value);
        process.send(found);
        process.on('message', (message) => process.send([message, isChannelOurs()], () => process.disconnect()));
      });
    } else {
      const child = require('child_process').fork(__filename);
      child.once('message', () => child.send('a message'));
      child.on('message', (message) => print(message));
      child.on('exit', (code) => print(code));
    }`,
  'forks without messages': `
    if (process.send) {
      const { fork } = require('child_process');
      if (process.argv[2]) process.exitCode = 3;
      else fork(__filename, ['again']).on('exit', (code) => { process.exitCode = code + 1; process.disconnect(); });
    } else require('child_process').fork(__filename).on('exit', (code) => print(code));`,
  'makes workers': `
    const { Worker, isMainThread, parentPort } = require('worker_threads');
    if (!isMainThread) parentPort.postMessage([process.execArgv, require(${JSON.stringify(OVERRIDE)}).isOverridden()]);
    else new Worker(__filename).on('message', (message) => print(message)).on('exit', (code) => print(code));`,
  'is imported by name': `
    import('node:child_process').then(({ spawnSync, default: all }) => {
      print(spawnSync === all.spawnSync, all === require('child_process'), spawnSync(process.execPath, ['-e', '']).status);
    });`,
};

/** The same of `rt-std/register`. */
export const WITH_REGISTER: Record<string, string> = {
  'touches nothing': 'print(Object.keys(process).includes("rt-std"), process.execArgv, process.argv.length);',
  'asks about its channel': `print(require(${JSON.stringify(REGISTER)}).isChannelOurs());`,
  'looks at what is in the way': `
    const isWatched = () => Object.getPrototypeOf(process.moduleLoadList) !== Array.prototype;
    print(isWatched(), require('module').register.name);
    require('worker_threads');
    import('fs').then(() => print(isWatched(), require('module')._resolveFilename.name, require('worker_threads').Worker.name));`,
  'uses the specifiers': `
    const childProcess = require('rt:child_process');
    print(require.resolve('rt:querystring').endsWith('index.js'), childProcess.execFileSync.name);
    for (const name of ['rt:nothing', 'rt:', 'other:child_process']) {
      try { require(name); } catch (error) { print(error.code); }
    }
    import('rt:child_process').then((all) => print(all.default === childProcess, all.spawn === childProcess.spawn));
    import('rt:nothing').catch((error) => print(error.code));`,
  'has hooks of its own': `
    const text = 'export const resolve = (name, context, next) => next(name === "alias" ? "rt:querystring" : name, context);';
    require('module').register('data:text/javascript,' + encodeURIComponent(text));
    import('alias').then((all) => print(all.parse === require('rt:querystring').parse));`,
  'has replaced the language': `
    for (const object of [Array.prototype, Object, Reflect]) {
      for (const name of ['includes', 'push', 'keys', 'create', 'set', 'getPrototypeOf', 'setPrototypeOf', 'apply']) {
        const original = object[name];
        if (original) object[name] = function (...args) { if (counting) calls++; return apply(original, this, args); };
      }
    }
    counting = true;
    const { querystring } = { querystring: require('rt:querystring') };
    counting = false;
    print(querystring.parse('a=1').a, require('worker_threads').Worker.name);`,
  'forks and makes workers': `
    const { Worker, isMainThread, parentPort } = require('worker_threads');
    const found = () => [process.execArgv.length, require('rt:child_process').spawn.name];
    if (process.send) process.send(found());
    else if (!isMainThread) parentPort.postMessage(found());
    else {
      const { fork } = require('child_process');
      fork(__filename).on('message', (message) => {
        print(message);
        fork(__filename, { execArgv: [] }).on('message', (message) => {
          print(message);
          new Worker(__filename).on('message', (message) => print(message));
        });
      });
    }`,
};
