import { once } from 'node:events';
import { fork } from 'rt-std/child_process';

/** A worker ended before it had answered: the task can be given to another one. */
class WorkerEnded extends Error {}

/**
 * Does tasks in worker processes. A task is taken from `tasks` only when a worker is free for it,
 * and `onResult` has accepted the result before, so what is in memory does not grow with their
 * number. A task whose worker ends in the midst is given to a new worker.
 *
 * @template Task, Result
 * @param {string | URL} module what a worker runs: it answers each message with one message
 * @param {Iterable<Task> | AsyncIterable<Task>} tasks what JSON can write
 * @param {object} options
 * @param {number} options.workers how many run at most
 * @param {number} [options.retries] how often a task may be given to a new worker. Default: 2
 * @param {(result: Result, task: Task) => void | Promise<void>} options.onResult in the order in
 *   which they come; a promise holds back the worker's next task
 * @param {(task: Task, error: Error) => void} [options.onRetry]
 * @param {AbortSignal} [options.signal] ends all workers
 * @returns {Promise<void>} fulfilled when all is done and all workers have ended; rejected with the
 *   first error, the others ended
 */
export async function runTasks(module, tasks, { workers, retries = 2, onResult, onRetry, signal }) {
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  // All workers take from the same iterator: who is free gets the next task.
  const source = shared(tasks);
  const serving = Array.from({ length: workers }, async () => {
    try {
      await serve();
    } catch (error) {
      failed.abort(error);
      throw error;
    }
  });
  const outcomes = await Promise.allSettled(serving);
  stop.throwIfAborted();
  const rejected = outcomes.find(({ status }) => status === 'rejected');
  if (rejected) throw rejected.reason;

  async function serve() {
    let worker;
    try {
      for await (const task of source) {
        for (let attempt = 1; ; attempt++) {
          stop.throwIfAborted();
          try {
            worker ??= start();
            const result = await ask(worker, { task, attempt });
            await onResult(result, task);
            break;
          } catch (error) {
            stop.throwIfAborted();
            if (!(error instanceof WorkerEnded) || attempt > retries) throw error;
            worker.kill('SIGKILL'); // it may still run, with a broken channel
            worker = undefined;
            onRetry?.(task, error);
          }
        }
      }
      // The worker's listener for messages is all that keeps it running.
      worker?.disconnect();
      if (worker && !hasEnded(worker)) await once(worker, 'exit');
    } finally {
      worker?.kill('SIGKILL');
    }
  }

  function start() {
    // With deathSignal no worker outlives this process, whatever ends it.
    const worker = fork(module, { deathSignal: 'SIGKILL', signal: stop, killSignal: 'SIGKILL' });
    // The 'exit' that follows says the same; and an 'error' without a listener is an exception.
    worker.on('error', () => {});
    return worker;
  }
}

/** Sends a task and waits for the answer. */
function ask(worker, message) {
  return new Promise((resolve, reject) => {
    const settle = (settleWith, value) => {
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.off('error', onError);
      settleWith(value);
    };
    const onMessage = (answer) => settle(resolve, answer);
    const onExit = (code, signal) => settle(reject, new WorkerEnded(`worker ${worker.pid} ended: ${signal ?? code}`));
    const onError = (error) => settle(reject, new WorkerEnded(error.message, { cause: error }));
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.on('error', onError);
    if (hasEnded(worker)) onExit(worker.exitCode, worker.signalCode);
    // A large message leaves as fast as the worker reads. The callback is called when it has left.
    else worker.send(message, (error) => error && onError(error));
  });
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** An iterator that several loops can use, none of which closes it when it ends early. */
function shared(tasks) {
  const iterator = tasks[Symbol.asyncIterator]?.() ?? tasks[Symbol.iterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve(iterator.next()) }) };
}
