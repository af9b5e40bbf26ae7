require('./library.cjs')[process.argv[2]]();
