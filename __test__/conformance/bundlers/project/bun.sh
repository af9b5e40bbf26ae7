bun build server.mjs --target=node --outfile=out/bun/server.mjs
cp node_modules/rt-std-linux-x64-gnu/*.node out/bun
