const strict = ["default-src 'none'", 'img-src data:', "base-uri 'none'", "form-action 'none'"];
const scripts = (...sources) =>
  [...strict, `script-src ${["'self'", ...sources].join(' ')}`, "worker-src 'self'"].join('; ');

/** Content-Security-Policies. None of them lets a page fetch anything but its scripts. */
export const policies = {
  /** What README.md asks for. */
  webAssembly: scripts("'wasm-unsafe-eval'"),
  /** Refuses WebAssembly. */
  withoutWebAssembly: scripts(),
  /** As `webAssembly`, with an inline script that has this hash. */
  withInlineScript: (hash) => scripts("'wasm-unsafe-eval'", `'sha256-${hash}'`),
};
