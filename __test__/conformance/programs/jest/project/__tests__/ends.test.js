test('the worker ends in the midst', () => {
  process.kill(process.pid, 'SIGKILL');
});
