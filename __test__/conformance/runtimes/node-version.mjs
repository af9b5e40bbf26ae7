// Prints the version of Node that a runtime says it is like.
console.log(process.versions.node);
