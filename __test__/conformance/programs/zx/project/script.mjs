const { stdout } = await $`echo ${argv.word}`;
console.log(stdout.trim().toUpperCase());
