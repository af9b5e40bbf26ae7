import { run } from './specs.mjs';

/** A worker as Cloudflare's documentation shows it: it answers with the results of the specs. */
export default {
  async fetch(request) {
    return Response.json(await run(await request.json()));
  },
};
