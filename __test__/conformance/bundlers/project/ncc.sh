ncc build server.mjs --out out/ncc
cp node_modules/rt-std-linux-x64-gnu/*.node out/ncc
