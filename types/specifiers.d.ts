// The specifiers that `rt-std/register` makes known. In tsconfig.json: "types": ["rt-std/types"].

declare module 'rt:child_process' {
  import childProcess = require('rt-std/child_process');
  export = childProcess;
}

declare module 'rt:querystring' {
  import querystring = require('rt-std/querystring');
  export = querystring;
}
